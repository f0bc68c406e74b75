"""A club's rating: switched on and off, counted from what is over and public, and counted again by itself."""

import datetime

import pytest

from tests.factories import NOW, PlayerFactory, SeasonFactory, rewrite
from tests.refusals import refusal_of
from tests.tournaments.ratings import rate
from tests.tournaments.rounds import evening
from tournaments.labels import JobKind, JobState, TournamentState
from tournaments.models import Account, Club, ClubRating, Job, JournalEntry, Player, Rating, SeatResult, Tournament
from tournaments.queries.standings.ratings import rated_tournaments
from tournaments.services.clubs.ratings import ask_count, ask_counts, set_rating
from tournaments.services.locks import raise_revision
from tournaments.services.people.merging import merge_players
from tournaments.services.privacy.erasing import erase_player
from tournaments.tasks import run_job

OCTOBER = datetime.date(2026, 10, 1)


@pytest.fixture
def people(club: Club) -> list[Player]:
    return [PlayerFactory(club=club, last_name=name, first_name="") for name in ("ADA", "BOB", "CYR", "ZED")]


@pytest.fixture
def evenings(club: Club, people: list[Player]) -> list[Tournament]:
    """Three evenings of four: Ada is first in each, Zed last."""
    season = SeasonFactory(club=club)
    points = dict(zip(people, (30, 10, -10, -30), strict=True))
    return [evening(season, day, points) for day in (2, 9, 16)]


def told(club: Club, by: Account, since: datetime.date | None, frozen_on: datetime.date | None = None) -> object:
    return set_rating(club=club, since=since, frozen_on=frozen_on, by=by, at=NOW)


def counted(club: Club) -> list[tuple[str, int, int, bool]]:
    """Return name, number of evenings, value and whether it is the last, of each row."""
    rows = Rating.objects.filter(of__club=club).order_by("evenings", "-value")
    return [(row.player.last_name, row.evenings, row.value, row.is_last) for row in rows]


def test_a_club_rates_from_its_day_on_and_until_its_last(
    club: Club, the_organiser: Account, evenings: list[Tournament]
) -> None:
    told(club, the_organiser, OCTOBER.replace(day=9), OCTOBER.replace(day=15))
    run_job(ask_count(club=club, by=the_organiser, at=NOW).pk)
    assert {row.tournament for row in Rating.objects.all()} == {evenings[1]}
    assert [name for name, *_rest in counted(club)] == ["ADA", "BOB", "CYR", "ZED"]
    assert all(is_last and evenings == 1 for _name, evenings, _value, is_last in counted(club))
    told(club, the_organiser, OCTOBER)
    run_job(ask_count(club=club, by=the_organiser, at=NOW).pk)
    assert Rating.objects.count() == 12
    assert Rating.objects.filter(is_last=True, tournament=evenings[2], evenings=3).count() == 4


def test_the_switch_writes_its_line_and_takes_away_what_was_counted(
    club: Club, the_organiser: Account, evenings: list[Tournament]
) -> None:
    told(club, the_organiser, OCTOBER)
    rate(ClubRating.objects.get())
    told(club, the_organiser, OCTOBER)  # nothing changes
    told(club, the_organiser, None)
    assert not ClubRating.objects.exists()
    assert not Rating.objects.exists()
    details = [entry.details["since"] for entry in JournalEntry.objects.filter(action="cote du club réglée")]
    assert details == [["2026-10-01", None], [None, "2026-10-01"]]


@pytest.mark.parametrize(("since", "code"), [(None, "frozen_without_a_first_day"), (NOW.date(), "frozen_too_early")])
def test_a_last_day_has_a_first(club: Club, the_organiser: Account, since: datetime.date | None, code: str) -> None:
    refusal = refusal_of(told, club, the_organiser, since, OCTOBER)
    assert refusal.code == code
    assert not ClubRating.objects.exists()


def test_a_club_that_rates_nobody_has_nothing_to_count(club: Club, the_organiser: Account) -> None:
    assert refusal_of(ask_count, club=club, by=the_organiser, at=NOW).code == "no_rating"
    assert ask_counts(at=NOW) == []


@pytest.mark.parametrize(
    "changes",
    [
        {"state": TournamentState.RUNNING},
        {"state": TournamentState.DRAFT},
        {"is_trial": True},
        {"rounds_planned": 2, "hidden_rounds": 1},
    ],
    ids=str,
)
def test_what_is_not_over_or_not_public_does_not_count(
    club: Club, evenings: list[Tournament], changes: dict[str, object]
) -> None:
    rating = ClubRating.objects.create(club=club, since=OCTOBER)
    rewrite(evenings[1], **changes)
    assert list(rated_tournaments(rating)) == [evenings[0], evenings[2]]


def test_what_is_released_counts(club: Club, evenings: list[Tournament]) -> None:
    rewrite(evenings[1], rounds_planned=2, hidden_rounds=1, released_at=NOW)
    assert len(rated_tournaments(ClubRating(club=club, since=OCTOBER))) == 3


def test_a_worker_counts_again_what_has_changed_and_nothing_else(club: Club, evenings: list[Tournament]) -> None:
    rating = ClubRating.objects.create(club=club, since=OCTOBER)
    asked = ask_counts(at=NOW)
    assert [(job.kind, job.club, job.asked_by) for job in asked] == [(JobKind.RATING, club, None)]
    assert ask_counts(at=NOW) == []  # it is under way
    run_job(asked[0].pk)
    assert ask_counts(at=NOW) == []
    before = {row.pk: row.value for row in Rating.objects.all()}
    raise_revision(evenings[2])
    (job,) = ask_counts(at=NOW)
    run_job(job.pk)
    assert {row.pk: row.value for row in Rating.objects.all()} == before  # the same rows
    rating.refresh_from_db()
    assert rating.counted_at is not None


def test_the_correction_of_an_old_evening_moves_all_that_follows(
    club: Club, people: list[Player], evenings: list[Tournament]
) -> None:
    rating = ClubRating.objects.create(club=club, since=OCTOBER)
    rate(rating)
    before = counted(club)
    swapped = {people[0]: -30, people[3]: 30}
    for player, points in swapped.items():
        SeatResult.objects.filter(seat__registration__player=player, seat__registration__tournament=evenings[0]).update(
            points=points
        )
    raise_revision(evenings[0])
    (job,) = ask_counts(at=NOW)
    run_job(job.pk)
    after = counted(club)
    assert [row[0] for row in after[:4]] == ["ZED", "BOB", "CYR", "ADA"]
    assert len(after) == len(before) == 12
    assert not set(after) & {row for row in before if row[0] in {"ADA", "ZED"}}


def test_a_count_that_failed_is_tried_again_once_something_changes(club: Club, evenings: list[Tournament]) -> None:
    ClubRating.objects.create(club=club, since=OCTOBER)
    (job,) = ask_counts(at=NOW)
    Job.objects.filter(pk=job.pk).update(state=JobState.FAILED, ended_at=NOW)
    assert ask_counts(at=NOW) == []
    raise_revision(evenings[0])
    assert len(ask_counts(at=NOW)) == 1


def test_a_rating_switched_off_meanwhile_stays_off(club: Club, evenings: list[Tournament]) -> None:
    rating = ClubRating.objects.create(club=club, since=OCTOBER)
    ClubRating.objects.filter(pk=rating.pk).delete()
    rate(rating)
    assert not Rating.objects.exists()


def test_two_players_who_are_one_have_one_rating_once_it_is_counted_again(
    club: Club, the_organiser: Account, people: list[Player], evenings: list[Tournament]
) -> None:
    twice = PlayerFactory(club=club, last_name="ADA", first_name="", licence="")
    season = SeasonFactory(club=club)
    evening(season, 23, {twice: 5, people[1]: -5})
    rating = ClubRating.objects.create(club=club, since=OCTOBER)
    rate(rating)
    merge_players(keep=people[0], drop=twice, by=the_organiser, at=NOW)
    assert Rating.objects.filter(player=people[0], is_last=True).count() == 1
    (job,) = ask_counts(at=NOW)
    run_job(job.pk)
    assert [row.evenings for row in Rating.objects.filter(player=people[0], is_last=True)] == [4]


def test_the_others_keep_their_ratings_when_somebody_is_erased(
    club: Club, the_organiser: Account, people: list[Player], evenings: list[Tournament]
) -> None:
    rate(ClubRating.objects.create(club=club, since=OCTOBER))
    before = counted(club)
    erase_player(player=people[0], by=the_organiser, at=NOW)
    (job,) = ask_counts(at=NOW)
    run_job(job.pk)
    assert [row[1:] for row in counted(club)] == [row[1:] for row in before]

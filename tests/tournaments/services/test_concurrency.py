"""Several organisers at once: each thing done once, nobody stopped by a deadlock, every clash told as a sentence."""

from functools import partial

import pytest

from tests.concurrency import again_and_again, at_once, codes
from tests.factories import NOW, ClubFactory, PlayerFactory, TournamentFactory, field, organiser
from tournaments.imports.player_rows import PlayerRow
from tournaments.imports.players import apply_import, examine
from tournaments.labels import JobKind, JobState, RoleName
from tournaments.models import Account, Club, Job, Player, Tournament
from tournaments.seating import Remainder
from tournaments.services.clubs.clubs import create_club
from tournaments.services.draws.publishing import publish_draw
from tournaments.services.draws.requests import ask_draw
from tournaments.services.people.appointments import create_login
from tournaments.services.people.players import PlayerFacts, add_player, change_player, join_club
from tournaments.services.people.registrations import register, set_status, walk_in
from tournaments.services.undo.leaving import delete_club
from tournaments.services.work import jobs

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def evening() -> Tournament:
    tournament = TournamentFactory(club=ClubFactory())
    field(tournament, 8)
    return tournament


def imported(club: Club, by: Account, turn: int) -> object:
    rows = [PlayerRow(line=2, last_name=f"Import {turn}", first_name="Ada", licence=f"I{club.pk}-{turn}")]
    shown = examine(club=club, rows=rows)
    return apply_import(club=club, rows=rows, fingerprint=shown.fingerprint, by=by, at=NOW)


def test_a_corrected_player_and_a_check_in_never_stop_each_other(evening: Tournament) -> None:
    by, entry = organiser(evening.club), evening.registrations.select_related("player__club").first()

    def correct(turn: int) -> object:
        return change_player(player=entry.player, facts=PlayerFacts(last_name=f"Nom {turn}"), by=by, at=NOW)

    def check_in(turn: int) -> object:
        status = ("present", "absent")[turn % 2]
        return set_status(tournament=evening, registrations=[entry.pk], status=status, by=by, at=NOW)

    again_and_again(correct, check_in)


def test_an_import_and_people_at_the_door_never_stop_each_other(evening: Tournament) -> None:
    by = organiser(evening.club)

    def at_the_door(turn: int) -> object:
        return walk_in(tournament=evening, facts=PlayerFacts(last_name=f"Porte {turn}"), by=by, at=NOW)

    again_and_again(lambda turn: imported(evening.club, by, turn), at_the_door)


def test_one_list_applied_three_times_at_once_is_one_import_and_two_lists_are_two(evening: Tournament) -> None:
    club, by = evening.club, organiser(evening.club)
    rows = [PlayerRow(line=2, last_name="Ada", first_name="Zoé"), PlayerRow(line=3, last_name="Bob", first_name="Max")]
    seen = examine(club=club, rows=rows).fingerprint
    again = lambda: apply_import(club=club, rows=rows, fingerprint=seen, by=by, at=NOW)  # noqa: E731
    assert sorted(answer.created for answer in at_once(again, again, again)) == [0, 0, 2]
    assert club.imports.count() == 1

    other = [PlayerRow(line=2, last_name="Ada", first_name="Zoé", licence="A1"), PlayerRow(line=3, last_name="Neuf")]
    more = [PlayerRow(line=2, last_name="Ada", first_name="Zoé", licence="B2")]
    bring = [
        partial(
            apply_import, club=club, rows=rows, fingerprint=examine(club=club, rows=rows).fingerprint, by=by, at=NOW
        )
        for rows in (other, more)
    ]
    assert codes(at_once(*bring)) == ["import_is_stale"]
    assert Player.objects.filter(club=club, last_name="Ada").exclude(licence="").count() == 1


def test_cancelling_and_publishing_never_stop_each_other(evening: Tournament) -> None:
    by = organiser(evening.club)
    draw = ask_draw(tournament=evening, remainder=Remainder.EXEMPT, seed=1, by=by, at=NOW)
    job = draw.job

    def cancel(_turn: int) -> None:
        Job.objects.filter(pk=job.pk).update(state=JobState.RUNNING, heartbeat_at=NOW, cancel_asked=False)
        jobs.cancel(job=job, by=by, at=NOW)

    again_and_again(cancel, lambda _turn: publish_draw(draw=draw, by=by, at=NOW))


def test_everybody_registered_twice_at_once_has_one_number(evening: Tournament) -> None:
    by, players = organiser(evening.club), [PlayerFactory(club=evening.club) for _each in range(6)]
    at_once(
        *[lambda player=player: register(tournament=evening, players=[player], by=by, at=NOW) for player in players * 2]
    )
    assert sorted(evening.registrations.values_list("start_number", flat=True)) == list(range(1, 15))


def test_one_walk_in_sent_three_times_at_once_is_one_person(evening: Tournament) -> None:
    by = organiser(evening.club)
    walk = lambda: walk_in(tournament=evening, facts=PlayerFacts(last_name="Zoé"), by=by, at=NOW)  # noqa: E731
    assert codes(at_once(walk, walk, walk)) == ["already_registered"] * 2
    assert Player.objects.filter(last_name="Zoé").count() == 1


def test_a_licence_given_by_two_clubs_at_once_is_refused_to_one() -> None:
    one, other = ClubFactory(), ClubFactory()
    by = organiser(one)
    for turn in range(8):
        facts = PlayerFacts(last_name="Nom", first_name=str(turn), licence=f"DOUBLE{turn}")
        add = [
            lambda club=club, facts=facts: add_player(club=club, facts=facts, by=by, at=NOW) for club in (one, other)
        ]
        (code,) = codes(at_once(*add))
        assert code in ("held_elsewhere", "licence_held")  # asked first, or the database's word at the same moment


def test_a_login_given_by_two_clubs_at_once_is_refused_to_one() -> None:
    clubs = (ClubFactory(), ClubFactory())
    said = {"first_name": "", "last_name": "", "role": RoleName.ARBITER, "by": organiser(clubs[0]), "at": NOW}
    for turn in range(4):
        make = [lambda club=club, turn=turn: create_login(club=club, username=f"a{turn}", **said) for club in clubs]
        assert codes(at_once(*make)) == ["username_taken"]


def test_a_club_founded_twice_at_once_is_one_club() -> None:
    for turn in range(8):
        found = lambda turn=turn: create_club(name=f"Les Bouts {turn}", organiser=None, by=None, at=NOW)  # noqa: E731
        assert codes(at_once(found, found)) == ["club_exists"]


def test_one_job_asked_for_and_claimed_by_many_is_done_by_one(evening: Tournament) -> None:
    by = organiser(evening.club)
    ask = lambda: jobs.ask(kind=JobKind.RANKING, tournament=evening, by=by, at=NOW)  # noqa: E731
    (job,) = set(at_once(ask, ask, ask, ask))
    claims = at_once(*[lambda name=name: jobs.claim(job_id=job.pk, worker=name, at=NOW) for name in "abcd"])
    assert len([claim for claim in claims if claim is not None]) == 1


def test_clubs_that_leave_at_once_go_one_after_the_other(evening: Tournament) -> None:
    """The same club twice: the second organiser is told. Two that have a member in common: neither is stopped."""
    club, other, beside = evening.club, ClubFactory(), TournamentFactory(club=ClubFactory())
    join_club(club=other, player=club.players.earliest("pk"), by=None, at=NOW)
    field(beside, 8)
    leave = [partial(delete_club, club=one, name=one.name, by=None, at=NOW) for one in (club, club, other)]
    assert codes(at_once(*leave)) == ["gone"]
    assert (Club.objects.get(), Tournament.objects.get()) == (beside.club, beside)
    assert {player.club for player in Player.rows.all()} == {beside.club}

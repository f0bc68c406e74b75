"""The draw: asked, computed, published; late arrivals and double clicks."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

import pytest

from tests.factories import NOW, RegistrationFactory, TournamentFactory, field
from tests.refusals import refusal_of
from tests.tournaments.monitors import Listening
from tests.tournaments.rotations import drawn
from tournaments.labels import Status, TournamentState
from tournaments.models import Account, Club, Job, Seat, Table, Tournament
from tournaments.queries.draws.drafts import draft_rounds
from tournaments.queries.draws.forecast import forecast
from tournaments.seating import Remainder
from tournaments.services.draws.publishing import publish_draw
from tournaments.services.draws.requests import ask_draw, compute_draw
from tournaments.services.results import Result, set_results
from tournaments.services.work import jobs


def tables_of(tournament: Tournament) -> Iterator[tuple[int, list[int]]]:
    """Yield (round number, registration ids) of every table."""
    for table in Table.objects.filter(round__tournament=tournament).select_related("round"):
        yield table.round.number, list(table.seats.order_by("chair").values_list("registration_id", flat=True))


def test_its_percentages_rise(tournament: Tournament, the_organiser: Account) -> None:
    field(tournament, 16)
    asked = ask_draw(tournament=tournament, remainder=Remainder.EXEMPT, seed=1, by=the_organiser, at=NOW)
    job = jobs.claim(job_id=asked.job_id, worker="test", at=NOW)
    assert job is not None
    percents: list[int] = []
    compute_draw(job, Listening(report=percents.append))
    assert len(percents) > 1
    assert percents == sorted(percents)


def test_an_evening_that_is_called_off_is_not_drawn(tournament: Tournament, the_organiser: Account) -> None:
    field(tournament, 16)
    draw = drawn(tournament, the_organiser)
    Tournament.objects.update(called_off="Neige")
    assert refusal_of(publish_draw, draw=draw, by=the_organiser, at=NOW).code == "called_off"
    assert not tournament.rounds.exists()


def test_sixteen_players_meet_nobody_twice(tournament: Tournament, the_organiser: Account) -> None:
    field(tournament, 16)
    publish_draw(draw=drawn(tournament, the_organiser), by=the_organiser, at=NOW)
    tables = list(tables_of(tournament))
    assert Counter(number for number, _table in tables) == dict.fromkeys(range(1, 6), 4)
    met = Counter(pair for _number, table in tables for pair in combinations(sorted(table), 2))
    assert set(met.values()) == {1}
    tournament.refresh_from_db()
    assert (tournament.state, tournament.revision) == (TournamentState.RUNNING, 2)


@pytest.mark.parametrize(
    ("remainder", "sizes", "exempts"),
    [(Remainder.SMALLER, [3, 3, 4], 0), (Remainder.LARGER, [5, 5], 0), (Remainder.EXEMPT, [4, 4], 2)],
)
def test_ten_players_sit_as_the_organiser_chooses(
    club: Club, the_organiser: Account, remainder: Remainder, sizes: list[int], exempts: int
) -> None:
    tournament = TournamentFactory(club=club, rounds_planned=2)
    field(tournament, 10)
    publish_draw(draw=drawn(tournament, the_organiser, remainder), by=the_organiser, at=NOW)
    for number in (1, 2):
        assert sorted(len(table) for round_, table in tables_of(tournament) if round_ == number) == sizes
        assert Seat.objects.filter(round__tournament=tournament, round__number=number, table=None).count() == exempts
        assert Seat.objects.filter(round__tournament=tournament, round__number=number).count() == 10


def test_the_choices_are_told_beforehand(tournament: Tournament) -> None:
    field(tournament, 25)
    words = {choice.remainder: choice.sentence for choice in forecast(tournament).choices}
    assert words == {
        Remainder.EXEMPT: "6 tables de 4, 1 exempt à chaque position",
        Remainder.LARGER: "5 tables de 4, 1 table de 5 où chacun est mort à son tour",
        Remainder.SMALLER: "4 tables de 4, 3 tables de 3",
    }


def test_only_those_present_are_drawn(tournament: Tournament, the_organiser: Account) -> None:
    field(tournament, 8)
    absent = RegistrationFactory(tournament=tournament, start_number=9, status=Status.ABSENT)
    publish_draw(draw=drawn(tournament, the_organiser), by=the_organiser, at=NOW)
    assert not Seat.objects.filter(registration=absent).exists()


def test_the_same_seed_gives_the_same_plan_and_another_seed_another(
    tournament: Tournament, the_organiser: Account
) -> None:
    field(tournament, 20)
    first, again, other = (drawn(tournament, the_organiser, seed=seed).plan for seed in (3, 3, 4))
    assert first == again
    assert first != other


def test_a_draw_asked_for_while_one_is_under_way_is_that_one(tournament: Tournament, the_organiser: Account) -> None:
    field(tournament, 8)
    first, second = (
        ask_draw(tournament=tournament, remainder=Remainder.EXEMPT, seed=seed, by=the_organiser, at=NOW)
        for seed in (1, 2)
    )
    assert (second.pk, second.seed) == (first.pk, 1)
    assert tournament.draws.count() == 1


def test_publishing_twice_publishes_once(tournament: Tournament, the_organiser: Account) -> None:
    field(tournament, 8)
    draw = drawn(tournament, the_organiser)
    publish_draw(draw=draw, by=the_organiser, at=NOW)
    publish_draw(draw=draw, by=the_organiser, at=NOW)
    assert tournament.rounds.count() == 5
    assert tournament.journal.filter(action="tirage publié").count() == 1


def test_a_draw_older_than_an_arrival_is_refused(tournament: Tournament, the_organiser: Account) -> None:
    field(tournament, 8)
    draw = drawn(tournament, the_organiser)
    RegistrationFactory(tournament=tournament, start_number=9)
    assert refusal_of(publish_draw, draw=draw, by=the_organiser, at=NOW).code == "players_changed_since"
    assert not tournament.rounds.exists()


def test_a_new_draw_keeps_what_was_played(tournament: Tournament, the_organiser: Account) -> None:
    registrations = field(tournament, 16)
    publish_draw(draw=drawn(tournament, the_organiser), by=the_organiser, at=NOW)
    played = {number: sorted(map(sorted, _tables(tournament, number))) for number in (1, 2)}
    seat = Seat.objects.filter(round__tournament=tournament, round__number=2).first()
    assert seat is not None
    set_results([Result(seat, 10, 1)])
    registrations[0].status = Status.WITHDRAWN
    registrations[0].save()
    draw = drawn(tournament, the_organiser, Remainder.SMALLER)
    assert [draft.number for draft in draft_rounds(draw)] == [3, 4, 5]
    publish_draw(draw=draw, by=the_organiser, at=NOW)
    assert {number: sorted(map(sorted, _tables(tournament, number))) for number in (1, 2)} == played
    assert Seat.objects.filter(round__tournament=tournament, round__number=3).count() == 15
    assert not Seat.objects.filter(round__number__gte=3, registration=registrations[0]).exists()


def test_a_draw_that_is_not_done_cannot_be_published(tournament: Tournament, the_organiser: Account) -> None:
    field(tournament, 8)
    draw = ask_draw(tournament=tournament, remainder=Remainder.EXEMPT, seed=1, by=the_organiser, at=NOW)
    assert draw.is_live
    assert refusal_of(publish_draw, draw=draw, by=the_organiser, at=NOW).code == "draw_not_ready"


def test_three_players_are_too_few_and_the_sentence_says_so(tournament: Tournament, the_organiser: Account) -> None:
    field(tournament, 3)
    refusal = refusal_of(ask_draw, tournament=tournament, remainder=Remainder.EXEMPT, seed=1, by=the_organiser, at=NOW)
    assert "4" in str(refusal)
    assert not Job.objects.exists()


def test_a_finished_tournament_is_not_drawn_again(tournament: Tournament, the_organiser: Account) -> None:
    field(tournament, 8)
    Tournament.objects.update(state=TournamentState.FINISHED)
    refusal = refusal_of(ask_draw, tournament=tournament, remainder=Remainder.EXEMPT, seed=1, by=the_organiser, at=NOW)
    assert refusal.code == "tournament_finished"


def _tables(tournament: Tournament, number: int) -> list[list[int]]:
    return [table for round_, table in tables_of(tournament) if round_ == number]


@pytest.mark.parametrize("change", [{"table_size": 3}, {"rounds_planned": 3}])
def test_a_draw_of_other_settings_is_not_published(
    tournament: Tournament, the_organiser: Account, change: dict[str, int]
) -> None:
    field(tournament, 8)
    draw = drawn(tournament, the_organiser)
    Tournament.objects.filter(pk=tournament.pk).update(**change)
    assert refusal_of(publish_draw, draw=draw, by=the_organiser, at=NOW).code == "settings_changed_since"


@pytest.mark.parametrize(
    ("planned", "sentence"),
    [(1, "La position prévue est déjà commencée"), (2, "Les 2 positions prévues sont déjà commencées")],
)
def test_there_is_nothing_to_draw_once_all_has_begun(
    club: Club, the_organiser: Account, planned: int, sentence: str
) -> None:
    tournament = TournamentFactory(club=club, rounds_planned=planned)
    field(tournament, 8)
    publish_draw(draw=drawn(tournament, the_organiser), by=the_organiser, at=NOW)
    seat = Seat.objects.filter(round__tournament=tournament, round__number=planned).first()
    assert seat is not None
    set_results([Result(seat, 10, 1)])
    refusal = refusal_of(ask_draw, tournament=tournament, remainder=Remainder.EXEMPT, seed=1, by=the_organiser, at=NOW)
    assert (refusal.code, str(refusal).partition("\u00a0:")[0]) == ("nothing_to_draw", sentence)

"""Duplicate: a round that is cancelled or restored keeps what its boards brought, and what is free of the others."""

import pytest

from scoring.queries.desk.cancelled_rounds import seen_in
from scoring.services.sheets.cancelled_rounds import cancel_round, restore_round
from scoring.services.sheets.results import differences
from scoring.services.sheets.sheets import tell_if_round_is_closed
from tests.factories import NOW, TournamentFactory
from tests.scoring.sheets import EST, garde, record, seated
from tournaments.labels import TournamentState
from tournaments.models import Account, BoardResult, Club, Round, Table, Tournament
from tournaments.services.boards import hide_boards_from
from tournaments.services.evening.tournaments import finish

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(club: Club, the_organiser: Account) -> Tournament:
    """A duplicate of three rounds of one board at one table, each written and none closed."""
    event = TournamentFactory(
        club=club, compared_by="mean", void_donnes_count=True, donnes_per_round=3, rounds_planned=4,
        state=TournamentState.RUNNING,
    )  # fmt: skip
    for number in (1, 2, 3):
        (table,) = seated(event, round_number=number)
        Table.objects.filter(pk=table.pk).update(first_board=number, last_board=number)
        table.refresh_from_db()
        record(table, number, the_organiser, garde(taker=EST))
    return event


def close(event: Tournament, number: int) -> int:
    """Close the sheets of a round, and return how many rounds are free then."""
    Table.objects.filter(round__tournament=event, round__number=number).update(closed_at=NOW)
    event.refresh_from_db()
    tell_if_round_is_closed(event.rounds.get(number=number), tournament=event, at=NOW)
    return free(event)


def free(event: Tournament) -> int:
    return Tournament.objects.get(pk=event.pk).free_rounds


def cancelled(event: Tournament, number: int, by: Account) -> Round:
    round_ = event.rounds.get(number=number)
    cancel_round(tournament=event, number=number, seen=seen_in(round_), reason="mauvais étuis", by=by, at=NOW)
    return round_


def test_a_cancelled_round_that_nothing_replaces_holds_up_no_other(event: Tournament, the_organiser: Account) -> None:
    assert close(event, 1) == 1
    assert close(event, 3) == 1  # the second is still played
    cancelled(event, 2, the_organiser)
    assert free(event) == 3


def test_an_evening_that_ends_without_a_cancelled_round_hides_nothing(
    event: Tournament, the_organiser: Account
) -> None:
    close(event, 1)
    cancelled(event, 2, the_organiser)
    assert free(event) == 1
    close(event, 3)
    finish(tournament=event, by=the_organiser, at=NOW)
    assert (free(event), Tournament.objects.get().last_shown_round) == (4, None)


def test_a_round_comes_back_with_what_its_boards_brought(event: Tournament, the_organiser: Account) -> None:
    for number in (1, 2):
        close(event, number)
    before = sorted(BoardResult.objects.values_list("seat", "board", "hand", "points", "is_taker"))
    round_ = cancelled(event, 2, the_organiser)
    hide_boards_from(event, 2)  # as a round drawn in its place, which was cancelled in its turn
    assert free(event) == 1
    restore_round(tournament=event, round_=round_, reason="par erreur", by=the_organiser, at=NOW)

    assert sorted(BoardResult.objects.values_list("seat", "board", "hand", "points", "is_taker")) == before
    assert len(before) == 12
    assert free(event) == 2
    assert list(differences(Tournament.objects.get())) == []

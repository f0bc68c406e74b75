"""
No board is told to anybody who may still have to play it.

Every public address, and all that somebody else's player may open, is read twice, in two evenings that differ in what
one table made of the boards of a round that is not over. The answers must be the same to the letter; once the last
sheet of the round is closed they must not.
"""

import uuid
from collections.abc import Callable

import pytest

from scoring.labels import Outcome, PenaltyTarget
from scoring.marque import Facts
from scoring.models import PenaltyKind
from scoring.services.decisions.penalties import give_penalty
from scoring.services.sheets.sheets import close_sheet
from tests.factories import NOW
from tests.scoring.sheets import garde, record
from tests.scoring.views.test_nothing_hidden import Evening, an_evening, differing, read
from tournaments.models import Table

pytestmark = pytest.mark.django_db

# Where what became of a board is told, once nobody has still to play it.
TOLD_ONCE_FREE = {
    *("standings", "tournament", "screen", "home", "place", "tournament_image", "board", "club"),
    *("api_standings", "player_card", "two_players", "own"),
    *("team_standings", "team", "api_teams"),
}


@pytest.fixture(params=[False, True], ids=["closed", "travelling"])
def evening(request: pytest.FixtureRequest) -> Evening:
    """Two rounds of two boards; the first is over, and in the second the reader's own table is."""
    evening = an_evening(boards=2, compared_by="matchpoints", void_donnes_count=True, boards_travel=request.param)
    evening.values["number"] = Table.objects.get(pk=evening.other.pk).boards[0]
    for table in Table.objects.filter(round__number=1).order_by("number"):
        if not request.param or table.number == 1:
            finish(evening, table, garde(taker=table.number))
    finish(evening, Table.objects.get(pk=evening.own.pk), garde(taker=3))
    return evening


def finish(evening: Evening, table: Table, entry: Facts) -> None:
    """Write the second board of a table, and close its sheet."""
    record(table, table.boards[1], evening.world.arbiter, entry)
    close_sheet(table=table, by=evening.world.by, at=NOW)


def play(evening: Evening, *, taker: int, points: str, taken: int, why: str) -> None:
    """
    Do at the other table, whose sheet stays open, all that may happen to a board.

    Where boards travel, that of the first round closes: its boards are then at the reader's table.
    """
    world, other = evening.world, Table.objects.get(pk=evening.other.pk)
    if world.tournament.boards_travel:
        finish(evening, Table.objects.get(round__number=1, number=2), garde(taker=taker, points=points))
    record(other, other.boards[0], world.arbiter, garde(taker=taker, points=points), reason=why)
    is_passed = taken < -100
    record(other, other.boards[1], world.arbiter, Outcome.PASSED if is_passed else garde(taker=taker, points="41"))
    give_penalty(
        tournament=world.tournament,
        kind=PenaltyKind.objects.filter(club=None).first(),
        target=PenaltyTarget.TABLE,
        table=evening.other,
        points=taken,
        reason=why,
        key=uuid.uuid4(),
        by=world.by,
        at=NOW,
    )


PLAYS = (
    {"taker": 0, "points": "50", "taken": -10, "why": "retard de 313"},
    {"taker": 3, "points": "20", "taken": -200, "why": "bruit de 717"},
)


def test_nobody_reads_at_any_address_what_became_of_a_board_that_is_still_played(evening: Evening) -> None:
    plays: list[Callable[[], object]] = [lambda facts=facts: play(evening, **facts) for facts in PLAYS]
    one, other = (read(evening, happens) for happens in plays)
    assert sorted(differing(one, other)) == []
    assert max(status for status, _content in one.values()) < 500


def test_everybody_reads_it_once_the_last_sheet_is_closed(evening: Evening) -> None:
    def over(happens: Callable[[], object]) -> Callable[[], object]:
        return lambda: (happens(), close_sheet(table=evening.other, by=evening.world.by, at=NOW))

    plays: list[Callable[[], object]] = [lambda facts=facts: play(evening, **facts) for facts in PLAYS]
    told = differing(*(read(evening, over(happens), TOLD_ONCE_FREE) for happens in plays))
    assert {name for name, _path, _who in told} == TOLD_ONCE_FREE

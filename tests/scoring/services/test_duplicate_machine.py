"""
Any evening of duplicate: what may be done to any evening is done to one whose tables play the same boards.

The acts are those of `test_evening_machine.py`; étuis that lay turned, wrong boards and adjusted results come with
them. `tests/scoring/recounted.py` compares the lines that stand by plain counting.
"""

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import initialize, rule

from scoring.labels import Outcome, PenaltyTarget, Sanction
from tests.scoring.acts_at_tables import a_begun_world, donnes, reasons, tables, whiches
from tests.scoring.evenings import pick
from tests.scoring.machines import play_a_few, when_there_is
from tests.scoring.services.test_evening_machine import AnyEvening
from tests.scoring.sheets import facts
from tests.services.calls import World
from tournaments.labels import Keeps
from tournaments.models import FouledBoard, Table, Tournament
from tournaments.services.fouled_boards import rule_fouled, take_back_fouled
from tournaments.standings import Adjusted

BOARDS = 2  # a round


def a_begun_duplicate() -> World:
    """Return the world of a duplicate of which two rounds are drawn, two boards each."""
    world = a_begun_world()
    Tournament.objects.update(compared_by="matchpoints", void_donnes_count=True, donnes_per_round=BOARDS)
    for number in (1, 2):
        last = number * BOARDS
        Table.objects.filter(round__number=number).update(first_board=last - BOARDS + 1, last_board=last)
    return world


class AnyDuplicate(AnyEvening):
    """An evening whose tables all play the same boards."""

    @initialize(needs_confirmation=st.booleans(), closes_itself=st.booleans())
    def says(self, needs_confirmation, closes_itself) -> None:
        super().says(Keeps.DONNES, needs_confirmation, closes_itself)

    @rule(at=tables, donne=donnes, others=st.sets(tables, max_size=1), reason=reasons)
    def foul(self, at, donne, others, reason) -> None:
        """Some of the tables that play a board had other hands of it."""
        table = self.evening.table(at)
        ticked = {each.pk: each for each in (table, *map(self.evening.table, others))}
        asked = {"board": self.evening.number(table, donne), "tables": list(ticked.values()), "reason": reason}
        asked |= {"key": self.evening.key()} | self.said
        self.evening.act(lambda: rule_fouled(tournament=self.world.tournament, **asked), keyed=True)

    @when_there_is(FouledBoard)
    @rule(which=whiches, reason=reasons)
    def take_foul_back(self, which, reason) -> None:
        said = self.said
        if ruling := pick(FouledBoard.objects.all(), which):
            self.evening.act(lambda: take_back_fouled(ruling=ruling, reason=reason, **said))

    @initialize(twice=st.booleans())
    def begins(self, twice) -> None:
        super().begins(five=False, twice=twice)


@pytest.mark.django_db
def test_one_duplicate_keeps_what_must_always_hold() -> None:
    """What chance may leave out of a short run: boards at both tables, turned, fouled, adjusted."""
    duplicate = AnyDuplicate(a_begun_duplicate())
    garde, other = (facts(taker=taker, contract="garde", bouts=2, points="49") for taker in (0, 1))
    written = {"number": 1, "chair": 0, "desk": True, "stale": False, "why": "erreur"}
    given = {"chair": 0, "donne": 1, "camp": "attaque", "basis": Adjusted.ASSIGNED, "points": 0}
    steps = [
        lambda: duplicate.says(needs_confirmation=False, closes_itself=True),
        lambda: duplicate.enter(**written, at=0, entry=garde),
        lambda: duplicate.penalise(**given | {"points": -10}, at=0, upon=PenaltyTarget.CAMP, sanction=""),
        lambda: duplicate.enter(**written, at=1, entry=other, turn=3),
        lambda: duplicate.foul(at=0, donne=1, others=set(), reason="erreur"),
        lambda: duplicate.take_foul_back(which=0, reason="erreur"),
        lambda: duplicate.penalise(**given, at=1, upon=PenaltyTarget.PLAYER, sanction=Sanction.DONNE_SCORE),
        lambda: duplicate.enter(**written | {"number": 2}, at=2, entry=Outcome.PASSED),
        lambda: duplicate.set_aside(number=2, reason="erreur", really=True),
        lambda: duplicate.put_back(which=0, reason="erreur"),
    ]
    try:
        for step in steps:
            before = duplicate.evening.rows
            step()
            assert duplicate.evening.rows != before
            duplicate.all_is_recounted()
    finally:
        duplicate.teardown()


@pytest.mark.django_db
def test_a_table_that_stopped_and_whose_board_is_taken_off_may_play_any_of_its_boards() -> None:
    """It stops after so many boards, not after one by its number."""
    duplicate = AnyDuplicate(a_begun_duplicate())
    garde = facts(taker=0, contract="garde", bouts=2, points="49")
    try:
        duplicate.says(needs_confirmation=False, closes_itself=False)
        duplicate.enter(number=2, chair=0, desk=True, stale=False, why="erreur", at=1, entry=garde)
        duplicate.stop(at=1, reason="erreur")
        duplicate.all_is_recounted()
        duplicate.empty(reason="erreur", which=0)
        duplicate.all_is_recounted()
        assert Table.objects.get(pk=duplicate.evening.table(1).pk).stopped_after == 1
    finally:
        duplicate.teardown()


@pytest.mark.slow
@pytest.mark.django_db
def test_any_duplicate_keeps_what_must_always_hold() -> None:
    world = a_begun_duplicate()
    play_a_few(lambda: AnyDuplicate(world))

"""
Any evening of duplicate: what may be done to any evening is done to one whose tables play the same boards.

The acts are those of `test_evening_machine.py`; étuis that lay turned, wrong boards and adjusted results come with
them. `tests/scoring/recounted.py` compares the lines that stand by plain counting.
"""

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import initialize

from tests.scoring.acts_at_tables import a_begun_world
from tests.scoring.machines import play_a_few
from tests.scoring.services.test_evening_machine import AnyEvening
from tests.services.calls import World
from tournaments.labels import Keeps
from tournaments.models import Table, Tournament

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

    @initialize(twice=st.booleans())
    def begins(self, twice) -> None:
        super().begins(five=False, twice=twice)


@pytest.mark.slow
@pytest.mark.django_db
def test_any_duplicate_keeps_what_must_always_hold() -> None:
    world = a_begun_duplicate()
    play_a_few(lambda: AnyDuplicate(world))

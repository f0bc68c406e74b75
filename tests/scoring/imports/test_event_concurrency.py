"""One event, taken back by several at once."""

import pytest

from scoring.imports.event_files import event_file
from scoring.imports.events import load_event
from tests.concurrency import at_once, codes
from tests.factories import NOW
from tests.services.calls import a_world

pytestmark = pytest.mark.django_db(transaction=True)


def test_one_file_taken_back_three_times_at_once_is_one_event() -> None:
    world = a_world()
    content = event_file(world.tournament, at=NOW)

    answers = at_once(*[lambda: load_event(club=world.club, content=content, name="Copie", by=None, at=NOW)] * 3)

    assert codes(answers) == ["tournament_exists"] * 2
    assert (world.club.tournaments.count(), world.club.known.count()) == (2, 8)

"""What happens at the tables and is told to other sites: a position closed, a ranking released, an event corrected."""

import json

import pytest

from scoring.services.sheets.rounds_of_sheets import close_complete_sheets
from scoring.services.sheets.sheets import close_sheet, reopen_sheet
from tests.factories import NOW
from tests.scoring.sheets import corrected_after_end, garde, record
from tests.services.calls import World, a_world
from tests.tournaments.services.clubs.test_webhooks import sent, told
from tournaments.labels import Publication
from tournaments.models import Player, Tournament
from tournaments.services.evening.states import hold_back_ranking, release_ranking
from tournaments.services.evening.tournaments import finish

pytestmark = pytest.mark.django_db


@pytest.fixture
def world() -> World:
    """Two tables that have all their donnes; another site is told everything."""
    found = a_world()
    told(found.club, *Publication)
    for table in found.tables():
        record(table, 1, found.arbiter)
    return found


def events() -> list[tuple[str, list[int] | None]]:
    return [(body["event"], body.get("rounds")) for body in sent()]


def test_a_position_is_told_when_its_last_sheet_closes_and_each_time_it_does(world: World) -> None:
    first, last = world.tournament.rounds.get().tables.order_by("number")
    close_sheet(table=first, by=world.arbiter, at=NOW)
    assert events() == []
    for _twice in range(2):
        close_sheet(table=last, by=world.arbiter, at=NOW)
    assert events() == [("round_closed", [1])]
    reopen_sheet(table=last, reason="erreur", by=world.arbiter, at=NOW)
    close_sheet(table=last, by=world.arbiter, at=NOW)
    assert events() == [("round_closed", [1])] * 2
    assert not any(player.last_name in json.dumps(sent()) for player in Player.objects.all())


@pytest.mark.parametrize(("numbers", "expected"), [([1], []), ([1, 2], [("round_closed", [1])])])
def test_so_it_is_when_they_are_closed_in_one_go(world: World, numbers: list[int], expected: list[object]) -> None:
    for _twice in range(2):
        close_complete_sheets(tournament=world.tournament, round_number=1, numbers=numbers, by=world.arbiter, at=NOW)
    assert events() == expected


def test_a_release_is_told_once_and_what_is_held_back_is_not(world: World) -> None:
    Tournament.objects.filter(pk=world.tournament.pk).update(hidden_rounds=1)
    for _twice in range(2):
        release_ranking(tournament=world.tournament, by=None, at=NOW)
    hold_back_ranking(tournament=world.tournament, by=None, at=NOW)
    assert events() == [("standings_released", None)]


def test_a_correction_after_the_end_is_told_once_it_is_over_again(world: World) -> None:
    table = world.tournament.rounds.get().tables.first()
    assert table is not None
    close_complete_sheets(tournament=world.tournament, round_number=1, numbers=[1, 2], by=world.arbiter, at=NOW)
    finish(tournament=world.tournament, by=world.by, at=NOW)
    corrected_after_end(table, world.by, lambda: record(table, 1, world.by, garde(points="50")))
    assert [event for event, _rounds in events()] == ["round_closed", "tournament_finished", "tournament_corrected"]
    assert sent()[-1]["tournament"]["state"] == "termine"
    assert "mal lue" not in json.dumps(sent())  # a reason may name somebody

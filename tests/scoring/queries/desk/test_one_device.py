"""One device that took the chairs of a table and confirmed what it wrote is told to the arbiter; nobody else is."""

import uuid
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.models import Phone, SheetLine
from scoring.queries.desk.console import WHOLE
from scoring.queries.desk.desk import overview
from scoring.queries.desk.one_device import AT_ONCE, FEW, seem_one_device
from scoring.services.sheets.confirmations import confirm_line
from scoring.services.sheets.phones import come_in, take_seat
from tests.factories import NOW, TournamentFactory, arbiter, logged_in
from tests.scoring.sheets import EST, NORD, OUEST, SUD, record, seat, seated
from tests.scoring.views.tables import read
from tournaments.labels import TournamentState
from tournaments.models import Table

pytestmark = pytest.mark.django_db

HALL = "203.0.113.7"
SLOWLY = AT_ONCE + timedelta(seconds=1)


@pytest.fixture
def tables() -> list[Table]:
    tournament = TournamentFactory(state=TournamentState.RUNNING, donnes_per_round=FEW, needs_confirmation=True)
    return seated(tournament, tables=2)


def phones(table: Table, addresses: list[str], *, apart: timedelta = timedelta(0)) -> list[Phone]:
    """Return the phones of a table, one for each chair, the next one so much later than the one before."""
    found = []
    for chair, address in enumerate(addresses):
        phone = come_in(table=table, key=uuid.uuid4(), at=NOW + chair * apart, address=address)
        take_seat(phone=phone, seat=seat(table, chair))
        found.append(phone)
    return found


def play(there: list[Phone], *, later: timedelta, donnes: int = FEW) -> None:
    """Have the taker's phone write the donnes, and that of a defender confirm each so much later."""
    for number in range(1, donnes + 1):
        line = record(there[SUD].table, number, there[SUD])
        confirm_line(line=line, seat=there[EST].seat, by=there[EST], at=NOW + later)


def marked(tables: list[Table]) -> list[bool]:
    found = seem_one_device(tables[0].round)
    assert {
        view.number for view in overview(tables[0].round.of_tournament, tables[0].round).tables if view.one_device
    } == {table.number for table in tables if table.pk in found}
    return [table.pk in found for table in tables]


def test_an_address_that_no_other_table_has_is_told_however_slow_it_is(tables: list[Table]) -> None:
    play(phones(tables[0], ["192.0.2.1"] * 4, apart=SLOWLY), later=SLOWLY)
    assert marked(tables) == [False, False]  # nobody is elsewhere: the hall may have one address
    play(phones(tables[1], ["192.0.2.2", "192.0.2.3", "192.0.2.4", "192.0.2.5"]), later=timedelta(0))
    assert marked(tables) == [True, False]


def test_in_a_hall_of_one_address_who_is_quicker_than_four_people_is_told(tables: list[Table]) -> None:
    play(phones(tables[0], [HALL] * 4), later=timedelta(seconds=1))
    play(phones(tables[1], [HALL] * 4, apart=SLOWLY), later=SLOWLY)
    assert marked(tables) == [True, False]


@pytest.mark.parametrize(
    ("chairs", "apart", "later", "donnes"),
    [
        (4, timedelta(0), SLOWLY, FEW),  # four scan at the same time, and read what they confirm
        (4, SLOWLY, timedelta(0), FEW),
        (2, timedelta(0), timedelta(0), FEW),  # two phones for four people
        (4, timedelta(0), timedelta(0), FEW - 1),
    ],
)
def test_in_such_a_hall_people_are_not(
    tables: list[Table], chairs: int, apart: timedelta, later: timedelta, donnes: int
) -> None:
    phones(tables[1], [HALL])
    play(phones(tables[0], [HALL] * chairs, apart=apart), later=later, donnes=donnes)
    assert marked(tables) == [False, False]


def test_one_confirmation_from_elsewhere_is_enough_and_so_is_one_that_waits(tables: list[Table]) -> None:
    phones(tables[1], ["192.0.2.9"])
    there = phones(tables[0], ["192.0.2.1"] * 3 + ["192.0.2.2"])
    play(there, later=timedelta(0), donnes=2)
    line = record(tables[0], 3, there[SUD])
    assert marked(tables) == [False, False]
    confirm_line(line=line, seat=there[NORD].seat, by=there[NORD], at=NOW)
    assert marked(tables) == [False, False]


def test_a_phone_that_goes_round_is_told_as_one_phone(tables: list[Table]) -> None:
    phones(tables[1], ["192.0.2.9"])
    (phone,) = phones(tables[0], ["192.0.2.1"])
    line = record(tables[0], 1, phone)
    confirm_line(line=line, seat=seat(tables[0], OUEST), by=phone, at=NOW)
    assert marked(tables) == [False, False]


def test_phones_of_before_have_no_origin_and_are_never_told(tables: list[Table]) -> None:
    play(phones(tables[0], [""] * 4), later=timedelta(0))
    assert marked(tables) == [False, False]


def test_it_costs_two_queries_whatever_the_hall_and_says_no_address(tables: list[Table]) -> None:
    play(phones(tables[0], [HALL] * 4), later=timedelta(0))
    with CaptureQueriesContext(connection) as asked:
        assert seem_one_device(tables[0].round)
    assert len(asked) == 2
    other = TournamentFactory(state=TournamentState.RUNNING)
    (elsewhere,) = phones(seated(other)[0], [HALL])
    origins = set(Phone.objects.values_list("origin", flat=True))
    assert len(origins) == 2  # nobody follows an address from evening to evening
    assert elsewhere.origin in origins


def test_the_arbiter_reads_it_at_the_desk_and_on_the_sheet(tables: list[Table]) -> None:
    play(phones(tables[0], [HALL] * 4), later=timedelta(0))
    desk = logged_in(arbiter(tables[0].round.of_tournament.club))
    place = [tables[0].round.tournament_id, 1]
    assert read(desk.get(reverse("desk_round", args=place))).count("un seul appareil ?") == 1
    told = "depuis un seul appareil. Demandez à la table qui a confirmé."
    assert [told in read(desk.get(reverse("sheet", args=[*place, table.number]))) for table in tables] == [True, False]
    assert SheetLine.objects.filter(current=True).count() == FEW


def test_in_a_large_hall_it_stands_on_the_small_tile(the_hall: list[Table]) -> None:
    play(phones(the_hall[0], [HALL] * 4), later=timedelta(0))
    desk = logged_in(arbiter(the_hall[0].round.of_tournament.club))
    text = read(desk.get(reverse("desk_round", args=[the_hall[0].round.tournament_id, 1])))
    assert text.count("à clore · un seul appareil ?") == 1


@pytest.fixture
def the_hall() -> list[Table]:
    tournament = TournamentFactory(state=TournamentState.RUNNING, donnes_per_round=FEW, needs_confirmation=True)
    return seated(tournament, tables=WHOLE + 1)

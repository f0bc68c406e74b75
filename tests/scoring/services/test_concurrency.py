"""Several arbiters at once: nobody's donne is lost, and nobody's overwrites another's."""

import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connections
from django.db.models import Sum

from scoring.models import SheetLine
from scoring.queries.sheets import Entry
from scoring.services.sheets import record_donne
from tests.factories import NOW, ClubFactory, TournamentFactory, arbiter, field
from tournaments.models import Account, Round, Seat, SeatResult, Table, Tournament
from tournaments.refusals import Refusal

pytestmark = pytest.mark.django_db(transaction=True)

GARDE = Entry(taker=0, contract="garde", bouts=2, points="46")


@pytest.fixture
def tables() -> list[Table]:
    tournament = TournamentFactory(club=ClubFactory(), donnes_per_round=4)
    registrations = field(tournament, 16)
    round_ = Round.objects.create(tournament=tournament, number=1, published_at=NOW)
    tables = [Table.objects.create(round=round_, number=number) for number in range(1, 5)]
    for index, registration in enumerate(registrations):
        Seat.objects.create(round=round_, table=tables[index // 4], position=index % 4, registration=registration)
    return list(Table.objects.select_related("round__tournament"))


def at_once(*calls: Callable[[], object]) -> list[object]:
    """Run the calls in as many threads, started together; a refusal is an answer like another."""
    barrier = Barrier(len(calls))

    def run(call: Callable[[], object]) -> object:
        barrier.wait()
        try:
            return call()
        except Refusal as refusal:
            return refusal
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(calls)) as threads:
        return list(threads.map(run, calls))


def record(table: Table, number: int, by: Account, key: uuid.UUID | None = None) -> object:
    return record_donne(table=table, number=number, entry=GARDE, key=key or uuid.uuid4(), replaces=None, by=by, at=NOW)


def test_sixteen_donnes_saved_at_once_are_all_there(tables: list[Table]) -> None:
    by = arbiter(tables[0].round.tournament.club)
    answers = at_once(
        *[lambda table=table, number=number: record(table, number, by) for table in tables for number in range(1, 5)]
    )
    assert all(isinstance(answer, SheetLine) for answer in answers), answers
    assert SheetLine.objects.filter(current=True).count() == 16
    assert SeatResult.objects.aggregate(total=Sum("points"))["total"] == 0
    assert set(SeatResult.objects.filter(seat__position=0).values_list("points", "donnes")) == {(4 * 180, 4)}
    assert Tournament.objects.get().revision == 17


def test_two_arbiters_who_save_the_same_donne_get_one_line_and_one_refusal(tables: list[Table]) -> None:
    by = arbiter(tables[0].round.tournament.club)
    answers = at_once(*[lambda: record(tables[0], 1, by)] * 2)
    refusals = [answer for answer in answers if isinstance(answer, Refusal)]
    assert [refusal.code for refusal in refusals] == ["stale_line"]
    assert SheetLine.objects.count() == 1


def test_one_form_sent_twice_at_once_writes_one_line(tables: list[Table]) -> None:
    by, key = arbiter(tables[0].round.tournament.club), uuid.uuid4()
    answers = at_once(*[lambda: record(tables[0], 1, by, key)] * 3)
    assert len({answer.pk for answer in answers if isinstance(answer, SheetLine)}) == 1
    assert SheetLine.objects.count() == 1
    assert Tournament.objects.get().revision == 2

"""What entering a donne costs: the statements of each request, on either database, whatever the size of its sheet."""

import uuid

import pytest
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.models import PenaltyShare, SheetLine
from tests.factories import rewrite
from tests.scoring.sheets import a_penalty, chelem_called, record, seated, with_boards
from tournaments.models import Account, Table, Tournament

pytestmark = pytest.mark.django_db(transaction=True)

TYPED = {"outcome": "jouee", "taker": "0", "contract": "garde", "bouts": "2", "points": "49", "replaces": ""}
REASON = {"reason": "mal recopiée"}


class Desk:
    """An arbiter at one table: what he asks and sends, answered with what it cost."""

    def __init__(self, client: Client, table: Table) -> None:
        self.client, self.table = client, table
        self.statements: list[str] = []

    def opens(self, page: str, *number: int) -> tuple[int, int]:
        return self._cost(lambda: self.client.get(self._at(page, *number)))

    def sends(self, number: int, page: str = "donne", **changes: object) -> tuple[int, int]:
        form = TYPED | {"key": str(uuid.uuid4())} | changes
        return self._cost(lambda: self.client.post(self._at(page, number), form))

    def corrects(self, line: SheetLine, **changes: object) -> tuple[int, int]:
        return self.sends(line.number, replaces=str(line.pk), **REASON | changes)

    def _at(self, page: str, *number: int) -> str:
        return reverse(page, args=[self.table.round.tournament_id, self.table.round.number, self.table.number, *number])

    def _cost(self, ask) -> tuple[int, int]:
        with CaptureQueriesContext(connection) as asked:
            answer = ask()
        self.statements = [query["sql"] for query in asked.captured_queries]
        return answer.status_code, len(asked)


@pytest.fixture
def desk(tournament: Tournament, as_arbiter: Client) -> Desk:
    rewrite(tournament, donnes_per_round=40)
    desk = Desk(as_arbiter, seated(tournament, tables=2)[0])
    desk.opens("donne", 1)  # what a process reads once is read
    return desk


@pytest.mark.parametrize("lines", [0, 30])
def test_each_request_asks_as_much_whatever_stands_on_the_sheet(desk: Desk, the_arbiter: Account, lines: int) -> None:
    for number in range(1, lines + 1):
        record(desk.table, number, the_arbiter)

    assert desk.opens("donne", lines + 1) == (200, 7)
    assert desk.sends(lines + 1, "donne_preview") == (200, 7)
    assert desk.sends(lines + 1) == (303, 14)
    assert desk.opens("donne", lines + 2) == (200, 7)
    assert desk.opens("sheet") == (200, 15)
    line = desk.table.lines.get(number=lines + 1)
    assert desk.opens("donne", line.number) == (200, 7)
    assert desk.corrects(line, points="46") == (303, 15)
    assert desk.sends(lines + 2, points="") == (422, 12)
    assert desk.sends(lines + 1, points="50") == (422, 23)  # by now another line stands there: who moves
    assert desk.sends(lines + 2, outcome="") == (422, 7)  # not to be read: nothing is locked


def test_a_donne_is_saved_in_one_transaction_and_the_session_is_left_alone(desk: Desk) -> None:
    session = Session.objects.get().session_data
    for number in range(1, 31):  # the messages of thirty donnes, and no page that shows them
        assert desk.sends(number) == (303, 14)
        assert [sql for sql in desk.statements if sql.startswith(("BEGIN", "COMMIT", "SAVEPOINT"))] == [
            next(sql for sql in desk.statements if sql.startswith("BEGIN")),
            "COMMIT",
        ]
        assert not any("django_session" in sql and not sql.startswith("SELECT") for sql in desk.statements)
    assert Session.objects.get().session_data == session
    cookie = desk.client.cookies["messages"]
    assert (cookie["httponly"], cookie["samesite"], len(cookie.value) < 2048) == (True, "Lax", True)


def test_what_an_arbiter_tied_to_a_donne_is_read_where_there_is_some(desk: Desk, the_arbiter: Account) -> None:
    chelem_called(desk.table, the_arbiter, number=1)

    assert desk.sends(1, points="80", chelem_announced="on") == (303, 16)  # the call, and what became of it
    assert desk.sends(2) == (303, 15)  # the table has a call
    camp = {"target": "camp", "table": desk.table, "donne": 2, "camp": "attaque"}
    a_penalty(desk.table.round.of_tournament, the_arbiter, **camp)
    line = desk.table.lines.get(number=2)
    assert desk.corrects(line, taker="1") == (303, 25)  # it falls on another camp
    shares = PenaltyShare.objects.values_list("registration", "points")
    assert list(shares) == [(desk.table.seats.get(chair=1).registration_id, -20)]


def test_a_board_costs_four_statements_more(desk: Desk, the_arbiter: Account) -> None:
    """Of what each board brought, the stored rows are asked, deleted where they stand no more, and written."""
    rewrite(desk.table.round.of_tournament, compared_by="matchpoints", void_donnes_count=True)
    with_boards([desk.table], range(41, 81))
    for number in range(42, 50):
        record(desk.table, number, the_arbiter)

    status, statements = desk.sends(41)
    assert (status, statements <= 18) == (303, True), statements
    status, statements = desk.corrects(desk.table.lines.get(number=41), points="46", turn="1")
    assert (status, statements <= 18) == (303, True), statements

"""Signing, contesting, closing and opening again, by programs."""

import uuid

import pytest

from scoring.models import Protest, Signature
from tests.factories import rewrite
from tests.scoring.api.programs import TableProgram, new_key
from tests.scoring.sheets import garde, record, seat, seated
from tournaments.models import Account, JournalEntry, Table, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(tournament: Tournament, the_arbiter: Account) -> Table:
    rewrite(tournament, donnes_per_round=1, closes_itself=True)
    table = seated(tournament, tables=2)[0]
    record(table, 1, the_arbiter)
    return table


def test_everybody_signs_what_was_read_and_the_sheet_closes_by_itself(
    program: TableProgram, table: Table, the_arbiter: Account
) -> None:
    version = program.sheet()["version"]
    signed = [program.ask("POST", "signatures/", {"chair": chair}, if_match=version).json() for chair in (0, 0, 1, 2)]
    assert signed == [{"closed": False}] * 4
    assert program.sheet()["signed"] == [0, 1, 2]
    assert program.ask("POST", "signatures/", {"chair": 3}, if_match=version).json() == {"closed": True}
    assert program.sheet()["closed"] is True
    entry = JournalEntry.objects.filter(action="feuille signée").order_by("pk")[0]
    assert (entry.by, entry.details) == (the_arbiter, {"by": seat(table, 0).registration.player.full_name})
    assert JournalEntry.objects.filter(action="feuille signée").count() == Signature.objects.count() == 4


def test_a_sheet_that_changed_since_it_was_read_is_neither_signed_nor_closed(
    program: TableProgram, table: Table, the_arbiter: Account
) -> None:
    version = program.sheet()["version"]
    record(table, 1, the_arbiter, garde(points="50"))
    for what, body in (("signatures/", {"chair": 0}), ("close/", None)):
        assert program.ask("POST", what, body).status_code == 428
        stale = program.ask("POST", what, body, if_match=version)
        assert (stale.status_code, stale.json()["code"]) == (412, "stale_sheet")
    assert Signature.objects.count() == 0
    assert Table.objects.get(pk=table.pk).closed_at is None


def test_a_sheet_is_closed_and_opened_again_with_a_reason(program: TableProgram) -> None:
    version = program.sheet()["version"]
    assert [program.ask("POST", "close/", if_match=version).json() for _time in "12"] == [{"closed": True}] * 2
    without = program.ask("POST", "reopen/", {"reason": " "})
    assert (without.status_code, sorted(without.json()["fields"])) == (422, ["reason"])
    assert [program.ask("POST", "reopen/", {"reason": "recompte"}).json() for _time in "12"] == [{"closed": False}] * 2
    assert list(JournalEntry.objects.filter(action="feuille rouverte").values_list("reason", flat=True)) == ["recompte"]


def test_a_protest_is_one_however_often_it_is_sent_and_its_key_says_nothing_else(program: TableProgram) -> None:
    key = new_key()
    body = {"about": "donne", "donne": 1, "chair": 2, "reason": "le petit était au bout"}
    first, again = (program.ask("POST", "protests/", body, **key) for _time in "12")
    assert (first.status_code, first.json()) == (again.status_code, again.json())
    protest = Protest.objects.get()
    assert (protest.number, protest.phone, protest.by_name) == (1, None, protest.seat.registration.player.full_name)
    other = program.ask("POST", "protests/", body | {"reason": "autre chose"}, **key)
    assert (other.status_code, other.json()["code"]) == (409, "stale_protest")
    which = program.ask("POST", "protests/", {"about": "donne", "reason": "x"}, idempotency_key=str(uuid.uuid4()))
    assert (which.status_code, sorted(which.json()["fields"])) == (422, ["donne"])
    assert Protest.objects.count() == 1

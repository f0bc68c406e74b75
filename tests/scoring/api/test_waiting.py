"""What waits for an arbiter, by programs: calls, protests, donnes in two versions."""

import uuid

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoring.models import ArbiterCall, Conflict, Phone, Protest, SheetLine
from scoring.services.sheets.conflicts import keep_beside
from scoring.services.sheets.donnes import SentDonne
from scoring.services.sheets.phones import come_in
from scoring.services.sheets.sheets import close_sheet
from tests.factories import NOW, rewrite
from tests.scoring.api.programs import GARDE, TableProgram, new_key
from tests.scoring.sheets import garde, record, results, seated
from tournaments.labels import Scope
from tournaments.models import Account, Table, Tournament
from tournaments.refusals import Refusal

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(tournament: Tournament, the_arbiter: Account) -> Table:
    rewrite(tournament, donnes_per_round=2)
    table = seated(tournament, tables=2)[0]
    record(table, 1, the_arbiter)
    return table


def a_conflict(table: Table, points: str = "51") -> Conflict:
    phone = Phone.objects.filter(table=table).first() or come_in(table=table, key=uuid.uuid4(), at=NOW)
    stale = Refusal("déjà saisie", code="stale_line")
    sent = SentDonne(table, 1, garde(points=points), uuid.uuid4(), phone, NOW)
    beside = keep_beside(sent, refusal=stale)
    assert isinstance(beside, Conflict)
    return beside


def test_a_call_is_made_gone_to_and_settled(program: TableProgram, the_arbiter: Account) -> None:
    key, body = new_key(), {"about": "chelem", "donne": 2, "chair": 1}
    first, again = (program.ask("POST", "arbiter-calls/", body, **key) for _time in "12")
    assert (first.status_code, first.json()) == (200, again.json())
    call = ArbiterCall.objects.get()
    assert (call.phone, call.by_name, call.number) == (None, str(the_arbiter), 2)
    other = program.ask("POST", "arbiter-calls/", {"about": "faute"}, **new_key())
    assert (other.status_code, other.json()["code"]) == (409, "arbiter_called")
    for said in ({"donne": 1}, {"chair": 2}, {"reason": "deux fois"}, {"about": "garde"}):
        used = program.ask("POST", "arbiter-calls/", body | said, **key)
        assert (used.status_code, used.json()["code"]) == (409, "stale_call")
        assert "formulaire" not in used.json()["message"]
    lost = program.ask("POST", "arbiter-calls/", {"about": "faute", "donne": 2, "chair": 0}, **new_key())
    assert (lost.status_code, sorted(lost.json()["fields"])) == (422, ["chair", "donne"])
    wordless = program.ask("POST", "arbiter-calls/", {"about": "autre"})
    assert (wordless.status_code, sorted(wordless.json()["fields"])) == (422, ["Idempotency-Key"])
    (waiting,) = program.ask("GET", "arbiter-calls/", of_tournament=True).json()
    assert (waiting["round"], waiting["table"], waiting["donne"], waiting["coming"]) == (1, 1, 2, "")
    place = f"arbiter-calls/{call.pk}/"
    assert program.ask("POST", f"{place}go/", of_tournament=True).json()["coming"] == str(the_arbiter)
    for note in ("expliqué", "autre mot"):
        settled = program.ask("POST", f"{place}settle/", {"answer": note}, of_tournament=True).json()
        assert settled["answer"] == "expliqué"
    late = program.ask("POST", f"{place}go/", of_tournament=True)
    assert (late.status_code, late.json()["code"]) == (409, "call_settled")
    assert program.ask("GET", "arbiter-calls/", of_tournament=True).json() == []


def test_a_protest_is_answered_once(program: TableProgram) -> None:
    program.ask("POST", "protests/", {"about": "feuille", "reason": "total faux"}, **new_key())
    protest = Protest.objects.get()
    place, body = f"protests/{protest.pk}/answer/", {"answer": "recompté : juste", "upheld": False}
    assert program.ask("POST", place, {"answer": "oui"}, of_tournament=True).status_code == 422
    for _time in "12":
        assert program.ask("POST", place, body, of_tournament=True).json()["answer"] == "recompté : juste"
    other = program.ask("POST", place, body | {"upheld": True}, of_tournament=True)
    assert (other.status_code, other.json()["code"]) == (409, "protest_answered")
    (told,) = program.ask("GET", "protests/", of_tournament=True).json()
    assert (told["reason"], told["upheld"], told["donne"]) == ("total faux", False, None)


def test_a_donne_found_wrong_is_corrected_once_on_its_closed_sheet(
    program: TableProgram, table: Table, the_arbiter: Account
) -> None:
    line = record(table, 2, the_arbiter)
    closed_at = timezone.now()  # it is contested for some minutes
    close_sheet(table=table, by=the_arbiter, at=closed_at)
    program.ask("POST", "protests/", {"about": "donne", "donne": 2, "reason": "40"}, **new_key())
    place = f"protests/{Protest.objects.get().pk}/answer/"
    correction = GARDE | {"points": 40, "reason": "recompté"}
    assert program.donne(2, correction, if_match=f'"{line.pk}"').json()["code"] == "sheet_closed"
    program.ask("POST", place, {"answer": "recompté", "upheld": True}, of_tournament=True)
    saved = program.donne(2, correction, if_match=f'"{line.pk}"')
    assert (saved.status_code, saved.json()["state"]) == (200, "saved")
    again = program.donne(2, correction, if_match=saved["ETag"])
    assert (again.status_code, again.json()["code"]) == (403, "sheet_closed")
    assert Table.objects.get(pk=table.pk).closed_at > closed_at


def test_a_donne_in_two_versions_is_settled_as_it_was_read(program: TableProgram, table: Table) -> None:
    conflict, line = a_conflict(table), SheetLine.objects.get()
    (told,) = program.ask("GET", "versions/", of_tournament=True).json()
    assert (told["line"]["points"], told["other"]["points"], told["other"]["id"]) == (49, 51, None)
    place, body = f"versions/{conflict.pk}/settle/", {"kept": "autre", "reason": "vu avec la table"}
    assert program.ask("POST", place, body, of_tournament=True).status_code == 428
    odd = program.ask("POST", place, body, of_tournament=True, if_match="²")
    assert (odd.status_code, sorted(odd.json()["fields"])) == (422, ["If-Match"])
    stale = program.ask("POST", place, body, of_tournament=True, if_match=str(line.pk + 1))
    assert (stale.status_code, stale.json()["code"]) == (409, "stale_line")
    assert stale.json()["versions"]["line"]["id"] == line.pk
    for _time in "12":
        done = program.ask("POST", place, body, of_tournament=True, if_match=str(line.pk))
        assert (done.status_code, done.json()["kept"]) == (200, "autre")
    assert results(table) == [210, -70, -70, -70]
    assert SheetLine.objects.count() == 2
    other = program.ask("POST", place, body | {"kept": "inscrite"}, of_tournament=True, if_match=str(line.pk))
    assert (other.status_code, other.json()["code"]) == (409, "conflict_settled")
    assert other.json()["versions"]["kept"] == "autre"


def test_what_is_read_costs_the_same_however_much_waits(program: TableProgram, table: Table) -> None:
    def cost() -> int:
        with CaptureQueriesContext(connection) as asked:
            program.ask("GET", "versions/", of_tournament=True)
        return len(asked)

    a_conflict(table)
    cost()  # what a process reads once is read
    with_one = cost()
    for more in (52, 53):
        a_conflict(table, points=str(more))
    assert cost() == with_one


@pytest.mark.parametrize(
    ("method", "what"),
    [
        ("POST", "arbiter-calls/{call}/go/"),
        ("POST", "arbiter-calls/{call}/settle/"),
        ("POST", "protests/{protest}/answer/"),
        ("POST", "versions/{conflict}/settle/"),
    ],
)
def test_nothing_is_settled_by_a_token_that_only_reads_or_in_another_tournament(
    table: Table, program: TableProgram, the_arbiter: Account, method: str, what: str
) -> None:
    program.ask("POST", "arbiter-calls/", {"about": "faute"}, **new_key())
    program.ask("POST", "protests/", {"about": "feuille", "reason": "total faux"}, **new_key())
    ids = {"call": ArbiterCall.objects.get().pk, "protest": Protest.objects.get().pk, "conflict": a_conflict(table).pk}
    reads = TableProgram.of(table, the_arbiter, scopes=[Scope.READ])
    refused = reads.ask(method, what.format(**ids), {}, of_tournament=True)
    assert (refused.status_code, refused.json()["code"]) == (403, "scope_missing")
    elsewhere = what.format(**{name: pk + 1000 for name, pk in ids.items()})
    assert program.ask(method, elsewhere, {}, of_tournament=True).status_code == 404

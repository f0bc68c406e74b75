"""Chelem calls and penalties, given and cancelled by programs."""

from typing import Any

import pytest

from scoring.models import ChelemCall, Penalty, PenaltyKind, SheetLine
from tests.scoring.api.programs import GARDE, TableProgram, new_key
from tests.scoring.sheets import record, seated
from tournaments.labels import Scope
from tournaments.models import Account, JournalEntry, Registration, Table, Tournament

pytestmark = pytest.mark.django_db
CALL = {"donne": 1, "chair": 1, "announced": "avant_carte"}


def test_a_call_waits_for_its_donne_which_has_to_agree_and_is_taken_back(program: TableProgram) -> None:
    key = new_key()
    first, again = (program.ask("POST", "chelem-calls/", CALL, **key) for _time in "12")
    assert (first.status_code, first.json()) == (again.status_code, again.json())
    assert first.json() == {
        "id": ChelemCall.objects.get().pk,
        "donne": 1,
        "chair": 1,
        "announced": "avant_carte",
        "outcome": "en_attente",
        "cancelled_at": None,
    }
    other = program.ask("POST", "chelem-calls/", CALL | {"announced": "tardif"}, **key)
    assert (other.status_code, other.json()["code"]) == (409, "call_exists")
    against = program.donne(1, GARDE, if_none_match="*")
    assert (against.status_code, against.json()["code"]) == (409, "chelem_called")

    cancel = f"chelem-calls/{first.json()['id']}/cancel/"
    assert program.ask("POST", cancel, {}, of_tournament=True).status_code == 422
    answers = [program.ask("POST", cancel, {"reason": "mal entendu"}, of_tournament=True) for _time in "12"]
    assert answers[0].json()["cancelled_at"] is not None
    assert answers[0].json() == answers[1].json()
    assert JournalEntry.objects.filter(action="appel de chelem annulé").count() == 1
    assert program.donne(1, GARDE, if_none_match="*").status_code == 200


def test_a_call_by_who_did_not_take_is_refused_at_the_chair(program: TableProgram, the_arbiter: Account) -> None:
    record(program.table, 1, the_arbiter)
    answer = program.ask("POST", "chelem-calls/", CALL, **new_key())
    assert (answer.status_code, answer.json()["code"], sorted(answer.json()["fields"])) == (
        422,
        "caller_is_not_taker",
        ["chair"],
    )
    assert SheetLine.objects.count() == 1


@pytest.mark.parametrize("said", [{"outcome": "reussi"}, {"excuse": "fin"}, {"petit_before_last": True}])
def test_what_became_of_a_late_call_is_refused_and_not_lost(program: TableProgram, said: dict[str, Any]) -> None:
    answer = program.ask("POST", "chelem-calls/", CALL | {"announced": "tardif"} | said, **new_key())
    assert (answer.status_code, [*answer.json()["fields"]]) == (422, [*said])
    assert ChelemCall.objects.count() == 0


def penalty(program: TableProgram, **body: Any) -> dict[str, Any]:
    number = Registration.objects.order_by("pk")[0].start_number
    fault = PenaltyKind.objects.order_by("pk")[0].code
    return {"fault": fault, "target": "joueur", "start_number": number, "points": -20, "reason": "retard"} | body


def test_a_penalty_is_given_once_listed_and_cancelled_with_a_reason(
    program: TableProgram, the_arbiter: Account
) -> None:
    faults = program.ask("GET", "faults/", of_tournament=True).json()
    assert [fault["code"] for fault in faults].count(PenaltyKind.objects.order_by("pk")[0].code) >= 1
    key = new_key()
    sent = penalty(program)
    first, again = (program.ask("POST", "penalties/", sent, of_tournament=True, **key) for _time in "12")
    assert (first.status_code, first.json()) == (again.status_code, again.json())
    given = Penalty.objects.get()
    assert (given.points, given.given_by, given.sanction) == (-20, the_arbiter, "points")
    other = program.ask("POST", "penalties/", sent | {"points": -30}, of_tournament=True, **key)
    assert (other.status_code, other.json()["code"]) == (409, "penalty_given")
    assert program.ask("GET", "penalties/", of_tournament=True).json() == [first.json()]

    cancel = f"penalties/{given.pk}/cancel/"
    assert program.ask("POST", cancel, {"reason": ""}, of_tournament=True).status_code == 422
    assert program.ask("POST", cancel, {"reason": "erreur"}, of_tournament=True).json()["cancelled_at"] is not None
    assert JournalEntry.objects.filter(action="pénalité annulée", reason="erreur").count() == 1


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"fault": "rien-de-tel"}, "fault"),
        ({"start_number": 999}, "start_number"),
        ({"table": 9, "round": 1}, "table"),
        ({"table": 1}, "table"),
        ({"points": 20}, "points"),
        ({"target": "tous"}, "target"),
        ({"round": 1}, "round"),
        ({"target": "table", "round": 1, "table": 1}, "start_number"),
        ({"camp": "attaque"}, "camp"),
        ({"basis": "epreuve"}, "basis"),
        ({"sanction": "score_ajuste", "basis": "epreuve", "assigned": 40}, "assigned"),
        ({"sanction": "score_ajuste", "basis": "epreuve", "assigned": 0}, "assigned"),
        ({"prime": "chelem"}, "prime"),
        ({"is_dealt_again": True}, "is_dealt_again"),
    ],
)
def test_a_penalty_that_names_nothing_is_refused_at_its_key(
    program: TableProgram, body: dict[str, Any], field: str
) -> None:
    answer = program.ask("POST", "penalties/", penalty(program, **body), of_tournament=True, **new_key())
    assert (answer.status_code, list(answer.json()["fields"])) == (422, [field])
    assert Penalty.objects.count() == 0


def test_what_is_of_another_tournament_is_not_there(program: TableProgram, the_arbiter: Account) -> None:
    other = seated(
        Tournament.objects.create(club=program.table.round.of_tournament.club, name="Autre", date="2026-11-20")
    )
    elsewhere = TableProgram.of(other[0], the_arbiter)
    call = program.ask("POST", "chelem-calls/", CALL, **new_key()).json()["id"]
    given = program.ask("POST", "penalties/", penalty(program), of_tournament=True, **new_key()).json()["id"]
    for what in (f"chelem-calls/{call}/cancel/", f"penalties/{given}/cancel/"):
        assert elsewhere.ask("POST", what, {"reason": "x"}, of_tournament=True).status_code == 404


def test_each_operation_asks_for_its_scope(table: Table, the_arbiter: Account) -> None:
    """A token that may do everything else may not do this."""
    reads = {"donnes/1/": Scope.RECORD, "balances/": Scope.RECORD, "sheet/": Scope.READ}
    writes = {
        "donnes/1/confirmation/": Scope.AGREE,
        "signatures/": Scope.AGREE,
        "protests/": Scope.AGREE,
        "close/": Scope.CLOSE,
        "reopen/": Scope.CLOSE,
        "chelem-calls/": Scope.RECORD,
    }
    whole = {"penalties/": Scope.PENALISE, "faults/": Scope.PENALISE}
    for scope in {*(reads | writes | whole).values()}:
        lacks = TableProgram.of(table, the_arbiter, scopes=tuple(other for other in Scope if other is not scope))
        told = {
            what: lacks.ask(method, what, of_tournament=found is whole)
            for found, method in ((reads, "GET"), (writes, "POST"), (whole, "GET"))
            for what in found
        }
        refused = {what for what, answer in told.items() if answer.status_code == 403}
        assert refused == {what for what, wanted in (reads | writes | whole).items() if wanted is scope}
        assert all(told[what].json()["code"] == "scope_missing" for what in refused)

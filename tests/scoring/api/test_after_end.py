"""A tournament that is over, corrected by a program as by the desk: by its organiser, with a reason, told in public."""

import uuid
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from scoring.labels import Kept
from scoring.models import ChelemCall, Conflict, SheetLine
from scoring.services.sheets.conflicts import keep_beside
from scoring.services.sheets.donnes import SentDonne
from scoring.services.sheets.results import differences
from tests.factories import NOW
from tests.scoring.api.programs import GARDE, NEW, TableProgram
from tests.scoring.sheets import garde, record, results, seated
from tests.scoring.views.desk.test_after_end import over
from tests.texts import NO_BREAK
from tournaments.labels import Keeps, Scope, TournamentState
from tournaments.models import Account, JournalEntry, Table, Tournament
from tournaments.refusals import Refusal

pytestmark = pytest.mark.django_db
WHY = "points mal lus"
ACT = "corrigé après la fin"


@pytest.fixture
def tables(tournament: Tournament, tables: list[Table], the_arbiter: Account) -> list[Table]:
    """Two closed sheets of a tournament that is over, with one donne on the first, corrected once."""
    record(tables[0], 1, the_arbiter)
    record(tables[0], 1, the_arbiter, garde(points="60"))
    over(tournament, tables[0])
    tournament.refresh_from_db()
    return list(Table.objects.select_related("round__tournament").order_by("number"))


@pytest.fixture
def program(tables: list[Table], the_organiser: Account) -> TableProgram:
    return TableProgram.of(tables[0], the_organiser)


def asked(program: TableProgram, method: str, what: str, body: Any, **more: Any) -> HttpResponse:
    """Ask with a new key, which operations that want none pass over."""
    return program.ask(method, what, body, **({"idempotency_key": str(uuid.uuid4())} | more))


def line() -> SheetLine:
    return SheetLine.objects.get(current=True)


def in_public(tournament: Tournament) -> str:
    return Client().get(reverse("standings", args=[tournament.pk])).content.decode().translate(NO_BREAK)


def stays_over(tournament: Tournament, *, corrections: int) -> bool:
    """Whether all is as closed as before and recounts to the same, and the public reads each reason."""
    assert Tournament.objects.get().state == TournamentState.FINISHED
    assert set(Table.objects.values_list("closed_at", flat=True)) == {NOW}
    assert list(differences(tournament)) == []
    assert list(tournament.journal.filter(action=ACT).values_list("reason", flat=True)) == [WHY] * corrections
    assert in_public(tournament).count(WHY) == corrections
    return True


def each_act(
    program: TableProgram, tournament: Tournament
) -> dict[str, tuple[str, str, dict[str, Any], dict[str, Any]]]:
    """Return what a program may do after the end: method, address, body without its reason, headers."""
    stands = {"if_match": str(line().pk)}
    first = SheetLine.objects.order_by("pk")[0]
    entry = tournament.journal.get(action="donne corrigée")
    late = {"fault": "retard", "target": "joueur", "start_number": 1, "points": -20}
    whole = {"of_tournament": True}
    return {
        "a donne corrected": ("PUT", "donnes/1/", GARDE, stands),
        "a donne that was forgotten": ("PUT", "donnes/2/", GARDE, NEW),
        "a donne moved": ("POST", "donnes/1/move/", {"table": 2, "donne": 3}, stands),
        "a donne taken off": ("POST", "donnes/1/empty/", {}, stands),
        "a version of before": ("POST", "donnes/1/restore/", {"line": first.pk}, stands),
        "an act undone": ("POST", f"journal/{entry.pk}/undo/", {}, whole),
        "a chelem call": ("POST", "chelem-calls/", {"donne": 2, "chair": 0, "announced": "avant_carte"}, {}),
        "a penalty": ("POST", "penalties/", late, whole),
    }


ACTS = [
    *("a donne corrected", "a donne that was forgotten", "a donne moved", "a donne taken off", "a version of before"),
    *("an act undone", "a chelem call", "a penalty"),
]


@pytest.mark.parametrize("act", ACTS)
def test_an_organisers_program_corrects_in_public_with_a_reason(
    act: str, tournament: Tournament, program: TableProgram, the_arbiter: Account, the_organiser: Account
) -> None:
    method, what, body, more = each_act(program, tournament)[act]
    before = (results(program.table), JournalEntry.objects.count())
    arbiters = TableProgram.of(program.table, the_arbiter)
    refused = asked(arbiters, method, what, body | {"reason": WHY}, **more)
    assert (refused.status_code, refused.json()["code"]) == (403, "tournament_finished")
    for reasonless in (body, body | {"reason": " "}):
        wordless = asked(program, method, what, reasonless, **more)
        assert (wordless.status_code, sorted(wordless.json()["fields"])) == (422, ["reason"])
    assert (results(program.table), JournalEntry.objects.count()) == before

    key = {"idempotency_key": str(uuid.uuid4())}
    answers = [program.ask(method, what, body | {"reason": WHY}, **more | key) for _time in "12"]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert answers[0].json() == answers[1].json()
    assert stays_over(tournament, corrections=1)
    told = tournament.journal.get(action=ACT)
    assert told.by == the_organiser
    assert told.device.startswith("jeton ")


def test_what_was_decided_is_cancelled_in_public_too(tournament: Tournament, program: TableProgram) -> None:
    call = {"donne": 1, "chair": 0, "announced": "avant_carte", "outcome": "chute", "reason": WHY}
    assert asked(program, "POST", "chelem-calls/", call).status_code == 200
    assert results(program.table) == [-336, 112, 112, 112]
    cancel = f"chelem-calls/{ChelemCall.objects.get().pk}/cancel/"
    assert program.ask("POST", cancel, {"reason": WHY}, of_tournament=True).status_code == 200
    assert results(program.table) == [264, -88, -88, -88]
    late = {"fault": "retard", "target": "joueur", "start_number": 1, "points": -20, "reason": WHY}
    given = asked(program, "POST", "penalties/", late, of_tournament=True).json()
    cancelled = program.ask("POST", f"penalties/{given['id']}/cancel/", {"reason": WHY}, of_tournament=True)
    assert cancelled.json()["cancelled_at"] is not None
    assert stays_over(tournament, corrections=4)


def test_balances_too(tournament: Tournament, the_organiser: Account) -> None:
    Tournament.objects.update(keeps=Keeps.TOTALS)
    table = over(tournament, seated(Tournament.objects.get())[0])
    program = TableProgram.of(table, the_organiser)
    sent = {"balances": [30, -30, 0, 0]}
    wordless = asked(program, "PUT", "balances/", sent, **NEW)
    assert (wordless.status_code, sorted(wordless.json()["fields"])) == (422, ["reason"])
    assert asked(program, "PUT", "balances/", sent | {"reason": WHY}, **NEW).status_code == 200
    assert results(table) == [30, -30, 0, 0]
    assert stays_over(tournament, corrections=1)


def test_of_two_versions_only_the_other_one_is_a_correction(
    tournament: Tournament, tables: list[Table], program: TableProgram, the_arbiter: Account
) -> None:
    refusal = Refusal("terminé", code="tournament_finished")
    for points in ("51", "52"):
        sent = SentDonne(tables[0], 1, garde(points=points), uuid.uuid4(), the_arbiter, NOW)
        keep_beside(sent, refusal=refusal)
    for conflict, kept in zip(Conflict.objects.order_by("pk"), (Kept.STANDING, Kept.OTHER), strict=True):
        what, body = f"versions/{conflict.pk}/settle/", {"kept": str(kept), "reason": WHY}
        done = program.ask("POST", what, body, of_tournament=True, if_match=str(line().pk))
        assert (done.status_code, done.json()["kept"]) == (200, str(kept))
        assert stays_over(tournament, corrections=int(kept == Kept.OTHER))
    assert line().half_points == 104


def test_what_is_stale_or_impossible_leaves_it_over(tournament: Tournament, program: TableProgram) -> None:
    sent = GARDE | {"reason": WHY}
    stale = asked(program, "PUT", "donnes/1/", sent, if_match=str(line().pk + 1))
    assert (stale.status_code, stale.json()["line"]["id"]) == (409, line().pk)
    impossible = asked(program, "PUT", "donnes/1/", sent | {"points": 95}, if_match=str(line().pk))
    assert impossible.status_code == 422
    assert stays_over(tournament, corrections=0)


def test_sheets_are_not_opened_nor_signed_after_the_end(tournament: Tournament, program: TableProgram) -> None:
    for what, body in (("reopen/", {"reason": WHY}), ("signatures/", {"chair": 0})):
        refused = program.ask("POST", what, body, if_match=program.sheet()["version"])
        assert (refused.status_code, refused.json()["code"]) == (403, "tournament_finished")
    assert stays_over(tournament, corrections=0)


def test_a_token_corrects_no_further_than_its_scope(tables: list[Table], the_organiser: Account) -> None:
    enters = TableProgram.of(tables[0], the_organiser, scopes=[Scope.RECORD])
    late = {"fault": "retard", "target": "joueur", "start_number": 1, "points": -20, "reason": WHY}
    refused = asked(enters, "POST", "penalties/", late, of_tournament=True)
    assert (refused.status_code, refused.json()["code"]) == (403, "scope_missing")


def test_a_token_of_an_arbiter_corrects_where_the_settings_say_so(
    tournament: Tournament, tables: list[Table], the_arbiter: Account
) -> None:
    late = {"fault": "retard", "target": "joueur", "start_number": 1, "points": -20, "reason": WHY}
    program = TableProgram.of(tables[0], the_arbiter)
    assert asked(program, "POST", "penalties/", late, of_tournament=True).json()["code"] == "tournament_finished"
    Tournament.objects.update(arbiters_correct_after_end=True)
    assert asked(program, "POST", "penalties/", late, of_tournament=True).status_code == 200
    assert stays_over(tournament, corrections=1)


def test_what_is_refused_anyway_is_asked_for_its_reason_first(program: TableProgram) -> None:
    stale = asked(program, "PUT", "donnes/1/", GARDE, if_match="1234567")
    assert (stale.status_code, stale.json()["code"]) == (422, "correction_without_reason")
    assert not JournalEntry.objects.filter(action=ACT).exists()

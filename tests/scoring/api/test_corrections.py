"""Donnes moved, taken off and written again, acts undone, by programs."""

import pytest

from scoring.models import Penalty, PenaltyKind, SheetLine
from scoring.services.sheets.results import differences
from tests.scoring.api.programs import GARDE, NEW, TableProgram, new_key
from tests.scoring.sheets import garde, record, results
from tournaments.labels import Scope
from tournaments.models import Account, JournalEntry, Table, Tournament

pytestmark = pytest.mark.django_db

WHY = {"reason": "saisie à la mauvaise table"}


@pytest.fixture
def tables(tables: list[Table], the_arbiter: Account) -> list[Table]:
    record(tables[0], 1, the_arbiter)
    return tables


@pytest.fixture
def program(tables: list[Table], the_arbiter: Account) -> TableProgram:
    return TableProgram.of(tables[0], the_arbiter)


def read(line: SheetLine | None) -> dict[str, str]:
    return {"if_match": f'"{line.pk}"'} if line else {"if_none_match": "*"}


def standing(table: Table) -> list[int]:
    return sorted(table.lines.filter(current=True).values_list("number", flat=True))


def test_a_donne_is_moved_once(tournament: Tournament, tables: list[Table], program: TableProgram) -> None:
    key, line = new_key(), SheetLine.objects.get()
    body = WHY | {"table": 2, "donne": 3}
    answers = [program.ask("POST", "donnes/1/move/", body, **key, **read(line)) for _time in "12"]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert answers[0].json() == answers[1].json()
    moved = answers[0].json()
    assert (moved["round"], moved["table"], moved["line"]["number"]) == (1, 2, 3)
    assert (standing(tables[0]), standing(tables[1]), results(tables[1])) == ([], [3], [198, -66, -66, -66])
    other = program.ask("POST", "donnes/1/move/", body | {"donne": 4}, **key, **read(line))
    assert (other.status_code, other.json()["code"]) == (409, "stale_line")
    assert list(differences(tournament)) == []


def test_a_place_that_is_taken_shows_both(tables: list[Table], program: TableProgram, the_arbiter: Account) -> None:
    there = record(tables[1], 3, the_arbiter, garde(points="60"))
    line = SheetLine.objects.get(table=tables[0])
    answer = program.ask("POST", "donnes/1/move/", WHY | {"table": 2, "donne": 3}, **new_key(), **read(line))
    told = answer.json()
    assert (answer.status_code, told["code"]) == (409, "place_taken")
    assert (told["line"]["id"], told["line"]["points"], told["sent"]["points"]) == (there.pk, 60, 49)


@pytest.mark.parametrize(
    ("body", "headers", "status", "field"),
    [
        (WHY | {"table": 2, "donne": 3}, {}, 428, None),
        (WHY | {"table": 2, "donne": 3}, {"if_none_match": "*"}, 428, None),
        (WHY | {"table": 2, "donne": 3}, {"if_match": "x"}, 422, "If-Match"),
        (WHY | {"table": 9, "donne": 3}, None, 422, "table"),
        (WHY | {"table": 2, "donne": 30}, None, 422, "number"),
        ({"table": 2, "donne": 3}, None, 422, "reason"),
    ],
)
def test_what_moves_nothing_says_why(program: TableProgram, body, headers, status: int, field: str | None) -> None:
    seen = read(SheetLine.objects.get()) if headers is None else headers
    answer = program.ask("POST", "donnes/1/move/", body, **new_key(), **seen)
    assert answer.status_code == status
    assert field is None or field in {**answer.json()["fields"], "number": answer.json()["message"]}
    assert SheetLine.objects.get().number == 1


def test_a_line_of_another_table_is_not_there(tables: list[Table], program: TableProgram, the_arbiter: Account) -> None:
    other = record(tables[1], 1, the_arbiter)
    for what in ("move", "empty"):
        body = WHY | ({"table": 2, "donne": 3} if what == "move" else {})
        assert program.ask("POST", f"donnes/1/{what}/", body, **new_key(), **read(other)).status_code == 404
    assert standing(tables[1]) == [1]


def test_a_donne_is_taken_off_once_and_written_again(tables: list[Table], program: TableProgram) -> None:
    line = SheetLine.objects.get()
    for _time in "12":
        answer = program.ask("POST", "donnes/1/empty/", WHY, **read(line))
        assert (answer.status_code, answer.json()) == (200, {"line": None})
    assert JournalEntry.objects.filter(action="donne vidée").count() == 1

    (told,) = program.ask("GET", "donnes/1/history/").json()
    assert (told["current"], told["line"]["id"]) == (False, line.pk)
    body, key = WHY | {"line": line.pk}, new_key()
    stale = program.ask("POST", "donnes/1/restore/", body, **new_key(), **read(line))
    assert (stale.status_code, stale.json()["line"], stale.json()["sent"]["id"]) == (409, None, line.pk)
    for _time in "12":
        again = program.ask("POST", "donnes/1/restore/", body, **key, **NEW)
        assert (again.status_code, again.json()["line"]["points"]) == (200, 49)
    assert (results(tables[0]), SheetLine.objects.count()) == ([198, -66, -66, -66], 2)


def test_who_takes_off_what_was_corrected_since_reads_what_stands(program: TableProgram) -> None:
    old = SheetLine.objects.get()
    program.donne(1, GARDE | {"reason": "mal lue"}, **read(old))
    answer = program.ask("POST", "donnes/1/empty/", WHY, **read(old))
    assert (answer.status_code, answer.json()["code"], answer.json()["line"]["points"]) == (409, "stale_line", 46)


def test_the_other_version_is_restored_over_the_one_that_was_read(program: TableProgram) -> None:
    old = SheetLine.objects.get()
    new = program.donne(1, GARDE | {"reason": "mal lue"}, **read(old)).json()["line"]["id"]
    same = program.ask("POST", "donnes/1/restore/", WHY | {"line": new}, **new_key(), if_match=str(new))
    assert (same.status_code, same.json()["code"]) == (409, "already_so")
    key = new_key()
    back = program.ask("POST", "donnes/1/restore/", WHY | {"line": old.pk}, **key, if_match=str(new))
    assert (back.status_code, back.json()["line"]["points"]) == (200, 49)
    used = program.ask("POST", "donnes/1/restore/", WHY | {"line": new}, **key, if_match=str(new))
    assert (used.status_code, used.json()["code"]) == (409, "stale_line")


def test_an_act_is_undone_from_the_journal_once(program: TableProgram, tables: list[Table]) -> None:
    acts = program.ask("GET", "journal/", of_tournament=True).json()
    assert [(act["action"], act["stands"]) for act in acts] == [("donne saisie", True)]
    place, key = f"journal/{acts[0]['id']}/undo/", new_key()
    for _time in "12":
        answer = program.ask("POST", place, WHY, of_tournament=True, **key)
        assert (answer.status_code, answer.json()) == (200, {"undone": acts[0]["id"]})
    assert standing(tables[0]) == []
    later = program.ask("POST", place, WHY, of_tournament=True, **new_key())
    assert (later.status_code, later.json()["code"]) == (409, "followed_by_another")
    last = program.ask("GET", "journal/", of_tournament=True).json()
    other = program.ask("POST", f"journal/{last[1]['id']}/undo/", WHY, of_tournament=True, **key)
    assert (other.status_code, other.json()["code"]) == (409, "stale_act")
    before = program.ask("GET", f"journal/?before={last[0]['id']}", of_tournament=True)
    assert len(before.json()) == len(last) - 1
    assert program.ask("GET", "journal/?before=", of_tournament=True).json() == last
    for wrong in ("0", "-1", "x", "٣", "9" * 19):
        refused = program.ask("GET", f"journal/?before={wrong}", of_tournament=True)
        assert (refused.status_code, list(refused.json()["fields"])) == (400, ["before"])


def test_a_token_undoes_no_more_than_it_may_do(tables: list[Table], the_arbiter: Account) -> None:
    judge = TableProgram.of(tables[0], the_arbiter)
    code = PenaltyKind.objects.order_by("pk").first().code
    asked = {"fault": code, "target": "joueur", "start_number": 1, "points": -20, "reason": "dit"}
    judge.ask("POST", "penalties/", asked, of_tournament=True, **new_key())
    entry = JournalEntry.objects.get(action="pénalité donnée")
    place = f"journal/{entry.pk}/undo/"
    clerk = TableProgram.of(tables[0], the_arbiter, scopes=[Scope.RECORD])
    refused = clerk.ask("POST", place, WHY, of_tournament=True, **new_key())
    assert (refused.status_code, refused.json()["code"]) == (403, "scope_missing")
    assert Penalty.objects.get().cancelled_at is None
    arbiter = TableProgram.of(tables[0], the_arbiter, scopes=[Scope.RECORD, Scope.PENALISE])
    assert arbiter.ask("POST", place, WHY, of_tournament=True, **new_key()).status_code == 200
    assert Penalty.objects.get().cancelled_at is not None

"""What an arbiter recorded of a chelem, and what programs write of it: before the call, after it, and undone."""

from typing import Any

import pytest
from django.http import HttpResponse

from scoring.models import ChelemCall, SheetLine
from tests.scoring.api.programs import NEW, TableProgram, new_key
from tournaments.models import Account, JournalEntry

pytestmark = pytest.mark.django_db

CALL = {"donne": 1, "chair": 1, "announced": "avant_carte"}
TAKEN = {"outcome": "jouee", "taker": 1, "contract": "garde"}
SAYING: dict[str, dict[str, Any]] = {
    "reussi": TAKEN | {"bouts": 3, "points": 91, "chelem": {"announced": True, "made": "attaque"}},
    "chute": TAKEN | {"bouts": 2, "points": 60, "chelem": {"announced": True}},
    "inflige": TAKEN | {"bouts": 0, "points": 10, "chelem": {"announced": True, "made": "defense"}},
}
WHY = {"reason": "par erreur"}


def called(program: TableProgram, outcome: str) -> HttpResponse:
    return program.ask("POST", "chelem-calls/", CALL | {"outcome": outcome}, **new_key())


def written(program: TableProgram, outcome: str, *seen: str, **version: str) -> HttpResponse:
    """Write the donne that says so, once what is odd about it was looked at; `seen` of the ruling, where it was."""
    asked = SAYING[outcome] | {"reason": "relu"}
    first = program.donne(1, asked, **version)
    odd = first.json().get("odd", [])
    confirmed = [code for code in odd if code != "chelem_against_ruling" or code in seen]
    return program.donne(1, asked | {"confirmed": confirmed}, **version) if odd else first


def ruled() -> tuple[str, str]:
    call = ChelemCall.objects.get()
    return call.outcome, call.ruling


@pytest.fixture(params=[(ruling, said) for ruling in SAYING for said in SAYING])
def both(request: pytest.FixtureRequest) -> tuple[str, str]:
    pair: tuple[str, str] = request.param
    return pair


def test_a_program_writes_what_was_ruled_and_is_asked_about_anything_else(
    program: TableProgram, the_arbiter: Account, both: tuple[str, str]
) -> None:
    ruling, said = both
    assert called(program, ruling).status_code == 200
    answer = written(program, said, **NEW)
    if ruling == said:
        assert (answer.status_code, ruled()) == (200, (said, said))
        return
    told = answer.json()
    assert (answer.status_code, told["code"], "chelem_against_ruling" in told["odd"]) == (422, "donne_to_confirm", True)
    assert (SheetLine.objects.count(), ruled()) == (0, (ruling, ruling))

    assert written(program, said, "chelem_against_ruling", **NEW).status_code == 200

    assert (ruled(), ChelemCall.objects.get().ruler) == ((said, said), str(the_arbiter))
    acts = program.ask("GET", "journal/", of_tournament=True).json()
    assert [(act["action"], act["reason"], act["chelem_before"], act["chelem_after"]) for act in acts] == [
        ("donne saisie", "relu", "", ""),
        ("issue du chelem changée", "", ruling, said),
        ("appel de chelem", "", "", ruling),
    ]


def test_a_call_after_its_donne_says_what_the_donne_says(program: TableProgram, both: tuple[str, str]) -> None:
    ruling, said = both
    assert written(program, said, **NEW).status_code == 200
    answer = called(program, ruling)
    if ruling == said:
        assert (answer.status_code, ruled()) == (200, (said, said))
    else:
        assert (answer.status_code, answer.json()["code"]) == (422, "outcome_differs")
        assert not ChelemCall.objects.exists()
    assert SheetLine.objects.count() == 1


def test_a_donne_moved_to_a_call_that_says_otherwise_is_in_conflict_with_it(
    program: TableProgram, the_arbiter: Account, both: tuple[str, str]
) -> None:
    ruling, said = both
    called(program, ruling)
    asked = SAYING[said]
    odd = program.donne(2, asked, **NEW).json()["odd"]
    line = program.donne(2, asked | {"confirmed": odd}, **NEW)
    move = WHY | {"table": 1, "donne": 1}
    answer = program.ask("POST", "donnes/2/move/", move, if_match=line.headers["ETag"], **new_key())
    if ruling == said:
        assert (answer.status_code, ruled()) == (200, (said, said))
    else:
        assert (answer.status_code, answer.json()["code"], ruled()) == (409, "chelem_ruled", (ruling, ruling))


def test_a_program_undoes_what_overruled_and_the_ruling_stands_again(program: TableProgram) -> None:
    called(program, "reussi")
    first = written(program, "reussi", **NEW)
    written(program, "chute", "chelem_against_ruling", if_match=first.headers["ETag"])
    assert ruled() == ("chute", "chute")
    entry = JournalEntry.objects.get(action="donne corrigée")

    answer = program.ask("POST", f"journal/{entry.pk}/undo/", WHY, of_tournament=True, **new_key())

    assert (answer.status_code, ruled()) == (200, ("reussi", "reussi"))
    assert SheetLine.objects.get(current=True).chelem_made == "attaque"


def test_what_was_ruled_since_is_in_conflict_with_an_undoing(program: TableProgram) -> None:
    first = written(program, "reussi", **NEW)
    written(program, "chute", if_match=first.headers["ETag"])
    called(program, "chute")
    entry = JournalEntry.objects.get(action="donne corrigée")
    answer = program.ask("POST", f"journal/{entry.pk}/undo/", WHY, of_tournament=True, **new_key())
    assert (answer.status_code, answer.json()["code"], ruled()) == (409, "chelem_ruled", ("chute", "chute"))

"""Undoing a donne that said otherwise of a chelem than an arbiter brings back the line, the ruling and whose it was."""

import uuid

import pytest

from scoring.labels import CallOutcome
from scoring.models import ChelemCall, SheetLine
from scoring.queries.table.lines import AGAINST_RULING
from scoring.services.sheets.results import differences
from scoring.services.undo.undoing import restore_version, restoring_of, undo, undoing_of
from tests.factories import NOW
from tests.refusals import refusal_of
from tests.scoring.sheets import chelem_called, garde, looked_at, record
from tests.texts import NO_BREAK
from tournaments.models import Account, JournalEntry, Table, Tournament

pytestmark = pytest.mark.django_db

MADE, FAILED, INFLICTED = CallOutcome.MADE, CallOutcome.FAILED, CallOutcome.INFLICTED
SLAM = garde(bouts=3, points="91", chelem_announced=True, chelem_made="attaque")
CHUTE = garde(points="60", chelem_announced=True)
SUFFERED = garde(bouts=0, points="10", chelem_announced=True, chelem_made="defense")


def overruled(table: Table, by: Account, entry: object) -> SheetLine:
    return record(table, 1, by, entry, confirmed=looked_at(table, entry) | {AGAINST_RULING})


def undone(action: str, by: Account) -> None:
    entry = JournalEntry.objects.filter(action=action).latest("pk")
    undo(entry=entry, key=uuid.uuid4(), reason="par erreur", by=by, at=NOW)


def stands(table: Table) -> tuple[object, ...]:
    """What the donne says, what the call says became of it, and by whose word."""
    line = table.lines.filter(current=True).first()
    call = ChelemCall.objects.get()
    assert call.outcome == call.ruling
    return line and line.chelem_made, call.ruling, call.ruler


def test_a_correction_and_its_undoing_go_and_come(
    tournament: Tournament, table: Table, the_arbiter: Account, the_organiser: Account
) -> None:
    chelem_called(table, the_arbiter, outcome=MADE)
    record(table, 1, the_arbiter, SLAM, confirmed=looked_at(table, SLAM))
    before = stands(table)
    assert before == ("attaque", MADE, str(the_arbiter))
    overruled(table, the_organiser, CHUTE)
    after = stands(table)
    assert after == ("", FAILED, str(the_organiser))

    for expected in (before, after, before):
        undone("donne corrigée", the_organiser)
        assert stands(table) == expected
    assert table.lines.get(current=True).confirmed == ["chelem_rare"]  # and not that an arbiter overruled another
    assert list(differences(tournament)) == []
    told = JournalEntry.objects.filter(action="issue du chelem changée").order_by("pk")
    assert [(entry.details["old"]["outcome"], entry.details["new"]["outcome"]) for entry in told] == [
        (MADE, FAILED),
        (FAILED, MADE),
        (MADE, FAILED),
        (FAILED, MADE),
    ]


def test_a_donne_entered_against_the_ruling_leaves_it_and_comes_back_with_its_own(
    table: Table, the_arbiter: Account, the_organiser: Account
) -> None:
    chelem_called(table, the_arbiter, outcome=MADE)
    overruled(table, the_organiser, CHUTE)

    for _time in "12":
        undone("donne saisie", the_arbiter)
        assert stands(table) == (None, MADE, str(the_arbiter))
        undone("donne vidée", the_arbiter)
        assert stands(table) == ("", FAILED, str(the_organiser))


def test_of_a_ruling_changed_twice_the_last_change_goes_and_comes(table: Table, the_arbiter: Account) -> None:
    chelem_called(table, the_arbiter, outcome=MADE)
    overruled(table, the_arbiter, SUFFERED)
    overruled(table, the_arbiter, CHUTE)
    undone("donne corrigée", the_arbiter)
    assert stands(table) == ("defense", INFLICTED, str(the_arbiter))
    undone("donne corrigée", the_arbiter)
    assert stands(table) == ("", FAILED, str(the_arbiter))


def test_a_version_of_the_history_comes_back_with_its_ruling(table: Table, the_arbiter: Account) -> None:
    chelem_called(table, the_arbiter, outcome=MADE)
    first = record(table, 1, the_arbiter, SLAM, confirmed=looked_at(table, SLAM))
    overruled(table, the_arbiter, CHUTE)
    restore_version(line=first, key=uuid.uuid4(), reason="la première", by=the_arbiter, at=NOW)
    assert stands(table) == ("attaque", MADE, str(the_arbiter))


def test_what_was_ruled_after_a_correction_is_not_undone_with_it(
    tournament: Tournament, table: Table, the_arbiter: Account
) -> None:
    first = record(table, 1, the_arbiter, SLAM, confirmed=looked_at(table, SLAM) | {"chelem_without_call"})
    record(table, 1, the_arbiter, CHUTE, confirmed=looked_at(table, CHUTE) | {"chelem_without_call"})
    chelem_called(table, the_arbiter, outcome=FAILED)
    entry = JournalEntry.objects.get(action="donne corrigée")

    for offer in (lambda: undoing_of(tournament, entry), lambda: restoring_of(tournament, first)):
        caught = refusal_of(offer)
        assert caught.code == "chelem_ruled"
        assert caught.message.translate(NO_BREAK) == (
            f"{the_arbiter}, arbitre, a enregistré depuis ce chelem « chuté » et cette version le dit « réussi » : "
            "corrigez la donne sur sa feuille, où l’on vous demandera laquelle des deux vaut, ou annulez l’appel."
        )
    assert stands(table) == ("", FAILED, str(the_arbiter))

"""The last acts undone one by one: what stood before stands again, nothing is lost, and what rests on it is said."""

import uuid
from datetime import timedelta

import pytest

from scoring.labels import CallOutcome, Outcome, PenaltyTarget
from scoring.models import ChelemCall, Penalty, SheetLine, SheetTotal
from scoring.services.decisions.calls import cancel_chelem_call
from scoring.services.decisions.effects import with_lines
from scoring.services.decisions.penalties import cancel_penalty
from scoring.services.sheets.balances import empty_balances
from scoring.services.sheets.moves import empty_donne, move_donne
from scoring.services.sheets.results import differences
from scoring.services.sheets.sheets import close_sheet, reopen_sheet
from scoring.services.undo.undoing import restore_version, restoring_of, sheets_written_by, undo, undoing_of
from tests.factories import NOW, TournamentFactory, rewrite
from tests.refusals import refusal_of
from tests.scoring.sheets import GARDE, a_penalty, balanced, chelem_called, garde, record, results, seated
from tournaments.labels import Keeps, TournamentState
from tournaments.models import Account, JournalEntry, Table, Tournament
from tournaments.queries.standings.standings import standings, standings_of
from tournaments.refusals import Refusal

pytestmark = pytest.mark.django_db

SIXTY = garde(points="60")


@pytest.fixture
def tables(tournament: Tournament) -> list[Table]:
    rewrite(tournament, donnes_per_round=1)
    return seated(tournament, tables=2)


def last(action: str) -> JournalEntry:
    return JournalEntry.objects.filter(action=action).order_by("-pk")[0]


def undone(by: Account, action: str, *, later: int = 0, **changes: object) -> None:
    """Undo the last act of that name, or the one so many before it, as its page does."""
    entry = JournalEntry.objects.filter(action=action).order_by("-pk")[later]
    said = {}
    if entry.tournament is not None and "key" not in changes:
        change = undoing_of(entry.tournament, entry).change
        said = standings_of([entry.tournament], {entry.tournament.pk: change})
    undo(**{"entry": entry, "key": uuid.uuid4(), "reason": "erreur", "by": by, "at": NOW} | changes)
    if said:  # who moves was said before
        lines = standings(entry.tournament).lines
        assert [(line.registration_id, line.place, line.total) for line in said[entry.tournament.pk].lines] == [
            (line.registration_id, line.place, line.total) for line in lines
        ]


def refused(*args: object, **kwargs: object) -> str:
    before = JournalEntry.objects.count()
    refusal = refusal_of(undone, *args, **kwargs)
    assert JournalEntry.objects.count() == before
    return refusal.code


def current(table: Table, number: int = 1) -> SheetLine | None:
    return table.lines.filter(number=number, current=True).first()


def points(table: Table, number: int = 1) -> int | None:
    line = current(table, number)
    return None if line is None else line.half_points


def test_a_donne_entered_is_to_be_entered_again(tables, the_arbiter):
    record(tables[0], 1, the_arbiter)
    undone(the_arbiter, "donne saisie")
    assert (current(tables[0]), results(tables[0]), SheetLine.objects.count()) == (None, [], 1)


def test_corrections_are_undone_one_by_one(tournament, tables, the_arbiter):
    for typed in ("49", "60", "70"):
        record(tables[0], 1, the_arbiter, garde(points=typed))

    undone(the_arbiter, "donne corrigée")
    assert points(tables[0]) == 120
    undone(the_arbiter, "donne corrigée", later=2)  # the one before: the last is the undoing
    assert points(tables[0]) == 98
    undone(the_arbiter, "donne saisie")
    assert points(tables[0]) is None
    undone(the_arbiter, "donne vidée")

    assert (points(tables[0]), SheetLine.objects.count(), list(differences(tournament))) == (98, 6, [])


def test_an_undone_correction_says_why_and_by_whom(tables, the_arbiter, the_organiser):
    record(tables[0], 1, the_arbiter)
    record(tables[0], 1, the_arbiter, SIXTY)
    at = NOW + timedelta(minutes=5)

    undone(the_organiser, "donne corrigée", reason=" c’était juste ", at=at)

    line = current(tables[0])
    assert (line.reason, line.written_by, line.written_at) == ("c’était juste", the_organiser, at)
    entry = last("action défaite")
    assert (entry.reason, entry.subject, entry.details["action"]) == (
        "c’était juste",
        "position 1, table 1, donne 1",
        "donne corrigée",
    )


def test_what_was_followed_by_another_is_refused(tables, the_arbiter):
    record(tables[0], 1, the_arbiter)
    record(tables[0], 1, the_arbiter, SIXTY)
    assert refused(the_arbiter, "donne saisie") == "followed_by_another"
    undone(the_arbiter, "donne corrigée")
    assert refused(the_arbiter, "donne corrigée", later=1) == "followed_by_another"


def test_the_same_form_undoes_once(tables, the_arbiter):
    record(tables[0], 1, the_arbiter)
    record(tables[0], 1, the_arbiter, SIXTY)
    key = uuid.uuid4()
    entry = last("donne corrigée")
    for _time in range(2):
        undo(entry=entry, key=key, reason="erreur", by=the_arbiter, at=NOW)
    assert (points(tables[0]), SheetLine.objects.count()) == (98, 3)


def test_without_a_reason_nothing_is_undone(tables, the_arbiter):
    record(tables[0], 1, the_arbiter)
    assert refused(the_arbiter, "donne saisie", reason=" ") == "undoing_without_reason"


def test_a_closed_sheet_is_opened_first(tables, the_arbiter):
    record(tables[0], 1, the_arbiter)
    close_sheet(table=tables[0], by=the_arbiter, at=NOW)
    assert refused(the_arbiter, "donne saisie") == "sheet_closed"
    undone(the_arbiter, "feuille close")
    undone(the_arbiter, "donne saisie")
    assert current(tables[0]) is None


def test_after_the_end_it_is_said_on_which_sheets_an_act_would_be_undone(tournament, tables, the_arbiter):
    record(tables[0], 1, the_arbiter)
    close_sheet(table=tables[0], by=the_arbiter, at=NOW)
    Tournament.objects.update(state=TournamentState.FINISHED)
    tournament.refresh_from_db()
    assert sheets_written_by(tournament, last("donne saisie")) == (tables[0],)
    assert sheets_written_by(tournament, last("feuille close")) == ()


def test_an_emptied_donne_comes_back(tables, the_arbiter):
    line = record(tables[0], 1, the_arbiter, SIXTY)
    empty_donne(line=line, reason="autre table", by=the_arbiter, at=NOW)
    undone(the_arbiter, "donne vidée")
    assert points(tables[0]) == 120

    empty_donne(line=current(tables[0]), reason="autre table", by=the_arbiter, at=NOW)
    record(tables[0], 1, the_arbiter)
    assert refused(the_arbiter, "donne vidée") == "followed_by_another"


def test_a_moved_donne_goes_home(tournament, tables, the_arbiter):
    line = record(tables[0], 1, the_arbiter)
    moving = {"reason": "mauvaise table", "by": the_arbiter, "at": NOW}
    move_donne(line=line, table=tables[1], number=1, key=uuid.uuid4(), **moving)

    undone(the_arbiter, "donne déplacée")

    assert (points(tables[0]), points(tables[1])) == (98, None)
    assert (results(tables[0]), results(tables[1])) == ([198, -66, -66, -66], [])
    move_donne(line=current(tables[0]), table=tables[1], number=1, key=uuid.uuid4(), **moving)
    record(tables[0], 1, the_arbiter)
    assert refused(the_arbiter, "donne déplacée") == "place_taken"
    assert list(differences(tournament)) == []


def test_penalties_are_taken_back_and_given_again(tournament, tables, the_arbiter):
    record(tables[0], 1, the_arbiter)
    given = a_penalty(tournament, the_arbiter, target=PenaltyTarget.TABLE, table=tables[0])

    undone(the_arbiter, "pénalité donnée")
    assert Penalty.objects.get().cancel_reason == "erreur"
    assert refused(the_arbiter, "pénalité donnée") == "already_undone"
    undone(the_arbiter, "pénalité annulée")
    again = Penalty.objects.get(cancelled_at=None)
    assert (again.points, again.reason, again.table, again.shares.count()) == (-20, "retard", tables[0], 4)
    assert refused(the_arbiter, "pénalité annulée") == "already_undone"
    cancel_penalty(penalty=again, reason="non", by=the_arbiter, at=NOW)
    assert given.pk != again.pk
    assert list(differences(tournament)) == []


def test_a_chelem_call_goes_and_comes_with_what_it_did(tables, the_arbiter):
    record(tables[0], 1, the_arbiter, garde(points="91", bouts=3, chelem_made="attaque"), confirmed=None)
    before = results(tables[0])
    chelem_called(tables[0], the_arbiter, outcome=CallOutcome.MADE)
    called = results(tables[0])

    undone(the_arbiter, "appel de chelem")
    assert (results(tables[0]), ChelemCall.objects.filter(cancelled_at=None).count()) == (before, 0)
    assert refused(the_arbiter, "appel de chelem") == "already_undone"
    undone(the_arbiter, "appel de chelem annulé")
    assert results(tables[0]) == called != before
    assert refused(the_arbiter, "appel de chelem annulé") == "already_undone"


def test_a_call_that_waits_for_its_donne(tables, the_arbiter):
    call = chelem_called(tables[0], the_arbiter)
    cancel_chelem_call(call=call, reason="non", by=the_arbiter, at=NOW)
    undone(the_arbiter, "appel de chelem annulé")
    assert ChelemCall.objects.filter(cancelled_at=None).count() == 1


def test_a_sheet_is_opened_and_closed_again(tables, the_arbiter):
    record(tables[0], 1, the_arbiter)
    close_sheet(table=tables[0], by=the_arbiter, at=NOW)
    undone(the_arbiter, "feuille close")
    tables[0].refresh_from_db()
    assert tables[0].closed_at is None
    assert refused(the_arbiter, "feuille close") == "already_undone"

    undone(the_arbiter, "feuille rouverte", at=NOW + timedelta(minutes=1))
    assert refused(the_arbiter, "feuille rouverte") == "already_undone"
    assert refused(the_arbiter, "feuille close", later=1) == "already_undone"
    reopen_sheet(table=tables[0], reason="encore", by=the_arbiter, at=NOW)
    record(tables[0], 1, the_arbiter, Outcome.MISDEAL)  # is to be played again
    assert refused(the_arbiter, "feuille rouverte") == "sheet_incomplete"


@pytest.fixture
def with_balances(tables: list[Table]) -> Table:
    Tournament.objects.update(keeps=Keeps.TOTALS)
    return Table.objects.select_related("round__tournament").get(pk=tables[0].pk)


def test_balances_are_undone_one_by_one(tournament, with_balances, the_arbiter):
    for sud in (10, 20, 30):
        balanced(with_balances, the_arbiter, sud, -sud, 0, 0)
    assert refused(the_arbiter, "bilans saisis") == "followed_by_another"

    undone(the_arbiter, "bilans corrigés")
    assert results(with_balances) == [20, -20, 0, 0]
    undone(the_arbiter, "bilans corrigés", later=2)
    assert results(with_balances) == [10, -10, 0, 0]
    undone(the_arbiter, "bilans saisis")
    assert (results(with_balances), SheetTotal.objects.filter(current=True).count()) == ([], 0)
    undone(the_arbiter, "bilans vidés")
    assert results(with_balances) == [10, -10, 0, 0]
    assert refused(the_arbiter, "bilans vidés") == "followed_by_another"
    assert (list(differences(tournament)), SheetTotal.objects.count()) == ([], 24)


def test_balances_that_were_changed_meanwhile_are_not_taken_off(with_balances, the_arbiter):
    balanced(with_balances, the_arbiter, 10, -10, 0, 0)
    asked = {"table": with_balances, "reason": "autre table", "by": the_arbiter, "at": NOW}
    with pytest.raises(Refusal) as refusal:
        empty_balances(replaces=[0], **asked)
    assert refusal.value.code == "stale_balances"
    with pytest.raises(Refusal) as refusal:
        empty_balances(replaces=list(SheetTotal.objects.values_list("pk", flat=True)), **asked | {"reason": ""})
    assert refusal.value.code == "emptying_without_reason"
    assert results(with_balances) == [10, -10, 0, 0]


def test_what_is_not_undone_from_here(tournament, tables, the_arbiter):
    record(tables[0], 1, the_arbiter)
    entry = last("donne saisie")
    JournalEntry.objects.update(action="tournoi créé")
    assert refused(the_arbiter, "tournoi créé") == "not_undone_from_here"
    for details in ({}, {"line": "abc"}, {"line": str(uuid.uuid4())}, {"line": None}):
        JournalEntry.objects.update(action="donne saisie", details=details)
        assert refused(the_arbiter, "donne saisie") == "not_undone_from_here"
    with pytest.raises(Refusal):
        undoing_of(TournamentFactory(), entry)


def test_a_sheet_of_a_round_drawn_again_is_another(tournament, tables, the_arbiter):
    record(tables[0], 1, the_arbiter)
    close_sheet(table=tables[0], by=the_arbiter, at=NOW)
    tournament.rounds.update(published_at=NOW + timedelta(hours=1))
    assert refused(the_arbiter, "feuille close") == "not_undone_from_here"


def test_a_version_of_the_history_is_written_again(tournament, tables, the_arbiter):
    first = record(tables[0], 1, the_arbiter)
    record(tables[0], 1, the_arbiter, SIXTY)
    record(tables[0], 1, the_arbiter, garde(points="70"))
    key, asked = uuid.uuid4(), {"reason": " la première était juste ", "by": the_arbiter, "at": NOW}
    change = restoring_of(tournament, first).change

    for _time in range(2):
        restore_version(line=first, key=key, **asked)

    line = current(tables[0])
    assert (line.entry, line.reason, line.key) == (first.entry, "la première était juste", key)
    assert change == with_lines((tables[0], 1, line))
    assert SheetLine.objects.count() == 4
    for why, code in (("", "restoring_without_reason"), ("encore", "already_so")):
        assert refusal_of(restore_version, line=first, key=uuid.uuid4(), **asked | {"reason": why}).code == code


def test_a_version_of_an_emptied_donne_is_written_again(tables, the_arbiter):
    line = record(tables[0], 1, the_arbiter, GARDE)
    empty_donne(line=line, reason="autre table", by=the_arbiter, at=NOW)
    restore_version(line=line, key=uuid.uuid4(), reason="elle était bien là", by=the_arbiter, at=NOW)
    assert results(tables[0]) == [198, -66, -66, -66]

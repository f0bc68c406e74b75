"""An arbiter who rules on one thing leaves what he did not touch for the other camp to confirm."""

import datetime
import uuid
from collections.abc import Callable
from dataclasses import replace

import pytest

from scoring.labels import CalledWhen, CallOutcome, Outcome, PenaltyTarget, Prime, Sanction
from scoring.models import SheetLine
from scoring.queries.player.own_sheets import asked_of
from scoring.queries.table.agreements import agreement_of, may_confirm
from scoring.queries.table.sheets import sheet_of
from scoring.services.decisions.calls import cancel_chelem_call
from scoring.services.decisions.penalties import cancel_penalty
from scoring.services.sheets.confirmations import confirm_line
from scoring.services.sheets.donnes import SentDonne
from scoring.services.sheets.entry import enter_donne
from scoring.services.sheets.moves import empty_donne, move_donne
from scoring.services.undo.undoing import restore_version, undo
from tests.factories import NOW
from tests.refusals import refusal_of
from tests.scoring.sheets import a_penalty, chelem_called, garde, phone_of, record, seat, seated
from tournaments.models import Account, JournalEntry, Table, Tournament

pytestmark = pytest.mark.django_db
LATER = NOW + datetime.timedelta(minutes=1)
WRITTEN = garde(points="60", petit_au_bout="attaque")
Act = Callable[[Table, SheetLine, Account], object]


@pytest.fixture
def table(tournament: Tournament) -> Table:
    Tournament.objects.update(needs_confirmation=True)
    return Table.objects.select_related("round__tournament").get(pk=seated(tournament, tables=2)[0].pk)


def called(table: Table, _line: SheetLine, by: Account) -> object:
    return chelem_called(table, by, outcome=CallOutcome.FAILED)


def called_and_cancelled(table: Table, line: SheetLine, by: Account) -> None:
    called(table, line, by)
    cancel_chelem_call(call=table.chelem_calls.get(), reason="erreur", by=by, at=LATER)


def called_late(table: Table, line: SheetLine, by: Account) -> None:
    record(table, 1, phone_of(table, 0), garde(points="60", chelem_announced=True), confirmed=None)
    chelem_called(table, by, announced=CalledWhen.LATE)


def a_prime_cancelled(table: Table, _line: SheetLine, by: Account) -> object:
    about = {"target": PenaltyTarget.DONNE, "sanction": Sanction.PRIME_CANCELLED, "prime": Prime.PETIT, "points": 0}
    return a_penalty(table.round.of_tournament, by, table=table, donne=1, **about)


def a_new_deal_cancelled(table: Table, _line: SheetLine, by: Account) -> None:
    about = {"target": PenaltyTarget.DONNE, "sanction": Sanction.REDEAL, "points": 0}
    penalty = a_penalty(table.round.of_tournament, by, table=table, donne=1, **about)
    assert SheetLine.objects.get(current=True).phone is None  # void by his decision: nobody confirms that
    cancel_penalty(penalty=penalty, reason="à tort", by=by, at=LATER)


def moved(table: Table, line: SheetLine, by: Account) -> object:
    return move_donne(line=line, table=table, number=2, reason="décalée", key=uuid.uuid4(), by=by, at=LATER)


def undone(table: Table, _line: SheetLine, by: Account) -> None:
    """The arbiter corrects 60 points to 62, and takes his correction back."""
    record(table, 1, by, garde(points="62"))
    assert SheetLine.objects.get(current=True).phone is None  # he judged the whole of it
    entry = JournalEntry.objects.filter(action="donne corrigée").latest("pk")
    undo(entry=entry, key=uuid.uuid4(), reason="erreur", by=by, at=LATER)


def emptied_and_undone(_table: Table, line: SheetLine, by: Account) -> None:
    empty_donne(line=line, reason="erreur", by=by, at=LATER)
    undo(entry=JournalEntry.objects.get(action="donne vidée"), key=uuid.uuid4(), reason="si", by=by, at=LATER)


def restored(table: Table, line: SheetLine, by: Account) -> None:
    record(table, 1, by, garde(points="62"))
    restore_version(line=line, key=uuid.uuid4(), reason="si", by=by, at=LATER)


ACTS = [called, called_and_cancelled, a_prime_cancelled, a_new_deal_cancelled, moved, undone, emptied_and_undone]
ACTS += [restored]


@pytest.mark.parametrize("act", [*ACTS, called_late])
def test_what_the_other_camp_never_saw_is_still_to_be_confirmed(table: Table, the_arbiter: Account, act: Act) -> None:
    line = record(table, 1, phone_of(table, 0), WRITTEN)

    act(table, line, the_arbiter)

    now = SheetLine.objects.select_related("table__round__tournament").get(current=True)
    assert now.written_by == the_arbiter
    agreement = agreement_of(sheet_of(table))
    assert agreement.unconfirmed == (now.number,)
    assert [each.chair for each in agreement.lines[now.number].may_confirm] == [1, 2, 3]
    defender = seat(table, 1).registration
    assert [asked.line.pk for asked in asked_of([defender])[defender.pk].lines] == [now.pk]
    enter_donne(corrected(table, now))  # what is its own the table corrects
    confirm_line(line=SheetLine.objects.get(current=True), seat=seat(table, 1), by=phone_of(table, 1), at=LATER)
    assert agreement_of(sheet_of(table)).unconfirmed == ()


def corrected(table: Table, line: SheetLine) -> SentDonne:
    entry = replace(line.facts, half_points=122)
    sent = SentDonne(table, line.number, entry, uuid.uuid4(), phone_of(table, 0), LATER, replaces=line.pk)
    return SentDonne(**vars(sent) | {"reason": "mal compté", "confirmed": None})


@pytest.mark.parametrize("act", ACTS)
def test_what_was_confirmed_or_is_an_arbiters_waits_for_nobody(table: Table, the_arbiter: Account, act: Act) -> None:
    line = record(table, 1, phone_of(table, 0), WRITTEN)
    confirm_line(line=line, seat=seat(table, 1), by=phone_of(table, 1), at=NOW)
    act(table, line, the_arbiter)
    assert agreement_of(sheet_of(table)).unconfirmed == ()

    other = Table.objects.select_related("round__tournament").get(round=table.round, number=2)
    JournalEntry.objects.all().delete()
    table.chelem_calls.all().delete()
    SheetLine.objects.filter(table=table).update(current=False)
    act(other, record(other, 1, the_arbiter, WRITTEN), the_arbiter)
    now = SheetLine.objects.get(current=True)
    assert agreement_of(sheet_of(other)).unconfirmed == ()
    assert refusal_of(enter_donne, corrected(other, now)).code == "arbiters_line"


def test_at_another_table_nobody_there_wrote_it(table: Table, the_arbiter: Account) -> None:
    line = record(table, 1, phone_of(table, 1), WRITTEN)
    other = Table.objects.select_related("round__tournament").get(round=table.round, number=2)
    asked = {"table": other, "number": 1, "reason": "mauvaise table", "key": uuid.uuid4()}
    there = move_donne(line=line, by=the_arbiter, at=LATER, **asked)
    assert there.writer is None
    assert [each.chair for each in may_confirm(there, sheet_of(other).seats)] == [1, 2, 3]
    assert there.outcome == Outcome.PLAYED

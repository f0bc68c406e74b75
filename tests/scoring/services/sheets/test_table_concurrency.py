"""A whole table taps at once: one confirmation, one closing, and no line that nobody read is confirmed."""

import uuid
from dataclasses import replace
from functools import partial

import pytest

from scoring.marque import Facts
from scoring.models import Confirmation, Phone, SheetLine, Signature
from scoring.queries.table.agreements import agreement_of
from scoring.queries.table.sheets import sheet_of
from scoring.services.sheets.confirmations import confirm_line, sign_sheet
from scoring.services.sheets.donnes import SentDonne
from scoring.services.sheets.entry import enter_donne
from scoring.services.sheets.phones import come_in
from tests.concurrency import at_once
from tests.factories import NOW, TournamentFactory
from tests.scoring.sheets import EST, GARDE, NORD, OUEST, SUD, garde, phone_of, record, seated
from tournaments.labels import TournamentState
from tournaments.models import JournalEntry, Table, Tournament
from tournaments.refusals import Refusal

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def table() -> Table:
    tournament = TournamentFactory(state=TournamentState.RUNNING, donnes_per_round=1, closes_itself=True)
    made = seated(tournament)[0]
    return Table.objects.select_related("round__tournament").get(pk=made.pk)


def test_the_defence_confirms_at_once_and_it_is_one_confirmation(table: Table) -> None:
    line = record(table, 1, phone_of(table, SUD))
    phones = [phone_of(table, chair) for chair in (EST, NORD, OUEST)]
    answers = at_once(
        *[partial(confirm_line, line=line, seat=phone.seat, by=phone, at=NOW) for phone in phones],
    )
    assert len({answer.pk for answer in answers}) == 1
    assert Confirmation.objects.count() == 1


def sent(table: Table, entry: Facts, phone: Phone) -> SentDonne:
    return SentDonne(table, 1, entry, uuid.uuid4(), phone, NOW)


def test_a_donne_is_confirmed_or_corrected_never_both(table: Table) -> None:
    """Whoever comes second is told so, or what he confirmed is gone with its line."""
    for _round in range(5):
        SheetLine.objects.filter(current=True).update(current=False)
        line = record(table, 1, phone_of(table, SUD))
        writes, confirms = phone_of(table, SUD), phone_of(table, EST)
        at_once(
            partial(confirm_line, line=line, seat=confirms.seat, by=confirms, at=NOW),
            partial(enter_donne, replace(sent(table, garde(points="60"), writes), replaces=line.pk, reason="mal lue")),
        )
        current = SheetLine.objects.get(table=table, current=True)
        assert current.supersedes == line
        assert not Confirmation.objects.filter(line=current).exists()


def test_everybody_signs_at_once_and_the_sheet_closes_once(table: Table) -> None:
    record(table, 1, phone_of(table, SUD))
    seen = agreement_of(sheet_of(table)).version
    phones = [phone_of(table, chair) for chair in range(4)]
    answers = at_once(
        *[partial(sign_sheet, table=table, seat=phone.seat, seen=seen, by=phone, at=NOW) for phone in phones]
    )
    assert sorted(answers) == [False, False, False, True]
    assert Signature.objects.count() == 4
    assert JournalEntry.objects.filter(action="feuille close").count() == 1


def test_two_phones_that_write_otherwise_at_once_are_one_line_and_one_refusal(table: Table) -> None:
    wanted = [(phone_of(table, SUD), GARDE), (phone_of(table, EST), garde(points="60"))]
    answers = at_once(*[partial(enter_donne, sent(table, entry, phone)) for phone, entry in wanted])
    assert [answer.code for answer in answers if isinstance(answer, Refusal)] == ["stale_line"]
    assert SheetLine.objects.count() == 1
    assert Tournament.objects.get().revision == 2


def test_a_phone_that_opens_its_page_twice_at_once_is_in_once(table: Table) -> None:
    key = uuid.uuid4()
    answers = at_once(*[partial(come_in, table=table, key=key, at=NOW)] * 4)
    assert len({phone.pk for phone in answers}) == 1
    assert Phone.objects.count() == 1

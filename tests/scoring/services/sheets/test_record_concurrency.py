"""Records attached and withdrawn at the same moment: one stands, whoever came first, and nothing is lost unseen."""

import uuid

import pytest

from scoring.models import DonneRecord
from scoring.queries.table.cards import example
from scoring.services.sheets.records import attach_record, withdraw_record
from tests.concurrency import at_once, codes
from tests.factories import NOW, ClubFactory, TournamentFactory, arbiter
from tests.scoring.sheets import garde, record, seated
from tournaments.models import Account, JournalEntry, Table

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def table() -> Table:
    (table,) = seated(TournamentFactory(club=ClubFactory()))
    record(table, 1, arbiter(table.round.tournament.club), garde(taker=2, contract="prise", points="46"))
    return table


@pytest.fixture
def by(table: Table) -> Account:
    return arbiter(table.round.tournament.club)


def attach(table: Table, by: Account, key: uuid.UUID | None = None, replaces: int | None = None) -> DonneRecord:
    return attach_record(
        table=table,
        number=1,
        record=example(),
        first=None,
        key=key or uuid.uuid4(),
        replaces=replaces,
        reason="autre relevé" if replaces else "",
        by=by,
        at=NOW,
    )


def standing() -> list[DonneRecord]:
    return list(DonneRecord.objects.filter(current=True))


def test_one_form_sent_three_times_at_once_is_one_record(table: Table, by: Account) -> None:
    key = uuid.uuid4()
    answers = at_once(*[lambda: attach(table, by, key)] * 3)
    assert len({answer.pk for answer in answers if isinstance(answer, DonneRecord)}) == 1
    assert codes(answers) == []
    assert DonneRecord.objects.count() == 1
    assert JournalEntry.objects.filter(action="relevé rattaché").count() == 1


def test_two_records_of_one_donne_at_once_are_one_record_and_one_refusal(table: Table, by: Account) -> None:
    assert codes(at_once(*[lambda: attach(table, by)] * 2)) == ["stale_record"]
    assert DonneRecord.objects.count() == 1


def test_two_who_replace_one_record_at_once_replace_it_once(table: Table, by: Account) -> None:
    first = attach(table, by)
    assert codes(at_once(*[lambda: attach(table, by, replaces=first.pk)] * 2)) == ["stale_record"]
    (second,) = standing()
    assert second.supersedes == first
    assert DonneRecord.objects.count() == 2


def test_two_who_withdraw_one_record_at_once_withdraw_it_once(table: Table, by: Account) -> None:
    kept = attach(table, by)
    answers = at_once(*[lambda: withdraw_record(record=kept, reason="mauvaise table", by=by, at=NOW)] * 2)
    assert answers == [None, None]
    assert standing() == []
    assert JournalEntry.objects.filter(action="relevé retiré").count() == 1


def test_a_record_withdrawn_while_it_is_replaced_is_one_or_the_other(table: Table, by: Account) -> None:
    for _turn in range(4):
        first = attach(table, by, replaces=next((one.pk for one in standing()), None))
        answers = at_once(
            lambda first=first: withdraw_record(record=first, reason="mauvaise table", by=by, at=NOW),
            lambda first=first: attach(table, by, replaces=first.pk),
        )
        assert codes(answers) == ["stale_record"]
        first.refresh_from_db()
        assert first.current is False
        # Withdrawn, and its replacement refused; or replaced, and the other one stands.
        assert (first.cancelled_at is None) == (len(standing()) == 1)


def test_a_record_attached_while_its_line_is_corrected_stays_with_the_donne(table: Table, by: Account) -> None:
    line = table.lines.get()
    answers = at_once(
        lambda: attach(table, by),
        lambda: record(
            table, 1, by, garde(taker=2, contract="prise", points="40"), replaces=line.pk, reason="mal recopiée"
        ),
    )
    assert codes(answers) == []
    (kept,) = standing()
    assert kept.line in table.lines.all()
    assert table.lines.filter(current=True).count() == 1

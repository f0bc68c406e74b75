"""A donne that waited on a device and found another in its place, or its sheet closed: kept, told, settled."""

import uuid
from datetime import timedelta

import pytest

from scoring.labels import Kept, Outcome
from scoring.marque import Facts
from scoring.models import Conflict, Phone, SheetLine
from scoring.services.sheets import conflicts as service
from scoring.services.sheets.conflicts import keep_beside, settle_conflict
from scoring.services.sheets.donnes import SentDonne
from scoring.services.sheets.moves import empty_donne
from scoring.services.sheets.phones import come_in
from scoring.services.sheets.sheets import close_sheet, reopen_sheet
from tests.concurrency import at_once
from tests.factories import NOW, TournamentFactory, organiser
from tests.scoring.sheets import EST, garde, phone_of, record, results, seated
from tournaments.labels import TournamentState
from tournaments.models import Account, JournalEntry, Table, Tournament
from tournaments.refusals import Refusal

pytestmark = pytest.mark.django_db
STALE, CLOSED = Refusal("déjà saisie", code="stale_line"), Refusal("close", code="sheet_closed")
OTHER = garde(points="51")


@pytest.fixture
def table() -> Table:
    return seated(TournamentFactory(state=TournamentState.RUNNING, donnes_per_round=1))[0]


@pytest.fixture
def by(table: Table) -> Account:
    return organiser(table.round.of_tournament.club)


@pytest.fixture
def phone(table: Table) -> Phone:
    return phone_of(table, EST)


def kept(
    table: Table, phone: Phone, entry: Facts | Outcome = OTHER, *, refusal: Refusal = STALE, **changes: object
) -> Conflict | SheetLine:
    asked = {"number": 1, "key": uuid.uuid4(), "by": phone, "at": NOW} | changes
    return keep_beside(SentDonne(table=table, entry=entry, **asked), refusal=refusal)  # type: ignore[arg-type]


def settled(conflict: Conflict | SheetLine, by: Account, which: Kept, **changes: object) -> Conflict:
    assert isinstance(conflict, Conflict)
    asked = {"seen": conflict.line_id, "reason": "recompté", "at": NOW} | changes
    return settle_conflict(conflict=conflict, kept=which, by=by, **asked)  # type: ignore[arg-type]


def code_of(refused: pytest.ExceptionInfo[Refusal]) -> str:
    return refused.value.code


def test_what_stands_stays_and_the_other_is_kept_once(table: Table, phone: Phone, by: Account) -> None:
    line, key = record(table, 1, by), uuid.uuid4()
    before = Tournament.objects.get().revision
    conflict = kept(table, phone, key=key)
    assert kept(table, phone, key=key) == conflict == Conflict.objects.get()
    assert (conflict.line, conflict.late, conflict.phone, conflict.by, conflict.by_name) == (
        line,
        False,
        phone,
        None,
        str(phone),
    )
    assert conflict.as_line(list(table.seats.order_by("chair"))).facts == OTHER.at(None)
    assert results(table) == played_marks(line)
    assert Tournament.objects.get().revision == before + 1
    entry = JournalEntry.objects.latest("pk")
    assert (entry.action, entry.details["key"]) == ("donne gardée à part", str(key))
    assert entry.details["old"] != entry.details["new"]


def played_marks(line: SheetLine) -> list[int]:
    return [line.marque["scores"][str(chair)] for chair in range(4)]


def test_two_who_agree_need_no_arbiter(table: Table, phone: Phone, by: Account) -> None:
    line = record(table, 1, by, OTHER)
    assert kept(table, phone) == line
    assert Conflict.objects.count() == 0


def test_what_comes_after_the_closing_waits_for_the_arbiter_even_after_the_end(
    table: Table, phone: Phone, by: Account
) -> None:
    record(table, 1, by)
    close_sheet(table=table, by=by, at=NOW)
    assert kept(table, phone, refusal=CLOSED).late is True  # type: ignore[union-attr]
    Tournament.objects.update(state=TournamentState.FINISHED)
    over = Refusal("terminé", code="tournament_finished")
    assert kept(table, phone, Outcome.PASSED, refusal=over).late is True  # type: ignore[union-attr]
    with pytest.raises(Refusal) as refused:
        kept(table, phone, refusal=over, number=9)
    assert code_of(refused) == "no_such_donne"
    assert Conflict.objects.count() == 2


@pytest.mark.parametrize("was_seen", [True, False])
def test_a_phone_that_comes_after_the_end_leaves_what_it_sends(table: Table, by: Account, *, was_seen: bool) -> None:
    """Of a phone that looks then nothing is written; of one that brings a donne it is."""
    key = phone_of(table, EST).key if was_seen else uuid.uuid4()
    Tournament.objects.update(state=TournamentState.FINISHED)
    table.round.of_tournament.refresh_from_db()
    looks = come_in(table=table, key=key, at=NOW + timedelta(days=1))
    assert looks.pk is None
    over = Refusal("terminé", code="tournament_finished")
    conflict = kept(table, looks, refusal=over)
    assert isinstance(conflict, Conflict)
    assert conflict.phone == Phone.objects.get()
    assert conflict.phone.key == key


def test_only_what_is_stale_or_too_late_is_kept(table: Table, phone: Phone, by: Account) -> None:
    mine = record(table, 1, phone)
    for refusal, changes in (
        (Refusal("impossible", code="donne_impossible"), {}),
        (STALE, {"key": mine.key}),  # written once already: whatever was done to it since is known
        (STALE, {"number": 2}),  # nothing is in its way any more
    ):
        with pytest.raises(Refusal) as refused:
            kept(table, phone, refusal=refusal, **changes)
        assert refused.value is refusal
    other = seated(TournamentFactory(state=TournamentState.RUNNING))[0]
    record(other, 1, by)
    conflict = kept(table, phone)
    with pytest.raises(Refusal) as refused:  # the key of another tournament's
        kept(other, phone, key=conflict.key)
    assert refused.value is STALE
    assert list(Conflict.objects.all()) == [conflict]


def test_an_impossible_donne_is_refused_with_its_reasons(table: Table, phone: Phone, by: Account) -> None:
    record(table, 1, by)
    with pytest.raises(Refusal) as refused:
        kept(table, phone, garde(points="91,5"))
    assert code_of(refused) == "donne_impossible"
    assert Conflict.objects.count() == 0


def test_a_flood_is_stopped(table: Table, phone: Phone, by: Account, monkeypatch: pytest.MonkeyPatch) -> None:
    record(table, 1, by)
    monkeypatch.setattr(service, "MOST_WAITING", 1)
    first = kept(table, phone)
    with pytest.raises(Refusal) as refused:
        kept(table, phone)
    assert code_of(refused) == "too_many_conflicts"
    settled(first, by, Kept.STANDING)
    assert kept(table, phone)


def test_keeping_what_stands_changes_no_result(table: Table, phone: Phone, by: Account) -> None:
    line = record(table, 1, by)
    done = settled(kept(table, phone), by, Kept.STANDING, reason=" recompté ")
    assert (done.kept, done.settle_reason, done.settled_by, done.settled_by_name) == (
        Kept.STANDING,
        "recompté",
        by,
        str(by),
    )
    assert SheetLine.objects.get() == line
    with pytest.raises(Refusal) as refused:
        settled(done, by, Kept.OTHER)
    assert code_of(refused) == "conflict_settled"


def test_keeping_the_other_is_a_correction(table: Table, phone: Phone, by: Account) -> None:
    line = record(table, 1, by)
    conflict = settled(kept(table, phone), by, Kept.OTHER)
    now = SheetLine.objects.get(current=True)
    assert (now.supersedes, now.key, now.reason, now.facts) == (line, conflict.key, "recompté", OTHER.at(None))
    assert results(table) == played_marks(now)


def test_a_correction_by_hand_that_says_the_same_settles_it(table: Table, phone: Phone, by: Account) -> None:
    record(table, 1, by)
    same, other = kept(table, phone), kept(table, phone, garde(points="52"))
    record(table, 1, by, garde(points="53"))
    assert Conflict.objects.filter(settled_at=None).count() == 2  # a third version settles nothing
    record(table, 1, by, OTHER, reason="recompté avec la table")
    done = Conflict.objects.get(pk=same.pk)
    assert (done.kept, done.settle_reason, done.settled_by, done.settled_at) == (
        Kept.OTHER,
        "recompté avec la table",
        by,
        NOW,
    )
    assert list(Conflict.objects.filter(settled_at=None)) == [other]
    entries = JournalEntry.objects.filter(action="versions d’une donne départagées")
    assert [(entry.details["key"], entry.by) for entry in entries] == [(str(same.key), by)]


def test_choosing_one_of_two_that_agree_settles_both_and_the_journal_says_so_once_each(
    table: Table, phone: Phone, by: Account
) -> None:
    record(table, 1, by)
    conflicts = [kept(table, phone) for _device in range(2)]
    for _time in range(2):  # a double click settles once
        settled(conflicts[0], by, Kept.OTHER)
    assert Conflict.objects.filter(kept=Kept.OTHER, settle_reason="recompté").count() == 2
    assert JournalEntry.objects.filter(action="versions d’une donne départagées").count() == 2


def test_a_late_version_corrects_a_closed_sheet_in_one_act(table: Table, phone: Phone, by: Account) -> None:
    line = record(table, 1, by)
    close_sheet(table=table, by=by, at=NOW)
    conflict = kept(table, phone, refusal=CLOSED)
    later = NOW + timedelta(minutes=5)
    with pytest.raises(Refusal) as refused:
        settled(conflict, by, Kept.OTHER, reason=" ", at=later)
    assert code_of(refused) == "settling_without_reason"
    table.refresh_from_db()
    assert table.closed_at == NOW
    for _time in range(2):  # a double click settles once
        settled(conflict, by, Kept.OTHER, at=later)
    now = SheetLine.objects.get(current=True)
    table.refresh_from_db()
    assert (now.supersedes, now.entry, table.closed_at) == (line, OTHER.at(None), later)
    assert results(table) == played_marks(now)
    entries = JournalEntry.objects.filter(at=later).order_by("pk").values_list("action", "reason")
    assert list(entries) == [
        ("donne corrigée", "recompté"),
        ("feuille corrigée, close de nouveau", "recompté"),
        ("versions d’une donne départagées", "recompté"),
    ]


def test_keeping_the_line_of_a_closed_sheet_leaves_it_closed_as_it_was(table: Table, phone: Phone, by: Account) -> None:
    record(table, 1, by)
    close_sheet(table=table, by=by, at=NOW)
    settled(kept(table, phone, refusal=CLOSED), by, Kept.STANDING, at=NOW + timedelta(minutes=5))
    table.refresh_from_db()
    assert table.closed_at == NOW
    assert not JournalEntry.objects.filter(action="feuille corrigée, close de nouveau").exists()


def test_a_late_donne_is_written_where_none_is(table: Table, phone: Phone, by: Account) -> None:
    line = record(table, 1, by)
    close_sheet(table=table, by=by, at=NOW)
    conflict = kept(table, phone, Outcome.PASSED, refusal=CLOSED)
    reopen_sheet(table=table, reason="donne en retard", by=by, at=NOW)
    empty_donne(line=line, reason="mauvaise table", by=by, at=NOW)
    settled(conflict, by, Kept.OTHER, seen=None)
    now = SheetLine.objects.get(current=True)
    assert (now.outcome, now.supersedes, now.written_by) == (Outcome.PASSED, None, by)


def test_settling_wants_a_reason_and_what_the_arbiter_saw(table: Table, phone: Phone, by: Account) -> None:
    record(table, 1, by)
    conflict = kept(table, phone)
    with pytest.raises(Refusal) as refused:
        settled(conflict, by, Kept.STANDING, reason=" ")
    assert code_of(refused) == "settling_without_reason"
    record(table, 1, by, garde(points="60"))
    for which in Kept:
        with pytest.raises(Refusal) as refused:
            settled(conflict, by, which)
        assert code_of(refused) == "stale_line"
    assert Conflict.objects.get().kept == ""


@pytest.mark.django_db(transaction=True)
def test_the_same_donne_sent_by_many_tabs_is_one_conflict(table: Table, phone: Phone, by: Account) -> None:
    record(table, 1, by)
    key = uuid.uuid4()
    answers = at_once(*[lambda: kept(table, phone, key=key)] * 8)
    assert answers == [Conflict.objects.get()] * 8
    assert JournalEntry.objects.filter(action="donne gardée à part").count() == 1

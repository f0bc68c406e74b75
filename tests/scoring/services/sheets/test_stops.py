"""A table that stops early: its sheet is closed with what was played, takes no other donne, and may play on."""

import datetime
import uuid
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from scoring.labels import Outcome, PenaltyTarget, Sanction
from scoring.models import Conflict
from scoring.queries.desk.desk import overview
from scoring.queries.desk.ending import what_waits
from scoring.queries.table.agreements import version_of
from scoring.queries.table.sheets import sheet_of
from scoring.services.decisions.penalties import cancel_penalty
from scoring.services.sheets.confirmations import sign_sheet
from scoring.services.sheets.conflicts import keep_beside
from scoring.services.sheets.donnes import SentDonne
from scoring.services.sheets.moves import empty_donne, move_donne
from scoring.services.sheets.rounds_of_sheets import close_complete_sheets
from scoring.services.sheets.sheets import close_sheet, reopen_sheet
from scoring.services.sheets.stops import resume_table, stop_table
from scoring.services.undo.undoing import restore_version, undo
from tests.factories import NOW
from tests.refusals import refusal_of
from tests.scoring.sheets import GARDE, a_penalty, chelem_called, garde, phone_of, record, results, seat, void
from tests.scoring.views.tables import PhoneAt, read
from tests.scoring.views.typed import at, typed
from tournaments.labels import Keeps, Pace, TournamentState
from tournaments.models import Account, JournalEntry, Table, Tournament

pytestmark = pytest.mark.django_db
LATER = NOW + datetime.timedelta(minutes=1)


def now(table: Table) -> Table:
    return Table.objects.select_related("round__tournament").get(pk=table.pk)


def stop(table: Table, by: Account) -> int:
    return stop_table(table=table, reason="un joueur est parti", by=by, at=NOW)


@pytest.mark.parametrize("played", [0, 1, 3])
@pytest.mark.parametrize("pace", [Pace.DONNES, Pace.MINUTES])
@pytest.mark.parametrize("counts", [True, False])
def test_it_is_closed_with_what_was_played(
    tournament: Tournament, table: Table, the_arbiter: Account, played: int, pace: Pace, counts: bool
) -> None:
    of_pace = {"donnes_per_round": None, "minutes_per_round": 60} if pace == Pace.MINUTES else {}
    Tournament.objects.update(pace=pace, void_donnes_count=counts, **of_pace)
    table = now(table)
    for number in range(1, played + 1):
        record(table, number, the_arbiter, void(Outcome.PASSED) if number == 2 else GARDE)
    waiting = pace == Pace.DONNES or not played
    if waiting:
        code = "sheet_incomplete" if pace == Pace.DONNES else "sheet_empty"
        refused = refusal_of(close_sheet, table=table, by=the_arbiter, at=NOW)
        assert (refused.code, "la table s’arrête là" in refused.message) == (code, True)

    assert stop(table, the_arbiter) == played

    sheet = sheet_of(now(table))
    assert (sheet.expected, sheet.missing, sheet.is_complete, sheet.takes_another) == (played, (), True, False)
    view = overview(tournament, table.round)
    assert (view.to_close, view.tables[0].expected) == ((1,), played)
    waiting_sheets = what_waits(now(table).round.of_tournament, at=NOW).sheets
    assert next(each.missing for each in waiting_sheets if each.table == table) == 0
    asked = {"tournament": tournament, "round_number": 1, "numbers": [1], "by": the_arbiter, "at": NOW}
    assert close_complete_sheets(**asked).closed == [1]
    reopen_sheet(table=table, reason="à relire", by=the_arbiter, at=NOW)
    close_sheet(table=table, by=the_arbiter, at=NOW)
    assert now(table).closed_at is not None


def test_nothing_is_entered_after_it_by_any_door(table: Table, the_arbiter: Account) -> None:
    line = record(table, 1, the_arbiter)
    stop(table, the_arbiter)
    for writer in (the_arbiter, phone_of(table, 0)):
        refused = refusal_of(record, table, 2, writer)  # the page of the table is older than that
        assert refused.code == "table_stopped"
        assert "après 1 donne" in refused.message
    moved = {"table": table, "number": 2, "reason": "décalée", "key": uuid.uuid4(), "by": the_arbiter, "at": NOW}
    assert refusal_of(move_donne, line=line, **moved).code == "table_stopped"
    assert refusal_of(chelem_called, table, the_arbiter, number=2).code == "table_stopped"
    record(table, 1, the_arbiter, garde(points="50"))


def test_who_types_a_donne_while_it_is_stopped_reads_so_and_keeps_what_he_typed(
    table: Table, the_arbiter: Account, as_arbiter: Client
) -> None:
    phone = PhoneAt(table)
    stop(table, the_arbiter)
    pages = [as_arbiter.post(at(table, 2), typed(points="47"))]
    pages += [phone.post("table_donne", typed(points="47"), number=2)]
    for page in pages:
        assert (page.status_code, "s’arrête après 0 donne : la donne 2 n’y est plus" in read(page)) == (422, True)
        assert 'value="47"' in page.content.decode()


def test_what_is_missing_before_it_is_still_expected(table: Table, the_arbiter: Account) -> None:
    line = record(table, 1, the_arbiter)
    record(table, 2, the_arbiter)
    stop(table, the_arbiter)
    empty_donne(line=line, reason="à revoir", by=the_arbiter, at=NOW)
    refused = refusal_of(close_sheet, table=table, by=the_arbiter, at=NOW)
    assert refused.code == "sheet_incomplete"
    assert "enregistrez-la comme annulée" in refused.message
    record(table, 1, the_arbiter, void(Outcome.ANNULLED))
    close_sheet(table=now(table), by=the_arbiter, at=NOW)


def test_a_chelem_called_in_a_donne_that_is_not_played_does_not_keep_it_open(
    tournament: Tournament, table: Table, the_arbiter: Account
) -> None:
    record(table, 1, the_arbiter)
    chelem_called(table, the_arbiter, number=2)
    stop(table, the_arbiter)
    sheet, seen = sheet_of(now(table)), overview(tournament, table.round).tables[0]
    assert (sheet.missing, sheet.is_complete, seen.missing, seen.complete) == ((), True, (), True)
    close_sheet(table=now(table), by=the_arbiter, at=NOW)


def test_a_donne_that_a_phone_had_kept_is_shown_to_the_arbiter(table: Table, the_arbiter: Account) -> None:
    stop(table, the_arbiter)
    sent = SentDonne(table, 1, GARDE, uuid.uuid4(), phone_of(table, 0), NOW)
    keep_beside(sent, refusal=refusal_of(record, table, 1, sent.by))
    assert Conflict.objects.get().late
    unknown = SentDonne(table, 9, GARDE, uuid.uuid4(), sent.by, NOW)
    assert refusal_of(keep_beside, unknown, refusal=refusal_of(record, table, 9, sent.by)).code == "no_such_donne"


@pytest.mark.parametrize("played", [0, 1])
def test_a_table_that_stopped_signs_and_closes_by_itself(table: Table, the_arbiter: Account, played: int) -> None:
    Tournament.objects.update(closes_itself=True)
    table = now(table)
    for number in range(1, played + 1):
        record(table, number, the_arbiter)
    stop(table, the_arbiter)
    seen = version_of(sheet_of(now(table)))
    signed = [
        sign_sheet(table=table, seat=seat(table, chair), seen=seen, by=phone_of(table, chair), at=NOW)
        for chair in range(4)
    ]
    assert signed == [False, False, False, True]


def redealt(table: Table, by: Account) -> Callable[[], object]:
    """Have the third donne dealt again, and return what takes that back."""
    about = {"target": PenaltyTarget.DONNE, "sanction": Sanction.REDEAL, "table": table, "donne": 3, "points": 0}
    penalty = a_penalty(table.round.of_tournament, by, **about)
    return lambda: cancel_penalty(penalty=penalty, reason="à tort", by=by, at=LATER)


def emptied(table: Table, by: Account) -> Callable[[], object]:
    empty_donne(line=table.lines.get(number=3, current=True), reason="à revoir", by=by, at=NOW)
    entry, said = JournalEntry.objects.get(action="donne vidée"), {"reason": "si", "by": by, "at": LATER}
    return lambda: undo(entry=entry, key=uuid.uuid4(), **said)


def emptied_and_restored(table: Table, by: Account) -> Callable[[], object]:
    line, said = table.lines.get(number=3), {"reason": "si", "by": by, "at": LATER}
    empty_donne(line=line, reason="à revoir", by=by, at=NOW)
    return lambda: restore_version(line=line, key=uuid.uuid4(), **said)


@pytest.mark.parametrize("taken_off", [redealt, emptied, emptied_and_restored])
def test_a_donne_that_was_taken_off_before_it_stopped_comes_back_as_its_last(
    table: Table, the_arbiter: Account, taken_off: Callable[[Table, Account], Callable[[], object]]
) -> None:
    Tournament.objects.update(void_donnes_count=True)  # what is dealt again is taken off
    table = now(table)
    for number in (1, 3):
        record(table, number, the_arbiter)
    before = results(table)
    gives_back = taken_off(table, the_arbiter)
    assert stop(table, the_arbiter) == 1

    gives_back()

    assert (results(table), now(table).stopped_after) == (before, 3)
    assert sheet_of(now(table)).missing == (2,)
    assert refusal_of(record, table, 4, the_arbiter).code == "table_stopped"


def test_it_plays_on_and_that_is_undone_like_any_act(table: Table, the_arbiter: Account) -> None:
    record(table, 1, the_arbiter)
    stop(table, the_arbiter)
    kept = now(table)
    assert (kept.stopped_by_name, kept.stopped_at, kept.stop_reason) == (str(the_arbiter), NOW, "un joueur est parti")
    asked = {"reason": "erreur", "by": the_arbiter}
    entry = JournalEntry.objects.get(action="table arrêtée")
    undo(entry=entry, key=uuid.uuid4(), at=LATER, **asked)
    assert now(table).stopped_after is None
    assert refusal_of(undo, entry=entry, key=uuid.uuid4(), at=LATER, **asked).code == "already_undone"
    record(table, 2, the_arbiter)
    resumed = JournalEntry.objects.get(action="table reprise")
    undo(entry=resumed, key=uuid.uuid4(), at=LATER, **asked)
    assert now(table).stopped_after == 2
    assert refusal_of(undo, entry=resumed, key=uuid.uuid4(), at=LATER, **asked).code == "already_undone"


def test_it_needs_its_reason_an_open_sheet_and_donnes(table: Table, the_arbiter: Account) -> None:
    said = {"by": the_arbiter, "at": NOW}
    assert refusal_of(stop_table, table=table, reason=" ", **said).code == "stopping_without_reason"
    assert refusal_of(resume_table, table=table, reason="", **said).code == "resuming_without_reason"
    assert (stop(table, the_arbiter), stop(table, the_arbiter)) == (0, 0)
    assert JournalEntry.objects.filter(action="table arrêtée").count() == 1
    close_sheet(table=table, **said)
    assert refusal_of(stop_table, table=table, reason="x", **said).code == "sheet_closed"
    assert refusal_of(resume_table, table=table, reason="x", **said).code == "sheet_closed"
    reopen_sheet(table=table, reason="x", **said)
    Tournament.objects.update(keeps=Keeps.TOTALS)
    assert refusal_of(stop_table, table=now(table), reason="x", **said).code == "balances_only"


def test_the_sheet_offers_it_and_says_who_and_why(table: Table, the_arbiter: Account, as_arbiter: Client) -> None:
    record(table, 1, the_arbiter)
    place = [table.round.tournament_id, 1, 1]
    sheet, asked = reverse("sheet", args=place), reverse("stop_table", args=place)
    assert f'href="{asked}"' in read(as_arbiter.get(sheet))
    assert "Dites pourquoi" in read(as_arbiter.post(asked, {"reason": ""}))
    page = read(as_arbiter.post(asked, {"reason": "un joueur est parti"}, follow=True))
    assert "La table s’est arrêtée après 1 donne" in page
    assert "« un joueur est parti »" in page
    assert f'href="{asked}"' not in page
    journal = read(as_arbiter.get(reverse("journal", args=place[:1])))
    assert "table arrêtée" in journal
    assert "Défaire" in journal
    page = read(as_arbiter.post(reverse("resume_table", args=place), {"reason": "il revient"}, follow=True))
    assert "La table 1 reprend." in page
    assert f'href="{asked}"' in page


def test_after_the_end_it_plays_on_so_that_what_was_played_is_entered(
    table: Table, the_arbiter: Account, as_organiser: Client, as_arbiter: Client
) -> None:
    record(table, 1, the_arbiter)
    stop(table, the_arbiter)
    close_sheet(table=table, by=the_arbiter, at=NOW)
    Tournament.objects.update(state=TournamentState.FINISHED)
    place = [table.round.tournament_id, 1, 1]
    sheet, resumed, second = reverse("sheet", args=place), reverse("resume_table", args=place), at(now(table), 2)
    assert [resumed in read(client.get(sheet)) for client in (as_organiser, as_arbiter)] == [True, False]
    assert "s’arrête après 1 donne : la donne 2" in read(as_organiser.post(second, typed(reason="retrouvée")))
    assert as_arbiter.post(resumed, {"reason": "feuille retrouvée"}).status_code == 422

    page = read(as_organiser.post(resumed, {"reason": "feuille retrouvée"}, follow=True))

    assert second in page
    assert not JournalEntry.objects.filter(action="corrigé après la fin").exists()
    assert as_organiser.post(second, typed(reason="feuille retrouvée")).url == sheet
    assert results(table) == [396, -132, -132, -132]
    assert JournalEntry.objects.filter(action="corrigé après la fin").count() == 1
    assert (now(table).closed_at, now(table).round.of_tournament.state) == (NOW, TournamentState.FINISHED)

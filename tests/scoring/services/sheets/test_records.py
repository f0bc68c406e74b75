"""A record attached to a line: who sits where in it, what is refused, what is kept, how it is withdrawn."""

import dataclasses
import random
import uuid

import pytest
from django.db import IntegrityError, transaction

from scoring.cards.reading import read
from scoring.cards.record import Record
from scoring.cards.replay import replay
from scoring.marque import Variant
from scoring.models import DonneRecord
from scoring.queries.table.cards import example
from scoring.queries.table.lines import line_at
from scoring.queries.table.records import chairs_of, past_records, record_of, renamed, stored_record
from scoring.queries.table.sheets import sheet_of
from scoring.services.sheets.records import withdraw_record
from scoring.services.sheets.sheets import close_sheet
from tests.factories import NOW, rewrite
from tests.refusals import refusal_of
from tests.scoring.attached import COMMENTED_LINE, attach
from tests.scoring.cards.dealing import random_record
from tests.scoring.sheets import record, results, seated, void
from tests.scoring.written import COMMENTED
from tests.texts import NO_BREAK
from tournaments.labels import TournamentState
from tournaments.models import JournalEntry, Player, Round, Table, Tournament
from tournaments.refusals import Refusal

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(table, the_arbiter) -> Table:
    record(table, 1, the_arbiter, COMMENTED_LINE)
    return table


def refused(table: Table, by, what: Record | None = None, **said: object) -> Refusal:
    return refusal_of(attach, table, by, what, **said)


def test_a_record_is_kept_by_chair_with_who_and_when(table, the_arbiter) -> None:
    kept = attach(table, the_arbiter)

    assert (kept.table, kept.number, kept.line, kept.current) == (table, 1, line_at(table, 1), True)
    assert (kept.written_by, kept.written_by_name, kept.written_at) == (the_arbiter, str(the_arbiter), NOW)
    assert chairs_of(DonneRecord.objects.get()).players == ("0", "1", "2", "3")
    names = {"Sud": "0", "Est": "1", "Nord": "2", "Ouest": "3"}
    shown = stored_record(DonneRecord.objects.get(), ["Sud", "Est", "Nord", "Ouest"])
    # The cards of each trick are kept in the order they fell.
    assert [list(trick) for trick in shown.tricks] == [list(trick) for trick in example().tricks]
    assert replay(renamed(shown, names)).half_points == 74


def test_it_changes_no_score_and_enters_the_journal(table, the_arbiter, tournament) -> None:
    before = results(table)
    revision = Tournament.objects.get(pk=tournament.pk).revision
    attach(table, the_arbiter)
    assert results(table) == before
    assert Tournament.objects.get(pk=tournament.pk).revision == revision
    entry = JournalEntry.objects.get(action="relevé rattaché")
    assert (entry.subject, entry.by) == ("position 1, table 1, donne 1", the_arbiter)


def test_a_sheet_knows_which_of_its_lines_have_a_record(table, the_arbiter) -> None:
    record(table, 2, the_arbiter)
    attach(table, the_arbiter)
    rows = sheet_of(table).rows
    assert [row.line.has_record for row in rows if row.line] == [True, False]


def test_the_same_form_sent_twice_keeps_one_record(table, the_arbiter) -> None:
    key = uuid.uuid4()
    first = attach(table, the_arbiter, key=key)
    assert attach(table, the_arbiter, key=key, replaces=None, reason="") == first
    assert DonneRecord.objects.count() == 1


def test_another_record_takes_its_place_and_says_why(table, the_arbiter) -> None:
    first = attach(table, the_arbiter)
    assert refused(table, the_arbiter, reason=" ").code == "correction_without_reason"
    assert refused(table, the_arbiter, replaces=None).code == "stale_record"

    second = attach(table, the_arbiter, reason="relevé de la donne 2")

    first.refresh_from_db()
    assert (first.current, second.current, second.supersedes) == (False, True, first)
    assert JournalEntry.objects.get(action="relevé remplacé").reason == "relevé de la donne 2"


def test_a_record_is_withdrawn_with_a_reason_and_stays_on_record(table, the_arbiter) -> None:
    kept = attach(table, the_arbiter)
    silent = refusal_of(withdraw_record, record=kept, reason=" ", by=the_arbiter, at=NOW)
    assert (silent.code, list(silent.fields)) == ("cancelling_without_reason", ["reason"])

    for reason in ("mauvaise table", "encore"):
        withdraw_record(record=kept, reason=reason, by=the_arbiter, at=NOW)

    kept.refresh_from_db()
    assert (kept.current, kept.cancelled_by, kept.cancelled_at) == (False, the_arbiter, NOW)
    assert kept.cancel_reason == "mauvaise table"
    assert record_of(table, 1) is None
    assert [row.line.has_record for row in sheet_of(table).rows if row.line] == [False]
    entry = JournalEntry.objects.get(action="relevé retiré")
    assert (entry.subject, entry.by, entry.reason) == ("position 1, table 1, donne 1", the_arbiter, "mauvaise table")


def test_a_donne_whose_record_was_withdrawn_takes_another_one(table, the_arbiter) -> None:
    first = attach(table, the_arbiter)
    withdraw_record(record=first, reason="mauvaise table", by=the_arbiter, at=NOW)
    assert refused(table, the_arbiter, replaces=first.pk).code == "stale_record"
    second = attach(table, the_arbiter)
    assert (second.supersedes, record_of(table, 1)) == (None, second)
    assert list(past_records(table, 1)) == [first]


def test_what_another_record_replaced_is_not_withdrawn(table, the_arbiter) -> None:
    first = attach(table, the_arbiter)
    second = attach(table, the_arbiter)
    stale = refusal_of(withdraw_record, record=first, reason="mauvaise table", by=the_arbiter, at=NOW)
    assert stale.code == "stale_record"
    assert record_of(table, 1) == second


def test_a_record_changes_no_score_and_is_withdrawn_after_the_end_too(table, the_arbiter) -> None:
    kept = attach(table, the_arbiter)
    Tournament.objects.update(state=TournamentState.FINISHED)
    withdraw_record(record=kept, reason="mauvaise table", by=the_arbiter, at=NOW)
    kept.refresh_from_db()
    assert (kept.current, kept.cancel_reason) == (False, "mauvaise table")
    assert not JournalEntry.objects.filter(action="corrigé après la fin").exists()


def test_a_position_cancelled_meanwhile_keeps_its_records(table, the_arbiter, tournament) -> None:
    kept = attach(table, the_arbiter)
    Round.objects.update(tournament=None, cancelled_from=tournament, cancelled_at=NOW, cancel_reason="panne")
    cancelled = refusal_of(withdraw_record, record=kept, reason="mauvaise table", by=the_arbiter, at=NOW)
    assert cancelled.code == "table_redrawn"
    assert DonneRecord.objects.get().current


@pytest.mark.parametrize("wrong", [{"cancel_reason": ""}, {"current": True}])
def test_the_database_holds_why_a_record_was_withdrawn(table, the_arbiter, wrong) -> None:
    kept = attach(table, the_arbiter)
    withdrawn = {"current": False, "cancelled_at": NOW, "cancel_reason": "mauvaise table"}
    with pytest.raises(IntegrityError), transaction.atomic():
        DonneRecord.objects.filter(pk=kept.pk).update(**withdrawn | wrong)
    DonneRecord.objects.filter(pk=kept.pk).update(**withdrawn)


def test_the_database_holds_one_current_record_and_the_reason_of_the_next(table, the_arbiter) -> None:
    kept = attach(table, the_arbiter)
    again = {
        "table": table,
        "number": 1,
        "line": kept.line,
        "record": kept.record,
        "written_by_name": "x",
        "written_at": NOW,
    }
    for wrong in ({}, {"current": False, "supersedes": kept}, {"current": False, "number": 0}):
        with pytest.raises(IntegrityError), transaction.atomic():
            DonneRecord.objects.create(**again | wrong, key=uuid.uuid4())


def test_a_closed_sheet_takes_a_record_and_so_does_a_finished_tournament(tournament, the_arbiter) -> None:
    rewrite(tournament, donnes_per_round=1)
    (table,) = seated(tournament)
    record(table, 1, the_arbiter, COMMENTED_LINE)
    close_sheet(table=table, by=the_arbiter, at=NOW)
    kept = attach(table, the_arbiter)
    Tournament.objects.update(state=TournamentState.FINISHED)
    attach(table, the_arbiter, replaces=kept.pk, reason="mieux lu")
    assert list(table.records.order_by("pk").values_list("current", "reason")) == [(False, ""), (True, "mieux lu")]


@pytest.mark.parametrize("line", [None, void("passee")])
def test_only_a_played_line_takes_a_record(tournament, the_arbiter, line) -> None:
    (table,) = seated(tournament)
    if line is not None:
        record(table, 1, the_arbiter, line)
    assert refused(table, the_arbiter).code == "no_played_line"


def test_names_or_letters_or_a_first_chair_say_who_sits_where(table, the_arbiter) -> None:
    seats = list(table.seats.order_by("chair"))
    for turn, seat in enumerate(seats):
        Player.objects.filter(pk=seat.registration.player_id).update(last_name=f"Né d’Œuf-{turn}")
    lasts = ["NE D'OEUF 0", "né d’œuf-1", "Né d'Œuf‑2", "Prénom Né d’Oeuf 3"]
    for people, first in ((lasts, None), (["S", "e", "N", "O"], None), (["a", "b", "c", "d"], 0)):
        names = dict(zip(["Sud", "Est", "Nord", "Ouest"], people, strict=True))
        # The example lists its players from Nord on.
        what = renamed(example(), names)
        if first is not None:
            what = dataclasses.replace(what, players=tuple(people))
        kept = attach(table, the_arbiter, what, first=first)
        assert chairs_of(kept).taker == "2"


def test_people_of_another_table_are_refused_with_their_names(table, the_arbiter) -> None:
    names = dict(zip(COMMENTED["players"], ["Nord", "Paul", "Sud", "Est"], strict=True))
    refusal = refused(table, the_arbiter, renamed(example(), names))
    assert (refusal.code, list(refusal.fields)) == ("record_of_another_table", ["premier"])
    assert "Je ne trouve pas à cette table : Paul." in str(refusal).translate(NO_BREAK)


def test_another_order_of_play_is_refused(table, the_arbiter) -> None:
    names = dict(zip(COMMENTED["players"], ["Nord", "Est", "Sud", "Ouest"], strict=True))
    assert refused(table, the_arbiter, renamed(example(), names)).code == "record_of_another_table"


def test_another_number_of_players_is_refused(table, the_arbiter) -> None:
    three = random_record(random.Random(1), variant=Variant.THREE)
    assert str(refused(table, the_arbiter, three)) == (
        "Cette table joue à 4 ; le relevé est à 3. Vérifiez la table et le relevé.".replace(" ;", "\u202f;")
    )


def test_cards_that_cannot_be_are_refused_with_every_problem(table, the_arbiter) -> None:
    wrong = COMMENTED | {"chien": ["18", "P9", "CC", "K8", "TC", "21"]}
    refusal = refused(table, the_arbiter, read(wrong), anyway=True)
    assert refusal.code == "record_impossible"
    assert len(refusal.fields["record"]) > 1
    assert DonneRecord.objects.count() == 0


def test_a_renonce_is_kept_once_somebody_says_that_it_happened(table, the_arbiter) -> None:
    # Est's ace of hearts and ace of spades change places: at the fourth trick he does not follow.
    tricks = [dict(trick) for trick in COMMENTED["tricks"]]
    tricks[3]["Est"], tricks[10]["Est"] = "PA", "CA"
    wrong = read(COMMENTED | {"tricks": tricks})
    refusal = refused(table, the_arbiter, wrong)
    assert refusal.code == "record_to_confirm"
    assert "Pli 4" in refusal.fields["record"][0]
    kept = attach(table, the_arbiter, wrong, anyway=True)
    assert record_of(table, 1) == kept


def test_a_donne_that_stops_early_is_kept_once_somebody_says_so(table, the_arbiter) -> None:
    begun = read(COMMENTED | {"tricks": COMMENTED["tricks"][:5]})
    assert refused(table, the_arbiter, begun).code == "record_to_confirm"
    assert record_of(table, 1) is None
    kept = attach(table, the_arbiter, begun, anyway=True)
    assert record_of(table, 1) == kept


def test_a_form_that_served_for_one_donne_does_not_serve_for_another(table, the_arbiter) -> None:
    key = uuid.uuid4()
    attach(table, the_arbiter, key=key)
    assert refusal_of(attach, table, the_arbiter, number=2, key=key).code == "stale_record"
    assert DonneRecord.objects.get().number == 1

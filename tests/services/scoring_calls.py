"""The services of scoring, one row for each thing that one of them can do."""

import datetime
import uuid
from collections.abc import Callable
from functools import partial
from typing import Any

from scoring.imports.event_files import event_file
from scoring.imports.events import read_event_file, write_event
from scoring.imports.past_evenings import import_past_evenings
from scoring.imports.past_results import PastConcours, import_past_results
from scoring.imports.past_seasons import import_past_seasons
from scoring.labels import CallAbout, CalledWhen, CallOutcome, Kept, PenaltyTarget, Prime, ProtestAbout, Sanction
from scoring.models import (
    ArbiterCall,
    ChelemCall,
    ClubBareme,
    Conflict,
    Incident,
    Penalty,
    PenaltyEdition,
    PenaltyKind,
    Protest,
    SheetTotal,
)
from scoring.queries.desk.cancelled_rounds import seen_in
from scoring.queries.table.agreements import version_of
from scoring.queries.table.lines import AGAINST_RULING
from scoring.queries.table.sheets import sheet_of, subject_of_sheet
from scoring.services.boards import deal_boards, share_deal, withdraw_deal
from scoring.services.decisions.after_end import correct_after_end
from scoring.services.decisions.arbiter_calls import call_arbiter, go_to_table, settle_call
from scoring.services.decisions.calls import cancel_chelem_call, record_chelem_call
from scoring.services.decisions.incidents import cancel_incident, note_incident
from scoring.services.decisions.penalties import cancel_penalty, give_penalty, note_applied
from scoring.services.decisions.protests import answer_protest, contest, correct_upheld
from scoring.services.rules.baremes import choose_bareme, compose_bareme, withdraw_bareme
from scoring.services.rules.catalogues import FaultFacts, drop_edition, open_edition, remove_fault, write_fault
from scoring.services.sheets.balances import empty_balances, record_balances
from scoring.services.sheets.cancelled_rounds import cancel_round, restore_round
from scoring.services.sheets.confirmations import confirm_line, sign_sheet
from scoring.services.sheets.conflicts import keep_beside, settle_conflict
from scoring.services.sheets.donnes import SentDonne, record_donne
from scoring.services.sheets.entry import enter_donne
from scoring.services.sheets.imported_totals import correct_imported
from scoring.services.sheets.lines import score_line
from scoring.services.sheets.moves import empty_donne, move_donne
from scoring.services.sheets.paper import record_paper, withdraw_typing
from scoring.services.sheets.phones import revoke_codes
from scoring.services.sheets.records import attach_record, withdraw_record
from scoring.services.sheets.rounds_of_sheets import Balances, close_complete_sheets, record_all_balances
from scoring.services.sheets.sheets import close_sheet, correct_closed_sheet, reopen_sheet
from scoring.services.sheets.stops import resume_table, stop_table
from scoring.services.undo.imports import undo_import
from scoring.services.undo.undoing import restore_version, undo
from tests.factories import NOW, RegistrationFactory, TournamentFactory
from tests.scoring.attached import COMMENTED_LINE, attach
from tests.scoring.baremes import a_bareme
from tests.scoring.imports.files import read_evening_table, read_past_results, read_season_file
from tests.scoring.sheets import GARDE, chelem_called, garde, looked_at, phone_of, record, seat
from tests.services.calls import KEY, Act, Entry, World, call_of
from tournaments.labels import ImportKind, Keeps, TournamentState
from tournaments.models import BoardResult, FouledBoard, Import, JournalEntry, Player, Registration, Table, Tournament
from tournaments.refusals import Refusal
from tournaments.services.boards import _free_later, lift_secrecy
from tournaments.services.fouled_boards import rule_fouled, take_back_fouled

TABLE, DONNE = "position 1, table 1", "position 1, table 1, donne 1"
PAST_SEASON = "date;preneur;contrat;fait;Anne;Bob;Zoé\n2021-03-09;Anne;garde;1;100;-50;-50\n"
PAST_EVENINGS = "joueur;09/03/2026;16/03/2026\nDUPONT Jean;120;40\nDURAND Max;-120;-40\n"
PAST = """joueur;numéro;Séquence 1 (45 min);Séquence 2 (45 min);total;place
DUPONT Jean;7;+120;−40;80;1
DURAND Max;3;-120;40;-80;2
"""


# Étuis


def duplicate(world: World, *, dealt: bool) -> Tournament:
    """Make the world's tournament a duplicate, and return it."""
    Tournament.objects.filter(pk=world.tournament.pk).update(compared_by="mean", void_donnes_count=True)
    event = Tournament.objects.get(pk=world.tournament.pk)
    if dealt:
        deal_boards(tournament=event, keeps_petit_sec=False, by=world.by, at=NOW)
        event.refresh_from_db()
    return event


@call_of(deal_boards, Entry("étuis distribués", "Concours"), told=False)
def etuis_dealt(world: World) -> Act:
    event = duplicate(world, dealt=False)
    return lambda: deal_boards(tournament=event, keeps_petit_sec=False, by=world.by, at=NOW)


@call_of(share_deal, Entry("étuis partagés", "Matin"), told=False)
def etuis_shared(world: World) -> Act:
    event = duplicate(world, dealt=False)
    other = TournamentFactory(club=world.club, name="Matin", compared_by="mean", void_donnes_count=True)
    deal_boards(tournament=other, keeps_petit_sec=False, by=world.by, at=NOW)
    return lambda: share_deal(tournament=event, other=other, by=world.by, at=NOW)


@call_of(withdraw_deal, Entry("étuis retirés", "Concours"), told=False)
def etuis_withdrawn(world: World) -> Act:
    event = duplicate(world, dealt=True)
    return lambda: withdraw_deal(tournament=event, by=world.by, at=NOW)


@call_of(_free_later, told=True)
def boards_freed_once_another_tournament_has_played_them(world: World) -> Act:
    event = duplicate(world, dealt=True)
    world.tables()
    Table.objects.update(first_board=1, last_board=4, closed_at=NOW)
    return lambda: _free_later(event.pk)


# Donnes


@call_of(record_donne, Entry("donne saisie", DONNE), told=True)
def a_donne_entered(world: World) -> Act:
    table = world.tables()[0]
    return lambda: record(table, 1, world.by, key=KEY)


@call_of(record_donne, Entry("donne corrigée", DONNE, "mal recopiée"), told=True)
def a_donne_corrected(world: World) -> Act:
    table = world.tables()[0]
    record(table, 1, world.by)
    return lambda: record(table, 1, world.by, garde(points="60"), key=KEY)


@call_of(empty_donne, Entry("donne vidée", DONNE, "mauvaise table"), told=True)
def a_donne_emptied(world: World) -> Act:
    line = record(world.tables()[0], 1, world.by)
    return lambda: empty_donne(line=line, reason=" mauvaise table ", by=world.by, at=NOW)


@call_of(move_donne, Entry("donne déplacée", "position 1, table 2, donne 1", "mauvaise table"), told=True)
def a_donne_moved(world: World) -> Act:
    first, second = world.tables()
    line = record(first, 1, world.by)
    return lambda: move_donne(
        line=line, table=second, number=1, reason=" mauvaise table ", key=uuid.uuid4(), by=world.by, at=NOW
    )


def balancing(world: World, sud: int) -> Act:
    Tournament.objects.update(keeps=Keeps.TOTALS)
    tables = Table.objects.filter(number=1).select_related("round__tournament")
    table = tables.get() if tables else Table.objects.select_related("round__tournament").get(pk=world.tables()[0].pk)
    replaces = list(SheetTotal.objects.filter(current=True).values_list("pk", flat=True))
    return lambda: record_balances(
        table=table,
        balances={0: sud, 1: -sud, 2: 0, 3: 0},
        key=uuid.uuid4(),
        replaces=replaces,
        reason=" mal recopiés " if replaces else "",
        by=world.by,
        at=NOW,
    )


@call_of(record_balances, Entry("bilans saisis", TABLE), told=True)
def balances_entered(world: World) -> Act:
    return balancing(world, 120)


@call_of(record_balances, Entry("bilans corrigés", TABLE, "mal recopiés"), told=True)
def balances_corrected(world: World) -> Act:
    balancing(world, 120)()
    return balancing(world, 140)


@call_of(empty_balances, Entry("bilans vidés", TABLE, "mauvaise table"), told=True)
def balances_taken_off(world: World) -> Act:
    balancing(world, 120)()
    table = Table.objects.select_related("round__tournament").get(number=1)
    replaces = list(SheetTotal.objects.filter(current=True).values_list("pk", flat=True))
    return lambda: empty_balances(table=table, replaces=replaces, reason=" mauvaise table ", by=world.by, at=NOW)


@call_of(close_sheet, Entry("feuille close", TABLE), told=True)
def a_sheet_closed(world: World) -> Act:
    table = world.tables()[0]
    record(table, 1, world.by)
    return lambda: close_sheet(table=table, by=world.by, at=NOW)


# What a table says about its own sheet


@call_of(confirm_line, Entry("donne confirmée", DONNE, by="NOM2 Ada, téléphone de la table 1"))
def a_donne_confirmed(world: World) -> Act:
    table = world.tables()[0]
    line, phone = record(table, 1, phone_of(table, 0)), phone_of(table, 1)
    return lambda: confirm_line(line=line, seat=phone.seat, by=phone, at=NOW)


@call_of(confirm_line, Entry("donne confirmée", DONNE), told=True)
def a_donne_confirmed_where_it_must_be(world: World) -> Act:
    Tournament.objects.update(needs_confirmation=True)
    table = world.tables()[0]
    line = record(table, 1, phone_of(table, 0))
    return lambda: confirm_line(line=line, seat=None, by=world.by, at=NOW)


def signing(world: World) -> Act:
    table = world.tables()[0]
    record(table, 1, world.by)
    phone, sheet = phone_of(table, 3), sheet_of(Table.objects.select_related("round__tournament").get(pk=table.pk))
    for chair in range(3):
        sign_sheet(table=table, seat=seat(table, chair), seen=version_of(sheet), by=phone, at=NOW)
    return lambda: sign_sheet(table=table, seat=seat(table, 3), seen=version_of(sheet), by=phone, at=NOW)


@call_of(sign_sheet, Entry("feuille signée", TABLE, by="NOM4 Ada, téléphone de la table 1"))
def a_sheet_signed(world: World) -> Act:
    return signing(world)


@call_of(
    sign_sheet,
    Entry("feuille signée", TABLE, by="NOM4 Ada, téléphone de la table 1"),
    Entry("feuille close", TABLE, by="NOM4 Ada, téléphone de la table 1"),
    told=True,
)
def a_sheet_that_closes_itself(world: World) -> Act:
    Tournament.objects.update(closes_itself=True)
    return signing(world)


def contesting(world: World) -> Act:
    table = world.tables()[0]
    phone = phone_of(table, 1)
    return lambda: contest(
        table=table,
        about=ProtestAbout.SHEET,
        seat=phone.seat,
        reason=" total faux ",
        key=uuid.uuid4(),
        by=phone,
        at=NOW,
    )


@call_of(contest, Entry("feuille contestée", TABLE, "total faux", by="NOM2 Ada, téléphone de la table 1"), told=True)
def a_sheet_contested(world: World) -> Act:
    return contesting(world)


@call_of(answer_protest, Entry("contestation jugée", TABLE, "recompté"), told=True)
def a_protest_answered(world: World) -> Act:
    contesting(world)()
    protest = Protest.objects.select_related("table__round").get()
    return lambda: answer_protest(protest=protest, answer=" recompté ", upheld=True, by=world.by, at=NOW)


def a_conflict(world: World) -> Conflict:
    """Have a phone send another version of a donne that stands."""
    table = world.tables()[0]
    record(table, 1, world.by)
    return keeping(table, 1)()


def keeping(table: Table, chair: int) -> Callable[[], Conflict]:
    phone = phone_of(table, chair)
    refusal = Refusal("déjà saisie", code="stale_line")
    return lambda: keep_beside(SentDonne(table, 1, garde(points="51"), KEY, phone, NOW), refusal=refusal)


@call_of(keep_beside, Entry("donne gardée à part", DONNE, by="NOM2 Ada, téléphone de la table 1"), told=True)
def another_version_kept(world: World) -> Act:
    table = world.tables()[0]
    record(table, 1, world.by)
    return keeping(table, 1)


@call_of(settle_conflict, Entry("versions d’une donne départagées", DONNE, "vu"), told=True)
def what_stands_kept(world: World) -> Act:
    conflict = a_conflict(world)
    return lambda: settle_conflict(
        conflict=conflict, kept=Kept.STANDING, seen=conflict.line_id, reason=" vu ", by=world.by, at=NOW
    )


@call_of(
    settle_conflict,
    Entry("donne corrigée", DONNE, "vu"),
    Entry("versions d’une donne départagées", DONNE, "vu"),
    told=True,
)
def the_other_version_kept(world: World) -> Act:
    conflict = a_conflict(world)
    return lambda: settle_conflict(
        conflict=conflict, kept=Kept.OTHER, seen=conflict.line_id, reason=" vu ", by=world.by, at=NOW
    )


def called(world: World, about: str = CallAbout.FAULT) -> ArbiterCall:
    table = world.tables()[0]
    return call_arbiter(
        table=table, about=about, number=1, reason=" renonce ? ", key=uuid.uuid4(), by=phone_of(table, 1), at=NOW
    )


@call_of(call_arbiter, Entry("arbitre appelé", TABLE, "renonce ?", by="NOM2 Ada, téléphone de la table 1"))
def an_arbiter_called(world: World) -> Act:
    table = world.tables()[0]
    phone = phone_of(table, 1)
    return lambda: call_arbiter(
        table=table, about=CallAbout.FAULT, reason=" renonce ? ", key=uuid.uuid4(), by=phone, at=NOW
    )


@call_of(go_to_table, Entry("arbitre en route", TABLE))
def an_arbiter_on_his_way(world: World) -> Act:
    call = called(world)
    return lambda: go_to_table(call=call, by=world.by, at=NOW)


@call_of(settle_call, Entry("appel de l’arbitre réglé", TABLE, "expliqué"))
def a_call_settled(world: World) -> Act:
    call = called(world)
    return lambda: settle_call(call=call, answer=" expliqué ", by=world.by, at=NOW)


@call_of(
    record_chelem_call,
    Entry("appel de chelem", DONNE),
    Entry("appel de l’arbitre réglé", DONNE),
    told=True,
)
def a_chelem_for_which_the_arbiter_was_called(world: World) -> Act:
    table = called(world, CallAbout.CHELEM).table
    return lambda: chelem_called(table, world.by)


@call_of(revoke_codes, Entry("codes des tables révoqués", TABLE, "carte perdue"))
def the_code_of_a_table_revoked(world: World) -> Act:
    table = world.tables()[0]
    return lambda: revoke_codes(tournament=world.tournament, table=table, reason=" carte perdue ", by=world.by, at=NOW)


@call_of(revoke_codes, Entry("codes des tables révoqués", "Concours", "code affiché dehors"))
def every_code_revoked(world: World) -> Act:
    return lambda: revoke_codes(tournament=world.tournament, reason="code affiché dehors", by=world.by, at=NOW)


@call_of(
    record_all_balances,
    Entry("bilans saisis", TABLE),
    Entry("bilans saisis", "position 1, table 2"),
    told=True,
)
def balances_of_a_position(world: World) -> Act:
    Tournament.objects.update(keeps=Keeps.TOTALS)
    world.tables()
    tables = Table.objects.select_related("round__tournament").order_by("number")
    rows = [Balances(table, {0: 30, 1: -30, 2: 0, 3: 0}, uuid.uuid4()) for table in tables]
    return lambda: record_all_balances(tournament=world.tournament, rows=rows, by=world.by, at=NOW)


@call_of(close_complete_sheets, Entry("feuille close", TABLE), told=True)
def complete_sheets_closed(world: World) -> Act:
    table = world.tables()[0]
    record(table, 1, world.by)
    Tournament.objects.update(donnes_per_round=1)
    return lambda: close_complete_sheets(
        tournament=world.tournament, round_number=1, numbers=[1, 2], by=world.by, at=NOW
    )


@call_of(
    correct_closed_sheet,
    Entry("donne corrigée", DONNE, "mal recopiée"),
    Entry("feuille corrigée, close de nouveau", TABLE, "mal recopiée"),
    told=True,
)
def a_closed_sheet_corrected(world: World) -> Act:
    table = world.tables()[0]
    record(table, 1, world.by)
    close_sheet(table=table, by=world.by, at=NOW)
    act = partial(record, table, 1, world.by, garde(points="60"), reason="mal recopiée", key=KEY)
    return lambda: correct_closed_sheet(table=table, reason="mal recopiée", act=act, by=world.by, at=NOW)


@call_of(
    correct_upheld,
    Entry("donne corrigée", DONNE, "recompté"),
    Entry("feuille corrigée, close de nouveau", TABLE, "recompté"),
    told=True,
)
def a_donne_found_wrong_on_a_closed_sheet(world: World) -> Act:
    table = world.tables()[0]
    line = record(table, 1, world.by)
    close_sheet(table=table, by=world.by, at=NOW - datetime.timedelta(minutes=5))
    contested = {"about": ProtestAbout.DONNE, "number": 1, "seat": None, "reason": "60", "key": uuid.uuid4()}
    protest = contest(table=table, by=phone_of(table), at=NOW, **contested)
    answer_protest(protest=protest, answer="recompté", upheld=True, by=world.by, at=NOW)
    table.refresh_from_db()
    sent = SentDonne(table, 1, garde(points="60"), uuid.uuid4(), world.by, NOW, replaces=line.pk, reason=" recompté ")
    return lambda: enter_donne(sent)


@call_of(reopen_sheet, Entry("feuille rouverte", TABLE, "oubli"), told=True)
def a_sheet_reopened(world: World) -> Act:
    table = world.tables()[0]
    record(table, 1, world.by)
    close_sheet(table=table, by=world.by, at=NOW)
    return lambda: reopen_sheet(table=table, reason=" oubli ", by=world.by, at=NOW)


# From paper


def typing_paper(world: World, *, twice: bool = True) -> Act:
    Tournament.objects.update(double_entry=twice)
    tables = Table.objects.filter(number=1).select_related("round__tournament")
    table = tables.first() or world.tables()[0]
    line = score_line(GARDE, place=sheet_of(table), number=1)
    asked = {"key": uuid.uuid4(), "confirmed": frozenset(), "by": world.by, "at": NOW}
    return lambda: record_paper(table=table, lines={1: line}, **asked)


@call_of(record_paper, Entry("donne saisie", DONNE), told=True)
def a_paper_sheet_typed(world: World) -> Act:
    return typing_paper(world, twice=False)


@call_of(record_paper, Entry("première saisie", TABLE), told=True)
def a_paper_sheet_typed_first(world: World) -> Act:
    return typing_paper(world)


@call_of(withdraw_typing, Entry("première saisie retirée", TABLE), told=True)
def a_typing_withdrawn(world: World) -> Act:
    typing_paper(world)()
    table = Table.objects.select_related("round__tournament").get(number=1)
    return lambda: withdraw_typing(table=table, by=world.by, at=NOW)


@call_of(record_paper, Entry("donne saisie", DONNE), Entry("double saisie", TABLE), told=True)
def a_paper_sheet_typed_twice(world: World) -> Act:
    typing_paper(world)()
    table = Table.objects.get(number=1)
    table.typed_sheets.update(typed_by=world.arbiter)
    return typing_paper(world)


# Undone


@call_of(
    undo, Entry("donne corrigée", DONNE, "c’était juste"), Entry("action défaite", DONNE, "c’était juste"), told=True
)
def a_correction_undone(world: World) -> Act:
    a_donne_corrected(world)()
    entry = JournalEntry.objects.get(action="donne corrigée")
    return lambda: undo(entry=entry, key=uuid.uuid4(), reason=" c’était juste ", by=world.by, at=NOW)


@call_of(restore_version, Entry("donne corrigée", DONNE, "c’était juste"), told=True)
def a_version_restored(world: World) -> Act:
    a_donne_corrected(world)()
    line = Table.objects.get(number=1).lines.get(current=False)
    return lambda: restore_version(line=line, key=uuid.uuid4(), reason=" c’était juste ", by=world.by, at=NOW)


# After the end


@call_of(
    correct_after_end,
    Entry("donne corrigée", DONNE, "mal recopiée"),
    Entry("corrigé après la fin", DONNE, "mal recopiée"),
    told=True,
)
def a_donne_corrected_after_the_end(world: World) -> Act:
    table = world.tables()[0]
    record(table, 1, world.by)
    Tournament.objects.update(state=TournamentState.FINISHED)
    return lambda: correct_after_end(
        tournament=world.tournament,
        subject=subject_of_sheet(table, 1),
        reason=" mal recopiée ",
        act=lambda: record(table, 1, world.by, garde(points="60"), key=KEY),
        by=world.by,
        at=NOW,
        tables=[table],
    )


# Chelem calls


def calling(world: World) -> Act:
    table = world.tables()[0]
    return lambda: record_chelem_call(
        table=table,
        number=1,
        caller=seat(table, 0),
        announced=CalledWhen.BEFORE_CARD,
        outcome=CallOutcome.PENDING,
        key=uuid.uuid4(),
        by=world.by,
        at=NOW,
    )


@call_of(record_chelem_call, Entry("appel de chelem", DONNE), told=True)
def a_chelem_called(world: World) -> Act:
    return calling(world)


@call_of(
    record_donne,
    Entry("issue du chelem changée", DONNE),
    Entry("donne saisie", DONNE),
    told=True,
)
def a_donne_that_says_otherwise_of_a_chelem_than_was_ruled(world: World) -> Act:
    table = world.tables()[0]
    chelem_called(table, world.by, outcome=CallOutcome.MADE)
    entry = garde(points="60", chelem_announced=True)
    confirmed = looked_at(table, entry) | {AGAINST_RULING}
    return lambda: record(table, 1, world.by, entry, confirmed=confirmed, key=KEY)


@call_of(cancel_chelem_call, Entry("appel de chelem annulé", DONNE, "erreur"), told=True)
def a_chelem_call_cancelled(world: World) -> Act:
    calling(world)()
    call = ChelemCall.objects.get()
    return lambda: cancel_chelem_call(call=call, reason=" erreur ", by=world.by, at=NOW)


def stopping(world: World) -> Act:
    table = Table.objects.select_related("round__tournament").get(pk=world.tables()[0].pk)
    record(table, 1, world.by)
    return lambda: stop_table(table=table, reason=" exclu ", by=world.by, at=NOW)


@call_of(stop_table, Entry("table arrêtée", TABLE, "exclu"), told=True)
def a_table_that_stops(world: World) -> Act:
    return stopping(world)


@call_of(resume_table, Entry("table reprise", TABLE, "revenu"), told=True)
def a_table_that_plays_on(world: World) -> Act:
    stopping(world)()
    table = Table.objects.select_related("round__tournament").get(number=1)
    return lambda: resume_table(table=table, reason=" revenu ", by=world.by, at=NOW)


# Penalties


def penalising(world: World) -> Act:
    kind = PenaltyKind.objects.create(club=world.club, code="retard", name="Retard", points=-20)
    return lambda: give_penalty(
        tournament=world.tournament,
        kind=kind,
        target=PenaltyTarget.PLAYER,
        registration=world.entries[0],
        points=-20,
        reason=" dix minutes ",
        key=KEY,
        by=world.by,
        at=NOW,
    )


@call_of(give_penalty, Entry("pénalité donnée", "n° 1 NOM1 Ada", "dix minutes"), told=True)
def a_penalty_given(world: World) -> Act:
    world.tables()
    return penalising(world)


def excluding(world: World) -> Act:
    kind = PenaltyKind.objects.create(club=world.club, code="propos-x", name="Propos")
    return lambda: give_penalty(
        tournament=world.tournament,
        kind=kind,
        target=PenaltyTarget.PLAYER,
        registration=world.entries[0],
        sanction=Sanction.EXCLUSION,
        points=0,
        reason="menaces",
        key=KEY,
        by=world.by,
        at=NOW,
    )


@call_of(
    give_penalty,
    Entry("pénalité donnée", "n° 1 NOM1 Ada", "menaces"),
    Entry("pointage", "n° 1 NOM1 Ada : exclu"),
    told=True,
)
def a_player_excluded(world: World) -> Act:
    return excluding(world)


@call_of(
    cancel_penalty,
    Entry("pénalité annulée", "n° 1 NOM1 Ada", "erreur"),
    Entry("pointage", "n° 1 NOM1 Ada : présent"),
    told=True,
)
def an_exclusion_cancelled(world: World) -> Act:
    excluding(world)()
    return lambda: cancel_penalty(penalty=Penalty.objects.get(), reason=" erreur ", by=world.by, at=NOW)


@call_of(cancel_penalty, Entry("pénalité annulée", "n° 1 NOM1 Ada", "à l’heure"), told=True)
def a_penalty_cancelled(world: World) -> Act:
    world.tables()
    penalising(world)()
    penalty = Penalty.objects.get()
    return lambda: cancel_penalty(penalty=penalty, reason=" à l’heure ", by=world.by, at=NOW)


REDEALT = "décision de l’arbitre : nouvelle donne par le même donneur"


def about_a_donne(world: World, **decided: Any) -> Act:
    kind = PenaltyKind.objects.create(club=world.club, code="donne", name="Fausse donne")
    asked = {"target": PenaltyTarget.DONNE, "points": 0, "reason": "", "key": uuid.uuid4(), "by": world.by, "at": NOW}
    asked |= {"table": world.tables()[0], "donne": 1}
    return lambda: give_penalty(tournament=world.tournament, kind=kind, **asked | decided)


@call_of(give_penalty, Entry("pénalité donnée", DONNE), Entry("donne corrigée", DONNE, REDEALT), told=True)
def a_donne_dealt_again(world: World) -> Act:
    giving = about_a_donne(world, sanction=Sanction.REDEAL)
    record(Table.objects.get(number=1), 1, world.by)
    return giving


@call_of(
    cancel_penalty,
    Entry("pénalité annulée", DONNE, "erreur"),
    Entry("donne corrigée", DONNE, "décision annulée : erreur"),
    told=True,
)
def a_new_deal_cancelled(world: World) -> Act:
    a_donne_dealt_again(world)()
    penalty = Penalty.objects.get()
    return lambda: cancel_penalty(penalty=penalty, reason=" erreur ", by=world.by, at=NOW)


@call_of(note_applied, Entry("décision appliquée", DONNE), told=True)
def a_decision_applied(world: World) -> Act:
    giving = about_a_donne(world, sanction=Sanction.PRIME_CANCELLED, prime=Prime.PETIT)
    table = Table.objects.get(number=1)
    record(table, 1, world.by, garde(petit_au_bout="attaque", poignees=((0, "simple"),)))
    giving()
    Penalty.objects.update(prime="")  # given before it was asked
    penalty = Penalty.objects.get()
    return lambda: note_applied(penalty=penalty, by=world.by, at=NOW)


# Incidents


def noting(world: World) -> Act:
    table = world.tables()[0]
    return lambda: note_incident(
        tournament=world.tournament,
        text=" bruit ",
        table=table,
        donne=1,
        players=[world.entries[0]],
        key=KEY,
        by=world.by,
        at=NOW,
    )


@call_of(note_incident, Entry("incident noté", DONNE, "bruit"))
def an_incident_noted(world: World) -> Act:
    return noting(world)


@call_of(cancel_incident, Entry("incident annulé", DONNE, "erreur"))
def an_incident_cancelled(world: World) -> Act:
    noting(world)()
    return lambda: cancel_incident(incident=Incident.objects.get(), reason=" erreur ", by=world.by, at=NOW)


@call_of(lift_secrecy, Entry("secret des étuis levé", "position 1", "seul arbitre"))
def secrecy_lifted(world: World) -> Act:
    event = duplicate(world, dealt=False)
    world.tables()
    world.by.player = world.another_player()
    world.by.save()
    RegistrationFactory(tournament=event, player=world.by.player)
    return lambda: lift_secrecy(tournament=event, reason=" seul arbitre ", by=world.by, at=NOW)


# Boards whose hands were changed

FOULED = "étui 1, tables : 2"


def fouling(world: World) -> Act:
    event = duplicate(world, dealt=False)
    tables = world.tables()
    Table.objects.filter(round__tournament=event).update(first_board=1, last_board=4)
    BoardResult.objects.create(seat=tables[0].seats.first(), board=1, hand=0, points=90)
    asked = {"tournament": event, "board": 1, "tables": [tables[1]], "key": KEY}
    return lambda: rule_fouled(**asked, reason=" paquet mélangé ", by=world.by, at=NOW)


@call_of(rule_fouled, Entry("mains changées dans un étui", FOULED, "paquet mélangé"), told=True)
def a_board_fouled(world: World) -> Act:
    return fouling(world)


@call_of(take_back_fouled, Entry("mains d’un étui reconnues", FOULED, "erreur"), told=True)
def a_fouled_board_taken_back(world: World) -> Act:
    fouling(world)()
    ruling = FouledBoard.objects.get()
    return lambda: take_back_fouled(ruling=ruling, reason=" erreur ", by=world.by, at=NOW)


# The catalogue of faults

LATE = FaultFacts("Retard", points=-20)


def an_edition(world: World) -> PenaltyEdition:
    return open_edition(club=world.club, valid_from=NOW.date(), faults=[LATE], by=world.by, at=NOW)


@call_of(open_edition, Entry("édition du catalogue ouverte", "édition du 2026-11-21", of="club"))
def an_edition_opened(world: World) -> Act:
    return lambda: an_edition(world)


@call_of(write_fault, Entry("faute ajoutée au catalogue", "Bruit, édition du 2026-11-21", of="club"))
def a_fault_added(world: World) -> Act:
    edition = an_edition(world)
    return lambda: write_fault(edition=edition, facts=FaultFacts("Bruit"), by=world.by, at=NOW)


@call_of(write_fault, Entry("faute du catalogue changée", "Retard long, édition du 2026-11-21", of="club"))
def a_fault_changed(world: World) -> Act:
    edition = an_edition(world)
    kind = edition.kinds.get()
    return lambda: write_fault(edition=edition, facts=FaultFacts("Retard long"), replaces=kind, by=world.by, at=NOW)


@call_of(remove_fault, Entry("faute retirée du catalogue", "Retard, édition du 2026-11-21", of="club"))
def a_fault_removed(world: World) -> Act:
    kind = an_edition(world).kinds.get()
    return lambda: remove_fault(kind=kind, by=world.by, at=NOW)


@call_of(drop_edition, Entry("édition du catalogue supprimée", "édition du 2026-11-21", of="club"))
def an_edition_dropped(world: World) -> Act:
    edition = an_edition(world)
    return lambda: drop_edition(edition=edition, by=world.by, at=NOW)


# Rounds set aside


def cancelling(world: World) -> Act:
    record(world.tables()[0], 1, world.by)
    seen = seen_in(world.tournament.rounds.get())
    return lambda: cancel_round(tournament=world.tournament, number=1, seen=seen, reason=" étuis ", by=world.by, at=NOW)


@call_of(cancel_round, Entry("position annulée", "position 1", "étuis"), told=True)
def a_round_cancelled(world: World) -> Act:
    return cancelling(world)


@call_of(restore_round, Entry("position rétablie", "position 1", "erreur"), told=True)
def a_round_restored(world: World) -> Act:
    cancelling(world)()
    round_ = world.tournament.cancelled_rounds.get()
    return lambda: restore_round(tournament=world.tournament, round_=round_, reason=" erreur ", by=world.by, at=NOW)


# Records


@call_of(attach_record, Entry("relevé rattaché", DONNE))
def a_record_attached(world: World) -> Act:
    table = world.tables()[0]
    record(table, 1, world.by, COMMENTED_LINE)
    return lambda: attach(table, world.by, key=KEY)


@call_of(attach_record, Entry("relevé remplacé", DONNE, "mauvaise donne"))
def a_record_replaced(world: World) -> Act:
    a_record_attached(world)()
    table = Table.objects.get(number=1)
    return lambda: attach(table, world.by, key=uuid.uuid5(KEY, "2"))


@call_of(withdraw_record, Entry("relevé retiré", DONNE, "mauvaise donne"))
def a_record_withdrawn(world: World) -> Act:
    a_record_attached(world)()
    kept = Table.objects.get(number=1).records.get()
    return lambda: withdraw_record(record=kept, reason=" mauvaise donne ", by=world.by, at=NOW)


# Barèmes


@call_of(compose_bareme, Entry("barème composé", "Vendredi", of="club"))
def a_bareme_composed(world: World) -> Act:
    return lambda: a_bareme(world.club, by=world.by)


@call_of(compose_bareme, Entry("barème changé", "Vendredi, version 2", of="club"))
def a_bareme_changed(world: World) -> Act:
    first = a_bareme(world.club)
    return lambda: a_bareme(world.club, figures={"base": 30}, replaces=first, by=world.by)


@call_of(withdraw_bareme, Entry("barème retiré", "Vendredi", of="club"))
def a_bareme_withdrawn(world: World) -> Act:
    bareme = a_bareme(world.club)
    return lambda: withdraw_bareme(bareme=bareme, by=world.by, at=NOW)


@call_of(choose_bareme, Entry("barème choisi", "Concours"), told=True)
def a_bareme_chosen(world: World) -> Act:
    a_bareme(world.club)
    edition = ClubBareme.objects.get().edition
    return lambda: choose_bareme(tournament=world.tournament, edition=edition, by=world.by, at=NOW)


# Past results


@call_of(write_event, Entry("tournoi repris d’un fichier", "Copie", of="result"))
def an_event_loaded(world: World) -> Act:
    content = event_file(world.tournament, at=NOW)

    def load() -> Tournament:
        event = read_event_file(content)
        return write_event(club=world.club, event=event, name="Copie", elsewhere="", by=world.by, at=NOW).tournament

    return load


@call_of(
    import_past_results,
    Entry("tournoi créé", "Concours de Carbay", of="result"),
    Entry("résultats importés", "Concours de Carbay", of="result"),
    Entry("tournoi terminé", "Concours de Carbay", of="result"),
)
def past_results_imported(world: World) -> Act:
    past = PastConcours("Concours de Carbay", datetime.date(2026, 3, 9), world.season)
    file = read_past_results(PAST.encode())
    return lambda: import_past_results(club=world.club, past=past, file=file, key=uuid.uuid4(), by=world.by, at=NOW)


@call_of(
    import_past_evenings,
    Entry("tournoi créé", "Soirée du 9 mars 2026", of="result"),
    Entry("résultats importés", "Soirée du 9 mars 2026", of="result"),
    Entry("tournoi terminé", "Soirée du 9 mars 2026", of="result"),
    Entry("soirées importées", "", of="club"),
)
def past_evenings_imported(world: World) -> Act:
    days = {0: datetime.date(2026, 3, 9)}

    def bring() -> Tournament:
        said: dict[str, Any] = {"days": days, "season": world.season, "key": uuid.uuid4(), "by": world.by, "at": NOW}
        import_past_evenings(club=world.club, table=read_evening_table(PAST_EVENINGS.encode()), **said)
        return Tournament.objects.get(date=days[0])

    return bring


@call_of(correct_imported, Entry("résultat importé corrigé", "NOM1 Ada", "mal recopié"), told=True)
def imported_result_corrected(world: World) -> Act:
    Tournament.objects.update(keeps=Keeps.TOTALS)
    table, entry = world.tables()[0], world.entries[0]
    Registration.objects.filter(pk=entry.pk).update(imported_by=_an_import(world))
    total = SheetTotal.objects.create(
        seat=table.seats.get(registration=entry), points=20, key=KEY, written_by_name="aline", written_at=NOW
    )
    return lambda: correct_imported(
        tournament=world.tournament, registration=entry.pk, points={1: 30}, player=None, key=uuid.uuid4(),
        replaces=[total.pk], reason=" mal recopié ", by=world.by, at=NOW,
    )  # fmt: skip


def _an_import(world: World) -> Import:
    return Import.objects.create(club=world.club, kind=ImportKind.RESULTS, at=NOW)


@call_of(
    import_past_seasons,
    Entry("saison créée", "2021", of="club"),
    Entry("tournoi créé", "Soirée du 9 mars 2021", of="result"),
    Entry("résultats importés", "Soirée du 9 mars 2021", of="result"),
    Entry("tournoi terminé", "Soirée du 9 mars 2021", of="result"),
    Entry("saisons passées importées", "2021", of="club"),
)
def past_seasons_imported(world: World) -> Act:
    file = read_season_file(PAST_SEASON.encode())

    def bring() -> Tournament:
        import_past_seasons(club=world.club, file=file, name="2021", key=uuid.uuid4(), by=world.by, at=NOW)
        return Tournament.objects.get(season__name="2021")

    return bring


@call_of(undo_import, Entry("import défait", "liste de joueurs « liste.csv »", of="club"), told=True)
def an_import_undone(world: World) -> Act:
    changes = {str(world.entries[0].player_id): {"first_name": ["Zoé", "Ada"]}}
    made = Import.objects.create(
        club=world.club, kind=ImportKind.PLAYERS, at=NOW, file_name="liste.csv", changes=changes
    )
    Player.objects.filter(pk=world.another_player().pk).update(imported_by=made)
    return lambda: undo_import(made=made, by=world.by, at=NOW)

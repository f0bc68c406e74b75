"""Donnes of a duplicate table: written, moved and undone by the numbers of its boards, with what each brought."""

import uuid

import pytest

from scoring.labels import Kept, Outcome, PenaltyTarget, Prime, Sanction
from scoring.models import Conflict, Penalty, PenaltyKind, SheetLine
from scoring.services.decisions.effects import with_penalty, without_penalty
from scoring.services.decisions.penalties import cancel_penalty
from scoring.services.decisions.protests import contest
from scoring.services.sheets.conflicts import keep_beside, settle_conflict
from scoring.services.sheets.donnes import SentDonne, record_donne
from scoring.services.sheets.moves import empty_donne, move_donne
from scoring.services.sheets.results import differences
from scoring.services.sheets.sheets import close_sheet
from scoring.services.sheets.stops import resume_table, stop_table
from scoring.services.undo.undoing import undo
from tests.factories import NOW, TournamentFactory
from tests.refusals import refusal_of
from tests.scoring.sheets import (
    a_penalty,
    chelem_called,
    corrected_after_end,
    duplicate,
    garde,
    phone_of,
    record,
    seat,
    with_boards,
)
from tests.scoring.sheets import seated as seated_at
from tournaments.labels import TournamentState
from tournaments.models import Account, BoardResult, Club, JournalEntry, Table
from tournaments.queries.standings.standings import StandingsChange
from tournaments.services.evening.tournaments import finish

HERE = "elle joue les étuis 5 à 8. Regardez le numéro sur l’étui."


@pytest.fixture
def tables(club: Club) -> list[Table]:
    return duplicate(club, tables=2, boards=range(5, 9))


@pytest.fixture
def table(tables: list[Table]) -> Table:
    return tables[0]


def boards_of(table: Table, chair: int = 0) -> list[tuple[int, int, int, bool]]:
    """Return (board, hand, points, whether he took) of the player on a chair."""
    rows = BoardResult.objects.filter(seat=seat(table, chair)).order_by("board")
    return list(rows.values_list("board", "hand", "points", "is_taker"))


def test_a_board_that_the_table_does_not_play_is_refused_by_its_number(table: Table, the_arbiter: Account) -> None:
    for number in (1, 4, 9, 12):
        refusal = refusal_of(record, table, number, the_arbiter)
        assert refusal.code == "board_not_here"
        assert str(refusal) == f"La table 1 ne joue pas l’étui {number} à cette position : {HERE}"
    assert not SheetLine.objects.exists()

    for number in (8, 5, 7, 6):
        record(table, number, the_arbiter)
    assert table.lines.count() == 4


def test_boards_have_numbers_beyond_those_of_a_sheet(club: Club, the_arbiter: Account) -> None:
    (table,) = duplicate(club, boards=range(117, 118))
    assert record(table, 117, the_arbiter).number == 117
    assert "elle joue l’étui 117." in str(refusal_of(record, table, 118, the_arbiter))


def test_whoever_names_a_donne_is_told_that_its_board_is_not_here(table: Table, the_arbiter: Account) -> None:
    call = refusal_of(chelem_called, table, the_arbiter, number=9)
    said = {"about": "donne", "reason": "fausse", "seat": None, "key": uuid.uuid4(), "by": the_arbiter, "at": NOW}
    protest = refusal_of(contest, table=table, number=9, **said)
    (libre,) = with_none(table)
    assert refusal_of(contest, table=libre, number=61, **said).code == "no_such_donne"
    assert contest(table=libre, number=60, **said).number == 60
    decision = refusal_of(
        a_penalty,
        table.round.of_tournament,
        the_arbiter,
        registration=seat(table, 0).registration,
        table=table,
        donne=9,
    )
    assert {call.code, protest.code, decision.code} == {"board_not_here"}
    assert [*protest.fields] == ["number"]
    assert [*decision.fields] == ["donne"]


@pytest.mark.parametrize("outcome", [Outcome.PETIT_SEC, Outcome.MISDEAL])
def test_what_is_dealt_again_has_no_line(table: Table, the_arbiter: Account, outcome: Outcome) -> None:
    refusal = refusal_of(record, table, 5, the_arbiter, outcome)
    assert (refusal.code, [*refusal.fields]) == ("dealt_anew", ["outcome"])
    (libre,) = with_none(table)
    assert record(libre, 1, the_arbiter, outcome).outcome == outcome


def with_none(table: Table) -> list[Table]:
    """Return a table of a tournament that is not duplicate, in the same club."""
    club = table.round.of_tournament.club
    return seated_at(TournamentFactory(club=club, state=TournamentState.RUNNING))


def test_a_passed_board_is_zero_and_one_not_played_is_nothing(table: Table, the_arbiter: Account) -> None:
    record(table, 5, the_arbiter)
    record(table, 6, the_arbiter, Outcome.PASSED)
    record(table, 7, the_arbiter, Outcome.ANNULLED)
    assert boards_of(table) == [(5, 0, 198, True), (6, 0, 0, False)]
    assert boards_of(table, 3) == [(5, 3, -66, False), (6, 3, 0, False)]


def test_who_held_a_turned_etui_had_the_next_hands(table: Table, the_arbiter: Account) -> None:
    line = record(table, 5, the_arbiter, turn=3)
    assert [boards_of(table, chair)[0][1] for chair in range(4)] == [3, 0, 1, 2]
    assert JournalEntry.objects.latest("pk").details["new"]["turn"] == 3

    # Nobody was asked how it lay: it stays. Somebody says that it lay straight: a correction.
    corrected = record(table, 5, the_arbiter, garde(points="51"))
    assert corrected.turn == 3
    same = record(table, 5, the_arbiter, garde(points="51"), replaces=None)
    assert same == corrected
    stale = refusal_of(record, table, 5, the_arbiter, garde(points="51"), replaces=None, turn=0)
    assert stale.code == "stale_line"
    assert record(table, 5, the_arbiter, garde(points="51"), turn=0).turn == 0
    assert [boards_of(table, chair)[0][1] for chair in range(4)] == [0, 1, 2, 3]
    assert line.turn == 3


def test_nothing_is_turned_where_there_are_no_etuis(table: Table, the_arbiter: Account) -> None:
    (libre,) = with_none(table)
    refusal = refusal_of(record, libre, 1, the_arbiter, turn=1)
    assert (refusal.code, [*refusal.fields]) == ("no_etui", ["turn"])
    assert record(libre, 1, the_arbiter, turn=0).turn == 0


def test_a_version_that_waits_keeps_how_the_etui_lay(table: Table, the_arbiter: Account) -> None:
    record(table, 5, the_arbiter, turn=1)
    other = SentDonne(table, 5, garde(), uuid.uuid4(), the_arbiter, NOW, turn=2)
    keep_beside(other, refusal=refusal_of(record_donne, other))
    conflict = Conflict.objects.get()
    seen = table.lines.get(current=True).pk
    settle_conflict(conflict=conflict, kept=Kept.OTHER, seen=seen, reason="vu", by=the_arbiter, at=NOW)
    assert table.lines.get(current=True).turn == 2


def test_a_phone_agrees_whatever_way_the_etui_lay(table: Table, the_arbiter: Account) -> None:
    line = record(table, 5, the_arbiter, turn=1)
    assert record(table, 5, phone_of(table, 1), replaces=None) == line


def test_a_donne_moves_between_boards_that_the_table_plays(tables: list[Table], the_arbiter: Account) -> None:
    table, other = tables
    said = {"reason": "autre étui", "by": the_arbiter, "at": NOW}
    line = record(table, 5, the_arbiter, turn=2)
    for wrong in (table, other):
        refusal = refusal_of(move_donne, line=line, table=wrong, number=9, key=uuid.uuid4(), **said)
        assert refusal.code == "board_not_here"

    line = move_donne(line=line, table=table, number=7, key=uuid.uuid4(), **said)
    assert (boards_of(table), line.turn) == ([(7, 2, 198, True)], 2)
    line = move_donne(line=line, table=other, number=7, key=uuid.uuid4(), **said)
    assert (boards_of(table), boards_of(other), line.turn) == ([], [(7, 2, 198, True)], 2)

    undo(entry=JournalEntry.objects.latest("pk"), reason="non", key=uuid.uuid4(), by=the_arbiter, at=NOW)
    assert (boards_of(table), boards_of(other)) == ([(7, 2, 198, True)], [])
    assert differences(table.round.of_tournament) == []


def test_a_donne_moves_to_no_table_of_another_round(table: Table, the_arbiter: Account) -> None:
    tournament = table.round.of_tournament
    (later,) = with_boards(seated_at(tournament, round_number=2), range(9, 13))
    line = record(table, 5, the_arbiter)
    said = {"reason": "autre position", "key": uuid.uuid4(), "by": the_arbiter, "at": NOW}
    assert refusal_of(move_donne, line=line, table=later, number=5, **said).code == "board_not_here"


def test_an_emptied_board_brings_nothing_and_undone_the_same_again(table: Table, the_arbiter: Account) -> None:
    record(table, 6, the_arbiter)
    line = record(table, 5, the_arbiter, turn=1)
    empty_donne(line=line, reason="autre table", by=the_arbiter, at=NOW)
    assert boards_of(table) == [(6, 0, 198, True)]

    undo(entry=JournalEntry.objects.latest("pk"), reason="non", key=uuid.uuid4(), by=the_arbiter, at=NOW)
    assert boards_of(table) == [(5, 1, 198, True), (6, 0, 198, True)]
    record(table, 5, the_arbiter, garde(taker=1))
    assert boards_of(table)[0] == (5, 1, -66, False)
    undo(entry=JournalEntry.objects.latest("pk"), reason="non", key=uuid.uuid4(), by=the_arbiter, at=NOW)
    assert boards_of(table)[0] == (5, 1, 198, True)
    for line in table.lines.filter(current=True):
        empty_donne(line=line, reason="rien ne s’est joué", by=the_arbiter, at=NOW)
    assert not BoardResult.objects.exists()
    assert differences(table.round.of_tournament) == []


def test_a_correction_after_the_end_counts_the_boards_again(table: Table, the_arbiter: Account) -> None:
    for number in table.boards:
        record(table, number, the_arbiter)
    for each in Table.objects.filter(round=table.round):
        each.refresh_from_db()
        stop_table(table=each, reason="fini", by=the_arbiter, at=NOW)
        close_sheet(table=Table.objects.get(pk=each.pk), by=the_arbiter, at=NOW)
    finish(tournament=table.round.of_tournament, by=the_arbiter, at=NOW)

    corrected_after_end(table, the_arbiter, lambda: record(table, 8, the_arbiter, garde(taker=2)))
    assert boards_of(table)[-1] == (8, 0, -66, False)
    assert differences(table.round.of_tournament) == []


def test_a_stopped_table_takes_no_board_more(table: Table, the_arbiter: Account) -> None:
    record(table, 8, the_arbiter)
    line = record(table, 5, the_arbiter)
    assert stop_table(table=table, reason="il est tard", by=the_arbiter, at=NOW) == 2
    table.refresh_from_db()
    refusal = refusal_of(record, table, 6, the_arbiter)
    assert refusal.code == "table_stopped"
    assert "s’arrête après 2 donnes : la donne de l’étui 6 n’y est plus attendue" in str(refusal)
    assert refusal_of(chelem_called, table, the_arbiter, number=6).code == "table_stopped"

    # What it played may be corrected, and was perhaps another board.
    assert record(table, 8, the_arbiter, garde(points="51")).number == 8
    moved = move_donne(line=line, table=table, number=7, reason="lu 5", key=uuid.uuid4(), by=the_arbiter, at=NOW)
    assert sorted(table.lines.filter(current=True).values_list("number", flat=True)) == [7, 8]
    empty_donne(line=moved, reason="autre table", by=the_arbiter, at=NOW)
    record(table, 6, the_arbiter)
    assert refusal_of(record, table, 7, the_arbiter).code == "table_stopped"

    resume_table(table=table, reason="elle reprend", by=the_arbiter, at=NOW)
    assert record(Table.objects.get(pk=table.pk), 7, the_arbiter).number == 7


def test_what_stood_on_a_stopped_sheet_before_comes_back(table: Table, the_arbiter: Account) -> None:
    record(table, 8, the_arbiter)
    line = record(table, 5, the_arbiter)
    empty_donne(line=line, reason="autre table", by=the_arbiter, at=NOW)
    emptied = JournalEntry.objects.latest("pk")
    stop_table(table=table, reason="il est tard", by=the_arbiter, at=NOW)
    undo(entry=emptied, reason="si", key=uuid.uuid4(), by=the_arbiter, at=NOW)
    assert Table.objects.get(pk=table.pk).stopped_after == 2
    assert [board for board, *_rest in boards_of(table)] == [5, 8]


def test_a_closed_round_needs_no_board_that_was_not_played(table: Table, the_arbiter: Account) -> None:
    record(table, 5, the_arbiter)
    refusal = refusal_of(close_sheet, table=table, by=the_arbiter, at=NOW)
    assert "il manque les donnes des étuis 6, 7 et 8" in str(refusal)
    stop_table(table=table, reason="il est tard", by=the_arbiter, at=NOW)
    close_sheet(table=Table.objects.get(pk=table.pk), by=the_arbiter, at=NOW)
    assert Table.objects.get(pk=table.pk).closed_at == NOW


def test_a_board_that_differs_from_its_line_is_told(table: Table, the_arbiter: Account) -> None:
    tournament = table.round.of_tournament
    record(table, 5, the_arbiter)
    record(table, 6, the_arbiter)
    assert differences(tournament) == []
    name, other = (seat(table, chair).registration for chair in (0, 1))
    BoardResult.objects.filter(seat=seat(table, 0), board=5).update(points=100)
    BoardResult.objects.filter(seat=seat(table, 0), board=6).delete()
    BoardResult.objects.create(seat=seat(table, 1), board=7, hand=1, points=10)
    place, kept = f"{tournament}, position 1, table 1", "le résultat gardé est"
    assert differences(tournament) == [
        f"{place}, étui 5, {name} : {kept} +100 (main S, preneur), la feuille donne +198 (main S, preneur).",
        f"{place}, étui 6, {name} : {kept} absent, la feuille donne +198 (main S, preneur).",
        f"{place}, étui 7, {other} : {kept} +10 (main E), la feuille donne absent.",
    ]


def test_what_an_arbiter_decides_of_a_board_keeps_how_its_etui_lay(table: Table, the_arbiter: Account) -> None:
    tournament = table.round.of_tournament
    about = {"target": PenaltyTarget.DONNE, "points": 0, "table": table, "donne": 5}
    record(table, 5, the_arbiter, garde(petit_au_bout="attaque"), turn=1)
    asked = Penalty(tournament=tournament, sanction=Sanction.PRIME_CANCELLED, prime=Prime.PETIT, **about)
    asked.kind = PenaltyKind.objects.first()
    assert takers_hands(with_penalty(asked), table) == {1}
    a_penalty(tournament, the_arbiter, sanction=Sanction.PRIME_CANCELLED, prime=Prime.PETIT, **about)
    assert boards_of(table) == [(5, 1, 198, True)]

    redeal = a_penalty(tournament, the_arbiter, sanction=Sanction.REDEAL, **about)
    assert boards_of(table) == []
    assert takers_hands(without_penalty(Penalty.objects.get(pk=redeal.pk)), table) == {1}
    cancel_penalty(penalty=redeal, reason="erreur", by=the_arbiter, at=NOW)
    assert boards_of(table) == [(5, 1, 198, True)]
    assert differences(tournament) == []


def takers_hands(change: StandingsChange, table: Table) -> set[int]:
    return {row.hand for row in change.boards[table.pk] if row.is_taker}

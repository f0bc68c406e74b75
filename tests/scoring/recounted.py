"""
An evening read from its rows alone, and recounted by another way than the one its services and queries take.

`rows` is everything that is kept, `figures` what stands there by value (no ids of what was written, no times),
`recount` holds what the product keeps and shows against an addition of its own.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from django.db import connection
from django.db.models import Model

from scoring.labels import CalledWhen, CallOutcome, Outcome, PenaltyTarget, Sanction
from scoring.marque import Camp, score_facts
from scoring.marque.facts import NAMES, SEATED, facts_of
from scoring.models import (
    ArbiterCall,
    ChelemCall,
    Confirmation,
    Conflict,
    DonneRecord,
    Incident,
    Penalty,
    PenaltyShare,
    Protest,
    SheetLine,
    SheetTotal,
    Signature,
    TypedSheet,
)
from scoring.queries.rules.baremes import bareme_of, variant_of
from scoring.queries.table.agreements import agreement_of
from scoring.queries.table.sheets import sheet_of
from scoring.services.sheets.results import differences
from tournaments.labels import PrizeGroup, Status
from tournaments.models import (
    FouledBoard,
    FouledTable,
    JournalEntry,
    Player,
    PrizeGiven,
    Registration,
    Round,
    Season,
    Seat,
    SeatChange,
    SeatResult,
    Table,
    Tournament,
)
from tournaments.queries.money.prizes import prize_list
from tournaments.queries.standings.cached import cached_results, public_lines
from tournaments.queries.standings.leagues import league_standings
from tournaments.queries.standings.standings import standings
from tournaments.standings import Adjusted, adjusted_score

# What people read on pages that ask « anything new? »; the desk of the arbiter is one of them.
TOLD: tuple[type[Model], ...] = (
    *(Tournament, Registration, Player, Round, Table, Seat, SeatResult, SeatChange),
    *(SheetLine, SheetTotal, Penalty, PenaltyShare, ChelemCall, Protest, TypedSheet, Conflict),
    *(FouledBoard, FouledTable),
)
# Of those no figure hangs on these: after the end they change without a correction that everybody reads.
NO_FIGURE: tuple[type[Model], ...] = (Protest, TypedSheet, Conflict)
KEPT: tuple[type[Model], ...] = (
    *(*TOLD, ArbiterCall, Confirmation, Signature, Incident, DonneRecord, PrizeGiven, JournalEntry),
)
# What may change of a row that is never deleted; the rest of it stays as it was written.
CANCELLED = {"cancelled_at", "cancelled_by_id", "cancel_reason"}
MAY_CHANGE: Mapping[type[Model], set[str]] = {
    SheetLine: {"current", *CANCELLED},
    SheetTotal: {"current"},
    Penalty: {"status_before", *CANCELLED},
    ChelemCall: {"outcome", *CANCELLED},
    FouledBoard: CANCELLED,
    FouledTable: set(),
    Confirmation: set(),
    Incident: CANCELLED,
    DonneRecord: {"current", *CANCELLED},
    PrizeGiven: {"cancelled_by_name", *CANCELLED},
    JournalEntry: set(),
    Conflict: {"kept", "settled_at", "settled_by_id", "settled_by_name", "settle_reason"},
}
ATTACKS = {Camp.ATTAQUE.value: True, Camp.DEFENSE.value: False}
MADE = {"": CallOutcome.FAILED, "attaque": CallOutcome.MADE, "defense": CallOutcome.INFLICTED}
CHAIRS = "01234567"

Rows = dict[type[Model], dict[int, dict[str, Any]]]


_latest: dict[type[Model], tuple[list[tuple[Any, ...]], dict[int, dict[str, Any]]]] = {}  # as stored, and as read


def rows(models: tuple[type[Model], ...] = KEPT) -> Rows:
    """
    Return every row of what an evening keeps, by model and id; its revision, and since when, are no facts of it.

    A table that is stored as it was the last time is not read again by the ORM, which takes ten times as long.
    """
    return {model: _rows_of(model) for model in models}


def _rows_of(model: type[Model]) -> dict[int, dict[str, Any]]:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT * FROM {connection.ops.quote_name(model._meta.db_table)} ORDER BY id")
        stored = cursor.fetchall()
    if model not in _latest or _latest[model][0] != stored:
        kept = {row["id"]: row for row in model._base_manager.order_by("pk").values()}
        for row in kept.values() if model is Tournament else ():
            del row["revision"], row["changed_at"]
        _latest[model] = stored, kept
    return _latest[model][1]


def changed(before: Rows, after: Rows) -> set[type[Model]]:
    return {model for model in after if before[model] != after[model]}


def forgotten(before: Rows, after: Rows) -> list[str]:
    """Return what of the rows that are never deleted nor edited is gone or another."""
    return [
        f"{model.__name__} {pk}: {name}"
        for model, free in MAY_CHANGE.items()
        for pk, row in before[model].items()
        for name, value in row.items()
        if name not in free and after[model].get(pk, {}).get(name, "gone") != value
    ]


def figures(kept: Rows) -> dict[str, Any]:
    """Return what stands there by value: what an act and its undoing leave as it was."""
    lines = {
        (row["table_id"], row["number"]): without(row, {"id", "current", "key", "reason", "confirmed", *WRITING})
        for row in kept[SheetLine].values()
        if row["current"]
    }
    decided = [
        tuple(
            row[name]
            for name in (
                *("kind_id", "sanction", "target", "registration_id", "table_id", "donne", "camp", "points"),
                *("basis", "assigned", "reason"),
            )
        )
        for row in kept[Penalty].values()
        if row["cancelled_at"] is None
    ]
    seen = ("caller_id", "announced", "outcome", "led", "excuse", "petit_before_last")
    return {
        "lines": lines,
        "decisions": Counter(decided),
        "calls": {
            (row["table_id"], row["number"]): [row[name] for name in seen]
            for row in kept[ChelemCall].values()
            if row["cancelled_at"] is None
        },
        "balances": {row["seat_id"]: row["points"] for row in kept[SheetTotal].values() if row["current"]},
        "results": {row["seat_id"]: (row["points"], row["donnes"]) for row in kept[SeatResult].values()},
        "adjusted": {
            pk: (row["adjusted"], row["adjusted_points"], row["donne_adjustment"]) for pk, row in kept[Seat].items()
        },
        "people": {pk: (row["status"], row["penalty_points"]) for pk, row in kept[Registration].items()},
        "fouled": {
            (kept[FouledBoard][row["fouled_id"]]["board"], row["table_id"])
            for row in kept[FouledTable].values()
            if kept[FouledBoard][row["fouled_id"]]["cancelled_at"] is None
        },
        "stopped": {pk: row["stopped_after"] for pk, row in kept[Table].items()},
        "closed": [pk for pk, row in kept[Table].items() if row["closed_at"] is not None],
    }


WRITING = {"written_by_id", "written_by_name", "written_at", "supersedes_id", "phone_id", "writer_id", *CANCELLED}


def without(row: dict[str, Any], names: set[str]) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name not in names}


def recount(kept: Rows, tournament: Tournament, season: Season, fell_on: Mapping[int, set[int]]) -> None:
    """Hold all that is kept and shown against the raw rows; `fell_on` is whom each penalty of a table fell on."""
    in_force = {pk for pk, row in kept[Round].items() if row["tournament_id"] == tournament.pk}
    seats = {pk: row for pk, row in kept[Seat].items() if row["round_id"] in in_force}
    brought = of_sheets(kept, tournament, in_force)
    results = {row["seat_id"]: (row["points"], row["donnes"]) for row in kept[SeatResult].values()}
    assert {pk: worth for pk, worth in results.items() if pk in seats} == brought
    penalties = of_penalties(kept, fell_on)
    assert {pk: row["penalty_points"] for pk, row in kept[Registration].items() if row["penalty_points"]} == {
        pk: points for pk, points in penalties.items() if points
    }
    adjusted = of_adjustments(kept)
    stored = {pk: (row["adjusted"], row["adjusted_points"]) for pk, row in kept[Seat].items() if row["adjusted"]}
    assert stored == adjusted
    # In duplicate an adjusted result is a share of its board, and shifts no marks.
    shifts = {} if tournament.is_duplicate else of_donne_scores(kept)
    assert {pk: row["donne_adjustment"] for pk, row in kept[Seat].items() if row["donne_adjustment"]} == shifts
    counted = {pk: (brought.get(pk, (0, 0))[0] + shifts.get(pk, 0), 0) for pk in {*brought, *shifts} & set(seats)}
    totals = added_up(seats, counted, adjusted, penalties)
    shown = standings(tournament)
    excluded = of_exclusions(kept)
    assert {pk for pk, row in kept[Registration].items() if row["status"] == Status.EXCLUDED} == excluded
    ranked = {line.registration_id: line.total for line in shown.lines}
    if tournament.is_duplicate:
        totals = by_match_points(of_boards(kept, seats), penalties)
        # Who holds no board has nothing to be ranked by, whatever a penalty took.
        ranked = {pk: total for pk, total in ranked.items() if pk in totals}
    assert ranked == {pk: totals[pk] for pk in ranked}
    places = places_of({pk: total for pk, total in ranked.items() if pk not in excluded})
    assert {line.registration_id: line.place for line in shown.ranked} == places
    hold_prizes(tournament, places if shown.rounds_begun else {})
    played = {
        line.player_id: 0 if line.registration_id in excluded else totals[line.registration_id]
        for line in shown.lines
        if line.counts and not tournament.is_duplicate  # a league of points leaves it out
    }
    assert {
        line.player_id: line.total for line in league_standings(season.main_league, results_of=cached_results).lines
    } == played
    hold_calls(kept)
    hold_stops(kept)


def recount_the_end(tournament: Tournament, season: Season) -> None:
    """Hold what the product finds by itself against what `recount` held: its own check, a league read anew."""
    assert differences(tournament) == []
    league = season.main_league
    lines = league_standings(league, results_of=public_lines).lines
    assert lines == league_standings(league, results_of=cached_results).lines


def of_sheets(kept: Rows, tournament: Tournament, in_force: set[int]) -> dict[int, tuple[int, int]]:
    """Return what each seat's sheet brings it, points and donnes, each donne scored anew by the pure marque."""
    brought: dict[int, tuple[int, int]] = {}
    bareme = bareme_of(tournament)
    lines = current(kept)
    for table, row in kept[Table].items():
        if row["round_id"] not in in_force:
            continue
        seats = {seat["chair"]: pk for pk, seat in kept[Seat].items() if seat["table_id"] == table}
        chairs = {pk: chair for chair, pk in seats.items()}
        for line in [line for (of, _number), line in lines.items() if of == table]:
            scores = dict.fromkeys(CHAIRS[: len(seats)], 0)
            if line["outcome"] == Outcome.PLAYED:
                columns = {name: line[name] for name in NAMES if name not in SEATED}
                columns |= {name: chairs.get(line[f"{name}_id"]) for name in SEATED}
                facts = facts_of(columns, variant=variant_of(tournament, len(seats)))
                scores = score_facts(facts, tuple(CHAIRS[: len(seats)]), bareme).scores
                assert line["marque"]["scores"] == scores
            assert sum(scores.values()) == 0
            for chair, pk in seats.items():
                points, donnes = brought.get(pk, (0, 0))
                plays = line["outcome"] == Outcome.PLAYED and line["sits_out_id"] != pk
                brought[pk] = points + scores[str(chair)], donnes + plays
        totals = [total for total in kept[SheetTotal].values() if total["current"] and total["seat_id"] in chairs]
        assert sum(total["points"] for total in totals) == 0
        brought |= {total["seat_id"]: (total["points"], 0) for total in totals}
    return brought


Held = list[tuple[int, int | None, int | None]]  # (registration, marks, adjusted in percent)


def of_boards(kept: Rows, seats: Mapping[int, dict[str, Any]]) -> dict[tuple[int, int, int], Held]:
    """
    Return what became of each hand of each board, by (board, hand, ruling): what stands there, or what was ruled.

    The ruling is that by which a table had other hands of a board, 0 for those that were dealt.
    """
    fouled = {
        (row["table_id"], kept[FouledBoard][row["fouled_id"]]["board"]): row["fouled_id"]
        for row in kept[FouledTable].values()
        if kept[FouledBoard][row["fouled_id"]]["cancelled_at"] is None
    }
    ruled = {
        (given["table_id"], given["donne"], share["registration_id"]): given["assigned"]
        for share in kept[PenaltyShare].values()
        if (given := kept[Penalty][share["penalty_id"]])["cancelled_at"] is None
        and given["sanction"] == Sanction.DONNE_SCORE
    }
    lines, held = current(kept), defaultdict[tuple[int, int, int], Held](list)
    for seat in (seat for seat in seats.values() if seat["table_id"] is not None):
        table, entry = seat["table_id"], seat["registration_id"]
        for board in {number for of, number in lines if of == table} | {
            number for of, number, _who in ruled if of == table
        }:
            line = lines.get((table, board), {"outcome": "", "turn": 0})
            has_a_result = line["outcome"] in {Outcome.PLAYED, Outcome.PASSED}
            marks = line["marque"].get("scores", {}).get(str(seat["chair"]), 0) if has_a_result else None
            adjusted = ruled.get((table, board, entry))
            if (marks, adjusted) != (None, None):
                hand = (seat["chair"] + line["turn"]) % 4
                held[board, hand, fouled.get((table, board), 0)].append((entry, marks, adjusted))
    return held


def by_match_points(boards: Mapping[tuple[int, int, int], Held], penalties: Mapping[int, int]) -> Counter[int]:
    """Return the percentage of each registration that held a board, its penalties of a board's most taken off."""
    played = Counter({(board, hand): 0 for board, hand, _ruling in boards})
    for (board, hand, _ruling), held in boards.items():
        played[board, hand] += sum(marks is not None for _who, marks, _ruled in held)
    usual = max([2, *played.values()])  # a result that nobody else has yet is an average
    most = 2 * (usual - 1)
    won: dict[int, Fraction] = defaultdict(Fraction)
    possible: dict[int, int] = defaultdict(int)
    for held in boards.values():
        compared = [marks for _who, marks, adjusted in held if marks is not None and adjusted is None]
        for who, marks, adjusted in held:
            possible[who] += most
            if adjusted is not None or marks is None:
                won[who] += Fraction((adjusted or 0) * most, 100)
                continue
            points = sum(2 * (marks > other) + (marks == other) for other in compared) - 1
            won[who] += Fraction((points + 1) * usual, len(compared)) - 1
    return Counter({who: (won[who] * 100 + penalties.get(who, 0) * most) / possible[who] for who in possible})


def current(kept: Rows) -> dict[tuple[int, int], dict[str, Any]]:
    """Return the line that stands at each donne, by table and number."""
    lines = [row for row in kept[SheetLine].values() if row["current"]]
    found = {(row["table_id"], row["number"]): row for row in lines}
    assert len(found) == len(lines)
    return found


def of_penalties(kept: Rows, fell_on: Mapping[int, set[int]]) -> Counter[int]:
    """Return the points of the decisions in force by registration, by who sits there and what is written now."""
    points: Counter[int] = Counter()
    lines = current(kept)
    shares: dict[int, dict[int, int]] = defaultdict(dict)
    for share in kept[PenaltyShare].values():
        shares[share["penalty_id"]][share["registration_id"]] = share["points"]
    for pk, penalty in kept[Penalty].items():
        if penalty["cancelled_at"] is not None:
            continue
        members: set[int] = set()
        if penalty["target"] == PenaltyTarget.PLAYER:
            members = {penalty["registration_id"]}
        elif penalty["target"] == PenaltyTarget.TABLE:
            members = fell_on[pk]
        elif penalty["target"] == PenaltyTarget.CAMP:
            line = lines.get((penalty["table_id"], penalty["donne"]), {"outcome": ""})
            if line["outcome"] == Outcome.PLAYED:
                attack = {line["taker_id"], line["partner_id"]}
                members = {
                    seat["registration_id"]
                    for seat in kept[Seat].values()
                    if seat["table_id"] == penalty["table_id"] and (seat["id"] in attack) is ATTACKS[penalty["camp"]]
                }
        assert shares[pk] == dict.fromkeys(members, penalty["points"])
        points.update(dict.fromkeys(members, penalty["points"]))
    return points


def of_adjustments(kept: Rows) -> dict[int, tuple[str, int | None]]:
    """Return the scores that decisions in force put in place of what a seat brings, by seat."""
    places = {(row["round_id"], row["registration_id"]): pk for pk, row in kept[Seat].items()}
    decided = {
        pk: row
        for pk, row in kept[Penalty].items()
        if row["cancelled_at"] is None and row["sanction"] == Sanction.ADJUSTED
    }
    return {
        places[kept[Table][given["table_id"]]["round_id"], share["registration_id"]]: (
            given["basis"],
            given["assigned"],
        )
        for share in kept[PenaltyShare].values()
        if (given := decided.get(share["penalty_id"])) is not None
    }


def of_exclusions(kept: Rows) -> set[int]:
    """Return whom a decision in force excluded, by registration."""
    decided = [row for row in kept[Penalty].values() if row["sanction"] == Sanction.EXCLUSION]
    return {row["registration_id"] for row in decided if row["cancelled_at"] is None}


def places_of(totals: Mapping[int, int]) -> dict[int, int]:
    return {pk: 1 + sum(other > total for other in totals.values()) for pk, total in totals.items()}


def hold_prizes(tournament: Tournament, places: Mapping[int, int]) -> None:
    """Hold who wins each prize against the places: of everybody, or counted from the last one."""
    in_order = sorted(places.values())
    shown = prize_list(tournament)
    for line in shown.lines if shown else ():
        number = line.prize.place if line.prize.group == PrizeGroup.EVERYBODY else len(in_order) + 1 - line.prize.place
        held = {pk for pk, place in places.items() if place == in_order[number - 1]} if in_order else set()
        assert {winner.registration.pk for winner in line.winners} == held
        assert line.amount == (line.worth // len(held) if held else 0)


def of_donne_scores(kept: Rows) -> dict[int, int]:
    """Return how many points more each seat has by adjusted scores of its donnes, zeros left out."""
    places = {(row["round_id"], row["registration_id"]): (pk, row) for pk, row in kept[Seat].items()}
    lines, more = current(kept), Counter[int]()
    for share in kept[PenaltyShare].values():
        given = kept[Penalty][share["penalty_id"]]
        if given["cancelled_at"] is not None or given["sanction"] != Sanction.DONNE_SCORE:
            continue
        pk, seat = places[kept[Table][given["table_id"]]["round_id"], share["registration_id"]]
        line = lines.get((given["table_id"], given["donne"]), {"marque": {}})
        more[pk] += given["assigned"] - line["marque"].get("scores", {}).get(str(seat["chair"]), 0)
    return {pk: points for pk, points in more.items() if points}


def added_up(
    seats: Mapping[int, dict[str, Any]],
    brought: Mapping[int, tuple[int, int]],
    adjusted: Mapping[int, tuple[str, int | None]],
    penalties: Mapping[int, int],
) -> Counter[int]:
    """Return everybody's total by registration: his rounds or what stands in their place, and his penalties."""
    own: dict[int, list[int]] = defaultdict(list)
    for pk, seat in seats.items():
        if pk in brought and pk not in adjusted:
            own[seat["registration_id"]].append(brought[pk][0])
    everybody = [points for theirs in own.values() for points in theirs]
    totals = Counter({registration: sum(points) for registration, points in own.items()})
    totals.update(penalties)
    for pk, (basis, assigned) in adjusted.items():
        if pk in seats:
            entry = seats[pk]["registration_id"]
            totals[entry] += adjusted_score(Adjusted(basis), assigned=assigned, own=own[entry], everybody=everybody)
    return totals


def hold_calls(kept: Rows) -> None:
    """Hold each chelem call in force against the donne it is of: called in time, the donne says it; else nothing."""
    lines = current(kept)
    for call in kept[ChelemCall].values():
        at = call["table_id"], call["number"]
        line = lines.get(at)
        if call["cancelled_at"] is not None:
            continue
        if call["announced"] != CalledWhen.BEFORE_CARD:
            assert call["outcome"] == CallOutcome.PENDING
            continue
        if line is None:  # it says what the arbiter saw; it waits again once the donne was taken off
            emptied = [row for row in kept[SheetLine].values() if (row["table_id"], row["number"]) == at]
            if any(row["cancelled_at"] and row["cancelled_at"] > call["recorded_at"] for row in emptied):
                assert call["outcome"] == CallOutcome.PENDING
            continue
        assert (line["taker_id"], line["chelem_announced"]) == (call["caller_id"], True)
        assert call["outcome"] == MADE[line["chelem_made"]]


def hold_stops(kept: Rows) -> None:
    """
    Hold each table that stopped: what is missing is before its last donne, and none was written after it.

    In duplicate it stops after so many boards, whichever: once it has them none is missing, and before all the others.
    """
    for pk, row in kept[Table].items():
        if (last := row["stopped_after"]) is not None:
            written = {number for of, number in current(kept) if of == pk}
            missing = set(sheet_of(Table.objects.select_related("round__tournament").get(pk=pk)).missing)
            if row["first_board"] is None:
                assert max(written, default=0) <= last
                assert missing == set(range(1, last + 1)) - written
                continue
            boards = set(range(row["first_board"], row["last_board"] + 1))
            assert len(written) <= last
            assert missing == (boards - written if len(written) < last else set())


def hold_agreement(kept: Rows, table: Table, signed: Mapping[int, set[tuple[str, int]]]) -> None:
    """Hold what a table agreed upon against its rows; `signed` is what stood there when each seat was signed for."""
    agreement = agreement_of(sheet_of(table))
    confirmed = {row["line_id"] for row in kept[Confirmation].values()}
    lines = {number: line for (of, number), line in current(kept).items() if of == table.pk}
    of_phones = {number for number, line in lines.items() if line["phone_id"] is not None}
    waiting = {number for number in of_phones if lines[number]["id"] not in confirmed}
    assert {number for number in waiting if agreement.lines[number].may_confirm} == set(agreement.unconfirmed)
    confirmed_by = {number for number, standing in agreement.lines.items() if standing.confirmed_by}
    assert confirmed_by == of_phones - waiting
    stands = what_stands(kept, table.pk)
    seats = {pk: seat["chair"] for pk, seat in kept[Seat].items() if seat["table_id"] == table.pk}
    assert agreement.signed == {chair for pk, chair in seats.items() if signed.get(pk) == stands}


def what_stands(kept: Rows, table: int) -> set[tuple[str, int]]:
    """Return what a signature is of: the lines and the balances that stand on a sheet."""
    lines = {("line", row["id"]) for (of, _number), row in current(kept).items() if of == table}
    totals = [row for row in kept[SheetTotal].values() if row["current"]]
    return lines | {("total", row["id"]) for row in totals if kept[Seat][row["seat_id"]]["table_id"] == table}

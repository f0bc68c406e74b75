"""What a change would do to the standings, counted as the services count it. Nothing is written."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from scoring.labels import Outcome, PenaltyTarget, Sanction
from scoring.models import Penalty, SheetLine
from scoring.queries.desk.donne_decisions import Becomes, applies_again, with_decision, without_decision
from scoring.queries.desk.donne_scores import adjusted_at, members_then, scores_at, shifts_at, shifts_of
from scoring.queries.desk.penalties import camp_of, exclusions_beside, falls_on
from scoring.queries.table.lines import line_at
from scoring.queries.table.sheets import seated
from scoring.services.sheets.lines import score_line
from scoring.services.sheets.results import board_marks, count_sheet
from tournaments.labels import Status
from tournaments.models import Player, Seat, Table
from tournaments.queries.people.entered import files_of
from tournaments.queries.standings.boards import BoardRow
from tournaments.queries.standings.standings import NOTHING, StandingsChange

# What would stand at a donne of a table: a scored line, None for nothing.
Place = tuple[Table, int, SheetLine | None]


def with_lines(*places: Place) -> StandingsChange:
    """Return what changes in the standings when these lines stand at their donnes, penalties of camps included."""
    points: dict[tuple[int, int], int | None] = {}
    penalties: dict[int, int] = {}
    shifts: dict[tuple[int, int], int] = {}
    boards: dict[int, tuple[BoardRow, ...]] = {}
    for table in {table.pk: table for table, _number, _line in places}.values():
        lines = {line.number: line for line in table.lines.filter(current=True)}
        for _table, number, line in (place for place in places if place[0].pk == table.pk):
            lines.pop(number, None)
            if line is not None:
                lines[number] = line
            _add(penalties, _camps_then(table, number, line))
        points |= _points(table, lines.values(), {})
        shifts |= _shifts_then(table, lines)
        if table.boards:
            boards[table.pk] = tuple(_boards_then(table, lines.values(), adjusted_at(table)))
    return StandingsChange(points, penalties, shifts=shifts, boards=boards)


def _boards_then(
    table: Table, lines: Iterable[SheetLine], adjusted: Mapping[tuple[int, int], int]
) -> Iterator[BoardRow]:
    """Yield what the boards of a table bring its players with these lines and adjusted results."""
    for seat in table.seats.order_by("chair"):
        who = (seat.registration_id, table.round.number, table.pk)
        there = partial(BoardRow, *who, match=table.match_id, chair=seat.chair_index)
        marks = {mark.board: mark for mark in board_marks(lines, seat, seat.chair_index)}
        for board in table.boards:
            mark, given = marks.get(board), adjusted.get((seat.registration_id, board))
            if mark is not None:
                yield there(board, mark.hand, mark.points, mark.is_taker, given)
            elif given is not None:
                yield there(board, seat.chair_index, None, is_taker=False, adjusted=given)


def _boards_by(penalty: Penalty, members: Iterable[int], *, is_given: bool) -> dict[int, tuple[BoardRow, ...]]:
    """Return what the boards of a table bring once an adjusted score is given or cancelled; {} without one."""
    table = penalty.table
    if penalty.sanction != Sanction.DONNE_SCORE or table is None or not table.boards or penalty.donne is None:
        return {}
    adjusted = adjusted_at(table)
    for member in members:
        adjusted.pop((member, penalty.donne), None)
        if is_given:
            adjusted[member, penalty.donne] = penalty.assigned or 0
    return {table.pk: tuple(_boards_then(table, table.lines.filter(current=True), adjusted))}


def _shifts_then(table: Table, lines: Mapping[int, SheetLine]) -> dict[tuple[int, int], int]:
    """Return by how much adjusted scores change each player's round when these are the lines of a table."""
    scores = [] if table.boards else scores_at(table)
    if not scores:
        return {}
    members = {score.pk: members_then(score, lines.get(score.donne or 0)) for score in scores}
    then, now = shifts_of(table, scores, lines, members), shifts_at(table)
    return {(pk, table.round.number): then.get(pk, 0) - now.get(pk, 0) for pk in {*then, *now}}


def with_balances(table: Table, balances: Mapping[int, int]) -> StandingsChange:
    """Return what changes when a table has these balances, chair → whole points; empty means that it has none."""
    return StandingsChange(_points(table, [], balances))


def with_totals(registration: int, totals: Mapping[int, int], player: int | None) -> StandingsChange:
    """
    Return what changes when an entry has these totals, number of round → whole points, and is another player's (id).

    None means the same player.
    """
    points = {(registration, number): total for number, total in totals.items()}
    other = files_of(Player.objects.filter(pk=player)).get(player) if player is not None else None
    return StandingsChange(points, players={} if other is None else {registration: other.person})


def with_penalty(penalty: Penalty) -> StandingsChange:
    """Return what changes when a penalty is given, or given again, with the change of its donne."""
    members = falls_on(penalty)
    return _beside(
        changed_by(penalty),
        penalties=dict.fromkeys(members, penalty.points),
        adjusted=_adjusted(penalty, members, (penalty.basis, penalty.assigned)),
        shifts=_shifts_by(penalty, members, 1),
        boards=_boards_by(penalty, members, is_given=True),
        statuses=dict.fromkeys(members, Status.EXCLUDED) if penalty.sanction == Sanction.EXCLUSION else {},
    )


def without_penalty(penalty: Penalty) -> StandingsChange:
    """Return what changes when a penalty in force is cancelled, with the change of its donne."""
    shares = {share.registration_id: -share.points for share in penalty.shares.all()}
    shifts = _shifts_by(penalty, list(shares), -1)
    is_taken_back = bool(penalty.status_before) and not exclusions_beside(penalty).exists()
    statuses = dict.fromkeys(shares, penalty.status_before) if is_taken_back else {}
    adjusted = _adjusted(penalty, shares, ("", None))
    boards = _boards_by(penalty, shares, is_given=False)
    return _beside(
        changed_back_by(penalty), penalties=shares, adjusted=adjusted, shifts=shifts, statuses=statuses, boards=boards
    )


def _beside(
    changed: Place | None,
    *,
    penalties: dict[int, int],
    shifts: dict[tuple[int, int], int],
    boards: dict[int, tuple[BoardRow, ...]],
    **more: Any,
) -> StandingsChange:
    """
    Return what a decision changes, with the effects of the line that it makes: camps, and adjusted scores of the donne.

    A decision that makes a line takes no points itself.
    """
    change = with_lines(changed) if changed else NOTHING
    return replace(
        change,
        penalties=penalties | dict(change.penalties),
        shifts=shifts | dict(change.shifts),
        boards=boards | dict(change.boards),
        **more,
    )


def _shifts_by(penalty: Penalty, members: list[int], sign: int) -> dict[tuple[int, int], int]:
    """Return by how much an adjusted score of a donne changes each player's round; `sign` is −1 to cancel it."""
    table = penalty.table
    if penalty.sanction != Sanction.DONNE_SCORE or table is None or table.boards:
        return {}
    lines = {line.number: line for line in table.lines.filter(current=True)}
    more = shifts_of(table, [penalty], lines, {penalty.pk: members})
    return {(registration, table.round.number): sign * points for registration, points in more.items()}


def changed_by(penalty: Penalty) -> Place | None:
    """Return the place with its line once the decision is given; None when the decision changes no donne."""
    if penalty.table is None or penalty.donne is None:
        return None
    line = line_at(penalty.table, penalty.donne)
    if penalty.pk is not None and not applies_again(penalty, line):
        return None
    becomes = with_decision(penalty, line, penalty.table.round.of_tournament)
    return None if becomes is None else _then(penalty.table, penalty.donne, becomes, line)


def changed_back_by(penalty: Penalty) -> Place | None:
    """Return the place with its line once the decision is cancelled; None when nothing changes."""
    if penalty.table is None or penalty.donne is None or penalty.line_met is None:
        return None
    line = line_at(penalty.table, penalty.donne)
    becomes = without_decision(penalty, line)
    return None if becomes is None else _then(penalty.table, penalty.donne, becomes, line or penalty.line_met)


def _then(table: Table, number: int, becomes: Becomes, before: SheetLine | None) -> Place:
    """Return the place with the line that a decision makes there; the étui lay as it does in the line `before`."""
    if becomes.entry is None:
        return table, number, None
    place = seated(table, table.seats.order_by("chair"))
    return table, number, score_line(becomes.entry, place=place, number=number, turn=before.turn if before else 0)


def _adjusted(
    penalty: Penalty, members: Iterable[int], score: tuple[str, int | None]
) -> dict[tuple[int, int], tuple[str, int | None]]:
    """Return (registration id, round) → the score that replaces the round's; empty for a decision that adjusts none."""
    if not penalty.basis or penalty.table is None:
        return {}
    return {(registration, penalty.table.round.number): score for registration in members}


def _points(table: Table, lines: Iterable[SheetLine], balances: Mapping[int, int]) -> dict[tuple[int, int], int | None]:
    seats: list[Seat] = list(table.seats.order_by("chair"))
    by_seat = {seat.pk: (balances[seat.chair_index], 0, None) for seat in seats if seat.chair_index in balances}
    counted = {result.seat.pk: result.points for result in count_sheet(table, list(lines), by_seat, seats)}
    return {(seat.registration_id, table.round.number): counted.get(seat.pk) for seat in seats}


def _camps_then(table: Table, number: int, line: SheetLine | None) -> dict[int, int]:
    """Return by how many points camp penalties of a donne change, by registration id, when this line stands there."""
    moved: dict[int, int] = {}
    for penalty in table.penalties.filter(target=PenaltyTarget.CAMP, donne=number, cancelled_at=None).prefetch_related(
        "shares"
    ):
        is_played = line is not None and line.outcome == Outcome.PLAYED
        members = camp_of(line, penalty.camp) if line is not None and is_played else []
        _add(moved, dict.fromkeys(members, penalty.points))
        _add(moved, {share.registration_id: -share.points for share in penalty.shares.all()})
    return moved


def _add(sums: dict[int, int], more: Mapping[int, int]) -> None:
    for key, points in more.items():
        sums[key] = sums.get(key, 0) + points

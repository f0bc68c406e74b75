"""The reasons for a place: round by round, the neighbours, and with and without the penalties."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tournaments.labels import Group
from tournaments.models import Tournament
from tournaments.queries.people.names import with_card
from tournaments.queries.standings.boards import BoardStep, steps_of
from tournaments.queries.standings.groups import place_in_groups
from tournaments.queries.standings.leagues import LeagueLine
from tournaments.queries.standings.lines import Line, Mark, Standings, sheet_of_marks
from tournaments.queries.standings.public import public_standings
from tournaments.queries.standings.standings import ranked_by
from tournaments.queries.standings.words import decided_words
from tournaments.standings import Away, RankedRow, Rule, Total, Unfinished, decided, difference, rank


@dataclass(frozen=True)
class PlaceStep:
    """
    What a round brings in today's standings, and the total and place after it; the last step gives the present ones.

    `mark` is None for the penalties, which come last, because no round is written for them. `amount` is None if nothing
    is known yet. `place` is None for a player out of the ranking. `before` is the place before this step, None in the
    first.
    """

    round_number: int | None
    mark: Mark | None
    amount: Total | None
    total: Total
    place: int | None
    before: int | None

    @property
    def gained(self) -> int:
        """How many places the player gained in this step; 0 if he lost any."""
        return max(0, (self.before or 0) - (self.place or 0)) if self.before else 0

    @property
    def lost(self) -> int:
        return max(0, (self.place or 0) - (self.before or 0)) if self.before else 0


@dataclass(frozen=True)
class Neighbour:
    """The player before or behind, the points between the two totals, and what decided if there are none."""

    line: Line | LeagueLine
    gap: Total
    decided: str = ""


@dataclass(frozen=True)
class Place:
    """
    The place of one line, and its reasons.

    `without_penalties` is the place that he would have without his penalties; None if he has none, or is out of the
    ranking. `sharing` are lines with the same place; `in_groups` are his places in groups, `unsaid` warnings about
    these groups, `card` the key of his card's address, "" if he did not agree to one. `boards` is what each board
    brought him, in duplicate.
    """

    line: Line
    steps: tuple[PlaceStep, ...]
    without_penalties: int | None
    before: Neighbour | None
    behind: Neighbour | None
    sharing: tuple[Line, ...]
    hidden: str = ""
    in_groups: tuple[tuple[Group, int], ...] = ()
    unsaid: tuple[str, ...] = ()
    card: str = ""
    boards: tuple[BoardStep, ...] = ()


def place_of(tournament: Tournament, start_number: int) -> Place | None:
    """
    Return the reasons for the place of this start number; None if it is not in the standings.

    Four queries, six in duplicate.
    """
    current = public_standings(tournament)
    line = next((line for line in current.lines if line.start_number == start_number), None)
    if line is None:
        return None
    return replace(
        place_among(current, line),
        card=with_card().filter(pk=line.player_id).values_list("key", flat=True).first() or "",
        boards=steps_of(tournament, line.registration_id),
    )


def place_among(current: Standings, line: Line) -> Place:
    """Return the reasons for the place of a line of these standings, without its card and its boards. No query."""
    in_groups = tuple(place_in_groups(line, current.lines))
    own = line.place or 0  # 0 when he is out of the ranking: nobody is then before or behind him
    better = [other for other in current.ranked if (other.place or 0) < own]
    worse = [other for other in current.ranked if 0 < own < (other.place or 0)]
    return Place(
        line,
        _steps(current, line),
        _without_penalties(current, line),
        _neighbour(better[-1], line) if better else None,
        _neighbour(line, worse[0], shows_second=True) if worse else None,
        tuple(other for other in current.ranked if other.place == own and other is not line),
        current.hidden,
        in_groups,
        tuple(filter(None, (current.unsaid_text(group) for group, _place in in_groups))),
    )


def gained_in_last_round(current: Standings) -> dict[int, int]:
    """
    Return, by start number, how many places the newest begun round brought; negative if some were lost.

    The ranking before it has today's penalties, so that only the round counts. {} with one round alone, a group or a
    club.
    """
    begun = current.begun
    if len(begun) < 2 or current.group or current.club:
        return {}
    before = {row.sheet.key: row.place or 0 for row in _rows_before(current.ranked, begun[-1], _everybody(current))}
    return {line.start_number: before[line.start_number] - (line.place or 0) for line in current.ranked}


def _everybody(current: Standings) -> Rule:
    """Return the rule of the tournament, changed so that nobody is out of the ranking."""
    return replace(current.tournament.ranking_rule, unfinished=Unfinished.RANKED, minimum=None)


def _steps(current: Standings, line: Line) -> tuple[PlaceStep, ...]:
    """
    Return the steps of a line: the place among the ranked lines after each begun round, then with the penalties.

    A round counts as it does today: an average includes later rounds, and the amounts add up to the total.
    """
    ranked = current.ranked if line.is_ranked else [line]
    begun, rule = current.begun, _everybody(current)
    steps: list[PlaceStep] = []
    for index in [*begun, *([None] if begun and current.has_penalties else [])]:
        row = _row_after(ranked, line, index, rule)
        mark = None if index is None else line.marks[index]
        amount = line.penalties if mark is None else mark.given if isinstance(mark.brought, Away) else mark.points
        place = row.place if line.is_ranked else None
        number = None if index is None else current.rounds[index]
        steps.append(
            PlaceStep(number, mark, amount, line.unit.told(row.total), place, steps[-1].place if steps else None)
        )
    return tuple(steps)


def _row_after(ranked: Sequence[Line], line: Line, index: int | None, rule: Rule) -> RankedRow:
    """Return the row of a line after the round with this index, without penalties; None: after all, with penalties."""
    rows = _rows_before(ranked, None if index is None else index + 1, rule, penalties=index is None)
    return next(row for row in rows if row.sheet.key == line.start_number)


def _rows_before(
    ranked: Sequence[Line], end: int | None, rule: Rule, *, penalties: bool = True
) -> tuple[RankedRow, ...]:
    """Return the ranking before the round with this index, None for all rounds; a round counts as it does today."""
    sheets = (
        sheet_of_marks(
            line.start_number, line.marks[:end], line.penalties if penalties else 0, line.unit, is_gone=line.is_gone
        )
        for line in ranked
    )
    given = {line.start_number: tuple(mark.given for mark in line.marks[:end]) for line in ranked}
    return rank(sheets, rule, given=given)


def _without_penalties(current: Standings, line: Line) -> int | None:
    if not line.penalties or not line.is_ranked:
        return None
    rule, planned = ranked_by(current.tournament, current.span)
    sheets = (replace(other.sheet, penalties=0) if other is line else other.sheet for other in current.lines)
    return next(row.place for row in rank(sheets, rule, planned=planned) if row.sheet.key == line.start_number)


def _neighbour(ahead: Line, after: Line, *, shows_second: bool = False) -> Neighbour:
    decision = decided(ahead, after)
    return Neighbour(
        after if shows_second else ahead,
        difference(ahead.total, after.total),
        decided_words(decision) if decision else "",
    )

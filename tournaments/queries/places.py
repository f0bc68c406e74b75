"""Why somebody has his place: round by round, beside his neighbours, with and without his penalties."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from tournaments.labels import Group
from tournaments.models import Tournament
from tournaments.queries.groups import place_in_groups
from tournaments.queries.names import with_card
from tournaments.queries.public_standings import public_standings
from tournaments.queries.ranking_words import decided_words
from tournaments.queries.standing_lines import Line, Mark, Standings
from tournaments.queries.standings import ranked_by
from tournaments.standings import Rule, Sheet, Unfinished, decided, rank


@dataclass(frozen=True)
class RoundStep:
    """
    A round: what it brought, and the total and place after it, among everybody, penalties left out.

    `before` is the place that he had before, None for the first round.
    """

    round_number: int
    mark: Mark
    total: int
    place: int
    before: int | None

    @property
    def gained(self) -> int:
        """How many places he gained in it, 0 when he lost some."""
        return 0 if self.before is None else max(0, self.before - self.place)

    @property
    def lost(self) -> int:
        return 0 if self.before is None else max(0, self.place - self.before)


@dataclass(frozen=True)
class Neighbour:
    """The player before or behind: how many points are between them, and what decided when there are none."""

    line: Line
    gap: int
    decided: str = ""


@dataclass(frozen=True)
class Place:
    """
    The place of one line and its reasons.

    `without_penalties` is the place he would have if nothing had been taken from him, None where nothing was or he is
    out of the ranking. `sharing` are those who have the same place; `in_groups` are his places there,
    `card` the address of his card, empty where he did not agree to one.
    """

    line: Line
    steps: tuple[RoundStep, ...]
    without_penalties: int | None
    before: Neighbour | None
    behind: Neighbour | None
    sharing: tuple[Line, ...]
    hidden: str = ""
    in_groups: tuple[tuple[Group, int], ...] = ()
    card: str = ""

    @property
    def best(self) -> int | None:
        """The best place that he had after a round."""
        return min((step.place for step in self.steps), default=None)


def place_of(tournament: Tournament, start_number: int) -> Place | None:
    """Return why the player of this number has his place; None when he is not in the standings. Four queries."""
    current = public_standings(tournament)
    line = next((line for line in current.lines if line.start_number == start_number), None)
    if line is None:
        return None
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
        tuple(place_in_groups(line, current.lines)),
        with_card().filter(pk=line.player_id).values_list("key", flat=True).first() or "",
    )


def _steps(current: Standings, line: Line) -> tuple[RoundStep, ...]:
    """Rank everybody after each round that has begun, with nobody out of the ranking."""
    rule = replace(current.tournament.ranking_rule, unfinished=Unfinished.RANKED, minimum=None)
    steps: list[RoundStep] = []
    for index, number in enumerate(current.rounds):
        if all(other.marks[index].points is None for other in current.lines):
            continue
        row = _row_of(line, (_sheet_after(other.sheet, index) for other in current.lines), rule)
        before = steps[-1].place if steps else None
        steps.append(RoundStep(number, line.marks[index], row[1], row[0], before))
    return tuple(steps)


def _without_penalties(current: Standings, line: Line) -> int | None:
    if not line.penalties or not line.is_ranked:
        return None
    rule, planned = ranked_by(current.tournament, current.span)
    sheets = (replace(other.sheet, penalties=0) if other is line else other.sheet for other in current.lines)
    return next(row.place for row in rank(sheets, rule, planned=planned) if row.sheet.key == line.start_number)


def _row_of(line: Line, sheets: Iterable[Sheet], rule: Rule) -> tuple[int, int]:
    """Return the place and the total of a line among these sheets."""
    row = next(row for row in rank(sheets, rule) if row.sheet.key == line.start_number)
    assert row.place is not None  # nobody is out of this ranking
    return row.place, row.total


def _sheet_after(sheet: Sheet, index: int) -> Sheet:
    """Return what a sheet was after a round, without penalties: nobody wrote down after which they came."""
    end = index + 1
    return replace(
        sheet, rounds=sheet.rounds[:end], tables=sheet.tables[:end], contracts=sheet.contracts[:end], penalties=0
    )


def _neighbour(ahead: Line, after: Line, *, shows_second: bool = False) -> Neighbour:
    decision = decided(ahead, after)
    return Neighbour(
        after if shows_second else ahead, ahead.total - after.total, decided_words(decision) if decision else ""
    )

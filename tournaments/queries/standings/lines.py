"""The parts of a ranking: the mark of each round, the line of each player, and all lines together."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from django.utils.translation import gettext as _

from tournaments.comparison import Method
from tournaments.labels import Group
from tournaments.models import Tournament
from tournaments.queries.evening.round_names import after_round, round_alone
from tournaments.queries.people.names import NamedApart
from tournaments.queries.standings.boards import MARKS, Unit
from tournaments.queries.standings.groups import GroupedLines, firsts_of, lines_among
from tournaments.queries.standings.words import (
    adjusted_words,
    arrived_words,
    double_words,
    excluded_words,
    hidden_words,
    left_words,
    no_board_words,
    secret_boards_words,
    unranked_words,
)
from tournaments.standings import Away, Brought, PlayerPoints, Total, Tried


@dataclass(frozen=True)
class Mark:
    """
    What a round brought a player: whole points, or None with the reason, if there is one.

    `given` is what the ranking rule gives for a round in which he was exempt or missing, once it has begun. `adjusted`
    is the code of an arbiter's adjusted score: `points` are then that score, and `written` the sheet's. `shift` is how
    many points come from adjusted donnes. `table` is the id of his table, `contracts` how many he made there: None
    unless they decide between equal totals. In duplicate `won` are the exact points of the comparison, of all that was
    `possible`, and `points` what people read of them.
    """

    points: Total | None = None
    donnes: int = 0
    exempt: bool = False
    missed: bool = False
    given: int = 0
    adjusted: str = ""
    written: int | None = None
    table: int | None = None
    contracts: int | None = None
    shift: int = 0
    won: Total | None = None
    possible: int = 0

    @property
    def is_adjusted(self) -> bool:
        """True if an arbiter adjusted the score of the sheet, or of one of its donnes."""
        return bool(self.adjusted or self.shift)

    @property
    def brought(self) -> Brought:
        if self.points is not None:
            return self.points if self.won is None else self.won
        if self.exempt:
            return Away.EXEMPT
        return Away.MISSED if self.missed else None


class Span(NamedTuple):
    """The numbers of the first and the last round that count; one round alone counts without penalties."""

    first: int
    last: int

    @property
    def is_one_round(self) -> bool:
        return self.first == self.last


def part_code(span: Span) -> str:
    """Return the code of these rounds in forms and jobs: « 0-2 » up to round 2, « 2-2 » round 2 alone."""
    return f"{span.first}-{span.last}"


def span_of(code: str) -> Span:
    """Return the rounds of a `part_code`. Raises ValueError for any other text."""
    first, last = code.split("-")
    return Span(int(first), int(last))


def part_of(alone: int | None, last: int | None) -> Span | None:
    """Return the rounds that count: one alone (`alone`), else all up to `last`; None for all rounds."""
    if alone is not None:
        return Span(alone, alone)
    return None if last is None else until(last)


def until(number: int) -> Span:
    """Return the rounds up to this one, for the ranking as it was after it."""
    return Span(0, number)


@dataclass(frozen=True)
class Line(NamedApart):
    """
    One player's line; everybody may read `name`, `club` and `groups`.

    `place` is None if he is out of the ranking; `overall` is his place among all, in the ranking of one group.
    `arrived_at` is his first round if others had played before; `left_after` is his last round if he left before the
    end, 0 for none. `attended` counts the rounds he took part in, exempt ones too; `required` is how many are needed to
    be ranked. `total` includes what the rule gave. `tried` are the criteria used between equal totals. For a double's
    line, `double_of` is the start number under which the person is ranked, 0 if unknown. `unit` is in what the total
    is told.
    """

    tournament: Tournament
    place: int | None
    shared: bool
    registration_id: int
    player_id: int
    start_number: int
    name: str
    is_named: bool
    is_shared: bool
    club: str
    marks: tuple[Mark, ...]
    penalties: int
    total: Total
    attended: int = 0
    required: int = 0
    arrived_at: int | None = None
    left_after: int | None = None
    is_gone: bool = False
    groups: frozenset[Group] = frozenset()
    unsaid: frozenset[Group] = frozenset()
    overall: int | None = None
    adjusted_rounds: tuple[tuple[int, Mark], ...] = ()
    tried: tuple[Tried, ...] = ()
    club_id: int | None = None
    double_of: int | None = None
    is_excluded: bool = False
    is_namesake: bool = False
    unit: Unit = MARKS

    @property
    def is_ranked(self) -> bool:
        return self.place is not None

    @property
    def remarks(self) -> list[str]:
        """Words about a player who did not play everything."""
        return [
            *([arrived_words(self.tournament, self.arrived_at)] if self.arrived_at is not None else []),
            *([left_words(self.tournament, self.left_after)] if self.left_after is not None else []),
            *(
                adjusted_words(self.tournament, number, mark.adjusted, mark.shift)
                for number, mark in self.adjusted_rounds
            ),
            *([] if self.is_ranked else [self._why_unranked]),
        ]

    @property
    def _why_unranked(self) -> str:
        if self.double_of is not None:
            return double_words(self.double_of)
        if self.is_excluded:
            return excluded_words()
        if self.has_no_board:
            return no_board_words()
        return unranked_words(self.tournament, self.attended, self.required)

    @property
    def has_no_board(self) -> bool:
        """True if he has played no board of a duplicate tournament: nothing can be said of what he won."""
        return bool(self.unit.whole or self.unit.is_victory) and not any(mark.possible for mark in self.marks)

    @property
    def donnes(self) -> int:
        return sum(mark.donnes for mark in self.marks)

    @property
    def rounds_played(self) -> int:
        return sum(mark.points is not None for mark in self.marks)

    @property
    def counts(self) -> bool:
        """True once the line has a result; a seat alone is none."""
        return self.rounds_played > 0 or self.penalties < 0 or any(mark.given for mark in self.marks)

    @property
    def sheet(self) -> PlayerPoints:
        """What `rank` counts the line from; its key is the start number."""
        is_out = self.double_of is not None or self.is_excluded or self.has_no_board
        return sheet_of_marks(
            self.start_number, self.marks, self.penalties, self.unit, is_gone=self.is_gone, is_out=is_out
        )


class PlayerResult(NamedTuple):
    """
    What a player has in a tournament, without names and rounds: what leagues add up.

    The columns are those of his `Line`.
    """

    player_id: int
    place: int | None
    shared: bool
    total: Total
    arrived_at: int | None = None
    left_after: int | None = None


@dataclass(frozen=True)
class Standings(GroupedLines[Line]):
    """
    The ranking of a tournament now, from the first place to the last; lines out of the ranking come last.

    `required` is how many rounds a player must take part in to be ranked. `group` and `club` (id, name) are whose
    ranking it is, None for all players. `rounds` are the numbers of the rounds that count: all `drawn`, or those of the
    `span`. `of_teams` is true of a ranking of teams, whose lines are `TeamLine`s.
    """

    tournament: Tournament
    rounds: tuple[int, ...]
    lines: tuple[Line, ...]
    required: int = 0
    group: Group | None = None
    unsaid: str = ""
    drawn: tuple[int, ...] = ()
    span: Span | None = None
    club: tuple[int, str] | None = None
    of_teams: bool = False

    @property
    def is_final(self) -> bool:
        """True if it is the whole ranking of a tournament that is over."""
        return self.tournament.is_finished and self.span is None

    @property
    def part(self) -> str:
        """The `part_code` of the rounds that count; "" if all drawn rounds do."""
        if self.span is None or not self.rounds or (self.rounds == self.drawn and not self.span.is_one_round):
            return ""
        return part_code(self.span if self.span.is_one_round else until(self.rounds[-1]))

    @property
    def view(self) -> list[str]:
        """Words that say how it differs from the whole ranking: « après la position 2 », « seniors », a club."""
        told = [_("équipes")] if self.of_teams else []
        told += [str(self.group.label)] if self.group else []
        told += [self.club[1]] if self.club else []
        if not self.part:
            return told
        span = span_of(self.part)
        return [(round_alone if span.is_one_round else after_round)(self.tournament, span.last), *told]

    @property
    def hidden(self) -> str:
        """Words about the rounds hidden until the prize-giving; "" if all rounds are public."""
        last_shown = self.tournament.last_shown_round
        if last_shown is None:
            return ""
        coming = () if self.tournament.is_finished else range(1, self.tournament.rounds_planned + 1)
        hidden_numbers = sorted(number for number in {*self.drawn, *coming} if number > last_shown)
        held_back = [number for number in hidden_numbers if number > self.tournament.last_given_round]
        told = [hidden_words(held_back)] if held_back else []
        if len(held_back) < len(hidden_numbers):
            told.append(secret_boards_words(self.tournament))
        return " ".join(told)

    @cached_property
    def begun(self) -> tuple[int, ...]:
        """The rounds that brought a player points, as indexes in `rounds` and in marks, from 0."""
        indices = range(len(self.rounds))
        return tuple(n for n in indices if any(line.marks[n].points is not None for line in self.lines))

    @property
    def rounds_begun(self) -> int:
        return len(self.begun)

    @property
    def columns(self) -> tuple[int, ...]:
        """The rounds up to the last that brought anything; a round that is only drawn would be an empty column."""
        lengths = (
            n + 1 for line in self.lines for n, mark in enumerate(line.marks) if mark.points is not None or mark.given
        )
        return self.rounds[: max(lengths, default=0)]

    @property
    def has_penalties(self) -> bool:
        return any(line.penalties for line in self.lines)

    @property
    def mark_width(self) -> str:
        """The width of a round's column: "longer" if points are given, "long" for four figures, else ""; more in %."""
        marks = [mark for line in self.lines for mark in line.marks]
        if any(mark.given for mark in marks):
            return "longer"
        if self.tournament.is_duplicate:
            return "long share" if self.tournament.compared_by == Method.MATCHPOINTS else "long"
        return "long" if any(not -1000 < (mark.points or 0) < 1000 for mark in marks) else ""

    @property
    def has_unranked(self) -> bool:
        return any(not line.is_ranked for line in self.lines)

    @property
    def has_late(self) -> bool:
        return any(line.arrived_at is not None for line in self.lines)

    @property
    def has_left(self) -> bool:
        return any(line.left_after is not None for line in self.lines)

    @property
    def has_marks(self) -> bool:
        """True if a legend is needed, for lines out of the ranking, late players or players who left."""
        return self.has_unranked or self.has_late or self.has_left

    @property
    def firsts(self) -> list[tuple[Group, tuple[Line, ...]]]:
        """The first of each group, in a ranking of all players; [] before a result."""
        return firsts_of(self.lines) if self.group is None and self.club is None and self.rounds_begun else []

    @property
    def clubs(self) -> list[tuple[int, str]]:
        """(id, name) of the clubs that a reader may choose, by name; [] if the named players have one club only."""
        clubs = {(line.club_id, line.club) for line in self.lines if line.club_id is not None}
        return sorted(clubs, key=lambda club: (club[1], club[0])) if len(clubs) > 1 else []

    def of_club(self, club: int | None) -> "Standings":
        """Return the ranking of one club, with its own places; None, or a club not in it, gives the whole ranking."""
        chosen = next(((line.club_id, line.club) for line in self.lines if club and line.club_id == club), None)
        if chosen is None:
            return self
        return replace(self, lines=lines_among(self.lines, lambda line: line.club_id == club), club=chosen)

    def line_of(self, registration_id: int) -> Line | None:
        return next((line for line in self.lines if line.registration_id == registration_id), None)


def sheet_of_marks(
    number: int, marks: Sequence[Mark], penalties: int, unit: Unit, *, is_gone: bool, is_out: bool = False
) -> PlayerPoints:
    """Return what `rank` counts a line from; `number` is its start number, `penalties` are as they were given."""
    return PlayerPoints(
        number,
        tuple(mark.brought for mark in marks),
        unit.penalties(penalties),
        is_gone,
        tables=tuple(mark.table for mark in marks),
        contracts=tuple(mark.contracts for mark in marks),
        is_out=is_out,
        possible=tuple(mark.possible for mark in marks) if unit.whole else (),
        whole=unit.whole or 1,
    )

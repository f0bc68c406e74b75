"""What the boards of a duplicate tournament brought: each result compared with the others of the same hand."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from django.db.models import Q

from tournaments.comparison import HandPoints, Method, MethodRule, TableResult, compare, compare_camps, read_scale
from tournaments.kit.text import Percent, WonPoints
from tournaments.models import BoardResult, FouledTable, Round, Tournament
from tournaments.seating import DEFENCES, TAKES
from tournaments.standings import Total

TABLES_OF_MATCH = 2
LEAST = 2  # results expected of a board: while one table alone has played, what it brought is an average
WHOLE = 100  # a ranking by match points is in percent


class Unit(NamedTuple):
    """
    In what a ranking is told: marks that are added up, or of duplicate a percentage, or points of the comparison.

    `whole` is what the share of all that was possible is multiplied by, 0 for marks; `most` is what one board can
    bring, 0 where the method knows no most. `is_victory`: the points of matches are added up, with no share of them.
    """

    whole: int = 0
    most: int = 0
    is_victory: bool = False

    def told(self, total: Total) -> Total:
        """Return a total as people read it."""
        if self.is_victory:
            return WonPoints(total)
        return Percent(total) if self.most else total

    def penalties(self, taken: int) -> Total:
        """Return penalties as they are counted: whole percent of what a board can bring, else points as they stand."""
        return Fraction(taken * self.most, WHOLE) if self.most else taken


MARKS = Unit()
VICTORY = Unit(is_victory=True)
COLUMNS = (
    *("seat__registration", "seat__round__number", "seat__table"),
    *("board", "hand", "points", "is_taker", "adjusted"),
    *("seat__table__match", "seat__chair"),
)  # of a BoardRow, in its order
Fouled = Mapping[tuple[int, int], int]  # the ruling about the hands of a board, by (table id, board); 0 for none


class BoardRow(NamedTuple):
    """
    One player's result on one board; `points` are whole points of the marque, `hand` is the hand held, 0 to 3.

    `adjusted` is what an arbiter put in place of the result (`BoardResult`), None without a decision. `match` is the
    id of the match that its table is of, None without one; the taker of a match sits on `chair` 0. `fouled` is the id
    of the ruling (`FouledBoard`) by which the table had other hands, 0 for those that were dealt.
    """

    registration: int
    round: int
    table: int
    board: int
    hand: int
    points: int | None
    is_taker: bool
    adjusted: int | None = None
    match: int | None = None
    chair: int | None = None
    fouled: int = 0


@dataclass(frozen=True)
class BoardPoints:
    """
    What boards brought one player: exact points, of all that was `possible`, and on how many `boards`.

    `possible` is 0 where the method knows no most: what a player won is then measured by the boards played.
    """

    points: Fraction = Fraction(0)
    possible: int = 0
    boards: int = 0

    @property
    def weight(self) -> int:
        """What the points are measured by: what was possible, or the boards played."""
        return self.possible or self.boards

    @property
    def told(self) -> Total:
        """The points as people read them: a percentage where a most is known."""
        return Percent(self.points * WHOLE / self.possible) if self.possible else self.points


def board_rows(
    tournaments: Iterable[Tournament],
    changed: Mapping[int, Mapping[int, Iterable[BoardRow]]] | None = None,
    ruled: Fouled | None = None,
) -> dict[int, list[BoardRow]]:
    """
    Return the results of boards by tournament id. Two queries, none in libre.

    `changed` are rows that count in place of those of a table, by tournament id and table id; `ruled` are rulings about
    fouled boards that count in place of those in force.
    """
    changed = changed or {}
    rows: dict[int, list[BoardRow]] = {tournament.pk: [] for tournament in tournaments if tournament.is_duplicate}
    if not rows:
        return {}
    results = BoardResult.objects.filter(seat__round__tournament__in=rows).order_by()
    for tournament_id, *columns in results.values_list("seat__round__tournament", *COLUMNS):
        row = BoardRow(*columns)
        if row.table not in changed.get(tournament_id, ()):
            rows[tournament_id].append(row)
    for tournament_id, tables in changed.items():
        for in_place in tables.values():
            rows[tournament_id].extend(in_place)
    fouled = {**fouled_at(Q(fouled__tournament__in=rows)), **(ruled or {})}
    return {pk: list(_with_hands(of_it, fouled)) for pk, of_it in rows.items()} if fouled else rows


def cancelled_rows(round_: Round) -> list[BoardRow]:
    """Return the results of boards of one round, which may be cancelled. Two queries."""
    results = BoardResult.objects.filter(seat__round=round_).order_by()
    rows = [BoardRow(*columns) for columns in results.values_list(*COLUMNS)]
    return list(_with_hands(rows, fouled_at(Q(table__round=round_))))


def fouled_at(condition: Q) -> Fouled:
    """Return the rulings in force about fouled boards, of the tables of `FouledTable` that match. One query."""
    fouled = FouledTable.objects.filter(condition, fouled__cancelled_at=None).order_by()
    return {(table, board): ruling for table, board, ruling in fouled.values_list("table", "fouled__board", "fouled")}


def _with_hands(rows: Iterable[BoardRow], fouled: Fouled) -> Iterator[BoardRow]:
    """Yield these rows, each with the ruling by which its table had other hands."""
    for row in rows:
        ruling = fouled.get((row.table, row.board), 0)
        yield row._replace(fouled=ruling) if ruling else row


def rule_of(tournament: Tournament, rows: Iterable[BoardRow]) -> MethodRule:
    """
    Return the method of a tournament; the board that most tables played says how many results are expected.

    In a match they are two.
    """
    tables: dict[int, set[int]] = defaultdict(set)
    for row in rows:
        if row.points is not None:
            tables[row.board].add(row.table)
    return MethodRule(
        method=Method(tournament.compared_by),
        expected=LEAST if tournament.plays_matches else max([LEAST, *map(len, tables.values())]),
        trim=tournament.compared_trim,
        per_opponent=tournament.compared_per_opponent,
        scale=read_scale(tournament.compared_scale),
        least=tournament.compared_least,
        small_fields=tournament.compared_small_fields,
        by_camp=tournament.plays_trios,
    )


def compared(rule: MethodRule, rows: Iterable[BoardRow]) -> Iterator[tuple[BoardRow, HandPoints]]:
    """
    Yield each result with what it brought beside the others of its hand.

    In a match only the takers' results are compared, with each other: a team's four players have what their taker
    brought, and nothing of a board that only one of the two tables has played.
    """
    unit = WHOLE if rule.method is Method.MATCHPOINTS else 1  # an adjusted result is in percent where there is a most
    of_boards: dict[tuple[int, int], list[BoardRow]] = defaultdict(list)
    for row in rows:
        of_boards[row.board, row.match or 0].append(row)
    for board, match in sorted(of_boards):
        of_board, at_tables = of_boards[board, match], defaultdict[int, list[BoardRow]](list)
        takers = _takers(of_board) if match else {}
        if match and len(takers) < TABLES_OF_MATCH:
            continue
        for row in takers.values() if match else of_board:
            at_tables[row.table].append(row)
        brought = (compare_camps if rule.by_camp else compare)(
            (
                TableResult(
                    place=table,
                    scores={
                        row.hand: row.points for row in at_table if row.adjusted is None and row.points is not None
                    },
                    adjusted={row.hand: Fraction(row.adjusted, unit) for row in at_table if row.adjusted is not None},
                    taker=next((row.hand for row in at_table if row.is_taker), None),
                    group=at_table[0].fouled,
                )
                for table, at_table in at_tables.items()
            ),
            rule,
        )
        for row in of_board:
            counted = _counted_for(row, takers) if match else row
            yield row, brought[counted.table][counted.hand]


def _takers(of_match: Iterable[BoardRow]) -> dict[int, BoardRow]:
    """
    Return the result of the taker of each table that played a board of a match, by table id.

    What an arbiter adjusted for somebody in defence stands in place of the result of his team, which takes at the other
    table.
    """
    of_match = list(of_match)
    takers = {row.table: row for row in of_match if row.chair == 0}
    for table, taker in takers.items():
        given = [row.adjusted for row in of_match if row.chair and row.table != table and row.adjusted is not None]
        if taker.adjusted is None and given:
            takers[table] = taker._replace(adjusted=given[0])
    return takers


def _counted_for(row: BoardRow, takers: Mapping[int, BoardRow]) -> BoardRow:
    """Return the result that counts for the team of this player of a match: its taker's, at this table or the other."""
    return next(taker for table, taker in takers.items() if (table == row.table) == (row.chair == 0))


def won_by_round(tournament: Tournament, rows: list[BoardRow]) -> dict[tuple[int, int], BoardPoints]:
    """
    Return what each player won in each round, by (registration id, round number).

    Points are added as whole numbers, denominator by denominator: mostly there is one, and a Fraction is made once.
    """
    points: dict[tuple[int, int], dict[int, int]] = defaultdict(dict)
    possible: dict[tuple[int, int], int] = defaultdict(int)
    boards: dict[tuple[int, int], int] = defaultdict(int)
    for row, hand in compared(rule_of(tournament, rows), rows):
        key = row.registration, row.round
        parts, (numerator, denominator) = points[key], hand.points.as_integer_ratio()
        parts[denominator] = parts.get(denominator, 0) + numerator
        possible[key] += hand.most or 0
        boards[key] += 1
    return {key: BoardPoints(_sum(parts), possible[key], boards[key]) for key, parts in points.items()}


def _sum(parts: Mapping[int, int]) -> Fraction:
    """Return the sum of numerators by denominator."""
    (denominator, numerator), *others = parts.items()
    return sum((Fraction(above, below) for below, above in others), Fraction(numerator, denominator))


@dataclass(frozen=True, kw_only=True)
class HandBrought:
    """
    What a board brought: marks, and what they are worth beside those who held the same hand.

    `fouled` are the numbers of the tables that had other hands, ruling by ruling; () where the hands never changed.
    """

    marks: int | None
    hand: HandPoints
    fouled: tuple[tuple[int, ...], ...] = ()

    @property
    def told(self) -> Total:
        """What the board brought, as people read it."""
        return self.hand.points if self.hand.percent is None else Percent(self.hand.percent)


@dataclass(frozen=True, kw_only=True)
class BoardStep(HandBrought):
    """What one board brought a player."""

    board: int
    round: int


def steps_of(tournament: Tournament, registration_id: int) -> tuple[BoardStep, ...]:
    """
    Return what each board brought a player in the rounds that everybody may read. Three queries, none in libre.

    In a match these are the marks of his team's taker, which are compared.
    """
    last = tournament.last_shown_round
    rows = [row for row in board_rows([tournament]).get(tournament.pk, ()) if last is None or row.round <= last]
    if not rows:
        return ()
    boards = {row.board for row in rows if row.registration == registration_id}
    of_his_boards = [row for row in rows if row.board in boards]
    fouled = tables_fouled(of_his_boards)
    found = list(compared(rule_of(tournament, rows), of_his_boards))
    takers: dict[tuple[int, int | None], dict[int, BoardRow]] = defaultdict(dict)
    for row, _hand in found:
        if row.match is not None and row.chair == 0:
            takers[row.board, row.match][row.table] = row
    return tuple(
        BoardStep(
            board=row.board,
            round=row.round,
            marks=row.points if row.match is None else _counted_for(row, takers[row.board, row.match]).points,
            hand=hand,
            fouled=tuple(fouled.get(row.board, ())),
        )
        for row, hand in found
        if row.registration == registration_id
    )


def tables_fouled(rows: Iterable[BoardRow]) -> dict[int, list[tuple[int, ...]]]:
    """Return the numbers of the tables that had other hands, ruling by ruling, by board. One query, none without."""
    rulings: dict[int, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    if found := {row.fouled for row in rows if row.fouled}:
        fouled = FouledTable.objects.filter(fouled__in=found).order_by("fouled", "table__number")
        for board, ruling, number in fouled.values_list("fouled__board", "fouled", "table__number"):
            rulings[board][ruling].append(number)
    return {board: [tuple(tables) for tables in of_board.values()] for board, of_board in rulings.items()}


def unit_of(tournament: Tournament, rows: Iterable[BoardRow]) -> Unit:
    """Return in what the ranking of a duplicate tournament is told; of teams of three, each plays some sets alone."""
    rows = list(rows)
    most = rule_of(tournament, rows).most(0)
    if most is None and tournament.plays_trios:
        return Unit((TAKES + DEFENCES) * (tournament.donnes_per_round or 1))
    return Unit(len({row.board for row in rows}) if most is None else WHOLE, most or 0)

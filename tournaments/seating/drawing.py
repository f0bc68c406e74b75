"""From a problem on 0..n-1 to rounds: a design when one gives no repeat, else the search."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random

from tournaments.seating.adapt import with_exempts, without_phantoms
from tournaments.seating.board import Board, Problem, fair_rounds
from tournaments.seating.designs import Design, longest
from tournaments.seating.known import known_rounds
from tournaments.seating.search import Enough, Watch, anneal, mend

Rounds = list[list[list[int]]]
MEND_MOVES = 2500
MOST_MEND_MOVES = 12_000
ANNEAL_MOVES = 350_000
ANNEAL_PLAYERS = 130  # with more, cooling everybody costs more than it mends
HEATS = ((0.35, 0.2), (0.45, 0.15), (0.4, 0.12))  # measured: hotter wastes moves, colder sticks; the last for few
REHEATS, NEAR, REHEAT = 2, 3, (0.28, 0.14)  # a repeat or two left are often mended by warming up a little again
MOST_HEATS, FEW = 2, 40  # with few players a third heat is short, and often the good one
NAMING_SWEEPS = 30
NAMED_ONE_BY_ONE = 250


@dataclass(frozen=True)
class Drawn:
    """
    The rounds, the exempts of each as its last list when there are any, and the way they were found.

    `design` is kept when the rounds are its own, untouched.
    """

    rounds: Rounds
    method: str
    design: Design | None = None


def draw_rounds(
    problem: Problem,
    rng: Random,
    *,
    target: int,
    by_rule: bool = False,
    groups: Sequence[Sequence[int]] = (),
    watch: Callable[[float, float], Watch],
) -> Drawn:
    """
    Return rounds at `target` (a sum of C(meetings, 2)) or as near as the bounded search comes.

    `groups` are those to keep apart, weighed in `problem.met` already: a design is first named after them.
    """
    design = Design()
    start: Rounds = []
    if problem.free:
        design, start = _design(problem, rng, by_rule=by_rule)
    if start:
        start = _named(start, problem, groups, rng)
        if len(start) == problem.rounds and (not groups or Board(problem, start).cost <= target):
            watch(0, 1)(1)
            return Drawn(start, design.name, design)
    board, found = _searched(problem, start, target, rng, watch)
    watch(0, 1)(1)
    known = found or not design.name
    return Drawn(board.rounds, "search" if known else f"search from {design.name}")


def _searched(
    problem: Problem, start: Rounds, target: int, rng: Random, watch: Callable[[float, float], Watch]
) -> tuple[Board, bool]:
    """Return the best board found, and whether it owes nothing to the rounds it started from."""
    board = Board(problem, fair_rounds(problem, rng, start))
    best, fresh = board, not start
    try:
        if 0 < len(start) < problem.rounds:  # the design is worth keeping whole: first look for the rounds it lacks
            anneal(board, target, ANNEAL_MOVES // 4, rng, watch(0, 0.1), heat=HEATS[0], first=len(start))
        moves = min(MOST_MEND_MOVES, MEND_MOVES + 3 * max(0, board.cost - target))
        mend(board, target, moves, rng, watch(0.1, 0.3))
        if problem.players > ANNEAL_PLAYERS:
            return best, fresh
        for index, heat in enumerate(HEATS):
            if best.cost <= target or (index == MOST_HEATS and problem.players > FEW):
                break
            board = Board(problem, fair_rounds(problem, rng))
            begin = 0.3 + 0.23 * index
            anneal(board, target, ANNEAL_MOVES, rng, watch(begin, begin + 0.2), heat=heat)
            mend(board, target, MEND_MOVES // 5, rng, watch(begin + 0.2, begin + 0.23))
            if board.cost < best.cost:
                best, fresh = board, True
        board = best
        for again in range(REHEATS):
            if not 0 < best.cost - target <= NEAR:
                break
            anneal(best, target, ANNEAL_MOVES, rng, watch(0.99 + again / 400, 0.9925 + again / 400), heat=REHEAT)
    except Enough:
        board.back()
        if board.cost < best.cost:
            best, fresh = board, True
    return best, fresh


def _design(problem: Problem, rng: Random, *, by_rule: bool) -> tuple[Design, Rounds]:
    """Return all the rounds by a design, or a part of them to search from, or nothing."""
    layout = problem.layouts[0]
    size, tables = problem.table_size, layout.tables
    odd = [one for one in tables if one != size]
    if any(one > size for one in odd):
        return Design(), []
    if not odd and not layout.exempts:
        found = known_rounds(problem.players, size, problem.rounds)
        if found is None:
            found = longest(len(tables), size, problem.rounds, by_rule=by_rule)
        return found, list(found.rounds)
    found = longest(len(tables), size, problem.rounds)
    if len(found.rounds) < problem.rounds:
        return Design(), []
    rounds = list(found.rounds)
    bent = without_phantoms(rounds, len(odd), rng) if odd else with_exempts(rounds, layout.exempts, rng)
    way = "short tables" if odd else "exempts"
    return (Design(f"{found.name} with {way}"), bent) if bent else (Design(), [])


def _named(rounds: Rounds, problem: Problem, groups: Sequence[Sequence[int]], rng: Random) -> Rounds:
    """
    Draw who is whom: the order of the rounds stays, for it may share the special places.

    Groups to keep apart fill the points in order, hence the classes of a movement, and then change places while it
    helps them meet less.
    """
    names = list(range(problem.players))
    rng.shuffle(names)
    if groups:
        _fill(names, groups, rng)
        if problem.players <= NAMED_ONE_BY_ONE:
            _settle(names, rounds, problem)
    return [[[names[point] for point in table] for table in tables] for tables in rounds]


def _fill(names: list[int], groups: Sequence[Sequence[int]], rng: Random) -> None:
    order = sorted(groups, key=lambda group: (-len(group), rng.random()))
    placed: dict[int, None] = {}
    for group in order:
        members = [player for player in group if player not in placed]
        rng.shuffle(members)
        placed.update(dict.fromkeys(members))
    names[:] = [*placed, *(player for player in names if player not in placed)]


def _settle(names: list[int], rounds: Rounds, problem: Problem) -> None:
    """Exchange two names while fewer of those to keep apart meet."""
    mates = _mates(rounds, len(names), len(problem.layouts[0].tables))

    def weight(point: int, player: int, but: int = -1) -> int:
        row = problem.met[player]
        return sum(row[names[mate]] for mate in mates[point] if mate != but)

    def helps(one: int, other: int) -> bool:
        first, second = names[one], names[other]
        now = weight(one, first, other) + weight(other, second, one)
        return weight(one, second, other) + weight(other, first, one) < now

    for _ in range(NAMING_SWEEPS):
        better = False
        for one in range(len(names)):
            if not weight(one, names[one]):
                continue
            found = next((point for point in range(len(names)) if point != one and helps(one, point)), None)
            if found is not None:
                names[one], names[found] = names[found], names[one]
                better = True
        if not better:
            return


def _mates(rounds: Rounds, players: int, tables: int) -> list[set[int]]:
    """Return for each point those it meets; the places after so many tables are the exempts'."""
    mates: list[set[int]] = [set() for _ in range(players)]
    for places in rounds:
        for one, other in (pair for table in places[:tables] for pair in combinations(table, 2)):
            mates[one].add(other)
            mates[other].add(one)
    return mates

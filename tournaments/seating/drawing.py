"""From a problem on 0..n-1 to rounds: a design when one gives no repeat, else the search."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from tournaments.seating.adapt import with_exempts, without_phantoms
from tournaments.seating.board import Board, Problem, fair_rounds
from tournaments.seating.designs import longest
from tournaments.seating.search import Watch, anneal, mend

Rounds = list[list[list[int]]]
MEND_MOVES = 2500
MOST_MEND_MOVES = 12_000
ANNEAL_MOVES = 350_000
ANNEAL_PLAYERS = 130  # with more, cooling everybody costs more than it mends
HEATS = ((0.35, 0.2), (0.45, 0.15))  # measured: hotter wastes moves, colder sticks


@dataclass(frozen=True)
class Drawn:
    """The rounds, the exempts of each as its last list when there are any, and the way they were found."""

    rounds: Rounds
    method: str


def draw_rounds(problem: Problem, rng: Random, *, target: int, watch: Callable[[float, float], Watch]) -> Drawn:
    """Return rounds at `target` (a sum of C(meetings, 2)) or as near as the bounded search comes."""
    name = ""
    start: Rounds = []
    if not any(problem.turns) and not any(any(row) for row in problem.met):
        name, start = _design(problem, rng)
        if len(start) == problem.rounds:
            watch(0, 1)(1)
            return Drawn(_shuffled(start, problem.players, rng), name)
    method = f"search from {name}" if start else "search"
    board = Board(problem, fair_rounds(problem, rng, _shuffled(start, problem.players, rng)))
    if start:  # the design is worth keeping whole: first look for the rounds it lacks
        anneal(board, target, ANNEAL_MOVES // 4, rng, watch(0, 0.1), heat=HEATS[0], first=len(start))
    moves = min(MOST_MEND_MOVES, MEND_MOVES + 3 * (board.cost - target))
    mend(board, target, moves, rng, watch(0.1, 0.3))
    best = board
    if problem.players <= ANNEAL_PLAYERS:
        for index, heat in enumerate(HEATS):
            if best.cost <= target:
                break
            board = Board(problem, fair_rounds(problem, rng))
            begin = 0.3 + 0.35 * index
            anneal(board, target, ANNEAL_MOVES, rng, watch(begin, begin + 0.3), heat=heat)
            mend(board, target, MEND_MOVES // 5, rng, watch(begin + 0.3, begin + 0.35))
            if board.cost < best.cost:
                best, method = board, "search"
    watch(0, 1)(1)
    return Drawn(best.rounds, method)


def _design(problem: Problem, rng: Random) -> tuple[str, Rounds]:
    """Return all the rounds by a design, or a part of them to search from, or nothing."""
    size, tables = problem.table_size, problem.layout.tables
    odd = [one for one in tables if one != size]
    if any(one > size for one in odd):
        return "", []
    name, rounds = longest(len(tables), size, problem.rounds)
    if not odd and not problem.layout.exempts:
        return name, rounds
    if len(rounds) < problem.rounds:
        return "", []
    bent = without_phantoms(rounds, len(odd), rng) if odd else with_exempts(rounds, problem.layout.exempts, rng)
    way = "short tables" if odd else "exempts"
    return (f"{name} with {way}", bent) if bent else ("", [])


def _shuffled(rounds: Rounds, players: int, rng: Random) -> Rounds:
    """Draw who is whom: the order of the rounds stays, for it may share the special places."""
    names = list(range(players))
    rng.shuffle(names)
    return [[[names[point] for point in table] for table in tables] for tables in rounds]

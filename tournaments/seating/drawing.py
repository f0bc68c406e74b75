"""From a problem on 0..n-1 to rounds: a design when one gives no repeat, else the search."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb
from random import Random

from tournaments.seating.board import Board, Problem, fair_rounds
from tournaments.seating.designs import Design, known_rotation, longest
from tournaments.seating.designs.adapt import with_exempts, without_phantoms
from tournaments.seating.monitor import Monitor, Stage, StopEarly
from tournaments.seating.search import anneal, mend

Rounds = list[list[list[int]]]
MEND_MOVES = 2500
MOST_MEND_MOVES = 12_000
ANNEAL_MOVES = 350_000
ANNEAL_PLAYERS = 130  # with more, cooling everybody costs more than it mends
HEAT = (0.35, 0.2)  # measured: hotter wastes moves, colder sticks
SLOW, SLOW_HEAT = 4, (0.3, 0.26)  # many times as long, it pays to stay near the temperature where things change
EACH_SWAP = 600  # moves in one search for each swap there is: a small hall has soon seen everything
SHORT_HEAT, SHORT_MEND = (0.5, 0.15), 300  # few moves find the most when they cool fast, then take what is left
REHEATS, NEAR, NEAR_HEAT = 5, 4, (0.26, 0.22)  # a few repeats left are often mended by going on, a little cooler
ORDERS_KEPT = 400
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
    stage: Stage,
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
            stage.report(1)
            return Drawn(start, design.name, design)
    board, found = _searched(problem, start, target, rng, stage)
    stage.update(board.cost, board.repeats)
    stage.report(1)
    known = found or not design.name
    rounds = board.rounds if board.each_round else in_turn(board.rounds, problem, board.firm)
    return Drawn(rounds, "search" if known else f"search from {design.name}")


def short_search(problem: Problem, rng: Random, *, target: int, moves: int) -> int:
    """Return the repeats of the new rounds that a design gives, or else a search of so many moves."""
    start = _design(problem, rng, by_rule=False)[1] if problem.free else []
    if start and len(start) == problem.rounds:
        return Board(problem, start).repeats
    has_exempts = any(one.exempts for one in problem.layouts)
    ways = (True,) if has_exempts else (False,) if problem.repeats_first else (True, False)
    unwatched = Stage(Monitor())
    found = []
    for each_round in ways:
        board = Board(problem, fair_rounds(problem, rng), each_round=each_round)
        board.turn_price = 0 if board.free_turns else board.turn_price
        anneal(board, target, moves // len(ways), rng, unwatched, heat=SHORT_HEAT)
        mend(board, target, SHORT_MEND, rng, unwatched)
        found.append((board.cost, board.repeats))
    return min(found)[1]


def _searched(problem: Problem, start: Rounds, target: int, rng: Random, stage: Stage) -> tuple[Board, bool]:
    """Return the best board found, and whether it owes nothing to the rounds it started from."""
    board = Board(problem, fair_rounds(problem, rng, start))
    best, fresh = board, not start
    # Odd tables shared within one in the end, though not at every moment, leave more room to search; free turns more.
    lenient = not any(one.exempts for one in problem.layouts)
    most = EACH_SWAP * sum(comb(len(here), 2) for here in problem.present)
    try:
        if 0 < len(start) < problem.rounds:  # the design is worth keeping whole: first look for the rounds it lacks
            anneal(board, target, ANNEAL_MOVES // 4, rng, stage.part(0, 0.1), heat=HEAT, first=len(start))
        moves = min(MOST_MEND_MOVES, MEND_MOVES + 3 * max(0, board.cost - target))
        mend(board, target, moves, rng, stage.part(0.1, 0.3))
        if problem.players > ANNEAL_PLAYERS:
            return best, fresh
        for length, heat, begin, end in ((1, HEAT, 0.3, 0.45), (SLOW, SLOW_HEAT, 0.45, 0.9)):
            if best.cost <= target:
                break
            each_round = length == 1 or not lenient
            board = Board(problem, fair_rounds(problem, rng), each_round=each_round)
            anneal(board, target, min(length * ANNEAL_MOVES, most), rng, stage.part(begin, end - 0.02), heat=heat)
            mend(board, target, MEND_MOVES // 5, rng, stage.part(end - 0.02, end))
            if board.cost < best.cost:
                best, fresh = board, True
        board = best
        best.turn_price = 0 if best.free_turns else best.turn_price  # the last few repeats go at any price
        _go_on(best, target, min(ANNEAL_MOVES, most // 3), rng, stage)
        _share_turns(best, min(ANNEAL_MOVES, most), rng, stage)
    except StopEarly:
        board.back()
        if board.cost < best.cost:
            best, fresh = board, True
    return best, fresh


def _go_on(board: Board, target: int, moves: int, rng: Random, stage: Stage) -> None:
    for again in range(REHEATS):
        if not 0 < board.cost - target <= NEAR:
            break
        begin, end = (0.9 + 0.1 * done / REHEATS for done in (again, again + 1))
        anneal(board, target, moves, rng, stage.part(begin, end), heat=NEAR_HEAT)


def _share_turns(board: Board, moves: int, rng: Random, stage: Stage) -> None:
    """Share turns that were free while repeats were looked for: as well as that can be for the same repeats."""
    if board.free_turns and board.unfair > 0:
        board.turn_price = 1
        anneal(board, board.cost, moves, rng, stage.part(0.99, 1), heat=NEAR_HEAT)


def in_turn(rounds: Rounds, problem: Problem, firm: int = 0) -> Rounds:
    """
    Order the rounds so that turns are shared as well as can be after each of them; all must be alike for that.

    The `firm` first ones stay where they are.
    """
    if len(set(problem.layouts)) > 1 or len(set(map(tuple, problem.present))) > 1:
        return rounds
    special = problem.special(0)
    at_odd = [[p for table, odd in zip(one, special, strict=True) if odd for p in table] for one in rounds]
    already = [turns + sum(player in one for one in at_odd[:firm]) for player, turns in enumerate(problem.turns)]
    best: list[tuple[int, int, list[int], list[int]]] = [(0, 0, list(range(firm)), already)]  # worst, sum of spreads
    for _ in rounds[firm:]:
        longer = []
        for worst, total, order, turns in best:
            for number in set(range(len(rounds))).difference(order):
                then = list(turns)
                for player in at_odd[number]:
                    then[player] += 1
                spread = max(then) - min(then)
                longer.append((max(worst, spread), total + spread, [*order, number], then))
        best = sorted(longer)[: 1 + ORDERS_KEPT // len(rounds)]
    return [rounds[number] for number in best[0][2]]


def _design(problem: Problem, rng: Random, *, by_rule: bool) -> tuple[Design, Rounds]:
    """Return all the rounds by a design, or a part of them to search from, or nothing."""
    layout = problem.layouts[0]
    size, tables = problem.table_size, layout.tables
    known = known_rotation(layout, size, problem.rounds)
    if known is not None:
        return known, list(known.rounds)
    odd = [one for one in tables if one != size]
    if any(one > size for one in odd):
        return Design(), []
    if not odd and not layout.exempts:
        found = longest(len(tables), size, problem.rounds, by_rule=by_rule)
        return found, list(found.rounds)
    found = longest(len(tables), size, problem.rounds)
    if len(found.rounds) < problem.rounds:
        return Design(), []
    rounds = list(found.rounds)
    if odd:
        bent = without_phantoms(rounds, len(odd), rng, in_any_order=problem.repeats_first)
        bent = in_turn(bent, problem) if bent and problem.repeats_first else bent
    else:
        bent = with_exempts(rounds, layout.exempts, rng)
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

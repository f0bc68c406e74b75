"""
Rounds of a problem: a design when one gives no repeat, else local search, which swaps two players of a round.

A search is limited by moves, never by time, so the same seed gives the same rounds. It moves players who meet again:
`mend` takes the best swap (few repeats to remove, any number of players); `anneal` also takes worse swaps, less and
less often (few players, repeats that cannot all go).
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import comb, exp, log
from random import Random

from tournaments.seating.board import Board
from tournaments.seating.designs import Design
from tournaments.seating.designs.adapt import design_for, in_turn, named
from tournaments.seating.monitor import Monitor, StopEarly, WorkStage
from tournaments.seating.problem import DrawProblem, fair_rounds

Rounds = list[list[list[int]]]
CANDIDATES = 60
STEP = 500  # moves at one temperature
HALF = 0.5
ANYWHERE = 50  # one swap tried in so many is of any player, with a repeat or without
WORST = 40  # no swap that costs as much is ever taken
NEARLY = 2  # a guess: how far the cost of two swaps of the same players may be from the sum
MEND_MOVES = 2500
MOST_MEND_MOVES = 12_000
ANNEAL_MOVES = 350_000
ANNEAL_PLAYERS = 130  # with more, annealing everybody costs more than it mends
HEAT = (0.35, 0.2)  # temperatures, measured: higher ones waste moves, lower ones find nothing new
SLOW, SLOW_HEAT = 4, (0.3, 0.26)  # many times as long, it pays to stay near the temperature where things change
EACH_SWAP = 600  # moves in one search for each swap there is: a small hall is soon searched whole
SHORT_HEAT, SHORT_MEND = (0.5, 0.15), 300  # few moves find the most when they cool fast, then take what is left
FEW_PLAYERS, TIED_MOVES, TIED_HEAT = 20, 60_000, (0.8, 0.15)  # with more, nobody need meet a pair three times
REHEATS, NEAR, NEAR_HEAT = 5, 4, (0.26, 0.22)  # a few repeats left are often mended by going on, a little cooler


@dataclass(frozen=True)
class Drawn:
    """
    The rounds found, each with its exempts as a last list when there are any, and the method.

    `design` is set when the rounds are those of a design, unchanged.
    """

    rounds: Rounds
    method: str
    design: Design | None = None


def draw_rounds(
    problem: DrawProblem,
    rng: Random,
    *,
    target: int,
    fewest: int = 0,
    by_rule: bool = False,
    groups: Sequence[Sequence[int]] = (),
    stage: WorkStage,
) -> Drawn:
    """
    Return rounds whose sum of m(m−1)/2 is `target`, or as near as the search comes, with few repeats.

    `fewest` is a lower bound for the repeats. `groups` are the players to keep apart, already weighed in `problem.met`:
    a design gives them the names in its rounds.
    """
    design = design_for(problem, rng, by_rule=by_rule) if problem.free else Design()
    start: Rounds = []
    if design.rounds:
        start = named(design.rounds, problem, groups, rng)
        if len(start) == problem.rounds and (not groups or Board(problem, start).cost <= target):
            stage.report(1)
            return Drawn(start, design.name, design)
    board, from_nothing = _searched(problem, start, target, rng, stage)
    if problem.players <= FEW_PLAYERS and not board.free_turns:
        with suppress(StopEarly):
            _fewest_repeats(board, fewest, rng, stage.part(0.99, 1))
    stage.update(board.cost, board.repeats)
    stage.report(1)
    rounds = board.rounds if board.each_round else in_turn(board.rounds, problem, board.firm)
    return Drawn(rounds, "search" if from_nothing or not design.name else f"search from {design.name}")


def short_search(problem: DrawProblem, rng: Random, *, target: int, moves: int) -> int:
    """Return the repeats of the new rounds, by a design or else by a search of `moves` moves."""
    design = design_for(problem, rng, by_rule=False) if problem.free else Design()
    if design.rounds and len(design.rounds) == problem.rounds:
        return Board(problem, [*design.rounds]).repeats
    has_exempts = any(layout.exempts for layout in problem.layouts)
    ways = (True,) if has_exempts else (False,) if problem.repeats_first else (True, False)
    unwatched = WorkStage(Monitor())
    results = []
    for each_round in ways:
        board = Board(problem, fair_rounds(problem, rng), each_round=each_round)
        board.turn_price = 0 if board.free_turns else board.turn_price
        anneal(board, target, moves // len(ways), rng, unwatched, heat=SHORT_HEAT)
        mend(board, target, SHORT_MEND, rng, unwatched)
        results.append((board.cost, board.repeats))
    return min(results)[1]


def _searched(problem: DrawProblem, start: Rounds, target: int, rng: Random, stage: WorkStage) -> tuple[Board, bool]:
    """Return the best board found, and True when it was found without the rounds of `start`."""
    board = Board(problem, fair_rounds(problem, rng, start))
    best, from_nothing = board, not start
    # Odd tables shared within one in the end, though not at every moment, leave more room to search; free turns more.
    lenient = not any(layout.exempts for layout in problem.layouts)
    most = EACH_SWAP * sum(comb(len(present), 2) for present in problem.present)
    try:
        if 0 < len(start) < problem.rounds:  # the design is worth keeping whole: first look for the rounds it lacks
            anneal(board, target, ANNEAL_MOVES // 4, rng, stage.part(0, 0.1), heat=HEAT, first=len(start))
        moves = min(MOST_MEND_MOVES, MEND_MOVES + 3 * max(0, board.cost - target))
        mend(board, target, moves, rng, stage.part(0.1, 0.3))
        if problem.players > ANNEAL_PLAYERS:
            return best, from_nothing
        for length, heat, begin, end in ((1, HEAT, 0.3, 0.45), (SLOW, SLOW_HEAT, 0.45, 0.9)):
            if best.cost <= target:
                break
            each_round = length == 1 or not lenient
            board = Board(problem, fair_rounds(problem, rng), each_round=each_round)
            anneal(board, target, min(length * ANNEAL_MOVES, most), rng, stage.part(begin, end - 0.02), heat=heat)
            mend(board, target, MEND_MOVES // 5, rng, stage.part(end - 0.02, end))
            if board.cost < best.cost:
                best, from_nothing = board, True
        board = best
        best.turn_price = 0 if best.free_turns else best.turn_price  # the last few repeats go at any price
        _go_on(best, target, min(ANNEAL_MOVES, most // 3), rng, stage)
        _share_turns(best, min(ANNEAL_MOVES, most), rng, stage)
    except StopEarly:
        board.back()
        if board.cost < best.cost:
            best, from_nothing = board, True
    return best, from_nothing


def _go_on(board: Board, target: int, moves: int, rng: Random, stage: WorkStage) -> None:
    for again in range(REHEATS):
        if not 0 < board.cost - target <= NEAR:
            break
        begin, end = (0.9 + 0.1 * done / REHEATS for done in (again, again + 1))
        anneal(board, target, moves, rng, stage.part(begin, end), heat=NEAR_HEAT)


def _fewest_repeats(board: Board, fewest: int, rng: Random, stage: WorkStage) -> None:
    """
    Look for fewer repeats with the same sum of m(m−1)/2: the repeats are what people are told.

    A pair that meets three times adds as much to the sum as three pairs that meet twice, and one repeat less. During
    the search both sums count equally; the board ends at the best rounds seen.
    """
    temperature, cold = TIED_HEAT
    cooling = (cold / temperature) ** (STEP / TIED_MOVES)
    best = (board.mark(), board.repeats)
    try:
        for move in range(TIED_MOVES):
            if best[1] <= fewest:
                break
            if move % STEP == 0:
                stage.step(move / TIED_MOVES, best)
                temperature *= cooling
            pair = _random_pair(board, rng, 0, anybody=move % ANYWHERE == 0)
            if pair is None or not board.allowed(*pair):
                continue
            before = board.cost + board.repeats
            board.swap(*pair, board.delta(*pair))
            worse = board.cost + board.repeats - before
            if worse > 0 and rng.random() >= exp(-worse / temperature):
                board.swap(*pair, board.delta(*pair))
            elif (board.cost, board.repeats) < best:
                best = (board.mark(), board.repeats)
    finally:
        board.back()


def _share_turns(board: Board, moves: int, rng: Random, stage: WorkStage) -> None:
    """Make the turns, free while repeats were searched, as equal as possible with the same repeats."""
    if board.free_turns and board.unfair > 0:
        board.turn_price = 1
        anneal(board, board.cost, moves, rng, stage.part(0.99, 1), heat=NEAR_HEAT)


def mend(board: Board, target: int, moves: int, rng: Random, stage: WorkStage) -> None:
    """
    Take a repeated pair, move one of the two to the best place, and forbid the way back for a while.

    Stops at `target` or after `moves` moves; the board ends at the best rounds seen.
    """
    players = len(board.met)
    tabu: dict[tuple[int, int], int] = {}
    best = board.mark()
    for move in range(moves):
        if move % 100 == 0:
            stage.step(move / moves, board.at_mark)
        if board.cost <= target or not board.again:
            break
        number, player, mate = board.again[int(rng.random() * len(board.again))]
        mover = player if rng.random() < HALF else mate
        chosen = None if mover in board.problem.pinned else _best_swap(board, number, mover, move, tabu, best, rng)
        if chosen is None:
            continue
        delta, partner = chosen
        board.swap(number, mover, partner, delta)
        tabu[number, mover] = tabu[number, partner] = move + 4 + rng.randrange(4 + players // 8)
        if board.cost < best:
            best = board.mark()
    board.back()


def _best_swap(
    board: Board, number: int, mover: int, move: int, tabu: dict[tuple[int, int], int], best: int, rng: Random
) -> tuple[int, int] | None:
    movable = board.movable[number]
    candidates = movable if len(movable) <= CANDIDATES else rng.sample(movable, CANDIDATES)
    place = board.place[number]
    least = 10**9
    ties: list[int] = []
    for player in candidates:
        if place[player] == place[mover]:
            continue
        delta = board.delta(number, mover, player)
        if delta > least or not board.allowed(number, mover, player):
            continue
        forbidden = max(tabu.get((number, player), 0), tabu.get((number, mover), 0)) > move
        if forbidden and board.cost + delta >= best:
            continue
        if delta < least:
            least, ties = delta, []
        ties.append(player)
    return (least, rng.choice(ties)) if ties else None


def anneal(
    board: Board, target: int, moves: int, rng: Random, stage: WorkStage, *, heat: tuple[float, float], first: int = 0
) -> None:
    """
    Try swaps of players who meet again; the lower the temperature (`heat`), the less often a worse swap is taken.

    Stops at `target` (with turns that have a price shared too) or after `moves` moves; the board ends at the best
    rounds seen. Rounds before `first` do not change.
    """
    temperature, cold = heat
    cooling = (cold / temperature) ** (1 / max(1, moves // STEP))
    best = board.mark()
    odds: list[float] = []
    for move in range(moves):
        if move % STEP == 0:
            stage.step(move / moves, board.at_mark)
            odds = [exp(-delta / temperature) for delta in range(WORST)]
            temperature *= cooling
        pair = _random_pair(board, rng, first, anybody=move % ANYWHERE == 0)
        if pair is None:
            continue
        number, player, partner = pair
        place, special = board.place[number], board.special[number]
        strict = board.each_round or number < board.firm
        if strict and special[place[player]] != special[place[partner]]:
            _exchange_turns(board, number, player, partner, -temperature * log(1 - rng.random()))
        else:
            _exchange(board, number, player, partner, odds, rng)
        if board.cost <= best and board.is_better():
            best = board.mark()
            if best <= target and (not board.turn_price or board.unfair <= 0):
                break
    board.back()


def _random_pair(board: Board, rng: Random, first: int, *, anybody: bool) -> tuple[int, int, int] | None:
    """Return a random (round from `first` on, player who meets somebody again or `anybody`, partner), or None."""
    chance, again = rng.random, board.again
    if anybody or not again:
        number, player = first + int(chance() * (len(board.rounds) - first)), int(chance() * len(board.met))
    else:
        number, player, partner = again[int(chance() * len(again))]
        if number < first:
            return None
        if chance() < HALF:
            player = partner
    movable, place = board.movable[number], board.place[number]
    if place[player] < 0 or not movable or player in board.problem.pinned:
        return None
    partner = movable[int(chance() * len(movable))]
    return None if place[player] == place[partner] else (number, player, partner)


def _exchange(board: Board, number: int, player: int, partner: int, odds: list[float], rng: Random) -> None:
    """Exchange the two if the temperature allows it; turns may be less equal for a while, at a price."""
    price = 0
    if not board.each_round:
        special, place = board.special[number], board.place[number]
        is_special = special[place[player]]
        if is_special != special[place[partner]]:
            if (partner if is_special else player) in board.problem.regular:
                return
            price = board.turn_price * board.turned(number, player, partner)
    delta = board.delta(number, player, partner)
    worse = delta + price
    if worse <= 0 or (worse < WORST and rng.random() < odds[worse]):
        board.swap(number, player, partner, delta)


def _exchange_turns(board: Board, number: int, player: int, partner: int, worst: float) -> None:
    """Exchange a special place for a regular one; if turns become less equal, swap back in a later round."""
    delta = board.delta(number, player, partner)
    if board.allowed(number, player, partner):
        if delta <= worst:
            board.swap(number, player, partner, delta)
        return
    back = board.round_to_give_back(number, player, partner)
    if back is None or delta + board.delta(back, player, partner) > worst + NEARLY:
        return
    before = board.cost
    board.swap(number, player, partner, delta)
    board.swap(back, player, partner, board.delta(back, player, partner))  # the first swap may have changed it a little
    if board.cost - before > worst:
        for again in (back, number):
            board.swap(again, player, partner, board.delta(again, player, partner))

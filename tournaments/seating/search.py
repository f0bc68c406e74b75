"""
Local search: two players of a round change places. Bounded by moves, never by the clock, so a seed is repeatable.

Both ways look where a repeat hurts: `mend` takes the best swap there is (few repeats to remove, any number of players),
`anneal` any swap that is not too bad for its temperature (few players, repeats that cannot all go).
"""

from math import exp, log
from random import Random

from tournaments.seating.board import Board
from tournaments.seating.monitor import Stage

CANDIDATES = 60
STEP = 500  # moves at one temperature
HALF = 0.5
ANYWHERE = 50  # one swap tried in so many is of somebody whom no repeat need hurt
WORST = 40  # no swap that costs as much is ever taken
NEARLY = 2  # how far two swaps of the same players may be from the sum of their costs, at a guess


def mend(board: Board, target: int, moves: int, rng: Random, stage: Stage) -> None:
    """
    Take a repeated pair, move one of the two to the best place there is, and forbid going back for a while.

    It stops at `target`, or after `moves`; the board is left at the best seen.
    """
    players = len(board.met)
    tabu: dict[tuple[int, int], int] = {}
    best = board.mark()
    for move in range(moves):
        if move % 100 == 0:
            stage.step(move / moves, board.kept_at)
        if board.cost <= target or not board.again:
            break
        number, one, other = board.again[int(rng.random() * len(board.again))]
        mover = one if rng.random() < HALF else other
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
    board: Board, target: int, moves: int, rng: Random, stage: Stage, *, heat: tuple[float, float], first: int = 0
) -> None:
    """
    Try swaps of those who meet again; the lower the temperature, the less often a worse one is taken.

    It stops at `target`, where turns that have a price must be shared too, or after `moves`; the board is left at the
    best seen. Rounds before `first` stay as they are.
    """
    temperature, cold = heat
    cooling = (cold / temperature) ** (1 / max(1, moves // STEP))
    best = board.mark()
    odds: list[float] = []
    for move in range(moves):
        if move % STEP == 0:
            stage.step(move / moves, board.kept_at)
            odds = [exp(-delta / temperature) for delta in range(WORST)]
            temperature *= cooling
        found = _someone(board, rng, first, anybody=move % ANYWHERE == 0)
        if found is None:
            continue
        number, one, other = found
        place, special = board.place[number], board.special[number]
        strict = board.each_round or number < board.firm
        if strict and special[place[one]] != special[place[other]]:
            _cross(board, number, one, other, -temperature * log(1 - rng.random()))
        else:
            _warm(board, number, one, other, odds, rng)
        if board.cost <= best and board.is_better():
            best = board.mark()
            if best <= target and (not board.turn_price or board.unfair <= 0):
                break
    board.back()


def _someone(board: Board, rng: Random, first: int, *, anybody: bool) -> tuple[int, int, int] | None:
    """Draw a round from `first` on, a player of it who may move, whom a repeat hurts or anybody, and a partner."""
    chance, again = rng.random, board.again
    if anybody or not again:
        number, one = first + int(chance() * (len(board.rounds) - first)), int(chance() * len(board.met))
    else:
        number, one, other = again[int(chance() * len(again))]
        if number < first:
            return None
        if chance() < HALF:
            one = other
    movable, place = board.movable[number], board.place[number]
    if place[one] < 0 or not movable or one in board.problem.pinned:
        return None
    other = movable[int(chance() * len(movable))]
    return None if place[one] == place[other] else (number, one, other)


def _warm(board: Board, number: int, one: int, other: int, odds: list[float], rng: Random) -> None:
    """Exchange the two if the temperature lets it be; turns may become less well shared meanwhile, at a price."""
    price = 0
    if not board.each_round:
        special, place = board.special[number], board.place[number]
        here, there = special[place[one]], special[place[other]]
        if here != there:
            if (other if here else one) in board.problem.regular:
                return
            price = board.turn_price * board.turned(number, one, other)
    delta = board.delta(number, one, other)
    worse = delta + price
    if worse <= 0 or (worse < WORST and rng.random() < odds[worse]):
        board.swap(number, one, other, delta)


def _cross(board: Board, number: int, one: int, other: int, worst: float) -> None:
    """Exchange a special place for a regular one; if that upsets the turns, give it back in a later round."""
    delta = board.delta(number, one, other)
    if board.allowed(number, one, other):
        if delta <= worst:
            board.swap(number, one, other, delta)
        return
    back = board.round_to_give_back(number, one, other)
    if back is None or delta + board.delta(back, one, other) > worst + NEARLY:
        return
    before = board.cost
    board.swap(number, one, other, delta)
    board.swap(back, one, other, board.delta(back, one, other))  # the first swap may have changed it a little
    if board.cost - before > worst:
        for again in (back, number):
            board.swap(again, one, other, board.delta(again, one, other))

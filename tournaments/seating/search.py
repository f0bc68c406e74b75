"""
Local search: two players of a round change places. Bounded by moves, never by the clock, so a seed is repeatable.

Two ways: `mend` looks only where a repeat hurts (few repeats to remove, any number of players), `anneal` looks
everywhere (few players, repeats that cannot all go).
"""

from collections.abc import Callable
from math import exp, log
from random import Random

from tournaments.seating.board import Board

Watch = Callable[[float], None]  # told the share of the work done; may raise Cancelled, or Enough
CANDIDATES = 60
STEP = 500  # moves at one temperature
WORST = 40  # no swap that costs as much is ever taken
NEARLY = 2  # how far two swaps of the same players may be from the sum of their costs, at a guess


class Enough(Exception):
    """The caller wants the best found so far."""


def mend(board: Board, target: int, moves: int, rng: Random, watch: Watch) -> None:
    """
    Take a repeated pair, move one of the two to the best place there is, and forbid going back for a while.

    It stops at `target`, or after `moves`; the board is left at the best seen.
    """
    rounds, players = len(board.rounds), len(board.met)
    hot = board.repeated()
    tabu: dict[tuple[int, int], int] = {}
    best = board.mark()
    for move in range(moves):
        if move % 100 == 0:
            watch(move / moves)
        if board.cost <= target or not hot:
            break
        at = rng.randrange(len(hot))
        hot[at], hot[-1] = hot[-1], hot[at]
        one, other = hot[-1]
        together = [r for r in range(rounds) if -1 != board.place[r][one] == board.place[r][other] != board.exempts[r]]
        movers = [player for player in hot[-1] if player not in board.problem.pinned]
        if board.met[one][other] < 2 or not together or not movers:
            hot.pop()
            continue
        number = rng.choice(together)
        mover = rng.choice(movers)
        chosen = _best_swap(board, number, mover, move, tabu, best, rng)
        if chosen is None:
            continue
        delta, partner = chosen
        board.swap(number, mover, partner, delta)
        tabu[number, mover] = tabu[number, partner] = move + 4 + rng.randrange(4 + players // 8)
        hot.extend(_hurt(board, number, mover, partner))
        if board.cost < best:
            best = board.mark()
    board.back()


def _hurt(board: Board, number: int, *players: int) -> list[tuple[int, int]]:
    """Return the pairs that meet again at the tables of these players."""
    found = []
    for player in players:
        at = board.place[number][player]
        if at != board.exempts[number]:
            row = board.met[player]
            found += [(player, mate) for mate in board.rounds[number][at] if mate != player and row[mate] > 1]
    return found


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
    board: Board, target: int, moves: int, rng: Random, watch: Watch, *, heat: tuple[float, float], first: int = 0
) -> None:
    """
    Try random swaps, taking a worse one the less gladly the colder it gets; the board is left at the best seen.

    Rounds before `first` stay as they are.
    """
    free, movable = len(board.rounds) - first, board.movable
    temperature, cold = heat
    cooling = (cold / temperature) ** (1 / max(1, moves // STEP))
    best = board.mark()
    chance, delta_of, place = rng.random, board.delta, board.place
    odds: list[float] = []
    for move in range(moves):
        if move % STEP == 0:
            watch(move / moves)
            odds = [exp(-delta / temperature) for delta in range(WORST)]
            temperature *= cooling
        number = first + int(chance() * free)
        here_now = movable[number]
        if not here_now:
            continue
        one, other = here_now[int(chance() * len(here_now))], here_now[int(chance() * len(here_now))]
        here, there = place[number][one], place[number][other]
        if here == there:
            continue
        if board.turns and board.special[number][here] != board.special[number][there]:
            _cross(board, number, one, other, -temperature * log(1 - chance()))
        else:
            delta = delta_of(number, one, other)
            if delta > 0 and (delta >= WORST or chance() >= odds[delta]):
                continue
            board.swap(number, one, other, delta)
        if board.cost < best:
            best = board.mark()
            if best <= target:
                break
    board.back()


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

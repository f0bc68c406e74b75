"""
Designs: rounds without any repeat, made by a rule. Points are 0..n-1; each design gives as many rounds as it can.

A movement has one class of players for each chair: the players of class s are s·T..s·T+T-1 for T tables.
"""

from collections.abc import Callable
from itertools import combinations
from math import gcd
from random import Random

from tournaments.seating.groups import add, ring_lines
from tournaments.seating.starters import STARTERS

Round = list[list[int]]
LARGEST_RING = 400  # beyond it the class movement gives more rounds than anybody plays
JUMP_WORK = 150_000  # rows tried before the jumps give up: about a second


def longest(tables: int, size: int, rounds: int) -> tuple[str, list[Round]]:
    """Return the first design that gives `rounds` rounds without a repeat, or else the longest of all."""
    best: tuple[str, list[Round]] = ("", [])
    for name, make in DESIGNS:
        found = make(tables, size, rounds)
        if found and len(found) < rounds and tables % size == 0 and name != "starter":
            found = found + _inside_classes(tables, size, rounds - len(found))
        if len(found) > len(best[1]):
            best = (name, found)
        if len(found) >= rounds:
            break
    return best


def class_movement(tables: int, size: int, rounds: int) -> list[Round]:
    """« Sud stays, Est +1, Nord +2, Ouest +3 »: T rounds when T is prime to 2 and 3, else T/2 or T/3."""
    most = min(tables // gcd(step, tables) for step in range(1, size)) if size > 1 else rounds
    return [_moved(tables, [step * r for step in range(size)]) for r in range(min(rounds, most))]


def field_movement(tables: int, size: int, rounds: int) -> list[Round]:
    """The class movement counted in a product of finite fields: T rounds when each prime power of T >= size."""
    lines = ring_lines(tables, size) if tables <= LARGEST_RING else None
    if lines is None:
        return []
    return [[[s * tables + row[s].index(t) for s in range(size)] for t in range(tables)] for row in lines[:rounds]]


def starter(tables: int, size: int, rounds: int) -> list[Round]:
    """
    One round turned through a group of q elements: up to q = (n-1)/3 or (n-3)/3 rounds, for tables of four.

    The points are three copies of the group and one or three points that stay. The stored tables are one in three:
    the others follow by passing to the next copy.
    """
    players = tables * size
    order = (players - 1) // 3
    if size != 4 or order not in STARTERS or players != 3 * order + (1 if order % 4 == 1 else 3):
        return []
    prime, base = STARTERS[order]

    def turned(table: tuple[int, ...], copy: int, by: int) -> list[int]:
        points = [(point % 3 + copy) % 3 * order + add(point // 3, by, prime) for point in table]
        return points if len(points) == 4 else [*points, 3 * order + copy]

    made = []
    for by in range(min(rounds, order)):
        a_round = [turned(table, copy, by) for table in base for copy in range(3)]
        if order % 4 == 1:
            a_round.append([by, order + by, 2 * order + by, 3 * order])
        made.append(a_round)
    return made


def jumps(tables: int, size: int, rounds: int) -> list[Round]:
    """Rows of offsets modulo T whose pairwise differences never come back: nearly T rounds, found by ejection."""
    wanted = min(rounds, tables - 1)
    if size < 3 or tables < size or tables > 200:
        return []
    rows = _Rows(tables, size, Random(tables * 1000 + wanted)).fill(wanted)  # noqa: S311 - a fixed design, no secret
    return [_moved(tables, row) for row in rows]


class _Rows:
    """The jumps being searched: for each pair of chairs, which row owns which difference."""

    def __init__(self, tables: int, size: int, rng: Random) -> None:
        self.tables, self.size, self.rng = tables, size, rng
        self.pairs = list(combinations(range(size), 2))
        self.owners: dict[tuple[int, int], dict[int, int]] = {pair: {} for pair in self.pairs}
        self.rows: dict[int, list[int]] = {}
        self.best: list[list[int]] = []

    def fill(self, wanted: int) -> list[list[int]]:
        waiting = list(range(wanted))
        work = 0
        while waiting and work < JUMP_WORK:
            number = waiting.pop(self.rng.randrange(len(waiting)))
            row, clash, tried = self._place(number)
            work += tried
            for other in clash:
                self._forget(other)
                waiting.append(other)
            self.rows[number] = row
            for a, b in self.pairs:
                self.owners[a, b][(row[b] - row[a]) % self.tables] = number
            if len(self.rows) > len(self.best):
                self.best = [self.rows[key] for key in sorted(self.rows)]
        return self.best

    def _place(self, number: int) -> tuple[list[int], set[int], int]:
        """Return the row that ejects the fewest others among a sample, stopping at the first that ejects none."""
        best, fewest, least = [0, number], set(self.rows), len(self.rows) + 1
        sample = min(400, self.tables ** (self.size - 2))
        for tried in range(sample):
            row = [0, number, *(self.rng.randrange(self.tables) for _ in range(self.size - 2))]
            clash = {
                owner
                for a, b in self.pairs
                if (owner := self.owners[a, b].get((row[b] - row[a]) % self.tables)) is not None
            }
            if len(clash) < least:
                best, fewest, least = row, clash, len(clash)
                if not clash:
                    return best, fewest, tried + 1
        return best, fewest, sample

    def _forget(self, number: int) -> None:
        row = self.rows.pop(number)
        for a, b in self.pairs:
            del self.owners[a, b][(row[b] - row[a]) % self.tables]


def _moved(tables: int, offsets: list[int]) -> Round:
    return [[s * tables + (t - offset) % tables for s, offset in enumerate(offsets)] for t in range(tables)]


def _inside_classes(tables: int, size: int, rounds: int) -> list[Round]:
    """Players of one class have not met: let each class play its own design. For 16 players this is AG(2,4)."""
    inner = [[[0]]] if tables == 1 else longest(tables // size, size, rounds)[1]
    return [[[s * tables + point for point in table] for s in range(size) for table in one] for one in inner]


DESIGNS: tuple[tuple[str, Callable[[int, int, int], list[Round]]], ...] = (
    ("class movement", class_movement),
    ("finite field", field_movement),
    ("starter", starter),
    ("jumps", jumps),
)

"""
Designs: rounds without any repeat, made by a rule. Points are 0..n-1; each design gives as many rounds as it can.

A movement has one class of players for each chair: the players of class s are s·T..s·T+T-1 for T tables. Counted with
one class more, that of the tables themselves, it is *numbered*: nobody comes back to a table either.

What was found once, offline, is kept in `tables.json`: README.md describes it, the tests recount it.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from math import gcd
from pathlib import Path
from random import Random

from tournaments.seating.designs.fields import add, minus, ring_lines
from tournaments.seating.layouts import Layout

Round = list[list[int]]
Offsets = tuple[int, ...]
LARGEST_RING = 400  # beyond it the class movement gives more rounds than anybody plays
JUMP_WORK = 150_000  # rows tried before the jumps give up: about a second
FEW_TABLES = 20  # up to there a starter gives more rounds than there are tables, and jumps never do
LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"  # one a player, in a rotation kept
CIRCLES: dict[int, tuple[int, ...]] = {12: (6, 2)}  # the moduli of element numbers, the smallest digit first
KEPT_SIZE = 4  # the rotations kept are of tables of four, with odd ones when need be
LARGEST_STEP = 12  # a class that moves further at each round is no longer a rule that people remember

_KEPT = json.loads(Path(__file__).with_name("tables.json").read_text("utf-8"))


@dataclass(frozen=True)
class Design:
    """
    Rounds by rule. `numbered` when nobody comes back to a table number.

    `offsets` are, for a movement over the tables in a circle, how far each class has come in each round.
    """

    name: str = ""
    rounds: tuple[Round, ...] = ()
    numbered: bool = False
    offsets: tuple[Offsets, ...] = ()


def longest(tables: int, size: int, rounds: int, *, by_rule: bool = False) -> Design:
    """
    Return a design that gives `rounds` rounds without a repeat, or else the longest of all.

    Numbered designs come first, rather than one after the other; `by_rule` puts those with a rule to follow first.
    """
    best = Design()
    for make in _in_order(tables, rounds, by_rule=by_rule):
        design = make(tables, size, rounds)
        if design.rounds and len(design.rounds) < rounds and tables % size == 0 and design.name != "starter":
            more = _inside_classes(tables, size, rounds - len(design.rounds))
            design = Design(design.name, design.rounds + more)
        if len(design.rounds) > len(best.rounds):
            best = design
        if len(best.rounds) >= rounds:
            break
    return best


def _in_order(tables: int, rounds: int, *, by_rule: bool) -> Iterator[Callable[[int, int, int], Design]]:
    first, *others = _numbered_in_order(tables, rounds)
    yield first
    if by_rule:
        yield class_movement
    yield from others
    yield from (class_movement, field_movement, starter, jumps)


def _numbered_in_order(tables: int, rounds: int) -> Iterator[Callable[[int, int, int], Design]]:
    yield from map(_numbered, (class_movement, known_rows, field_movement))
    if rounds <= tables * 2 // 3:  # beyond, the search for numbered jumps is long and seldom ends well
        yield _numbered(jumps)


def numbered(tables: int, size: int, rounds: int) -> Design:
    """Return a design of `rounds` rounds, each class in its chair, where nobody comes back to a table; or none."""
    designs = (make(tables, size, rounds) for make in _numbered_in_order(tables, rounds))
    return next((design for design in designs if len(design.rounds) >= rounds), Design())


def unnumbered(tables: int, size: int, rounds: int) -> Design:
    """Return a design of `rounds` rounds without a repeat, each class in its chair, or none."""
    designs = (make(tables, size, rounds) for make in (class_movement, known_rows, field_movement, jumps))
    return next((design for design in designs if len(design.rounds) >= rounds), Design())


def _numbered(make: Callable[[int, int, int], Design]) -> Callable[[int, int, int], Design]:
    """Count the tables as one class more, and take it away: class s+1 then starts in chair s."""

    def numbered(tables: int, size: int, rounds: int) -> Design:
        design = make(tables, size + 1, rounds)
        if len(design.rounds) < rounds:
            return Design()
        in_order: list[Round] = []
        for a_round in design.rounds:
            placed: Round = [[] for _ in range(tables)]
            for table in a_round:
                placed[table[0]] = [point - tables for point in table[1:]]
            in_order.append(placed)
        offsets = tuple(tuple((to - row[0]) % tables for to in row[1:]) for row in design.offsets)
        return replace(design, rounds=tuple(in_order), numbered=True, offsets=offsets)

    return numbered


def class_movement(tables: int, size: int, rounds: int) -> Design:
    """
    « Sud stays, Est +1, Nord +2, Ouest +3 », or other steps: at least T rounds when T is prime to 2 and 3.

    Two classes whose steps differ by d part for T / gcd(d, T) rounds.
    """
    steps = _steps(tables, size, min(rounds, tables))
    most = tables
    if steps is None:
        steps = tuple(range(size))
        most = min(tables // gcd(step, tables) for step in range(1, size))
    offsets = tuple(tuple(step * r % tables for step in steps) for r in range(min(rounds, most)))
    return Design("class movement", tuple(_moved(tables, row) for row in offsets), offsets=offsets)


def _steps(tables: int, size: int, rounds: int) -> Offsets | None:
    """Return the smallest steps, 0 first, whose differences all part the classes for that many rounds."""
    chosen = [0]
    step = 1
    while len(chosen) < size:
        while step <= min(LARGEST_STEP, tables - 1) and any(
            tables // gcd(step - other, tables) < rounds for other in chosen
        ):
            step += 1
        if step <= min(LARGEST_STEP, tables - 1):
            chosen.append(step)
            step += 1
        elif len(chosen) > 1:
            step = chosen.pop() + 1
        else:
            return None
    return tuple(chosen)


def known_rows(tables: int, size: int, rounds: int) -> Design:
    """Rows of offsets kept, any two columns differing by something else in each row: see `jumps`."""
    rows = _KEPT["rows"].get(str(tables), ())
    if not rows or size > len(rows[0]):
        return Design()
    offsets = tuple(tuple(row[:size]) for row in rows[:rounds])
    circles = CIRCLES.get(tables, (tables,))
    moved_rounds = tuple(
        [[s * tables + minus(t, offset, circles) for s, offset in enumerate(row)] for t in range(tables)]
        for row in offsets
    )
    return Design("jumps", moved_rounds, offsets=offsets if len(circles) == 1 else ())


def field_movement(tables: int, size: int, rounds: int) -> Design:
    """The class movement counted in a product of finite fields: T rounds when each prime power of T >= size."""
    lines = ring_lines(tables, size, rounds) if tables <= LARGEST_RING else None
    if lines is None:
        return Design()
    moved_rounds = []
    for row in lines:
        a_round: Round = [[0] * size for _ in range(tables)]
        for s, moved in enumerate(row):
            for point, at in enumerate(moved):
                a_round[at][s] = s * tables + point
        moved_rounds.append(a_round)
    return Design("finite field", tuple(moved_rounds))


def starter(tables: int, size: int, rounds: int) -> Design:
    """
    One round turned through a group of q elements: q = (n-1)/3, (n-2)/3 or (n-3)/3 rounds, for tables of four.

    The points are three copies of the group and one, two or three points that stay. The stored tables are one in three:
    the others follow by passing to the next copy, with two points that stay by multiplying too.
    """
    players = tables * size
    order = (players - 1) // 3
    if size != 4:
        return Design()
    if str(order) in _KEPT["turned"] and players == 3 * order + 2:
        return Design("starter", tuple(_turned(order, by) for by in range(min(rounds, order))))
    stored = _KEPT["starters"].get(str(order))
    if stored is None or players != 3 * order + (1 if order % 4 == 1 else 3):
        return Design()

    def turned(table: list[int], copy: int, by: int) -> list[int]:
        points = [(point % 3 + copy) % 3 * order + add(point // 3, by, stored["prime"]) for point in table]
        return points if len(points) == 4 else [*points, 3 * order + copy]

    turned_rounds = []
    for by in range(min(rounds, order)):
        a_round = [turned(table, copy, by) for table in stored["tables"] for copy in range(3)]
        if order % 4 == 1:
            a_round.append([by, order + by, 2 * order + by, 3 * order])
        turned_rounds.append(a_round)
    return Design("starter", tuple(turned_rounds))


def _turned(order: int, by: int) -> Round:
    """Return a round of a starter with two points that stay."""
    stored = _KEPT["turned"][str(order)]
    a_round: Round = []
    for table in stored["tables"]:
        stays = any(point >= 3 * order for point in table)
        points = [(point % order, point // order) for point in table]
        for _ in range(1 if stays else 3):
            a_round.append([x + 3 * order if copy == 3 else (x + by) % order + copy * order for x, copy in points])
            points = [(x * stored["multiplier"] % order, (copy + 1) % 3) for x, copy in points]
    return a_round


def jumps(tables: int, size: int, rounds: int) -> Design:
    """Rows of offsets modulo T whose pairwise differences never come back: nearly T rounds, found by ejection."""
    count = min(rounds, tables - 1)
    few = rounds >= tables and tables <= FEW_TABLES
    if size < 3 or tables < size or tables > 200 or few:
        return Design()
    rows = _Rows(tables, size, Random(tables * 1000 + count)).fill(count)  # noqa: S311 - a fixed design, no secret
    offsets = tuple(map(tuple, rows))
    return Design("jumps", tuple(_moved(tables, row) for row in offsets), offsets=offsets)


def known_rotation(layout: Layout, size: int, rounds: int) -> Design | None:
    """Return the rotation kept for just those tables in so many rounds, turns at odd tables in order; or None."""
    rotation: list[Round] = [
        [[LETTERS.index(letter) for letter in table] for table in line.split()]
        for line in _KEPT["rotations"].get(f"{sum(layout.tables)} x {rounds}", ())
    ]
    if not rotation or layout.exempts or size != KEPT_SIZE or tuple(map(len, rotation[0])) != layout.tables:
        return None
    return Design("known rotation", tuple(rotation))


class _Rows:
    """The jumps being searched: for each pair of chairs, which row owns which difference."""

    def __init__(self, tables: int, size: int, rng: Random) -> None:
        self.tables, self.size, self.rng = tables, size, rng
        self.pairs = list(combinations(range(size), 2))
        self.owners: dict[tuple[int, int], dict[int, int]] = {pair: {} for pair in self.pairs}
        self.rows: dict[int, list[int]] = {}
        self.best: list[list[int]] = []

    def fill(self, count: int) -> list[list[int]]:
        waiting = list(range(count))
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


def _moved(tables: int, offsets: Offsets) -> Round:
    return [[s * tables + (t - offset) % tables for s, offset in enumerate(offsets)] for t in range(tables)]


def _inside_classes(tables: int, size: int, rounds: int) -> tuple[Round, ...]:
    """Players of one class have not met: let each class play its own design. For 16 players this is AG(2,4)."""
    inner = ([[0]],) if tables == 1 else longest(tables // size, size, rounds).rounds
    return tuple(
        [[s * tables + point for point in table] for s in range(size) for table in a_round] for a_round in inner
    )

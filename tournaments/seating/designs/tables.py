"""
What was found once, offline, and is kept as data: read from tables.json, which the tests recount.

`ROWS`: T tables -> rows of offsets over the tables in a circle, five classes, the tables' own first. Any two columns
differ by something else in each row: see `designs.jumps`. Found by ejection, save for twelve tables, in two circles of
six (`CIRCLES`): three orthomorphisms of Z/6 × Z/2, orthogonal to each other, found by trying them all.

`STARTERS`: q -> (the prime the group counts in, tables of 3·element + copy), found by a backtracking search. The group
is Z/q when the prime is q itself, (Z/p)^m when q = p^m. `TURNED`: q -> (m of order 3 modulo q, tables of copy·q +
element, the two points that stay last), found by an exact cover of the points and of the differences by orbits under
(x, copy) -> (m·x, copy + 1). See `designs.starter`.

`ROTATIONS`: (players, rounds) -> whole rotations where neither a design nor a short search reaches the best known. Each
round is written in the letters of `LETTERS`, one a player, its tables one after the other. 32 × 10 was found by
backtracking over orbits under the group (Z/2)³ acting freely on the players, three pairs of rounds exchanged and four
left alone; 24 × 8 likewise under Z/6, twice three rounds and two alone; 32 × 11 pairs the sixteen pairs that 32 × 10
leaves; the others come from long annealings, 26 × 7 with two tables of five among them.
"""

import json
from pathlib import Path

Rows = tuple[tuple[int, ...], ...]

LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
CIRCLES: dict[int, tuple[int, ...]] = {12: (6, 2)}  # the moduli of element numbers, the smallest digit first

_DATA = json.loads(Path(__file__).with_name("tables.json").read_text("utf-8"))


def _rows(lists: list[list[int]]) -> Rows:
    return tuple(map(tuple, lists))


ROWS: dict[int, Rows] = {int(tables): _rows(rows) for tables, rows in _DATA["rows"].items()}
STARTERS: dict[int, tuple[int, Rows]] = {
    int(order): (one["prime"], _rows(one["tables"])) for order, one in _DATA["starters"].items()
}
TURNED: dict[int, tuple[int, Rows]] = {
    int(order): (one["multiplier"], _rows(one["tables"])) for order, one in _DATA["turned"].items()
}
ROTATIONS: dict[tuple[int, int], tuple[str, ...]] = {
    (int(players), int(count)): tuple(rounds)
    for case, rounds in _DATA["rotations"].items()
    for players, count in [case.split(" x ")]
}

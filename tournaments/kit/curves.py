"""Lines through values, as a drawing of the server: one value after the other, from left to right. No Django here."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

# In units of the drawing. Where several lines are drawn, each has a letter at its end, `APART` from the next.
WIDTH, HEIGHT, EDGE = 640, 200, 12
TALL, FOR_LETTERS, APART = 360, 44, 28
LETTERS = "ABCDEFGHIJKL"
# On white paper; screens have colours of their own (`.curve` in lists.css). After them the lines are dashed.
INKS = ("#1d5a41", "#96281f", "#7a4b00", "#1a4fa3")
Points = int | Fraction


@dataclass(frozen=True)
class Curve:
    """One line: where it goes and ends; `letter` names it and stands at `letter_at`, from the top."""

    points: str
    last: tuple[int, int]
    letter: str
    letter_at: int
    ink: str
    ink_number: int
    is_dashed: bool


@dataclass(frozen=True)
class Chart:
    """Lines under one scale, from the `least` to the `most`; `level` is what they are compared with, from the top."""

    curves: tuple[Curve, ...]
    height: int
    end: int
    level: int
    least: Points
    most: Points
    width: int = WIDTH

    @property
    def has_letters(self) -> bool:
        return len(self.curves) > 1

    @property
    def letters_from(self) -> int:
        """Where the letters begin, from the left."""
        return self.end + EDGE


def chart(rows: Sequence[Sequence[Points]], level: Points = 0) -> Chart | None:
    """
    Return a line through each row of values, compared with a `level` that it shows too.

    All rows are as long; there is no drawing of fewer than two values, or of no row. Raises ValueError for more rows
    than `LETTERS`.
    """
    if len(rows) > len(LETTERS):
        raise ValueError(f"at most {len(LETTERS)} lines, not {len(rows)}")
    if not rows or len(rows[0]) < 2:
        return None
    tall, end = (TALL, WIDTH - EDGE - FOR_LETTERS) if len(rows) > 1 else (HEIGHT, WIDTH - EDGE)
    least, most = min(level, *map(min, rows)), max(level, *map(max, rows))
    unit = Fraction(tall - 2 * EDGE) / (most - least or 1)
    step = Fraction(end - EDGE) / (len(rows[0]) - 1)

    def place(at: int, points: Points) -> tuple[int, int]:
        return round(EDGE + at * step), round(EDGE + (most - points) * unit)

    places = [[place(at, points) for at, points in enumerate(row)] for row in rows]
    letters = _apart([row[-1][1] for row in places], tall - EDGE)
    curves = tuple(
        Curve(
            points=" ".join(f"{x},{y}" for x, y in row),
            last=row[-1],
            letter=letter,
            letter_at=at,
            ink=INKS[index % len(INKS)],
            ink_number=index % len(INKS),
            is_dashed=index >= len(INKS),
        )
        for index, (row, letter, at) in enumerate(zip(places, LETTERS, letters, strict=False))
    )
    return Chart(curves, tall, end, round(EDGE + (most - level) * unit), least, most)


def _apart(heights: Sequence[int], lowest: int) -> list[int]:
    """
    Return these heights moved as little as needed to be `APART` from each other, none below `lowest`.

    Those that would touch stand in a block around their middle (the least squares of an order, by pooled neighbours).
    """
    order = sorted(range(len(heights)), key=lambda index: heights[index])
    blocks: list[tuple[Fraction, int]] = []  # each with its middle, were letters as thin as a line, and how many
    for number, index in enumerate(order):
        middle, size = Fraction(heights[index] - APART * number), 1
        while blocks and blocks[-1][0] >= middle:
            above, many = blocks.pop()
            middle, size = (above * many + middle * size) / (many + size), many + size
        blocks.append((middle, size))
    least, most = EDGE, lowest - APART * (len(heights) - 1)
    thin = [
        round(min(max(middle, Fraction(least)), Fraction(most))) for middle, size in blocks for _letter in range(size)
    ]
    placed = dict(zip(order, thin, strict=True))
    return [placed[index] + APART * number for index, number in sorted((at, number) for number, at in enumerate(order))]

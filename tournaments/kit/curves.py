"""Line charts, drawn by the server: values from left to right. No Django here."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.kit.text import Total

# In units of the drawing. Where several lines are drawn, each has a letter at its end, `APART` from the next.
WIDTH, HEIGHT, EDGE = 640, 200, 12
TALL, FOR_LETTERS, APART = 360, 44, 28
LETTERS = "ABCDEFGHIJKL"
# On white paper; screens have colours of their own (`.curve` in lists.css). After them the lines are dashed.
INKS = ("#1d5a41", "#96281f", "#7a4b00", "#1a4fa3")


@dataclass(frozen=True)
class Curve:
    """One line: its points; `letter` is its name, drawn at the height `letter_at` (from the top)."""

    points: str
    last: tuple[int, int]
    letter: str
    letter_at: int
    ink: str
    ink_number: int
    is_dashed: bool


@dataclass(frozen=True)
class Chart:
    """Lines on one scale, from `least` to `most`; `level` is the height (from the top) of the line for comparison."""

    curves: tuple[Curve, ...]
    height: int
    end: int
    level: int
    least: Total
    most: Total
    width: int = WIDTH

    @property
    def has_letters(self) -> bool:
        return len(self.curves) > 1

    @property
    def letters_from(self) -> int:
        """Return where the letters begin, from the left."""
        return self.end + EDGE


def chart(rows: Sequence[Sequence[Total]], level: Total = 0) -> Chart | None:
    """
    Return a line through each row of values, with a `level` for comparison.

    All rows have the same length. None for fewer than two values, or without rows. Raises ValueError for more rows than
    `LETTERS`.
    """
    if len(rows) > len(LETTERS):
        raise ValueError(f"at most {len(LETTERS)} lines, not {len(rows)}")
    if not rows or len(rows[0]) < 2:
        return None
    tall, end = (TALL, WIDTH - EDGE - FOR_LETTERS) if len(rows) > 1 else (HEIGHT, WIDTH - EDGE)
    least, most = min(level, *map(min, rows)), max(level, *map(max, rows))
    unit = Fraction(tall - 2 * EDGE) / (most - least or 1)
    step = Fraction(end - EDGE) / (len(rows[0]) - 1)

    def place(at: int, points: Total) -> tuple[int, int]:
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
    """Return these heights, each at least `APART` below the one above it, and none below `lowest`."""
    order = sorted(range(len(heights)), key=lambda index: heights[index])
    placed: dict[int, int] = {}
    free = EDGE
    for index in order:
        placed[index] = max(heights[index], free)
        free = placed[index] + APART
    free = lowest
    for index in reversed(order):  # what was pushed below the drawing pushes those above it back
        placed[index] = min(placed[index], free)
        free = placed[index] - APART
    return [placed[index] for index in range(len(heights))]

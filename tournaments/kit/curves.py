"""A line through values, as a drawing of the server: one value after the other, from left to right."""

from collections.abc import Sequence
from dataclasses import dataclass

WIDTH, HEIGHT, EDGE = 640, 200, 12  # in units of the drawing


@dataclass(frozen=True)
class Curve:
    """A line through values, in units of its drawing; `level` is what they are compared with, from the top."""

    points: str
    last: tuple[int, int]
    level: int
    least: int
    most: int
    width: int = WIDTH
    height: int = HEIGHT


def curve(values: Sequence[int], level: int = 0) -> Curve | None:
    """Return the line through these values, compared with a `level` that it shows too; none through fewer than two."""
    if len(values) < 2:
        return None
    least, most = min(level, *values), max(level, *values)
    height = (HEIGHT - 2 * EDGE) / (most - least or 1)
    places = [
        (round(EDGE + at * (WIDTH - 2 * EDGE) / (len(values) - 1)), round(EDGE + (most - value) * height))
        for at, value in enumerate(values)
    ]
    across = round(EDGE + (most - level) * height)
    return Curve(" ".join(f"{x},{y}" for x, y in places), places[-1], across, least, most)

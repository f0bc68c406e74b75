"""The methods by which the results of one hand are compared, and their settings."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

Score = int | Fraction
AVERAGE = Fraction(1, 2)  # of the most
# EBU, White Book 4.2.3.3: so few results, of so many in the whole field, are worth this and this for each point more.
SMALL, SHARE_OF_FIELD, SMALL_AVERAGE, SMALL_STEP = 3, 3, Fraction(60, 100), Fraction(5, 100)


class Method(StrEnum):
    """Match points; the difference from the mean of the other results; that difference through a scale."""

    MATCHPOINTS = "matchpoints"
    MEAN = "mean"
    SCALE = "scale"


@dataclass(frozen=True, kw_only=True)
class MethodRule:
    """
    A method and its settings.

    `expected` is how many results the most-played board of the event has, 0 where that is not known. `trim` leaves out
    so many of the best and of the worst others. `per_opponent` divides each score by the number of opponents of its
    hand first. `scale` has steps of (from, points), ascending. Fewer results than `least` are an average.
    `small_fields` gives a small part of a fouled board what the EBU gives it, in place of Neuberg's formula. `by_camp`
    asks for `compare_camps`.
    """

    method: Method
    expected: int = 0
    trim: int = 0
    per_opponent: bool = False
    scale: tuple[tuple[Fraction, Fraction], ...] = ()
    least: int = 1
    small_fields: bool = False
    by_camp: bool = False

    def most(self, results: int) -> int | None:
        """Return the most points that a hand with so many results can bring, None where there is no most."""
        return 2 * (max(self.expected, results, 1) - 1) if self.method is Method.MATCHPOINTS else None

    def points(self, ordered: Sequence[Score], score: Score, unit: int) -> Fraction:
        """Return what `score` brings among the results of its hand, itself included, in rising order, in 1/`unit`."""
        if self.method is Method.MATCHPOINTS:
            return self._match_points(ordered, score)
        if len(ordered) < max(self.least, 2):
            return Fraction(0)
        difference = _from_mean_of_others(ordered, score, self.trim) / unit
        return difference if self.method is Method.MEAN else self._scaled(difference)

    def _match_points(self, ordered: Sequence[Score], score: Score) -> Fraction:
        """Return 2 for each result beaten and 1 for each equal, brought to the expected number of results."""
        results, most = len(ordered), self.most(len(ordered))
        assert most is not None
        if results < self.least:
            return AVERAGE * most
        below = bisect_left(ordered, score)
        points = below + bisect_right(ordered, score) - 1  # the lower twice, the equals once, itself left out
        expected = max(self.expected, results)
        if self.small_fields and results <= SMALL and expected >= SHARE_OF_FIELD * results:
            return (SMALL_AVERAGE + SMALL_STEP * (points - (results - 1))) * most
        return Fraction((points + 1) * expected, results) - 1  # Neuberg; of all the expected, the points themselves

    def _scaled(self, difference: Fraction) -> Fraction:
        """Return the points of the last step that is not above a difference, with its sign."""
        step = bisect_right(self.scale, abs(difference), key=lambda step: step[0])
        points = self.scale[step - 1][1] if step else Fraction(0)
        return points if difference >= 0 else -points


def _from_mean_of_others(ordered: Sequence[Score], score: Score, trim: int) -> Fraction:
    place = bisect_left(ordered, score)
    others = [*ordered[:place], *ordered[place + 1 :]]
    if len(others) > 2 * trim:
        others = others[trim : len(others) - trim]
    return score - Fraction(sum(others)) / len(others)

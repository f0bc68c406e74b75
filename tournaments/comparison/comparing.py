"""One board compared: the results of each hand against those of the others who held it."""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from tournaments.comparison.methods import MethodRule, Score

OPPONENTS = 3  # of a taker; a defender has one


@dataclass(frozen=True, kw_only=True)
class TableResult:
    """
    What one table brought on a board: the score of each hand, or what the arbiter adjusted.

    `place` is where it was played: a table, or a table of a round. A hand is its number in playing order, 0 for the one
    that Sud holds where no étui was turned.

    Results are compared within their `group` alone: the parts of a fouled board, or the two tables of a match. `taker`
    is the hand that took, None where everybody passed. `adjusted` are shares of the most for match points, points for
    the other methods; a hand has either a score or that.
    """

    place: Hashable
    scores: Mapping[int, Score] = field(default_factory=dict)
    adjusted: Mapping[int, Fraction] = field(default_factory=dict)
    taker: int | None = None
    group: int = 1


@dataclass(frozen=True, kw_only=True)
class HandPoints:
    """
    What a hand brought at a table: exact points, of at most `most` where the method knows a most.

    `beaten`, `equal` and `ahead` are how many of the other results of the hand were lower, the same and higher; None
    for adjusted points, which are compared with nothing.
    """

    points: Fraction
    most: int | None
    beaten: int | None = None
    equal: int | None = None
    ahead: int | None = None

    @property
    def percent(self) -> Fraction | None:
        """Return the points of a hundred of the most; 50 where nothing could be won or lost."""
        if self.most is None:
            return None
        return self.points * 100 / self.most if self.most else Fraction(50)


def compare(results: Iterable[TableResult], rule: MethodRule) -> dict[Hashable, dict[int, HandPoints]]:
    """
    Return, by place, what each hand of one board brought under a rule.

    A table that did not play the board is not among the results: it is no result, never zero. A donne that everybody
    passed is a result of zero.
    """
    results = list(results)
    unit = OPPONENTS if rule.per_opponent else 1
    held: defaultdict[tuple[int, int], list[Score]] = defaultdict(list)
    for result in results:
        for hand, score in result.scores.items():
            held[result.group, hand].append(_in_units(result, hand, score, unit))
    compared = {
        key: {score: _compared(sorted_scores, score, unit, rule) for score in set(sorted_scores)}
        for key, sorted_scores in ((key, sorted(scores)) for key, scores in held.items())
    }
    return {
        result.place: {
            hand: compared[result.group, hand][_in_units(result, hand, score, unit)]
            for hand, score in result.scores.items()
        }
        | {
            hand: _adjusted(share, len(held.get((result.group, hand), ())), rule)
            for hand, share in result.adjusted.items()
        }
        for result in results
    }


def _in_units(result: TableResult, hand: int, score: Score, unit: int) -> Score:
    """Return a score in whole units: where scores are shared by opponents, thirds of a point."""
    return score if unit == 1 or hand == result.taker else score * unit


def _compared(ordered: Sequence[Score], score: Score, unit: int, rule: MethodRule) -> HandPoints:
    beaten, up_to = bisect_left(ordered, score), bisect_right(ordered, score)
    return HandPoints(
        points=rule.points(ordered, score, unit),
        most=rule.most(len(ordered)),
        beaten=beaten,
        equal=up_to - beaten - 1,
        ahead=len(ordered) - up_to,
    )


def _adjusted(given: Fraction, results: int, rule: MethodRule) -> HandPoints:
    most = rule.most(results)
    return HandPoints(points=given if most is None else given * most, most=most)

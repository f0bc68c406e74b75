"""One board compared by camp: takers with takers, and the others of a table, who are one result, with the others."""

from collections.abc import Hashable, Iterable
from dataclasses import replace

from tournaments.comparison.comparing import HandPoints, TableResult, compare
from tournaments.comparison.hands import HANDS
from tournaments.comparison.methods import MethodRule, Score

PRESCRIBED = 0  # the hand that takes where nobody says


def compare_camps(results: Iterable[TableResult], rule: MethodRule) -> dict[Hashable, dict[int, HandPoints]]:
    """
    Return, by place, what each hand of one board brought: those of a defence all have what it brought together.

    A defence has the sum of its scores, so that what a taker wins it loses; what the arbiter adjusted for one of it
    stands in place of the whole. Camps are compared with those of the same hand: a turned étui makes another one.
    """
    results = list(results)
    brought = compare(map(_by_camp, results), rule)
    return {
        result.place: {hand: brought[result.place][_camp(result, hand)] for hand in {*result.scores, *result.adjusted}}
        for result in results
    }


def _camp(result: TableResult, hand: int) -> int:
    """Return the number of the camp of a hand: that of the taker's hand, and four more for all who defend."""
    taker = PRESCRIBED if result.taker is None else result.taker
    return hand if hand == taker else taker + len(HANDS)


def _by_camp(result: TableResult) -> TableResult:
    """Return a result with two hands: the taker's, and that of all others together."""
    adjusted = {_camp(result, hand): given for hand, given in sorted(result.adjusted.items(), reverse=True)}
    scores = dict[int, Score]()
    for hand, score in result.scores.items():
        scores[_camp(result, hand)] = scores.get(_camp(result, hand), 0) + score
    return replace(
        result, scores={camp: score for camp, score in scores.items() if camp not in adjusted}, adjusted=adjusted
    )

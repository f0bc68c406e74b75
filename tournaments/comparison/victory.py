"""What a match brings both teams, from the difference between what their boards brought."""

from bisect import bisect_right
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from tournaments.comparison.scales import MatchStep, read_match_scale


class VictoryBy(StrEnum):
    """How victory points are given: for a match won, drawn or lost, or for its difference through a scale."""

    RESULT = "result"
    SCALE = "scale"


@dataclass(frozen=True)
class VictoryRule:
    """
    The victory points of a match: ascending `steps`, the first of which is a drawn match.

    With `by_result` a difference counts as 1 whatever it is: it says who won.
    """

    steps: tuple[MatchStep, ...]
    by_result: bool = False

    @classmethod
    def of_result(cls, win: int, draw: int, loss: int) -> "VictoryRule":
        """Return the rule of these points of a match won, drawn and lost; they do not rise in this order."""
        drawn = MatchStep(Fraction(0), Fraction(draw), Fraction(draw))
        return cls((drawn, MatchStep(Fraction(1), Fraction(win), Fraction(loss))), by_result=True)

    @classmethod
    def of_scale(cls, text: str) -> "VictoryRule":
        """Return the rule of a scale of matches. Raises ImpossibleScale for a text that is none."""
        return cls(read_match_scale(text))

    @property
    def drawn(self) -> Fraction:
        """The points of a drawn match, for each team."""
        return self.steps[0].winner

    def points(self, difference: int | Fraction) -> tuple[Fraction, Fraction]:
        """Return the points of both teams, the first one being ahead by `difference`, or behind by a negative one."""
        size = Fraction(bool(difference)) if self.by_result else abs(Fraction(difference))
        step = self.steps[bisect_right(self.steps, size, key=lambda step: step.since) - 1]
        return (step.winner, step.loser) if difference >= 0 else (step.loser, step.winner)

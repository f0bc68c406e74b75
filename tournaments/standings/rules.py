"""The ranking rule of an event: who is ranked, what a missed round brings, what decides between equal totals."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from tournaments.standings.adjusting import average
from tournaments.standings.presence import Brought
from tournaments.standings.tie_breaks import Tie


class Unfinished(StrEnum):
    """How players rank who came late, left, or missed a round."""

    RANKED = "ranked"
    MINIMUM = "minimum"  # ranked when he took part in enough rounds
    OUT = "out"


class Missed(StrEnum):
    """The points of a round that a player missed, or was exempt from."""

    ZERO = "zero"
    AVERAGE = "average"
    FIXED = "fixed"


@dataclass(frozen=True)
class Rule:
    """
    The ranking rule: who is ranked, what a round without points brings, what decides between equal totals.

    `minimum` is used with `Unfinished.MINIMUM` alone (None: more than half of the rounds), `points` with `Missed.FIXED`
    alone. `ties` are used in order; players whom none separates share a place. `lots` is the seed of the lots, which
    always decide: nothing comes after them.
    """

    unfinished: Unfinished = Unfinished.RANKED
    minimum: int | None = None
    missed: Missed = Missed.ZERO
    points: int = 0
    ties: tuple[Tie, ...] = ()
    lots: int = 0

    def __post_init__(self) -> None:
        if len(set(self.ties)) < len(self.ties):
            raise ValueError(f"a criterion is asked once: {self.ties}")
        if Tie.LOTS in self.ties[:-1]:
            raise ValueError("nothing comes after the lots")
        if self.minimum is not None and self.minimum < 1:
            raise ValueError(f"a minimum is at least one round, not {self.minimum}")

    def required(self, rounds: int) -> int:
        """Return how many rounds a player needs to be ranked, in an event of so many rounds: never more than it has."""
        if self.unfinished is Unfinished.RANKED:
            return 0
        if self.unfinished is Unfinished.OUT:
            return rounds
        return min(rounds, self.minimum or rounds // 2 + 1)

    def brings(self, rounds: Sequence[Brought]) -> int:
        """
        Return what each round exempt or missed brings to a player with these rounds.

        An average is over the rounds with points, without penalties; rounded to a whole number, a half away from 0.
        """
        if self.missed is Missed.FIXED:
            return self.points
        played = [points for points in rounds if isinstance(points, int)]
        return 0 if self.missed is Missed.ZERO else average(played)


def ties_in(order: str) -> tuple[Tie, ...]:
    """Return the criteria of a stored order, codes joined by commas. Raises ValueError for an unknown code."""
    return tuple(map(Tie, filter(None, order.split(","))))

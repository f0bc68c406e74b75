"""Who took part in how much of an event: what a round without points was, and what the event says becomes of that."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from tournaments.standings.adjusting import average


class Away(StrEnum):
    """Why a round that was played brought somebody no points of his own."""

    EXEMPT = "exempt"  # he was there, and had no table
    MISSED = "missed"  # he was not there, or nothing was written of him


# What a round brought: points, why it brought none, or None when that is not known yet.
Brought = int | Away | None


class Unfinished(StrEnum):
    """What becomes of who came late, left, or missed a round."""

    RANKED = "ranked"
    MINIMUM = "minimum"  # ranked when he took part in enough rounds
    OUT = "out"


class Missed(StrEnum):
    """What a round exempt or missed brings."""

    ZERO = "zero"
    AVERAGE = "average"
    FIXED = "fixed"


@dataclass(frozen=True)
class Rule:
    """
    Who counts in the ranking of an event, and what a round without points of one's own brings.

    `minimum` is read with `Unfinished.MINIMUM` alone, and None is more than half of the rounds; `points` is read with
    `Missed.FIXED` alone.
    """

    unfinished: Unfinished = Unfinished.RANKED
    minimum: int | None = None
    missed: Missed = Missed.ZERO
    points: int = 0

    def __post_init__(self) -> None:
        if self.minimum is not None and self.minimum < 1:
            raise ValueError(f"a minimum is at least one round, not {self.minimum}")

    def required(self, rounds: int) -> int:
        """Return how many rounds to take part in to be ranked, of an event of so many: never more than it has."""
        if self.unfinished is Unfinished.RANKED:
            return 0
        if self.unfinished is Unfinished.OUT:
            return rounds
        return min(rounds, self.minimum or rounds // 2 + 1)

    def brings(self, rounds: Sequence[Brought]) -> int:
        """
        Return what each round exempt or missed brings whoever has these rounds.

        An average is of the rounds that have points, penalties left out; the nearest whole number, a half away from 0.
        """
        if self.missed is Missed.FIXED:
            return self.points
        played = [points for points in rounds if isinstance(points, int)]
        return 0 if self.missed is Missed.ZERO else average(played)


@dataclass(frozen=True)
class Presence:
    """
    How much of an event somebody took part in; rounds are given by their index.

    An exempt took part: he was there. `arrived` is the first round he took part in when others had played before him;
    `left` says that he will take part in no further round although there are some, and `last` is the last one he did
    take part in. `can_reach` counts the rounds he has, and those he may still have.
    """

    attended: int
    can_reach: int
    arrived: int | None
    left: bool
    last: int | None
    missed: int


def begun(rounds_of_all: Iterable[Sequence[Brought]]) -> tuple[int, ...]:
    """Return which rounds have brought somebody points: their indexes in order."""
    return tuple(
        sorted({index for rounds in rounds_of_all for index, points in enumerate(rounds) if isinstance(points, int)})
    )


def presence(rounds: Sequence[Brought], played: Sequence[int], *, event: int, is_gone: bool) -> Presence:
    """
    Return how much of an event of `event` rounds somebody took part in, when those of `played` have begun, in order.

    `is_gone` says that he takes part in nothing that is still to come.
    """
    missed = [index for index in played if rounds[index] is Away.MISSED]
    waited_for = [index for index in played if rounds[index] is None]
    took_part = played
    if missed or waited_for:
        took_part = [index for index in played if rounds[index] is not None and rounds[index] is not Away.MISSED]
    last = took_part[-1] if took_part else None
    first = played[0] if played else 0
    start = min([*took_part[:1], *waited_for[:1], len(rounds)]) if missed else first
    is_over = event == len(played) and (not played or last == played[-1])
    return Presence(
        attended=len(took_part),
        can_reach=len(took_part) + len(waited_for) + (0 if is_gone else event - len(played)),
        arrived=start if first < start < len(rounds) else None,
        left=is_gone and not waited_for and not is_over,
        last=last,
        missed=len(missed),
    )

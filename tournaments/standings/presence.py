"""The rounds in which players took part, and why a round brought no points."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from tournaments.kit.text import Total


class Away(StrEnum):
    """The reason why a played round brought a player no points."""

    EXEMPT = "exempt"  # he was there, and had no table
    MISSED = "missed"  # he was not there, or nothing was written of him


# What a round brought: points, why it brought none, or None when that is not known yet.
Brought = Total | Away | None


@dataclass(frozen=True)
class Presence:
    """
    How much of an event a player took part in; rounds are indexes from 0.

    An exempt took part. `arrived` is the first round of a player who came after others had played, `last` the last
    round with this player. `left` when the player will not take part in a round still to come. `can_reach` counts the
    player's rounds, and those still possible.
    """

    attended: int
    can_reach: int
    arrived: int | None
    left: bool
    last: int | None
    missed: int


def begun(rounds_of_all: Iterable[Sequence[Brought]]) -> tuple[int, ...]:
    """Return the indexes (from 0) of the rounds that have brought points to somebody, in order."""
    return tuple(
        sorted({index for rounds in rounds_of_all for index, points in enumerate(rounds) if isinstance(points, Total)})
    )


def presence(rounds: Sequence[Brought], played: Sequence[int], *, event: int, is_gone: bool) -> Presence:
    """
    Return a player's presence in an event of `event` rounds; `played` are the indexes of the rounds begun, in order.

    `is_gone`: the player takes part in no round still to come.
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

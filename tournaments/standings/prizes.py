"""Prizes: which player wins which, by a ranking, groups of players, and a list of prizes."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

EVERYBODY, LAST = "tous", "dernier"
STEP = 50  # cents: what a percentage gives is rounded down to it, so that it can be paid out in coins


@dataclass(frozen=True)
class Winnable:
    """
    A prize for the `place`-th (from 1) of a group; `LAST` places count from the end.

    Its value is `amount` cents, or a whole `percent` of the takings; with neither, the prize is an object.
    """

    key: int
    group: str
    place: int
    amount: int = 0
    percent: int = 0

    def worth(self, takings: int) -> int:
        """Return the value of the prize in cents; `takings` is in cents."""
        return self.amount + takings * self.percent // 100 // STEP * STEP


@dataclass(frozen=True)
class Ranked:
    """A player with a place, and the player's groups besides everybody."""

    key: int
    place: int
    groups: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Won:
    """
    The winners of a prize: one; several who share the place and the money; or nobody.

    `amount` is what each of the `winners` gets, in cents.
    """

    prize: Winnable
    winners: tuple[int, ...]
    amount: int

    @property
    def is_shared(self) -> bool:
        return len(self.winners) > 1


def award(ranking: Sequence[Ranked], prizes: Iterable[Winnable], *, takings: int, one_each: bool = False) -> list[Won]:
    """
    Return who wins each prize, in the order of the list; `ranking` begins with the first place.

    Players who share a place divide its money; cents that do not divide are left over. With `one_each`, a player who
    already won a prize of another group is passed over.
    """
    winners_of: dict[str, set[int]] = {}
    won = []
    for prize in prizes:
        elsewhere = {key for group, keys in winners_of.items() if group != prize.group for key in keys}
        people = [ranked for ranked in _of(prize.group, ranking) if not (one_each and ranked.key in elsewhere)]
        holders = _at(people, prize.place)
        tied = tuple(ranked.key for ranked in ranking if ranked.key in holders)  # in one order, also from the end
        won.append(Won(prize, tied, prize.worth(takings) // len(tied) if tied else 0))
        winners_of.setdefault(prize.group, set()).update(tied)
    return won


def _of(group: str, ranking: Sequence[Ranked]) -> list[Ranked]:
    if group == EVERYBODY:
        return list(ranking)
    if group == LAST:
        return list(reversed(ranking))
    return [ranked for ranked in ranking if group in ranked.groups]


def _at(people: Sequence[Ranked], place: int) -> set[int]:
    """Return the keys of the players at a place (from 1): several when they share the place, maybe nobody."""
    if place > len(people):
        return set()
    return {ranked.key for ranked in people if ranked.place == people[place - 1].place}

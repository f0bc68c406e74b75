"""
What penalties took after a round.

This app stores only the sum of a player's penalties; the app that stores the decisions knows the round of each.
"""

from collections.abc import Callable, Mapping

Rounds = Mapping[int, int]  # the number of a round, by tournament id
TakenLater = Callable[[Rounds], dict[int, int]]

_registered: list[TakenLater] = []


def tells_taken_later(query: TakenLater) -> TakenLater:
    """
    Register the function that `taken_later` calls: it returns whole points, negative, by registration id.

    There is one at a time; it may leave out registrations without such a penalty.
    """
    _registered[:] = [query]
    return query


def taken_later(rounds: Rounds) -> dict[int, int]:
    """Return what penalties in force took after these rounds, by registration id; {} without a registered function."""
    return _registered[0](rounds) if rounds and _registered else {}

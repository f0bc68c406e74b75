"""
What penalties took after a round.

Here the sum of a player's penalties is kept, and no more: the app that has the decisions says of which round each is.
"""

from collections.abc import Callable, Mapping

Rounds = Mapping[int, int]  # the number of a round, by tournament id
TakenLater = Callable[[Rounds], dict[int, int]]

_tellers: list[TakenLater] = []


def tells_taken_later(teller: TakenLater) -> TakenLater:
    """
    Have a function say what was taken after these rounds: whole points, negative, by registration id.

    There is one at a time; who has nothing taken later may be left out.
    """
    _tellers[:] = [teller]
    return teller


def taken_later(rounds: Rounds) -> dict[int, int]:
    """Return what penalties in force took after these rounds, by registration id; nothing where nobody knows."""
    return _tellers[0](rounds) if rounds and _tellers else {}

"""What is asked of a draw. A demand that cannot be met refuses to exist."""

from collections.abc import Iterable
from dataclasses import dataclass

from tournaments.seating.layouts import Layout, Remainder, layout
from tournaments.seating.messages import ImpossibleDemand

MOST_ROUNDS = 60

Table = tuple[int, ...]
Tables = tuple[Table, ...]


@dataclass(frozen=True)
class Demand:
    """
    The players present, how many NEW rounds they want, and the rounds already played.

    The order of `players` changes nothing. `past` may name people who have left. `past_exempts` is empty or has one
    tuple for each past round.
    """

    players: tuple[int, ...]
    rounds: int
    seed: int
    table_size: int = 4
    remainder: Remainder = Remainder.EXEMPT
    past: tuple[Tables, ...] = ()
    past_exempts: tuple[tuple[int, ...], ...] = ()

    def __post_init__(self) -> None:
        twice = _first_twice(self.players)
        if twice is not None:
            raise ImpossibleDemand("duplicate", {"player": twice})
        if not 1 <= self.rounds <= MOST_ROUNDS:
            raise ImpossibleDemand("rounds", {"most": MOST_ROUNDS, "rounds": self.rounds})
        layout(len(self.players), self.table_size, self.remainder)
        self._refuse_past()

    @property
    def layout(self) -> Layout:
        return layout(len(self.players), self.table_size, self.remainder)

    def _refuse_past(self) -> None:
        if self.past_exempts and len(self.past_exempts) != len(self.past):
            values = {"exempts": len(self.past_exempts), "rounds": len(self.past)}
            raise ImpossibleDemand("past_exempts", values)
        for index, tables in enumerate(self.past):
            out = self.past_exempts[index] if self.past_exempts else ()
            twice = _first_twice([*(player for table in tables for player in table), *out])
            if twice is not None:
                raise ImpossibleDemand("past_twice", {"round": index + 1, "player": twice})
            for table in tables:
                if not 3 <= len(table) <= 5:
                    raise ImpossibleDemand("past_size", {"round": index + 1, "size": len(table)})


def _first_twice(players: Iterable[int]) -> int | None:
    seen: set[int] = set()
    for player in players:
        if player in seen:
            return player
        seen.add(player)
    return None

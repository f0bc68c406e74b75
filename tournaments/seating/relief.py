"""Players too many in a duplicate: each takes, in every round, the chair of somebody of his own orientation."""

from collections import Counter
from collections.abc import Sequence
from random import Random

from tournaments.seating.designs import Round

SEARCHED = 20_000  # tables tried
GUESSES = 100
OUT_AGAIN, SET_AGAIN = 10_000, 100  # what they weigh beside a meeting


def let_in(seated: list[Round], extras: Sequence[int], rng: Random) -> list[list[int]]:
    """
    Seat each extra in every round, in place, and return who is out.

    Of those of a chair nobody is out twice while another was not. An extra meets no set of boards twice, nor anybody,
    where that can be.
    """
    out: list[list[int]] = [[] for _ in seated]
    for number, extra in enumerate(extras):
        chair = number % len(seated[0][0])
        tables = _Relief(seated, chair, Counter(player for players in out for player in players), rng).tables()
        for index, table in enumerate(tables):
            out[index].append(seated[index][table][chair])
            seated[index][table][chair] = extra
    return out


class _Relief:
    """The tables at which one extra has a chair, round by round; `out` is how often each player was out before."""

    def __init__(self, seated: list[Round], chair: int, out: Counter[int], rng: Random) -> None:
        self.seated, self.chair, self.out, self.rng = seated, chair, out, rng
        self.tried = 0

    def tables(self) -> list[int]:
        """Return a way that costs nothing, or else the cheapest of some."""
        found = self._longer([])
        if found is not None:
            return found
        guesses = (self._guess() for _ in range(GUESSES))
        return min(guesses, key=lambda tables: sum(self._price(tables[:index], at) for index, at in enumerate(tables)))

    def _longer(self, chosen: list[int]) -> list[int] | None:
        if len(chosen) == len(self.seated):
            return chosen
        for table in self._free(len(chosen)):
            self.tried += 1
            if self.tried > SEARCHED:
                return None
            if not self._price(chosen, table) and (whole := self._longer([*chosen, table])) is not None:
                return whole
        return None

    def _guess(self) -> list[int]:
        chosen: list[int] = []
        for index in range(len(self.seated)):
            chosen.append(min(self._free(index), key=lambda table: self._price(chosen, table)))
        return chosen

    def _free(self, index: int) -> list[int]:
        """Return the tables of a round in any order."""
        return self.rng.sample(range(len(self.seated[index])), len(self.seated[index]))

    def _price(self, chosen: Sequence[int], table: int) -> int:
        """Return what a table of the next round costs, after the tables chosen."""
        here = self.seated[len(chosen)][table]
        before = [self.seated[index][at] for index, at in enumerate(chosen)]
        times_out = self.out[here[self.chair]] + sum(here[self.chair] == there[self.chair] for there in before)
        met = sum(player in there for there in before for player in here if player != here[self.chair])
        return times_out * OUT_AGAIN + (table in chosen) * SET_AGAIN + met

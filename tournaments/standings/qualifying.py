"""Who is qualified for a final from the rankings that lead to it, who is a reserve, and what is carried over."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import zip_longest

from tournaments.kit.text import Percent, Total
from tournaments.standings.leagues import plain_total
from tournaments.standings.ranking import places

WHOLE = 100  # percent


@dataclass(frozen=True)
class Cut:
    """
    How many of a ranking are qualified: its `first` players, or a `share` of them in percent, rounded up.

    They are counted from the line `start` of the ranking, the first as 1: who is before it goes elsewhere. At most
    `club_most` of them are of one club; None sets no limit. `carried` is the part of his total, in percent, that a
    player keeps in the final. Raises ValueError unless there is one of `first` and `share`, and for values out of
    range.
    """

    first: int | None = None
    share: int | None = None
    club_most: int | None = None
    carried: int = 0
    start: int = 1

    def __post_init__(self) -> None:
        if (self.first is None) == (self.share is None):
            raise ValueError("a cut has a number or a share")
        if self.share is not None and not 1 <= self.share <= WHOLE:
            raise ValueError(f"a share is from 1 to {WHOLE} percent, not {self.share}")
        if any(count is not None and count < 1 for count in (self.first, self.club_most, self.start)):
            raise ValueError("a cut takes one player at least, from the first line or a later one")
        if not 0 <= self.carried <= WHOLE:
            raise ValueError(f"from 0 to {WHOLE} percent is carried, not {self.carried}")

    def places(self, ranked: int) -> int:
        """Return how many places there are for a ranking of so many players."""
        return self.first if self.first is not None else -(-ranked * (self.share or 0) // WHOLE)

    def kept(self, total: Total) -> Total:
        """Return what a player keeps of his total."""
        return plain_total(Fraction(total) * self.carried / WHOLE)


@dataclass(frozen=True)
class CutRanking:
    """A ranking that leads to a final: the players, the best first, the cut, and the club of each who has one."""

    ranked: Sequence[int]
    cut: Cut
    club_of: Mapping[int, str]


@dataclass(frozen=True)
class Selection:
    """
    Who is qualified from a source (`going`), the reserves in order, and who is out while his club has its most.

    `places` is how many there are to take, also where fewer can go.
    """

    places: int
    going: tuple[int, ...]
    reserves: tuple[int, ...]
    over: tuple[int, ...]


def select(sources: Sequence[CutRanking], out: Collection[int] = ()) -> list[Selection]:
    """
    Return who is qualified from each source, in the order of the sources.

    Players of `out` do not come: the next one has the place. A player who is qualified by a source takes no place of a
    later one, and is no reserve of any.
    """
    selections, taken = [], set[int]()
    for source in sources:
        ranked = source.ranked[source.cut.start - 1 :]
        coming = [key for key in ranked if key not in out and key not in taken]
        count, most, of_club = source.cut.places(len(source.ranked)), source.cut.club_most, Counter[str]()
        going: list[int] = []
        for key in coming:
            club = source.club_of.get(key, "")
            if len(going) < count and not (club and most and of_club[club] >= most):
                going.append(key)
                of_club[club] += 1
        full = {club for club, held in of_club.items() if club and most and held >= most}
        waiting = [key for key in coming if key not in set(going)]
        over = tuple(key for key in waiting if source.club_of.get(key, "") in full)
        reserves = tuple(key for key in waiting if source.club_of.get(key, "") not in full)
        selections.append(Selection(count, tuple(going), reserves, over))
        taken |= set(going)
    return [
        Selection(
            one.places,
            one.going,
            tuple(key for key in one.reserves if key not in taken),
            tuple(key for key in one.over if key not in taken),
        )
        for one in selections
    ]


def by_rank(selections: Sequence[Selection]) -> list[int]:
    """Return the qualified players by rank: the first of each source, in the order of the sources, the second, …"""
    ranks = zip_longest(*(selection.going for selection in selections))
    return [key for rank in ranks for key in rank if key is not None]


def with_carried(scored: Mapping[int, Total], carried: Mapping[int, Total]) -> list[tuple[int, int, bool, Total]]:
    """Return (key, place, shared, total) after the final: what each scored there, and what he carried."""
    after = {key: _sum(points, carried.get(key, 0)) for key, points in scored.items()}
    return [(key, place, shared, after[key]) for key, place, shared in places(after)]


def _sum(scored: Total, carried: Total) -> Total:
    """Return the sum of two totals; percentages stay percentages."""
    total = Fraction(scored) + Fraction(carried)
    return Percent(total) if isinstance(scored, Percent) else plain_total(total)

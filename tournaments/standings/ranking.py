"""What each player brought home from an event, and the places it gives."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Sheet:
    """
    One player's points, round by round, and what arbiters took away.

    A round that brought nothing (exempt, absent, not played yet) is None, which is not the same as 0.
    `penalties` is added: whole points, negative or zero.
    """

    key: int
    rounds: tuple[int | None, ...]
    penalties: int = 0

    def __post_init__(self) -> None:
        if self.penalties > 0:
            raise ValueError(f"penalties never give points: {self.penalties}")

    @property
    def total(self) -> int:
        return sum(points for points in self.rounds if points is not None) + self.penalties

    @property
    def rounds_played(self) -> int:
        return sum(points is not None for points in self.rounds)


@dataclass(frozen=True)
class Row:
    """One player's place; `shared` when somebody else has the same total."""

    place: int
    shared: bool
    sheet: Sheet


Ranking = tuple[Row, ...]


def rank(sheets: Iterable[Sheet]) -> Ranking:
    """
    Return the rows from the first place to the last.

    Equal totals share the better place and the next place is skipped: 1, 2, 2, 4. Rows that share a place stand in the
    order of their keys, so the result never depends on the order of the input. Raises ValueError for a key given twice.
    """
    by_key: dict[int, Sheet] = {}
    for sheet in sheets:
        if sheet.key in by_key:
            raise ValueError(f"two sheets for {sheet.key}")
        by_key[sheet.key] = sheet
    in_order = places({key: sheet.total for key, sheet in by_key.items()})
    return tuple(Row(place, shared, by_key[key]) for key, place, shared in in_order)


def places(totals: Mapping[int, int]) -> list[tuple[int, int, bool]]:
    """Return (key, place, shared) in the order of the places, for totals given by key."""
    how_many = Counter(totals.values())
    first_place: dict[int, int] = {}
    place = 1
    for total in sorted(how_many, reverse=True):
        first_place[total] = place
        place += how_many[total]
    in_order = sorted(totals, key=lambda key: (-totals[key], key))
    return [(key, first_place[totals[key]], how_many[totals[key]] > 1) for key in in_order]

"""Who goes before whom among those who have the same total: criteria asked one after another."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from tournaments.standings.sheets import PlayerPoints

LOTS = 1_000_000  # numbers to draw from


class Tie(StrEnum):
    """What decides between players who have the same total."""

    POSITION = "position"  # his best round
    PENALTIES = "penalites"  # the fewest points taken by penalties
    CONTRACTS = "contrats"  # the most contracts made, as the taker
    DIRECT = "directe"  # the most points at the tables that those who are equal played together
    LOTS = "sort"


@dataclass(frozen=True)
class Tried:
    """A criterion that was asked of somebody, and what he has there; None where there is nothing to compare."""

    tie: Tie
    value: int | None


class HasATotal(Protocol):
    """A row of a ranking, as far as it is compared with another one."""

    @property
    def place(self) -> int | None: ...

    @property
    def total(self) -> int: ...

    @property
    def tried(self) -> tuple[Tried, ...]: ...


@dataclass(frozen=True)
class Decided:
    """What put one of two equal totals before the other: the criterion, and what each of them has there."""

    tie: Tie
    value: int | None
    other: int | None


def separate(
    tied: Sequence[PlayerPoints], ties: Sequence[Tie], seed: int, tried: dict[int, tuple[Tried, ...]]
) -> list[list[int]]:
    """
    Return the keys of those who have the same total, the best first; who stay equal are together, as they were given.

    `seed` is that of the lots, `tried` takes what each was asked. A criterion is asked again of those alone whom the
    ones before left equal.
    """
    if len(tied) == 1 or not ties:
        return [[sheet.key for sheet in tied]]
    tie, *later = ties
    values = CRITERIA[tie](tied, seed)
    for key, value in values.items():
        tried[key] = (*tried.get(key, ()), Tried(tie, value))
    if tie is Tie.LOTS:  # of two equal lots, one in a million, the smaller start number goes first
        return [[key] for key in sorted(values, key=lambda key: (-lot_of(key, seed), key))]
    separated = []
    for value in sorted(set(values.values()), key=_worth, reverse=True):
        separated += separate([sheet for sheet in tied if values[sheet.key] == value], later, seed, tried)
    return separated


def _worth(value: int | None) -> tuple[bool, int]:
    """Return what a criterion sorts by: more is better, nothing is worst."""
    return (value is not None, value or 0)


def lot_of(key: int, seed: int) -> int:
    """Return the lot of a start number under a seed: the same for ever, below `LOTS`; the highest goes first."""
    drawn = hashlib.sha256(f"{seed}:{key}".encode()).digest()
    return int.from_bytes(drawn[:8]) % LOTS


def _positions(tied: Sequence[PlayerPoints], _seed: int) -> dict[int, int | None]:
    return {sheet.key: sheet.best_round for sheet in tied}


def _penalties(tied: Sequence[PlayerPoints], _seed: int) -> dict[int, int | None]:
    return {sheet.key: sheet.penalties for sheet in tied}


def _contracts(tied: Sequence[PlayerPoints], _seed: int) -> dict[int, int | None]:
    """Return None for everybody where it is not known of one of them: nobody loses by what was not written."""
    made = {sheet.key: sheet.contracts_made for sheet in tied}
    return dict.fromkeys(made) if None in made.values() else made


def _direct(tied: Sequence[PlayerPoints], _seed: int) -> dict[int, int | None]:
    """
    Return each one's points at tables where another of them played; None for all unless everybody met everybody.

    Else two of three who met would be compared with a third who met neither.
    """
    at = {sheet.key: sheet.played_at for sheet in tied}
    with_others = {
        key: frozenset().union(*(mine & others for other, others in at.items() if other != key))
        for key, mine in at.items()
    }
    if not all(at[key] & at[other] for key in at for other in at if key < other):
        return dict.fromkeys(at)
    return {sheet.key: sum(_points(sheet, index) for index, _table in with_others[sheet.key]) for sheet in tied}


def _points(sheet: PlayerPoints, index: int) -> int:
    points = sheet.rounds[index]
    return points if isinstance(points, int) else 0


def _lots(tied: Sequence[PlayerPoints], seed: int) -> dict[int, int | None]:
    return {sheet.key: lot_of(sheet.key, seed) for sheet in tied}


CRITERIA: Mapping[Tie, Callable[[Sequence[PlayerPoints], int], dict[int, int | None]]] = {
    Tie.POSITION: _positions,
    Tie.PENALTIES: _penalties,
    Tie.CONTRACTS: _contracts,
    Tie.DIRECT: _direct,
    Tie.LOTS: _lots,
}
NOT_POINTS = (Tie.CONTRACTS, Tie.LOTS)  # what these give is no number of points: it is said without a sign


def decided(one: HasATotal, other: HasATotal) -> Decided | None:
    """Return what put two rows with the same total at different places; None when no criterion did."""
    if one.total != other.total or one.place == other.place or None in (one.place, other.place):
        return None
    pairs = list(zip(one.tried, other.tried, strict=False))
    if not pairs:  # ranked by something else: what was read was put in order elsewhere
        return None
    mine, theirs = next((pair for pair in pairs if pair[0] != pair[1]), pairs[-1])
    return Decided(mine.tie, mine.value, theirs.value)

"""Tie-breaks: the order of players with the same total, by criteria used one after another."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from tournaments.kit.text import Total
from tournaments.standings.sheets import PlayerPoints

LOTS = 1_000_000  # numbers to draw from


class Tie(StrEnum):
    """A criterion that separates players with the same total."""

    POSITION = "position"  # his best round
    PENALTIES = "penalites"  # the fewest points taken by penalties
    CONTRACTS = "contrats"  # the most contracts made, as the taker
    DIRECT = "directe"  # the most points at the tables that those who are equal played together
    LOTS = "sort"


@dataclass(frozen=True)
class Tried:
    """A criterion that was used for a player, and the player's value; None where there is nothing to compare."""

    tie: Tie
    value: Total | None


class HasATotal(Protocol):
    """A row of a ranking: the attributes needed to compare two rows."""

    @property
    def place(self) -> int | None: ...

    @property
    def total(self) -> Total: ...

    @property
    def tried(self) -> tuple[Tried, ...]: ...


@dataclass(frozen=True)
class Decided:
    """Why one of two equal totals comes first: the criterion, and the value of each."""

    tie: Tie
    value: Total | None
    other: Total | None


def separate(
    tied: Sequence[PlayerPoints], ties: Sequence[Tie], seed: int, tried: dict[int, tuple[Tried, ...]]
) -> list[list[int]]:
    """
    Return the keys of players with the same total, the best first; players who stay equal are one list, in input order.

    `seed` is that of the lots; the criteria used are added to `tried`. A later criterion compares only the players whom
    the earlier ones left equal.
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


def _worth(value: Total | None) -> tuple[bool, Total]:
    """Return a sort key for a criterion's value: more is better, None is worst."""
    return (value is not None, value or 0)


def lot_of(key: int, seed: int) -> int:
    """Return the lot of a start number under a seed, from 0 to `LOTS` − 1, always the same; the highest comes first."""
    drawn = hashlib.sha256(f"{seed}:{key}".encode()).digest()
    return int.from_bytes(drawn[:8]) % LOTS


def _positions(tied: Sequence[PlayerPoints], _seed: int) -> dict[int, Total | None]:
    return {sheet.key: sheet.best_round for sheet in tied}


def _penalties(tied: Sequence[PlayerPoints], _seed: int) -> dict[int, Total | None]:
    return {sheet.key: sheet.penalties for sheet in tied}


def _contracts(tied: Sequence[PlayerPoints], _seed: int) -> dict[int, Total | None]:
    """Return the contracts of each player; None for all when one is unknown: an unknown count must not cost a place."""
    made: dict[int, Total | None] = {sheet.key: sheet.contracts_made for sheet in tied}
    return dict.fromkeys(made) if None in made.values() else made


def _direct(tied: Sequence[PlayerPoints], _seed: int) -> dict[int, Total | None]:
    """
    Return each player's points at tables with another of the tied players; None for all unless all pairs met.

    Otherwise two of three who met would be compared with a third who met neither.
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


def _lots(tied: Sequence[PlayerPoints], seed: int) -> dict[int, Total | None]:
    return {sheet.key: lot_of(sheet.key, seed) for sheet in tied}


CRITERIA: Mapping[Tie, Callable[[Sequence[PlayerPoints], int], dict[int, Total | None]]] = {
    Tie.POSITION: _positions,
    Tie.PENALTIES: _penalties,
    Tie.CONTRACTS: _contracts,
    Tie.DIRECT: _direct,
    Tie.LOTS: _lots,
}
NOT_POINTS = (Tie.CONTRACTS, Tie.LOTS)  # what these give is no number of points: it is said without a sign


def decided(one: HasATotal, other: HasATotal) -> Decided | None:
    """Return what separated two rows with the same total; None when no criterion did."""
    if one.total != other.total or one.place == other.place or None in (one.place, other.place):
        return None
    pairs = list(zip(one.tried, other.tried, strict=False))
    if not pairs:  # ranked by something else: what was read was put in order elsewhere
        return None
    mine, theirs = next((pair for pair in pairs if pair[0] != pair[1]), pairs[-1])
    return Decided(mine.tie, mine.value, theirs.value)

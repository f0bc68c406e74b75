"""Adjusted scores: an arbiter replaces a player's points of a round by an average, or by a number."""

from collections.abc import Collection
from enum import StrEnum


class Adjusted(StrEnum):
    """The source of an adjusted score."""

    EVENT = "epreuve"  # the average of everybody's rounds
    OWN = "joueur"  # the average of his other rounds
    ASSIGNED = "attribue"


def average(points: Collection[int]) -> int:
    """Return the average, rounded to a whole number (a half away from 0); 0 of no points."""
    if not points:
        return 0
    total, count = sum(points), len(points)
    nearest = (2 * abs(total) + count) // (2 * count)
    return nearest if total >= 0 else -nearest


def adjusted_score(basis: Adjusted, *, assigned: int | None, own: Collection[int], everybody: Collection[int]) -> int:
    """
    Return an adjusted score. `own` and `everybody` are the points of rounds at tables, without adjusted rounds.

    Raises ValueError for an assigned score without a number.
    """
    if basis is Adjusted.EVENT:
        return average(everybody)
    if basis is Adjusted.OWN:
        return average(own)
    if assigned is None:
        raise ValueError("an assigned score is a number")
    return assigned

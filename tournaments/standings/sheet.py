"""What one player brought home from an event."""

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

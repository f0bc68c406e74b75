"""What one player scored in an event, round by round."""

from dataclasses import dataclass, replace

from tournaments.standings.presence import Brought


@dataclass(frozen=True)
class PlayerPoints:
    """
    One player's points, round by round, and what arbiters took away.

    A round that brought no points says why (exempt, missed), or is None when it is not known yet; neither is a 0.
    `penalties` is added: whole points, negative or zero. `is_gone` says that he takes part in no further round.
    `tables` says at which table he played each round, None without one, and `contracts` how many he made as the taker,
    None where that is not known; either is empty when nothing of it is known. `is_out` says that these points are
    shown and have no place: somebody's who is ranked under another key, or was excluded.
    """

    key: int
    rounds: tuple[Brought, ...]
    penalties: int = 0
    is_gone: bool = False
    tables: tuple[int | None, ...] = ()
    contracts: tuple[int | None, ...] = ()
    is_out: bool = False

    def __post_init__(self) -> None:
        if self.penalties > 0:
            raise ValueError(f"penalties never give points: {self.penalties}")
        if {len(self.tables), len(self.contracts)} - {0, len(self.rounds)}:
            raise ValueError("tables and contracts are said of every round, or of none")

    @property
    def total(self) -> int:
        """What the rounds brought at the tables, and the penalties."""
        return sum(points for points in self.rounds if isinstance(points, int)) + self.penalties

    @property
    def rounds_played(self) -> int:
        return sum(isinstance(points, int) for points in self.rounds)

    @property
    def best_round(self) -> int | None:
        return max((points for points in self.rounds if isinstance(points, int)), default=None)

    @property
    def contracts_made(self) -> int | None:
        """How many contracts he made; None when that is not known of a round that he has points of."""
        made = dict(enumerate(self.contracts))
        known = [made.get(index) for index, points in enumerate(self.rounds) if isinstance(points, int)]
        return None if None in known else sum(filter(None, known))

    @property
    def played_at(self) -> frozenset[tuple[int, int]]:
        """At which tables he has points, as (round index, table)."""
        return frozenset(
            (index, table)
            for index, table in enumerate(self.tables)
            if table is not None and isinstance(self.rounds[index], int)
        )

    def without_round(self, index: int) -> "PlayerPoints":
        """Return the sheet without one of its rounds."""
        after = index + 1
        return replace(
            self,
            rounds=self.rounds[:index] + self.rounds[after:],
            tables=self.tables[:index] + self.tables[after:],
            contracts=self.contracts[:index] + self.contracts[after:],
        )

"""The points of one player in an event, round by round."""

from dataclasses import dataclass, replace

from tournaments.standings.presence import Brought


@dataclass(frozen=True)
class PlayerPoints:
    """
    One player's points, round by round, and the penalties.

    A round without points says why (exempt, missed), or is None when it is not known yet; neither is a 0. `penalties`
    is added: whole points, negative or zero. `is_gone`: the player takes part in no further round. `tables` has the
    table of each round, None for a round without one; `contracts` the contracts made as the taker in each round, None
    where unknown; either is empty when nothing is known. `is_out`: the points are shown without a place, because the
    player was excluded or is ranked under another key.
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
        """Return the points of the rounds at tables, and the penalties."""
        return sum(points for points in self.rounds if isinstance(points, int)) + self.penalties

    @property
    def rounds_played(self) -> int:
        return sum(isinstance(points, int) for points in self.rounds)

    @property
    def best_round(self) -> int | None:
        return max((points for points in self.rounds if isinstance(points, int)), default=None)

    @property
    def contracts_made(self) -> int | None:
        """Return how many contracts the player made; None when that is unknown for a round with points."""
        made = dict(enumerate(self.contracts))
        known = [made.get(index) for index, points in enumerate(self.rounds) if isinstance(points, int)]
        return None if None in known else sum(filter(None, known))

    @property
    def played_at(self) -> frozenset[tuple[int, int]]:
        """Return where the player has points, as (round index, table)."""
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

"""The points of one player in an event, round by round."""

from dataclasses import dataclass, replace
from fractions import Fraction

from tournaments.kit.text import Total
from tournaments.standings.presence import Away, Brought


@dataclass(frozen=True)
class PlayerPoints:
    """
    One player's points, round by round, and the penalties.

    A round without points says why (exempt, missed), or is None when it is not known yet; neither is a 0. `penalties`
    is added: whole points, negative or zero. `is_gone`: the player takes part in no further round. `tables` has the
    table of each round, None for a round without one; `contracts` the contracts made as the taker in each round, None
    where unknown; either is empty when nothing is known. `is_out`: the points are shown without a place, because the
    player was excluded or is ranked under another key.

    Where results are compared, `possible` has what could be won in each round, or how many boards were played; the
    total is then what was won of all that, times `whole`: the player who sat out a round has nothing invented.

    Of a team, `short` says in which rounds fewer took part than it has players: they are missed where a rule asks for
    rounds, and their points count.
    """

    key: int
    rounds: tuple[Brought, ...]
    penalties: Total = 0
    is_gone: bool = False
    tables: tuple[int | None, ...] = ()
    contracts: tuple[int | None, ...] = ()
    is_out: bool = False
    possible: tuple[int, ...] = ()
    whole: int = 1
    short: tuple[bool, ...] = ()

    def __post_init__(self) -> None:
        if self.penalties > 0:
            raise ValueError(f"penalties never give points: {self.penalties}")
        if {len(self.tables), len(self.contracts), len(self.possible), len(self.short)} - {0, len(self.rounds)}:
            raise ValueError("tables, contracts and what was possible are said of every round, or of none")

    @property
    def total(self) -> Total:
        """Return the points of the rounds at tables, and the penalties."""
        points = sum(points for points in self.rounds if isinstance(points, Total)) + self.penalties
        return Fraction(points * self.whole, sum(self.possible) or 1) if self.possible else points

    @property
    def attended(self) -> tuple[Brought, ...]:
        """Return the rounds as a rule counts who took part: a round for which a team was short is missed."""
        if not any(self.short):
            return self.rounds
        return tuple(Away.MISSED if short else brought for brought, short in zip(self.rounds, self.short, strict=True))

    @property
    def rounds_played(self) -> int:
        return sum(isinstance(points, Total) for points in self.rounds)

    @property
    def best_round(self) -> int | None:
        return max((points for points in self.rounds if isinstance(points, int)), default=None)

    @property
    def contracts_made(self) -> int | None:
        """Return how many contracts the player made; None when that is unknown for a round with points."""
        made = dict(enumerate(self.contracts))
        known = [made.get(index) for index, points in enumerate(self.rounds) if isinstance(points, Total)]
        return None if None in known else sum(filter(None, known))

    @property
    def played_at(self) -> frozenset[tuple[int, int]]:
        """Return where the player has points, as (round index, table)."""
        return frozenset(
            (index, table)
            for index, table in enumerate(self.tables)
            if table is not None and isinstance(self.rounds[index], Total)
        )

    def without_round(self, index: int) -> "PlayerPoints":
        """Return the sheet without one of its rounds."""
        after = index + 1
        return replace(
            self,
            rounds=self.rounds[:index] + self.rounds[after:],
            tables=self.tables[:index] + self.tables[after:],
            contracts=self.contracts[:index] + self.contracts[after:],
            possible=self.possible[:index] + self.possible[after:],
            short=self.short[:index] + self.short[after:],
        )

"""What is asked of a draw. Building an impossible demand raises ImpossibleDemand."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property

from tournaments.seating.layouts import Layout, Remainder, layout
from tournaments.seating.refusals import ImpossibleDemand
from tournaments.seating.trios import IN_TRIO, Trio, positions_of_trios, refuse_trios, sets_of_trios, tables_of_trios
from tournaments.seating.wishes import (
    Wishes,
    refuse_active,
    refuse_other_sector,
    refuse_sectors,
    refuse_together,
    refuse_wishes,
)

MOST_ROUNDS = 60
MOST_SETS = 500

Table = tuple[int, ...]
Tables = tuple[Table, ...]


class Turns(StrEnum):
    """Which comes first where both are impossible: equal turns at odd tables, or few repeats."""

    FIRST = "first"
    LAST = "last"


@dataclass(frozen=True)
class Demand:
    """
    The players present, the number of NEW rounds, and the rounds already played.

    The order of `players` changes nothing. `past` may name people who have left. `past_exempts` is empty or has one
    tuple for each past round. `by_rule` prefers, among designs without a repeat, one that people can follow without a
    list, even when players come back to a table number. `turns` is about odd tables only: exemptions are always shared
    first. `sets` is the number of sets of boards, 0 where chance deals: then everybody keeps his chair, nobody of the
    past has met any of them, and no wish is possible but to meet somebody as little as possible. `trios` are teams of
    three that hold all players: then `sets`, rounds and meetings are those of `rounds_of_trios`.
    """

    players: tuple[int, ...]
    rounds: int
    seed: int
    table_size: int = 4
    remainder: Remainder = Remainder.EXEMPT
    past: tuple[Tables, ...] = ()
    past_exempts: tuple[tuple[int, ...], ...] = ()
    wishes: Wishes = field(default_factory=Wishes)
    by_rule: bool = False
    turns: Turns = Turns.FIRST
    sets: int = 0
    trios: tuple[Trio, ...] = ()

    def __post_init__(self) -> None:
        twice = _first_twice(self.players)
        if twice is not None:
            raise ImpossibleDemand("duplicate", {"player": twice})
        if not 1 <= self.rounds <= MOST_ROUNDS:
            raise ImpossibleDemand("rounds", {"most": MOST_ROUNDS, "rounds": self.rounds})
        self._refuse_with_trios()
        everybody = frozenset(self.players)
        refuse_sectors(self.wishes, everybody)
        refuse_active(self.wishes, everybody, self.rounds)
        self._refuse_past()
        refuse_wishes(self.wishes, self.present, self.layouts)
        self._refuse_with_sets()
        if self.wishes.sectors:
            refuse_other_sector(self.wishes, self.sectors, [len(part.tables) for part in self.sector_layouts])
            refuse_together(self.wishes, self.sectors, self.sector_layouts)

    @property
    def repeats_first(self) -> bool:
        """Return True when few repeats come before equal turns: this was asked, and there may be odd tables."""
        return self.turns is Turns.LAST and self.remainder is not Remainder.EXEMPT

    @property
    def layout(self) -> Layout:
        """Return the layout of the first new round; `layouts` has all layouts."""
        return self.layouts[0]

    @cached_property
    def present(self) -> tuple[frozenset[int], ...]:
        """Return the players present in each new round."""
        stays = {player: (first, last) for player, first, last in self.wishes.active}
        always = frozenset(self.players).difference(stays)
        return tuple(
            always.union(player for player, (first, last) in stays.items() if first <= number <= last)
            for number in range(self.rounds)
        )

    @cached_property
    def layouts(self) -> tuple[Layout, ...]:
        """Return the layout of each new round; the tables of each sector come after those of the sector before."""
        if self.trios:
            tables = tables_of_trios(len(self.trios))
            return (Layout((self.table_size,) * tables, len(self.players) - self.table_size * tables),) * self.rounds
        if not self.wishes.sectors:
            return tuple(layout(len(present), self.table_size, self.remainder) for present in self.present)
        parts = self.sector_layouts
        whole = Layout(tuple(size for part in parts for size in part.tables), sum(part.exempts for part in parts))
        return (whole,) * self.rounds

    @cached_property
    def sector_layouts(self) -> tuple[Layout, ...]:
        """Return the layout of each sector, the same in every round: with sectors, everybody comes for all rounds."""
        return tuple(self._sector_layout(number, sector) for number, sector in enumerate(self.sectors, 1))

    def _sector_layout(self, number: int, sector: tuple[int, ...]) -> Layout:
        try:
            return layout(len(sector), self.table_size, self.remainder)
        except ImpossibleDemand as impossible:
            which = number if number <= len(self.wishes.sectors) else 0
            where = {"line": which, "player": sector[0] if sector else "–"}
            raise ImpossibleDemand(impossible.code, impossible.values | where) from None

    @cached_property
    def sectors(self) -> tuple[tuple[int, ...], ...]:
        """Return the sectors; each player is in exactly one."""
        in_sectors = {player for sector in self.wishes.sectors for player in sector}
        last_sector = tuple(sorted(player for player in self.players if player not in in_sectors))
        return (*self.wishes.sectors, last_sector) if last_sector else self.wishes.sectors

    def _refuse_with_sets(self) -> None:
        if not self.sets:
            return
        if not 1 <= self.sets <= MOST_SETS:
            raise ImpossibleDemand("sets_of_boards", {"most": MOST_SETS, "sets": self.sets})
        if self.table_size != 4 or self.remainder is not Remainder.EXEMPT:
            raise ImpossibleDemand("boards_at_four")
        wishes = self.wishes
        others = wishes.teams or wishes.fixed_tables or wishes.fixed_seats or wishes.sectors or wishes.active
        if others or any(group.hard for group in wishes.apart):
            raise ImpossibleDemand("boards_and_wishes")

    def _refuse_with_trios(self) -> None:
        if not self.trios:
            return
        if self.wishes != Wishes():
            raise ImpossibleDemand("trios_and_wishes")
        teams = len(self.trios)
        members = sorted(player for trio in self.trios for player in trio)
        if any(len(trio) != IN_TRIO for trio in self.trios) or members != sorted(self.players):
            raise ImpossibleDemand("whole_trios", {"players": len(self.players), "teams": teams})
        refuse_trios(teams, self.rounds)
        if self.past:
            raise ImpossibleDemand("rounds_of_trios", {"teams": teams, "needed": positions_of_trios(teams)})
        if self.sets != sets_of_trios(teams):
            raise ImpossibleDemand("sets_of_boards", {"most": sets_of_trios(teams), "sets": self.sets})

    def _refuse_past(self) -> None:
        if self.past_exempts and len(self.past_exempts) != len(self.past):
            values = {"exempts": len(self.past_exempts), "rounds": len(self.past)}
            raise ImpossibleDemand("past_exempts", values)
        for index, tables in enumerate(self.past):
            out = self.past_exempts[index] if self.past_exempts else ()
            twice = _first_twice([*(player for table in tables for player in table), *out])
            if twice is not None:
                raise ImpossibleDemand("past_twice", {"round": index + 1, "player": twice})
            for table in tables:
                if not 3 <= len(table) <= 5:
                    raise ImpossibleDemand("past_size", {"round": index + 1, "size": len(table)})


def _first_twice(players: Iterable[int]) -> int | None:
    seen: set[int] = set()
    for player in players:
        if player in seen:
            return player
        seen.add(player)
    return None

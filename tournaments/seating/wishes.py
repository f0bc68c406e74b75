"""Wishes of players: to be kept apart, to keep a table or a chair, to come for some rounds."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from tournaments.seating.layouts import Layout
from tournaments.seating.refusals import ImpossibleDemand


@dataclass(frozen=True)
class Apart:
    """
    Players who should not meet: a club, a family, two people. `name` is the group's, for the certificate.

    If soft, they meet as little as possible. If hard, they never meet in the new rounds, or there is no plan.
    """

    players: tuple[int, ...]
    hard: bool = False
    name: str = ""


@dataclass(frozen=True)
class Wishes:
    """
    The wishes of a draw; by default there are none.

    Members of one of the `teams` never meet: a hard wish. `fixed_tables` are (player, table index from 0) and
    `fixed_seats` (player, chair from 0, Sud): both hard, and ignored in a round in which the player is absent.
    `sectors` divide the hall: players of two sectors never meet, and the tables of each sector have successive numbers;
    players without a sector form the last one. `active` are (player, first, last): new rounds from 0, both included.
    """

    apart: tuple[Apart, ...] = ()
    teams: tuple[tuple[int, ...], ...] = ()
    fixed_tables: tuple[tuple[int, int], ...] = ()
    fixed_seats: tuple[tuple[int, int], ...] = ()
    sectors: tuple[tuple[int, ...], ...] = ()
    active: tuple[tuple[int, int, int], ...] = ()

    @property
    def groups(self) -> tuple[Apart, ...]:
        """Return all groups to keep apart: also the teams, and the players who keep the same chair."""
        teams = tuple(Apart(team, hard=True) for team in self.teams)
        chairs = sorted({chair for _, chair in self.fixed_seats})
        same = (tuple(player for player, fixed_chair in self.fixed_seats if fixed_chair == chair) for chair in chairs)
        return (*self.apart, *teams, *(Apart(players, hard=True) for players in same if len(players) > 1))


def refuse_wishes(wishes: Wishes, present: Sequence[frozenset[int]], layouts: Sequence[Layout]) -> None:
    """
    Raise ImpossibleDemand when the wishes cannot all be kept, with one reason and the nearest possible choice.

    `present` and `layouts` have one entry for each new round.
    """
    _refuse_strangers(wishes, frozenset().union(*present))
    _refuse_groups(wishes, present, layouts)
    _refuse_tables(wishes, present, layouts)
    _refuse_chairs(wishes, layouts)


def refuse_sectors(wishes: Wishes, players: frozenset[int]) -> None:
    """Raise ImpossibleDemand when a sector names an unknown player, two name one player, or `active` is not empty."""
    in_sectors = Counter(player for sector in wishes.sectors for player in sector)
    for player, times in in_sectors.items():
        if player not in players:
            raise ImpossibleDemand("unknown_player", {"player": player})
        if times > 1:
            raise ImpossibleDemand("two_lines", {"player": player})
    if wishes.sectors and wishes.active:
        raise ImpossibleDemand("lines_and_active")


def refuse_other_sector(wishes: Wishes, sectors: Sequence[tuple[int, ...]], tables: Sequence[int]) -> None:
    """Raise ImpossibleDemand when a player's fixed table is in another sector than the player's."""
    fixed = dict(wishes.fixed_tables)
    first = 0
    for sector, count in zip(sectors, tables, strict=True):
        for player in sector:
            if player in fixed and not first <= fixed[player] < first + count:
                values = {"player": player, "table": fixed[player] + 1, "first": first + 1, "last": first + count}
                raise ImpossibleDemand("table_of_other_line" if count > 1 else "not_the_table_of_his_line", values)
        first += count


def refuse_together(wishes: Wishes, sectors: Sequence[tuple[int, ...]], layouts: Sequence[Layout]) -> None:
    """Raise ImpossibleDemand when a sector has too few tables for its players who must not meet."""
    for number, (sector, layout) in enumerate(zip(sectors, layouts, strict=True), 1):
        try:
            _refuse_groups(wishes, [frozenset(sector)], [layout])
        except ImpossibleDemand as impossible:
            which = number if number <= len(wishes.sectors) else 0
            raise ImpossibleDemand(impossible.code, impossible.values | {"line": which}) from None


def refuse_active(wishes: Wishes, players: frozenset[int], rounds: int) -> None:
    """
    Raise ImpossibleDemand when an active span (player, first, last; rounds from 0) names an unknown player or a round
    outside 0…rounds−1.
    """
    for player, first, last in wishes.active:
        if player not in players:
            raise ImpossibleDemand("unknown_player", {"player": player})
        if not 0 <= first <= last < rounds:
            values = {"player": player, "first": first + 1, "last": last + 1, "rounds": rounds}
            raise ImpossibleDemand("active", values)


def _refuse_strangers(wishes: Wishes, players: frozenset[int]) -> None:
    for player in _named(wishes):
        if player not in players:
            raise ImpossibleDemand("unknown_player", {"player": player})
    for pairs in (wishes.fixed_tables, wishes.fixed_seats):
        for player, times in Counter(player for player, _ in pairs).items():
            if times > 1:
                raise ImpossibleDemand("fixed_twice", {"player": player})
    for group in (*(group.players for group in wishes.apart), *wishes.teams):
        if len(set(group)) < len(group):
            raise ImpossibleDemand("apart_twice", {"player": Counter(group).most_common(1)[0][0]})


def _named(wishes: Wishes) -> Iterator[int]:
    for group in (*(group.players for group in wishes.apart), *wishes.teams):
        yield from group
    yield from (player for player, _ in (*wishes.fixed_tables, *wishes.fixed_seats))


def _refuse_groups(wishes: Wishes, present: Sequence[frozenset[int]], layouts: Sequence[Layout]) -> None:
    """Raise ImpossibleDemand when a hard group has more players in a round than there are tables and exempts."""
    chairs = {player for player, _ in wishes.fixed_seats}
    for group in (group for group in wishes.groups if group.hard):
        for number, (present_now, layout) in enumerate(zip(present, layouts, strict=True), 1):
            playing = len(present_now.intersection(group.players))
            room = len(layout.tables) + layout.exempts
            if playing > room:
                code = "apart_too_many" if room > 1 else "apart_at_one_table"
                player, other, *_ = sorted(present_now.intersection(group.players))
                values = {"count": playing, "most": room, "round": number, "player": player, "other": other}
                raise ImpossibleDemand("same_chair" if chairs.issuperset(group.players) else code, values)


def _refuse_tables(wishes: Wishes, present: Sequence[frozenset[int]], layouts: Sequence[Layout]) -> None:
    hard = {pair for group in wishes.groups if group.hard for pair in combinations(sorted(group.players), 2)}
    for number, (present_now, layout) in enumerate(zip(present, layouts, strict=True), 1):
        at: dict[int, list[int]] = {}
        for player, table in wishes.fixed_tables:
            if player not in present_now:
                continue
            if not 0 <= table < len(layout.tables):
                values = {"player": player, "table": table + 1, "round": number, "most": len(layout.tables)}
                raise ImpossibleDemand("no_such_table", values)
            at.setdefault(table, []).append(player)
        for table, players in at.items():
            if len(players) > layout.tables[table]:
                values = {"table": table + 1, "round": number, "count": len(players), "most": layout.tables[table]}
                raise ImpossibleDemand("table_full", values)
            for player, other in combinations(sorted(players), 2):
                if (player, other) in hard:
                    raise ImpossibleDemand("apart_together", {"player": player, "other": other, "table": table + 1})


def _refuse_chairs(wishes: Wishes, layouts: Sequence[Layout]) -> None:
    fixed = dict(wishes.fixed_tables)
    for player, chair in wishes.fixed_seats:
        for number, layout in enumerate(layouts, 1):
            most = (
                max(layout.tables) if player not in fixed else layout.tables[min(fixed[player], len(layout.tables) - 1)]
            )
            if not 0 <= chair < most:
                raise ImpossibleDemand("no_such_chair", {"player": player, "round": number, "most": most})

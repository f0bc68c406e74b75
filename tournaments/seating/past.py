"""The past and the wishes as the draw counts them, on the players of the new rounds numbered 0..n-1."""

from collections import Counter
from collections.abc import Iterable
from itertools import combinations

from tournaments.seating import cost
from tournaments.seating.board import MOST_COUNTED, Problem
from tournaments.seating.demand import Demand, Tables
from tournaments.seating.layouts import Layout
from tournaments.seating.seats import counts_for

MOST_CHAIRS = 5
SOFT, HARD = 20, 60  # what a meeting of two to keep apart weighs, in meetings of others


class Past:
    """
    What the players bring with them: meetings, chairs, table numbers, turns; and what they wish.

    The tables of a line are numbered from `first`.
    """

    def __init__(self, demand: Demand, first: int = 0) -> None:
        self.demand = demand
        self.players = sorted(frozenset().union(*demand.present))
        self.index = {player: number for number, player in enumerate(self.players)}
        self.asked = cost.Asked(demand.present, demand.layouts)
        self.seats = [[0] * MOST_CHAIRS for _ in self.players]
        self.visits: list[dict[int, int]] = [{} for _ in self.players]
        everyone = cost.meetings(demand.past)
        self.met = Counter({pair: met for pair, met in everyone.items() if set(pair) <= self.index.keys()})
        for tables in demand.past:
            for number, table in enumerate(tables):
                for chair, player in enumerate(table):
                    if player in self.index:
                        visits = self.visits[self.index[player]]
                        visits[number - first] = visits.get(number - first, 0) + 1
                        if counts_for(table, demand.table_size):
                            self.seats[self.index[player]][chair] += 1

    @property
    def groups(self) -> list[list[int]]:
        """Return who is to be kept apart, hard groups first."""
        groups = sorted(self.demand.wishes.groups, key=lambda one: not one.hard)
        return [sorted(self.index[player] for player in one.players if player in self.index) for one in groups]

    def problem(self) -> tuple[Problem, int]:
        """Return the problem, and the least sum of C(meetings, 2) it can reach, wishes weighed in."""
        demand = self.demand
        met = [bytearray(len(self.players)) for _ in self.players]
        for (one, other), count in self.met.items():
            a, b = self.index[one], self.index[other]
            met[a][b] = met[b][a] = min(count, MOST_COUNTED)
        pinned = {self.index[player]: table for player, table in demand.wishes.fixed_tables if player in self.index}
        problem = Problem(
            demand.layouts,
            [sorted(self.index[player] for player in here) for here in demand.present],
            demand.table_size,
            met,
            self._turns(),
            pinned,
            self._regular(),
            not demand.past,
            repeats_first=demand.repeats_first,
        )
        least = max(cost.least_excess(self.met, self.asked) - cost.excess(self.met), self._forced())
        if problem.free and not demand.repeats_first:
            least = max(least, self.asked.lost_to_turns(demand.table_size))
        weighed: set[tuple[int, int]] = set()
        for soft in (True, False):
            groups = [group.players for group in demand.wishes.groups if group.hard != soft]
            for group in groups:
                for a, b in combinations(sorted(self.index[player] for player in group if player in self.index), 2):
                    if not met[a][b]:
                        weighed.add((a, b))
                    met[a][b] = met[b][a] = max(met[a][b], min(met[a][b], MOST_COUNTED) + (SOFT if soft else HARD))
            least += SOFT * cost.least_together(groups, self.asked) if soft else 0
        problem.weighed = frozenset(weighed)
        return problem, problem.cost + least

    def _forced(self) -> int:
        """Return the sum of C(meetings, 2) that those who share a fixed table add, whatever the plan."""
        total = 0
        for (one, table), (other, same) in combinations(sorted(self.demand.wishes.fixed_tables), 2):
            if table == same:
                before = self.met.get((one, other), 0)
                after = before + sum(one in here and other in here for here in self.demand.present)
                total += after * (after - 1) // 2 - before * (before - 1) // 2
        return total

    def _regular(self) -> frozenset[int]:
        """Return who must never sit at an odd table nor out: a regular table is his, or his chair is not everywhere."""
        demand = self.demand
        size = demand.table_size
        found = {
            self.index[player]
            for player, table in demand.wishes.fixed_tables
            if all(layout.tables[table] == size for layout, here in self._rounds() if player in here)
        }
        for player, chair in demand.wishes.fixed_seats:
            if any(chair >= min(layout.tables) for layout in demand.layouts):
                found.add(self.index[player])
        return frozenset(found)

    def _rounds(self) -> list[tuple[Layout, frozenset[int]]]:
        return list(zip(self.demand.layouts, self.demand.present, strict=True))

    def _turns(self) -> list[int]:
        """Return past turns; who joins now starts level with the luckiest, or he would sit out round after round."""
        demand = self.demand
        exempts = any(layout.exempts for layout in demand.layouts)
        had = exempted(demand.past_exempts) if exempts else at_odd(demand.past, demand.table_size)
        known = seen_before(demand)
        least = min((had[player] for player in known), default=0)
        return [had[player] if player in known else least for player in self.index]


def seen_before(demand: Demand) -> set[int]:
    """Return the players present who were there in the past."""
    seen = {player for tables in demand.past for table in tables for player in table}
    return (seen | {player for out in demand.past_exempts for player in out}) & set(demand.players)


def exempted(exempts: Iterable[tuple[int, ...]]) -> Counter[int]:
    return Counter(player for out in exempts for player in out)


def at_odd(rounds: Iterable[Tables], size: int) -> Counter[int]:
    return Counter(player for tables in rounds for table in tables if len(table) != size for player in table)

"""What a draw has to solve: players 0..n-1 of the new rounds, with their past and their wishes."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from random import Random

from tournaments.seating import cost
from tournaments.seating.demand import Demand
from tournaments.seating.layouts import Layout
from tournaments.seating.seats import counts_for

MOST_COUNTED = 80  # past meetings beyond this count as this many: with new ones and wishes, a count must fit in a byte
MOST_CHAIRS = 5
SOFT, HARD = 20, 60  # what a meeting of two to keep apart weighs, in meetings of others


@dataclass
class DrawProblem:
    """
    A demand on players 0..n-1: for each round its layout, and which players are present.

    `met` counts past meetings, plus a weight for pairs that should not meet; `weighed` are such pairs that never met.
    `turns` is how often each player had an odd table or an exemption. `pinned` players keep their table; `regular`
    players are never at an odd table or exempt. `fresh` when there is no past. `repeats_first` when few repeats come
    before equal turns.
    """

    layouts: Sequence[Layout]
    present: Sequence[Sequence[int]]
    table_size: int
    met: list[bytearray]
    turns: list[int]
    pinned: dict[int, int] = field(default_factory=dict)
    regular: frozenset[int] = frozenset()
    fresh: bool = True
    weighed: frozenset[tuple[int, int]] = frozenset()
    repeats_first: bool = False

    @property
    def players(self) -> int:
        return len(self.met)

    @property
    def rounds(self) -> int:
        return len(self.layouts)

    @property
    def free(self) -> bool:
        """Return True when there is no past, everybody is present in every round, and everybody may sit anywhere."""
        everybody = all(len(present) == self.players for present in self.present)
        return self.fresh and everybody and not self.pinned and not self.regular

    @property
    def cost(self) -> int:
        """Return the cost of past rounds: for each pair that met m times, m(m−1)/2, summed."""
        if not any(map(any, self.met)):
            return 0
        return sum(m * (m - 1) // 2 for row in self.met for m in row if m > 1) // 2

    def special(self, number: int) -> list[bool]:
        """Return, for each place of a round (tables, then exempts), True when turns there must be shared."""
        layout = self.layouts[number]
        return [size != self.table_size for size in layout.tables] + [True] * bool(layout.exempts)

    def sizes(self, number: int) -> list[int]:
        """Return how many players each place of a round holds (tables, then exempts)."""
        layout = self.layouts[number]
        return [*layout.tables, *([layout.exempts] if layout.exempts else [])]


def fair_rounds(
    problem: DrawProblem, rng: Random, start: Sequence[Sequence[Sequence[int]]] = ()
) -> list[list[list[int]]]:
    """Return `start` completed with random rounds; odd tables and exemptions go to the players with the fewest."""
    turns = list(problem.turns)
    rounds = [[list(place) for place in places] for places in start]
    for number in range(len(rounds), problem.rounds):
        special, sizes = problem.special(number), problem.sizes(number)
        present = problem.present[number]
        places: list[list[int]] = [[] for _ in sizes]
        for player in present:
            if player in problem.pinned:
                places[problem.pinned[player]].append(player)
        room = [size - len(place) for size, place in zip(sizes, places, strict=True)]
        shared = sum(free for free, odd in zip(room, special, strict=True) if odd)
        order = [player for player in present if player not in problem.pinned]
        rng.shuffle(order)
        order.sort(key=lambda player: (player not in problem.regular, -turns[player]))
        head, tail = order[: len(order) - shared], order[len(order) - shared :]
        for player in tail:
            turns[player] += 1
        rng.shuffle(head)
        rng.shuffle(tail)
        for place, free, odd in zip(places, room, special, strict=True):
            source = tail if odd else head
            place.extend(source[:free])
            del source[:free]
        rounds.append(places)
    return rounds


class Past:
    """
    The past of the players (meetings, chairs, table numbers, turns), and their wishes.

    The tables of a sector are numbered from `first`.
    """

    def __init__(self, demand: Demand, first: int = 0) -> None:
        self.demand = demand
        self.players = sorted(frozenset().union(*demand.present))
        self.index = {player: number for number, player in enumerate(self.players)}
        self.new_rounds = cost.NewRounds(demand.present, demand.layouts)
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
        """Return the groups of players to keep apart, hard groups first."""
        groups = sorted(self.demand.wishes.groups, key=lambda group: not group.hard)
        return [sorted(self.index[player] for player in group.players if player in self.index) for group in groups]

    def problem(self) -> tuple[DrawProblem, int]:
        """Return the problem, and a lower bound for its sum of m(m−1)/2, weights of wishes included."""
        demand = self.demand
        met = [bytearray(len(self.players)) for _ in self.players]
        for (player, other), count in self.met.items():
            a, b = self.index[player], self.index[other]
            met[a][b] = met[b][a] = min(count, MOST_COUNTED)
        had = turns_before(demand)
        pinned = {self.index[player]: table for player, table in demand.wishes.fixed_tables if player in self.index}
        problem = DrawProblem(
            demand.layouts,
            [sorted(self.index[player] for player in present) for present in demand.present],
            demand.table_size,
            met,
            [had[player] for player in self.index],
            pinned,
            self._regular(),
            not demand.past,
            repeats_first=demand.repeats_first,
        )
        least = max(cost.least_excess(self.met, self.new_rounds) - cost.excess(self.met), self._forced())
        if problem.free and not demand.repeats_first:
            least = max(least, self.new_rounds.lost_to_turns(demand.table_size))
        weighed: set[tuple[int, int]] = set()
        for soft in (True, False):
            groups = [group.players for group in demand.wishes.groups if group.hard != soft]
            for group in groups:
                for a, b in combinations(sorted(self.index[player] for player in group if player in self.index), 2):
                    if not met[a][b]:
                        weighed.add((a, b))
                    met[a][b] = met[b][a] = max(met[a][b], min(met[a][b], MOST_COUNTED) + (SOFT if soft else HARD))
            least += SOFT * cost.least_together(groups, self.new_rounds) if soft else 0
        problem.weighed = frozenset(weighed)
        return problem, problem.cost + least

    def _forced(self) -> int:
        """Return the part of the sum of m(m−1)/2 that players with the same fixed table add in any plan."""
        total = 0
        for (player, table), (other, other_table) in combinations(sorted(self.demand.wishes.fixed_tables), 2):
            if table == other_table:
                before = self.met.get((player, other), 0)
                after = before + sum(player in present and other in present for present in self.demand.present)
                total += after * (after - 1) // 2 - before * (before - 1) // 2
        return total

    def _regular(self) -> frozenset[int]:
        """Return the players never at an odd table or exempt: they keep a regular table, or a chair not everywhere."""
        demand = self.demand
        size = demand.table_size
        regular = {
            self.index[player]
            for player, table in demand.wishes.fixed_tables
            if all(layout.tables[table] == size for layout, present in self._rounds() if player in present)
        }
        for player, chair in demand.wishes.fixed_seats:
            if any(chair >= min(layout.tables) for layout in demand.layouts):
                regular.add(self.index[player])
        return frozenset(regular)

    def _rounds(self) -> list[tuple[Layout, frozenset[int]]]:
        return list(zip(self.demand.layouts, self.demand.present, strict=True))


def turns_before(demand: Demand) -> dict[int, int]:
    """
    Return how often each player was exempt before or, in a draw without exempts, sat at an odd table.

    A player who joins now gets the least of the others, not 0.
    """
    exempts = any(layout.exempts for layout in demand.layouts)
    had = cost.exempted(demand.past_exempts) if exempts else cost.at_odd(demand.past, demand.table_size)
    seen = cost.seen_before(demand)
    least = min((had[player] for player in seen), default=0)
    return {player: had[player] if player in seen else least for player in frozenset().union(*demand.present)}

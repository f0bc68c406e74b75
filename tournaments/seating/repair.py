"""
A published plan after players came or left, with as few changed places as possible.

Players keep their places in each round where they can. The free chairs go to the exempts of that round, to players
whose table is gone and to players who came (`loose`). Some of these are exchanged with another player only where
somebody would be exempt again or a wish broken. Where boards travel, nobody takes a chair whose boards he meets in
another round.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, permutations
from math import comb
from random import Random

from tournaments.seating import cost
from tournaments.seating.certificate import certify
from tournaments.seating.demand import Demand, Tables
from tournaments.seating.layouts import Layout
from tournaments.seating.monitor import Monitor
from tournaments.seating.plan import Plan
from tournaments.seating.problem import Past
from tournaments.seating.refusals import ImpossibleDemand

Place = tuple[int, int] | None  # table and chair from 0; None for an exempt
Published = Sequence[tuple[Tables, tuple[int, ...]]]

# The reasons of a change, the gravest first: each weighs more than all that may follow it.
REASONS = ("hard", "early", "moved", "exempt_twice", "soft", "excess", "people", "odd")
FIELD = 10**7
WEIGHT: dict[str, int] = {reason: FIELD**power for power, reason in enumerate(reversed(REASONS))}
RESTARTS, MOST_TRIED = 40, 60_000


@dataclass(frozen=True)
class BoardsHeld:
    """
    Where boards travel: the set that each table plays, by published round, and those that each player has met before.
    """

    sets: tuple[tuple[int, ...], ...] = ()
    met: Mapping[int, frozenset[int]] = field(default_factory=dict)


LIBRE = BoardsHeld()


@dataclass
class MendedRound:
    """
    A round being repaired: who sat where, which places there are now, who keeps a place (`kept`), who has none
    (`loose`).

    `free` are the chairs that nobody keeps, `exempts` the number of exemptions besides; both by sector.
    """

    before: dict[int, Place]
    sizes: tuple[int, ...]
    kept: dict[int, Place]
    loose: list[list[int]]
    free: list[list[Place]]


def repaired(
    demand: Demand, published: Published, monitor: Monitor | None = None, *, boards: BoardsHeld = LIBRE
) -> Plan:
    """
    Return a certified plan of the same rounds for the players of `demand`, as near as possible to `published`.

    In this order: hard wishes are kept and no boards met again, nobody is exempt a second time because of the repair,
    few places change, players exempt twice play, soft wishes are kept, people do not meet again, few people move, odd
    tables are shared. Odd tables stand where they disturb least, not at the end. The same demand gives the same plan.

    `boards` are those of the published tables where they travel: each table keeps them. Raises ImpossibleDemand where a
    sector has other tables than before, where a table more would have no boards, and where every such plan breaks a
    wish or lets somebody play boards twice: `again` then has the (player, set)s of the best one.
    """
    rounds = [_round(demand, number, *seated) for number, seated in enumerate(published)]
    if boards.sets and any(len(now.sizes) > len(held) for now, held in zip(rounds, boards.sets, strict=True)):
        raise ImpossibleDemand("no_boards_for_a_table")
    search = _Search(demand, rounds, boards)
    rng = Random(demand.seed)  # noqa: S311 a draw is repeatable, not secret
    best: tuple[int, list[dict[int, Place]]] | None = None
    for restart in range(RESTARTS):
        found = search.filled(rng if restart else None)
        if best is None or found < best[0]:
            best = found, search.copy()
        if monitor is not None:
            monitor.report(100 * (restart + 1) // RESTARTS)
        if search.tried > MOST_TRIED or search.is_forced:
            break
    assert best is not None
    if best[0] // WEIGHT["hard"] > search.wishes_broken:
        again = _met_again(best[1], boards)
        if again:
            who = ", ".join(f"{player} ({held})" for player, held in again)
            raise ImpossibleDemand("small_change_meets_boards", {"again": again, "who": who})
        raise ImpossibleDemand("no_small_change")
    tables, exempts = _seated(demand, rounds, best[1])
    certificate = certify(demand, Past(demand), tables, exempts, "fewest changes")
    if not boards.sets:
        return Plan(tables, exempts, certificate)
    certificate = replace(certificate, chairs=0, set_repeats=0, tables_most=0, tables_bound=0, tables_again=0)
    sets = tuple(held[: len(seated)] for held, seated in zip(boards.sets, tables, strict=True))
    return Plan(tables, exempts, certificate, sets=sets)


def least_moved(demand: Demand, published: Published) -> int:
    """Return the least number of changed places, over all rounds; players who come or leave do not count."""
    total = 0
    for number, seated in enumerate(published):
        mended = _round(demand, number, *seated)
        out = sum(place is None for place in mended.before.values())
        total += len(mended.before) - len(mended.kept) - min(out, demand.layouts[number].exempts)
    return total


def _met_again(found: Sequence[Mapping[int, Place]], boards: BoardsHeld) -> tuple[tuple[int, int], ...]:
    """Return each (player, set) that a player would meet again; none in libre."""
    met = Counter((player, held) for player, sets in boards.met.items() for held in sets)
    met.update(
        (player, held[place[0]])
        for held, places in zip(boards.sets, found, strict=False)
        for player, place in places.items()
        if place is not None
    )
    return tuple(sorted(each for each, times in met.items() if times > 1))


def _round(demand: Demand, number: int, tables: Tables, exempts: tuple[int, ...]) -> MendedRound:
    present = demand.present[number]
    before: dict[int, Place] = {p: (at, c) for at, table in enumerate(tables) for c, p in enumerate(table)}
    before |= dict.fromkeys(exempts)
    before = {player: place for player, place in before.items() if player in present}
    taken = {place: player for player, place in before.items() if place is not None}
    parts = demand.sector_layouts if demand.wishes.sectors else (demand.layouts[number],)
    sizes: list[int] = []
    for part in parts:
        sizes += _sizes(part, len(sizes), taken, tables)
    chairs = [(at, chair) for at, size in enumerate(sizes) for chair in range(size)]
    kept: dict[int, Place] = {taken[place]: place for place in chairs if place in taken}
    sectors = [frozenset(sector) & present for sector in demand.sectors] if demand.wishes.sectors else [present]
    free: list[list[Place]] = []
    first = 0
    for part, sector in zip(parts, sectors, strict=True):
        own = [place for place in chairs if first <= place[0] < first + len(part.tables)]
        if any(taken.get(place, -1) not in sector for place in own if place in taken):
            raise ImpossibleDemand("sector_has_other_tables")
        free.append([*(place for place in own if place not in taken), *(None,) * part.exempts])
        first += len(part.tables)
    loose = [sorted(sector - kept.keys()) for sector in sectors]
    return MendedRound(before, tuple(sizes), kept, loose, free)


def _sizes(part: Layout, first: int, taken: Mapping[tuple[int, int], int], tables: Tables) -> list[int]:
    """Return the sizes of a layout's tables, in the order in which most players keep their chairs."""
    usual = max(set(part.tables), key=part.tables.count)
    odd = [size for size in part.tables if size != usual]

    def lost(at: int) -> tuple[int, bool, int]:
        """Return a sort key: taken chairs lost if table `at` becomes odd, then tables odd already, then the last."""
        chairs = [sum((at, chair) in taken for chair in range(size)) for size in (usual, odd[0])]
        was = len(tables[at]) if at < len(tables) else 0
        return chairs[0] - chairs[1], was != odd[0], -at

    numbers = range(first, first + len(part.tables))
    chosen = set(sorted(numbers, key=lost)[: len(odd)]) if odd else set()
    return [odd[0] if at in chosen else usual for at in numbers]


class _Search:
    """Everybody's places, round by round, and their cost: sums of the weights of `REASONS`."""

    def __init__(self, demand: Demand, rounds: Sequence[MendedRound], boards: BoardsHeld) -> None:
        self.demand, self.rounds, self.tried = demand, rounds, 0
        self.sets = boards.sets
        self.sets_met = Counter((player, held) for player, sets in boards.met.items() for held in sets)
        self.at: list[dict[int, Place]] = [{} for _ in rounds]
        self.tables: list[dict[int, set[int]]] = [{} for _ in rounds]
        self.met = Counter(cost.meetings(demand.past))
        self.out = cost.exempted(demand.past_exempts)
        self.odd = cost.at_odd(demand.past, demand.table_size)
        self.moves: Counter[int] = Counter()
        self.own_table, self.own_chair = dict(demand.wishes.fixed_tables), dict(demand.wishes.fixed_seats)
        self.sectors = [frozenset(s) for s in (demand.sectors if demand.wishes.sectors else (demand.players,))]
        groups = demand.wishes.groups
        self.hard, self.soft = (
            {pair for group in groups if group.hard is hard for pair in combinations(sorted(group.players), 2)}
            for hard in (True, False)
        )
        known = cost.seen_before(demand).union(*(mended.before.keys() for mended in rounds))
        drawn = self.out + Counter(p for mended in rounds for p, place in mended.before.items() if place is None)
        fewest = min((drawn[player] for player in known), default=0)
        # Who comes late starts level with whoever was exempt least.
        self.out.update({player: fewest for player in demand.players if player not in known})
        self.due = {player: drawn[player] if player in known else fewest for player in demand.players}
        self.cost = sum(self._put(r, p, place) for r, mended in enumerate(rounds) for p, place in mended.kept.items())
        self.wishes_broken = self.cost // WEIGHT["hard"]

    @property
    def is_forced(self) -> bool:
        """Return True when only one plan is possible: no player without a place, or one place for each."""
        return all(len(loose) <= 1 for mended in self.rounds for loose in mended.loose)

    def filled(self, rng: Random | None) -> int:
        """Give the free places to the players without one, by lot or the exemptions to the exempts; return the cost."""
        for number, mended in enumerate(self.rounds):
            for player in [p for p, place in self.at[number].items() if mended.kept.get(p, "none") != place]:
                self.cost += self._take(number, player)
            for player, place in mended.kept.items():
                if player not in self.at[number]:
                    self.cost += self._put(number, player, place)
            for loose, free in zip(mended.loose, mended.free, strict=True):
                order = sorted(loose, key=lambda p: (mended.before.get(p, 0) is None, -self.out[p], p))
                if rng is not None:
                    rng.shuffle(order)
                for player, place in zip(order, free, strict=True):
                    self.cost += self._put(number, player, place)
        while self._better():
            pass
        return self.cost

    def copy(self) -> list[dict[int, Place]]:
        return [dict(places) for places in self.at]

    def _better(self) -> bool:
        """Exchange each `loose` player with the best partner of the sector; return True when the cost fell."""
        before = self.cost
        for number, mended in enumerate(self.rounds):
            for loose, sector in zip(mended.loose, self.sectors, strict=True):
                for one in loose:
                    # An exchange with somebody who keeps his place moves him: for a wish or an exemption alone.
                    others = sorted(sector & self.at[number].keys()) if self._is_unfair else loose
                    changes = [(self._exchange(number, one, other, back=True), other) for other in others]
                    change, other = min(changes)
                    if change < 0:
                        self.cost += self._exchange(number, one, other)
        return self.cost < before

    @property
    def _is_unfair(self) -> bool:
        """Return True when a hard wish is broken, or a player is exempt again."""
        return self.cost >= self.wishes_broken * WEIGHT["hard"] + WEIGHT["early"]

    def _exchange(self, number: int, one: int, other: int, *, back: bool = False) -> int:
        """Exchange the places of two players of a round; undo that when `back`. Return the change of the cost."""
        self.tried += 1
        first, second = self.at[number][one], self.at[number][other]
        if first == second:
            return 0
        change = self._take(number, one) + self._take(number, other)
        change += self._put(number, one, second) + self._put(number, other, first)
        if back:
            for player, place in ((one, first), (other, second)):
                self._take(number, player)
                self._put(number, player, place)
        return change

    def _put(self, number: int, player: int, place: Place) -> int:
        """Give a player a place; return the change of the cost."""
        self.at[number][player] = place
        counts = self._counts(number, player, place, by=1)
        return sum(WEIGHT[reason] * count for reason, count in counts.items())

    def _take(self, number: int, player: int) -> int:
        """Take a player off the place; return the change of the cost, at most 0."""
        counts = self._counts(number, player, self.at[number].pop(player), by=-1)
        return sum(WEIGHT[reason] * count for reason, count in counts.items())

    def _counts(self, number: int, player: int, place: Place, by: int) -> Counter[str]:
        """Count a player's place in (`by` 1) or out (−1); return by how much each reason grows."""
        counts: Counter[str] = Counter()
        before = self.rounds[number].before
        if player in before and before[player] != place:
            counts["moved"] += by
            self.moves[player] += by
            counts["people"] += by * (self.moves[player] == (by > 0))
        if place is None:
            fewer = self.out[player] if by > 0 else self.out[player] - 1
            self.out[player] += by
            counts["exempt_twice"] += by * fewer
            counts["early"] += by * (fewer if fewer >= self.due[player] else 0)
            return counts
        at, chair = place
        table = self.tables[number].setdefault(at, set())
        table.discard(player)
        for mate in table:
            pair = (player, mate) if player < mate else (mate, player)
            counts["excess"] += by * (self.met[pair] if by > 0 else self.met[pair] - 1)
            self.met[pair] += by
            counts["hard"] += by * (pair in self.hard)
            counts["soft"] += by * (pair in self.soft)
        if by > 0:
            table.add(player)
        if self.sets:
            met = player, self.sets[number][at]
            counts["hard"] += by * (self.sets_met[met] if by > 0 else self.sets_met[met] - 1)
            self.sets_met[met] += by
        counts["hard"] += by * ((self.own_table.get(player, at) != at) + (self.own_chair.get(player, chair) != chair))
        if self.rounds[number].sizes[at] != self.demand.table_size:
            counts["odd"] += by * (self.odd[player] if by > 0 else self.odd[player] - 1)
            self.odd[player] += by
        return counts


def _seated(
    demand: Demand, rounds: Sequence[MendedRound], found: Sequence[Mapping[int, Place]]
) -> tuple[tuple[Tables, ...], tuple[tuple[int, ...], ...]]:
    """Return the tables and the exempts of each round; new players of a table share its free chairs."""
    whole: list[list[list[int]]] = []
    for mended, places in zip(rounds, found, strict=True):
        tables = [[0] * size for size in mended.sizes]
        for player, place in places.items():
            if place is not None:
                tables[place[0]][place[1]] = player
        whole.append(tables)
    sat = Counter((p, c) for tables in (*demand.past, *whole) for table in tables for c, p in enumerate(table))
    own_chair = dict(demand.wishes.fixed_seats)

    def worth(players: Sequence[int], chairs: Sequence[int]) -> tuple[int, int]:
        wrong = sum(own_chair.get(p, c) != c for p, c in zip(players, chairs, strict=True))
        return wrong, sum(comb(sat[p, c] + 1, 2) - comb(sat[p, c], 2) for p, c in zip(players, chairs, strict=True))

    for mended, places, tables in zip(rounds, found, whole, strict=True):
        for table in tables:
            new = [p for p in table if mended.before.get(p) != places[p]]
            if len(new) > 1:
                chairs = [table.index(player) for player in new]
                for player, chair in zip(new, chairs, strict=True):
                    sat[player, chair] -= 1
                best = min(permutations(chairs), key=lambda order: (worth(new, order), order))
                for player, chair in zip(new, best, strict=True):
                    table[chair] = player
                    sat[player, chair] += 1
    exempts = tuple(tuple(sorted(p for p, place in places.items() if place is None)) for places in found)
    return tuple(tuple(tuple(table) for table in tables) for tables in whole), exempts

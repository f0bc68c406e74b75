"""The certificate of a plan: what it gave up, what no plan could have avoided, and what is proved."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, combinations

from tournaments.seating import cost
from tournaments.seating.demand import Demand, Tables, Turns
from tournaments.seating.neighbours import most_alike
from tournaments.seating.plan import Certificate, JudgedWish
from tournaments.seating.problem import Past
from tournaments.seating.seats import counted_chairs, counts_for


def certify(
    demand: Demand, past: Past, rounds: Sequence[Tables], exempts: Sequence[tuple[int, ...]], method: str
) -> Certificate:
    """Return the certificate of the new rounds; wishes are judged over the whole hall."""
    whole = (*demand.past, *rounds)
    met = cost.meetings(whole)
    bound = cost.bound_of(demand, rounds)
    repeats = cost.repeats(met)
    turns = turns_shared(demand, rounds, exempts)
    own_chair = {player for player, _ in demand.wishes.fixed_seats}
    own_table = {player for player, _ in demand.wishes.fixed_tables}
    right, facing = most_alike(whole)
    most, least, again = table_visits(demand, rounds, [player for player in demand.players if player not in own_table])
    free = set(demand.players) - own_chair
    counted = {counts_for(table, demand.table_size) for table in chain(*whole) if not free.isdisjoint(table)}
    return Certificate(
        repeats=repeats,
        lower_bound=bound.repeats,
        proven_optimal=repeats == bound.repeats,
        excess=cost.excess(met),
        excess_bound=bound.excess,
        most_meetings=cost.most_meetings(met),
        exempts_spread=turns.exempts,
        odd_tables_spread=turns.odd_tables,
        seats_spread=seats_spread(demand, whole, free),
        method=method,
        seed=demand.seed,
        players=len(demand.players),
        rounds=demand.rounds,
        tables_most=most,
        tables_bound=least,
        tables_again=again,
        same_right_most=right,
        same_facing_most=facing,
        for_turns=bound.for_turns,
        for_wishes=cost.bound_for_wishes(demand, rounds),
        wishes=tuple(judged_wishes(demand, rounds, past)),
        past=len(demand.past),
        sections=len(demand.sectors) if demand.wishes.sectors else 0,
        chairs=chairs_shared(demand) if True in counted else 0,
        has_exempts=any(exempts),
        has_odd_tables=any(len(table) != demand.table_size for tables in rounds for table in tables),
        seats_without=("fixed_seat",) * bool(own_chair) + ("short",) * (False in counted),
        tables_without=("fixed_table",) * bool(own_table),
        exempts_without=turns.exempts_without,
        odd_tables_without=turns.odd_tables_without,
        turns=Turns.LAST if demand.repeats_first else Turns.FIRST,
        early_turns=turns.early if demand.repeats_first else 0,
        turns_first_bound=cost.bound_with_turns_first(demand, rounds) if demand.repeats_first and turns.early else 0,
    )


def judged_wishes(demand: Demand, rounds: Sequence[Tables], past: Past) -> list[JudgedWish]:
    """Return each wish with the number of times the new rounds broke it."""
    met = cost.meetings(rounds)
    wishes = []
    groups = [("apart", group.name, group.players) for group in demand.wishes.apart]
    groups += [("team", "", team) for team in demand.wishes.teams]
    for kind, name, players in groups:
        broken = sum(met[pair] for pair in combinations(sorted(players), 2))
        wishes.append(JudgedWish(kind, name, players, broken, cost.least_together([players], past.new_rounds)))
    at = [
        {player: (number, chair) for number, table in enumerate(tables) for chair, player in enumerate(table)}
        for tables in rounds
    ]
    for kind, which, pairs in (
        ("fixed_table", 0, demand.wishes.fixed_tables),
        ("fixed_seat", 1, demand.wishes.fixed_seats),
    ):
        for player, place in pairs:
            broken = sum(player in places and places[player][which] != place for places in at)
            wishes.append(JudgedWish(kind, "", (player,), broken))
    for number, sector in enumerate(demand.sectors if demand.wishes.sectors else (), 1):
        outside = set(demand.players).difference(sector)
        broken = sum(
            count for pair, count in met.items() if len(outside.intersection(pair)) == 1 and set(sector) & set(pair)
        )
        wishes.append(JudgedWish("line", str(number), sector, broken))
    return wishes


@dataclass(frozen=True)
class TurnsShared:
    """
    The largest difference in exemptions and in visits to odd tables, and which kinds of players do not count.

    `early` players are at an odd table a second time before everybody in their sector has been at one.
    """

    exempts: int
    odd_tables: int
    exempts_without: tuple[str, ...]
    odd_tables_without: tuple[str, ...]
    early: int


def turns_shared(demand: Demand, rounds: Sequence[Tables], exempts: Sequence[tuple[int, ...]]) -> TurnsShared:
    """
    Return the largest difference in exemptions and in visits to odd tables, past included, within a sector.

    Players who keep a table or a chair do not count. Players who joined late or come for some rounds only do not count
    unless everybody does.
    """
    out, odd = cost.exempted((*demand.past_exempts, *exempts)), cost.at_odd((*demand.past, *rounds), demand.table_size)
    seen = cost.seen_before(demand)
    at_table = {player for player, _ in demand.wishes.fixed_tables}
    on_chair = {player for player, _ in demand.wishes.fixed_seats}
    exempt, odd_table = [], []
    early = 0
    late = partial = False
    for sector in demand.sectors:
        shared = seen.intersection(sector) or sector
        full = [player for player in shared if all(player in present for present in demand.present)] or shared
        late = late or (bool(demand.past) and len(shared) < len(sector))
        partial = partial or len(full) < len(shared)
        exempt.append(cost.spread(out[player] for player in full if player not in at_table))
        moving = [player for player in full if player not in at_table | on_chair]
        odd_table.append(cost.spread(odd[player] for player in moving))
        early += _early(moving, (*demand.past, *rounds), demand.table_size)
    left_out = ("late",) * late + ("partial",) * partial + ("fixed_table",) * bool(at_table)
    without = left_out + ("fixed_seat",) * bool(on_chair)
    return TurnsShared(max(exempt), max(odd_table), left_out, without, early)


def _early(players: Collection[int], rounds: Iterable[Tables], size: int) -> int:
    """Return how many of the players are at an odd table (not of `size`) twice before each of them has been at one."""
    had = Counter(dict.fromkeys(players, 0))
    early = 0
    for tables in rounds:
        had.update(player for player in cost.at_odd([tables], size) if player in had)
        if all(had.values()):
            break
        early = sum(count > 1 for count in had.values())
    return early


def chairs_shared(demand: Demand) -> int:
    """Return how many chairs of a table are balanced between players."""
    return counted_chairs((size for layout in demand.layouts for size in layout.tables), demand.table_size)


def seats_spread(demand: Demand, rounds: Sequence[Tables], players: Collection[int]) -> int:
    """Return the largest difference between a player's most and least frequent chairs."""
    chairs = chairs_shared(demand)
    seats: dict[int, list[int]] = {player: [0] * chairs for player in players}
    for tables in rounds:
        for table in tables:
            if counts_for(table, demand.table_size):
                for chair, player in enumerate(table[:chairs]):
                    if player in seats:
                        seats[player][chair] += 1
    return max((cost.spread(counts) for counts in seats.values()), default=0)


def table_visits(demand: Demand, rounds: Sequence[Tables], players: Sequence[int]) -> tuple[int, int, int]:
    """
    Return, past included: the most visits of a player to one table number; the least possible such number; and the
    number of visits beyond equal shares.

    A player's equal share is the number of visits to one table that is at least needed: in the new rounds only the
    tables of the player's sector are open.
    """
    visits: dict[int, Counter[int]] = {player: Counter() for player in players}
    new: Counter[int] = Counter()
    whole = (*demand.past, *rounds)
    for index, tables in enumerate(whole):
        for number, table in enumerate(tables):
            for player in table:
                if player in visits:
                    visits[player][number] += 1
                    new[player] += index >= len(demand.past)
    count = max((len(tables) for tables in whole), default=1)
    parts = demand.sector_layouts if demand.wishes.sectors else ()
    own = {
        player: len(layout.tables) for sector, layout in zip(demand.sectors, parts, strict=False) for player in sector
    }
    most = least = again = 0
    for player, visited in visits.items():
        share = max(-(-sum(visited.values()) // count), -(-new[player] // own.get(player, count)))
        most, least = max(most, *visited.values(), 0), max(least, share)
        again += sum(max(0, times_there - share) for times_there in visited.values())
    return most, least, again

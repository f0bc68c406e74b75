"""How seats, table numbers, exemptions and odd tables are shared among the players: counted, in whole numbers."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from tournaments.seating import cost
from tournaments.seating.demand import Demand, Tables
from tournaments.seating.past import at_odd, exempted, seen_before
from tournaments.seating.seats import counted_chairs, counts_for


@dataclass(frozen=True)
class TurnsShared:
    """By how much exemptions and visits to odd tables differ at most, and which kinds of players are left out."""

    exempts: int
    odd_tables: int
    exempts_without: tuple[str, ...]
    odd_tables_without: tuple[str, ...]


def turns_shared(demand: Demand, rounds: Sequence[Tables], exempts: Sequence[tuple[int, ...]]) -> TurnsShared:
    """
    Return by how much exemptions, then visits to odd tables, differ at most among those who share them.

    Each section shares its own. Those who keep a table or a chair of theirs are left out, and so is who joined late or
    comes for some rounds only, as long as others do not.
    """
    out, odd = exempted((*demand.past_exempts, *exempts)), at_odd((*demand.past, *rounds), demand.table_size)
    seen = seen_before(demand)
    at_table = {player for player, _ in demand.wishes.fixed_tables}
    on_chair = {player for player, _ in demand.wishes.fixed_seats}
    exempt, odd_table = [], []
    late = partial = False
    for line in demand.lines:
        shared = seen.intersection(line) or line
        full = [player for player in shared if all(player in here for here in demand.present)] or shared
        late = late or (bool(demand.past) and len(shared) < len(line))
        partial = partial or len(full) < len(shared)
        exempt.append(cost.spread(out[player] for player in full if player not in at_table))
        odd_table.append(cost.spread(odd[player] for player in full if player not in at_table | on_chair))
    left_out = ("late",) * late + ("partial",) * partial + ("fixed_table",) * bool(at_table)
    return TurnsShared(max(exempt), max(odd_table), left_out, left_out + ("fixed_seat",) * bool(on_chair))


def chairs_shared(demand: Demand) -> int:
    """Return how many chairs are shared out at a table."""
    return counted_chairs((size for layout in demand.layouts for size in layout.tables), demand.table_size)


def seats_spread(demand: Demand, rounds: Sequence[Tables], players: Collection[int]) -> int:
    """Return by how much the chairs of a player differ at most."""
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
    Return the most visits to one table number, past included, the least that must be, and those beyond equal shares.

    A player's equal share is what he must have at one table at least: in the new rounds his section's tables alone are
    open to him.
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
    parts = demand.line_layouts if demand.wishes.lines else ()
    own = {player: len(layout.tables) for line, layout in zip(demand.lines, parts, strict=False) for player in line}
    most = least = again = 0
    for player, visited in visits.items():
        share = max(-(-sum(visited.values()) // count), -(-new[player] // own.get(player, count)))
        most, least = max(most, *visited.values(), 0), max(least, share)
        again += sum(max(0, times_there - share) for times_there in visited.values())
    return most, least, again

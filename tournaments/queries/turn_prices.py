"""What equal turns at odd tables and few repeats cost each other, told before a draw."""

from collections.abc import Mapping
from functools import lru_cache

from tournaments.models import Tournament
from tournaments.queries.forecast import Forecast, present_ids
from tournaments.queries.places import as_tables, places
from tournaments.seating import Demand, Price, Remainder, Turns, prices

MOST_PLAYERS = 45  # with more, both promises are kept nearly always
DEMANDS_KEPT = 256

TurnPrices = Mapping[Remainder, Mapping[Turns, Price]]


def turn_prices(tournament: Tournament, seen: Forecast) -> TurnPrices:
    """
    Return what each choice would cost, for the ways to seat everybody where the two differ; wishes are left out.

    Two queries once rounds are begun, else none.
    """
    size = tournament.table_size
    ways = [way for way in seen.choices if len(set(way.layout.tables)) > 1]
    if not ways or seen.present > MOST_PLAYERS or seen.rounds < 1:
        return {}
    # Before the first round the same figures serve every tournament of as many players.
    players = present_ids(tournament) if seen.begun else range(seen.present)
    rounds = places(tournament) if seen.begun else {}
    past = [as_tables(rounds.get(number, {})) for number in range(1, seen.begun + 1)]
    found = {
        way.remainder: _prices(
            Demand(
                players=tuple(players),
                rounds=seen.rounds,
                seed=0,
                table_size=size,
                remainder=way.remainder,
                past=tuple(tables for tables, _out in past),
                past_exempts=tuple(out for _tables, out in past),
            )
        )
        for way in ways
    }
    return {way: both for way, both in found.items() if both[Turns.LAST].found < both[Turns.FIRST].found}


@lru_cache(maxsize=DEMANDS_KEPT)
def _prices(demand: Demand) -> Mapping[Turns, Price]:
    return prices(demand)

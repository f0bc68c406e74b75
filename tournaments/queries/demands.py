"""What a draw asks of the seating, from what its job keeps; and why the seating says no, with people's names."""

from typing import Any

from django.utils.translation import get_language

from tournaments.models import Registration, Tournament
from tournaments.queries.draws import past_of
from tournaments.queries.wishes import wishes_of
from tournaments.seating import Demand, ImpossibleDemand, Remainder
from tournaments.seating.bounds import bound_of

PLAYERS_NAMED = ("player", "other")


def demand_of(tournament: Tournament, wanted: dict[str, Any]) -> Demand:
    """
    Return what the `wanted` of a draw asks for, with the rounds already begun as they were played.

    Raises ImpossibleDemand; `why_impossible` says it to people.
    """
    past, past_exempts = past_of(tournament, wanted["begun"])
    try:
        return Demand(
            players=tuple(wanted["players"]),
            rounds=wanted["rounds"],
            seed=wanted["seed"],
            table_size=wanted["table_size"],
            remainder=Remainder(wanted["remainder"]),
            past=tuple(tuple(tuple(table) for table in tables) for tables in past),
            past_exempts=tuple(tuple(exempts) for exempts in past_exempts),
            wishes=wishes_of(wanted.get("wishes", {})),
            by_rule=wanted.get("by_rule", False),
        )
    except ImpossibleDemand as impossible:
        number = impossible.values.get("line")
        if isinstance(number, int) and number:  # the seating counts the sectors, people named them
            name = wanted["wishes"]["sectors"][number - 1].get("name", "")
            raise ImpossibleDemand(impossible.code, impossible.values | {"name": name}) from None
        raise


def least_repeats(demand: Demand) -> int:
    """Return the repeats that no draw of this demand avoids, those of the past included."""
    return bound_of(demand).repeats


def why_impossible(impossible: ImpossibleDemand, begun: int) -> str:
    """Return the reason and the nearest thing that is possible: players by name, rounds as in the tournament."""
    values: dict[str, Any] = dict(impossible.values)
    named = Registration.objects.filter(pk__in=[values[key] for key in PLAYERS_NAMED if key in values])
    names = {one.pk: one.player.full_name for one in named.select_related("player")}
    values |= {key: names.get(values[key], values[key]) for key in PLAYERS_NAMED if key in values}
    if "round" in values:
        values["round"] += begun
    return ImpossibleDemand(impossible.code, values).message((get_language() or "fr")[:2])

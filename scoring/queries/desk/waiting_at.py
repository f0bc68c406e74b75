"""Where something waits for an arbiter that an address names by its id: its round and table, for `requires`."""

from typing import Any

from django.db.models import QuerySet

from scoring.models import Conflict, Protest
from tournaments.models import Tournament

Place = dict[str, Any]


def at_protest(tournament: Tournament, named: Place) -> Place:
    """Return the round and table of a protest of a tournament by their numbers; {} without such a protest."""
    return _place(Protest.objects.filter(pk=named["protest_id"], table__round__tournament=tournament))


def at_conflict(tournament: Tournament, named: Place) -> Place:
    """Return the round and table of a donne in two versions by their numbers; {} without such a donne."""
    return _place(Conflict.objects.filter(pk=named["conflict_id"], table__round__tournament=tournament))


def _place(rows: QuerySet[Protest] | QuerySet[Conflict]) -> Place:
    found = rows.values_list("table__round__number", "table__number").first()
    return {} if found is None else {"round_number": found[0], "table_number": found[1]}

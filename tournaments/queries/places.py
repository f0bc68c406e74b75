"""Everybody's place in the published rounds, in plain numbers: what a change of seats is compared and guarded with."""

import hashlib
import json
from collections.abc import Iterable, Mapping

from django.utils.translation import gettext as _

from tournaments.labels import SEAT_NAMES
from tournaments.models import Seat, Tournament
from tournaments.seating import Tables

# A table's number from 1 and a chair from 0 (Sud); None for an exempt.
Where = tuple[int, int] | None
Places = dict[int, Where]


def places(tournament: Tournament) -> dict[int, Places]:
    """Return {round number: {registration id: place}} of the rounds in force: one query."""
    found: dict[int, Places] = {}
    for number, registration, table, chair in (
        Seat.objects.filter(round__tournament=tournament)
        .order_by("round__number", "table__number", "chair", "registration__start_number")
        .values_list("round__number", "registration_id", "table__number", "chair")
    ):
        found.setdefault(number, {})[registration] = None if table is None or chair is None else (table, chair)
    return found


def digest(rounds: Mapping[int, Places], *, but: int | None = None) -> str:
    """Return a short text that changes with anybody's place, that of one round aside: it says what a page showed."""
    plain = [
        [number, registration, where]
        for number, here in sorted(rounds.items())
        if number != but
        for registration, where in sorted(here.items())
    ]
    return hashlib.sha256(json.dumps(plain).encode()).hexdigest()[:16]


def as_tables(here: Mapping[int, Where]) -> tuple[Tables, tuple[int, ...]]:
    """Return a round as the seating knows it: its tables by number, each in playing order, and its exempts."""
    tables: dict[int, dict[int, int]] = {}
    for registration, where in here.items():
        if where is not None:
            tables.setdefault(where[0], {})[where[1]] = registration
    return (
        tuple(tuple(chairs[chair] for chair in sorted(chairs)) for _number, chairs in sorted(tables.items())),
        tuple(sorted(registration for registration, where in here.items() if where is None)),
    )


def as_places(tables: Iterable[Iterable[int]], exempts: Iterable[int]) -> Places:
    """Return a round of a plan as places."""
    found: Places = dict.fromkeys(exempts)
    for number, table in enumerate(tables, start=1):
        found |= {registration: (number, chair) for chair, registration in enumerate(table)}
    return found


def described(where: Where) -> str:
    """Return a place in words: « table 4, Sud »."""
    if where is None:
        return _("exempt")
    return _("table %(number)d, %(chair)s") % {"number": where[0], "chair": SEAT_NAMES[where[1]]}

"""The desk as tests ask it: where a donne and a sheet are, and what is typed of a plain donne."""

import uuid
from typing import Any

from django.urls import reverse

from tournaments.models import Table

TYPED = {"outcome": "jouee", "taker": "0", "contract": "garde", "bouts": "2", "points": "49"}


def at(table: Table, number: int = 1, name: str = "donne") -> str:
    """Return the address of a donne, or of something about it."""
    return reverse(name, args=[table.round.tournament_id, table.round.number, table.number, number])


def sheet(table: Table) -> str:
    """Return the address of a sheet."""
    return reverse("sheet", args=[table.round.tournament_id, table.round.number, table.number])


def typed(**changes: Any) -> dict[str, Any]:
    """Return what the form of a new donne sends: a garde of Sud, 49 with two bouts."""
    return TYPED | {"key": str(uuid.uuid4()), "replaces": ""} | changes

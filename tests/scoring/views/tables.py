"""A table with a phone on it, for tests: its pages, and a donne as its form sends it."""

import uuid
from dataclasses import dataclass, field
from typing import Any

from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from scoring.models import Phone
from tests.texts import NO_BREAK
from tournaments.models import Table, Tournament
from tournaments.queries.pages.table_codes import token_of


@dataclass
class PhoneAt:
    """A phone at a table; `chair` is who holds it, when he said so."""

    table: Table
    chair: int | None = None
    client: Client = field(default_factory=Client)

    def __post_init__(self) -> None:
        if self.chair is not None:
            self.post("table_seat", {"chair": self.chair})

    def address(self, name: str, **place: int) -> str:
        table = Table.objects.get(pk=self.table.pk)
        tournament = Tournament.objects.get(pk=self.table.round.tournament_id)
        return reverse(name, kwargs={"token": token_of(table, tournament), **place})

    def get(self, name: str = "table_page", **place: int) -> HttpResponse:
        return self.client.get(self.address(name, **place))

    def post(self, name: str, data: dict[str, Any], *, json: bool = False, **place: int) -> HttpResponse:
        headers = {"accept": "application/json"} if json else {}
        return self.client.post(self.address(name, **place), data, headers=headers)

    def text(self, name: str = "table_page", **place: int) -> str:
        return read(self.get(name, **place))

    def row(self) -> Phone:
        return Phone.objects.get(table=self.table, key=self.client.cookies["telephone"].value.split(":")[0])


def read(answer: HttpResponse) -> str:
    """Return what a page says, its spaces all the same and its lines on one."""
    return " ".join(answer.content.decode().translate(NO_BREAK).split())


def typed(**changes: Any) -> dict[str, Any]:
    """Return a plain donne as the form of a table sends it: garde of Sud, 2 bouts, 49 points, 66 a defender."""
    return {
        "key": str(uuid.uuid4()),
        "replaces": "",
        "outcome": "jouee",
        "taker": "0",
        "contract": "garde",
        "bouts": "2",
        "counted_by": "attaque",
        "points": "49",
        "petit_au_bout": "",
        "chelem_made": "",
        **changes,
    }

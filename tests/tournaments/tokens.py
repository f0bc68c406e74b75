"""Tokens for tests, and programs that send them."""

import json
import uuid
from dataclasses import dataclass, field
from typing import Any

from django.http import HttpResponse
from django.test import Client

from tests.factories import NOW
from tournaments.labels import Scope
from tournaments.models import Account, Tournament
from tournaments.services.clubs.tokens import Made, make_token


def a_token(account: Account, *scopes: Scope, tournament: Tournament | None = None) -> Made:
    """Return a token of an account and its secret; without scopes it lets a program do everything."""
    return make_token(
        account=account,
        name="Tablette",
        scopes=scopes or tuple(Scope),
        tournament=tournament,
        key=uuid.uuid4(),
        at=NOW,
    )


@dataclass
class Program:
    """A program with a secret; without one it says nothing of who it is."""

    secret: str = ""
    client: Client = field(default_factory=Client)

    def send(self, method: str, path: str, body: Any = None, **headers: str) -> HttpResponse:
        """Send JSON; a header is named in Python (`if_match`), an empty one is not sent."""
        known = {"authorization": f"Bearer {self.secret}" if self.secret else ""} | headers
        return self.client.generic(
            method,
            path,
            b"" if body is None else json.dumps(body).encode(),
            content_type="application/json",
            headers={name.replace("_", "-"): value for name, value in known.items() if value},
        )

    def get(self, path: str, **headers: str) -> HttpResponse:
        return self.send("GET", path, **headers)

"""The way of one donne that is saved at the desk, through the functions of the product."""

import sys
from dataclasses import dataclass
from types import CodeType, FrameType
from typing import Any

from tests.house.figures import APPS, ROOT

PLACES = tuple(str(ROOT / app) for app in APPS)


@dataclass(frozen=True)
class Trip:
    """How many functions are called, in how many rooms; a stay is a row of calls in one room, a return goes back."""

    calls: int
    rooms: int
    stays: int
    statements: int

    @property
    def returns(self) -> int:
        return self.stays - self.rooms


def a_saved_donne() -> Trip:
    """Save two donnes at the desk of a new evening, and follow the second: the first loads what every other finds."""
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    from tests.factories import TournamentFactory, arbiter
    from tests.scoring.sheets import seated
    from tests.scoring.views.typed import at, typed

    tournament = TournamentFactory()
    table = seated(tournament, tables=2)[0]
    client = Client()
    client.force_login(arbiter(tournament.club), backend="allauth.account.auth_backends.AuthenticationBackend")
    client.post(at(table, 1), typed())
    visited: list[str] = []

    def note(frame: FrameType, event: str, _argument: Any) -> None:
        code: CodeType = frame.f_code
        if event == "call" and code.co_filename.startswith(PLACES) and not code.co_name.startswith("<"):
            visited.append(code.co_filename)

    with CaptureQueriesContext(connection) as asked:
        sys.setprofile(note)
        try:
            answer = client.post(at(table, 2), typed())
        finally:
            sys.setprofile(None)
    assert answer.status_code == 303, answer.content.decode()
    stays = sum(room != before for before, room in zip([None, *visited], visited, strict=False))
    return Trip(len(visited), len(set(visited)), stays, len(asked))

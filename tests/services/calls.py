"""
Every service as its page calls it: what must be there first, the call, and what it leaves behind.

The rows stand in the files `*_calls.py` beside it, which `rows.py` imports. `test_rows.py` compares them with the code,
so that a new service, a new line of the journal or a new `raise_revision` without a row fails.
"""

import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from tests.factories import (
    AccountFactory,
    ClubFactory,
    PlayerFactory,
    RegistrationFactory,
    SeasonFactory,
    TournamentFactory,
    arbiter,
    organiser,
)
from tests.scoring.sheets import seated
from tournaments.labels import TournamentState
from tournaments.models import Account, Club, JournalEntry, Player, Registration, Season, Table, Tournament

Act = Callable[[], object]

KEY = uuid.UUID(int=1, version=4)  # of the form that a row sends: called twice, it is the same form sent twice


@dataclass(frozen=True)
class World:
    """A club with a season, a running tournament of eight players in it, and who runs them; nothing is drawn yet."""

    club: Club
    season: Season
    tournament: Tournament
    by: Account
    arbiter: Account
    entries: list[Registration]

    def tables(self, round_number: int = 1) -> list[Table]:
        """Publish a round of two tables of four, players in the order of their numbers, and return its tables."""
        return seated(self.tournament, tables=2, round_number=round_number)

    def another_player(self) -> Player:
        return PlayerFactory(club=self.club, last_name="ZIMMER", first_name="Zoé", licence="Z1")


@dataclass(frozen=True)
class Entry:
    """
    A line of the journal: of the world's tournament, of its club, of the other club there, or of what the call
    returned; `by` is a login.
    """

    action: str
    subject: str
    reason: str = ""
    of: Literal["tournament", "club", "elsewhere", "result"] = "tournament"
    by: str = "aline"


@dataclass(frozen=True)
class Call:
    """
    A row: `prepare` readies a world and returns the call; `told` when the public sees what it changes, `gone` when it
    sees the tournament no more.
    """

    service: Callable[..., object]
    prepare: Callable[[World], Act]
    entries: tuple[Entry, ...]
    told: bool
    gone: bool = False

    def __str__(self) -> str:
        return self.prepare.__name__


CALLS: list[Call] = []


def call_of(
    service: Callable[..., object], *entries: Entry, told: bool = False, gone: bool = False
) -> Callable[[Callable[[World], Act]], Callable[[World], Act]]:
    """Put a row into the table."""

    def keep(prepare: Callable[[World], Act]) -> Callable[[World], Act]:
        CALLS.append(Call(service, prepare, entries, told, gone))
        return prepare

    return keep


def a_world() -> World:
    club = ClubFactory(name="Les Bouts", slug="les-bouts")
    by = organiser(club)
    Account.objects.filter(pk=by.pk).update(username="aline")
    by.refresh_from_db()
    season = SeasonFactory(club=club, name="2026-2027")
    tournament = TournamentFactory(
        club=club,
        name="Concours",
        season=season,
        donnes_per_round=1,
        rounds_planned=2,
        state=TournamentState.RUNNING,
    )
    players = [
        PlayerFactory(club=club, last_name=f"NOM{number}", first_name="Ada", licence=f"P{number}")
        for number in range(1, 9)
    ]
    entries = [
        RegistrationFactory(tournament=tournament, player=player, start_number=number)
        for number, player in enumerate(players, 1)
    ]
    AccountFactory(username="player", player=players[0])
    return World(club, season, tournament, by, arbiter(club), entries)


def entries_since(last: int) -> Iterator[JournalEntry]:
    """Return the lines of the journal written after the one with this id, in the order they were written."""
    return JournalEntry.objects.filter(pk__gt=last).order_by("pk").iterator()

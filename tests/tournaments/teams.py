"""Teams for tests: a tournament by teams whose players are registered, and its teams."""

import uuid

from tests.factories import NOW, field, rewrite
from tournaments.models import Account, Registration, Team, Tournament
from tournaments.services.people.teams import make_team


def by_teams(tournament: Tournament, size: int, count: int) -> list[Registration]:
    """Make it a tournament by teams of `size` players and return `count` present registrations, numbered from 1."""
    rewrite(tournament, team_size=size)
    return field(tournament, count)


def a_team(name: str, *members: Registration, by: Account | None = None) -> Team:
    """Return a new team of these registrations, the first of which is its captain."""
    return make_team(
        tournament=members[0].tournament,
        name=name,
        members=[member.pk for member in members],
        captain=members[0].pk,
        key=uuid.uuid4(),
        by=by,
        at=NOW,
    )


def teams_of(entries: list[Registration], size: int) -> list[Team]:
    """Return teams of `size` registrations each, in the order of their numbers: « Équipe A », « Équipe B »…"""
    before = entries[0].tournament.teams.count()
    groups = [entries[first : first + size] for first in range(0, len(entries), size)]
    return [a_team(f"Équipe {chr(ord('A') + before + number)}", *group) for number, group in enumerate(groups)]

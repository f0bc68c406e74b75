"""Who stands on a podium: the teams of a tournament that has some, on each page that shows it."""

import pytest
from django.test import Client

from tests.factories import rewrite
from tests.texts import plain
from tests.tournaments.rounds import mark, publish
from tests.tournaments.teams import by_teams, teams_of
from tournaments.labels import TournamentState
from tournaments.models import Registration, Tournament
from tournaments.queries.standings.podiums import podiums_of
from tournaments.queries.standings.public import public_standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def entries(tournament: Tournament) -> list[Registration]:
    """Return eight players of one round, the first of whom leads."""
    rewrite(tournament, rounds_planned=1)
    entries = by_teams(tournament, 2, 8)
    published = publish(tournament, 1, [entries[0::2], entries[1::2]])
    mark(published, {entry: 100 - 30 * place for place, entry in enumerate(entries)})
    return entries


def names(tournament: Tournament) -> list[str]:
    return [line.name for line in podiums_of([public_standings(tournament)])[tournament.pk]]


def test_teams_stand_on_the_podium_where_there_are_any(tournament: Tournament, entries: list[Registration]) -> None:
    players = names(tournament)
    assert len(players) == 3
    teams_of(entries, 2)
    assert names(tournament) == ["Équipe A", "Équipe B", "Équipe C"]
    rewrite(tournament, team_size=0)
    assert names(tournament) == players


def test_every_page_with_a_podium_shows_the_teams(
    tournament: Tournament, entries: list[Registration], client: Client
) -> None:
    teams_of(entries, 2)
    rewrite(tournament, state=TournamentState.FINISHED)
    for page in (f"/tournois/{tournament.pk}/", f"/tournois/{tournament.pk}/ecran/?vue=3", "/"):
        assert "Équipe A" in plain(client.get(page).content.decode()), page

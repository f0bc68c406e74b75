"""Results in rows and columns, as they are taken away."""

import pytest

from tests.factories import PlayerFactory, SeasonFactory
from tests.tournaments.queries.standings.test_leagues import evening
from tests.tournaments.rounds import mark, publish
from tournaments.exports.results import league_table
from tournaments.models import Club, Registration, Tournament
from tournaments.queries.standings.leagues import league_standings
from tournaments.standings import LeagueRule, Unfinished

pytestmark = pytest.mark.django_db


def test_what_does_not_count_in_a_league_is_a_number_and_named_at_the_end(club: Club) -> None:
    """Anne's second evening is dropped; Bob left the first one, and is out of its ranking; Cléo came once."""
    season = SeasonFactory(club=club, rule=LeagueRule(best_of=1))
    anne, bob, cleo = PlayerFactory.create_batch(3, club=club, consent=True)
    first = evening(season, 10, {anne: 100, bob: -100})
    anne_then = Registration.objects.get(tournament=first, player=anne)
    mark(publish(first, 2, [[anne_then]]), {anne_then: 20})
    Tournament.objects.filter(pk=first.pk).update(unfinished_rule=Unfinished.OUT)
    second = evening(season, 20, {anne: 10, bob: 15, cleo: -25})

    rows = {row[1]: row[3:] for row in league_table(league_standings(season.main_league)).rows}

    assert rows == {
        anne.full_name: [120, 120, 10, 2, f"2026-10-20 {second.name}"],
        bob.full_name: [15, -100, 15, 1, f"2026-10-10 {first.name}"],
        cleo.full_name: [-25, None, -25, 1, None],
    }

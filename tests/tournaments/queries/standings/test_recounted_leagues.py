"""Every place of five leagues counted again from the rows, by another path, and every « pourquoi » added up again."""

from collections import defaultdict
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from tests.factories import PlayerFactory, SeasonFactory
from tests.tournaments.rounds import evening
from tests.tournaments.standings.recounted import Counted, Event, counted_league
from tournaments.models import Club, League, Season, SeatResult
from tournaments.queries.standings.league_places import league_place_of
from tournaments.queries.standings.leagues import league_standings
from tournaments.standings import Adds, Brings, LeagueRule, LeagueTie

pytestmark = pytest.mark.django_db
EVENINGS, PLAYERS = 12, 24
RULES = (
    LeagueRule(),
    LeagueRule(best_of=8, minimum=4, ties=(LeagueTie.WINS, LeagueTie.BEST)),
    LeagueRule(brings=Brings.TABLE, table=(15, 12, 10, 8, 7, 6), after_table=1, bonus=2, ties=(LeagueTie.EVENTS,)),
    LeagueRule(brings=Brings.FIELD, drops=3, ties=(LeagueTie.ALL,)),
    LeagueRule(adds=Adds.AVERAGE, best_of=5, minimum=6),
)


@pytest.fixture(scope="module")
def rng() -> Random:
    return Random(27)


@pytest.fixture
def season(rng: Random, club: Club) -> Season:
    season = SeasonFactory(club=club)
    people = PlayerFactory.create_batch(PLAYERS, club=club)
    for day in range(1, EVENINGS + 1):
        there = rng.sample(people, rng.randrange(8, PLAYERS + 1, 4))
        evening(season, day, {player: rng.randrange(-40, 41) * 10 for player in there})
    return season


def counted(rule: LeagueRule) -> dict[int, Counted]:
    """Return who is where by a rule, from the rows of the database alone."""
    scores: dict[int, dict[int, int]] = defaultdict(dict)
    columns = ("seat__round__tournament", "seat__registration__player", "points")
    for event, player, points in SeatResult.objects.values_list(*columns):
        scores[event][player] = scores[event].get(player, 0) + points
    events: dict[int, Event] = {
        event: {player: (points, 1 + sum(other > points for other in of.values())) for player, points in of.items()}
        for event, of in scores.items()
    }
    return counted_league(rule, events)


@pytest.mark.parametrize("is_weighed", [False, True], ids=("plain", "weighed"))
@pytest.mark.parametrize("rule", RULES, ids=("sum", "best 8", "table", "field", "average"))
def test_every_place_and_its_reasons_are_those_counted_from_the_rows(
    season: Season, rule: LeagueRule, is_weighed: bool
) -> None:
    if is_weighed:
        first, second, third, *_others, last = season.tournaments.order_by("pk").values_list("pk", flat=True)
        rule = replace(rule, weights=((first, 0), (second, 150), (third, 50), (last, 200)))
    league = League.objects.select_related("season__club").get()
    league.rule = rule.data
    told = league_standings(league)
    expected = counted(rule)
    assert {line.player_id: Counted(line.place, Fraction(line.total)) for line in told.lines} == expected
    for line in told.lines:
        why = league_place_of(league, line.player_id)
        assert why is not None
        assert (why.line.place, why.steps[-1].total) == (expected[line.player_id].place, line.total)
        rule_total = rule.made_of({step.event.pk: step.mark.points or 0 for step in why.steps if step.mark.counts})
        assert rule_total + line.bonus == line.total
        for neighbour, step in ((why.before, -1), (why.behind, 1)):
            if neighbour is not None:
                other = expected[neighbour.line.player_id]
                assert Fraction(neighbour.gap) == abs(other.total - line.total)
                assert ((other.place or 0) - (line.place or 0)) * step > 0

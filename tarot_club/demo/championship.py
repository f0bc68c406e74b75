"""Two championships under way for the demonstration: each has been qualified for, and its final is to come."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from random import Random
from types import MappingProxyType
from typing import Any

from tarot_club.demo.season import play_evening
from tournaments.labels import TournamentState
from tournaments.models import Account, Club, Player, Qualifying, Season, Tournament
from tournaments.queries.standings.qualifying import stage_of
from tournaments.seating import Remainder
from tournaments.services.clubs.leagues import LeagueFacts, create_league
from tournaments.services.clubs.qualifying import add_source, decline_final, enter_qualified
from tournaments.services.evening import tournaments
from tournaments.services.evening.settings import Settings
from tournaments.services.evening.states import set_state
from tournaments.standings import Brings, Cut, LeagueRule

SESSIONS = ("Qualification du mardi", "Qualification du jeudi")
THERE, PLACES, SHARE_KEPT = 24, 8, 50  # in a session, in the final from each, percent of a total
TEAMS_IN_FINAL = 6
UNTIL_FINAL = timedelta(days=14)
TEAMS_BY_PLACE = LeagueRule(of_teams=True, brings=Brings.TABLE, table=(12, 10, 8, 7, 6, 5, 4, 3, 2, 1))


def open_championship(
    club: Club, season: Season, players: list[Player], *, rng: Random, by: Account, at: datetime
) -> Tournament:
    """Return the final of two sessions, with a reserve that moved up for the first of the second session."""
    today = at.date()
    skills = {player.pk: rng.gauss(0, 40) for player in players}
    final = _open_final("Finale du championnat", club, season, today + UNTIL_FINAL, rng, by=by, at=at)
    rows: list[Qualifying] = []
    for number, name in enumerate(SESSIONS):
        day = max(season.starts_on, today - timedelta(days=11 - 2 * number))
        there = rng.sample(players, THERE)
        session = play_evening(name, day, season, there, skills, rng, by, at)
        rows.append(add_source(final=final, origin=session, cut=Cut(first=PLACES, carried=SHARE_KEPT), by=by, at=at))
    best = stage_of(final).sources[-1].going[0]
    decline_final(row=rows[-1], player=Player.objects.get(pk=best.player_id), declines=True, by=by, at=at)
    return final


def open_final_of_teams(
    club: Club,
    season: Season,
    source: Tournament,
    formula: Mapping[str, Any],
    *,
    rng: Random,
    by: Account,
    at: datetime,
) -> Tournament:
    """Return the final of the best teams of a tournament by matches, one of which declined; with a league of teams."""
    day = at.date() + UNTIL_FINAL + timedelta(days=1)
    final = _open_final("Finale des quadrettes", club, season, day, rng, by=by, at=at, formula=formula)
    row = add_source(final=final, origin=source, cut=Cut(first=TEAMS_IN_FINAL), by=by, at=at)
    third = stage_of(final).going[2]
    assert third.team is not None
    player, team = third.team.spokesman.player, third.team.team
    decline_final(row=row, player=player, team=team, declines=True, by=by, at=at)
    enter_qualified(final=final, by=by, at=at)
    create_league(season=season, facts=LeagueFacts("Équipes, aux points", TEAMS_BY_PLACE), by=by, at=at)
    return final


def _open_final(
    name: str,
    club: Club,
    season: Season,
    day: date,
    rng: Random,
    *,
    by: Account,
    at: datetime,
    formula: Mapping[str, Any] = MappingProxyType({}),
) -> Tournament:
    """Return a tournament that is open to entries."""
    settings = Settings(
        name=name,
        date=day,
        starts_at=time(14),
        season=season,
        remainder=Remainder.EXEMPT,
        rounds_planned=3,
        donnes_per_round=4,
        seed=rng.randrange(1, 10_000),
    )
    settings = replace(settings, **formula)
    final = tournaments.create_tournament(club=club, settings=settings, by=by, at=at)
    return set_state(tournament=final, state=TournamentState.OPEN, by=by, at=at)

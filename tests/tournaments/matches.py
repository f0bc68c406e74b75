"""Matches of teams for tests: an evening of teams of four or more, its matches drawn, its line-ups sealed."""

import uuid

from tests.factories import NOW, TournamentFactory, field
from tests.tournaments.teams import teams_of
from tournaments.models import Account, Club, Match, SealedLineUp, Team, Tournament
from tournaments.services.draws.matches import close_line_ups, draw_matches, publish_matches, seal_line_up


def of_matches(club: Club, teams: int = 4, *, members: int = 4, **settings: object) -> Tournament:
    """Return a duplicate of teams that meet two by two: three rounds of four boards, by difference."""
    chosen = {"compared_by": "mean", "rounds_planned": 3, "donnes_per_round": 4, "team_size": 4} | settings
    tournament = TournamentFactory(club=club, void_donnes_count=True, plays_matches=True, **chosen)
    teams_of(field(tournament, teams * members), members)
    return Tournament.objects.get(pk=tournament.pk)


def drawn_matches(tournament: Tournament, by: Account | None = None, *, by_standings: bool = False) -> list[Match]:
    return draw_matches(tournament=tournament, by_standings=by_standings, by=by, at=NOW)


def sealed(match: Match, team: Team, taker: int = 0, *, by: Account | None = None) -> SealedLineUp:
    """Seal a line-up of the first four members of a team; `taker` is which of them takes."""
    four = list(team.members.values_list("pk", flat=True)[:4])
    taking = four.pop(taker)
    return seal_line_up(match=match, team=team, taker=taking, defence=four, key=uuid.uuid4(), by=by, at=NOW)


def matches_published(tournament: Tournament, number: int, by: Account | None = None) -> Tournament:
    """Draw all matches where none are drawn, close the line-ups of a round and publish it."""
    if not tournament.matches.filter(round_number__gte=number).exists():
        drawn_matches(tournament, by)
    close_line_ups(tournament=tournament, number=number, by=by, at=NOW)
    publish_matches(tournament=tournament, number=number, by=by, at=NOW)
    return Tournament.objects.get(pk=tournament.pk)

"""Teams of three for tests: an evening of trios, drawn and published."""

from tests.factories import TournamentFactory, field
from tests.tournaments.services.drawing import published
from tests.tournaments.teams import teams_of
from tournaments.models import Account, Club, Tournament
from tournaments.seating import can_be_trios, positions_of_trios


def of_trios(club: Club, teams: int = 6, **settings: object) -> Tournament:
    """Return a duplicate of teams of three, nothing drawn: two boards a round, by match points."""
    chosen = {"compared_by": "matchpoints", "donnes_per_round": 2, "compared_least": 3} | settings
    chosen.setdefault("rounds_planned", positions_of_trios(teams) if can_be_trios(teams) else 4)
    tournament = TournamentFactory(
        club=club, void_donnes_count=True, plays_trios=True, boards_travel=True, team_size=3, **chosen
    )
    teams_of(field(tournament, teams * 3), 3)
    return Tournament.objects.get(pk=tournament.pk)


def trios_published(club: Club, by: Account, teams: int = 6, **settings: object) -> Tournament:
    """Return such an evening with all its positions published."""
    tournament = of_trios(club, teams, **settings)
    published(tournament, by)
    return Tournament.objects.get(pk=tournament.pk)

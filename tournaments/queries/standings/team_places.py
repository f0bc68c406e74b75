"""The reasons for the place of a team."""

from tournaments.models import Tournament
from tournaments.queries.standings.places import Place, place_among
from tournaments.queries.standings.teams import public_team_standings


def team_place(tournament: Tournament, number: int) -> Place | None:
    """Return the reasons for the place of the team with this number; None if there is none. Five queries."""
    current = public_team_standings(tournament)
    line = next((line for line in current.lines if line.start_number == number), None)
    return None if line is None else place_among(current, line)

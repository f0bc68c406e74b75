"""The podium of tournaments as everybody reads it: of the teams where there are any, else of the players."""

from collections.abc import Iterable

from tournaments.kit.languages import current_language
from tournaments.models import Tournament
from tournaments.queries.standings.cached import MOST_LINES, CachedByRevision, Lines
from tournaments.queries.standings.lines import Standings
from tournaments.queries.standings.public import public_standings_of
from tournaments.queries.standings.teams import team_standings_of


def podiums_of(rankings: Iterable[Standings]) -> dict[int, Lines]:
    """Return the podiums of these rankings of players, by tournament id. Two queries if one has teams, else none."""
    by_id = {ranking.tournament.pk: ranking for ranking in rankings}
    with_teams = [ranking for ranking in by_id.values() if ranking.tournament.has_teams]
    of_teams = team_standings_of(with_teams) if with_teams else {}
    return {pk: (of_teams[pk].podium if pk in of_teams else ()) or ranking.podium for pk, ranking in by_id.items()}


def _podiums(tournaments: Iterable[Tournament]) -> dict[int, Lines]:
    return podiums_of(public_standings_of(tournaments).values())


cached_podiums = CachedByRevision(_podiums, MOST_LINES, vary=current_language)

"""Who leads: sheets added up, ranked, and gathered into leagues. Plain Python; the definitions are in README.md."""

from tournaments.standings.leagues import LeagueRow, LeagueRule, LeagueTable, add_up
from tournaments.standings.ranking import Ranking, Row, Sheet, places, rank

__all__ = ["LeagueRow", "LeagueRule", "LeagueTable", "Ranking", "Row", "Sheet", "add_up", "places", "rank"]

"""Who leads: sheets added up, ranked, and gathered into leagues. Plain Python; the definitions are in README.md."""

from tournaments.standings.leagues import LeagueRow, LeagueRule, LeagueTable, add_up
from tournaments.standings.ranking import Ranking, Row, places, rank
from tournaments.standings.sheet import Sheet

__all__ = ["LeagueRow", "LeagueRule", "LeagueTable", "Ranking", "Row", "Sheet", "add_up", "places", "rank"]

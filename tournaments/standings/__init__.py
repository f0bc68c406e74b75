"""Who leads: sheets added up, ranked, and gathered into leagues. Plain Python; the definitions are in README.md."""

from tournaments.standings.leagues import LeagueRow, LeagueRule, LeagueTable, add_up
from tournaments.standings.presence import Away, Brought, Missed, Presence, Rule, Unfinished, begun
from tournaments.standings.prizes import Ranked, Winnable, Won, award
from tournaments.standings.ranking import EVERYBODY, Ranking, Row, Sheet, places, rank

__all__ = [
    "EVERYBODY",
    "Away",
    "Brought",
    "LeagueRow",
    "LeagueRule",
    "LeagueTable",
    "Missed",
    "Presence",
    "Ranked",
    "Ranking",
    "Row",
    "Rule",
    "Sheet",
    "Unfinished",
    "Winnable",
    "Won",
    "add_up",
    "award",
    "begun",
    "places",
    "rank",
]

"""Who leads: sheets added up, ranked, and gathered into leagues. Plain Python; the definitions are in README.md."""

from tournaments.standings.adjusting import Adjusted, adjusted_score, average
from tournaments.standings.leagues import LeagueRow, LeagueRule, LeagueTable, add_up
from tournaments.standings.presence import Away, Brought, Missed, Presence, Rule, Unfinished, begun
from tournaments.standings.prizes import Ranked, Winnable, Won, award
from tournaments.standings.ranking import EVERYBODY, Ranking, Row, Sheet, places, rank

__all__ = [
    "EVERYBODY",
    "Adjusted",
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
    "adjusted_score",
    "average",
    "award",
    "begun",
    "places",
    "rank",
]

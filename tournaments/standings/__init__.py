"""Who leads: sheets added up, ranked, and gathered into leagues. Plain Python; the definitions are in README.md."""

from tournaments.standings.adjusting import Adjusted, adjusted_score, average
from tournaments.standings.leagues import LeagueRow, LeagueRule, LeagueTable, add_up
from tournaments.standings.presence import Away, Brought, Presence, begun
from tournaments.standings.prizes import Ranked, Winnable, Won, award
from tournaments.standings.ranking import EVERYBODY, Ranking, Row, places, rank
from tournaments.standings.rules import Missed, Rule, Unfinished
from tournaments.standings.sheets import Sheet
from tournaments.standings.tie_breaks import NOT_POINTS, Decided, Tie, Tried, decided, lot_of

__all__ = [
    "EVERYBODY",
    "NOT_POINTS",
    "Adjusted",
    "Away",
    "Brought",
    "Decided",
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
    "Tie",
    "Tried",
    "Unfinished",
    "Winnable",
    "Won",
    "add_up",
    "adjusted_score",
    "average",
    "award",
    "begun",
    "decided",
    "lot_of",
    "places",
    "rank",
]

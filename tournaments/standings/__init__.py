"""Rankings: sheets added up and ranked, leagues, ratings, prizes. Plain Python; the definitions are in README.md."""

from tournaments.kit.text import Total
from tournaments.standings.adjusting import Adjusted, adjusted_score, average
from tournaments.standings.leagues import (
    Adds,
    Brings,
    ClubRow,
    EventResult,
    LeagueRow,
    LeagueRule,
    LeagueTable,
    LeagueTie,
    add_up,
    club_table,
    difference,
    plain_total,
    rule_of,
    running_totals,
)
from tournaments.standings.presence import Away, Brought, Presence, begun
from tournaments.standings.prizes import Ranked, Winnable, Won, award
from tournaments.standings.qualifying import Cut, CutRanking, Selection, by_rank, select, with_carried
from tournaments.standings.ranking import EVERYBODY, RankedRow, Ranking, places, rank
from tournaments.standings.ratings import AT_FIRST, Formula, RatingStep, rate
from tournaments.standings.rules import Missed, Rule, Unfinished, ties_in
from tournaments.standings.sheets import PlayerPoints
from tournaments.standings.teams import TeamPoints, team_points, team_rule
from tournaments.standings.tie_breaks import NOT_POINTS, Decided, Tie, Tried, decided, lot_of

__all__ = [
    "AT_FIRST",
    "EVERYBODY",
    "NOT_POINTS",
    "Adds",
    "Adjusted",
    "Away",
    "Brings",
    "Brought",
    "ClubRow",
    "Cut",
    "CutRanking",
    "Decided",
    "EventResult",
    "Formula",
    "LeagueRow",
    "LeagueRule",
    "LeagueTable",
    "LeagueTie",
    "Missed",
    "PlayerPoints",
    "Presence",
    "Ranked",
    "RankedRow",
    "Ranking",
    "RatingStep",
    "Rule",
    "Selection",
    "TeamPoints",
    "Tie",
    "Total",
    "Tried",
    "Unfinished",
    "Winnable",
    "Won",
    "add_up",
    "adjusted_score",
    "average",
    "award",
    "begun",
    "by_rank",
    "club_table",
    "decided",
    "difference",
    "lot_of",
    "places",
    "plain_total",
    "rank",
    "rate",
    "rule_of",
    "running_totals",
    "select",
    "team_points",
    "team_rule",
    "ties_in",
    "with_carried",
]

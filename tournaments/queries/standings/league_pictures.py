"""
What a league looks like: totals evening after evening, and who met whom. Of who is named alone.

Without places after each evening: with everybody's places one could follow who is not named. What everybody reads of a
league (`public_league`) has no line of who is not named: they are counted at its foot, and places are counted among
those shown, in a publication too. Who goes to the final and wins is decided by everybody's results, which a player
reads of himself and a club of those who played at its evenings (`known_leagues`).
"""

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from itertools import combinations

from tournaments.kit.curves import Chart, Curve, chart
from tournaments.models import Seat
from tournaments.models.rounds import HAS_A_SCORE
from tournaments.queries.standings.leagues import LeagueLine, LeagueStandings
from tournaments.queries.standings.public import in_shown_rounds
from tournaments.standings import running_totals

MOST_CURVES, MOST_MET = 8, 30


@dataclass(frozen=True)
class Progress:
    """
    The totals of the first players after each evening.

    Places after each evening are not told: with them one could follow who is not named.
    """

    chart: Chart
    lines: tuple[LeagueLine, ...]
    first_day: date
    last_day: date

    @property
    def rows(self) -> list[tuple[LeagueLine, Curve]]:
        return list(zip(self.lines, self.chart.curves, strict=True))


@dataclass(frozen=True)
class Meetings:
    """How often these people sat at one table: `times` by two places in `people`, the smaller first; none is 0."""

    people: tuple[LeagueLine, ...]
    times: Mapping[tuple[int, int], int]

    @property
    def most(self) -> int:
        return max(self.times.values())

    @property
    def most_often(self) -> tuple[LeagueLine, LeagueLine]:
        """The two who met most; of several the first by their places."""
        one, other = min(pair for pair, times in self.times.items() if times == self.most)
        return self.people[one], self.people[other]


def progress_of(league: LeagueStandings) -> Progress | None:
    """Return the totals of the first who are named, by the rule of the league; None before two evenings. No query."""
    lines = tuple(line for line in league.ranked if line.is_named)[:MOST_CURVES]
    rows = [
        running_totals([mark.points if mark.ranked else None for mark in line.marks], league.rule) for line in lines
    ]
    drawn = chart(rows)
    return Progress(drawn, lines, league.events[0].date, league.events[-1].date) if drawn else None


def meetings_of(league: LeagueStandings) -> Meetings | None:
    """Return who of the first named met whom in rounds that everybody may read; None where nobody did. One query."""
    people = tuple(line for line in league.lines if line.is_named)[:MOST_MET]
    places = {file: place for place, line in enumerate(people) for file in line.files}
    seats = Seat.objects.filter(HAS_A_SCORE, in_shown_rounds(league.events), table__isnull=False).order_by()
    tables: dict[int, list[int]] = defaultdict(list)
    for table, player in seats.filter(registration__player__in=places).values_list("table", "registration__player"):
        tables[table].append(places[player])
    times = Counter(pair for seated in tables.values() for pair in combinations(sorted(seated), 2))
    return Meetings(people, times) if times else None

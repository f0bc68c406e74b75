"""
Charts of a league: totals after each evening, and who met whom. Only players who are named.

Places after each evening are not shown: with all players' places one could follow a player who is not named. In
`public_league` such players have no line: they are counted at its foot, and places count only the lines shown, in a
publication too. The final counts all players' results, which a player reads about himself, and a club about players at
its evenings (`known_leagues`).
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
    The totals of the first players after each evening; without places, which would reveal players who are not named.
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
    """How often players sat at one table: `times` (one or more) by two indexes in `people`, the smaller first."""

    people: tuple[LeagueLine, ...]
    times: Mapping[tuple[int, int], int]

    @property
    def most(self) -> int:
        return max(self.times.values())

    @property
    def most_often(self) -> tuple[LeagueLine, LeagueLine]:
        """The two players who met most; of several pairs, the first in the ranking."""
        one, other = min(pair for pair, times in self.times.items() if times == self.most)
        return self.people[one], self.people[other]


def progress_of(league: LeagueStandings) -> Progress | None:
    """Return the totals of the first named players after each evening; None before two evenings. No query."""
    lines = tuple(line for line in league.ranked if line.is_named)[:MOST_CURVES]
    events = [event.pk for event in league.events]
    rows = [
        running_totals(
            {event: mark.points if mark.ranked else None for event, mark in zip(events, line.marks, strict=True)},
            league.rule,
        )
        for line in lines
    ]
    drawn = chart(rows)
    return Progress(drawn, lines, league.events[0].date, league.events[-1].date) if drawn else None


def meetings_of(league: LeagueStandings) -> Meetings | None:
    """Return how often the first named players met, in public rounds; None if nobody did, and of teams. One query."""
    if league.rule.of_teams:  # teams meet at tables, or in matches, that the rounds tell
        return None
    people = tuple(line for line in league.lines if line.is_named)[:MOST_MET]
    places = {file: place for place, line in enumerate(people) for file in line.files}
    seats = Seat.objects.filter(HAS_A_SCORE, in_shown_rounds(league.events), table__isnull=False).order_by()
    tables: dict[int, list[int]] = defaultdict(list)
    for table, player in seats.filter(registration__player__in=places).values_list("table", "registration__player"):
        tables[table].append(places[player])
    times = Counter(pair for seated in tables.values() for pair in combinations(sorted(seated), 2))
    return Meetings(people, times) if times else None

"""What the front page of the site or of a club shows large: the running tournaments, else the next date."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count

from tournaments.labels import TournamentState
from tournaments.models import Table, Tournament
from tournaments.queries.clubs.series import ComingDate
from tournaments.queries.standings.lines import Line
from tournaments.queries.standings.podiums import cached_podiums
from tournaments.queries.standings.public import in_shown_rounds

MOST = 2  # evenings shown large; the others are rows


@dataclass(frozen=True)
class Hero:
    """A running tournament: its current round, how many sheets are closed, its podium. Hidden rounds do not count."""

    tournament: Tournament
    number: int = 0
    closed: int = 0
    sheets: int = 0
    podium: tuple[Line, ...] = ()


@dataclass(frozen=True)
class NextDate:
    """The next date, and in how many days it is."""

    coming: ComingDate
    days: int


def heroes(tournaments: Iterable[Tournament]) -> tuple[Hero, ...]:
    """Return the first two of these tournaments as heroes. One query, and three for rankings that have changed."""
    played = list(tournaments)[:MOST]
    if not played:
        return ()
    by_round = Table.objects.filter(in_shown_rounds(played)).order_by("round__number")
    counts: dict[int, list[tuple[int, int, int]]] = defaultdict(list)
    of_rounds = by_round.values_list("round__tournament", "round__number").annotate(Count("pk"), Count("closed_at"))
    for pk, number, sheets, closed in of_rounds:
        counts[pk].append((number, sheets, closed))
    podiums = cached_podiums(played)
    return tuple(_hero(tournament, counts[tournament.pk], podiums[tournament.pk]) for tournament in played)


def prepared_or_played(tournament: Tournament) -> Hero:
    """Return a tournament as a hero for its organiser; nothing is read for one that is not running."""
    return heroes([tournament])[0] if tournament.state == TournamentState.RUNNING else Hero(tournament)


def _hero(tournament: Tournament, rounds: list[tuple[int, int, int]], podium: tuple[Line, ...]) -> Hero:
    """Return a hero, from its rounds in order: (number, sheets, how many of these are closed)."""
    last = rounds[-1][0] if rounds else 0
    return Hero(
        tournament,
        number=next((number for number, sheets, closed in rounds if closed < sheets), last),
        closed=sum(closed for _number, _sheets, closed in rounds),
        sheets=sum(sheets for _number, sheets, _closed in rounds),
        podium=podium[:3],
    )


def next_date(coming: Sequence[ComingDate], *, at: datetime) -> NextDate | None:
    """Return the nearest of these dates that is not past by its club's clock; None if there is none."""
    days = ((each, (each.date - each.club.day(at)).days) for each in coming)
    return next((NextDate(each, days_to_it) for each, days_to_it in days if days_to_it >= 0), None)

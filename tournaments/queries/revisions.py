"""
What each public page depends on: the revisions of the tournaments it shows, and the few facts that raise none.

These queries are asked before every answer, kept page or not, so each is compiled once and is one statement.
"""

from collections.abc import Callable
from typing import Any

from django.db import connection
from django.db.models import Count, Max, QuerySet, Sum
from django.utils import timezone

from tournaments.labels import TournamentState
from tournaments.models import Club, Season, Series, Tournament

TOURNAMENT_FACTS = ("pk", "revision", "club__name")
CLUB_FACTS = ("pk", "name", "slug", "town", "hall", "hours", "logo__digest")
SERIES_FACTS = ("pk", "name", "starts_on", "every", "starts_at", "ends_on", "skipped", "is_announced")
# Plain values, equal when nothing has changed; None when there is nothing at this address.
Facts = list[tuple[Any, ...]]


class Prepared:
    """
    A query of at most one parameter, compiled at its first use: the ORM takes ten times as long as the database.

    It goes to the driver itself, for Django's cursor takes seven times as long as such a query, and through the cursor
    where queries are counted or logged. Its columns are numbers, texts and dates, which no driver gives in two ways.
    """

    def __init__(self, compose: Callable[[], QuerySet[Any, Any]]) -> None:
        self._compose = compose
        self._sql = ""

    def rows(self, *values: int | str) -> Facts:
        if not self._sql:
            self._sql, _parameters = self._compose().query.sql_with_params()
        if connection.queries_logged:
            with connection.cursor() as cursor:
                cursor.execute(self._sql, values)
                return cursor.fetchall()
        connection.ensure_connection()
        marked = self._sql.replace("%s", "?") if connection.vendor == "sqlite" else self._sql
        with connection.wrap_database_errors:
            answer: Facts = connection.connection.execute(marked, values).fetchall()
        return answer


_TOURNAMENT = Prepared(
    lambda: Tournament.objects.filter(pk=0).order_by().values_list(*TOURNAMENT_FACTS, "state", "is_trial")
)
_SEASON = Prepared(
    lambda: (
        Season.objects.filter(pk=0)
        .order_by("tournaments__pk")
        .values_list(
            *("name", "best_of", "minimum_evenings", "starts_on", "ends_on", "club__name", "club__slug"),
            *("tournaments__pk", "tournaments__revision"),
        )
    )
)
# A revision only rises, so the sum of those of a club changes whenever one of them does; one that is deleted takes its
# own away, and whatever is created after it has a higher id.
_CLUBS = Prepared(
    lambda: (
        Club.objects.order_by("pk")
        .values_list(*CLUB_FACTS)
        .annotate(Count("tournaments"), Sum("tournaments__revision"), Max("tournaments__pk"))
    )
)
_CLUB = Prepared(
    lambda: (
        Club.objects.filter(slug="")
        .order_by()
        .values_list(*CLUB_FACTS)
        .annotate(Count("tournaments"), Sum("tournaments__revision"), Max("tournaments__pk"))
    )
)
_SERIES = Prepared(lambda: Series.objects.order_by("pk").values_list("club", *SERIES_FACTS))
_SERIES_OF_CLUB = Prepared(lambda: Series.objects.filter(club__slug="").order_by("pk").values_list(*SERIES_FACTS))
_SEASONS_OF_CLUB = Prepared(
    lambda: (
        Season.objects.filter(club__slug="")
        .order_by("pk")
        .values_list("pk", "name", "best_of", "minimum_evenings", "starts_on", "ends_on")
    )
)


def of_tournament(*, tournament_id: int) -> Facts | None:
    """What the pages of a tournament hang on; nothing while it is not public, for no such page is kept."""
    rows = _TOURNAMENT.rows(tournament_id)
    return [row[: len(TOURNAMENT_FACTS)] for row in rows if not row[-1] and row[-2] != TournamentState.DRAFT] or None


def of_season(*, season_id: int) -> Facts | None:
    """What a league depends on: its own settings, and every tournament in it."""
    return _SEASON.rows(season_id) or None


def of_club(*, slug: str) -> Facts | None:
    """What the page of a club depends on: the club, its seasons, series and tournaments, and the day (see `_day`)."""
    club = _CLUB.rows(slug)
    return [_day(), *club, *_SEASONS_OF_CLUB.rows(slug), *map(_plain, _SERIES_OF_CLUB.rows(slug))] if club else None


def of_front() -> Facts:
    """What the front page depends on: every club, its series and tournaments, and the day (see `_day`)."""
    return [_day(), *_CLUBS.rows(), *map(_plain, _SERIES.rows())]


def _day() -> tuple[str]:
    """Return the day, which says what is still to come."""
    return (timezone.localdate().isoformat(),)


def _plain(row: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return a row of a series as plain values: one driver gives the dates it skips as a list, the other as text."""
    return tuple(str(value) if isinstance(value, list) else value for value in row)

"""
What each public page hangs on: the revisions of the tournaments it shows, and the few facts that raise none.

These queries are asked before every answer, kept page or not, so each is compiled once and is one statement.
"""

from collections.abc import Callable
from typing import Any

from django.db import connection
from django.db.models import Count, QuerySet, Sum
from django.utils import timezone

from tournaments.models import Club, Season, Tournament

TOURNAMENT_FACTS = ("pk", "revision", "club__name")
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


_TOURNAMENT = Prepared(lambda: Tournament.objects.filter(pk=0).order_by().values_list(*TOURNAMENT_FACTS))
_SEASON = Prepared(
    lambda: (
        Season.objects.filter(pk=0)
        .order_by("tournaments__pk")
        .values_list(
            *("name", "best_of", "starts_on", "ends_on", "club__name", "club__slug"),
            *("tournaments__pk", "tournaments__revision"),
        )
    )
)
# A revision only rises, so the sum of those of a club changes whenever one of them does.
_CLUBS = Prepared(
    lambda: (
        Club.objects.order_by("pk")
        .values_list("pk", "name", "slug", "town")
        .annotate(Count("tournaments"), Sum("tournaments__revision"))
    )
)
_CLUB = Prepared(
    lambda: (
        Club.objects.filter(slug="")
        .order_by()
        .values_list("pk", "name", "slug", "town")
        .annotate(Count("tournaments"), Sum("tournaments__revision"))
    )
)
_SEASONS_OF_CLUB = Prepared(
    lambda: (
        Season.objects.filter(club__slug="").order_by("pk").values_list("pk", "name", "best_of", "starts_on", "ends_on")
    )
)


def of_tournament(*, tournament_id: int) -> Facts | None:
    """What the pages of a tournament hang on."""
    return _TOURNAMENT.rows(tournament_id) or None


def of_season(*, season_id: int) -> Facts | None:
    """What a league hangs on: its own settings, and every tournament in it."""
    return _SEASON.rows(season_id) or None


def of_club(*, slug: str) -> Facts | None:
    """What the page of a club hangs on: the club, its seasons and its tournaments."""
    club = _CLUB.rows(slug)
    return [*club, *_SEASONS_OF_CLUB.rows(slug)] if club else None


def of_front() -> Facts:
    """What the front page hangs on: every club and its tournaments, and the day, which says what is still to come."""
    return [(timezone.localdate().isoformat(),), *_CLUBS.rows()]

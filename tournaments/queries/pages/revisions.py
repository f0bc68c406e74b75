"""
What each public page depends on: the revisions of the tournaments it shows, and the few facts that raise none.

These queries run before every answer, cached or not, so each is compiled once and is one statement.
"""

from typing import Any

from django.db.models import Count, Max, Sum
from django.utils import timezone

from tournaments.labels import TournamentState
from tournaments.models import Club, Player, Registration, Season, Series, Tournament
from tournaments.prepared import Prepared

TOURNAMENT_FACTS = ("pk", "revision", "club__name")
CLUB_FACTS = ("pk", "name", "slug", "town", "hall", "hours", "logo__digest")
SERIES_FACTS = ("pk", "name", "starts_on", "every", "starts_at", "ends_on", "skipped", "is_announced")
SEASON_FACTS = ("pk", "name", "best_of", "minimum_evenings", "starts_on", "ends_on")
# Plain values, equal when nothing has changed; None when there is nothing at this address.
Facts = list[tuple[Any, ...]]


_TOURNAMENT = Prepared(
    lambda tournament: (
        Tournament.objects.filter(pk=tournament).order_by().values_list(*TOURNAMENT_FACTS, "state", "is_trial")
    )
)
_SEASON = Prepared(
    lambda season: (
        Season.objects.filter(pk=season)
        .order_by("tournaments__pk")
        .values_list(
            *("name", "best_of", "minimum_evenings", "starts_on", "ends_on", "club__name", "club__slug"),
            *("tournaments__pk", "tournaments__revision"),
        )
    )
)
# Revisions only rise, so their sum over a club changes whenever one does; a deleted tournament lowers it, and one that
# is created later has a higher id.
_CLUBS = Prepared(
    lambda: (
        Club.objects.order_by("pk")
        .values_list(*CLUB_FACTS)
        .annotate(Count("tournaments"), Sum("tournaments__revision"), Max("tournaments__pk"))
    )
)
_CLUB = Prepared(
    lambda slug: (
        Club.objects.filter(slug=slug)
        .order_by()
        .values_list(*CLUB_FACTS)
        .annotate(Count("tournaments"), Sum("tournaments__revision"), Max("tournaments__pk"))
    )
)
_ENTRIES = Prepared(
    lambda player: (
        Registration.objects.filter(player=player)
        .order_by("tournament_id")
        .values_list(
            *("tournament_id", "tournament__revision", "status"), *("tournament__state", "tournament__is_trial")
        )
    )
)
_SERIES = Prepared(lambda: Series.objects.order_by("pk").values_list("club", *SERIES_FACTS))
_SERIES_OF_CLUB = Prepared(
    lambda slug: Series.objects.filter(club__slug=slug).order_by("pk").values_list(*SERIES_FACTS)
)
_SEASONS = Prepared(lambda: Season.objects.order_by("pk").values_list("club", *SEASON_FACTS))
_SEASONS_OF_CLUB = Prepared(
    lambda slug: Season.objects.filter(club__slug=slug).order_by("pk").values_list(*SEASON_FACTS)
)

# A consent given or taken back raises the revisions of his tournaments, but he may have none.
_PLAYER = Prepared(
    lambda key: (
        Player.objects.filter(key=key)
        .order_by("registrations__tournament__pk")
        .values_list(
            *("pk", "last_name", "first_name", "public_name", "club__name", "club__slug", "consent", "card_consent"),
            *("registrations__tournament__pk", "registrations__tournament__revision"),
            *("registrations__tournament__season__name",),
        )
    )
)
CONSENTED = slice(6, 8)


def of_tournament(*, tournament_id: int) -> Facts | None:
    """What the pages of a tournament depend on; None while it is not public, for no such page is cached."""
    rows = _TOURNAMENT.rows(tournament_id)
    return [row[: len(TOURNAMENT_FACTS)] for row in rows if not row[-1] and row[-2] != TournamentState.DRAFT] or None


def of_place(*, tournament_id: int, start_number: int) -> Facts | None:
    """What the page of a place depends on: all results of the tournament, whatever the start number."""
    del start_number
    return of_tournament(tournament_id=tournament_id)


def of_player(player_id: int) -> Facts:
    """What a player's own page depends on: the tournaments he is entered in, and how he is."""
    return _ENTRIES.rows(player_id)


def of_season(*, season_id: int) -> Facts | None:
    """What a league depends on: its own settings, and every tournament in it."""
    return _SEASON.rows(season_id) or None


def of_card(*, player_key: str) -> Facts | None:
    """What a player's card depends on: his name and consents, every tournament he entered; nothing without consent."""
    return [row for row in _PLAYER.rows(player_key) if all(row[CONSENTED])] or None


def of_two_cards(*, player_key: str, other_key: str) -> Facts | None:
    """What a comparison of two players depends on; nothing unless both agreed."""
    card, other_card = of_card(player_key=player_key), of_card(player_key=other_key)
    return [*card, *other_card] if card and other_card else None


def of_club(*, slug: str) -> Facts | None:
    """What the page of a club depends on: the club, its seasons, series and tournaments, and the day (see `_day`)."""
    club = _CLUB.rows(slug)
    return [_day(), *club, *_SEASONS_OF_CLUB.rows(slug), *map(_plain, _SERIES_OF_CLUB.rows(slug))] if club else None


def of_front() -> Facts:
    """What the front page depends on: every club, its seasons, series and tournaments, and the day (see `_day`)."""
    return [_day(), *_CLUBS.rows(), *_SEASONS.rows(), *map(_plain, _SERIES.rows())]


def _day() -> tuple[str]:
    """Return the day, which says what is still to come."""
    return (timezone.localdate().isoformat(),)


def _plain(row: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return a row of a series as plain values: one driver gives the dates it skips as a list, the other as text."""
    return tuple(str(value) if isinstance(value, list) else value for value in row)

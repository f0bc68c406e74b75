"""The dependencies of each public page: its tournaments' revisions, and the few facts that raise no revision."""

from typing import Any

from django.db.models import Count, Max, QuerySet, Sum
from django.utils import timezone

from tournaments.kit.zones import zone_called
from tournaments.labels import TournamentState
from tournaments.models import (
    Club,
    ClubRating,
    Committee,
    League,
    Player,
    Qualifying,
    Rating,
    Registration,
    Season,
    Series,
    Tournament,
)

TOURNAMENT_FIELDS = ("pk", "revision", "club__name")
CLUB_FIELDS = (
    "pk",
    "name",
    "slug",
    "town",
    "hall",
    "hours",
    "welcome",
    "logo__digest",
    "photo__digest",
    "committee__name",
    "rating__since",
    "time_zone",
)
SERIES_FIELDS = ("pk", "name", "starts_on", "every", "starts_at", "ends_on", "skipped", "is_announced")
SEASON_FIELDS = ("pk", "name", "starts_on", "ends_on")
SOURCE_FIELDS = (
    *("final", "source", "league", "number", "first", "share", "club_most", "carried"),
    *("source__revision", "source__name", "source__state", "league__revision", "declined"),
)
# Of a season: the leagues of other clubs in which it counts, or to which it is invited.
JOINED = tuple(
    f"invitations__{name}"
    for name in (
        *("agreed_at", "league__revision", "league__season__name", "league__season__club"),
        "league__committee__name",
    )
)
# Plain values, equal when nothing has changed; None when there is nothing at this address.
Dependencies = list[tuple[Any, ...]]


def of_tournament(*, tournament_id: int) -> Dependencies | None:
    """Return the dependencies of a tournament's pages; None while it is not public: then its pages are not cached."""
    # What is public is chosen here: as a condition, `is_shown` takes the ORM as long as the rest of the query.
    rows = Tournament.objects.filter(pk=tournament_id).order_by().values_list(*TOURNAMENT_FIELDS, "state", "is_trial")
    return [row[:-2] for row in rows if not row[-1] and row[-2] != TournamentState.DRAFT] or None


def of_tournament_and_its_entries(*, tournament_id: int) -> Dependencies | None:
    """Return the dependencies of a tournament's first page: `of_tournament`, and whether its entries are closed."""
    revision = of_tournament(tournament_id=tournament_id)
    return revision and [*revision, *_closed(Tournament.objects.filter(pk=tournament_id))]


def of_place(*, tournament_id: int, start_number: int) -> Dependencies | None:
    """Return the dependencies of a place's page: all results of the tournament, whatever the start number."""
    del start_number
    return of_tournament(tournament_id=tournament_id)


def of_team(*, tournament_id: int, team_number: int) -> Dependencies | None:
    """Return the dependencies of a team's page: all results of the tournament, whatever the team."""
    del team_number
    return of_tournament(tournament_id=tournament_id)


def of_match(*, tournament_id: int, round_number: int, match_number: int) -> Dependencies | None:
    """Return the dependencies of a match's page: all results of the tournament, whatever the match."""
    del round_number, match_number
    return of_tournament(tournament_id=tournament_id)


def of_board(*, tournament_id: int, number: int) -> Dependencies | None:
    """Return the dependencies of a board's page: all results of the tournament, whatever the board."""
    del number
    return of_tournament(tournament_id=tournament_id)


def of_player(player_id: int) -> Dependencies:
    """Return the dependencies of a player's own page: the tournaments he is registered in, and his status in each."""
    fields = ("tournament_id", "tournament__revision", "status", "tournament__state", "tournament__is_trial")
    return list(Registration.objects.filter(player=player_id).order_by("tournament_id").values_list(*fields))


def of_season(*, season_id: int) -> Dependencies | None:
    """Return the dependencies of a season's page (settings, leagues, tournaments), None for an unknown one."""
    return _of_season(Season.objects.filter(pk=season_id))


def of_league(*, league_id: int) -> Dependencies | None:
    """Return the dependencies of a league's page: those of its whole season."""
    return _of_season(Season.objects.filter(leagues=league_id))


def of_league_place(*, league_id: int, player_id: int) -> Dependencies | None:
    """Return the dependencies of a place in a league: the whole league, whoever the player is."""
    del player_id
    return of_league(league_id=league_id)


def of_qualified(*, tournament_id: int) -> Dependencies | None:
    """Return the dependencies of a final's qualified players: the final, and all that leads to it."""
    final = of_tournament(tournament_id=tournament_id)
    if final is None:
        return None
    # A source's source counts by what was carried: three steps at most lead to a final.
    rows: Dependencies = []
    ids = {tournament_id}
    while ids:
        found = Qualifying.objects.filter(final__in=ids).order_by("pk").values_list(*SOURCE_FIELDS)
        rows += found
        ids = {row[1] for row in found if row[1] is not None} - {row[0] for row in rows}
    seasons = Season.objects.filter(leagues__in={row[2] for row in rows if row[2] is not None})
    return [*final, *rows, *(_of_season(seasons) or [])]


def of_finals(finals: QuerySet[Tournament]) -> Dependencies:
    """Return the dependencies of who is qualified for these finals: what leads to each, and when it changed last."""
    fields = ("final", "final__revision", "source__changed_at", "league__revision")
    seasons = ("league__season__tournaments__changed_at", "league__guests__season__tournaments__changed_at")
    rows = Qualifying.objects.filter(final__in=finals.order_by().values("pk")).order_by("pk").values_list(*fields)
    return [("leads", *row) for row in rows.annotate(*map(Max, seasons))]


def of_publication(*, publication_id: int) -> Dependencies | None:
    """Return the dependencies of a published league: its season, whose tournaments change when a consent changes."""
    return _of_season(Season.objects.filter(leagues__publications=publication_id))


def _of_season(season: QuerySet[Season]) -> Dependencies | None:
    fields = (*SEASON_FIELDS, *JOINED, "club__name", "club__slug", "tournaments__pk", "tournaments__revision")
    rows: Dependencies = list(season.order_by("tournaments__pk", "invitations").values_list(*fields))
    leagues = League.objects.filter(season__in=season.values("pk")).order_by("pk", "guests__season__tournaments__pk")
    of_guests = [f"guests__season__{name}" for name in ("club__name", "tournaments__pk", "tournaments__revision")]
    of_leagues = ("pk", "revision", "committee__name", "guests__agreed_at", *of_guests, "qualifyings__final__revision")
    return [*rows, *leagues.values_list(*of_leagues)] if rows else None


def of_card(*, player_key: str) -> Dependencies | None:
    """Return the dependencies of a player's card: his name, his consents, his tournaments; None without his consent."""
    # A consent given or taken back raises the revisions of his tournaments, but he may have none.
    agreed = Player.objects.filter(key=player_key, consent=True, card_consent=True)
    fields = ("pk", "last_name", "first_name", "public_name", "club__name", "club__slug")
    of_each = ("registrations__tournament__pk", "registrations__tournament__revision")
    season = "registrations__tournament__season__name"
    rows = list(agreed.order_by("registrations__tournament__pk").values_list(*fields, *of_each, season))
    return [*rows, *of_own_ratings(player_key)] if rows else None


def of_two_cards(*, player_key: str, other_key: str) -> Dependencies | None:
    """Return the dependencies of a comparison of two players; None unless both have consented."""
    card, other_card = of_card(player_key=player_key), of_card(player_key=other_key)
    return [*card, *other_card] if card and other_card else None


def of_club(*, slug: str) -> Dependencies | None:
    """Return the dependencies of a club's page: the club, its dates, tournaments, guests of its leagues, the day."""
    club = _clubs(Club.objects.filter(slug=slug))
    if not club:
        return None
    seasons = Season.objects.filter(club__slug=slug).order_by("pk", "invitations")
    series = Series.objects.filter(club__slug=slug).order_by("pk")
    closed = _closed(Tournament.objects.filter(club__slug=slug))
    guests = Tournament.objects.filter(season__invitations__league__season__club__slug=slug).order_by("pk")
    return [
        *(_day(), *closed, *club, *seasons.values_list(*SEASON_FIELDS, *JOINED), *series.values_list(*SERIES_FIELDS)),
        *guests.values_list("pk", "revision").distinct(),
        *_of_comites(Committee.objects.filter(clubs__slug=slug)),
    ]


def of_committee(*, committee_slug: str) -> Dependencies | None:
    """Return the dependencies of a comité's page: its clubs with all that their pages show, and the day."""
    committee = Committee.objects.filter(slug=committee_slug).values_list("pk", "name")
    if not committee:
        return None
    of_it = {"club__committee__slug": committee_slug}
    seasons = Season.objects.filter(**of_it).order_by("pk", "invitations")
    series = Series.objects.filter(**of_it).order_by("pk")
    closed = _closed(Tournament.objects.filter(**of_it))
    return [
        *(_day(), *closed, *committee, *_clubs(Club.objects.filter(committee__slug=committee_slug))),
        *(*seasons.values_list("club", *SEASON_FIELDS, *JOINED), *series.values_list("club", *SERIES_FIELDS)),
        *_of_comites(Committee.objects.filter(slug=committee_slug)),
    ]


def _of_comites(committees: QuerySet[Committee]) -> Dependencies:
    """Return the dependencies of a list of the leagues of comités."""
    leagues = League.objects.filter(committee__in=committees.values("pk")).order_by("pk")
    return list(leagues.values_list("pk", "revision", "season", "season__name", "committee__name"))


def of_front() -> Dependencies:
    """Return the dependencies of the front page: all clubs, seasons, series, tournaments, the day, closed entries."""
    seasons, series = (model.objects.order_by("pk") for model in (Season, Series))
    return [
        *(*_closed(Tournament.objects.all()), *_clubs(Club.objects.order_by("pk"))),
        *(*seasons.values_list("club", *SEASON_FIELDS), *series.values_list("club", *SERIES_FIELDS)),
    ]


def of_calendar() -> Dependencies:
    """Return the dependencies of the calendar of all clubs: their series and tournaments, the day, closed entries."""
    series = Series.objects.order_by("pk").values_list("club", *SERIES_FIELDS)
    return [*_clubs(Club.objects.order_by("pk")), *series, *_closed(Tournament.objects.all())]


def of_rating(*, slug: str) -> Dependencies | None:
    """Return the dependencies of a club's rating: when and from what it was counted, and all the club's tournaments."""
    fields = ("club__name", "since", "frozen_on", "counted_from", "counted_at")
    of_tournaments = (Count("club__tournaments"), Sum("club__tournaments__revision"), Max("club__tournaments__pk"))
    return list(ClubRating.objects.filter(club__slug=slug).values_list(*fields).annotate(*of_tournaments)) or None


def of_own_ratings(player_key: str) -> Dependencies:
    """Return the dependencies of a player's ratings: when each club that rates him was counted last."""
    counted = Rating.objects.filter(player__key=player_key, is_last=True).order_by("of")
    return list(counted.values_list("of__club__name", "of__club__slug", "of__counted_at", "value"))


def _clubs(clubs: QuerySet[Club]) -> Dependencies:
    """
    Return columns of these clubs, with figures that change whenever one of their tournaments changes.

    Revisions only rise, so their sum over a club changes with each of them; a deleted tournament lowers the sum, and
    one that is created later has a higher id.
    """
    of_tournaments = (Count("tournaments"), Sum("tournaments__revision"), Max("tournaments__pk"))
    rows = clubs.values_list(*CLUB_FIELDS).annotate(*of_tournaments)
    zone = CLUB_FIELDS.index("time_zone")
    # The day of each club says what is still to come there.
    return [(*row, timezone.localdate(timezone=zone_called(row[zone])).isoformat()) for row in rows]


def _closed(tournaments: QuerySet[Tournament]) -> Dependencies:
    """Return the day, and how many of these tournaments have closed their entries from home: no revision says these."""
    closed = tournaments.filter(entries_open=True, entries_close_at__lte=timezone.now())
    return [(*_day(), closed.count())]


def _day() -> tuple[str]:
    """Return today's date, because it decides which dates are still to come."""
    return (timezone.localdate().isoformat(),)

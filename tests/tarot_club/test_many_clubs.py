"""A site of eight clubs asks its database as often as one of three, whatever page is read."""

from collections.abc import Iterator

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tarot_club.demo.site import generate_site
from tests.factories import NOW, AccountFactory, logged_in
from tournaments.models import Club, Committee, Registration
from tournaments.queries.standings.cached import cached_lines, cached_results, cached_standings
from tournaments.queries.standings.podiums import cached_podiums

pytestmark = [pytest.mark.django_db, pytest.mark.product, pytest.mark.slow]


def addresses(club: Club) -> Iterator[str]:
    """Yield what people of a club read: everybody, its organiser, who answers for its comité or for the site."""
    season = club.seasons.order_by("starts_on")[0]
    evening = club.tournaments.latest("date")
    entry = Registration.objects.filter(tournament=evening).earliest("pk")
    league, player = season.leagues.get(name="Aux points").pk, entry.player
    for name, values in {
        "home": {},
        "calendar": {},
        "calendar_file": {},
        "sitemap": {},
        "api_tournaments": {},
        "club": {"slug": club.slug},
        "club_rating": {"slug": club.slug},
        "committee": {"committee_slug": Committee.objects.latest("pk").slug},
        "season": {"season_id": season.pk},
        "league": {"league_id": league},
        "league_place": {"league_id": league, "player_id": player.pk},
        "standings": {"tournament_id": evening.pk},
        "organisation": {},
        "site": {},
        "my_tokens": {},
        "committee_desk": {"committee_id": Committee.objects.latest("pk").pk},
        "committee_tournaments": {"committee_id": Committee.objects.latest("pk").pk},
        "committee_arbiters": {"committee_id": Committee.objects.latest("pk").pk},
        "committee_leagues": {"committee_id": Committee.objects.latest("pk").pk},
        "committee_members": {"committee_id": Committee.objects.latest("pk").pk},
        "edit_committee": {"committee_id": Committee.objects.latest("pk").pk},
        "club_desk": {"club_id": club.pk},
        "club_players": {"club_id": club.pk},
        "club_fees": {"club_id": club.pk},
        "club_journal": {"club_id": club.pk},
        "club_documents": {"club_id": club.pk},
        "club_dates": {"club_id": club.pk},
        "new_tournament": {"club_id": club.pk},
        "edit_season": {"season_id": season.pk},
        "edit_league": {"league_id": league},
        "tournament_desk": {"tournament_id": evening.pk},
        "register_players": {"tournament_id": evening.pk},
        "journal": {"tournament_id": season.tournaments.earliest("pk").pk},
        "edit_player": {"club_id": club.pk, "player_id": player.pk},
        "member": {"club_id": club.pk, "player_id": player.pk},
    }.items():
        yield reverse(name, kwargs=values)
    yield f"{reverse('club_players', kwargs={'club_id': club.pk})}?q={player.last_name}"


def statements(client: Client, club: Club) -> list[tuple[str, int]]:
    """Return each address with how often it asks the database, once nothing is cached that tournaments brought."""
    counted = []
    for address in addresses(club):
        client.get(address)  # content types and the like are read once a process
        for cached in (cached_lines, cached_podiums, cached_results, cached_standings):
            cached.clear()
        with CaptureQueriesContext(connection) as queries:
            answer = client.get(address)
        assert answer.status_code == 200, address
        counted.append((address, len(queries)))
    return counted


def test_each_page_takes_as_many_statements_in_eight_clubs_as_in_three() -> None:
    administrator = logged_in(AccountFactory(is_superuser=True))
    generate_site(clubs=3, people=48, years=2, seed=1, at=NOW, tell=str)  # the front page has three leagues at most
    few = statements(administrator, Club.objects.latest("pk"))
    generate_site(clubs=5, people=120, years=3, seed=2, at=NOW, tell=str)
    many = statements(administrator, Club.objects.latest("pk"))
    grown = [(after, count) for (_before, less), (after, count) in zip(few, many, strict=True) if count > less]
    assert grown == []

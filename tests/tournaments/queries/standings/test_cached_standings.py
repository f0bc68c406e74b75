"""Standings cached by revision: read once for all who ask, read again after a change, in each language its own."""

import pytest
from django.utils.translation import override

from tests.factories import TournamentFactory
from tests.texts import plain
from tests.tournaments.documents.printing import played
from tournaments.models import Player, SeatResult, Tournament
from tournaments.queries.standings.cached import CachedByRevision, cached_standings
from tournaments.queries.standings.public import public_standings_of
from tournaments.queries.standings.standings import standings
from tournaments.services.locks import raise_revision

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    tournament = TournamentFactory()
    played(tournament, [[50, 10], [-20, 5]])
    return Tournament.objects.select_related("club").get()


def test_they_are_read_once_for_all_who_ask(tournament: Tournament, django_assert_num_queries) -> None:
    before = cached_standings([tournament])
    assert before == {tournament.pk: standings(tournament)}
    with django_assert_num_queries(0):
        assert cached_standings([tournament])[tournament.pk] is before[tournament.pk]


def test_a_revision_has_them_read_again(tournament: Tournament) -> None:
    before = cached_standings([tournament])[tournament.pk]
    SeatResult.objects.update(points=7)
    assert cached_standings([tournament])[tournament.pk] is before
    raise_revision(tournament)
    tournament.refresh_from_db()
    assert {line.total for line in cached_standings([tournament])[tournament.pk].lines} == {14}


def test_each_language_has_its_own(tournament: Tournament) -> None:
    Player.objects.update(consent=False)
    names = []
    for language in ("fr", "en"):
        with override(language):
            names.append(plain(cached_standings([tournament])[tournament.pk].lines[0].name).split()[0])
    assert names == ["Joueur", "Player"]


def test_no_more_than_so_many_are_cached(tournament: Tournament, django_assert_num_queries) -> None:
    cached, other = CachedByRevision(public_standings_of, most=1), TournamentFactory()
    cached([tournament])
    cached([other])
    with django_assert_num_queries(3):
        cached([tournament])

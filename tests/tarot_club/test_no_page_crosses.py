"""No page crosses readers, languages, consent or revision: any writes and reads, by different people, in any order."""

import re

import pytest
from django.core.cache import cache
from django.core.wsgi import get_wsgi_application
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tarot_club.page_cache.before_django import PageCache
from tarot_club.page_cache.shared import PagesInRedis
from tests.factories import NOW, AccountFactory
from tests.tarot_club.test_page_cache import BACKEND, change, evening, one_connection, read
from tournaments.labels import TournamentState
from tournaments.models import Tournament
from tournaments.services.locks import raise_revision
from tournaments.services.people.players import PlayerFacts, change_player

__all__ = ["evening", "one_connection"]  # fixtures

PAGES = (
    *("/tournois/{0}/", "/tournois/{0}/?fragment", "/tournois/{0}/classement/", "/tournois/{0}/classement/?fragment"),
    *("/tournois/{0}/tables/", "/tournois/{0}/tables/?fragment", "/saisons/{1}/", "/saisons/{1}/?fragment"),
    *("/clubs/{2}/", "/clubs/{2}/?fragment", "/", "/?fragment"),
)
READERS = ("visitor", "visitor who chose English", "English browser", "player", "organiser")
acts = st.one_of(
    st.tuples(st.just("read"), st.sampled_from(PAGES), st.sampled_from(READERS), st.booleans(), st.integers(0, 1)),
    st.tuples(st.just("points"), st.integers(-500, 500)),
    st.tuples(st.just("consent"), st.booleans()),
    st.tuples(st.just("club"), st.sampled_from(["Les Bouts", "Le Petit & Cie"])),
    st.tuples(st.just("state"), st.sampled_from([TournamentState.RUNNING, TournamentState.DRAFT])),
)
# What a page for one person holds that is another at each rendering.
OWN = re.compile(rb'name="csrfmiddlewaretoken" value="\w+"|"X-CSRFToken": "\w+"|data-etag="[^"]*"')


class Hall:
    """The site in two processes that share their pages, and its readers with what each has been given."""

    def __init__(self, evening: Tournament, sessions: dict[str, str]) -> None:
        self.evening, self.django = evening, get_wsgi_application()
        self.sites = [PageCache(self.django, PagesInRedis()) for _process in range(2)]
        self.headers: dict[str, dict[str, str]] = {
            "visitor": {"cookie": "csrftoken=abcdefghijklmnopqrstuvwxyz012345"},
            "visitor who chose English": {"cookie": "django_language=en"},
            "English browser": {"accept_language": "en-GB"},
            **{who: {"cookie": f"sessionid={key}"} for who, key in sessions.items()},
        }
        self.given: dict[tuple[str, str], dict[str, bytes]] = {}

    def read(self, page: str, who: str, knows: bool, process: int) -> None:
        """Read a page as somebody who has read it before, and hold the answer against what Django makes for him now."""
        address = page.format(self.evening.pk, self.evening.season_id, self.evening.club.slug)
        known = self.given.setdefault((page, who), {})
        sent = dict(self.headers[who])
        if knows and known:
            sent["if_none_match"] = list(known)[-1]
        answer = read(self.sites[process], address, **sent)
        fresh = read(self.django, address, **self.headers[who])
        body = known[sent["if_none_match"]] if answer.status.startswith("304") else OWN.sub(b"", answer.body)
        assert body == OWN.sub(b"", fresh.body)
        if answer.status.startswith("200") and "ETag" in answer.headers:  # a draft has none
            known[answer.headers["ETag"]] = body

    def points(self, points: int) -> None:
        change(self.evening, points)

    def consent(self, consent: bool) -> None:
        player = self.evening.registrations.first().player
        facts = PlayerFacts(last_name=player.last_name, first_name=player.first_name, consent=consent)
        change_player(player=player, facts=facts, by=self.by, at=NOW)

    def club(self, name: str) -> None:
        self.evening.club.name = name
        self.evening.club.save()

    def state(self, state: TournamentState) -> None:
        Tournament.objects.filter(pk=self.evening.pk).update(state=state)
        raise_revision(self.evening)


@pytest.fixture
def hall(evening, the_organiser, client):
    cache.clear()
    sessions = {}
    for who, account in (
        ("player", AccountFactory(player=evening.registrations.first().player)),
        ("organiser", the_organiser),
    ):
        client.force_login(account, backend=BACKEND)
        sessions[who] = client.cookies["sessionid"].value
        client.cookies.clear()
    hall = Hall(evening, sessions)
    hall.by = the_organiser
    return hall


@pytest.mark.django_db
@settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(acts, min_size=4, max_size=12))
def test_every_reader_gets_what_is_true_for_him_now(hall: Hall, sequence: list[tuple]) -> None:
    """The hall goes on from one example to the next: what is kept from before must not come back either."""
    for act, *arguments in sequence:
        getattr(hall, act)(*arguments)

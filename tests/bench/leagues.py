"""What the pages of a league of fifty clubs weigh and cost, whoever opens them."""

import time
from collections.abc import Iterator
from datetime import datetime

from django.db import transaction
from django.db.models import Count
from django.test import Client
from django.urls import reverse

from tarot_club.demo.site import generate_site
from tests.bench.figures import Figure
from tests.factories import AccountFactory
from tournaments.models import League
from tournaments.queries.standings.cached import cached_results

KILOBYTES, SECONDS = 200, 1


def leagues(*, at: datetime, clubs: int = 50, people: int = 5000) -> Iterator[Figure]:
    """Yield the figures of the league that the seasons of all clubs count in; nothing of them stays."""
    with transaction.atomic():
        generate_site(clubs=clubs, people=people, years=1, seed=1, at=at, tell=str)
        league = League.objects.annotate(seasons=Count("guests")).latest("seasons")
        client = Client(headers={"host": "localhost"})
        client.force_login(AccountFactory(is_superuser=True))
        client.get("/")  # templates are read once a process
        cached_results.clear()
        yield from _page("première page, rien en cache", client, league.get_absolute_url())
        for words, address in _pages(league):
            yield from _page(words, client, address)
        transaction.set_rollback(True)


def _pages(league: League) -> Iterator[tuple[str, str]]:
    """Yield the pages on which a league is read."""
    public = league.get_absolute_url()
    player = league.season.tournaments.latest("pk").registrations.filter(player__consent=True).latest("pk").player
    yield "première page", public
    yield "deuxième page", f"{public}?page=2"
    yield "un nom cherché", f"{public}?nom=a"
    yield "une place", reverse("league_place", args=[league.pk, player.pk])
    yield "classement complet", reverse("whole_league", args=[league.club.pk, league.pk])
    yield "sa règle", reverse("edit_league", args=[league.pk])
    yield "sa finale", reverse("league_final", args=[league.pk])


def _page(words: str, client: Client, address: str) -> Iterator[Figure]:
    began = time.process_time()
    answer = client.get(address)
    took = time.process_time() - began
    assert answer.status_code == 200, address
    yield Figure(words, len(answer.content) / 1000, "ko", KILOBYTES)
    yield Figure("  processeur", took, "s", SECONDS)

"""What a club's year costs whoever reads it: 80 members, 40 evenings."""

import time
from collections.abc import Iterator
from datetime import datetime

from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.bench.figures import Figure
from tests.factories import AccountFactory
from tests.tournaments.years import ClubYear, a_club_year

STATEMENTS, SECONDS = 12, 0.3
TIMES = 3  # of which the best counts


def year(*, at: datetime, members: int = 80, evenings: int = 40) -> Iterator[Figure]:
    """Yield the figures of the pages of a club's year; nothing of it stays."""
    del at  # the year has its own days
    with transaction.atomic():
        of_club = a_club_year(members=members, evenings=evenings)
        client = Client(headers={"host": "localhost"})
        client.force_login(AccountFactory(is_superuser=True))
        for words, address, most in _pages(of_club):
            yield from page(words, client, address, most)
        transaction.set_rollback(True)


def _pages(of_club: ClubYear) -> Iterator[tuple[str, str, int | None]]:
    """Yield the pages on which a year is read, and their files, with the most statements of those of money."""
    of_season = [of_club.season.pk]
    season, books = reverse("season", args=of_season), reverse("season_books", args=of_season)
    fees = reverse("club_fees", args=[of_club.club.pk])
    yield "championnat de l’année", season, None
    yield "  son fichier", f"{season}?format=csv", None
    yield "cotisations", fees, STATEMENTS
    yield "  leur fichier", f"{fees}?format=csv", STATEMENTS
    yield "comptes de la saison", books, STATEMENTS
    yield "  leur fichier", f"{books}?format=csv", STATEMENTS
    yield "renouveler les membres", reverse("renew_members", args=of_season), STATEMENTS


def page(words: str, client: Client, address: str, most: int | None) -> Iterator[Figure]:
    """Yield the processor's seconds of an address, the best of a few, and its SQL statements the last time."""
    took = []
    for _time in range(TIMES):
        with CaptureQueriesContext(connection) as statements:
            began = time.process_time()
            answer = client.get(address)
            took.append(time.process_time() - began)
        assert answer.status_code == 200, address
    yield Figure(f"{words}, processeur", min(took), "s", SECONDS)
    yield Figure(f"{words}, requêtes", len(statements), "", most)

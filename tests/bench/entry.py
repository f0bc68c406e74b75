"""What a donne costs that is saved at the desk, through the whole site without a network."""

import statistics
import time
import uuid
from collections.abc import Callable, Iterator
from datetime import datetime
from urllib.parse import urlencode

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.bench import ARBITER, TYPED
from tests.bench.big_evening import big_evening
from tests.bench.figures import Figure, p99
from tournaments.models import Account, Tournament


def entry(*, at: datetime, tables: int = 64, times: int = 200) -> Iterator[Figure]:
    """Save so many donnes, one request after another: the first is not measured, of the second its statements are."""
    save = saving(big_evening(players=4 * tables, rounds=1, at=at, password=uuid.uuid4().hex), tables=tables)
    save(0)
    with CaptureQueriesContext(connection) as queries:
        save(1)
        statements = len(queries)
    cpu = [save(turn) * 1000 for turn in range(2, times)]
    yield Figure("enregistrer une donne, requêtes SQL", statements, "", 16)
    yield Figure("  processeur, p50", statistics.median(cpu), "ms", 25)
    yield Figure("  processeur, p99", p99(cpu), "ms")


def saving(
    tournament: Tournament, *, tables: int, position: int = 1, clock: Callable[[], float] = time.process_time
) -> Callable[[int], float]:
    """Return what saves a donne at one table after another, and returns the seconds it took by this clock."""
    client = Client(headers={"host": "localhost"})
    client.force_login(
        Account.objects.get(username=ARBITER), backend="allauth.account.auth_backends.AuthenticationBackend"
    )

    def save(turn: int) -> float:
        where = reverse("donne", args=[tournament.pk, position, turn % tables + 1, turn // tables + 1])
        form = urlencode(TYPED | {"key": str(uuid.uuid4())})
        began = clock()
        answer = client.post(where, form, content_type="application/x-www-form-urlencoded")
        took = clock() - began
        assert answer.status_code == 303, answer.content.decode()
        return took

    return save

"""What is kept of tries to log in."""

from datetime import timedelta

import pytest
from axes.models import AccessAttempt, AccessLog
from django.test import Client
from django.utils import timezone

from tournaments.services.logins import prune_tries

pytestmark = pytest.mark.django_db


def test_old_tries_are_thrown_away_and_a_lock_in_force_stays(client: Client) -> None:
    AccessLog.objects.create(username="claude", ip_address="192.0.2.7")
    for _try in range(5):
        client.post("/comptes/login/", {"login": "autre", "password": "faux"})
        client.post("/comptes/login/", {"login": "ancien", "password": "faux"})
    now = timezone.now()
    AccessAttempt.objects.filter(username="ancien").update(attempt_time=now - timedelta(days=2))
    AccessLog.objects.update(attempt_time=now - timedelta(days=2))

    assert prune_tries(before=now - timedelta(days=1)) == 2

    assert list(AccessAttempt.objects.values_list("username", flat=True)) == ["autre"]
    assert AccessLog.objects.count() == 0
    assert client.post("/comptes/login/", {"login": "autre", "password": "faux"}).status_code == 429

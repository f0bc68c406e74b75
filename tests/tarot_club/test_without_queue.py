"""Redis is away: a club goes on playing, and what was asked for is kept until a worker can take it."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.databases import FILE
from tests.tarot_club.serving import ROOT

EVENING = """
from django.test import Client
from tests.factories import ClubFactory, TournamentFactory, field, organiser
from tournaments.models import Job

tournament = TournamentFactory(club=ClubFactory())
field(tournament, 8)
client = Client(raise_request_exception=False)
client.force_login(organiser(tournament.club), backend="allauth.account.auth_backends.AuthenticationBackend")
office = f"/organisation/tournois/{tournament.pk}/"
print(client.get("/").status_code)
print(client.post(office + "tirage/", {"remainder": "exempt", "seed": 1}).status_code)
print(client.post(office + "documents/classement/").status_code)
print(Client(raise_request_exception=False).post("/api/v1/marque/", "{}", content_type="application/json").status_code)
print(*Job.objects.values_list("state", flat=True))
"""


@pytest.mark.product
def test_nothing_is_refused_and_nothing_forgotten(tmp_path: Path, migrated: Path) -> None:
    environment = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"} | {
        "TAROT_CLUB_DATA": str(tmp_path),
        "REDIS_URL": "redis://127.0.0.1:1/0",
        "DJANGO_SETTINGS_MODULE": "tarot_club.settings",
        "ALLOWED_HOSTS": "testserver",
    }

    def manage(*arguments: str) -> str:
        answer = subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=ROOT,
            env=environment,
            check=True,
            capture_output=True,
            text=True,
        )
        return answer.stdout

    if (migrated / FILE).exists():
        shutil.copy(migrated / FILE, tmp_path)  # what is left to migrate is nothing
    manage("migrate", "--verbosity", "0")
    said = manage("shell", "--verbosity", "0", "-c", EVENING).split("\n")
    assert said[:5] == ["200", "303", "303", "422", "en_attente en_attente"]

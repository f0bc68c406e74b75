"""Whatever people, clubs and tournaments call themselves is text: on pages, for programs, in files, on paper."""

import csv
import io
import json
import re

import pytest
from django.test import Client

from tests.factories import ClubFactory, PlayerFactory, RegistrationFactory, SeasonFactory, TournamentFactory, organiser
from tests.scoring.sheets import record, seated
from tests.texts import HOSTILE
from tests.tournaments.documents.printing import claimed, pages
from tournaments.kit.text import as_it_was
from tournaments.labels import JobKind, TournamentState
from tournaments.models import Document, Tournament
from tournaments.seating import Monitor
from tournaments.tasks import WORKS

pytestmark = pytest.mark.django_db

LONG = "W" * 100
MARKUP = re.compile(r"<script>alert|<img src=x|\{\{ 7\*7 \}\}\s*49")
NAMES = [name[:80] for name in HOSTILE] + ["Éloïse " * 11]


@pytest.fixture
def tournament() -> Tournament:
    """An evening whose club, season, title and players have such names, four at a table and the rest without one."""
    club = ClubFactory(name=HOSTILE[0], town=HOSTILE[1], hall=HOSTILE[3] * 3, hours=HOSTILE[5])
    season = SeasonFactory(club=club, name=HOSTILE[7])
    tournament = TournamentFactory(
        club=club, season=season, name=f"{HOSTILE[1]}{LONG}"[:100], state=TournamentState.RUNNING, donnes_per_round=1
    )
    for number, name in enumerate(NAMES, 1):
        player = PlayerFactory(club=club, last_name=name, first_name=HOSTILE[number % 3], public_name=name)
        RegistrationFactory(tournament=tournament, player=player, start_number=number)
    tables = seated(tournament, tables=len(NAMES) // 4)
    for table in tables:
        record(table, 1, organiser(club))
    return tournament


def test_pages_show_it_as_text(client: Client, tournament: Tournament) -> None:
    of = f"/tournois/{tournament.pk}/"
    for path in ("/", f"/clubs/{tournament.club.slug}/", of, f"{of}classement/", f"{of}tables/", f"{of}ecran/"):
        page = client.get(path)
        assert page.status_code == 200, path
        assert not MARKUP.search(page.content.decode()), path
    page = client.get(f"{of}classement/").content.decode()
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert client.get(f"{of}image.png").status_code == 200
    assert client.get(f"/saisons/{tournament.season_id}/").status_code == 200
    assert b"\r\nSUMMARY:<" not in client.get(f"/clubs/{tournament.club.slug}/calendrier.ics").content


def test_programs_and_spreadsheets_read_it_letter_by_letter(client: Client, tournament: Tournament) -> None:
    seated_ones = tournament.registrations.filter(seats__isnull=False).select_related("player")
    names = {entry.player.public_name for entry in seated_ones}
    answer = client.get(f"/api/v1/tournaments/{tournament.pk}/standings/")
    assert answer.headers["Content-Type"] == "application/json"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert names <= {line["name"] for line in answer.json()["lines"]}
    of = f"/tournois/{tournament.pk}/classement/?format="
    told = json.loads(client.get(f"{of}json").content)
    assert {" ".join(name.split()) for name in names} <= {" ".join(row[1].split()) for row in told["rows"]}
    rows = list(csv.reader(io.StringIO(client.get(f"{of}csv").content.decode("utf-8-sig"), newline=""), delimiter=";"))
    assert {row[1] for row in told["rows"]} == {as_it_was(row[1]) for row in rows[1:]}
    assert not any(cell[:1] in "=+@" for row in rows[1:] for cell in row[1:2])
    for kind in ("xlsx", "ods"):
        answer = client.get(f"{of}{kind}")
        assert answer.status_code == 200
        name = re.fullmatch(r'attachment; filename="([a-z0-9.-]+)"', answer.headers["Content-Disposition"])
        assert name is not None


def test_papers_are_set_with_it(tournament: Tournament) -> None:
    job = claimed(JobKind.RANKING, tournament=tournament)
    made = WORKS[JobKind.RANKING](job, Monitor())
    text = "".join(pages(Document.objects.get(pk=made["document"])))
    assert "alert(1)" in text

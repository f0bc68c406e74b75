"""Whoever runs the site says in the browser who answers for it, and takes a backup of it away."""

import sqlite3
from pathlib import Path
from typing import Any

import pytest
from django.db import IntegrityError, connection
from django.test import Client
from django.urls import reverse

from tarot_club.backups import postgres, sqlite, taken
from tests.factories import AccountFactory, ClubFactory
from tests.refusals import refusal_of
from tests.texts import text
from tests.who_asks import as_
from tournaments.models import Account, Club, JournalEntry, Site
from tournaments.refusals import Refusal
from tournaments.services.clubs.site import SiteFacts, change_site

pytestmark = pytest.mark.django_db
TYPED = {"name": " Le  Tarot ", "contact": "a@club.example", "host": "", "kept_years": "3", "backup_days": ""}


@pytest.fixture
def runs_it(club: Club) -> Account:
    return AccountFactory(is_superuser=True, username="gerante")


def test_what_is_said_in_the_browser_goes_before_what_the_environment_says(
    runs_it: Account, as_organiser: Client, club: Club, settings: Any
) -> None:
    settings.LEGAL_NAME, settings.LEGAL_HOST, settings.LEGAL_BACKUP_DAYS = "De l’installation", "Chez nous", 30
    page, office = reverse("site"), as_(runs_it)
    assert page in text(office.get(reverse("organisation")))
    assert page not in text(as_organiser.get(reverse("organisation")))
    visitor = Client(headers={"accept-language": "fr"})
    before = visitor.get(reverse("legal"))
    assert "De l’installation" in text(before)
    assert 'placeholder="De l’installation, à l’installation"' in text(office.get(page)).replace("&#x27;", "’")

    assert office.post(page, TYPED).status_code == 303
    legal = visitor.get(reverse("legal"), headers={"if-none-match": before["ETag"]})
    assert legal.status_code == 200
    assert all(said in text(legal) for said in ("Le Tarot", "a@club.example", "Chez nous", "3 ans", "30 jours"))
    entry = JournalEntry.objects.get(club=club)
    assert (entry.action, entry.by) == ("mentions légales modifiées", runs_it)
    assert entry.details["name"] == ["", "Le Tarot"]
    assert "mentions légales ne disent pas" not in text(as_organiser.get(reverse("club_desk", args=[club.pk])))
    assert office.post(page, TYPED).status_code == 303
    assert JournalEntry.objects.count() == 1  # nothing changed


def test_what_cannot_be_said_is_refused_at_its_field_and_there_is_one_site(runs_it: Account) -> None:
    refused = as_(runs_it).post(reverse("site"), TYPED | {"kept_years": "101", "backup_days": "dix"})
    assert (refused.status_code, sorted(refused.context["form"].errors)) == (422, ["backup_days"])
    refused = as_(runs_it).post(reverse("site"), TYPED | {"kept_years": "101"})
    assert (refused.status_code, sorted(refused.context["form"].errors)) == (422, ["kept_years"])
    assert 'value="101"' in text(refused)
    wrong = refusal_of(change_site, facts=SiteFacts("x" * 201, backup_days=-1), by=None, at=runs_it.date_joined)
    assert sorted(wrong.fields) == ["backup_days", "name"]
    with pytest.raises(IntegrityError):
        Site.objects.create(pk=2)


@pytest.mark.django_db(transaction=True)
def test_a_backup_is_taken_away_and_every_club_is_told(tmp_path: Path) -> None:
    clubs = {ClubFactory(name="Les Bouts"), ClubFactory(name="Ailleurs")}
    by = AccountFactory(is_superuser=True, username="gerante")
    answer = as_(by).post(reverse("take_backup"))
    file = tmp_path / "emportee"
    file.write_bytes(answer.getvalue())
    assert answer["Content-Length"] == str(file.stat().st_size)
    assert "no-store" in answer["Cache-Control"]
    (postgres if connection.vendor == "postgresql" else sqlite).check(file, for_us=True)
    ending = "dump" if connection.vendor == "postgresql" else "sqlite3"
    assert answer["Content-Disposition"].endswith(f'.{ending}"')
    if connection.vendor == "sqlite":
        with sqlite3.connect(file) as copy:
            assert {name for (name,) in copy.execute("SELECT name FROM tournaments_club")} == {"Les Bouts", "Ailleurs"}
    told = JournalEntry.objects.filter(action="sauvegarde emportée", by=by)
    assert {entry.club for entry in told} == clubs
    page = text(as_(by).get(reverse("site")))
    assert "La dernière : " in page
    assert "manage.py restore tarot-club-" in page


def test_what_hinders_a_backup_is_said_and_nobody_is_told_that_it_was_taken(
    runs_it: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full() -> None:
        raise Refusal("Le disque est plein.", code="cannot_write")

    monkeypatch.setattr("tarot_club.views.taken_now", full)
    answer = as_(runs_it).post(reverse("take_backup"), follow=True)
    assert "Le disque est plein." in text(answer)
    assert not JournalEntry.objects.exists()


def test_nothing_of_it_stays_on_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr(
        sqlite if connection.vendor == "sqlite" else postgres, "back_up", lambda file: file.write_bytes(b"tout")
    )
    with taken.taken_now() as file:
        assert list(tmp_path.iterdir()) == []
        assert file.read() == b"tout"


def test_it_is_for_nobody_else_and_by_a_form(as_organiser: Client, runs_it: Account) -> None:
    for page in ("site", "take_backup"):
        assert as_organiser.post(reverse(page)).status_code == 403
        assert Client().post(reverse(page)).status_code == 302
    assert as_(runs_it).get(reverse("take_backup")).status_code != 200

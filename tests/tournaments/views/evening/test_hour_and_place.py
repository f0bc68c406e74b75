"""An event has an hour and a place: typed once, read wherever its day is, the club's hall where no place is typed."""

import datetime
from typing import Any

import icalendar
import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories import NOW, field
from tests.texts import plain, text
from tests.tournaments.documents.rotations import printed, turned
from tests.tournaments.documents.test_rankings import words_of
from tests.tournaments.views.evening.test_tournaments import TYPED
from tournaments import banners
from tournaments.labels import JobKind, TournamentState
from tournaments.models import Club, JournalEntry, Tournament
from tournaments.services.clubs.pages import change_club_page
from tournaments.services.locks import raise_revision

HELD = "samedi 21 novembre 2026 à 14 h 00"


@pytest.fixture
def concours(tournament: Tournament) -> Tournament:
    """Return a tournament of the afternoon in the hall of the club, of which a position is published."""
    Club.objects.filter(pk=tournament.club_id).update(hall="Salle des fêtes", town="Ici", hours="le vendredi à 20 h")
    Tournament.objects.filter(pk=tournament.pk).update(starts_at=datetime.time(14), state=TournamentState.RUNNING)
    turned(tournament, field(tournament, 8), rounds=1)
    return Tournament.objects.select_related("club").get(pk=tournament.pk)


PLACES = {"entries_open": "on", "capacity": "40", "people_per_entry": "2"}


def test_both_are_typed_kept_by_an_older_page_with_the_places_and_taken_away(as_organiser: Client, club: Club) -> None:
    Club.objects.update(hall="Salle des fêtes")
    assert 'placeholder="Salle des fêtes"' in text(as_organiser.get(reverse("new_tournament", args=[club.pk])))
    refused = as_organiser.post(reverse("new_tournament", args=[club.pk]), TYPED | {"starts_at": "25:00"})
    assert (refused.status_code, list(refused.context["form"].errors)) == (422, ["starts_at"])
    as_organiser.post(
        reverse("new_tournament", args=[club.pk]), TYPED | {"starts_at": "14:30", "place": "Foyer", **PLACES}
    )
    tournament = Tournament.objects.get()
    address = reverse("tournament_settings", args=[tournament.pk])
    assert 'value="14:30"' in text(as_organiser.get(address))
    turned(tournament, field(tournament, 8), rounds=1)

    assert as_organiser.post(address, TYPED | {"name": "Autre"}).status_code == 303  # its page was opened before
    tournament.refresh_from_db()
    assert (tournament.name, tournament.starts_at, tournament.place) == ("Autre", datetime.time(14, 30), "Foyer")
    assert (tournament.entries_open, tournament.capacity, tournament.people_per_entry) == (True, 40, 2)
    as_organiser.post(address, TYPED | {"name": "Autre", "starts_at": "", "place": ""})
    tournament.refresh_from_db()
    assert (tournament.starts_at, tournament.where) == (None, "Salle des fêtes")
    assert JournalEntry.objects.latest("pk").details == {"starts_at": ["14:30", None], "place": ["Foyer", ""]}


def test_pages_the_calendar_files_and_programs_say_both(concours: Tournament, club: Club) -> None:
    visitor = Client(headers={"accept-language": "fr"})
    page = text(visitor.get(f"/tournois/{concours.pk}/"))
    assert f"{HELD}<" in page
    assert f'content="{concours.name}, {HELD}, Salle des fêtes, Ici, {club.name} :' in page
    for shown in ("", "classement/", "tables/", "ecran/"):
        assert HELD in text(visitor.get(f"/tournois/{concours.pk}/{shown}")), shown
    for shown in ("", "ecran/"):
        assert "Salle des fêtes, Ici" in text(visitor.get(f"/tournois/{concours.pk}/{shown}")), shown
    assert HELD in text(visitor.get(f"/clubs/{club.slug}/"))
    table = text(visitor.get(f"/clubs/{club.slug}/?format=csv"))
    assert "Date;Heure;Tournoi;Lieu;" in table
    assert f"14:00;{concours.name};Salle des fêtes, Ici;" in table
    told = visitor.get(f"/api/v1/tournaments/{concours.pk}/").json()
    assert (told["starts_at"], told["place"]) == ("14:00:00", "Salle des fêtes, Ici")


def test_the_calendar_has_its_hour_and_its_own_place(concours: Tournament, club: Club) -> None:
    Tournament.objects.update(date=timezone.localdate() + datetime.timedelta(days=9), place="Foyer rural")
    told = text(Client().get(f"/clubs/{club.slug}/calendrier.ics"))
    assert "LOCATION:Foyer rural\r\n" in told
    assert "DURATION:PT4H" in told
    assert "VALUE=DATE:" not in told


def test_one_evening_is_taken_into_a_calendar_as_its_club_s_calendar_has_it(
    concours: Tournament, club: Club, settings: Any
) -> None:
    settings.PUBLIC_ADDRESS = "https://tarot.example.org"
    Club.objects.update(hours="Le vendredi à 20 h 30")
    Tournament.objects.update(date=timezone.localdate() + datetime.timedelta(days=9))

    def events(address: str) -> list[dict[str, str]]:
        content = Client(headers={"accept-language": "fr"}).get(address).content
        found = icalendar.Calendar.from_ical(content).walk("VEVENT")
        return [{key: value.to_ical().decode() for key, value in event.items()} for event in found]

    own = f"/tournois/{concours.pk}/calendrier.ics"
    (told,) = events(own)
    assert told == events(f"/clubs/{club.slug}/calendrier.ics")[0]
    assert told["URL"] == f"https://tarot.example.org/tournois/{concours.pk}/"
    assert "20 h 30" in plain(told["DESCRIPTION"])
    Tournament.objects.update(starts_at=None)
    raise_revision(concours)
    (whole_day,) = events(own)
    assert (whole_day["UID"], len(whole_day["DTSTART"])) == (told["UID"], 8)
    assert "DESCRIPTION" not in whole_day  # not « 20 h 30 » beside a whole day
    Tournament.objects.update(is_trial=True)
    raise_revision(concours)
    assert Client().get(own).status_code == 404


def test_a_new_hall_is_never_a_304(concours: Tournament, club: Club) -> None:
    address = f"/tournois/{concours.pk}/"
    before = Client().get(address)["ETag"]
    change_club_page(club=club, hall="Foyer rural", hours="", by=None, at=NOW)
    again = Client().get(address, headers={"if-none-match": before})
    assert again.status_code == 200
    assert "Foyer rural, Ici" in text(again)


def test_papers_and_the_shared_picture_say_it(concours: Tournament, monkeypatch: pytest.MonkeyPatch) -> None:
    (notice,) = printed(concours, JobKind.NOTICE)
    assert f"{HELD} Salle des fêtes, Ici " in notice
    assert "le vendredi" not in notice  # the usual hours of the club are another day's
    assert all(HELD in page for page in printed(concours, JobKind.POSTER, 1))
    assert HELD in words_of(concours, JobKind.RANKING)
    said: list[str] = []
    monkeypatch.setattr(banners, "banner", lambda *, under, where, **_rest: said.extend((under, where)) or b"")
    Client(headers={"accept-language": "fr"}).get(f"/tournois/{concours.pk}/image.png")
    assert [words.replace("\u00a0", " ") for words in said] == [
        f"{HELD} · {concours.club.name}",
        "Salle des fêtes, Ici",
    ]

"""Past results in the browser: look, then apply, once."""

from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tests.factories import SeasonFactory
from tournaments.models import Club, Tournament

GOOD = b"joueur;seq 1;total;place\nDupont Jean;10;11;1\nRoux Luc;-10;-10;2\n"


def send(client: Client, club: Club, content: bytes = GOOD, **fields: str) -> HttpResponse:
    file = SimpleUploadedFile("resultats.csv", content)
    typed = {"name": "Concours de Carbay", "date": "2019-03-09", "file": file} | fields
    return client.post(reverse("import_results", args=[club.pk]), typed)


def text(answer: HttpResponse) -> str:
    return answer.content.decode().replace("\N{NO-BREAK SPACE}", " ")


def test_looking_shows_what_disagrees_and_keeps_nothing(as_organiser: Client, club: Club) -> None:
    answer = send(as_organiser, club)
    assert answer.status_code == 200
    assert "le total publié est +11, les séquences font +10" in text(answer)
    assert "Importer ces résultats" in text(answer)
    assert not Tournament.objects.exists()


def test_applying_makes_the_tournament_once(as_organiser: Client, club: Club) -> None:
    season = SeasonFactory(club=club)
    send(as_organiser, club, season=str(season.pk))
    here = reverse("import_results", args=[club.pk])
    first = as_organiser.post(here, {"apply": "1"})
    tournament = Tournament.objects.get()
    assert first["Location"] == reverse("tournament_desk", args=[tournament.pk])
    assert (tournament.name, tournament.season) == ("Concours de Carbay", season)
    again = as_organiser.post(here, {"apply": "1"})
    assert again["Location"] == reverse("club_desk", args=[club.pk])
    assert Tournament.objects.count() == 1


def test_a_wrong_file_is_told_line_by_line_and_what_was_typed_stays(as_organiser: Client, club: Club) -> None:
    answer = send(as_organiser, club, b"joueur;seq 1\nDupont;dix\n")
    assert answer.status_code == 422
    assert "Ligne 2, colonne « seq 1 » : « dix » n’est pas un nombre entier de points." in text(answer)
    assert 'value="Concours de Carbay"' in text(answer)


def test_what_is_no_spreadsheet_is_refused(as_organiser: Client, club: Club) -> None:
    answer = send(as_organiser, club, b"%PDF-1.7 ...")
    assert answer.status_code == 422
    assert "Ce fichier est un PDF" in text(answer)


def test_the_same_concours_twice_is_refused(as_organiser: Client, club: Club) -> None:
    here = reverse("import_results", args=[club.pk])
    for _time in range(2):
        send(as_organiser, club)
        answer = as_organiser.post(here, {"apply": "1"})
    assert answer.status_code == 422
    assert "Le club a déjà un tournoi « Concours de Carbay » ce jour-là" in text(answer)
    assert Tournament.objects.count() == 1

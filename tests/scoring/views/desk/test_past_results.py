"""PastConcours results in the browser: look, then apply, once."""

import datetime
import uuid

from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from scoring.imports.past_results import PastConcours, import_past_results, preview_of
from tests.factories import NOW, PlayerFactory, SeasonFactory
from tests.scoring.imports.files import read_past_results
from tests.texts import text
from tournaments.models import Account, Club, Import, Tournament

GOOD = b"joueur;seq 1;total;place\nDupont Jean;10;11;1\nRoux Luc;-10;-10;2\n"


def send(client: Client, club: Club, content: bytes = GOOD, **fields: str) -> HttpResponse:
    file = SimpleUploadedFile("resultats.csv", content)
    typed = {"name": "Concours de Carbay", "date": "2019-03-09", "file": file} | fields
    return client.post(reverse("import_results", args=[club.pk]), typed, follow=True)


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
    again = as_organiser.get(reverse("import_results", args=[club.pk]))
    assert 'value="Concours de Carbay"' in text(again)
    assert 'value="2019-03-09"' in text(again)


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


def test_what_a_file_cannot_give_is_not_offered(as_organiser: Client, club: Club, the_organiser: Account) -> None:
    """Nobody sat at a table: there are no places to change or to look up, no wishes, no sheets."""
    file = read_past_results(b"joueur,tour 1\nAnne,10\nBob,-10\n")
    past = PastConcours("Concours lointain", datetime.date(2019, 3, 9))
    done = import_past_results(club=club, past=past, file=file, key=uuid.uuid4(), by=the_organiser, at=NOW)
    pages = {
        name: as_organiser.get(reverse(name, args=[done.pk])).content.decode()
        for name in ("tournament", "tournament_desk", "documents")
    }
    of_tables = ["seating", "seat_changes", "wishes", "desk", "chelem_calls", "draw"]
    offered = {
        (page, name)
        for page, text in pages.items()
        for name in of_tables
        if f'href="{reverse(name, args=[done.pk])}' in text
    }
    assert offered == set()
    assert "Feuilles des tables en PDF" not in pages["documents"]
    assert "résultats importés" in pages["tournament_desk"]


def test_results_are_pasted_and_their_columns_chosen_by_hand_and_remembered(as_organiser: Client, club: Club) -> None:
    here = reverse("import_results", args=[club.pk])
    typed = {"name": "Concours de Carbay", "date": "2019-03-09"}
    lines = [
        "Concours de Carbay",
        "",
        "Joueur\tAprès-midi\tSoir",
        "Dupont Jean\t10\t5",
        "Roux Luc\t-10\t-5",
        "Total\t0\t0",
    ]
    pasted = {"pasted": "\n".join(lines)}
    first = as_organiser.post(here, typed | pasted, follow=True)
    assert first.status_code == 422
    chosen = {"column-0": "player", "column-1": "sequence", "column-2": "sequence"}

    read = as_organiser.post(here, chosen | {"read": "1"}, follow=True)
    as_organiser.post(here, chosen | {"apply": "1"})
    again = as_organiser.post(here, typed | pasted, follow=True)

    assert (read.status_code, again.status_code) == (200, 200)
    assert read.context["file"].sequences == ["Après-midi", "Soir"]
    tournament = Tournament.objects.get()
    assert tournament.rounds.count() == 2
    made = Import.objects.get()
    assert (made.kind, made.registrations.count(), made.players.count()) == ("resultats", 2, 2)


def test_names_in_one_cell_and_titles_of_every_kind_are_read(club: Club) -> None:
    """« Prénom Nom », « 1re manche », P1, « 2e tour (45 min) » and the foot of a printed list."""
    titles = "Tarot Club\n\nClt;Prénom Nom;1re manche;P2;Tour 3;Total\n"
    lines = "1;Jean DUPONT;1;2;3;6\n2;Luc ROUX;-1;-2;-3;-6\nTotal;;0;0;0;0\n"
    file = read_past_results((titles + lines).encode())
    assert file.problems == []
    assert [(row.name, row.points, row.published_rank) for row in file.rows] == [
        ("DUPONT Jean", (1, 2, 3), 1),
        ("ROUX Luc", (-1, -2, -3), 2),
    ]
    assert preview_of(club=club, file=file).disagreements == []


def test_somebody_known_under_another_spelling_is_chosen_in_the_preview(as_organiser: Client, club: Club) -> None:
    known = PlayerFactory(club=club, licence="", last_name="DUPOND", first_name="Jean")
    here = reverse("import_results", args=[club.pk])
    sent = {"name": "Carbay", "date": "2019-03-09", "pasted": "joueur\tséquence 1\nDUPONT Jean\t40\nROY Paul\t-40\n"}
    page = as_organiser.post(here, sent, follow=True)
    (choices,) = [choices for *_line, choices in page.context["lines"] if choices]
    assert [choice["value"] for choice in choices] == ["", known.pk]
    assert page.content.decode().count('form="past"') == 1

    as_organiser.post(here, {"apply": "1", "who-2": str(known.pk), "who-3": "²"})

    assert sorted(club.known.values_list("last_name", flat=True)) == ["DUPOND", "ROY"]
    assert known.registrations.count() == 1


def test_one_yes_takes_in_all_of_another_club_but_who_is_said_to_be_another(as_organiser: Client, club: Club) -> None:
    there = [PlayerFactory(licence=f"A{n}", last_name=f"DUPONT{'ABC'[n]}", first_name="Jean") for n in range(3)]
    under_another_name = PlayerFactory(licence="B1", last_name="LOINTAIN", first_name="Max")
    here = reverse("import_results", args=[club.pk])
    points = [40, -10, -30, 0, 0]
    ours = PlayerFactory(club=club, licence="C1", last_name="VOISIN", first_name="Luc")
    lines = [(each.licence, str(each)) for each in there] + [("B1", "ROY Paul"), ("C1", "PETIT Zoé")]
    pasted = "licence\tjoueur\tséquence 1\n" + "".join(
        f"{licence}\t{name}\t{score}\n" for (licence, name), score in zip(lines, points, strict=True)
    )
    page = as_organiser.post(here, {"name": "Carbay", "date": "2019-03-09", "pasted": pasted}, follow=True)
    assert page.context["held"] == 3
    assert "Oui pour tous" in text(page)

    alone = {"name": "Carbay", "date": "2019-03-09", "pasted": "".join(pasted.splitlines(keepends=True)[:2])}
    of_one = as_organiser.post(here, alone, follow=True)
    assert (of_one.context["held"], "Oui pour tous" in text(of_one)) == (1, False)
    as_organiser.post(here, alone | {"pasted": pasted})

    said = {"apply": "1", "all_held": "1", "who-4": "new"}
    for one in ("who-5", "who-6"):  # a licence under another name stays a question of its own
        assert as_organiser.post(here, said | {one: "new"}).status_code == 422
    done = as_organiser.post(here, said | {"who-5": "new", "who-6": str(ours.pk)}, follow=True)

    entered = {entry.player for entry in Tournament.objects.get().registrations.all()}
    assert entered & {*there, under_another_name, ours} == {*there[:2], ours}
    assert "Entrés sans leur licence, qui est celle de quelqu’un d’autre : DUPONTC Jean, ROY Paul." in text(done)


def test_who_has_a_licence_in_another_club_is_asked_for_in_the_preview(as_organiser: Client, club: Club) -> None:
    there = PlayerFactory(licence="A1", last_name="DUPONT", first_name="Jean")
    known = PlayerFactory(club=club, licence="", last_name="ROI", first_name="Paul")
    here = reverse("import_results", args=[club.pk])
    pasted = "licence\tjoueur\tséquence 1\nA1\tDUPONT Jean\t40\n\tROY Paul\t-40\n"
    page = as_organiser.post(here, {"name": "Carbay", "date": "2019-03-09", "pasted": pasted}, follow=True)
    question = "Le numéro A1 est celui de DUPONT Jean, membre d’un autre club. Est-ce la même personne ?"
    assert text(page).count(question) == 1
    assert [[choice["value"] for choice in choices] for *_line, choices in page.context["lines"]] == [
        ["", there.pk, "new"],
        ["", known.pk],
    ]

    unsaid = as_organiser.post(here, {"apply": "1", "who-3": str(known.pk)})

    assert unsaid.status_code == 422
    assert text(unsaid).count(question) == 2  # beside the line, and above all why nothing came in
    offered = [choice for *_line, choices in unsaid.context["lines"] for choice in choices]
    assert [choice["value"] for choice in offered if choice.get("is_chosen")] == [known.pk]
    as_organiser.post(here, {"apply": "1", "who-2": str(there.pk), "who-3": str(known.pk)})
    assert set(Tournament.objects.get().registrations.values_list("player", flat=True)) == {there.pk, known.pk}

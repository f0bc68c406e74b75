"""Past seasons in the browser: one file or many, each looked at, then let in once."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tests.factories import ClubFactory, SeasonFactory
from tests.scoring.imports.test_archives import RESULTS, zipped
from tests.scoring.imports.test_past_seasons import ALIAS, GOOD, TITLES, WRONG
from tests.texts import text
from tournaments.models import Club, Import, JournalEntry, Player, Season, Tournament

PDF = b"%PDF-1.7"
# The season before, with other figures: the same ones would be asked about.
EARLIER = GOOD.replace("2022", "2021").replace("30;30;30;-120;30", "35;35;35;-140;35").replace("180", "200")
EARLIER = EARLIER.replace("540", "600")
OTHER = "joueur;séquence 1\nMARTIN Luc;30\nDURAND Max;-30\n".encode()


def send(client: Client, club: Club, **files: bytes) -> HttpResponse:
    sent = [SimpleUploadedFile(name.replace("_", "."), content) for name, content in files.items()]
    return client.post(reverse("club_past_seasons", args=[club.pk]), {"spreadsheets": sent}, follow=True)


def here(answer: HttpResponse) -> str:
    """Return the address that an answer followed."""
    return str(answer.redirect_chain[-1][0])


def test_one_file_is_shown_and_comes_in_once(as_organiser: Client, club: Club) -> None:
    shown = send(as_organiser, club, s2022_csv=GOOD.encode())
    assert shown.status_code == 200
    assert "2 soirées" in text(shown)
    assert not Tournament.objects.exists()
    done = as_organiser.post(here(shown), {"apply": "1"})
    assert (done.status_code, done.url) == (303, reverse("club_desk", args=[club.pk]))
    assert (Season.objects.get().name, Tournament.objects.count()) == ("s2022", 2)
    assert as_organiser.post(here(shown), {"apply": "1"}).url == done.url
    assert Tournament.objects.count() == 2


def test_a_line_that_contradicts_itself_waits_for_a_word_and_a_reason(as_organiser: Client, club: Club) -> None:
    shown = send(as_organiser, club, s2022_csv=WRONG.encode())
    assert "Ligne 5, 30 janvier 2022" in text(shown)
    page = here(shown)
    unsaid = as_organiser.post(page, {"apply": "1"})
    assert (unsaid.status_code, "Dites ce que devient la ligne 5" in text(unsaid)) == (422, True)
    without = as_organiser.post(page, {"apply": "1", "line-5": "garder"})
    assert without.status_code == 422
    assert "Dites pourquoi des lignes entrent telles quelles" in text(without)
    assert '<option value="garder" selected>' in text(without)
    as_organiser.post(page, {"apply": "1", "line-5": "garder", "reason": "la feuille le dit"})
    assert JournalEntry.objects.get(action="ligne prise telle quelle").reason == "la feuille le dit"


def test_another_spelling_is_asked_about(as_organiser: Client, club: Club) -> None:
    shown = send(as_organiser, club, s2022_csv=ALIAS.encode())
    assert "les points disent Ève" in text(shown)
    assert "Dites qui est « Ev »" in text(as_organiser.post(here(shown), {"apply": "1"}))
    other = as_organiser.post(here(shown), {"apply": "1", "alias-0": "1"})  # Bob: then the line contradicts itself
    assert (other.status_code, "Ligne 5" in text(other)) == (422, True)
    as_organiser.post(here(shown), {"apply": "1", "alias-0": "laisser"})
    assert Import.objects.get().club.journal.latest("pk").details["left_out"] == [5]


def test_columns_are_read_as_they_are_chosen(as_organiser: Client, club: Club) -> None:
    shown = send(as_organiser, club, s2022_csv=GOOD.replace("preneur", "qui prend").encode())
    assert (shown.status_code, "Il manque la colonne « preneur »" in text(shown)) == (422, True)
    again = as_organiser.post(here(shown), {"read": "1", "column-1": "taker"}, follow=True)
    assert (again.status_code, "2 soirées" in text(again)) == (200, True)


def test_of_many_files_the_broken_one_is_named_and_the_others_come_in(as_organiser: Client, club: Club) -> None:
    archive = zipped(
        {"b.csv": EARLIER.encode(), "casse.pdf": PDF, "2019-11-09 Carbay.csv": RESULTS, "sans.csv": RESULTS}
    )
    shown = send(as_organiser, club, s2022_csv=GOOD.encode(), tout_zip=archive)
    said = text(shown)
    assert "Faire entrer les 3 fichiers prêts" in said
    assert "Ce fichier est un PDF" in said
    assert "Le nom du fichier ne dit pas le jour" in said
    done = as_organiser.post(here(shown), {"all": "1"}, follow=True)
    assert "3 fichiers sont entrés." in text(done)
    assert min(Tournament.objects.values_list("name", flat=True)) == "Carbay"
    assert (Tournament.objects.count(), Season.objects.count(), Import.objects.count()) == (5, 2, 3)
    again = as_organiser.post(here(shown), {"all": "1"}, follow=True)
    assert "0 fichier est entré." in text(again)
    assert Tournament.objects.count() == 5


def test_what_asks_something_is_not_let_in_with_the_others(as_organiser: Client, club: Club) -> None:
    shown = send(as_organiser, club, s2022_csv=WRONG.encode(), s2021_csv=EARLIER.encode())
    assert "1 ligne se contredit" in text(shown)
    as_organiser.post(here(shown), {"all": "1"})
    assert [season.name for season in Season.objects.all()] == ["s2021"]
    page = here(shown) + "&fichier=1"
    assert "Ligne 5" in text(as_organiser.get(page))
    done = as_organiser.post(page, {"apply": "1", "line-5": "laisser"})
    assert done.url == reverse("club_desk", args=[club.pk])  # nothing waits any more
    assert Season.objects.count() == 2


def test_two_files_of_the_same_evening_come_in_once(as_organiser: Client, club: Club) -> None:
    shown = send(as_organiser, club, a_csv=GOOD.encode(), b_csv=GOOD.encode())
    assert "La même soirée est dans « a.csv »." in text(shown)
    assert "Faire entrer 1 fichier prêt" in text(shown)
    done = as_organiser.post(here(shown), {"all": "1"}, follow=True)
    assert "1 fichier est entré." in text(done)
    assert Tournament.objects.count() == 2


FOUR = "joueur;séquence 1\nA Ada;10\nB Bea;20\nC Cé;-5\nD Dan;-25\n".encode()


@pytest.mark.parametrize(
    ("other", "twins"),
    [
        ({"2019-11-16 Recopie_csv": FOUR}, True),
        ({"2019-11-16 Recopie_csv": FOUR.replace("Béa".encode(), b"Bea").replace(b"Dan", b"Daniel")}, True),
        (
            {"2019-11-16 Autres_csv": FOUR.replace(b"A Ada", b"E").replace(b"B Bea", b"F").replace(b"D Dan", b"G")},
            False,
        ),
        ({"2019-11-16 Carbay_csv": RESULTS, "2019-11-23 Carbay_csv": RESULTS}, False),  # two may win the same twice
        ({"2019-11-09 Autres_csv": FOUR.replace(b"A Ada", b"E").replace(b"B Bea", b"F")}, True),
    ],
)
def test_a_file_that_says_another_again_is_told_before_anything_is_pressed(
    as_organiser: Client, club: Club, other: dict[str, bytes], twins: bool
) -> None:
    shown = send(as_organiser, club, **{"2019-11-09 Carbay_csv": FOUR}, **other)
    told = "La même soirée est dans « 2019-11-09 Carbay.csv »." in text(shown)
    assert told is twins
    assert [row["state"] for _number, row in shown.context["files"]][1:] == ["question" if twins else "prêt"] * len(
        other
    )


def test_an_evening_of_donnes_that_results_tell_too_is_asked_about(as_organiser: Client, club: Club) -> None:
    totals = zip(TITLES.strip().split(";")[-5:], (142, 86, -26, -176, -26), strict=True)
    results = "joueur;séquence 1\n" + "".join(f"{name};{total}\n" for name, total in totals)
    shown = send(as_organiser, club, **{"donnes_csv": GOOD.encode(), "2022-01-23 Soirée_csv": results.encode()})
    assert "La même soirée est dans « donnes.csv »." in text(shown)


def test_a_file_read_with_other_columns_is_compared_again(as_organiser: Client, club: Club) -> None:
    table = b"Nom;03/10/2025;07/11/2025;14/11/2025\nA Ada;10;5;1\nB Bea;20;-5;2\nC Ce;-5;1;-1\nD Dan;-25;-1;-2\n"
    shown = send(as_organiser, club, a_csv=table, b_csv=table)
    assert shown.context["files"][1][1]["state"] == "question"
    again = as_organiser.post(f"{here(shown)}&fichier=2", {"read": "1", "column-3": ""}, follow=True)
    assert again.status_code == 200
    listed = as_organiser.get(here(shown))
    assert "2 soirées, 4 joueurs — La même soirée est dans « a.csv »." in " ".join(text(listed).split())


def test_results_are_looked_at_where_results_are(as_organiser: Client, club: Club) -> None:
    files = [SimpleUploadedFile(name, RESULTS) for name in ("2019-11-09 Carbay.csv", "2019-11-10 Carbay.csv")]
    page = reverse("club_past_seasons", args=[club.pk])
    shown = as_organiser.post(page, {"spreadsheets": files}, follow=True)
    looked = as_organiser.post(here(shown), {"open": "1"}, follow=True)
    assert here(looked).startswith(reverse("import_results", args=[club.pk]))
    assert "9 novembre 2019" in text(looked)
    assert as_organiser.post(here(shown), {"open": "7"}).url == here(shown)


def test_the_season_is_asked_once_for_all_files(as_organiser: Client, club: Club) -> None:
    season = SeasonFactory(club=club, name="2019-2020")
    archive = zipped({"2019-11-09 Carbay.csv": RESULTS, "2019-12-07 Pouancé.csv": OTHER, "donnes.csv": GOOD.encode()})
    sent = {"spreadsheets": [SimpleUploadedFile("club.zip", archive)], "season": season.pk}
    shown = as_organiser.post(reverse("club_past_seasons", args=[club.pk]), sent, follow=True)
    assert "Toutes ces soirées entrent dans la saison 2019-2020." in text(shown)
    as_organiser.post(here(shown), {"all": "1"})
    assert list(Tournament.objects.values_list("season", flat=True)) == [season.pk] * 4
    assert Season.objects.get() == season


def test_a_concours_that_is_in_is_told_before_anything_is_pressed(as_organiser: Client, club: Club) -> None:
    as_organiser.post(here(send(as_organiser, club, **{"2019-11-09 Carbay_csv": RESULTS})), {"all": "1"})
    again = send(as_organiser, club, **{"2019-11-09 Carbay_csv": RESULTS, "2019-12-07 Pouancé_csv": OTHER})
    assert "déjà dans le club" in text(again)
    assert "Le club a déjà un tournoi « Carbay » ce jour-là" in text(again)
    as_organiser.post(here(again), {"all": "1"})
    assert Tournament.objects.count() == 2


def test_the_same_evening_under_another_name_is_asked_about(as_organiser: Client, club: Club) -> None:
    """The same day, people and figures; with other figures, or on another day, it is another evening."""
    as_organiser.post(here(send(as_organiser, club, **{"2019-11-09 Carbay_csv": RESULTS})), {"all": "1"})
    files = {"2019-11-09 Concours_csv": RESULTS, "2019-11-09 Autre_csv": OTHER, "2019-11-10 Carbay_csv": RESULTS}
    shown = send(as_organiser, club, **files)
    told = "« Carbay », ce jour-là, a les mêmes 2 joueurs et les mêmes points."
    assert text(shown).count(told) == 1
    as_organiser.post(here(shown), {"all": "1"})
    assert sorted(Tournament.objects.values_list("name", flat=True)) == ["Autre", "Carbay", "Carbay"]
    looked = as_organiser.post(here(shown), {"open": "1"}, follow=True)
    assert told in text(looked)
    refused = as_organiser.post(here(looked), {"apply": "1"})
    assert (refused.status_code, told in text(refused)) == (422, True)
    as_organiser.post(here(looked), {"apply": "1", "is_another": "1"})
    assert Tournament.objects.filter(name="Concours").exists()


def test_donnes_of_an_evening_that_came_in_as_results_are_asked_about(as_organiser: Client, club: Club) -> None:
    """Their sums are its totals; a line says that they are other evenings, and they come in."""
    totals = "joueur;séquence 1\nÈve;540\nBob;-180\nChloé;-180\nDan;-180\n"
    name = {"2022-01-29 Concours_csv": totals.encode()}
    as_organiser.post(here(send(as_organiser, club, **name)), {"all": "1"})
    shown = send(as_organiser, club, s2022_csv=GOOD.encode())
    assert "« Concours », le 29 janvier 2022, a les mêmes 4 joueurs et les mêmes points." in text(shown)
    refused = as_organiser.post(here(shown), {"apply": "1"})
    assert (refused.status_code, Tournament.objects.count()) == (422, 1)
    as_organiser.post(here(shown), {"apply": "1", "is_another": "on"})
    assert Tournament.objects.count() == 3


def test_a_new_season_is_made_by_the_first_file_and_holds_them_all(as_organiser: Client, club: Club) -> None:
    files = {"2019-11-09 Carbay.csv": RESULTS, "2018-12-07 Pouancé.csv": OTHER, "donnes.csv": GOOD.encode()}
    sent = {"spreadsheets": [SimpleUploadedFile("club.zip", zipped(files))]}
    new = {"new_name": "2019-2022", "starts_on": "2019-09-01", "ends_on": "2022-08-31"}
    shown = as_organiser.post(reverse("club_past_seasons", args=[club.pk]), sent | new, follow=True)
    assert "Le 7 décembre 2018 n’est pas dans « 2019-2022 »" in text(shown)
    assert not Season.objects.exists()
    as_organiser.post(here(shown), {"all": "1"})
    season = Season.objects.get()
    assert (season.name, str(season.starts_on), str(season.ends_on)) == ("2019-2022", "2019-09-01", "2022-08-31")
    assert list(Tournament.objects.values_list("season", flat=True)) == [season.pk] * 4


def test_half_of_the_people_are_enough_and_another_club_s_evening_is_not_asked_about(
    as_organiser: Client, club: Club
) -> None:
    as_organiser.post(here(send(as_organiser, club, **{"2019-11-09 Carbay_csv": RESULTS})), {"all": "1"})
    told = "a les mêmes 2 joueurs et les mêmes points"
    name = Player.objects.order_by("pk").values_list("last_name", flat=True)[0]
    one_else = RESULTS.decode().replace(name, "INCONNU").encode()
    assert one_else != RESULTS
    assert told in text(send(as_organiser, club, **{"2019-11-09 Concours_csv": one_else}))
    nobody = one_else.replace(b"MARTIN", b"ROUX").replace(b"DURAND", b"ROY")
    assert told not in text(send(as_organiser, club, **{"2019-11-09 Concours_csv": nobody}))
    Tournament.objects.update(club=ClubFactory(), season=None)
    assert told not in text(send(as_organiser, club, **{"2019-11-09 Concours_csv": RESULTS}))


@pytest.mark.parametrize(
    ("files", "sentence"),
    [
        ({}, "Choisissez un fichier."),
        ({"a_pdf": PDF}, "Ce fichier est un PDF"),
        ({"a_zip": zipped({})}, "Cette archive ne contient aucun fichier."),
        ({"a_csv": b""}, "Ce fichier est vide."),
    ],
)
def test_what_cannot_be_read_is_refused(
    as_organiser: Client, club: Club, files: dict[str, bytes], sentence: str
) -> None:
    answer = send(as_organiser, club, **files)
    assert (answer.status_code, sentence in text(answer)) == (422, True)


def test_who_does_not_run_the_club_finds_no_such_page(as_arbiter: Client, club: Club) -> None:
    assert as_arbiter.get(reverse("club_past_seasons", args=[club.pk])).status_code == 403

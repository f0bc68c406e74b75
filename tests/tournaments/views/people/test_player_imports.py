"""Players from a spreadsheet or a pasted list, in two steps: looked at, then applied once."""

import io
import re
import time
import uuid

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from openpyxl import Workbook, load_workbook

from tests.factories import ClubFactory, PlayerFactory, SeasonFactory, TournamentFactory, a_fee, a_season_rate
from tests.texts import plain
from tournaments.models import Club, Fee, Import, JournalEntry, Payment, Player
from tournaments.services.money.payments import give_back

LETTERS = str.maketrans("0123456789", "abcdefghij")  # a figure in a name is asked about


def send(client: Client, club: Club, content: bytes, name: str = "joueurs.csv"):
    return client.post(
        reverse("import_players", args=[club.pk]), {"file": SimpleUploadedFile(name, content)}, follow=True
    )


def answered(page, **more: object) -> dict[str, object]:
    """Return what a browser sends of the page that shows an import: its ticks, and consent when it asks for it."""
    preview = page.context["preview"]
    lines = [effect.line for effect in (*preview.created, *preview.changed) if effect.line not in page.context["left"]]
    asked = {"consent": "oui"} if page.context["consent"] else {}
    return {"fingerprint": preview.fingerprint, "line": lines[:900]} | asked | more


def test_a_spreadsheet_is_looked_at_then_applied_once(as_organiser: Client, club: Club):
    looked_at = send(as_organiser, club, "nom;prénom\nRoy;Paul\nPetit;Zoé".encode())
    assert not Player.objects.exists()
    seen = answered(looked_at)

    first = as_organiser.post(reverse("apply_import", args=[club.pk]), seen)
    second = as_organiser.post(reverse("apply_import", args=[club.pk]), seen, follow=True)

    assert first.url == reverse("club_players", args=[club.pk])
    assert Player.objects.count() == 2
    assert JournalEntry.objects.count() == 1
    assert [str(message)[:26] for message in second.context["messages"]][-1] == "Cet import est déjà fait, "


def test_who_is_in_doubt_waits_for_a_tick_and_the_summary_says_why(as_organiser: Client, club: Club):
    book = Workbook()
    for row in (["nom", "prénom"], ["Roy", "Paul"], ["Petit", "Zoé"], ["Bel", "Luc"]):
        book.active.append(row)
    book.active.row_dimensions[3].hidden = True
    content = io.BytesIO()
    book.save(content)

    looked_at = send(as_organiser, club, content.getvalue(), "joueurs.xlsx")

    told = plain(looked_at.content.decode())
    assert "1 ligne n’est pas cochée (3) : cette ligne est masquée dans le classeur, par un filtre peut-être." in told
    as_organiser.post(reverse("apply_import", args=[club.pk]), answered(looked_at))
    assert {player.last_name for player in club.players.all()} == {"Roy", "Bel"}


def test_who_is_in_doubt_is_not_changed_without_a_tick(as_organiser: Client, club: Club):
    player = PlayerFactory(club=club, licence="1", last_name="Roy", first_name="Paul", sex="")
    looked_at = send(as_organiser, club, b'nom;prenom;licence;sexe\nBel;Luc;2;H\n"Roy;Paul;1;H\nPetit;Zoe;3;F\n')

    assert looked_at.context["preview"].corrected_players == 0
    as_organiser.post(reverse("apply_import", args=[club.pk]), answered(looked_at))
    player.refresh_from_db()
    assert (player.sex, club.players.count()) == ("", 3)


def test_an_abandoned_list_is_forgotten(as_organiser: Client, club: Club):
    looked_at = send(as_organiser, club, "nom;prénom\nRoy;Paul".encode())
    abandoned = as_organiser.post(reverse("abandon_import", args=[club.pk]), follow=True)
    assert "Import abandonné" in plain(abandoned.content.decode())

    again = as_organiser.post(reverse("apply_import", args=[club.pk]), answered(looked_at))

    assert again.url == reverse("club_players", args=[club.pk])
    assert not Player.objects.exists()


def test_another_process_may_answer_the_second_step(as_organiser: Client, club: Club):
    looked_at = send(as_organiser, club, "nom;prénom\nRoy;Paul".encode())
    elsewhere = Client()
    elsewhere.cookies = as_organiser.cookies

    elsewhere.post(reverse("apply_import", args=[club.pk]), answered(looked_at))

    assert Player.objects.get().full_name == "Roy Paul"


def test_what_changed_meanwhile_is_shown_again_before_it_is_done(as_organiser: Client, club: Club):
    looked_at = send(as_organiser, club, "licence;nom;prénom;sexe\n1;Roy;Paul;H".encode())
    PlayerFactory(club=club, licence="1", last_name="Roy", first_name="Paul")

    stale = as_organiser.post(reverse("apply_import", args=[club.pk]), answered(looked_at))
    as_organiser.post(reverse("apply_import", args=[club.pk]), answered(stale))

    assert stale.status_code == 409
    assert [effect.changes for effect in stale.context["preview"].changed] == [{"sex": ["", "M"]}]
    assert Player.objects.get().sex == "M"


def test_an_import_for_one_club_is_not_applied_to_another(as_organiser: Client, the_organiser, club: Club):
    looked_at = send(as_organiser, club, "nom;prénom\nRoy;Paul".encode())
    other = ClubFactory()
    the_organiser.appointments.create(role="organiser", club=other)

    as_organiser.post(reverse("apply_import", args=[other.pk]), answered(looked_at))

    assert not Player.objects.exists()


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "Ce fichier est vide."),
        (b"%PDF-1.4", "Ce fichier est un PDF, pas un tableau. Enregistrez la liste en XLSX ou en CSV."),
        ("nom;prénom\n;Paul".encode(), "Ligne 2, colonne « nom » : le nom est vide."),
    ],
)
def test_a_wrong_file_is_refused_in_words(as_organiser: Client, club: Club, content: bytes, sentence: str):
    answer = send(as_organiser, club, content)

    said = answer.content.decode().replace("\u00a0", " ")
    assert answer.status_code == 422
    assert said.count(sentence) == 1


def test_the_empty_model_has_the_headings(as_organiser: Client, club: Club):
    def headings() -> list[str]:
        workbook = load_workbook(io.BytesIO(as_organiser.get(reverse("player_model", args=[club.pk])).content))
        return [cell.value for cell in workbook.active[1]]

    assert "année de naissance" not in headings()
    assert "année de naissance" not in as_organiser.get(reverse("import_players", args=[club.pk])).content.decode()
    SeasonFactory(club=club, veteran_from_age=60)
    assert headings() == [
        "licence", "nom", "prénom", "catégorie", "sexe", "année de naissance", "club d’origine", "nom public",
        "consentement", "fiche publique", "transmission", "fin de licence", "série fédérale", "série au", "e-mail",
        "accord e-mail", "téléphone", "accord téléphone", "suspendu du", "suspendu jusqu’au", "motif de suspension",
    ]  # fmt: skip


@pytest.mark.product
def test_ten_thousand_lines_wait_in_the_session(as_organiser: Client, club: Club):
    lines = "".join(f"{n};Nom{str(n).translate(LETTERS)};Prénom\n" for n in range(10_000))

    looked_at = send(as_organiser, club, f"licence;nom;prénom\n{lines}".encode())
    as_organiser.post(reverse("apply_import", args=[club.pk]), answered(looked_at))

    assert club.players.count() == 10_000


def test_a_list_is_pasted_as_well(as_organiser: Client, club: Club):
    page = as_organiser.post(
        reverse("import_players", args=[club.pk]), {"pasted": "Nom\tPrénom\nRoy\tPaul\n"}, follow=True
    )
    as_organiser.post(reverse("apply_import", args=[club.pk]), answered(page))

    assert Player.objects.get().full_name == "Roy Paul"


@pytest.mark.parametrize(
    ("sent", "field"), [({"pasted": " "}, "file"), ({"pasted": "Roy Paul", "file": True}, "pasted")]
)
def test_a_file_or_a_pasted_list_and_not_both(as_organiser: Client, club: Club, sent: dict[str, object], field: str):
    if "file" in sent:
        sent = sent | {"file": SimpleUploadedFile("a.csv", b"nom\nRoy")}
    answer = as_organiser.post(reverse("import_players", args=[club.pk]), sent)

    assert (answer.status_code, list(answer.context["form"].errors)) == (422, [field])


def test_a_list_without_consent_asks_for_it_once_before_anybody_is_anonymous(as_organiser: Client, club: Club):
    page = send(as_organiser, club, "nom;prénom\nRoy;Paul\nPetit;Zoé".encode())
    silent = as_organiser.post(reverse("apply_import", args=[club.pk]), answered(page, consent=""))
    assert silent.status_code == 422
    assert list(silent.context["consent"].errors) == ["consent"]
    assert not Player.objects.exists()

    as_organiser.post(reverse("apply_import", args=[club.pk]), answered(silent, consent="oui"))

    assert list(Player.objects.values_list("consent", flat=True)) == [True, True]
    assert send(as_organiser, club, "nom;prénom\nRoy;Paul".encode()).context["consent"] is None


def test_unticked_lines_do_nothing_and_doubtful_ones_wait_for_a_tick(as_organiser: Client, club: Club):
    content = "nom;prénom;licence\nRoy;Paul;1\nPetit;Zoé;2\nBureau;;\nVétérans;;\n".encode()
    page = send(as_organiser, club, content)
    assert page.context["left"] == {4, 5}

    as_organiser.post(reverse("apply_import", args=[club.pk]), answered(page, line=[2, 5]))

    assert list(Player.objects.values_list("last_name", flat=True)) == ["Roy", "Vétérans"]


def test_with_nothing_ticked_it_says_so_and_the_list_stays(as_organiser: Client, club: Club):
    PlayerFactory(club=club, licence="1", last_name="Roi", first_name="Paul")
    page = send(as_organiser, club, "nom;prénom;licence\nRoy;Paul;1\nPetit;Zoé;2\nBureau;;\n".encode())
    answer = as_organiser.post(reverse("apply_import", args=[club.pk]), answered(page, line=[]))

    assert answer.status_code == 409
    assert answer.context["said"][0].startswith("Aucune ligne n’est cochée")
    assert answer.context["left"] == {2, 3, 4}
    assert 'role="alert">Aucune ligne' in answer.content.decode()
    as_organiser.post(reverse("apply_import", args=[club.pk]), answered(answer, line=[3]))
    assert set(Player.objects.values_list("last_name", flat=True)) == {"Roi", "Petit"}


def test_a_line_is_said_to_be_somebody_somebody_else_or_left_aside_in_the_preview(as_organiser: Client, club: Club):
    for name in ("DUPONT", "MARTIN", "BERNARD"):
        PlayerFactory(club=club, licence="", last_name=name, first_name="Jean")
    page = send(as_organiser, club, "nom;prénom;licence\nDupon;Jean;1\nMartain;Jean;2\nBernart;Jean;3\n".encode())
    known = Player.objects.get(last_name="DUPONT")
    body = " ".join(page.content.decode().split())
    assert body.count('<option value="" selected>') == 3
    assert "C’est DUPONT Jean : licence <del>(vide)</del> → <ins>1</ins>" in body
    answers = {"who-2": str(known.pk), "who-3": "new", "who-4": ""}

    unsaid = as_organiser.post(reverse("apply_import", args=[club.pk]), answered(page, **answers, consent=""))
    assert unsaid.status_code == 422  # of somebody new, nobody said whether he agrees; what was chosen stays chosen
    assert f'<option value="{known.pk}" selected>' in " ".join(unsaid.content.decode().split())
    as_organiser.post(reverse("apply_import", args=[club.pk]), answered(unsaid, **answers))

    assert list(Player.objects.order_by("pk").values_list("last_name", "licence")) == [
        ("DUPONT", "1"),
        ("MARTIN", ""),
        ("BERNARD", ""),
        ("Martain", "2"),
    ]


def test_the_players_page_leads_to_taking_an_import_back(as_organiser: Client, club: Club):
    page = send(as_organiser, club, "nom;prénom;licence\nRoy;Paul;1\n".encode())
    as_organiser.post(reverse("apply_import", args=[club.pk]), answered(page))
    imports = reverse("club_imports", args=[club.pk])
    assert imports in as_organiser.get(reverse("club_players", args=[club.pk])).content.decode()
    assert reverse("undo_import", args=[club.pk, club.imports.get().pk]) in as_organiser.get(imports).content.decode()


def test_nobody_new_needs_no_word_on_consent(as_organiser: Client, club: Club):
    known = PlayerFactory(club=club, licence="", last_name="DUPONT", first_name="Jean")
    page = send(as_organiser, club, "nom;prénom;licence\nDupon;Jean;1\n".encode())

    answer = as_organiser.post(
        reverse("apply_import", args=[club.pk]), answered(page, **{"who-2": str(known.pk)}, consent="")
    )

    assert answer.status_code == 303
    assert list(Player.objects.values_list("last_name", "licence")) == [("DUPONT", "1")]


def test_what_looks_like_the_licence_is_asked_before_anything_is_imported(as_organiser: Client, club: Club):
    page = send(as_organiser, club, "nom;prénom;matricule\nRoy;Paul;12345\nPetit;Zoé;12346\n".encode())
    address = reverse("apply_import", args=[club.pk])

    unsaid = as_organiser.post(address, answered(page))
    assert (unsaid.status_code, Player.objects.count()) == (422, 0)
    assert "Dites d’abord si la colonne « matricule » est la licence." in plain(unsaid.content.decode())
    told = as_organiser.post(address, {"has_no_licence": "1"}, follow=True)
    as_organiser.post(address, answered(told))

    assert list(Player.objects.values_list("licence", flat=True)) == ["", ""]


def test_a_line_that_is_said_to_be_a_title_is_one_and_the_club_remembers(as_organiser: Client, club: Club):
    content = b"Blaze;Petit nom\nRoy;Paul\nPetit;Luc\n"
    page = send(as_organiser, club, content)
    assert [text for _line, text in page.context["first_lines"]] == ["Blaze · Petit nom", "Roy · Paul", "Petit · Luc"]
    again = as_organiser.post(reverse("apply_import", args=[club.pk]), {"title_line": "1"}, follow=True)
    as_organiser.post(reverse("apply_import", args=[club.pk]), answered(again))
    assert [player.full_name for player in Player.objects.order_by("pk")] == ["Roy Paul", "Petit Luc"]

    next_time = send(as_organiser, club, content.replace(b"Roy", b"Bon"))

    assert next_time.context["first_lines"] == []
    assert [effect.facts.full_name for effect in next_time.context["preview"].created] == ["Bon Paul"]


def test_a_birth_year_that_serves_nothing_is_not_kept_and_the_preview_says_so(as_organiser: Client, club: Club):
    PlayerFactory(club=club, last_name="Petit", first_name="Luc", birth_year=1940)
    page = send(as_organiser, club, "nom;prénom;né le\nRoy;Anne;12/03/58\nPetit;Luc;1941\n".encode())
    assert "L’année de naissance n’est pas gardée" in page.content.decode()
    assert page.context["read"] == []
    assert len(page.context["preview"].unchanged) == 1
    as_organiser.post(reverse("apply_import", args=[club.pk]), answered(page))
    assert dict(club.players.values_list("last_name", "birth_year")) == {"Petit": 1940, "Roy": None}

    said_nothing = send(as_organiser, club, "nom;prénom\nRoi;Anne\n".encode())
    assert "L’année de naissance" not in said_nothing.content.decode()


def test_the_preview_shows_all_that_it_read(as_organiser: Client, club: Club):
    SeasonFactory(club=club, veteran_from_age=60)
    page = send(as_organiser, club, "nom;prénom;sexe;né le;licence;allergie\nRoy;Anne;F;12/03/58;12345;06\n".encode())

    assert page.context["read"] == ["licence", "sexe", "année de naissance"]
    row = " ".join(re.sub(r"<[^>]*>", " ", page.content.decode().split("<tbody>")[-1].split("</tbody>")[0]).split())
    assert row == "Roy Anne 12345 femme 1958 2"
    assert page.context["aside"] == ["allergie"]


def test_columns_are_chosen_by_hand_and_the_club_remembers(as_organiser: Client, club: Club):
    content = "Patronyme;Prénom;Tél\nRoy;Paul;06\n".encode()
    page = send(as_organiser, club, content)
    assert (page.status_code, page.context["needs_columns"]) == (422, True)
    chosen = {"column-0": "last_name", "column-1": "first_name", "column-2": ""}
    again = as_organiser.post(reverse("apply_import", args=[club.pk]), answered(page, **chosen, read="1"), follow=True)
    as_organiser.post(reverse("apply_import", args=[club.pk]), answered(again, **chosen))
    assert [player.full_name for player in Player.objects.all()] == ["Roy Paul"]

    next_time = send(as_organiser, club, content.replace(b"Roy", b"Bon"))

    assert [effect.facts.full_name for effect in next_time.context["preview"].created] == ["Bon Paul"]


def test_columns_changed_without_reading_again_are_shown_before_they_are_done(as_organiser: Client, club: Club):
    page = send(as_organiser, club, "nom;prénom;surnom\nRoy;Paul;Polo".encode())

    answer = as_organiser.post(reverse("apply_import", args=[club.pk]), answered(page, **{"column-2": ""}), follow=True)

    assert answer.status_code == 200
    assert not Player.objects.exists()
    assert answer.context["aside"] == ["surnom"]


def test_a_file_of_a_hundred_thousand_lines_is_refused_in_words_and_soon(as_organiser: Client, club: Club):
    began = time.thread_time()
    answer = send(as_organiser, club, b"nom;prenom\n" + b"Roy;Paul\n" * 99_000)
    assert time.thread_time() - began < 3  # its lines are counted before any is compared with the titles
    assert answer.status_code == 422
    assert "a plus de 20 000 lignes" in answer.content.decode().replace("\u00a0", " ").replace("\u202f", " ")


def test_the_downloaded_list_comes_in_again_unchanged(as_organiser: Client, club: Club):
    PlayerFactory(club=club, last_name="Bœuf", first_name="=A1", public_name='=HYPERLINK("http://x.example")')
    PlayerFactory(
        club=club, licence="", consent=False, category="veteran", sex="F", birth_year=1958, home_club="Bollène"
    )

    workbook = as_organiser.get(reverse("club_players", args=[club.pk]) + "?format=xlsx").content
    preview = send(as_organiser, club, workbook, "joueurs.xlsx").context["preview"]

    assert (len(preview.created), len(preview.changed), len(preview.unchanged)) == (0, 0, 2)


def test_one_yes_takes_in_all_of_another_club_and_who_is_left_out_is_counted(as_organiser: Client, club: Club):
    there = [PlayerFactory(licence=f"{n}", last_name=f"NOM{n}", first_name="Ada") for n in range(1, 6)]
    PlayerFactory(licence="7", last_name="AUTRE", first_name="Max")
    lines = "".join(f"{player.licence};{player.last_name};{player.first_name};oui\n" for player in there)
    content = f"licence;nom;prénom;consentement\n{lines};NEUF;Léa;oui\n7;ROY;Paul;oui\n".encode()
    here = reverse("apply_import", args=[club.pk])

    page = as_organiser.post(here, answered(send(as_organiser, club, content)), follow=True)
    assert plain(" ".join(map(str, page.context["messages"]))) == (
        "Import fait : 1 joueur ajouté. 6 laissés de côté : 5 d’un autre club "
        "(NOM1 Ada, NOM2 Ada, NOM3 Ada, NOM4 Ada, NOM5 Ada), 1 à vérifier (ROY Paul)."
    )

    looked_at = send(as_organiser, club, content)
    assert "5 licences sont celles de membres d’un autre club" in looked_at.content.decode()
    page = as_organiser.post(here, answered(looked_at) | {"all_held": "1"}, follow=True)
    assert plain(" ".join(map(str, page.context["messages"]))) == (
        "Import fait : 5 joueurs d’autres clubs, dont l’adhésion est demandée. "
        "1 laissé de côté : 1 à vérifier (ROY Paul)."
    )
    assert set(club.known.values_list("licence", flat=True)) == {"", *(player.licence for player in there)}


FEES = "nom;prénom;cotisation;payé le;mode\nRoy;Paul;30;21/11/2026;chèque\nPetit;Zoé;12;21/11/2026;espèces\n"


def told_fees(page) -> list[tuple[str, int]]:
    return [(fee.name, fee.amount) for fee in page.context["fees"]["lines"]]


def test_the_fees_of_a_list_are_told_then_noted_for_the_season_chosen(as_organiser: Client, club: Club):
    for name in ("Roy Paul", "Petit Zoé"):
        PlayerFactory(club=club, last_name=name.split()[0], first_name=name.split()[1], home_club="")
    season = SeasonFactory(club=club, name="courante")
    other = SeasonFactory(club=club, name="autre", starts_on="2025-09-01", ends_on="2026-08-31")
    a_season_rate(season, 3000)
    looked_at = send(as_organiser, club, FEES.encode())
    told = plain(looked_at.content.decode())
    assert told_fees(looked_at) == [("Roy Paul", 3000), ("Petit Zoé", 1200)]
    assert "2 paiements à noter, 42 € en tout." in told.replace("<b>", "").replace("</b>", "")
    assert "21 novembre 2026, chèque" in " ".join(told.split())
    address = reverse("apply_import", args=[club.pk])

    elsewhere = as_organiser.post(address, {"season": other.pk, "apply": "1"} | answered(looked_at), follow=True)
    assert reverse("season_rates", args=[other.pk]) in elsewhere.content.decode()
    none = as_organiser.post(address, {"season": "0"} | answered(looked_at), follow=True)
    assert "Aucune cotisation n’est notée." in plain(none.content.decode())
    assert not Payment.objects.exists()
    back = as_organiser.post(address, {"season": season.pk} | answered(looked_at), follow=True)
    done = as_organiser.post(address, {"season": season.pk} | answered(back), follow=True)
    assert "2 cotisations notées (42 €)" in plain(done.content.decode())
    assert {(one.amount, one.method, one.fee.season_id) for one in Payment.objects.all()} == {
        (3000, "cheque", season.pk),
        (1200, "especes", season.pk),
    }
    again = send(as_organiser, club, FEES.encode())
    assert [amount for _name, amount in told_fees(again)] == [0, 0]
    assert "Tout est déjà à jour" in plain(again.content.decode())


def test_fees_without_a_season_or_for_a_member_of_another_club_are_told(as_organiser: Client, club: Club):
    PlayerFactory(club=club, last_name="Roy", first_name="Paul", home_club="Ailleurs")
    bare = send(as_organiser, club, FEES.encode())
    assert reverse("new_season", args=[club.pk]) in bare.content.decode()
    a_season_rate(SeasonFactory(club=club))
    told = plain(send(as_organiser, club, FEES.encode()).content.decode())
    assert "1 cotisation est laissée de côté." in told
    assert "Il ne paie pas de cotisation à ce club" in told


def test_the_undone_import_of_who_paid_keeps_him_and_his_payment(as_organiser: Client, club: Club):
    a_season_rate(SeasonFactory(club=club), 3000)
    looked_at = send(as_organiser, club, FEES.encode())
    as_organiser.post(reverse("apply_import", args=[club.pk]), answered(looked_at))
    assert (club.players.count(), Payment.objects.count()) == (2, 2)
    made = Import.objects.get()
    undone = as_organiser.post(reverse("undo_import", args=[club.pk, made.pk]), follow=True)
    assert undone.status_code in (200, 409)
    assert (club.players.count(), Payment.objects.count()) == (2, 2)


def test_a_list_read_into_an_evening_notes_no_fee(as_organiser: Client, club: Club):
    a_season_rate(SeasonFactory(club=club))
    evening = TournamentFactory(club=club)
    door = reverse("import_players", args=[club.pk], query={"soiree": evening.pk})
    page = as_organiser.post(door, {"file": SimpleUploadedFile("a.csv", FEES.encode())}, follow=True)
    assert page.context["fees"] is None


@pytest.mark.parametrize("code", ["csv", "xlsx", "ods"])
def test_the_members_taken_away_with_their_fees_come_in_again_without_a_change(
    as_organiser: Client, club: Club, code: str
):
    season = SeasonFactory(club=club)
    paid, part, owing, free, back, _none = (PlayerFactory(club=club, last_name=f"NOM{each}") for each in "ABCDEF")
    for player, due, cents in (
        (paid, 3000, 3000),
        (part, 3000, 1250),
        (owing, 3000, 0),
        (free, 0, 0),
        (back, 3000, 10),
    ):
        a_fee(player.memberships.get(), season, due=due, paid=cents)
    given = Payment.objects.get(fee__membership__player=back)
    give_back(payment=given, reason="parti", method="cheque", key=uuid.uuid4(), by=None, at=timezone.now())
    before = list(Payment.objects.values()), list(Fee.objects.values())

    file = as_organiser.get(reverse("club_players", args=[club.pk]), {"format": code})
    page = send(as_organiser, club, file.content, f"membres.{code}")

    assert [(fee.name.split()[0], fee.amount, fee.listed, fee.is_left) for fee in page.context["fees"]["lines"]] == [
        ("NOMA", 0, None, False),
        ("NOMB", 0, None, False),
    ]
    assert "Tout est déjà à jour" in plain(page.content.decode())
    assert (list(Payment.objects.values()), list(Fee.objects.values())) == before


def test_the_members_taken_away_say_what_each_paid(as_organiser: Client, club: Club):
    player = PlayerFactory(club=club, last_name="ROY")
    address = reverse("club_players", args=[club.pk], query={"format": "csv"})
    assert "cotisation" not in as_organiser.get(address).content.decode().splitlines()[0]
    a_fee(player.memberships.get(), SeasonFactory(club=club), due=3050, paid=1250)
    heads, row = (line.split(";")[-4:] for line in as_organiser.get(address).content.decode().splitlines())
    assert heads == ["tarif", "cotisation", "payé le", "mode"]
    assert row == ["Cotisation 3050", "12,50", "2026-11-21", "chèque"]

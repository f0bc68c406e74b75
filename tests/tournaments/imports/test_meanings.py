"""What cells and names of a list mean, as people write them: each line of a table is a kind."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.texts import NO_BREAK
from tests.tournaments.imports.reading import read_player_file
from tournaments.imports import cells
from tournaments.imports.cells import Grouped
from tournaments.imports.player_rows import PlayerRow
from tournaments.imports.statuses import says_out


def rows(text: str) -> list[PlayerRow]:
    return read_player_file(text.encode()).rows


def named(row: PlayerRow) -> tuple[str, str | None]:
    return row.last_name, row.first_name


@pytest.mark.parametrize(
    ("cell", "category", "sex"),
    [("Dame", None, "F"), ("DAMES", None, "F"), ("F", None, "F"), ("D", None, "F"), ("Mme", None, "F"),
     ("Féminine", None, "F"), ("H", None, "M"), ("Homme", None, "M"), ("M.", None, "M"), ("VF", "veteran", "F"),
     ("vd", "veteran", "F"), ("SH", "senior", "M"), ("Vétéran 2", "veteran", None), ("senior H", "senior", "M"),
     ("Dame / vétéran", "veteran", "F"), ("S", "senior", None), ("Jeune (F)", "jeune", "F")],
)  # fmt: skip
def test_a_category_says_an_age_a_sex_or_both(cell: str, category: str | None, sex: str | None):
    assert cells.category(cell) == Grouped(category, sex)


def test_a_sex_under_category_does_not_go_over_the_one_in_its_own_column():
    read = rows("nom;prénom;catégorie;sexe\nRoy;Léa;Dame;\nBon;Max;F;H\nGay;Zoé;2e série;F")
    assert [(row.category, row.sex) for row in read] == [(None, "F"), (None, "M"), (None, "F")]


NOW = timezone.localdate().year


@pytest.mark.parametrize(
    ("cell", "year"),
    [("1958", 1958), ("12/03/1958", 1958), ("12/03/58", 1958), ("12-mars-58", 1958), ("12 mars 58", 1958),
     ("58-03-12", 1958), ("12031958", 1958), ("19580312", 1958), ("1958-03-12", 1958), ("né en 1958", 1958),
     ("21256", 1958), ("21256.0", 1958), (f"12/03/{NOW % 100:02}", NOW), (f"12/03/{(NOW + 1) % 100:02}", NOW - 99),
     (f"12/03/{(NOW + 4) % 100:02}", NOW - 96), ("12/03/00", 2000)],
)  # fmt: skip
def test_nobody_is_born_after_today(cell: str, year: int):
    assert cells.birth_year(cell) == year


@pytest.mark.parametrize(
    "cell", [str(NOW + 1), f"12/03/{NOW + 1}", str(NOW - 3), "58", "1845", "demain", "99999", "12/13"]
)
def test_what_is_no_year_of_a_birth_is_told(cell: str):
    with pytest.raises(ValueError, match="ne donne pas d’année"):
        cells.birth_year(cell)


@pytest.mark.parametrize(
    ("cell", "agrees"),
    [("J’accepte", True), ("Oui, j'accepte", True), ("d'accord", True), ("Autorise", True), ("favorable", True),
     ("✓", True), ("Refuse", False), ("Non, je refuse", False), ("pas d'accord", False), ("n'autorise pas", False),
     ("contre", False), ("opposée", False), ("❌", False), ("✗", False), ("-", None), ("?", None)],
)  # fmt: skip
def test_a_consent_in_words(cell: str, agrees: bool | None):
    assert cells.consent(cell) is agrees


@pytest.mark.parametrize("cell", ["Oui, sauf la photo", "peut-être", "à voir", "sans nom"])
def test_a_word_that_is_neither_yes_nor_no_is_told(cell: str):
    read = read_player_file(f"Nom;Prénom;Consentement\nROY;Paul;{cell}\nBEL;Luc;\n".encode())
    assert [(row.consent, row.is_unclear) for row in read.rows] == [(None, True), (None, False)]
    assert "n’est ni oui ni non" in read.notices[0]


def test_a_bare_year_is_left_aside():
    """Of a licence, a membership, a birth: nothing says of which."""
    read = read_player_file(b"Nom;Prenom;Annee\nROY;Paul;2019\nBEL;Luc;1952")
    assert ([row.birth_year for row in read.rows], read.headings[2].column) == ([None, None], "")


def test_a_licence_in_brackets_before_a_name_is_asked_about():
    read = read_player_file(b"[0123456] ROY Paul\n[0123457] BEL Luc\n")
    assert read.licence_like is not None
    assert read.licence_like.samples == ("0123456", "0123457")


def test_a_short_year_of_any_other_day_is_not_far_ahead():
    assert cells.one_day("12/03/98").year == 1998
    soon = timezone.localdate() + timedelta(days=700)
    assert cells.one_day(f"{soon:%d/%m/%y}") == soon


@pytest.mark.parametrize(
    ("cell", "name"),
    [
        ("GARNIER née ROUX Léa", ("GARNIER", "Léa")),
        ("Léa GARNIER née ROUX", ("GARNIER", "Léa")),
        ("GARNIER Léa née ROUX", ("GARNIER", "Léa")),
        ("GARNIER Léa (née ROUX)", ("GARNIER", "Léa")),
        ("GARNIER ép. ROUX Léa", ("GARNIER", "Léa")),
        ("GARNIER ép ROUX Léa", ("GARNIER", "Léa")),
        ("GARNIER épouse DE LA TOUR Léa", ("GARNIER", "Léa")),
        ("GARNIER veuve ROUX Marie-Léa", ("GARNIER", "Marie-Léa")),
        ("GARNIER Vve ROUX Léa", ("GARNIER", "Léa")),
        ("Garnier née Roux Léa", ("Garnier", "Léa")),
        ("Garnier née du Bois Léa", ("Garnier", "Léa")),
        ("GARNIER NÉE ROUX LÉA", ("GARNIER", "LÉA")),
        ("LE GALL née LE GOFF Anne", ("LE GALL", "Anne")),
        ("Mme GARNIER née ROUX Léa", ("GARNIER", "Léa")),
        ("RENÉE Paul", ("RENÉE", "Paul")),
        ("MARTIN Luc (père)", ("MARTIN", "Luc (père)")),
        ("MARTIN Luc fils", ("MARTIN", "Luc (fils)")),
        ("Luc MARTIN (Fils)", ("MARTIN", "Luc (fils)")),
        ("MARTIN LUC PÈRE", ("MARTIN", "LUC (père)")),
        ("Jean LE PÈRE", ("LE PÈRE", "Jean")),
        ("MARTIN Luc (2e série)", ("MARTIN", "Luc")),
    ],
)
def test_who_has_two_family_names_or_his_father_s_is_one_person_with_a_first_name(
    cell: str, name: tuple[str, str | None]
):
    (row,) = rows(f"Joueur;Licence\n{cell};0123456")
    assert (named(row), row.doubt) == (name, "")


def test_names_in_columns_of_their_own():
    read = rows("Nom;Prénom\nGARNIER née ROUX;Léa\nROUX épouse GARNIER;Ève\nMARTIN (père);Luc\nMARTIN;Luc (fils)")
    expected = [("GARNIER", "Léa"), ("ROUX", "Ève"), ("MARTIN", "Luc (père)"), ("MARTIN", "Luc (fils)")]
    assert [named(row) for row in read] == expected
    again = "\n".join(f"{row.last_name};{row.first_name}" for row in read)
    assert [named(row) for row in rows(f"Nom;Prénom\n{again}")] == expected


@pytest.mark.parametrize(
    ("titles", "line", "name"),
    [
        ("Nom de naissance;Nom d'usage;Prénom", "MARTIN;DUPONT;Jeanne", ("DUPONT", "Jeanne")),
        ("Nom de naissance;Nom d'usage;Prénom", "ROY;;Paul", ("ROY", "Paul")),
        ("Nom;Nom d’usage;Prénom", "MARTIN;DUPONT;Jeanne", ("DUPONT", "Jeanne")),
        ("Nom;Nom de jeune fille;Prénom", "DUPONT;MARTIN;Jeanne", ("DUPONT", "Jeanne")),
        ("Nom de naissance;Prénom", "MARTIN;Jeanne", ("MARTIN", "Jeanne")),
        ("Nom d'usage;Prénom", "MARTIN;Jeanne", ("MARTIN", "Jeanne")),
    ],
)
def test_the_name_that_somebody_uses_or_else_the_one_of_birth(titles: str, line: str, name: tuple[str, str]):
    (row,) = rows(f"{titles}\n{line}")
    assert named(row) == name


@pytest.mark.parametrize(
    "cell",
    ["DURAND Anne et Michel", "Anne & Michel DURAND", "DURAND Anne / Michel", "Anne/Michel DURAND",
     "DURAND Anne / DURAND Michel", "M. et Mme DURAND Michel", "DURAND Anne + Michel", "Famille DURAND",
     "couple DURAND"],
)  # fmt: skip
def test_a_couple_on_a_line_is_in_doubt(cell: str):
    read = rows(f"Joueur;Licence\nROY Paul;1\n{cell};2\nPETIT Zoé;3")
    assert [row.doubt for row in read] == ["", "ce sont peut-être deux personnes.", ""]


@pytest.mark.parametrize(
    "line", ["DURAND;Anne / Michel", "DURAND;Anne et Michel", "DURAND / ROUX;Anne", "BEL & FILS;Luc"]
)
def test_a_couple_in_two_columns_is_in_doubt(line: str):
    assert [bool(row.doubt) for row in rows(f"Nom;Prénom;Licence\n{line};1\nETIENNE;Etta;2")] == [True, False]


@pytest.mark.parametrize(
    "heading",
    ["Tél. portable", "Portable", "Mobile", "GSM", "N° de tél", "N° tél.", "Tel", "Tél mobile", "Téléphone 1",
     "Numéro de téléphone", "N° portable", "Téléphone domicile", "Tél. fixe", "Port.", "Votre numéro de portable"],
)  # fmt: skip
def test_what_people_write_over_a_telephone(heading: str):
    (row,) = rows(f"Nom;Prénom;{heading}\nRoy;Paul;06 12 34 56 78")
    assert row.phone == "06 12 34 56 78"


def test_what_is_no_telephone():
    (row,) = rows("Nom;Prénom;Accord tél. portable;Ordinateur portable\nRoy;Paul;oui;0612345678")
    assert (row.phone, row.phone_consent) == (None, None)


@pytest.mark.parametrize(
    ("said", "title", "is_out"),
    [
        ("Annulé", "Statut", True), ("annulée le 12/09", "Remarque", True), ("Remboursé", "Paiement", True),
        ("parti", "", True), ("Liste d'attente", "État", True), ("Décédé", "Obs.", True), ("DÉCÉDÉE", "", True),
        ("Démissionnaire", "Statut", True), ("ne renouvelle pas", "", True), ("Ancien membre", "", True),
        ("ne joue plus", "", True), ("ne revient pas", "Obs.", True), ("n’a pas repris sa licence", "", True),
        ("pas revenue", "", True), ("a arrêté", "", True), ("ne paie pas", "", False),
        ("absent", "Statut", True), ("absent", "12/09", False), ("Validé", "Statut", False), ("Actif", "Statut", False),
        ("non remboursé", "", False), ("pas parti", "", False), ("Partition", "", False), ("", "Statut", False),
        ("demande à être remboursé de ses frais de route un jour", "Remarque", False),
    ],
)  # fmt: skip
def test_what_says_that_somebody_is_out(said: str, title: str, is_out: bool):
    assert says_out(said, title) == is_out


def test_who_is_out_as_the_list_says_waits_for_a_tick():
    read = rows("Nom;Prénom;Licence;Statut\nROY;Paul;1;Validé\nBEL;Luc;2;Remboursé\nBON;Max;3;Liste d’attente")
    assert [row.doubt.translate(NO_BREAK) for row in read] == [
        "",
        "la liste dit « Remboursé » de cette personne.",
        "la liste dit « Liste d’attente » de cette personne.",
    ]


@pytest.mark.parametrize("nothing", ["néant", "sans", "-", "en cours", "NC", "?", "0", "x", "à venir", "DEMANDÉE"])
def test_people_without_a_licence_are_not_one(nothing: str):
    read = read_player_file(f"Nom;Prénom;Licence\nROY;Paul;{nothing}\nBEL;Luc;{nothing}\nBON;Max;1".encode())
    assert ([row.licence for row in read.rows], read.problems) == ([None, None, "1"], [])


def test_a_licence_in_words_is_told_and_left_out():
    read = read_player_file(b"Nom;Prenom;Licence\nROY;Paul;Dupont\nBEL;Luc;Dupont")
    assert ([row.licence for row in read.rows], read.problems) == ([None, None], [])
    assert "aucun chiffre" in read.notices[0]


def test_a_dash_is_no_first_name_and_nothing_is_no_club():
    read = rows("Nom;Prénom;Licence;Club\nROY;-;1;néant\nBEL;?;2;-")
    assert [(row.first_name, row.home_club) for row in read] == [(None, None), (None, None)]

"""Spreadsheets as clubs really have them, and everything that is not one."""

import io
import zipfile

import pytest
from openpyxl import Workbook

from tests.refusals import refusal_of
from tests.tournaments.imports.lists import CHAT, PEOPLE
from tests.tournaments.imports.reading import read_player_file
from tournaments.imports.headings import Meanings
from tournaments.imports.player_rows import PlayerRow

NB = "\u00a0"


def xlsx(*rows: list) -> bytes:
    book = Workbook()
    for row in rows:
        book.active.append(row)
    book.create_sheet("autre").append(["rien", "à lire"])
    book.active = 1  # the sheet that was open last is not the one that is read
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def sentences(content: bytes) -> list[str]:
    return [problem.sentence.replace(NB, " ").replace("\u202f", " ") for problem in read_player_file(content).problems]


@pytest.mark.parametrize("delimiter", [";", ",", "\t"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_csv_of_any_delimiter_and_encoding(delimiter: str, encoding: str):
    lines = [["PRÉNOM", "nom", "N° licence", "Consentement"], ["Éric", "Bœuf", "00123", "Oui"]]
    content = "\r\n".join(delimiter.join(line) for line in lines).encode(encoding)

    read = read_player_file(content)

    assert read.rows == [PlayerRow(line=2, last_name="Bœuf", first_name="Éric", licence="00123", consent=True)]
    assert (read.problems, read.notices) == ([], [])


@pytest.mark.parametrize("encoding", ["cp1252", "latin-1"])
def test_a_latin_1_file_is_read_and_told(encoding: str):
    read = read_player_file("nom;prénom\nLefèvre;Noël".encode(encoding))

    assert [(row.last_name, row.first_name) for row in read.rows] == [("Lefèvre", "Noël")]
    assert len(read.notices) == 1
    assert "Windows-1252" in read.notices[0]


def test_a_formula_without_its_result_is_told_as_one():
    """A program wrote it, no spreadsheet computed it: the cell is not empty."""
    told = "c’est une formule, et ce fichier n’en garde pas le résultat. "
    told += "Ouvrez-le dans un tableur, enregistrez-le, puis recommencez."
    assert sentences(xlsx(["nom", "prénom", "licence"], ["=UPPER(D2)", "Paul", "12"], ["Petit", "Anne", "=A1"])) == [
        f"Ligne 2, colonne « nom » : {told}",
        f"Ligne 3, colonne « licence » : {told}",
    ]


def test_xlsx_numbers_blank_lines_and_the_first_sheet():
    content = xlsx(
        ["licence", "Last name", "first NAME", "Category", "consent"],
        [12345.0, "Roy", "Paul", "Vétéran", True],
        [],
        ["678.0", "Petit", None, None, None],
    )

    assert read_player_file(content).rows == [
        PlayerRow(2, "Roy", "Paul", "12345", "veteran", consent=True),
        PlayerRow(4, "Petit", None, "678"),
    ]


def test_all_problems_of_a_file_are_told_at_once_and_what_nobody_needs_is_left_empty():
    content = (
        "licence;nom;prénom;catégorie;consentement\n"
        "1001;;Zoé;lapin;peut-être\n"
        "\n"
        "1001;Petit;Zoé;;\n"
        "1001;Petit;Anne;lapin;\n"
        f"2;{'x' * 81};Zoé;;;hors des titres\n"
    ).encode()
    read = read_player_file(content)

    assert sentences(content) == [
        "Ligne 2, colonne « nom » : le nom est vide.",
        f"Ligne 6, colonne « nom » : « {'x' * 40}… » est trop long (80 caractères au plus).",
        "Ligne 5, colonne « licence » : 1001 est déjà à la ligne 4.",
    ]
    assert [notice.replace(NB, " ") for notice in read.notices] == [
        (
            "Colonne « catégorie », lignes 2 et 5 : la catégorie « lapin » est inconnue. "
            "Écrivez : senior, vétéran, jeune. Les cases sont laissées vides."
        ),
        "Colonne « consentement », ligne 2 : « peut-être » n’est ni oui ni non. La case est laissée vide.",
    ]
    assert [(row.line, row.licence) for row in read.rows] == [(4, "1001")]


def test_a_column_that_nobody_knows_and_one_that_is_there_twice_are_left_aside():
    read = read_player_file("nom;nom;prénom;allergie\nRoy;Roi;Paul;06".encode())

    assert [(heading.title, heading.column) for heading in read.headings] == [
        ("nom", "last_name"),
        ("nom", ""),
        ("prénom", "first_name"),
        ("allergie", ""),
    ]
    assert read.rows == [PlayerRow(2, "Roy", "Paul")]


def test_what_somebody_chose_comes_before_what_the_club_remembers_and_before_the_title():
    content = b"nom;titre;surnom\nRoy;Paul;Polo"
    remembered = {"titre": "first_name", "surnom": ""}

    (row,) = read_player_file(content, Meanings(remembered)).rows
    (again,) = read_player_file(content, Meanings(remembered, {1: "", 2: "first_name"})).rows

    assert row == PlayerRow(2, "Roy", "Paul")
    assert again == PlayerRow(2, "Roy", "Polo")


def test_without_a_column_of_names_nothing_is_read():
    assert sentences(b"licence;consentement\n1;oui") == [
        "Aucune colonne ne donne le nom : choisissez-la ci-dessous, puis relisez le fichier."
    ]


def test_two_columns_chosen_for_one_thing_are_told():
    twice = Meanings(chosen={0: "last_name", 1: "last_name"})
    table = read_player_file(b"a;b\nRoy;Paul", twice)

    assert [problem.sentence.replace(NB, " ") for problem in table.problems] == [
        "« nom » est choisi pour plusieurs colonnes : gardez-en une."
    ]


def test_a_file_of_headings_only_says_so():
    assert sentences("nom;prénom\n".encode()) == [
        "Ce fichier n’a que sa ligne de titres : il n’y a aucun joueur dessous."
    ]


def test_of_a_message_only_people_are_ticked():
    read = read_player_file(CHAT.encode())

    assert read.possible_titles == []
    assert [row.first_name for row in read.rows if not row.doubt] == [first for _last, first in PEOPLE]
    assert {f"{row.last_name} {row.first_name or ''}".strip() for row in read.rows if row.doubt} == {
        "Bonjour à tous,", "Inscrits pour samedi 12/09 :", "<Médias omis>", "MARTIN Paul", "GARNIER Lucie", "Merci !",
    }  # fmt: skip
    assert [notice.replace(NB, " ") for notice in read.notices] == [
        "Les lignes 9 et 10 ne sont pas lues : ce sont des titres ou des totaux.",
        "Quelqu’un vient avec eux sans que la liste dise qui : Noël LEFÈVRE +1 (5). Ajoutez-les à la main.",
    ]


def test_a_licence_that_is_none_is_left_empty_and_told_and_a_broken_name_is_nobody():
    read = read_player_file("nom;prénom;licence\nRoy;Paul;1,23457E+11\nPetit;Zoé;#N/A\n#REF!;Anne;3\n".encode())

    assert read.rows == [PlayerRow(2, "Roy", "Paul"), PlayerRow(3, "Petit", "Zoé")]
    assert [notice.replace(NB, " ") for notice in read.notices] == [
        (
            "Colonne « licence », ligne 2 : « 1,23457E+11 » est un nombre que le tableur a arrondi, et non la licence "
            "entière. La case est laissée vide."
        ),
        "Colonne « licence », ligne 3 : « #N/A » est une formule en erreur. La case est laissée vide.",
    ]
    assert [problem.sentence.replace(NB, " ") for problem in read.problems] == [
        "Ligne 4, colonne « nom » : « #REF! » est une formule en erreur."
    ]


@pytest.mark.parametrize(
    ("cell", "last_name", "first_name", "sex"),
    [
        ("du PRÉ Anne", "du PRÉ", "Anne", None),
        ("Anne de La Tour", "de La Tour", "Anne", None),
        ("Van der Berg Jan", "Van der Berg", "Jan", None),
        ("Martin du Gard Roger", "Martin du Gard", "Roger", None),
        ("M. MOULIN", "MOULIN", None, "M"),
        ("Mme Durand", "Durand", None, "F"),
        ("M MOULIN", "MOULIN", "M", None),
        ("Le Gall", "Le Gall", None, None),
    ],
)
def test_a_name_in_one_cell_is_taken_apart(cell: str, last_name: str, first_name: str | None, sex: str | None):
    (row,) = read_player_file(f"joueur;payé\n{cell};oui\n".encode()).rows
    assert (row.last_name, row.first_name, row.sex) == (last_name, first_name, sex)


@pytest.mark.parametrize(
    "cell", ["M. et Mme DUPONT", "Lef\ufffdvre Noël", "MARTIN Paul (forfait)", "DUPONT Jean ?", "ROY Paul 12345 A"]
)
def test_nothing_that_is_doubtful_is_ticked(cell: str):
    (row,) = read_player_file(f"joueur\n{cell}\n".encode()).rows
    assert row.doubt


def zipped(name: str) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as parts:
        parts.writestr(name, "x")
    return stream.getvalue()


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "file_empty"),
        (b" \n ;; \n", "file_empty"),
        (b"%PDF-1.7 \xe2\xe3 stream", "not_a_spreadsheet"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "not_a_spreadsheet"),
        (zipped("word/document.xml"), "not_a_spreadsheet"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\x00\x00", "xlsx_locked"),
        (b"PK\x03\x04 abc", "xlsx_broken"),
        (zipped("xl/workbook.xml"), "xlsx_broken"),
        (xlsx(["nom", "prénom"], ["Roy", "Paul"])[:-40], "xlsx_broken"),
        (b"nom;prenom\n" + b'"' + b"x" * 200_000, "csv_broken"),
        (b"nom;prenom\n" + b"Roy;Paul\n" * 20_001, "too_many_lines"),
        (b"x" * (10 * 1024 * 1024 + 1), "file_too_big"),
    ],
)
def test_what_is_no_list_of_players_is_refused(content: bytes, code: str):
    assert refusal_of(read_player_file, content).code == code


@pytest.mark.parametrize("content", [b"\xef\xbb\xbf", b"\xff\xfe", "\u00a0\n\u2003".encode()])
def test_a_file_of_nothing_one_can_see_is_empty(content: bytes):
    assert refusal_of(read_player_file, content).code == "file_empty"


def test_what_no_name_holds_is_left_out():
    (row,) = read_player_file("nom;prénom\nDu\x00pont;A\x01da\n".encode("utf-16")).rows
    assert (row.last_name, row.first_name) == ("Du pont", "A da")


def test_a_hidden_sheet_is_not_the_one_that_is_read():
    book = Workbook()
    book.active.append(["secret"])
    book.active.sheet_state = "hidden"
    shown = book.create_sheet("Joueurs")
    book.active = 1
    for line in (["nom", "prénom"], ["Petit", "Ada"]):
        shown.append(line)
    stream = io.BytesIO()
    book.save(stream)
    assert [row.last_name for row in read_player_file(stream.getvalue()).rows] == ["Petit"]


def test_a_workbook_that_claims_a_billion_rows_is_read_at_once():
    packed, content = io.BytesIO(xlsx(["nom", "prénom"], ["Petit", "Ada"])), io.BytesIO()
    with zipfile.ZipFile(packed) as before, zipfile.ZipFile(content, "w") as after:
        for name in before.namelist():
            part = before.read(name).replace(b'r="2"', b'r="900000000000"').replace(b'r="A2"', b'r="XFD900000000000"')
            after.writestr(name, part)
    assert read_player_file(content.getvalue()).rows == []


def test_a_total_under_a_column_that_is_read_is_no_player():
    read = read_player_file("nom;prénom;licence\nRoy;Paul;1\nTotal;;15\nTotal général 16;;\nTOTALE;Anne;2\n".encode())

    assert [row.last_name for row in read.rows] == ["Roy", "TOTALE"]
    assert read.problems == []
    assert [notice.replace(NB, " ") for notice in read.notices] == [
        "Les lignes 3 et 4 ne sont pas lues : ce sont des titres ou des totaux."
    ]

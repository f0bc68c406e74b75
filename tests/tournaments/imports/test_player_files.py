"""Spreadsheets as clubs really have them, and everything that is not one."""

import io
import zipfile

import pytest
from openpyxl import Workbook

from tournaments.imports.player_files import Row, read_player_file
from tournaments.refusals import Refusal

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

    assert read.rows == [Row(line=2, last_name="Bœuf", first_name="Éric", licence="00123", consent=True)]
    assert (read.problems, read.notices) == ([], [])


@pytest.mark.parametrize("encoding", ["cp1252", "latin-1"])
def test_a_latin_1_file_is_read_and_told(encoding: str):
    read = read_player_file("nom;prénom\nLefèvre;Noël".encode(encoding))

    assert [(row.last_name, row.first_name) for row in read.rows] == [("Lefèvre", "Noël")]
    assert len(read.notices) == 1
    assert "Windows-1252" in read.notices[0]


def test_xlsx_numbers_blank_lines_and_the_first_sheet():
    content = xlsx(
        ["licence", "Last name", "first NAME", "Category", "consent"],
        [12345.0, "Roy", "Paul", "Vétéran", True],
        [],
        ["678.0", "Petit", None, None, None],
    )

    assert read_player_file(content).rows == [
        Row(2, "Roy", "Paul", "12345", "veteran", consent=True),
        Row(4, "Petit", None, "678"),
    ]


def test_all_problems_of_a_file_are_told_at_once_with_line_and_column():
    content = (
        "licence;nom;prénom;catégorie;consentement\n"
        "1;;Zoé;lapin;peut-être\n"
        "\n"
        "1;Petit;Zoé;;\n"
        f"2;{'x' * 81};Zoé;;;de trop\n"
    ).encode()

    assert sentences(content) == [
        "Ligne 2, colonne « catégorie » : la catégorie « lapin » est inconnue. Écrivez : senior, vétéran, jeune.",
        "Ligne 2, colonne « consentement » : « peut-être » n’est ni oui ni non.",
        "Ligne 2, colonne « nom » : le nom est vide.",
        "Ligne 4, colonne « licence » : 1 est déjà à la ligne 2.",
        f"Ligne 5, colonne « nom » : « {'x' * 40}… » est trop long (80 caractères au plus).",
        "Ligne 5, colonne « F » : « de trop » est hors des colonnes qui ont un titre.",
    ]


def test_unknown_missing_and_doubled_columns_name_the_known_ones():
    known = "licence, nom, prénom, catégorie, nom public, consentement, club"

    assert sentences("nom;nom;téléphone\nRoy;Roy;06".encode()) == [
        "La colonne « nom » est là deux fois.",
        f"La colonne « téléphone » est inconnue. Colonnes connues : {known}. Renommez-la ou supprimez-la.",
        f"Il manque la colonne « prénom ». La première ligne doit donner les titres : {known}.",
    ]


def test_a_file_of_headings_only_says_so():
    assert sentences("nom;prénom\n".encode()) == [
        "Ce fichier n’a que sa ligne de titres : il n’y a aucun joueur dessous."
    ]


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
        (xlsx([None]), "file_empty"),
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
    with pytest.raises(Refusal) as refused:
        read_player_file(content)

    assert refused.value.code == code


@pytest.mark.parametrize("content", [b"\xef\xbb\xbf", b"\xff\xfe", "\u00a0\n\u2003".encode()])
def test_a_file_of_nothing_one_can_see_is_empty(content: bytes):
    with pytest.raises(Refusal) as refusal:
        read_player_file(content)
    assert refusal.value.code == "file_empty"


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

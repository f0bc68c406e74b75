"""One list in three formats: what a spreadsheet reads is what the list says, whatever people wrote in it."""

import csv
import datetime
import io
import json
import zipfile
from decimal import Decimal
from typing import Any
from xml.etree import ElementTree

import pytest
from openpyxl import load_workbook

from tests.refusals import refusal_of
from tournaments.exports.tables import MOST_ROWS, ExportTable, cell_of, euros_of
from tournaments.exports.writing import FORMATS
from tournaments.imports.spreadsheets import open_sheets

DAY = datetime.date(2026, 11, 21)
INSTANT = datetime.datetime(2026, 11, 21, 20, 5)  # noqa: DTZ001 - as it is written, in local time
SPREADSHEETS = ("csv", "xlsx", "ods")
TABLE = ExportTable(
    "Caisse : l’essai / [1]",
    "caisse",
    ("Joueur", "Points", "Montant (€)", "Jour", "Quand", "Rien"),
    [
        ("DUPONT « Léo » & <fils>", -120, Decimal("7.50"), DAY, INSTANT, None),
        ("=1+1", 40, Decimal(5), DAY, INSTANT, "deux\nlignes; et « ; »"),
    ],
)


def as_text(code: str, language: str = "fr") -> list[list[str]]:
    content = FORMATS[code].write(TABLE, language).decode("utf-8-sig")
    return list(csv.reader(io.StringIO(content, newline=""), delimiter=";"))


def test_a_csv_opens_in_a_french_spreadsheet_by_a_double_click() -> None:
    content = FORMATS["csv"].write(TABLE, "fr")
    assert content.startswith(b"\xef\xbb\xbfJoueur;Points;")
    assert as_text("csv")[1:] == [
        ["DUPONT « Léo » & <fils>", "-120", "7,50", "2026-11-21", "2026-11-21 20:05:00", ""],
        ["'=1+1", "40", "5", "2026-11-21", "2026-11-21 20:05:00", "deux\nlignes; et « ; »"],
    ]
    assert as_text("csv", "en")[1][2] == "7.50"


def test_a_workbook_holds_numbers_and_never_a_formula() -> None:
    sheet = load_workbook(io.BytesIO(FORMATS["xlsx"].write(TABLE, "fr"))).active
    assert sheet.title == "Caisse   l’essai    1"
    assert [cell.value for cell in sheet[2]][:3] == ["DUPONT « Léo » & <fils>", -120, 7.5]
    assert sheet["D2"].value == datetime.datetime(2026, 11, 21)  # noqa: DTZ001
    assert (sheet["A3"].value, sheet["A3"].data_type, sheet["A3"].quotePrefix) == ("=1+1", "s", True)
    assert sheet["A1"].font.bold
    assert sheet.freeze_panes == "A2"


def test_an_ods_says_the_same() -> None:
    with zipfile.ZipFile(io.BytesIO(FORMATS["ods"].write(TABLE, "fr"))) as packed:
        assert packed.infolist()[0].filename == "mimetype"
        assert packed.infolist()[0].compress_type == zipfile.ZIP_STORED
        root = ElementTree.fromstring(packed.read("content.xml"))
    space = {"table": "urn:oasis:names:tc:opendocument:xmlns:table:1.0"}
    office = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
    rows = root.findall(".//table:table-row", space)
    cells: list[list[Any]] = [
        [
            (cell.get(f"{office}value-type"), "\n".join("".join(each.itertext()) for each in cell))
            for cell in row.findall("table:table-cell", space)
        ]
        for row in rows
    ]
    assert [text for _kind, text in cells[0]] == list(TABLE.columns)
    assert cells[1] == [
        ("string", "DUPONT « Léo » & <fils>"),
        ("float", "-120"),
        ("float", "7.50"),
        ("date", "2026-11-21"),
        ("date", "2026-11-21 20:05:00"),
        (None, ""),
    ]
    assert cells[2][0] == ("string", "=1+1")
    assert cells[2][5] == ("string", "deux\nlignes; et « ; »")


def test_a_program_reads_numbers_and_days() -> None:
    told = json.loads(FORMATS["json"].write(TABLE, "fr"))
    assert (told["title"], told["columns"]) == (TABLE.title, list(TABLE.columns))
    assert told["rows"] == [
        [TABLE.rows[0][0], -120, 7.5, "2026-11-21", "2026-11-21T20:05:00", None],
        ["=1+1", 40, 5, "2026-11-21", "2026-11-21T20:05:00", TABLE.rows[1][5]],
    ]


@pytest.mark.parametrize("code", FORMATS)
def test_the_same_list_makes_the_same_text_and_an_empty_one_has_its_headings(code: str) -> None:
    empty = ExportTable("", "rien", ("Joueur",), [])
    assert FORMATS[code].write(empty, "fr")
    assert FORMATS[code].file_name(empty) == f"rien.{code}"


def test_what_no_workbook_holds_is_left_out() -> None:
    assert cell_of("a\x00b\ud800") == "a b "
    assert cell_of("x" * 40_000) == "x" * 32_000
    assert cell_of("") is None
    assert (cell_of(True), cell_of(False), cell_of(3)) == ("oui", "non", 3)
    assert cell_of(datetime.datetime(2026, 11, 21, 20, 0, tzinfo=datetime.UTC)) == datetime.datetime(2026, 11, 21, 21)  # noqa: DTZ001
    assert (euros_of(750), euros_of(None)) == (Decimal("7.50"), None)


def test_a_list_too_long_is_refused() -> None:
    assert refusal_of(ExportTable, "Journal", "journal", ("Quand",), [(1,)] * (MOST_ROWS + 1)).code == "list_too_long"


@pytest.mark.parametrize("code", SPREADSHEETS)
def test_what_is_taken_away_comes_in_again(code: str) -> None:
    """The reader of lists finds the same words in all three formats."""
    (sheet,) = open_sheets(FORMATS[code].write(TABLE, "fr"))
    (_one, heads), (_two, first) = sheet.lines[:2]
    assert (heads[0], heads[2]) == ("Joueur", "Montant (€)")
    assert first[:2] == ["DUPONT « Léo » & <fils>", "-120"]


@pytest.mark.parametrize("code", SPREADSHEETS)
def test_a_heading_is_no_formula_and_holds_what_a_workbook_holds(code: str) -> None:
    """A league has the name of each tournament above its column."""
    content = FORMATS[code].write(ExportTable("Championnat", "c", ("=1+1", "a\x01b"), [(1, 2)]), "fr")
    (sheet,) = open_sheets(content)
    assert sheet.lines[0][1][:2] == ["=1+1", "a b"]

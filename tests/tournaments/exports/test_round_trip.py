"""Every list that is taken away reads back as it was, in every format, whatever people call themselves."""

import csv
import datetime
import io
import json
import unicodedata
import zipfile
from collections.abc import Callable
from decimal import Decimal
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import load_workbook

from tests.texts import HOSTILE
from tournaments.exports.tables import Cell, ExportTable, cell_of
from tournaments.exports.writing import FORMATS
from tournaments.imports.spreadsheets import open_sheets
from tournaments.kit.text import tidy

OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
MIDNIGHT = datetime.time()

Read = list[list[Cell]]


def from_csv(content: bytes) -> Read:
    return list(csv.reader(io.StringIO(content.decode("utf-8-sig"), newline=""), delimiter=";"))


def from_xlsx(content: bytes) -> Read:
    sheet = load_workbook(io.BytesIO(content)).active
    assert not any(cell.data_type == "f" for row in sheet for cell in row), "a formula"
    return [[Decimal(str(c.value)) if isinstance(c.value, float) else c.value for c in row] for row in sheet]


def from_ods(content: bytes) -> Read:
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        text = packed.read("content.xml").decode()
    assert "table:formula" not in text.replace("&", "")
    rows = ElementTree.fromstring(text).iter(f"{TABLE}table-row")
    return [[_ods(cell) for cell in row.iter(f"{TABLE}table-cell")] for row in rows]


def _ods(cell: ElementTree.Element) -> Cell:
    kind, words = cell.get(f"{OFFICE}value-type"), "\n".join(map(_line, cell))
    if kind == "float":
        return Decimal(cell.get(f"{OFFICE}value", ""))
    if kind == "date":
        return datetime.datetime.fromisoformat(cell.get(f"{OFFICE}date-value", ""))
    return words if kind == "string" else None


def _line(line: ElementTree.Element) -> str:
    """Return a paragraph: spaces that follow each other are said by their number."""
    assert "  " not in (line.text or "")
    return (line.text or "") + "".join(" " * int(one.get(f"{TEXT}c", "1")) + (one.tail or "") for one in line)


def from_json(content: bytes) -> Read:
    told = json.loads(content, parse_float=Decimal)
    return [told["columns"], *told["rows"]]


def in_csv(cell: Cell) -> str:
    """Return what the text of a cell is: the one format that knows nothing else."""
    if cell is None:
        return ""
    if isinstance(cell, str):
        return f"'{cell}" if cell.lstrip("'")[:1] in "=+-@\t\r＝＋－＠" and cell.lstrip("'") else cell
    if isinstance(cell, datetime.datetime):
        return cell.isoformat(" ", "seconds")
    return str(cell).replace(".", ",")


def in_workbook(cell: Cell) -> Any:
    if isinstance(cell, datetime.date) and not isinstance(cell, datetime.datetime):
        return datetime.datetime.combine(cell, MIDNIGHT)
    return cell


def in_json(cell: Cell) -> Any:
    return cell.isoformat() if isinstance(cell, datetime.date) else cell


READERS: dict[str, tuple[Callable[[bytes], Read], Callable[[Cell], Any]]] = {
    "csv": (from_csv, in_csv),
    "xlsx": (from_xlsx, in_workbook),
    "ods": (from_ods, in_workbook),
    "json": (from_json, in_json),
}
NOW = datetime.datetime(2026, 11, 21, 20, 5)  # noqa: DTZ001 - as it is written, in local time


def test_every_format_has_its_reader() -> None:
    assert READERS.keys() == FORMATS.keys()


@pytest.mark.parametrize("code", READERS)
def test_hostile_names_come_back_letter_by_letter(code: str) -> None:
    rows: list[list[Cell]] = [
        [cell_of(name), number, Decimal("-7.50"), NOW.date(), NOW, None] for number, name in enumerate(HOSTILE, -3)
    ]
    table = ExportTable("Classement", "c", tuple(HOSTILE[:6]), rows)
    read, expected = READERS[code]
    assert read(FORMATS[code].write(table, "fr")) == [
        [expected(cell) for cell in row] for row in [list(table.columns), *rows]
    ]


CELLS = st.one_of(
    st.none(),
    st.integers(-(10**9), 10**9),
    st.decimals(-(10**6), 10**6, places=2).map(lambda number: number + 0),
    st.dates(datetime.date(1900, 3, 1), datetime.date(2100, 1, 1)),
    st.text(st.characters(exclude_characters="\r\n\t"), max_size=40).map(cell_of),
    st.sampled_from(HOSTILE).map(cell_of),
)


@pytest.mark.parametrize("code", READERS)
@given(rows=st.lists(st.tuples(st.integers(1, 9), CELLS, st.just("fin")), min_size=1, max_size=5))
def test_every_list_reads_back_as_it_was(code: str, rows: list[tuple[Cell, ...]]) -> None:
    table = ExportTable("Classement", "c", ("Place", "Joueur", "Fin"), rows)
    read, expected = READERS[code]
    assert read(FORMATS[code].write(table, "fr"))[1:] == [[expected(cell) for cell in row] for row in rows]


@pytest.mark.parametrize("code", ["csv", "xlsx", "ods"])
def test_a_name_that_a_spreadsheet_would_compute_comes_in_again_as_it_is(code: str) -> None:
    names = [tidy(str(cell_of(name))) for name in HOSTILE]
    table = ExportTable("Joueurs", "j", ("Nom", "Prénom"), [(name, "Ada") for name in names])
    (sheet,) = open_sheets(FORMATS[code].write(table, "fr"))
    assert [cells[0] for _line, cells in sheet.lines[1:]] == [unicodedata.normalize("NFC", name) for name in names]

"""Files made to take long: refused before they are read, in a sentence."""

import io
import time
import tracemalloc
import zipfile
from collections.abc import Callable

import pytest
from openpyxl import Workbook
from openpyxl.utils import get_column_letter

from tournaments.imports.spreadsheets import LONGEST_CELL, MOST_BYTES, MOST_LINES, column_letter, open_spreadsheet
from tournaments.refusals import Refusal

SHEET = (
    '<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
    "<sheetData>{}</sheetData></worksheet>"
)
STRINGS = '<?xml version="1.0"?><sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">{}</sst>'
STYLES = (
    '<?xml version="1.0"?><styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
    "<cellXfs>{}</cellXfs></styleSheet>"
)


def workbook(rows: list[list[str]] = [["nom"], ["BELLANGER"]], **parts: str) -> bytes:  # noqa: B006 - never changed
    """Return an XLSX, some of its parts replaced by these texts."""
    book = Workbook()
    for row in rows:
        book.active.append(row)
    content = io.BytesIO()
    book.save(content)
    if not parts:
        return content.getvalue()
    names = {"sheet": "xl/worksheets/sheet1.xml", "strings": "xl/sharedStrings.xml", "styles": "xl/styles.xml"}
    replaced = {names[key]: text for key, text in parts.items()}
    made = io.BytesIO()
    types = '<Override PartName="/xl/sharedStrings.xml" ContentType="application/vnd.openxmlformats-officedocument.'
    types += 'spreadsheetml.sharedStrings+xml"/></Types>'
    with zipfile.ZipFile(content) as old:
        replaced["[Content_Types].xml"] = old.read("[Content_Types].xml").decode().replace("</Types>", types)
    with zipfile.ZipFile(content) as old, zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as new:
        for name in {*old.namelist(), *replaced}:
            new.writestr(name, replaced.get(name) or old.read(name))
    return made.getvalue()


HOSTILE: dict[str, Callable[[], bytes]] = {
    "one cell of 30 MB": lambda: workbook(
        sheet=SHEET.format(f'<row><c t="inlineStr"><is><t>{"x" * 30_000_000}</t></is></c></row>')
    ),
    "a million formatted cells": lambda: workbook(sheet=SHEET.format(f"<row>{'<c/>' * 1_300_000}</row>")),
    "a million empty rows": lambda: workbook(sheet=SHEET.format("<row/>" * 1_300_000)),
    "a million texts": lambda: workbook(strings=STRINGS.format("<si><t>x</t></si>" * 320_000)),
    "a hundred thousand styles": lambda: workbook(styles=STYLES.format("<xf/>" * 110_000)),
    "nine megabytes of semicolons": lambda: b";" * 9_000_000,
    "semicolons on many lines": lambda: b"nom;prenom\n" + b";;;;;;;;\n" * 900_000,
    "nine megabytes of lines": lambda: b"nom;prenom" + b"\n" * 9_000_000,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_it_is_refused_before_it_is_read(name: str) -> None:
    content = HOSTILE[name]()
    assert len(content) <= MOST_BYTES
    tracemalloc.start()
    began = time.thread_time()
    try:
        with pytest.raises(Refusal) as refused:
            list(open_spreadsheet(content, []))
        seconds, (_now, peak) = time.thread_time() - began, tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert refused.value.code == "file_too_big"
    assert str(refused.value).startswith("Ce tableau a bien plus de cases qu’une liste de joueurs")
    assert peak < 64 * 1024 * 1024
    assert seconds < 10  # they took fifteen seconds and more, this takes a tenth of one


def test_a_long_text_in_every_cell_is_cut() -> None:
    rows = "".join(f'<row r="{line}"><c r="A{line}" t="s"><v>0</v></c></row>' for line in range(1, 2_000))
    content = workbook(sheet=SHEET.format(rows), strings=STRINGS.format(f"<si><t>{'x' * 3_000_000}</t></si>"))
    lines = list(open_spreadsheet(content, []))
    assert {len(cells[0]) for _line, cells in lines} == {LONGEST_CELL}


def test_twenty_thousand_players_are_read() -> None:
    rows = [[str(line), f"NOM{line}", "Prénom", "senior", "", "oui"] for line in range(MOST_LINES)]
    assert len(list(open_spreadsheet(workbook(rows), []))) == MOST_LINES
    text = "\r\n".join(";".join(row) for row in rows)
    assert len(list(open_spreadsheet(text.encode(), []))) == MOST_LINES


@pytest.mark.parametrize("cut", [100, 1000, 3000])
def test_a_damaged_workbook_is_refused_in_words(cut: int) -> None:
    content = workbook()
    with pytest.raises(Refusal) as refused:
        list(open_spreadsheet(content[:cut], []))
    assert refused.value.code == "xlsx_broken"


def test_a_column_has_the_letters_a_spreadsheet_gives_it() -> None:
    assert [column_letter(index) for index in range(800)] == [get_column_letter(n + 1) for n in range(800)]

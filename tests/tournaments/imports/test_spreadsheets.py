"""Files made to take long: refused before they are read, in a sentence."""

import io
import time
import tracemalloc
import zipfile
from collections.abc import Callable

import pytest
from openpyxl import Workbook
from openpyxl.utils import get_column_letter

from tests.refusals import refusal_of
from tournaments.imports.ooxml import merged_in
from tournaments.imports.spreadsheets import (
    LONGEST_CELL,
    MOST_BYTES,
    MOST_LINES,
    UNCOMPUTED,
    column_letter,
    open_sheets,
)
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


ODS = (
    '<?xml version="1.0"?><office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
    'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" '
    'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:spreadsheet><table:table>{}'
    "</table:table></office:spreadsheet></office:body></office:document-content>"
)


def opendocument(content: str, **parts: str) -> bytes:
    """Return an ODS of this content."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as new:
        new.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        for name, text in {"content.xml": content, **parts}.items():
            new.writestr(name, text)
    return made.getvalue()


HOSTILE: dict[str, Callable[[], bytes]] = {
    "one cell of 30 MB": lambda: workbook(
        sheet=SHEET.format(f'<row><c t="inlineStr"><is><t>{"x" * 30_000_000}</t></is></c></row>')
    ),
    "a million formatted cells": lambda: workbook(sheet=SHEET.format(f"<row>{'<c/>' * 1_300_000}</row>")),
    "a million empty rows": lambda: workbook(sheet=SHEET.format("<row/>" * 1_300_000)),
    "a million texts": lambda: workbook(strings=STRINGS.format("<si><t>x</t></si>" * 320_000)),
    "a hundred thousand styles": lambda: workbook(styles=STYLES.format("<xf/>" * 110_000)),
    "a cell of an ODS repeated on a million lines": lambda: opendocument(
        ODS.format(
            '<table:table-row table:number-rows-repeated="999999999"><table:table-cell '
            'table:number-columns-repeated="999999999"><text:p>x</text:p></table:table-cell></table:table-row>'
        )
    ),
    "an ODS of a million spaces": lambda: opendocument(
        ODS.format(f"<table:table-row><table:table-cell><text:p>{'<text:s/>x' * 1_300_000}</text:p></table:table-cell>")
    ),
    "an ODS of 30 MB": lambda: opendocument(
        ODS.format(f"<table:table-row><table:table-cell><text:p>{'x' * 30_000_000}</text:p></table:table-cell>")
    ),
    "a text of 5 million letters in cells that share it": lambda: workbook(
        sheet=SHEET.format(("<row>" + '<c t="s"><v>0</v></c>' * 20 + "</row>") * 1_000),
        strings=STRINGS.format(f"<si><t>{'x' * 300}</t></si>"),
    ),
    "twenty thousand lines of which only the last cell holds something": lambda: workbook(
        sheet=SHEET.format("".join(f'<row r="{n}"><c r="GR{n}"><v>1</v></c></row>' for n in range(1, 20_000))),
        strings=STRINGS.format(""),
    ),
    "nine megabytes of semicolons": lambda: b";" * 9_000_000,
    "semicolons on many lines": lambda: b"nom;prenom\n" + b";;;;;;;;\n" * 900_000,
    "nine megabytes of lines": lambda: b"nom;prenom" + b"\n" * 9_000_000,
}


# Every third file; all of them with the product.
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.product if n % 3 else ()) for n, name in enumerate(HOSTILE)]
)
def test_it_is_refused_before_it_is_read(name: str) -> None:
    content = HOSTILE[name]()
    assert len(content) <= MOST_BYTES
    tracemalloc.start()
    began = time.thread_time()
    try:
        refused = refusal_of(open_sheets, content)
        seconds, (_now, peak) = time.thread_time() - began, tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert refused.code == "file_too_big"
    assert str(refused).startswith("Ce tableau a bien plus de cases qu’une liste de joueurs")
    assert peak < 64 * 1024 * 1024
    assert seconds < 10  # they took fifteen seconds and more, this takes a tenth of one


ZEROS, TAGS = bytes(25 << 20), b"<c/>" * 110_000


@pytest.mark.parametrize(("name", "content"), [("mimetype", ZEROS), ("à moi.png", ZEROS), ("xl/s.dat", TAGS)])
@pytest.mark.parametrize("book", ["xlsx", "ods"])
def test_every_part_is_counted_whatever_it_is_called(book: str, name: str, content: bytes) -> None:
    whole, packed = workbook() if book == "xlsx" else opendocument(ODS.format("<table:table-row/>")), io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(whole)) as old, zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as new:
        for part in {*old.namelist(), name}:
            new.writestr(part, content if part == name else old.read(part))
    assert refusal_of(open_sheets, packed.getvalue()).code == "file_too_big"


def test_a_long_text_in_every_cell_is_cut() -> None:
    rows = "".join(f'<row r="{line}"><c r="A{line}" t="s"><v>0</v></c></row>' for line in range(1, 2_000))
    content = workbook(sheet=SHEET.format(rows), strings=STRINGS.format(f"<si><t>{'x' * 3_000_000}</t></si>"))
    lines = open_sheets(content)[0].lines
    assert {len(cells[0]) for _line, cells in lines} == {LONGEST_CELL}


@pytest.mark.product
def test_twenty_thousand_players_are_read() -> None:
    rows = [[str(line), f"NOM{line}", "Prénom", "senior", "", "oui"] for line in range(MOST_LINES)]
    assert len(open_sheets(workbook(rows))[0].lines) == MOST_LINES
    text = "\r\n".join(";".join(row) for row in rows)
    assert len(open_sheets(text.encode())[0].lines) == MOST_LINES


def test_a_formula_is_its_stored_result_and_itself_without_one() -> None:
    cells = (
        '<c r="A1"><f>1+1</f></c>',
        '<c r="B1"><f>1+1</f><v/></c>',
        '<c r="C1"><f>1+1</f><v>2</v></c>',
        '<c r="D1" t="str"><f>""</f><v></v></c>',
        '<c r="E1"/><c r="F1"><v>6</v></c>',
    )
    content = workbook(sheet=SHEET.format(f'<row r="1">{"".join(cells)}</row>'), strings=STRINGS.format(""))
    ((_line, row),) = open_sheets(content)[0].lines
    assert row[:6] == [f"{UNCOMPUTED}1+1", f"{UNCOMPUTED}1+1", "2", "", "", "6"]


@pytest.mark.parametrize("cut", [100, 1000, 3000])
def test_a_damaged_workbook_is_refused_in_words(cut: int) -> None:
    content = workbook()
    assert refusal_of(open_sheets, content[:cut]).code == "xlsx_broken"


def test_a_column_has_the_letters_a_spreadsheet_gives_it() -> None:
    assert [column_letter(index) for index in range(800)] == [get_column_letter(n + 1) for n in range(800)]


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (ODS.format("<table:table-row>")[:-60], "xlsx_broken"),
        (ODS.format("<table:table-row/>").replace("?>", '?><!DOCTYPE a [<!ENTITY b "b">]>'), "file_empty"),
        (ODS.format(""), "file_empty"),
    ],
)
def test_an_ods_that_says_nothing_is_refused_in_words(content: str, code: str) -> None:
    assert refusal_of(open_sheets, opendocument(content)).code == code


def test_entities_that_grow_do_not() -> None:
    entities = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10 if n else "x" * 10}">' for n in range(9))
    cell = "<table:table-row><table:table-cell><text:p>&e8;</text:p></table:table-cell></table:table-row>"
    head, body = ODS.split("?>", 1)
    with pytest.raises(Refusal):
        open_sheets(opendocument(f"{head}?><!DOCTYPE a [{entities}]>{body.format(cell)}"))


def test_an_ods_with_a_password_and_a_letter_of_libreoffice_are_refused() -> None:
    locked = opendocument("\x01", **{"META-INF/manifest.xml": "<manifest:encryption-data/>"})
    letter = io.BytesIO()
    with zipfile.ZipFile(letter, "w") as parts:
        parts.writestr("mimetype", "application/vnd.oasis.opendocument.text")
        parts.writestr("content.xml", ODS.format(""))
    for content, code in ((locked, "xlsx_locked"), (letter.getvalue(), "not_a_spreadsheet")):
        assert refusal_of(open_sheets, content).code == code


@pytest.mark.product
def test_twenty_thousand_players_of_an_ods_are_read() -> None:
    row = (
        "<table:table-row>" + "<table:table-cell><text:p>Éloïse</text:p></table:table-cell>" * 6 + "</table:table-row>"
    )
    assert len(open_sheets(opendocument(ODS.format(row * MOST_LINES)))[0].lines) == MOST_LINES


def test_merged_cells_are_found_however_far_to_the_right():
    assert merged_in(b'<x:mergeCell ref="Z3:AB4"/><mergeCell ref="A2:C2"/>') == [(3, 4, 25, 27), (2, 2, 0, 2)]

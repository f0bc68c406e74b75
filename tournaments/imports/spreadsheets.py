"""
Spreadsheets, opened: bytes → lines of cells, or a refusal that says what the file is instead.

CSV and XLSX are read by hand: a line number is always the row that a spreadsheet shows, blank lines counted, and the
sheet is the first. What is read is bounded before it is read.
"""

import csv
import io
import re
import string
import zipfile
import zlib
from collections.abc import Iterator
from datetime import date, datetime
from typing import Any

from django.utils.translation import gettext as _

from tournaments.refusals import Refusal

MOST_LINES = 20_000
MOST_COLUMNS = 200  # a sheet may claim 16,384 columns and a billion rows in a few bytes
MOST_ROWS = 100_000
MOST_BYTES = 10 * 1024 * 1024
MOST_CELLS = 300_000  # twenty thousand players, fifteen columns
LONGEST_CELL = 300  # letters: no name takes so many, and one long text may stand in every cell
# An XLSX is a zip file of XML: a small one can hold far more than a laptop's memory. Its parts, once unpacked:
MOST_UNPACKED = 24 * 1024 * 1024  # bytes
MOST_TAGS = 4 * MOST_CELLS  # of sheets and their texts: a cell opens and closes itself and its value
MOST_OTHER_TAGS = 100_000  # of styles and settings, which take longer to read

# What no name holds and no database or workbook takes: NUL above all.
CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]")

Line = tuple[int, list[str]]


def open_spreadsheet(content: bytes, notices: list[str]) -> Iterator[Line]:
    """
    Return the lines that hold something, with their numbers. What the reader should know is added to `notices`.

    What the file is follows from its content, never from its name.
    """
    if len(content) > MOST_BYTES:
        raise Refusal(
            _("Ce fichier dépasse 10 Mo : ce n’est sans doute pas une liste de joueurs."), code="file_too_big"
        )
    if not content.strip():
        raise Refusal(_("Ce fichier est vide."), code="file_empty")
    table = _xlsx(content) if content.startswith(b"PK\x03\x04") else _csv(content, notices)
    return ((line, cells) for line, cells in table if any(cells))


def _csv(content: bytes, notices: list[str]) -> Iterator[Line]:
    text = _decode(content, notices)
    if text.count("\n") > MOST_ROWS or text.count("\r") > MOST_ROWS:
        raise _too_many_cells()
    first = next((line for line in text.splitlines() if line.strip()), "")
    delimiter = max(";\t,", key=first.count)
    if text.count(delimiter) > MOST_CELLS:
        raise _too_many_cells()
    try:
        table = list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter))
    except csv.Error as error:
        raise Refusal(
            _("Ce fichier CSV est abîmé : un guillemet ouvert n’est sans doute jamais fermé."), code="csv_broken"
        ) from error
    return ((line, [_tidy(cell) for cell in cells]) for line, cells in enumerate(table, 1))


def _decode(content: bytes, notices: list[str]) -> str:
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        try:
            return content.decode("utf-16")
        except UnicodeDecodeError as error:
            raise _not_a_spreadsheet(content) from error
    if b"\x00" in content or content.startswith(b"%PDF"):
        raise _not_a_spreadsheet(content)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        # Excel in French writes Windows-1252; five bytes mean nothing there, Latin-1 takes them all.
        try:
            text = content.decode("cp1252")
        except UnicodeDecodeError:
            text = content.decode("latin-1")
        notices.append(
            _("Ce fichier n’est pas en UTF-8 : il a été lu comme du Windows-1252 (Latin-1). Vérifiez les accents.")
        )
    if sum(ord(letter) < 32 and letter not in "\t\r\n\f\v" for letter in text[:4000]) > 4:
        raise _not_a_spreadsheet(content)
    return text


def _xlsx(content: bytes) -> Iterator[Line]:
    damaged = Refusal(
        _(
            "Ce classeur ne s’ouvre pas : il est abîmé ou n’est pas un XLSX. "
            "Enregistrez-le à nouveau en XLSX ou en CSV."
        ),
        code="xlsx_broken",
    )
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as parts:
            if "xl/workbook.xml" not in parts.namelist():
                raise _not_a_spreadsheet(content)
            _refuse_big_parts(parts)
    # zipfile raises the last two for a packing it does not know, and for a file with a password.
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError) as error:
        raise damaged from error
    from openpyxl import load_workbook  # a third of a start, for a file now and then

    try:
        book = load_workbook(io.BytesIO(content), read_only=True, data_only=True)
        sheet = next(sheet for sheet in book.worksheets if sheet.sheet_state == "visible")
        sheet.reset_dimensions()  # some programs write a wrong size, and lines would be lost
        table = []
        for line, cells in enumerate(_rows(sheet), 1):
            if any(cell is not None for cell in cells):  # sheets are often formatted to their last row
                table.append((line, [_tidy(_text(cell)) for cell in cells]))
            if len(table) > MOST_LINES + 1:
                break
    except Exception as error:
        raise damaged from error
    return iter(table)


def _refuse_big_parts(parts: zipfile.ZipFile) -> None:
    """Refuse what would take long to read: counted byte by byte, and nothing of it is kept."""
    read = [part for part in parts.infolist() if part.filename.endswith((".xml", ".rels"))]
    if sum(part.file_size for part in read) > MOST_UNPACKED:  # no more than it says is ever unpacked
        raise _too_many_cells()
    left = {True: MOST_TAGS, False: MOST_OTHER_TAGS}
    for part in read:
        holds_cells = part.filename.startswith(("xl/worksheets/", "xl/sharedStrings"))
        with parts.open(part) as content:
            while chunk := content.read(1 << 20):
                left[holds_cells] -= chunk.count(b"<")
                if left[holds_cells] < 0:
                    raise _too_many_cells()


def _too_many_cells() -> Refusal:
    return Refusal(
        _(
            "Ce tableau a bien plus de cases qu’une liste de joueurs : rien n’en a été lu. Gardez la seule feuille des "
            "joueurs, sans lignes ni colonnes vides mises en forme."
        ),
        code="file_too_big",
    )


def _rows(sheet: Any) -> Iterator[tuple[Any, ...]]:
    """Return the rows of a sheet, no more and no wider than a spreadsheet shows, whatever the file claims."""
    return sheet.iter_rows(max_row=MOST_ROWS, max_col=MOST_COLUMNS, values_only=True)


def _text(cell: Any) -> str:
    """Return a cell of a workbook as it reads on the screen."""
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "oui" if cell else "non"
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    if isinstance(cell, (datetime, date)):
        return f"{cell:%d/%m/%Y}"
    return str(cell)


def column_letter(index: int) -> str:
    """Return what a spreadsheet calls its column, the first being 0: A, B, … Z, AA."""
    letters = ""
    while index >= 0:
        index, place = divmod(index, 26)
        letters, index = string.ascii_uppercase[place] + letters, index - 1
    return letters


def _tidy(cell: str) -> str:
    return " ".join(CONTROL.sub(" ", cell[:LONGEST_CELL]).split())


def _not_a_spreadsheet(content: bytes) -> Refusal:
    """Return what to say of a file that is something else."""
    if content.startswith(b"\xd0\xcf\x11\xe0"):
        sentence = _(
            "Ce classeur est protégé par un mot de passe, ou c’est un ancien fichier XLS. "
            "Enregistrez-le sans mot de passe, en XLSX ou en CSV."
        )
        return Refusal(sentence, code="xlsx_locked")
    if content.startswith(b"%PDF"):
        sentence = _("Ce fichier est un PDF, pas un tableau. Enregistrez la liste en XLSX ou en CSV.")
    else:
        sentence = _("Ce fichier n’est pas un tableau que nous savons lire. Enregistrez la liste en XLSX ou en CSV.")
    return Refusal(sentence, code="not_a_spreadsheet")

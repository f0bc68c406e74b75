"""
Reading of an ODS workbook while it is unpacked: its content is one XML part, never held in memory as a whole.

It uses expat of the standard library, which limits entities that grow, and can stop early: a library that builds the
document takes a gigabyte for a few lines of text. python-calamine (0.9) was tried: a repeated cell in a file of 700
bytes ends the whole process, and it gives no formulas.
"""

from dataclasses import dataclass, field
from typing import IO
from xml.parsers.expat import ParserCreate

from tournaments.kit.text import whole_number

Line = tuple[int, list[str]]

TABLE = "urn:oasis:names:tc:opendocument:xmlns:table:1.0 "
OFFICE = "urn:oasis:names:tc:opendocument:xmlns:office:1.0 "
TEXT = "urn:oasis:names:tc:opendocument:xmlns:text:1.0 "
STYLE = "urn:oasis:names:tc:opendocument:xmlns:style:1.0 "
CELLS = (f"{TABLE}table-cell", f"{TABLE}covered-table-cell")
LONGEST = 1_000  # letters of a cell that are kept
MOST_TABLES = 200  # that are looked at
BOOLEAN = "\ufdd1"  # begins what a workbook holds as true or false, whatever was typed there


class _LimitReachedError(Exception):
    """Raised to stop the parser once the limits are reached."""


@dataclass
class OdsSheet:
    """A sheet of an ODS: its lines that are not empty, with their numbers, and its hidden lines and columns."""

    name: str
    is_shown: bool
    lines: list[Line] = field(default_factory=list)
    hidden_rows: set[int] = field(default_factory=set)
    hidden_columns: set[int] = field(default_factory=set)  # from 0
    merged: list[tuple[int, int, int, int]] = field(default_factory=list)  # first and last line, columns from 0


@dataclass
class _Reader:
    """The handlers of expat: they collect the lines of the sheets."""

    sheets: int
    rows: int
    columns: int
    lines: int
    tables: list[OdsSheet] = field(default_factory=list)
    hidden: set[str] = field(default_factory=set)  # styles of tables that are not shown
    style: str = ""
    table: OdsSheet | None = None  # the one that is read, None in one that is not shown
    row: int = 0
    row_is_hidden: bool = False
    column: int = 0
    repeated: int = 1
    cells: list[str] = field(default_factory=list)
    cell: dict[str, str] | None = None
    words: list[str] = field(default_factory=list)
    letters: int = 0  # in them
    notes: int = 0  # inside a cell, how deep: their text is not the cell's
    in_text: bool = False

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if name == f"{STYLE}style":
            self.style = attributes.get(f"{STYLE}name", "")
        elif name == f"{STYLE}table-properties" and attributes.get(f"{TABLE}display") == "false":
            self.hidden.add(self.style)
        elif name == f"{TABLE}table":
            if len(self.tables) == MOST_TABLES:
                raise _LimitReachedError
            is_shown = (
                attributes.get(f"{TABLE}style-name", "") not in self.hidden
                and sum(table.is_shown for table in self.tables) < self.sheets
            )
            self.tables.append(OdsSheet(attributes.get(f"{TABLE}name", ""), is_shown))
            self.table, self.row, self.column = (self.tables[-1] if is_shown else None), 0, 0
        elif self.table is not None:
            self._start_inside(name, attributes)

    def _start_inside(self, name: str, attributes: dict[str, str]) -> None:
        if name == f"{TABLE}table-row":
            self.cells, self.repeated = [], _count(attributes, "rows")
            self.row_is_hidden = attributes.get(f"{TABLE}visibility", "visible") != "visible"
        elif name == f"{TABLE}table-column" and self.table is not None:
            after = self.column + _count(attributes, "columns")
            if attributes.get(f"{TABLE}visibility", "visible") != "visible":
                self.table.hidden_columns.update(range(self.column, min(after, self.columns)))
            self.column = after
        elif name in CELLS:
            self.cell, self.words, self.letters = attributes, [], 0
        elif name == f"{OFFICE}annotation":
            self.notes += 1
        elif self.cell is not None and not self.notes and name.startswith(TEXT):
            self.in_text = self.in_text or name == f"{TEXT}p"
            if name != f"{TEXT}span":
                self._write("\n" if name == f"{TEXT}p" else " ")

    def end(self, name: str) -> None:
        if name == f"{TABLE}table":
            self.table = None
        elif self.table is None:
            return
        elif name == f"{OFFICE}annotation":
            self.notes -= 1
        elif name == f"{TEXT}p" and not self.notes:
            self.in_text = False
        elif name in CELLS and self.cell is not None:
            self._note_merged(self.table, self.cell)
            room = self.columns - len(self.cells)
            text = _text_of(self.cell, "".join(self.words).strip())
            self.cells.extend([text] * min(_count(self.cell, "columns"), room))
            self.cell = None
        elif name == f"{TABLE}table-row":
            self._end_row(self.table)

    def text(self, words: str) -> None:
        if self.in_text and not self.notes:
            self._write(words[:LONGEST])

    def _write(self, words: str) -> None:
        if self.letters < LONGEST:
            self.words.append(words)
            self.letters += len(words)

    def _note_merged(self, table: OdsSheet, cell: dict[str, str]) -> None:
        rows, columns = _count(cell, "rows", "spanned"), _count(cell, "columns", "spanned")
        if rows > 1 or columns > 1:
            line, place = self.row + 1, len(self.cells)
            table.merged.append((line, line + rows - 1, place, place + columns - 1))

    def _end_row(self, table: OdsSheet) -> None:
        lines = table.lines
        while self.cells and not self.cells[-1]:
            self.cells.pop()
        times = min(self.repeated, self.rows - self.row, self.lines - len(lines)) if self.cells else 0
        lines.extend((self.row + number, self.cells) for number in range(1, times + 1))
        if self.row_is_hidden:
            table.hidden_rows.update(range(self.row + 1, self.row + times + 1))
        self.row += self.repeated


def read_ods(stream: IO[bytes], *, sheets: int, rows: int, columns: int, lines: int) -> list[OdsSheet]:
    """
    Return the sheets of the `content.xml` of an ODS; hidden sheets and those beyond the limit have no lines.

    The arguments limit the sheets, and the rows, columns and lines of each. Raises ExpatError for bytes that are no
    XML.
    """
    reader = _Reader(sheets, rows, columns, lines)
    parser = ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    parser.StartElementHandler = reader.start
    parser.EndElementHandler = reader.end
    parser.CharacterDataHandler = reader.text
    try:
        while chunk := stream.read(1 << 16):
            parser.Parse(chunk, False)
        parser.Parse(b"", True)
    except _LimitReachedError:
        pass
    return reader.tables


def _count(attributes: dict[str, str], unit: str, what: str = "repeated") -> int:
    count = attributes.get(f"{TABLE}number-{unit}-{what}", "1")
    return whole_number(count, digits=9) or 1


def _text_of(cell: dict[str, str], words: str) -> str:
    """Return the text of a cell as on the screen; numbers keep their leading zeros, and days are whole."""
    kind = cell.get(f"{OFFICE}value-type", "")
    if kind == "float":
        number = cell.get(f"{OFFICE}value", "").removesuffix(".0")
        return words if words.isdecimal() and words.lstrip("0") == number else number or words
    if kind == "date":
        day = cell.get(f"{OFFICE}date-value", "")[:10].split("-")
        return "/".join(reversed(day)) if len(day) == 3 else words
    if kind == "boolean":
        return BOOLEAN + ("oui" if cell.get(f"{OFFICE}boolean-value") == "true" else "non")
    return words

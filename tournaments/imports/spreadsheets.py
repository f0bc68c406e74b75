"""
Spreadsheets: bytes → lines of cells, or a refusal that says what the file is instead.

CSV, XLSX and ODS are read here, so a line number is always the row in the spreadsheet, blank lines counted. The size is
limited before anything is read.
"""

import csv
import io
import re
import string
import unicodedata
import zipfile
import zlib
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from itertools import islice
from typing import Any
from xml.parsers.expat import ExpatError

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.imports.chats import Discussion, discussion_of
from tournaments.imports.decoding import decoded, mended, not_a_list
from tournaments.imports.ods import BOOLEAN, read_ods
from tournaments.imports.ooxml import hidden_in, is_strict, merged_in, transitional
from tournaments.imports.quotes import Records, records_of
from tournaments.kit.text import as_it_was, tidy
from tournaments.refusals import Refusal
from tournaments.work.reading import read_alone

MOST_LINES = 20_000
MOST_COLUMNS = 200  # a sheet may claim 16,384 columns and a billion rows in a few bytes
MOST_ROWS = 100_000
MOST_BYTES = 10 * 1024 * 1024
MOST_CELLS = 300_000  # twenty thousand players, fifteen columns
MOST_LETTERS = 5_000_000  # of all cells: a sheet waits between two pages
MOST_SHEETS = 8  # of a workbook: its list is hardly ever deeper
MOST_LINES_NAMED = 10
ROUNDED_FROM = 10**15  # a workbook keeps fifteen figures of a number
LONGEST_CELL = 300  # letters: no name takes so many, and one long text may stand in every cell
# An XLSX is a zip file of XML: a small one can hold far more than a laptop's memory. Its parts, once unpacked:
MOST_UNPACKED = 24 * 1024 * 1024  # bytes of all of them, whatever they are called: any may be opened
SMALL, SMALL_UNPACKED = 256 * 1024, 512 * 1024  # bytes: a club's list, with the styles that spreadsheets add
MOST_TAGS = 4 * MOST_CELLS  # of sheets and their texts: a cell opens and closes itself and its value
MOST_OTHER_TAGS = 100_000  # of styles and settings, which take longer to read

ALONE = "\x1f"  # delimits nothing: no text has it

UNCOMPUTED = "\ufdd0="  # begins a formula of which the file holds no result; a name begins otherwise
GUARDED = re.compile(r'\s*=\s*(?:"+([^"]*)"+|(\d+))\s*')
APART = re.compile(
    r"(?<=[^\s\d.)°]) {3,}(?=\S)|(?<=\S) {4,}(?=\S)"
)  # columns of a text: several spaces, not after « 1. »
LEADERS = re.compile(r"(?<! ) *(?:\.{4,}|(?: \.){3,}|…{2,}|_{4,}) *(?=\S)")  # « DUPONT Jean ......... Angers »
LINE_ENDS = re.compile("[\v\f\u2028\u2029]")  # that word processors write
# Between two addressees, « Luc Martin <luc@x.fr>; jean@x.fr »; not behind an address that stands in a column.
ADDRESSEES = re.compile(r"(<[^<>@\s]+@[^<>@\s]+>)[ \t]*[;,][ \t]*(?=[^\s;<>@][^;\n<>@]*[<@]|<)")
ZEROS = re.compile(rb"formatCode=[\"']00+[\"']")
FORMULA_TAG = re.compile(rb"<(?:\w+:)?f[\s/>]")

Line = tuple[int, list[str]]


@dataclass(frozen=True)
class CellSheet:
    """
    A sheet: its lines that are not empty, with their numbers, and the notices for the user.

    `doubts` is {line number: why the line may not be meant}: such a line waits for a tick. `hidden` are the hidden
    columns (index from 0), read only when the user chooses them. `merged` are the merged cells that are not filled yet:
    first and last line, first and last column from 0.
    """

    lines: list[Line]
    notices: list[str] = field(default_factory=list)
    doubts: dict[int, str] = field(default_factory=dict)
    hidden: frozenset[int] = frozenset()
    name: str = ""
    merged: Sequence[tuple[int, int, int, int]] = ()

    @property
    def waiting(self) -> dict[str, Any]:
        """Return the sheet as values to store in a session."""
        return {
            "lines": self.lines,
            "notices": self.notices,
            "doubts": {str(line): sentence for line, sentence in self.doubts.items()},
            "hidden": sorted(self.hidden),
        }

    @classmethod
    def waited(cls, waiting: Mapping[str, Any]) -> "CellSheet":
        """Return the sheet that was stored in a session; a sheet stored by an older version has no doubts."""
        return cls(
            [(line, cells) for line, cells in waiting["lines"]],
            waiting["notices"],
            {int(line): sentence for line, sentence in waiting.get("doubts", {}).items()},
            frozenset(waiting.get("hidden", ())),
        )


def open_sheets(content: bytes, most: int = MOST_SHEETS) -> list[CellSheet]:
    """
    Return the first visible sheets that are not empty, `most` of them: at least one, or a refusal.

    The type of a file follows from its content, never from its name. One file is read at a time; a file that may be big
    is read in another process (`read_alone`).
    """
    if len(content) > MOST_BYTES:
        raise Refusal(
            _("Ce fichier dépasse 10 Mo : ce n’est sans doute pas une liste de joueurs."), code="file_too_big"
        )
    if not content.strip():
        raise Refusal(_("Ce fichier est vide."), code="file_empty")
    return read_alone(_sheets, content, most, is_small=is_small(content))


def is_small(content: bytes) -> bool:
    """Return True when a file, unpacked, can be read in some tenths of a second."""
    if len(content) > SMALL:
        return False
    if not content.startswith(b"PK\x03\x04"):
        return True
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as parts:
            return sum(part.file_size for part in parts.infolist()) <= SMALL_UNPACKED
    except (zipfile.BadZipFile, NotImplementedError):
        return True  # and it is said what is wrong with it


def _sheets(content: bytes, most: int) -> list[CellSheet]:
    sheets = _workbook(content, most) if content.startswith(b"PK\x03\x04") else [_csv(content)]
    sheets = [sheet for sheet in sheets if sheet.lines]
    if not sheets:
        raise Refusal(_("Ce fichier est vide : ses cellules ne contiennent rien."), code="file_empty")
    lines = [cells for sheet in sheets for _number, cells in sheet.lines]
    if sum(map(len, lines)) > MOST_CELLS or sum(len(cell) for cells in lines for cell in cells) > MOST_LETTERS:
        raise too_many_cells()
    return sheets


def _csv(content: bytes) -> CellSheet:
    read = None if content.startswith(b"%PDF") else decoded(content)
    if read is None:
        raise _not_a_spreadsheet(content)
    text, notices = LINE_ENDS.sub("\n", read[0]), read[1]
    if sentence := not_a_list(text):
        raise Refusal(sentence, code="not_a_spreadsheet")
    if text.count("\n") > MOST_ROWS or text.count("\r") > MOST_ROWS:
        raise too_many_cells()
    if (discussion := discussion_of(text)) is not None:
        return _sheet_of_people(discussion)
    delimiter, text = _delimiter(ADDRESSEES.sub(r"\1\n", text))
    text = _aligned(text) if delimiter == "\t" else text
    if text.count(delimiter) > MOST_CELLS:
        raise too_many_cells()
    if delimiter == ALONE:
        return _sheet_of(Records([[line] for line in io.StringIO(text, newline=None)]), notices)
    try:
        return _sheet_of(records_of(text, delimiter), notices)
    except csv.Error as error:
        raise Refusal(
            _("Ce fichier CSV est abîmé : un guillemet ouvert n’est sans doute jamais fermé."), code="csv_broken"
        ) from error


def _sheet_of_people(discussion: Discussion) -> CellSheet:
    """Return the people of a chat, one a line, with the line numbers of the text."""
    if not discussion.people:
        sentence = _("Cette discussion ne nomme personne que l’on sache lire. Collez la seule liste, un nom par ligne.")
        raise Refusal(sentence, code="file_empty")
    lines = [(line, [_tidy(name)]) for line, name, _doubt in discussion.people]
    doubts = {line: doubt for line, _name, doubt in discussion.people if doubt}
    return CellSheet(lines, discussion.notices, doubts)


def _sheet_of(records: Records, notices: list[str]) -> CellSheet:
    """Return the sheet of a text; a line with broken quotes or too many cells is in doubt."""
    lines = (
        (line, [as_it_was(_tidy(cell)) for cell in cells[:MOST_COLUMNS]]) for line, cells in enumerate(records.rows, 1)
    )
    stacked = [line for line, cells in enumerate(records.rows, 1) if is_stacked(cells)]
    sentence = _("cette ligne a plus de cases que les autres : un séparateur est peut-être dans l’une d’elles.")
    doubts = dict.fromkeys(records.wider, sentence) | dict.fromkeys(stacked, _several())
    if records.broken:
        doubts |= dict.fromkeys(records.broken, _("un guillemet de cette ligne n’est pas fermé."))
        told = ngettext(
            "Un guillemet de la ligne %(lines)s n’est pas fermé : elle est lue sans guillemets.",
            "Des guillemets des lignes %(lines)s ne sont pas fermés : elles sont lues sans guillemets.",
            len(records.broken),
        )
        notices = [*notices, told % {"lines": named(sorted(records.broken))}]
    return CellSheet([(line, cells) for line, cells in lines if any(cells)], notices, doubts)


def is_stacked(cells: Iterable[object]) -> bool:
    """Return True when several cells of a line have the same number of text lines: « DUPONT⏎ROY », « Jean⏎Paul »."""
    parts = [cell.split("\n") for cell in cells if isinstance(cell, str) and "\n" in cell]
    counts = Counter(len(words) for words in parts if all(word.strip()[:1].isupper() for word in words))
    return any(times > 1 for times in counts.values())


def _several() -> str:
    return _("plusieurs lignes sont dans une case : ce sont peut-être deux personnes.")


def _delimiter(text: str) -> tuple[str, str]:
    """
    Return the delimiter and the text: Excel's own line names it, else it is the sign of most lines. Spaces between
    aligned columns become tabs. Commas in fewer than half of the lines do not count: each line is then one cell.
    """
    if declared := re.match(r"sep=([;,\t|])(?=\r?\n)", text):
        return declared[1], text[declared.end() :]  # its line is left blank, and counted
    first = list(islice((line for line in io.StringIO(text) if line.strip()), 50))
    lines_with = {mark: sum(mark in line for line in first) for mark in "\t;,|"}
    mark = max(lines_with, key=lambda each: lines_with[each])
    spaced = [LEADERS.sub("    ", line) for line in first]
    if lines_with[mark] * 2 < len(first) and sum(map(bool, map(APART.search, spaced))) * 4 > len(first) * 3:
        return "\t", APART.sub("\t", LEADERS.sub("    ", text))
    return (ALONE if mark == "," and lines_with[mark] * 2 < len(first) else mark), text


def _aligned(text: str) -> str:
    """Return a text with exactly one tab between columns, where lines have several tabs, or spaces instead of a tab."""
    lines = io.StringIO(text, newline=None).read().split("\n")
    counts = Counter(line.count("\t") for line in lines if line.strip())
    if len(counts) < 2 or '"' in text:
        return text
    single = [re.sub(r"\t+", "\t", line.strip()) for line in lines]
    if len({line.count("\t") for line in single if line}) == 1:
        return "\n".join(single)
    usual = max(counts, key=lambda count: (count > 0, counts[count]))
    spaced = [APART.sub("\t", line) if line.count("\t") < usual else line for line in lines]
    return "\n".join(new if new.count("\t") == usual else line for line, new in zip(lines, spaced, strict=True))


def _workbook(content: bytes, most: int) -> list[CellSheet]:
    damaged = Refusal(
        _(
            "Ce classeur ne s’ouvre pas : il est abîmé ou n’est ni un XLSX ni un ODS. "
            "Enregistrez-le à nouveau en XLSX ou en CSV."
        ),
        code="xlsx_broken",
    )
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as parts:
            names = parts.namelist()
            if "xl/workbook.xml" not in names and "content.xml" not in names:
                raise _not_a_spreadsheet(content)
            _refuse_big_parts(parts)
            if "content.xml" in names:
                return _ods(parts, content, most)
            has_formulas = _has_formulas(parts)
            has_zeros = "xl/styles.xml" in names and ZEROS.search(parts.read("xl/styles.xml")) is not None
            if is_strict(parts):
                content = transitional(parts)
    # Of zipfile: NotImplementedError is a packing it does not know, RuntimeError a file with a password.
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ExpatError) as error:
        raise damaged from error
    from openpyxl import load_workbook  # a third of a start, for a file now and then

    try:
        book = load_workbook(io.BytesIO(content), read_only=True, data_only=True)
        visible = [sheet for sheet in book.worksheets if sheet.sheet_state == "visible"]
        written = load_workbook(io.BytesIO(content), read_only=True) if has_formulas else {}
        sheets = []
        with zipfile.ZipFile(io.BytesIO(content)) as parts:
            for sheet in visible[:most]:
                part = parts.read(sheet._worksheet_path)
                hidden = hidden_in(part)
                lines, stacked = _lines(sheet, written and written[sheet.title], has_zeros=has_zeros)
                seen = _seen(lines, sheet.title, hidden.rows, hidden.columns, stacked)
                sheets.append(replace(seen, merged=merged_in(part)))
        read = [sheet.title for sheet in visible[:most]]
        return _with_unread(sheets, [sheet.title for sheet in book.worksheets if sheet.title not in read])
    except MemoryError:
        raise
    except Exception as error:
        raise damaged from error


def _ods(parts: zipfile.ZipFile, content: bytes, most: int) -> list[CellSheet]:
    """Return the sheets of a workbook of LibreOffice."""
    names = parts.namelist()
    if "mimetype" in names:
        with parts.open("mimetype") as stream:
            if b"spreadsheet" not in stream.read(LONGEST_CELL):
                raise _not_a_spreadsheet(content)
    if "META-INF/manifest.xml" in names and b"encryption-data" in parts.read("META-INF/manifest.xml"):
        raise _locked()
    with parts.open("content.xml") as stream:
        tables = read_ods(stream, sheets=most, rows=MOST_ROWS, columns=MOST_COLUMNS, lines=MOST_LINES + 2)
    if sum(len(cells) for table in tables for _line, cells in table.lines) > MOST_CELLS:
        raise too_many_cells()
    sheets = []
    for table in tables:
        stacked = [line for line, cells in table.lines if is_stacked(cells)]
        tidied = ((line, [_tidy(cell) for cell in cells]) for line, cells in table.lines)
        lines = [(line, cells) for line, cells in tidied if any(cells)]
        seen = _seen(lines, table.name, table.hidden_rows, table.hidden_columns, stacked)
        sheets.append(replace(seen, merged=table.merged))
    return _with_unread(sheets, [table.name for table in tables if not table.is_shown])


def _seen(
    lines: list[Line],
    name: str,
    hidden_rows: Collection[int],
    hidden_columns: Iterable[int],
    stacked: Iterable[int],
) -> CellSheet:
    """Return a sheet in which lines that the workbook hides, or that hold several people, are in doubt."""
    sentence = _("cette ligne est masquée dans le classeur, par un filtre peut-être.")
    doubts = dict.fromkeys(stacked, _several())
    doubts |= {line: sentence for line, _cells in lines if line in hidden_rows}
    return CellSheet(lines, doubts=doubts, hidden=frozenset(hidden_columns), name=name)


def _with_unread(sheets: list[CellSheet], names: Sequence[str]) -> list[CellSheet]:
    """Return the sheets of a workbook; a notice names the sheets that were not opened."""
    if not names:
        return sheets
    sentence = ngettext(
        "Une feuille masquée, ou trop loin, n’est pas lue : %(sheets)s.",
        "%(n)d feuilles masquées, ou trop loin, ne sont pas lues : %(sheets)s.",
        len(names),
    )
    told = sentence % {"n": len(names), "sheets": ", ".join(f"« {name} »" for name in names)}
    return [replace(sheet, notices=[*sheet.notices, told]) for sheet in sheets]


def _lines(sheet: Any, written: Any, *, has_zeros: bool) -> tuple[list[Line], list[int]]:
    """
    Return the lines of a sheet, and the numbers of lines that hold several people (« stacked »).

    `written` is the same sheet with its formulas, or None; `has_zeros` when some number format shows leading zeros.
    """
    rows = _rows(sheet, values_only=not written and not has_zeros)
    if written:
        rows = _with_formulas(rows, _rows(written, values_only=False))
    elif has_zeros:
        rows = ([_with_zeros(cell) for cell in row] for row in rows)
    lines: list[Line] = []
    stacked: list[int] = []
    letters = filled = 0
    for line, cells in enumerate(rows, 1):
        # Each is as wide as we read, and sheets are often formatted to their last row.
        width = next((place for place in range(len(cells), 0, -1) if cells[place - 1] is not None), 0)
        texts = [_tidy(_text(cell)) for cell in cells[:width]]
        if any(texts):
            lines.append((line, texts))
            stacked += [line] * is_stacked(cells)
            letters += sum(map(len, texts))
            filled += width
        if len(lines) > MOST_LINES + 1 or letters > MOST_LETTERS or filled > MOST_CELLS:
            break  # and it is refused
    return lines, stacked


def _with_zeros(cell: Any) -> Any:
    """Return the value of a cell; a number gets the leading zeros that its format shows: 0123456 under « 0000000 »."""
    if not isinstance(cell.value, int) or set(cell.number_format) != {"0"}:
        return cell.value
    return str(cell.value).zfill(len(cell.number_format))


def _refuse_big_parts(parts: zipfile.ZipFile) -> None:
    """Refuse a file whose unpacked parts are too big; they are counted without being kept in memory."""
    read = parts.infolist()
    if sum(part.file_size for part in read) > MOST_UNPACKED:  # no more than it says is ever unpacked
        raise too_many_cells()
    tags_left = {True: MOST_TAGS, False: MOST_OTHER_TAGS}
    for part in read:
        holds_cells = part.filename.startswith(("xl/worksheets/", "xl/sharedStrings", "content.xml"))
        with parts.open(part) as content:
            while chunk := content.read(1 << 20):
                tags_left[holds_cells] -= chunk.count(b"<")
                if tags_left[holds_cells] < 0:
                    raise too_many_cells()


def too_many_cells() -> Refusal:
    return Refusal(
        _(
            "Ce tableau a bien plus de cases qu’une liste de joueurs : rien n’en a été lu. Gardez la seule feuille des "
            "joueurs, sans lignes ni colonnes vides mises en forme."
        ),
        code="file_too_big",
    )


def _has_formulas(parts: zipfile.ZipFile) -> bool:
    sheets = [name for name in parts.namelist() if name.startswith("xl/worksheets/") and name.endswith(".xml")]
    return any(FORMULA_TAG.search(parts.read(name)) for name in sheets)


def _rows(sheet: Any, *, values_only: bool) -> Iterator[Sequence[Any]]:
    """Return the rows of a sheet, within the limits of a spreadsheet, whatever size the file declares."""
    sheet.reset_dimensions()  # some programs write a wrong size, and lines would be lost
    return sheet.iter_rows(max_row=MOST_ROWS, max_col=MOST_COLUMNS, values_only=values_only)


def _with_formulas(results: Iterator[Sequence[Any]], formulas: Iterator[Sequence[Any]]) -> Iterator[Sequence[Any]]:
    """Yield the values of each row; the formula instead of a value where the file stores no result."""
    for row, same_row in zip(results, formulas, strict=True):
        yield [
            _uncomputed(str(getattr(formula.value, "text", formula.value)))
            if formula.data_type == "f" and cell.value is None and cell.data_type != "str"
            else _with_zeros(cell)
            for cell, formula in zip(row, same_row, strict=True)
        ]


def _uncomputed(formula: str) -> str:
    """Return a formula without a stored result; ="0123" is read as its text."""
    return formula if GUARDED.fullmatch(formula) else UNCOMPUTED + _tidy(formula).removeprefix("=")


def _text(cell: Any) -> str:
    """Return a cell of a workbook as it reads on the screen."""
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return BOOLEAN + ("oui" if cell else "non")
    if isinstance(cell, int | float) and abs(cell) >= ROUNDED_FROM:
        return f"{cell:.5E}"  # as a number that was rounded, which it is
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    if isinstance(cell, (datetime, date)):
        return f"{cell:%d/%m/%Y}"
    return str(cell)


def named(lines: Sequence[int]) -> str:
    """Return line numbers in words: the first ones of many, or a range."""
    if len(lines) > MOST_LINES_NAMED and list(lines) == list(range(lines[0], lines[-1] + 1)):
        return _("%(first)d à %(last)d") % {"first": lines[0], "last": lines[-1]}
    numbers = [str(line) for line in lines[:MOST_LINES_NAMED]]
    if len(lines) > MOST_LINES_NAMED:
        return ", ".join(numbers) + "…"
    return (
        _("%(first)s et %(last)s") % {"first": ", ".join(numbers[:-1]), "last": numbers[-1]}
        if numbers[1:]
        else (numbers[0])
    )


def column_letter(index: int) -> str:
    """Return the letter of a column, by its index from 0: A, B, … Z, AA."""
    letters = ""
    while index >= 0:
        index, place = divmod(index, 26)
        letters, index = string.ascii_uppercase[place] + letters, index - 1
    return letters


def _tidy(cell: str) -> str:
    """Return a cell on one line, with composed accents, and without the marks that force a text: ="0123"."""
    cell = cell[:LONGEST_CELL]
    guarded = GUARDED.fullmatch(cell)
    cell = mended(guarded[1] or guarded[2] or "" if guarded else cell)
    return tidy(cell if cell.isascii() else unicodedata.normalize("NFC", cell))


def _not_a_spreadsheet(content: bytes) -> Refusal:
    """Return the refusal that says what a file is when it is no spreadsheet."""
    if content.startswith(b"\xd0\xcf\x11\xe0"):
        return _locked()
    if content.startswith(b"%PDF"):
        sentence = _("Ce fichier est un PDF, pas un tableau. Enregistrez la liste en XLSX ou en CSV.")
    else:
        sentence = _("Ce fichier n’est pas un tableau que nous savons lire. Enregistrez la liste en XLSX ou en CSV.")
    return Refusal(sentence, code="not_a_spreadsheet")


def _locked() -> Refusal:
    sentence = _(
        "Ce classeur est protégé par un mot de passe, ou c’est un ancien fichier XLS. "
        "Enregistrez-le sans mot de passe, en XLSX ou en CSV."
    )
    return Refusal(sentence, code="xlsx_locked")

"""Parts of an XLSX that openpyxl does not read: hidden and merged cells, and the strict form of the format."""

import io
import re
import zipfile
from dataclasses import dataclass

# « Classeur Open XML Strict » of Excel: the same parts under other names.
STRICT = b"purl.oclc.org/ooxml"
TRANSITIONAL = (
    (b"http://purl.oclc.org/ooxml/spreadsheetml/main", b"http://schemas.openxmlformats.org/spreadsheetml/2006/main"),
    (b"http://purl.oclc.org/ooxml/drawingml/main", b"http://schemas.openxmlformats.org/drawingml/2006/main"),
    (
        b"http://purl.oclc.org/ooxml/officeDocument/relationships",
        b"http://schemas.openxmlformats.org/officeDocument/2006/relationships",
    ),
)
ROW_OR_COLUMNS = re.compile(rb"<(?:\w+:)?(row|col)\b([^<>]*)>")
MERGED = re.compile(rb"<(?:\w+:)?mergeCell\b[^<>]*\bref=[\"']([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})[\"']")
ATTRIBUTE = re.compile(rb"\b(r|min|max|hidden|ht|width)\s*=\s*[\"']([^\"']*)[\"']")
NO_SIZE = re.compile(rb"0?(\.\d*)?")  # of a row or a column that is drawn so thin that nobody sees it
MOST_COLUMNS = 16_384  # of a sheet, as the format has it


@dataclass(frozen=True)
class Hidden:
    """The hidden rows (from 1) and columns (from 0) of a sheet: hidden, filtered out, or folded."""

    rows: frozenset[int] = frozenset()
    columns: frozenset[int] = frozenset()


def hidden_in(sheet: bytes) -> Hidden:
    """Return the hidden rows and columns in the XML of a sheet."""
    rows: set[int] = set()
    columns: set[int] = set()
    row = 0
    for tag in ROW_OR_COLUMNS.finditer(sheet):
        attributes = dict(ATTRIBUTE.findall(tag[2]))
        sizes = (attributes[name] for name in (b"ht", b"width") if name in attributes)
        is_hidden = attributes.get(b"hidden") in (b"1", b"true") or any(NO_SIZE.fullmatch(size) for size in sizes)
        if tag[1] == b"row":
            row = _number(attributes.get(b"r", b""), row + 1)
            rows |= {row} if is_hidden else set()
        elif is_hidden:
            first = _number(attributes.get(b"min", b""), 1)
            columns.update(range(first - 1, min(_number(attributes.get(b"max", b""), first), MOST_COLUMNS)))
    return Hidden(frozenset(rows), frozenset(columns))


def merged_in(sheet: bytes) -> list[tuple[int, int, int, int]]:
    """Return the merged cells in the XML of a sheet: first and last line, then first and last column from 0."""
    return [
        (int(first), int(last), _column(left), _column(right)) for left, first, right, last in MERGED.findall(sheet)
    ]


def is_strict(parts: zipfile.ZipFile) -> bool:
    return STRICT in parts.read("xl/workbook.xml")


def transitional(parts: zipfile.ZipFile) -> bytes:
    """Return a strict workbook in the usual (transitional) form. The caller has checked the size of its parts."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as new:
        for part in parts.infolist():
            if part.filename.endswith((".xml", ".rels")):
                content = parts.read(part)
                for strict, known in TRANSITIONAL:
                    content = content.replace(strict, known)
                new.writestr(part.filename, content)
    return made.getvalue()


def _column(letters: bytes) -> int:
    place = 0
    for letter in letters:
        place = place * 26 + letter - ord("A") + 1
    return place - 1


def _number(text: bytes, otherwise: int) -> int:
    return int(text) if text.isdigit() and len(text) < 8 else otherwise

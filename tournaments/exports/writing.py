"""A list as a file: CSV, XLSX, ODS or JSON."""

import csv
import io
import json
import re
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Any
from xml.sax.saxutils import escape

from tournaments.exports.tables import Cell, ExportTable
from tournaments.kit.text import COMPUTED, uncomputed
from tournaments.kit.translation import is_english

BOM = "\ufeff"
SPACES = re.compile(r"^ +| +$| {2,}")  # spaces that an OpenDocument reader would join or drop
TEXT = "s"  # the type of a workbook's cell that is never computed
WIDEST, NARROWEST = 60, 6  # of a column, in letters
FIXED_TIME = (1980, 1, 1, 0, 0, 0)  # of every part: the same list makes the same bytes


@dataclass(frozen=True)
class Format:
    """A file format: its code in an address and in a file name, and its content type."""

    code: str
    content_type: str
    write: Callable[[ExportTable, str], bytes]

    def file_name(self, table: ExportTable) -> str:
        return f"{table.stem}.{self.code}"


def as_csv(table: ExportTable, language: str) -> bytes:
    """
    Return UTF-8 with a BOM and semicolons, which a French spreadsheet opens by a double click.

    A text that a spreadsheet would compute gets an apostrophe before it.
    """
    text = io.StringIO(newline="")
    writer = csv.writer(text, delimiter=";", lineterminator="\r\n")
    writer.writerow([uncomputed(heading) for heading in table.columns])
    writer.writerows([_csv_cell(cell, language) for cell in row] for row in table.rows)
    return (BOM + text.getvalue()).encode()


def _csv_cell(cell: Cell, language: str) -> str:
    if cell is None:
        return ""
    if isinstance(cell, str):
        return uncomputed(cell)
    if isinstance(cell, datetime):
        return f"{cell:%Y-%m-%d %H:%M:%S}"
    if isinstance(cell, Decimal):
        return f"{cell:f}" if is_english(language) else f"{cell:f}".replace(".", ",")
    return str(cell)


def as_xlsx(table: ExportTable, _language: str) -> bytes:
    """Return a workbook. A text that begins like a formula stays a text, even after somebody edits it."""
    from openpyxl import Workbook  # imported here: it takes a third of a start, and is needed now and then
    from openpyxl.cell import WriteOnlyCell
    from openpyxl.styles import Font
    from openpyxl.utils import get_column_letter

    book = Workbook(write_only=True)
    sheet = book.create_sheet(_sheet_name(table))
    sheet.freeze_panes = "A2"
    for index, width in enumerate(_widths(table), 1):
        sheet.column_dimensions[get_column_letter(index)].width = width

    def xlsx_cell(value: Cell) -> Any:
        if not isinstance(value, str) or not value.startswith(COMPUTED):
            return value
        cell = WriteOnlyCell(sheet, value)
        cell.data_type, cell.quotePrefix = TEXT, True
        return cell

    headings = [WriteOnlyCell(sheet, title) for title in table.columns]
    for heading in headings:
        heading.font, heading.data_type = Font(bold=True), TEXT
    sheet.append(headings)
    for row in table.rows:
        sheet.append([xlsx_cell(cell) for cell in row])
    content = io.BytesIO()
    book.save(content)
    return content.getvalue()


def as_ods(table: ExportTable, _language: str) -> bytes:
    """
    Return an OpenDocument spreadsheet.

    Written by hand: it takes a dozen tags, and a library that builds the document first takes ten times as long.
    """
    parts = {"mimetype": ODS, "META-INF/manifest.xml": MANIFEST, "content.xml": _content_xml(table)}
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            compression = zipfile.ZIP_STORED if name == "mimetype" else zipfile.ZIP_DEFLATED  # the format asks for that
            archive.writestr(zipfile.ZipInfo(name, FIXED_TIME), text, compress_type=compression)
    return content.getvalue()


def _content_xml(table: ExportTable) -> str:
    columns = "".join(
        f'<table:table-column table:style-name="w{width}"/>' for width in (round(width) for width in _widths(table))
    )
    widths = "".join(
        f'<style:style style:name="w{width}" style:family="table-column">'
        f'<style:table-column-properties style:column-width="{width * 0.22:.2f}cm"/></style:style>'
        for width in sorted({round(width) for width in _widths(table)})
    )
    heads = "".join(_ods_cell(heading, ' table:style-name="head"') for heading in table.columns)
    rows = "".join(
        f"<table:table-row>{''.join(_ods_cell(cell) for cell in row)}</table:table-row>" for row in table.rows
    )
    name = escape(_sheet_name(table), {'"': "&quot;"})
    return (
        f"{CONTENT_HEAD}<office:automatic-styles>{STYLES}{widths}</office:automatic-styles>"
        f'<office:body><office:spreadsheet><table:table table:name="{name}">{columns}'
        f"<table:table-header-rows><table:table-row>{heads}</table:table-row></table:table-header-rows>{rows}"
        "</table:table></office:spreadsheet></office:body></office:document-content>"
    )


def _ods_cell(cell: Cell, style: str = "") -> str:
    if cell is None:
        return "<table:table-cell/>"
    if isinstance(cell, str):
        paragraphs = "".join(f"<text:p>{SPACES.sub(_spaces, escape(line))}</text:p>" for line in cell.split("\n"))
        return f'<table:table-cell{style} office:value-type="string">{paragraphs}</table:table-cell>'
    if isinstance(cell, date):
        style = ' table:style-name="instant"' if isinstance(cell, datetime) else ' table:style-name="day"'
        value = f'office:value-type="date" office:date-value="{cell.isoformat()}"'
        return f"<table:table-cell{style} {value}><text:p>{cell}</text:p></table:table-cell>"
    value = f'office:value-type="float" office:value="{cell}"'
    return f"<table:table-cell {value}><text:p>{cell}</text:p></table:table-cell>"


def _spaces(run: re.Match[str]) -> str:
    return f'<text:s text:c="{len(run[0])}"/>'


def _widths(table: ExportTable) -> list[float]:
    """Return the width of each column in characters: that of its longest value in the first rows."""
    first_rows = table.rows[:500]
    return [
        min(
            WIDEST,
            max([NARROWEST, len(heading), *(len(str(row[index])) for row in first_rows if row[index] is not None)]),
        )
        + 2
        for index, heading in enumerate(table.columns)
    ]


def _sheet_name(table: ExportTable) -> str:
    """Return a title as the name of a sheet: at most 31 characters, without those that a workbook refuses."""
    return "".join(" " if letter in "[]:*?/\\'" else letter for letter in table.title)[:31].strip() or "1"


def as_json(table: ExportTable, _language: str) -> bytes:
    """Return the title, the headings and the rows: a number stays a number, a day and a moment are ISO 8601."""
    content = {
        "title": table.title,
        "columns": list(table.columns),
        "rows": [[_json_cell(cell) for cell in row] for row in table.rows],
    }
    return json.dumps(content, ensure_ascii=False).encode()


def _json_cell(cell: Cell) -> str | int | float | None:
    if isinstance(cell, date):
        return cell.isoformat()
    return float(cell) if isinstance(cell, Decimal) else cell


ODS = "application/vnd.oasis.opendocument.spreadsheet"
MANIFEST = (
    '<?xml version="1.0" encoding="UTF-8"?>'
    '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" manifest:version="1.2">'
    f'<manifest:file-entry manifest:full-path="/" manifest:media-type="{ODS}"/>'
    '<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>'
)
CONTENT_HEAD = (
    '<?xml version="1.0" encoding="UTF-8"?><office:document-content office:version="1.2"'
    + "".join(
        f' xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{space}:1.0"'
        for name, space in (
            ("office", "office"),
            ("style", "style"),
            ("text", "text"),
            ("table", "table"),
            ("fo", "xsl-fo-compatible"),
            ("number", "datastyle"),
        )
    )
    + ">"
)
STYLES = (
    '<number:date-style style:name="days"><number:year number:style="long"/><number:text>-</number:text>'
    '<number:month number:style="long"/><number:text>-</number:text><number:day number:style="long"/>'
    "</number:date-style>"
    '<number:date-style style:name="instants"><number:year number:style="long"/><number:text>-</number:text>'
    '<number:month number:style="long"/><number:text>-</number:text><number:day number:style="long"/>'
    '<number:text> </number:text><number:hours number:style="long"/><number:text>:</number:text>'
    '<number:minutes number:style="long"/></number:date-style>'
    '<style:style style:name="day" style:family="table-cell" style:data-style-name="days"/>'
    '<style:style style:name="instant" style:family="table-cell" style:data-style-name="instants"/>'
    '<style:style style:name="head" style:family="table-cell">'
    '<style:text-properties fo:font-weight="bold"/></style:style>'
)
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
FORMATS = {
    file_format.code: file_format
    for file_format in (
        Format("csv", "text/csv; charset=utf-8", as_csv),
        Format("xlsx", XLSX, as_xlsx),
        Format("ods", ODS, as_ods),
        Format("json", "application/json", as_json),
    )
}

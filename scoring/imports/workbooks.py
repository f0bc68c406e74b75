"""
A workbook with a sheet for each evening: every sheet is read as a file of its own.

The day of an evening stands above its titles, or else is the name of its sheet, or of the file. A sheet that is no
evening is named and left out.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from django.utils.translation import gettext as _

from scoring.imports.evening_tables import MOST_EVENINGS, EveningTable, titled
from scoring.imports.evening_titles import Days, day_of, days_of, may_be_sequences, says_day
from scoring.imports.file_names import concours_of, stem_of
from scoring.imports.past_files import PastFile
from scoring.imports.season_files import SeasonFile
from tournaments.imports.headings import Meanings, find_headings, titles_below
from tournaments.imports.joining import with_unread
from tournaments.imports.merged import unmerged
from tournaments.imports.spreadsheets import CellSheet, open_sheets
from tournaments.kit.dated_names import evening_name
from tournaments.labels import ImportKind
from tournaments.refusals import Refusal

UNNAMED = re.compile(r"(?:feuil(?:le)?|sheet|tabelle|page) ?\d*", re.IGNORECASE)  # as programs name a sheet
OF_THE_PAPER = re.compile(r"imprim|édité|mis à jour|au \d|màj|prochain", re.IGNORECASE)  # a day, but of no evening


@dataclass(frozen=True)
class Opened:
    """
    A file that was read, or a sheet of it: the `kind` of its list and the sheet that holds it, or the reason why it is
    none (`why`). `name` is shown; `file` is the name of the whole file.

    Of results, `title` is the name of the evening and `day` its day, None when nothing says it.
    """

    name: str
    kind: ImportKind | None = None
    sheet: CellSheet | None = None
    why: str = ""
    file: str = ""
    title: str = ""
    day: date | None = None


@dataclass(frozen=True)
class FileMeanings:
    """What is known before a file is read: how headings of each kind are meant, and the days of the season chosen."""

    seasons: Meanings
    results: Meanings
    tables: Meanings
    within: Days | None = None


def sheets_in(file: str, content: bytes, reading: FileMeanings) -> list[Opened]:
    """
    Return the sheets of a workbook in which several are evenings; the only table of players and evenings of a file;
    nothing for any other. Refuses a file that is no spreadsheet.
    """
    sheets = open_sheets(content, most=MOST_EVENINGS)
    dated = {sheet.name: _day_in(sheet, file, reading) for sheet in sheets}
    found = [_opened(sheet, dated[sheet.name] if sheets[1:] else None, reading) for sheet in sheets]
    evenings = [one for one in found if one.kind]
    day_of_file = concours_of(file)[1]
    if day_of_file and all(may_be_sequences([one.name]) or _is_of_sequences(one, reading) for one in evenings):
        return []  # the sequences of one concours, in sheets or in the columns of a sheet
    if len(evenings) == 1 and evenings[0].kind == ImportKind.TABLE and evenings[0].sheet:
        others = [sheet for sheet in sheets if sheet.name != evenings[0].name]
        return [replace(evenings[0], name=file, file=file, sheet=with_unread(evenings[0].sheet, others))]
    if len(evenings) < 2:
        return []
    return _numbered([_evening(one, file, dated[one.name] or day_of_file) for one in found])


def _opened(sheet: CellSheet, day: date | None, reading: FileMeanings) -> Opened:
    """Return a sheet as the list that it holds; one that is no evening says so."""
    kinds: Sequence[tuple[ImportKind, type[EveningTable | SeasonFile | PastFile], Meanings]] = (
        (ImportKind.TABLE, EveningTable, reading.tables),
        (ImportKind.SEASON, SeasonFile, reading.seasons),
        (ImportKind.RESULTS, PastFile, reading.results),
    )
    for kind, table, meanings in kinds:
        whole = titled(sheet, meanings) if kind == ImportKind.TABLE else _whole(sheet, table, meanings)
        if kind == ImportKind.SEASON and day is not None:
            whole = _with_day(whole, day, meanings)
        try:
            read = table.read(whole, meanings)
        except Refusal as refusal:
            return Opened(sheet.name, why=str(refusal))
        if read.is_one:
            return Opened(sheet.name, kind, whole)
    sentence = _("Cette feuille n’est pas une soirée que nous savons lire : elle est laissée de côté.")
    return Opened(sheet.name, why=sentence)


def _whole(sheet: CellSheet, table: type[SeasonFile | PastFile], meanings: Meanings) -> CellSheet:
    return unmerged(sheet, table.columns, meanings, table.naming)


def _is_of_sequences(one: Opened, reading: FileMeanings) -> bool:
    return (
        one.kind == ImportKind.TABLE
        and one.sheet is not None
        and may_be_sequences(EveningTable.read(one.sheet, reading.tables).sequences)
    )


def _day_in(sheet: CellSheet, file: str, reading: FileMeanings) -> date | None:
    """Return the day that a sheet says above its titles, or else by its name; None without one."""
    within = days_of(sheet.name, None) or days_of(stem_of(file), reading.within)
    place, known = find_headings(sheet.lines, PastFile.columns, reading.results, PastFile.naming)
    above = [cell for _line, cells in sheet.lines[: place if known else 0] for cell in cells]
    texts = [*(cell for cell in above if says_day(cell) and not OF_THE_PAPER.search(cell)), sheet.name]
    return next(filter(None, (concours_of(text)[1] or day_of(text, within) for text in texts)), None)


def _with_day(sheet: CellSheet, day: date, meanings: Meanings) -> CellSheet:
    """Return a sheet of donnes with a column for its day when it has none."""
    place, known = find_headings(sheet.lines, SeasonFile.columns, meanings, SeasonFile.naming)
    if not known or SeasonFile.read(sheet, meanings).has("date"):
        return sheet
    titles, first = titles_below(sheet.lines, place, SeasonFile.columns, meanings)
    width = max(len(titles), *(len(cells) for _line, cells in sheet.lines))
    lines = [(line, [*cells, *[""] * (width - len(cells)), f"{day:%d/%m/%Y}"]) for line, cells in sheet.lines[first:]]
    heading = (sheet.lines[first - 1][0], [*titles, *[""] * (width - len(titles)), "date"])
    return replace(sheet, lines=[heading, *lines])


def _evening(one: Opened, file: str, day: date | None) -> Opened:
    """Return a sheet with the name under which it is shown, and that of its evening: its own unless it is a day."""
    name, day_of_name = concours_of(one.name)
    is_no_name = UNNAMED.fullmatch(one.name) or (says_day(one.name) and not day_of_name) or name == one.name == ""
    title = evening_name(day) if day and (is_no_name or says_day(name)) else name
    return replace(one, name=f"{file} · {one.name}", file=file, title=title, day=day)


def _numbered(evenings: list[Opened]) -> list[Opened]:
    """Return the sheets, the second evening of a day with its number; what the workbook says stands in the first."""
    times: Counter[tuple[str, date | None]] = Counter()
    numbered: list[Opened] = []
    for one in evenings:
        times[one.title, one.day] += 1
        number = times[one.title, one.day]
        sheet = replace(one.sheet, notices=[]) if one.sheet and numbered else one.sheet
        numbered.append(replace(one, sheet=sheet, title=one.title + (f" ({number})" if number > 1 else "")))
    return numbered

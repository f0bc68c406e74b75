"""
Several lists joined into one: sheets of a workbook with the same columns, and tables one below another on a sheet.

The columns of a later list go under the columns of the first with the same meaning; new ones go to its right. A list
whose names stand in other columns is not read, and a notice says so.
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.imports.headings import Column, Meanings, find_headings, heading_key, recognise, titles_below
from tournaments.imports.spreadsheets import CellSheet, Line, named
from tournaments.kit.text import fold

STEP = 1_000  # the lines of a second sheet are counted from a round number on
YEAR = re.compile(r"(?<!\d)20\d\d(?!\d)")
# Sheets of people who are perhaps none of the list: « Anciens membres », « Liste d’attente », « Exemple ».
OTHERS = re.compile(
    r"\b(anciens?|anciennes?|archives?|old|ex|radies?|demission\w*|sortis?|partis?|attente|annul\w*|rembours\w*"
    r"|exemples?|modeles?|tests?|copie|brouillon|absents?|absentes?|excuses?|corbeille)\b"
)


@dataclass
class _List:
    """The joined list: its titles, its lines, and `unread`, the numbers of lines under titles that do not fit."""

    columns: Sequence[Column]
    meanings: Meanings
    naming: Collection[str]
    titles: list[str] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)
    unread: list[int] = field(default_factory=list)
    tables: int = 0

    def add(self, titles: Sequence[str], lines: Sequence[Line]) -> bool:
        """Add the lines of a sheet to the list, table by table; return True when its first titles fit."""
        first = places = self._places(titles)
        self.tables += 1
        before = lines[0][0] if lines else 0
        for line, cells in lines:
            is_apart, before = line > before + 1, line
            if self._is_titles(cells, is_apart=is_apart):
                if cells != titles:
                    self.tables += 1
                    others = self._places(cells)
                    is_less = others and places and others.items() < places.items()  # of the titles that stand above
                    places = places if is_less else others
            elif places is not None:
                placed = [""] * len(self.titles)
                for index, place in places.items():
                    placed[place] = cells[index] if index < len(cells) else ""
                if any(placed):
                    self.lines.append((line, placed))
            elif first is not None:
                self.unread.append(line)
        return first is not None

    def _places(self, titles: Sequence[str]) -> dict[int, int] | None:
        """Return where these columns go, {index: index in the list}; None when the names stand in other columns."""
        if not self.tables:
            self.titles.extend(titles)
            return dict(enumerate(range(len(titles))))
        mine, theirs = (recognise(each, self.columns, self.meanings) for each in (self.titles, titles))
        if self._naming(mine) != self._naming(theirs):
            return None
        by_name = {name: index for index, name in mine.items() if name}
        by_title = {heading_key(title): index for index, title in enumerate(self.titles) if title}
        places: dict[int, int] = {}
        for index, title in enumerate(titles):
            place = by_name.get(theirs.get(index, ""), by_title.get(heading_key(title)))
            if title and (place is None or place in places.values()):
                place = len(self.titles)
                self.titles.append(title)
            if title and place is not None:
                places[index] = place
        return places

    def _is_titles(self, cells: Sequence[str], *, is_apart: bool) -> bool:
        """Return True when a line is a line of titles: it has a title for names and one more, or stands after a gap."""
        names = set(recognise(cells, self.columns, Meanings(self.meanings.remembered)).values()) - {""}
        words = [cell for cell in cells if cell and not any(map(str.isdigit, cell))]
        is_enough = len(names) > 1 or (is_apart and 1 < len(words) == len(list(filter(None, cells))))
        return is_enough and bool(self._naming(dict(enumerate(names))))

    def _naming(self, names: dict[int, str]) -> set[str]:
        return set(names.values()) & set(self.naming) - {"licence"}


def joined(
    sheets: Sequence[CellSheet],
    columns: Sequence[Column],
    meanings: Meanings,
    naming: Collection[str],
    most_lines: int,
) -> CellSheet:
    """
    Return one list from a workbook: its first sheet with known titles, and the sheets whose titles fit the same
    columns.

    A notice names each sheet that is not read. When the first sheet has more than `most_lines` lines, nothing is
    joined: `ReadTable.read` then refuses it.
    """
    first = first_known(sheets, columns, meanings, naming)
    place, known = find_headings(first.lines, columns, meanings, naming)
    others = [sheet for sheet in sheets if sheet is not first]
    if not known or len(first.lines) > most_lines + 1:
        return with_unread(first, others)
    remembered = Meanings(meanings.remembered)
    list_ = _List(columns, remembered, naming)
    titles, start = titles_below(first.lines, place, columns, meanings)
    list_.add(titles, first.lines[start:])
    doubts, notices, unread = dict(first.doubts), list(first.notices), []
    for sheet in others:
        theirs_at, theirs_known = find_headings(sheet.lines, columns, meanings, naming)
        theirs, start = titles_below(sheet.lines, theirs_at, columns, meanings) if theirs_known else ([], 0)
        seen = ["" if index in sheet.hidden else title for index, title in enumerate(theirs)]
        above = ((list_.lines or first.lines)[-1][0] // STEP + 1) * STEP
        if not theirs_known or not list_.add(seen, [(above + line, cells) for line, cells in sheet.lines[start:]]):
            unread.append(sheet)
            continue
        doubts |= {above + line: doubt for line, doubt in sheet.doubts.items()}
        words = {"sheet": sheet.name, "first": above + 1}
        notices.append(_("La feuille « %(sheet)s » est lue aussi : sa ligne 1 est comptée %(first)d.") % words)
    if list_.tables == 1:
        return with_unread(first, unread)
    if list_.unread:
        sentence = ngettext(
            "La ligne %(lines)s est sous d’autres titres que la liste : elle n’est pas lue.",
            "Les lignes %(lines)s sont sous d’autres titres que la liste : elles ne sont pas lues.",
            len(list_.unread),
        )
        notices.append(sentence % {"lines": named(list_.unread)})
    above_titles = [each for each in first.lines[:place] if sum(map(bool, each[1])) == 1]
    lines = [*above_titles, (first.lines[place][0], list_.titles), *list_.lines]
    return with_unread(replace(first, lines=lines, doubts=doubts, notices=notices), unread)


def first_known(
    sheets: Sequence[CellSheet], columns: Sequence[Column], meanings: Meanings, naming: Collection[str]
) -> CellSheet:
    """Return the first sheet with known titles, preferably titles of people; else the longest or the first sheet."""
    found = [(sheet, *find_headings(sheet.lines, columns, meanings, naming)) for sheet in sheets]
    longest = max(len(sheet.lines) for sheet in sheets)  # one known word of a short sheet makes no list of it
    known = [(sheet, place) for sheet, place, count in found if count > 1 or (count and len(sheet.lines) * 2 > longest)]
    for sheet, place in known:
        titles, _start = titles_below(sheet.lines, place, columns, meanings)
        if set(recognise(titles, columns, Meanings(meanings.remembered)).values()) & set(naming):
            return sheet
    if known:
        return known[0][0]
    return max(sheets, key=lambda sheet: len(sheet.lines)) if any(count for *_rest, count in found) else sheets[0]


def with_unread(sheet: CellSheet, unread: Sequence[CellSheet]) -> CellSheet:
    """Return the sheet with a notice that names the sheets of its workbook that are not read."""
    if not unread:
        return sheet
    sentence = ngettext(
        "Une autre feuille n’est pas lue : %(sheets)s.",
        "%(n)d autres feuilles ne sont pas lues : %(sheets)s.",
        len(unread),
    )
    words = {"n": len(unread), "sheets": ", ".join(f"« {each.name} »" for each in unread)}
    return replace(sheet, notices=[*sheet.notices, sentence % words])


def doubted_by_name(sheets: Sequence[CellSheet]) -> list[CellSheet]:
    """Return the sheets; all lines of a sheet are in doubt when its name has an earlier year, or says « anciens »."""
    years = {sheet.name: max(map(int, YEAR.findall(sheet.name)), default=0) for sheet in sheets}
    newest = max(years.values(), default=0)
    return [
        replace(sheet, doubts={line: sentence for line, _cells in sheet.lines} | sheet.doubts)
        if len(sheets) > 1 and (sentence := _doubt_of(sheet.name, years[sheet.name], newest))
        else sheet
        for sheet in sheets
    ]


def _doubt_of(name: str, year: int, newest: int) -> str:
    if OTHERS.search(fold(name)) or (year and year < newest):
        return _("il est sur la feuille « %(sheet)s » : est-il encore de la liste ?") % {"sheet": name}
    return ""

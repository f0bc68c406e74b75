"""
A season as one table, a row a player and a column an evening: it is split into the results of each evening.

This module does not know the database. The title of a column gives the day of an evening; a title without a year takes
the year from the season, and a title without a day (« Soirée 3 ») is asked about. Totals are compared and not imported:
a club may count only the best evenings.
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.imports.past_files import SEQUENCE, PastFile, PastRow, points_of
from tournaments.imports.cells import MONTHS, SERIAL, day
from tournaments.imports.columns import NOTHING_SAID
from tournaments.imports.headings import Column, Heading, Meanings, heading_key
from tournaments.imports.merged import unmerged
from tournaments.imports.spreadsheets import CellSheet, Line, open_sheets
from tournaments.kit.text import fold, signed, typed_number

MOST_EVENINGS, LEAST_EVENINGS = 60, 2
STAYED_AWAY = {
    *("", "a", "ab", "abs", "absent", "absente", "x", "nj", "n j", "np", "n p", "ex", "exc", "excuse", "excusee"),
    *("f", "forfait", "neant", "non joue", "non jouee", "n a"),
}
_MONTH = "|".join(sorted((word for word in MONTHS if len(word) > 1), key=len, reverse=True))
# As `heading_key` writes a title: « Ven. 03/10 », « Soirée du 3 octobre », « S3 2025-10-03 ».
BEFORE = r"(?:(?:soiree|seance|journee|etape|concours|tournoi|le|du|n°|s|j)\.? ?\d{0,2} )*(?:[a-z]{2,9} )?"
_IN_WORDS = rf"(\d{{1,2}})(?:er)? (\d{{1,2}}|{_MONTH})(?: (\d{{4}}|\d\d))?"
_YEAR_FIRST = r"(\d{4}) (\d\d?) (\d\d?)(?: 00 00 00)?"
_MONTH_FIRST = rf"({_MONTH}) (\d{{1,2}})(?: (\d{{4}}))?"  # a title merged above: « Octobre », then « 3 »
WHEN = re.compile(rf"^{BEFORE}(?:{_IN_WORDS}|{_YEAR_FIRST}|{_MONTH_FIRST})$")
NUMBERED = re.compile(r"^(?:soiree|seance|journee|etape|concours|tournoi|j) ?(?:n°? ?)?\d{1,2}$")
A_SERIAL = r"^[34]\d{4}(?: 0+)?$"  # of a day, from 1982 on: 45933 is 3 October 2025
YEARS = re.compile(r"(?<!\d)(20\d\d)\D{1,3}(20\d\d|\d\d)(?!\d)")
FIRST_MONTH = 9  # of a season that a file names « 2025-2026 »
MORE_TOTALS = ("cumul", "general", "tot", "total saison", "total annee", "total annuel", "total de la saison")
PLAYED = "played"
Days = tuple[date, date]


def _brought(cell: str) -> int | None:
    """Return the points in a cell; None for a word that says the player did not come."""
    return None if " ".join(fold(cell).replace(".", " ").split()).strip(" -–—−/") in STAYED_AWAY else points_of(cell)


def _counted(cell: str) -> int | None:
    return typed_number(cell)


@dataclass(frozen=True)
class EveningColumn:
    """A column of an evening: its place among them from 0, its title, its day (None: asked), who came, their sum."""

    index: int
    title: str
    day: date | None
    players: int
    sum: int


class EveningTable(PastFile):
    """
    A table of players and evenings; `sequences` are the titles of the columns of evenings.

    `disagreements` are sentences about the totals, and the numbers of evenings, that are not those of the cells.
    """

    columns = (
        *(column for column in PastFile.columns if column.name not in {SEQUENCE, "number", "rank", "total"}),
        *(
            replace(column, titles=(*column.titles, *MORE_TOTALS), may_be_left=True)
            for column in PastFile.columns
            if column.name == "total"
        ),
        Column(
            PLAYED,
            (
                "nb",
                "nbre",
                "nombre",
                "soirees",
                "nb soirees",
                "nombre de soirees",
                "participations",
                "presences",
                "nb p",
            ),
            gettext_lazy("nombre de soirées"),
            _counted,
            may_be_left=True,
        ),
        Column(
            SEQUENCE,
            (),
            gettext_lazy("soirée"),
            _brought,
            f"{WHEN.pattern}|{NUMBERED.pattern}|{A_SERIAL}",
            several=True,
        ),
    )
    most_headings = 2 * MOST_EVENINGS

    def __init__(self) -> None:
        super().__init__()
        self.disagreements: list[str] = []
        self._played: dict[int, int] = {}

    @property
    def is_one(self) -> bool:
        """Return whether the table has names and several evenings."""
        has_names = any(self.has(name) for name in ("player", "first_then_last", "licence"))
        return has_names and len(self.sequences) >= LEAST_EVENINGS

    @property
    def came(self) -> list[PastRow]:
        """Return the rows of those who came to an evening at least."""
        return [row for row in self.rows if any(points is not None for points in row.points)]

    def infer(
        self, names: dict[int, str], chosen: Collection[int], titles: Sequence[str], lines: Sequence[Line]
    ) -> None:
        """Read columns that are only numbered, « 1 », « 2 », « 3 », as evenings when no other title is one."""
        numbered = [index for index, title in enumerate(titles) if title.isdecimal() and int(title) <= MOST_EVENINGS]
        counts = [int(titles[index]) for index in numbered]
        if SEQUENCE not in names.values() and counts == [*range(1, len(counts) + 1)]:
            names |= {index: SEQUENCE for index in numbered if index not in chosen}

    def check_columns(self) -> None:
        if len(self.sequences) > MOST_EVENINGS:
            self.wrong(0, _("Ce tableau a plus de %(most)d soirées : séparez-le.") % {"most": MOST_EVENINGS})

    def row(self, line: int, values: dict[str, Any]) -> PastRow:
        if values.get(PLAYED) is not None:
            self._played[line] = values[PLAYED]
        return super().row(line, values)

    def refuse_empty(self, line: int, values: dict[str, Any]) -> None:
        """Accept a player who came to no evening: he belongs to the club and has no result."""

    def tell_sums(self) -> None:
        """Note the totals and the numbers of evenings that the cells do not give."""
        for row in self.rows:
            brought = [points for points in row.points if points is not None]
            words = {"line": row.line, "name": row.name or row.licence}
            if row.published_total not in (None, sum(brought)):
                words |= {"published": signed(row.published_total), "total": signed(sum(brought))}
                sentence = _("Ligne %(line)d, %(name)s : le total écrit est %(published)s, ses soirées font %(total)s.")
                self.disagreements.append(sentence % words)
            if self._played.get(row.line, len(brought)) != len(brought):
                words |= {"published": self._played[row.line], "total": len(brought)}
                sentence = _(
                    "Ligne %(line)d, %(name)s : le nombre de soirées écrit est %(published)d, ses cases en disent "
                    "%(total)d."
                )
                self.disagreements.append(sentence % words)

    def evenings(self, within: Days | None) -> list[EveningColumn]:
        """Return the evenings to which somebody came; a title without a year means a day of `within`."""
        found = []
        for index, title in enumerate(self.sequences):
            brought = [row.points[index] for row in self.rows]
            came = [points for points in brought if points is not None]
            if came:
                found.append(EveningColumn(index, title, day_of(title, within), len(came), sum(came)))
        return found

    def of_evening(self, index: int) -> PastFile:
        """Return the results of one evening, of those who came to it, as a file of one sequence."""
        file = PastFile()
        file.headings = [Heading(0, self.sequences[index], SEQUENCE, SEQUENCE, ())]
        file.rows = [
            replace(row, points=(row.points[index],), published_total=None)
            for row in self.rows
            if row.points[index] is not None
        ]
        return file


def open_tables(content: bytes, meanings: Meanings = NOTHING_SAID) -> list[tuple[str, CellSheet]]:
    """Return (name of the sheet, sheet) for each sheet of a spreadsheet that is a table of players and evenings."""
    sheets = [unmerged(sheet, EveningTable.columns, meanings, EveningTable.naming) for sheet in open_sheets(content)]
    return [(sheet.name, sheet) for sheet in sheets if EveningTable.read(sheet, meanings).is_one]


def days_of(stem: str, season: Days | None) -> Days | None:
    """Return the first and the last day of `season`, else of the season in the file's name; None when it names none."""
    if season is not None or (years := YEARS.search(stem)) is None:
        return season
    first = int(years[1])
    if int(years[2]) % 100 != (first + 1) % 100:
        return None
    return date(first, FIRST_MONTH, 1), date(first + 1, FIRST_MONTH - 1, 31)


def day_of(title: str, within: Days | None) -> date | None:
    """Return the day in a column's title, None without one. A title without a year means a day of `within`."""
    if SERIAL.fullmatch(title):
        return _read(title)
    found = WHEN.search(heading_key(title))
    if found is None:
        return None
    number, month, year, *iso, name, number_after, year_after = found.groups()
    if iso[0]:
        return _read("-".join(iso))
    number, month, year = number or number_after, month or name, year or year_after
    month = str(MONTHS.get(month, month))
    if year:
        return _read(f"{number}/{month}/{year}")
    years = {each.year for each in within} if within else set()
    days = [_read(f"{number}/{month}/{each}") for each in sorted(years)]
    return next((one for one in days if one and within and within[0] <= one <= within[1]), None)


def _read(text: str) -> date | None:
    try:
        return day(text)[0]
    except ValueError:
        return None

"""
A season as one table, a row a player and a column an evening: it is split into the results of each evening.

This module does not know the database. The title of a column gives the day of an evening; a title without a year takes
the year from the season. Totals are compared and not imported: a club may count only the best evenings.
"""

import re
from collections import Counter
from datetime import date
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.imports.past_files import SEQUENCE, PastFile, PastRow, points_of
from tournaments.imports.cells import MONTHS, day
from tournaments.imports.columns import NOTHING_SAID
from tournaments.imports.headings import Column, Meanings, heading_key
from tournaments.imports.spreadsheets import CellSheet, Line
from tournaments.kit.dated_names import evening_name
from tournaments.kit.text import fold, signed

MOST_EVENINGS, LEAST_EVENINGS = 60, 2
MOST_TOLD = 3
STAYED_AWAY = {"", "abs", "absent", "absente", "x", "nj", "np", "ex", "exc", "excuse", "excusee"}
_MONTH = "|".join(sorted((word for word in MONTHS if len(word) > 1), key=len, reverse=True))
# As `heading_key` writes a title: « Ven. 03/10 », « Soirée du 3 octobre », « S3 2025-10-03 ».
BEFORE = r"(?:(?:soiree|seance|concours|tournoi|le|du|n°|s|j)\.? ?\d{0,2} )*(?:[a-z]{2,9} )?"
_IN_WORDS = rf"(\d{{1,2}})(?:er)? (\d{{1,2}}|{_MONTH})(?: (\d{{4}}|\d\d))?"
_YEAR_FIRST = r"(\d{4}) (\d\d?) (\d\d?)(?: 00 00 00)?"
WHEN = re.compile(rf"^{BEFORE}(?:{_IN_WORDS}|{_YEAR_FIRST})$")
YEARS = re.compile(r"(?<!\d)(20\d\d)\D{1,3}(20\d\d|\d\d)(?!\d)")
FIRST_MONTH = 9  # of a season that a file names « 2025-2026 »
Days = tuple[date, date]


def _brought(cell: str) -> int | None:
    """Return the points in a cell; None for a word that says the player did not come."""
    return None if fold(cell).strip(" .-–—−") in STAYED_AWAY else points_of(cell)


class EveningTable(PastFile):
    """A table of players and evenings; `sequences` are the titles of the columns of evenings."""

    columns = (
        *(column for column in PastFile.columns if column.name != SEQUENCE),
        Column(SEQUENCE, (), gettext_lazy("soirée"), _brought, WHEN.pattern, several=True),
    )

    @property
    def is_one(self) -> bool:
        """Return whether the table has names and several evenings."""
        has_names = any(self.has(name) for name in ("player", "first_then_last", "licence"))
        return has_names and len(self.sequences) >= LEAST_EVENINGS

    def check_columns(self) -> None:
        if len(self.sequences) > MOST_EVENINGS:
            self.wrong(0, _("Ce tableau a plus de %(most)d soirées : séparez-le.") % {"most": MOST_EVENINGS})

    def refuse_empty(self, line: int, values: dict[str, Any]) -> None:
        """Accept a player who came to no evening: he belongs to the club and has no result."""

    def tell_sums(self) -> None:
        """Note the totals that are not the sum of the evenings."""
        wrong = [
            f"{row.name} {signed(row.published_total)} / {signed(total)}"
            for row in self.rows
            for total in [sum(points or 0 for points in row.points)]
            if row.published_total not in (None, total)
        ]
        if wrong:
            sentence = ngettext(
                "%(count)d total n’est pas la somme des soirées : il n’est pas repris (%(who)s).",
                "%(count)d totaux ne sont pas la somme des soirées : ils ne sont pas repris (%(who)s).",
                len(wrong),
            )
            self.notices.append(sentence % {"count": len(wrong), "who": ", ".join(wrong[:MOST_TOLD])})


def open_table(content: bytes, meanings: Meanings = NOTHING_SAID) -> EveningTable | None:
    """Return the table of players and evenings in a spreadsheet; None when the spreadsheet holds something else."""
    table = EveningTable.read(EveningTable.open(content, meanings), meanings)
    return table if table.is_one else None


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
    found = WHEN.search(heading_key(title))
    if found is None:
        return None
    number, month, year, *iso = found.groups()
    if iso[0]:
        return _read("-".join(iso))
    month = str(MONTHS.get(month, month))
    if year:
        return _read(f"{number}/{month}/{year}")
    years = {each.year for each in within} if within else set()
    days = [_read(f"{number}/{month}/{each}") for each in sorted(years)]
    return next((one for one in days if one and within and within[0] <= one <= within[1]), None)


def evenings_of(table: EveningTable, within: Days | None) -> list[tuple[str, CellSheet]]:
    """
    Return (file name with the day, sheet of results) for each evening to which somebody came.

    Raises ValueError with a sentence that names the column whose title gives no day.
    """
    made: list[tuple[str, CellSheet]] = []
    names: Counter[date] = Counter()
    for index, title in enumerate(table.sequences):
        when = day_of(title, within)
        if when is None:
            sentence = _("La colonne « %(title)s » ne dit pas l’année : choisissez la saison en envoyant le fichier.")
            raise ValueError(sentence % {"title": title})
        lines = [(row.line, _cells(row, index)) for row in table.rows if row.points[index] is not None]
        if lines:
            names[when] += 1
            again = f" ({names[when]})" if names[when] > 1 else ""
            heads: Line = (0, ["nom", "prénom", "licence", "séquence 1"])
            sheet = CellSheet([heads, *lines], [] if made else list(table.notices))
            made.append((f"{when.isoformat()} {evening_name(when)}{again}", sheet))
    return made


def _cells(row: PastRow, evening: int) -> list[str]:
    return [row.last_name, row.first_name, row.licence, str(row.points[evening])]


def _read(text: str) -> date | None:
    try:
        return day(text)[0]
    except ValueError:
        return None

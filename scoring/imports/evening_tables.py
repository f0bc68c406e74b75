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

from scoring.imports.evening_titles import PATTERN, Days, beside_points, day_of, is_evening, numbered, on_one_line
from scoring.imports.past_files import LEAST_PEOPLE, NAMES, SEQUENCE, TWO_PEOPLE, PastFile, PastRow, points_or_away
from tournaments.imports.columns import NOTHING_SAID
from tournaments.imports.headings import Column, Heading, Meanings
from tournaments.imports.merged import unmerged
from tournaments.imports.spreadsheets import CellSheet, Line, open_sheets
from tournaments.kit.text import signed, typed_number

MOST_EVENINGS, LEAST_EVENINGS = 60, 2
MOST_BEFORE = 4  # columns before the names: a rank, a number
MOST_OF_A_NAME = 60
NO_NAME = re.compile(r"[=:*;!?\d]")
MORE_TOTALS = ("cumul", "general", "tot", "total saison", "total annee", "total annuel", "total de la saison")
PLAYED = "played"


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
            r"^(?:nb|nbre|nombre) (?:de |d )?(?:soirees|participations|presences|parties|tournois|concours|seances)\b"
            r"|^(?:soirees|parties|seances) jouees$|^joue(?:e?s)?$|^(?:part|pres)$",
            may_be_left=True,
        ),
        Column(
            SEQUENCE,
            (),
            gettext_lazy("soirée"),
            points_or_away,
            PATTERN,
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
        """Read as evenings the titles that are, or that only count (« 1 », « 2 », « 3 ») when no other is one."""
        self.infer_names(names, chosen, titles, lines)
        for index in [index for index, name in names.items() if name == SEQUENCE and index not in chosen]:
            del names[index]
        evenings = {i: title for i, title in enumerate(titles) if i not in {*names, *chosen} and is_evening(title)}
        names |= dict.fromkeys(evenings.keys() - beside_points(evenings), SEQUENCE)
        if SEQUENCE not in names.values():
            names |= dict.fromkeys(numbered(titles, {*chosen, *names}), SEQUENCE)

    def guess(self, lines: Sequence[Line]) -> dict[int, str]:
        """Return the column of names where it has no title: the first one of words."""
        for index in range(MOST_BEFORE):
            cells = [cells[index] for _line, cells in lines if len(cells) > index and cells[index]]
            if len(cells) * 2 > len(lines) and all(cell.replace(".", "")[:1].isalpha() for cell in cells):
                return {index: "player"}
        return {}

    def is_total(self, cells: Sequence[str]) -> bool:
        """Return the same, and whether a line without figures is a remark: « * abs = absent »."""
        if super().is_total(cells):
            return True
        name = self._text(cells, NAMES)
        is_remark = NO_NAME.search(name) or TWO_PEOPLE.search(name) or len(name) > MOST_OF_A_NAME
        return bool(is_remark) and not any(
            cells[index] for index, column in self.known.items() if index < len(cells) and column.name not in NAMES
        )

    def check_columns(self) -> None:
        if len(self.sequences) > MOST_EVENINGS:
            self.wrong(0, _("Ce tableau a plus de %(most)d soirées : séparez-le.") % {"most": MOST_EVENINGS})

    def row(self, line: int, values: dict[str, Any]) -> PastRow:
        if values.get(PLAYED) is not None:
            self._played[line] = values[PLAYED]
        return super().row(line, values)

    def refuse_empty(self, line: int, values: dict[str, Any]) -> None:
        """Accept a player who came to no evening: he belongs to the club and has no result."""

    def _tell_zeros(self) -> None:
        """Note zeros in a table of which no cell is empty: they may be those of who stayed away."""
        points = [points for row in self.rows for points in row.points]
        if len(self.rows) > LEAST_PEOPLE and points.count(0) > len(self.rows) // 4 and None not in points:
            sentence = _(
                "Aucune case n’est vide et %(count)d sont à 0 : elles sont lues « venu, 0 point ». Videz-les dans le "
                "fichier si 0 veut dire absent."
            )
            self.disagreements.append(sentence % {"count": points.count(0)})

    def tell_sums(self) -> None:
        """Note the totals and the numbers of evenings that the cells do not give."""
        self._tell_zeros()
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
    sheets = (titled(sheet, meanings) for sheet in open_sheets(content))
    return [(sheet.name, sheet) for sheet in sheets if EveningTable.read(sheet, meanings).is_one]


def titled(sheet: CellSheet, meanings: Meanings) -> CellSheet:
    """Return a sheet with its merged cells filled and its titles on one line."""
    columns, naming = EveningTable.columns, EveningTable.naming
    return unmerged(on_one_line(sheet, columns, naming), columns, meanings, naming)

"""
Rows under known headings: recognise the columns of a spreadsheet, turn its lines into rows, report all problems.

A kind of file declares its `Column`s and builds a row from the values of a line. Nothing here knows the database.
"""

import re
from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Generic, Self, TypeVar

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.imports.headings import (
    LEFT_ASIDE,
    MOST_HEADINGS,
    Column,
    Heading,
    Meanings,
    find_headings,
    heading_key,
    recognise,
    samples_of,
    titles_below,
)
from tournaments.imports.joining import first_known, with_unread
from tournaments.imports.merged import unmerged
from tournaments.imports.ods import BOOLEAN
from tournaments.imports.spreadsheets import UNCOMPUTED, CellSheet, Line, column_letter, named, open_sheets
from tournaments.refusals import Refusal

Row = TypeVar("Row")

NOTHING_SAID = Meanings()
FIRST_LINES = 3
PEOPLE = "joueurs?|joueuses?|inscrite?s?|presente?s?|participants?|membres?|adherents?|personnes?"
TOTAL = re.compile(
    rf"sous tota(l|ux)( .*)?|(total|totaux|somme|moyenne|effectif|nombre|nb)"
    rf"( (\d+|generale?|des?|du|d|par|club|section|equipes?|{PEOPLE})( .*)?)?|\d+ ({PEOPLE})( .*)?"
)
# What spreadsheets show of a formula that gives nothing: « #N/A », « #REF! », « #VALEUR! », « Err:502 ».
APOSTROPHE_OF_A_NAME = re.compile(r"'[a-z] ")  # « 't Hooft », « 's Gravesande »
BROKEN = re.compile(
    r"#(N/?[AD]|REF!?|VALUE!?|VALEUR!?|NAME\?|NOM\s?\?|NUM!?|NOMBRE!?|DIV/0\s?!?|NULL?!?|SPILL!)|Err ?:\d{3}",
    re.IGNORECASE,
)


class LeftEmptyError(ValueError):
    """Raised by a cell whose value is not needed: the cell is left empty, and the user is told its column and line."""


@dataclass(frozen=True)
class LineProblem:
    """What is wrong, and on which line; line 0 is the file as a whole."""

    line: int
    sentence: str


class ReadTable(ABC, Generic[Row]):
    """
    A file that was read: its good rows, its problems, and notices for the user.

    A subclass for each kind of file says its columns and the meaning of a line. `headings` are the columns of the file,
    each with its meaning; `is_headless` when no line is a line of headings.
    """

    columns: ClassVar[tuple[Column, ...]]
    most_lines: ClassVar[int]
    most_headings: ClassVar[int] = MOST_HEADINGS
    most_problems: ClassVar[int]  # after that many, the file itself is wrong
    has_too_many_lines: ClassVar[str | Promise]
    naming: ClassVar[Collection[str]]  # the columns that say who a line is about
    nothing_below: ClassVar[str | Promise] = gettext_lazy(
        "Ce fichier n’a que sa ligne de titres : il n’y a aucun joueur dessous."
    )

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self.problems: list[LineProblem] = []
        self.notices: list[str] = []
        self.headings: list[Heading] = []
        self.is_headless = False
        self.is_guessed = False  # by its cells, where no heading says which column names people
        self.first_lines: list[Line] = []  # of a list without headings: one of them may be these
        self.known: dict[int, Column] = {}  # by the place of a column in the file, from 0
        self.filled: dict[int, int] = {}  # how many cells of each good line hold something, by its number
        self.hidden: frozenset[int] = frozenset()  # the columns that the workbook hides, from 0
        self.doubts: dict[int, str] = {}  # why a line is perhaps not meant, by its number
        self._problem_count = 0
        self._left_empty: dict[tuple[str, str], list[int]] = defaultdict(list)
        self.unclear: set[tuple[int, str]] = set()  # the lines and columns of these cells

    @classmethod
    def open(cls, content: bytes, meanings: Meanings = NOTHING_SAID) -> CellSheet:
        """
        Return the sheet of a spreadsheet to read: the first one with known headings, or else the first. Its notices say
        which other sheets are not read.
        """
        sheets = [unmerged(sheet, cls.columns, meanings, cls.naming) for sheet in open_sheets(content)]
        first = first_known(sheets, cls.columns, meanings, cls.naming)
        return with_unread(first, [sheet for sheet in sheets if sheet is not first])

    @classmethod
    def read(cls, sheet: CellSheet, meanings: Meanings = NOTHING_SAID) -> Self:
        """Return the content of a sheet, with all its problems. Refuses a sheet with far too many lines."""
        if len(sheet.lines) > cls.most_lines + 1:
            raise Refusal(cls.has_too_many_lines, code="too_many_lines")
        table = cls()
        table.notices.extend(sheet.notices)
        table.doubts.update(sheet.doubts)
        table.hidden = sheet.hidden
        place, known = find_headings(sheet.lines, cls.columns, meanings, cls.naming)
        said = [index for index, (line, _cells) in enumerate(sheet.lines) if line == meanings.title_line]
        if said:
            place, known = said[0], 1
        table.is_headless = not known
        titles, first = titles_below(sheet.lines, place, cls.columns, meanings) if known else ([], 0)
        table._tell_above(sheet.lines[:place], titles)
        below = sheet.lines[first:]
        table.first_lines = below[:FIRST_LINES] if table.is_headless else []
        table._recognise(titles, below, meanings)
        if known == 1 and not said and table.is_guessed:
            words = {"line": sheet.lines[place][0], "titles": " · ".join(filter(None, titles))}
            table.notices.append(_("La ligne %(line)d est lue comme celle des titres : %(titles)s.") % words)
        table.check_columns()
        if not table.problems:
            table._read_lines(below, titles)
        return table

    def has(self, name: str) -> bool:
        """Return True when the file has this column."""
        return any(column.name == name for column in self.known.values())

    def wrong(self, line: int, sentence: str) -> None:
        """Record a problem of a line, unless there are far too many."""
        self._problem_count += 1
        if len(self.problems) < self.most_problems:
            self.problems.append(LineProblem(line, sentence))

    def wrong_cell(self, line: int, label: str | Promise, sentence: str) -> None:
        """Record a problem of one column of a line."""
        self.wrong(
            line,
            _("Ligne %(line)d, colonne « %(column)s » : %(sentence)s")
            % {"line": line, "column": label, "sentence": sentence},
        )

    def infer(
        self, names: dict[int, str], chosen: Collection[int], titles: Sequence[str], lines: Sequence[Line]
    ) -> None:
        """Change the meaning of columns where one depends on another; columns in `chosen` stay as they are."""

    def guess(self, lines: Sequence[Line]) -> dict[int, str]:
        """Return the probable meaning of the columns of a list without headings: {index from 0: name}."""
        del lines
        return {}

    @abstractmethod
    def check_columns(self) -> None:
        """Record which columns are missing."""

    @abstractmethod
    def row(self, line: int, values: dict[str, Any]) -> Row:
        """
        Return a line as a row; record its problem and leave the row out when it is wrong.

        `values` has the value of each column by name: None for an empty cell; a wrong cell has no value.
        """

    def is_total(self, cells: Sequence[str]) -> bool:
        """Return whether a line names nobody: it is a total under the list."""
        return is_total(cells)

    def check_rows(self) -> None:
        """Record what is wrong between several lines."""

    def _tell_hidden(self, titles: Sequence[str], names: Mapping[int, str]) -> None:
        """Add a notice of the hidden columns that are not read although their headings are known."""
        known = recognise(titles, self.columns, NOTHING_SAID)
        aside = [titles[index] for index in sorted(self.hidden & known.keys()) if not names.get(index)]
        if aside:
            sentence = ngettext(
                "La colonne %(titles)s est masquée dans le classeur : elle est laissée de côté.",
                "Les colonnes %(titles)s sont masquées dans le classeur : elles sont laissées de côté.",
                len(aside),
            )
            self.notices.append(sentence % {"titles": ", ".join(f"« {title} »" for title in aside)})

    def _tell_above(self, above: Sequence[Line], titles: Sequence[str]) -> None:
        """Add a notice of lines above the headings that are not read although they look like lines of the list."""
        width = sum(map(bool, titles))
        lines = [line for line, cells in above if min(2, width) <= sum(map(bool, cells)) >= width - 1]
        if titles and lines and width > 1:
            sentence = ngettext(
                "La ligne %(lines)s est au-dessus des titres : elle n’est pas lue.",
                "Les lignes %(lines)s sont au-dessus des titres : elles ne sont pas lues.",
                len(lines),
            )
            self.notices.append(sentence % {"lines": named(lines)})

    def _recognise(self, titles: Sequence[str], below: Sequence[Line], meanings: Meanings) -> None:
        seen = _without(titles, self.hidden)
        below_seen = [(line, _without(cells, self.hidden)) for line, cells in below] if self.hidden else below
        guessed = recognise(seen, self.columns, NOTHING_SAID) if titles else self.guess(below_seen)
        self.infer(guessed, (), seen, below_seen)
        if titles:
            names = recognise(seen, self.columns, meanings)
            self._tell_hidden(titles, names)
            if not set(names.values()) & (set(self.naming) - {"licence"}):
                more = {index: name for index, name in self.guess(below_seen).items() if index not in names}
                self.is_guessed = bool(more)
                names |= more
        else:
            names = {index: name for index, name in guessed.items() if name not in meanings.chosen.values()}
            names |= recognise([], self.columns, meanings)
        self.infer(names, meanings.chosen, seen, below_seen)
        for index in range(min(self.most_headings, max([len(titles), *(len(cells) for _line, cells in below)]))):
            title, samples = (titles[index] if index < len(titles) else ""), samples_of(below, index)
            if title or samples:
                heading = Heading(
                    index=index,
                    title=title or _("colonne %(letter)s") % {"letter": column_letter(index)},
                    column=names.get(index, LEFT_ASIDE),
                    guessed=guessed.get(index, LEFT_ASIDE),
                    samples=samples,
                )
                self.headings.append(heading)
        for column in self.columns:
            mine = [heading for heading in self.headings if heading.column == column.name]
            if len(mine) > 1 and not column.several:
                sentence = _("« %(column)s » est choisi pour plusieurs colonnes : gardez-en une.")
                self.wrong(0, sentence % {"column": column.label})
            for number, heading in enumerate(mine, 1):
                numbered = replace(column, name=f"{column.name} {number}", label=heading.title)
                self.known[heading.index] = numbered if column.several else column

    def _read_lines(self, lines: Iterable[Line], titles: Sequence[str]) -> None:
        not_read = []
        for line, cells in lines:
            if cells == titles:  # a printed list says its headings again on every page
                continue
            if self.is_total(cells) or self._is_title(cells):
                not_read.append(line)
                continue
            before = self._problem_count
            row = self.row(line, self._values(line, cells))
            if self._problem_count == before:
                self.rows.append(row)
                self.filled[line] = sum(bool(cell) for cell in cells)
        if not_read:
            sentence = ngettext(
                "La ligne %(lines)s n’est pas lue : c’est un titre ou un total.",
                "Les lignes %(lines)s ne sont pas lues : ce sont des titres ou des totaux.",
                len(not_read),
            )
            self.notices.append(sentence % {"lines": named(not_read)})
        for (label, error), where in self._left_empty.items():
            sentence = ngettext(
                "Colonne « %(column)s », ligne %(lines)s : %(error)s La case est laissée vide.",
                "Colonne « %(column)s », lignes %(lines)s : %(error)s Les cases sont laissées vides.",
                len(where),
            )
            self.notices.append(sentence % {"column": label, "lines": named(where), "error": error})
        if not self.rows and not self.problems:
            self.wrong(0, str(self.nothing_below))
        self.tell_doubts()
        self.check_rows()

    def tell_doubts(self) -> None:
        """Add a notice of the doubtful lines, for an import in which nobody ticks lines."""
        lines_of: dict[str, list[int]] = defaultdict(list)
        for line, sentence in self.doubts.items():
            lines_of[sentence].append(line)
        for sentence, lines in lines_of.items():
            words = {"lines": named(lines), "sentence": sentence}
            self.notices.append(
                ngettext(
                    "Ligne %(lines)s : %(sentence)s Elle est lue quand même.",
                    "Lignes %(lines)s : %(sentence)s Elles sont lues quand même.",
                    len(lines),
                )
                % words
            )

    def _is_title(self, cells: Sequence[str]) -> bool:
        """Return True when a line has one cell only, in a column without names."""
        filled = [index for index, cell in enumerate(cells) if cell]
        return len(filled) == 1 and filled[0] not in {
            i for i, column in self.known.items() if column.name in self.naming
        }

    def _typed(self, line: int, cell: str, *, is_name: bool) -> str:
        """Return the text of a cell that a spreadsheet turned into true or false; a name in such a cell is in doubt."""
        if not is_name:
            return cell.removeprefix(BOOLEAN)
        self.doubts.setdefault(line, _("le tableur a pris son nom pour « vrai » ou « faux » : vérifiez-le."))
        return "VRAI" if cell.endswith("oui") else "FAUX"

    def _values(self, line: int, cells: list[str]) -> dict[str, Any]:
        """Return the values of a line's cells by column name; record the problems of the wrong cells."""
        values: dict[str, Any] = dict.fromkeys(column.name for column in self.known.values())
        for index, column in self.known.items():
            cell = _bare(cells[index] if index < len(cells) else "")
            if not cell:
                continue
            is_name = column.name in self.naming and column.name != "licence"
            if cell.startswith(BOOLEAN):
                cell = self._typed(line, cell, is_name=is_name)
            try:
                values[column.name] = column.value(_computed(cell, is_name=is_name))
            except ValueError as error:
                if column.may_be_left or isinstance(error, LeftEmptyError):
                    self._left_empty[str(column.label), str(error)].append(line)
                    self.unclear.add((line, column.name))
                    continue
                self.wrong_cell(line, column.label, str(error))
                del values[column.name]
        return values


def _without(cells: Sequence[str], hidden: Collection[int]) -> list[str]:
    """Return the cells of a line; those in hidden columns are empty."""
    return ["" if index in hidden else cell for index, cell in enumerate(cells)]


def _bare(cell: str) -> str:
    """Return a cell without the apostrophes that made a text of a number: '0123, 'DUPONT'."""
    if len(cell) > 2 and cell[0] == cell[-1] == "'":
        return cell[1:-1].strip()
    return cell if APOSTROPHE_OF_A_NAME.match(cell) else cell.lstrip("'") or cell


def _computed(cell: str, *, is_name: bool) -> str:
    """Return the cell unchanged. Raises ValueError for a formula without a stored result."""
    if BROKEN.fullmatch(cell):
        error = ValueError if is_name else LeftEmptyError
        raise error(_("« %(value)s » est une formule en erreur.") % {"value": cell})
    if cell.startswith(UNCOMPUTED):
        sentence = _(
            "c’est une formule, et ce fichier n’en garde pas le résultat. Ouvrez-le dans un tableur, "
            "enregistrez-le, puis recommencez."
        )
        raise ValueError(sentence)
    return cell


def is_total(cells: Sequence[str]) -> bool:
    """Return True when a line is the total under a list: its only cell is a text that says so."""
    words = [heading_key(cell) for cell in cells if any(letter.isalpha() for letter in cell)]
    is_alone = len(words) == 1 or (bool(words) and words[0].startswith(("sous tota", "total gene")))
    return is_alone and TOTAL.fullmatch(words[0]) is not None

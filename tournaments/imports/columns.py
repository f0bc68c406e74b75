"""
Lines under known headings: the columns of a spreadsheet are recognised, its lines become rows, all problems are told.

A kind of file declares its `Column`s and makes a row of what a line holds; nothing here knows the database.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Self, TypeVar

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from tournaments.imports.spreadsheets import Line, open_spreadsheet
from tournaments.refusals import Refusal
from tournaments.text import fold

Row = TypeVar("Row")


@dataclass(frozen=True)
class Problem:
    """What is wrong, where; line 0 is the file as a whole."""

    line: int
    sentence: str


@dataclass(frozen=True)
class Column:
    """
    A column that a file may have. `titles` are the headings that name it, whatever their case and accents.

    `label` is what a problem calls it. `value` makes a value of a cell that is not empty, or raises ValueError with the
    sentence that says what is wrong.
    """

    name: str
    titles: tuple[str, ...] = ()
    label: str | Promise = ""
    value: Callable[[str], Any] = str


class Table(ABC, Generic[Row]):
    """
    A file as read: its good rows, what is wrong, and what the reader should know.

    A kind of file says which columns it has, what is told of the others, and what a line of it means.
    """

    columns: ClassVar[tuple[Column, ...]]
    most_lines: ClassVar[int]
    most_problems: ClassVar[int]  # after that many, the file itself is wrong
    has_too_many_lines: ClassVar[str | Promise]
    has_column_twice: ClassVar[str | Promise]

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self.problems: list[Problem] = []
        self.notices: list[str] = []
        self.known: dict[int, Column] = {}  # by the place of a column in the file, from 0
        self._told = 0

    @classmethod
    def read(cls, content: bytes) -> Self:
        """Return what a file holds. Problems are collected; what is no spreadsheet, or a huge one, is refused."""
        table = cls()
        lines = open_spreadsheet(content, table.notices)
        first = next(lines, None)
        if first is None:
            raise Refusal(_("Ce fichier est vide : ses cellules ne contiennent rien."), code="file_empty")
        table._recognise(first[1])
        table.check_columns()
        if not table.problems:
            table._read_lines(lines)
        return table

    def has(self, name: str) -> bool:
        """Whether the file has this column."""
        return any(column.name == name for column in self.known.values())

    def wrong(self, line: int, sentence: str) -> None:
        """Tell a problem, unless there are far too many."""
        self._told += 1
        if len(self.problems) < self.most_problems:
            self.problems.append(Problem(line, sentence))

    def wrong_cell(self, line: int, label: str | Promise, sentence: str) -> None:
        """Tell a problem of one column of a line."""
        self.wrong(
            line,
            _("Ligne %(line)d, colonne « %(column)s » : %(sentence)s")
            % {"line": line, "column": label, "sentence": sentence},
        )

    def unknown_column(self, index: int, title: str) -> Column | None:
        """Return a column for a title that none of `columns` has, or tell about it and return None."""

    @abstractmethod
    def check_columns(self) -> None:
        """Tell which columns are missing."""

    def stray_cell(self, line: int, index: int, cell: str) -> None:
        """Tell about a cell under no known title."""

    @abstractmethod
    def row(self, line: int, values: dict[str, Any]) -> Row:
        """
        Return a line as a row, or tell what is wrong: the row is then left out.

        `values` are by the names of the columns: None for an empty cell, and none for a cell that was wrong.
        """

    def check_rows(self) -> None:
        """Tell what is wrong between the lines."""

    def _recognise(self, titles: list[str]) -> None:
        columns = {fold(title): column for column in self.columns for title in column.titles}
        for index, title in enumerate(titles):
            column = columns.get(fold(title))
            if column is not None and self.has(column.name):
                self.wrong(1, str(self.has_column_twice) % {"title": title})
            elif column is not None:
                self.known[index] = column
            elif title and (other := self.unknown_column(index, title)) is not None:
                self.known[index] = other

    def _read_lines(self, lines: Iterable[Line]) -> None:
        for count, (line, cells) in enumerate(lines, 1):
            if count > self.most_lines:
                raise Refusal(self.has_too_many_lines, code="too_many_lines")
            before = self._told
            row = self.row(line, self._values(line, cells))
            if self._told == before:
                self.rows.append(row)
        if not self.rows and not self.problems:
            self.wrong(0, _("Ce fichier n’a que sa ligne de titres : il n’y a aucun joueur dessous."))
        self.check_rows()

    def _values(self, line: int, cells: list[str]) -> dict[str, Any]:
        """Return the values of the cells by column, the problems of the others told."""
        values: dict[str, Any] = dict.fromkeys(column.name for column in self.known.values())
        for index, cell in enumerate(cells):
            column = self.known.get(index)
            if not cell:
                continue
            if column is None:
                self.stray_cell(line, index, cell)
                continue
            try:
                values[column.name] = column.value(cell)
            except ValueError as error:
                self.wrong_cell(line, column.label, str(error))
                del values[column.name]
        return values

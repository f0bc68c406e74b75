"""
The headings of a list: on which line they stand, and what each column means.

The meaning of a column is, in this order: what the user chose for the column, what the club chose before for its
heading, what the heading says. Two columns never have the same meaning, except where a kind of file allows several (the
sequences of a concours).
"""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from django.utils.functional import Promise

from tournaments.imports.names import FIRST_NAMES, PHONE, is_whole_name
from tournaments.imports.ods import BOOLEAN
from tournaments.imports.spreadsheets import Line
from tournaments.kit.text import fold

LINES_ABOVE = 30  # a title, an address, the date: headings stand no deeper
MOST_HEADINGS = 60  # shown and chosen by hand; more columns than that are left aside
SAMPLES = 3
# The questions of an online form say politely what a heading says: « Votre nom de famille ».
POLITE = re.compile(r"^(quel(le)?s? (est|sont) )?(votre|vos|ton|ta|indiquez|saisissez) (votre |le |la )?(?=\w)")
LEFT_ASIDE = ""
ENDING = re.compile(r"\((e|s|es|se|ne|trice)\)")  # « Prénom(s) », « Licencié(e) »
# What stands in lines and not in their headings: an address, a telephone; beside one known word, a licence too.
ADDRESS = re.compile(rf"\S@\S+\.\w|{PHONE.pattern}")
CODE = re.compile(r"[A-Za-z]{0,2}\d{5,}[A-Za-z]?")


@dataclass(frozen=True)
class Column:
    """
    A column that a file may have.

    A heading names the column when it is one of `titles`, whatever its case, accents and stops, or else when it matches
    `pattern`. `label` is the column's name for users. `value` turns a cell that is not empty into a value. When `value`
    raises ValueError, the line is left out, unless the column `may_be_left`. `several` when a file may have more than
    one.
    """

    name: str
    titles: tuple[str, ...] = ()
    label: str | Promise = ""
    value: Callable[[str], Any] = str
    pattern: str = ""
    may_be_left: bool = False
    several: bool = False

    @cached_property
    def keys(self) -> tuple[str, ...]:
        """Return the titles in the form in which headings are compared."""
        return tuple(map(heading_key, self.titles))


@dataclass(frozen=True)
class Heading:
    """A column of a file: its title, its meaning (the name of a column, or left aside), and its first cells."""

    index: int
    title: str
    column: str
    guessed: str  # what it would be read as without anybody's choice
    samples: tuple[str, ...]


@dataclass(frozen=True)
class Meanings:
    """
    The meanings that users chose: `remembered` {heading key: column name}, `chosen` {column index from 0: column name}.

    `title_line` is the number of the line that the user chose as headings; 0 for none.
    """

    remembered: Mapping[str, str] = field(default_factory=dict)
    chosen: Mapping[int, str] = field(default_factory=dict)
    title_line: int = 0


def heading_key(title: str) -> str:
    """Return a heading in the form for comparing headings: without accents, case, stops, brackets or « (s) »."""
    return " ".join(re.sub(r"[^\w°]+", " ", ENDING.sub("", fold(title))).split())


def find_headings(
    sheet: Sequence[Line], columns: Sequence[Column], meanings: Meanings, naming: Collection[str] = ()
) -> tuple[int, int]:
    """
    Return (index of the line of headings in `sheet`, number of known columns); the number is 0 when none is found.

    The line is the first with the most known columns: a title, or a group of columns, may stand above it. The search
    ends when a line knows a column in `naming` (columns that name people) and one more, and a line of cells has
    followed it.
    """
    remembered = Meanings(remembered=meanings.remembered)
    best, names_people = (0, 0), False
    for place in range(min(LINES_ABOVE, len(sheet))):
        if names_people and any(_width(cells) > 1 for _line, cells in sheet[best[0] + 1 : place]):
            break
        titles, _first = titles_below(sheet, place, columns, remembered)
        names = {index: name for index, name in recognise(titles, columns, remembered).items() if name}
        known = len(set(names.values()))
        if known > best[1] and not _is_data(sheet, place, names):
            best, names_people = (place, known), known > 1 and not set(naming).isdisjoint(names.values())
    return best


def _is_data(sheet: Sequence[Line], place: int, names: Mapping[int, str]) -> bool:
    """Return True when a line belongs to the list although one word may be a heading: « DUPONT ; Jean ; membre »."""
    line, cells = sheet[place]
    is_form = all(re.search(r":\s*\w", cells[index]) for index in names if index < len(cells))  # « Nom : DUPONT »
    if is_form or any(ADDRESS.search(cell) for cell in cells) or _is_below_people(sheet[:place], _width(cells)):
        return True
    (index, *others), width = list(names), _width(cells)
    if others:
        return False
    if width < 2:  # « Licence FFT obligatoire » above a list of several columns
        below = [_width(texts) for _line, texts in sheet[place + 1 :]]
        return sum(count > 1 for count in below) * 2 > len(below) and len(cells[index].split()) > 1
    if any(CODE.fullmatch(cell) for cell in cells):
        return True
    if any(_width(above) >= width for _line, above in sheet[:place]):
        return True
    title = heading_key(_cell(cells, index))
    return any(heading_key(_cell(texts, index)) == title for other, texts in sheet if other != line and texts != cells)


def _is_below_people(above: Sequence[Line], width: int) -> bool:
    """
    Return True when people stand above a line of this width: the line then repeats the headings inside a list.

    A letterhead, « Comité d’ANGERS » or « Président : Jean DUPONT », does not count.
    """
    as_wide = (cells for _line, cells in above if _width(cells) >= width)
    return sum(any(map(_is_somebody, cells)) for cells in as_wide) > 1


def _is_somebody(cell: str) -> bool:
    return is_whole_name(cell) and ":" not in cell and not FIRST_NAMES.isdisjoint(fold(cell).split())


def _width(cells: Sequence[str]) -> int:
    """Return how many cells of a line are not empty."""
    return sum(map(bool, cells))


def titles_below(
    sheet: Sequence[Line], place: int, columns: Sequence[Column], meanings: Meanings
) -> tuple[list[str], int]:
    """
    Return the titles of the line at this index, and the index of the first line of the list below.

    An unknown title is joined with the cell above (« Licence », then « Numéro »), or with that of a second line of
    titles.
    """
    titles = sheet[place][1]
    known = recognise(titles, columns, Meanings(remembered=meanings.remembered))
    above = sheet[place - 1][1] if place and sheet[place - 1][0] == sheet[place][0] - 1 else []
    width = max(len(titles), len(above))
    group, joined = "", []
    for index in range(width):
        own, over = _cell(titles, index), _cell(above, index)
        group = over or (group if own else "")
        joined.append(own if known.get(index) or len(list(filter(None, above))) < 2 else f"{group} {own}".strip())
    second = sheet[place + 1][1] if place + 1 < len(sheet) else []
    unnamed = {index for index, cell in enumerate(second) if cell}
    named = {index for index, name in known.items() if name and name != "licence"}
    if (
        named
        and unnamed
        and not named & unnamed
        and not any(any(map(str.isdigit, _cell(second, index))) for index in unnamed)
    ):
        return [f"{title} {_cell(second, index)}".strip() for index, title in enumerate(joined)], place + 2
    return joined, place + 1


def _cell(cells: Sequence[str], index: int) -> str:
    return cells[index] if index < len(cells) else ""


def recognise(titles: Sequence[str], columns: Sequence[Column], meanings: Meanings) -> dict[int, str]:
    """Return the meaning of each column, {index from 0: column name}; unknown columns are not in it."""
    by_name = {column.name: column for column in columns}
    exact = {key: column.name for column in columns for key in column.keys}
    keys = [heading_key(title) for title in titles]
    asked = [POLITE.sub("", key) for key in keys]
    known = {index: name for index, name in meanings.chosen.items() if name in by_name or name == LEFT_ASIDE}

    def take(readings: Iterable[tuple[int, str]]) -> None:
        for index, name in readings:
            taken = name in known.values() and not by_name[name].several
            if index not in known and not taken:
                known[index] = name

    for index, key in enumerate(keys):
        if index not in known and meanings.remembered.get(key) == LEFT_ASIDE:
            known[index] = LEFT_ASIDE
    take((index, meanings.remembered[key]) for index, key in enumerate(keys)
         if key and meanings.remembered.get(key) in by_name)  # fmt: skip
    take((index, exact[key]) for index, key in enumerate(asked) if key in exact)
    for column in columns:
        if column.pattern:
            take((index, column.name) for index, key in enumerate(asked) if key and re.search(column.pattern, key))
    return known


def samples_of(sheet: Sequence[Line], index: int) -> tuple[str, ...]:
    """Return the first cells of a column that are not empty."""
    samples: list[str] = []
    for _line, cells in sheet:
        if index < len(cells) and cells[index]:
            samples.append(cells[index].removeprefix(BOOLEAN))
            if len(samples) == SAMPLES:
                break
    return tuple(samples)

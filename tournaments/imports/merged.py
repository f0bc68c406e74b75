"""
Merged cells of a workbook: their text is copied to each of their lines; a name merged over two columns is one name.

A spreadsheet stores the text in the first cell only. A person whose name comes from another line is in doubt.
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.imports.headings import Column, Meanings, find_headings, recognise, titles_below
from tournaments.imports.names import split_name
from tournaments.imports.spreadsheets import MOST_CELLS, CellSheet, named


def unmerged(sheet: CellSheet, columns: Sequence[Column], meanings: Meanings, naming: Collection[str]) -> CellSheet:
    """
    Return a sheet in which merged cells below the titles are filled, except licences: a licence has one holder.

    A line whose only name is merged continues the line above: it is left out, and a notice says so.
    """
    if not sheet.merged:
        return sheet
    place, known = find_headings(sheet.lines, columns, meanings, naming)
    titles, start = titles_below(sheet.lines, place, columns, meanings) if known else ([], 0)
    names = recognise(titles, columns, Meanings(remembered=meanings.remembered))
    people = {index for index, name in names.items() if name in naming and name != "licence"}
    lines = {line: list(cells) for line, cells in sheet.lines[start:]}
    doubts: dict[int, str] = {}
    filled, left_out = [], []
    for line, above in _covered(sheet, lines).items():
        cells = lines[line]
        cells.extend([""] * (max(above) + 1 - len(cells)))
        has_own = any(cells[index] for index in people - above.keys() if index < len(cells))
        if people and not has_own:
            del lines[line]
            left_out.append(line)
            continue
        for index, text in above.items():
            cells[index] = "" if names.get(index) == "licence" else text
        filled.append(line)
        if not people or people & above.keys():
            doubts[line] = _("son nom est dans une cellule fusionnée avec la ligne au-dessus.")
    for line in _spread(sheet, lines, names):
        doubts.setdefault(line, _("son nom est dans une cellule fusionnée sur plusieurs colonnes."))
    return replace(
        sheet,
        lines=[*sheet.lines[:start], *lines.items()],
        doubts=doubts | sheet.doubts,
        notices=[*sheet.notices, *_told(filled, left_out)],
        merged=(),
    )


def _covered(sheet: CellSheet, lines: dict[int, list[str]]) -> dict[int, dict[int, str]]:
    """Return the texts of cells merged with a cell above, {line: {column: text}}, for lines that are not empty."""
    numbers = list(lines)
    covered: dict[int, dict[int, str]] = defaultdict(dict)
    cells = 0
    for first, last, column, _last_column in sheet.merged:
        text = _at(lines.get(first, ()), column)
        inside = numbers[bisect_right(numbers, first) : bisect_right(numbers, last)]
        cells += len(inside)
        if cells > MOST_CELLS:  # they overlap, which no spreadsheet writes
            break
        for line in inside if text else ():
            covered[line][column] = text
    return dict(sorted(covered.items()))


def _spread(sheet: CellSheet, lines: dict[int, list[str]], names: dict[int, str]) -> list[int]:
    """Split a whole name that is merged over both name columns; return the numbers of such lines."""
    places = {name: index for index, name in names.items()}
    last_name, first_name = places.get("last_name"), places.get("first_name")
    if last_name is None or first_name is None:
        return []
    found = []
    for line, _last, column, last_column in sheet.merged:
        cells = lines.get(line, [])
        if not column <= min(last_name, first_name) < max(last_name, first_name) <= last_column:
            continue
        if (name := _at(cells, column)) and sum(map(bool, cells)) > 1:  # alone it is the title of a group
            cells.extend([""] * (last_column + 1 - len(cells)))
            parts = split_name(name, first_name_first=first_name < last_name)
            cells[last_name], cells[first_name] = parts
            found.append(line)
    return found


def _told(filled: Sequence[int], left_out: Sequence[int]) -> list[str]:
    sentences = []
    if filled:
        sentence = ngettext(
            "Ligne %(lines)s : une cellule fusionnée y est lue comme si elle y était écrite.",
            "Lignes %(lines)s : des cellules fusionnées y sont lues comme si elles y étaient écrites.",
            len(filled),
        )
        sentences.append(sentence % {"lines": named(filled)})
    if left_out:
        sentence = ngettext(
            "La ligne %(lines)s n’est pas lue : son nom est dans une cellule fusionnée, plus haut.",
            "Les lignes %(lines)s ne sont pas lues : leurs noms sont dans des cellules fusionnées, plus haut.",
            len(left_out),
        )
        sentences.append(sentence % {"lines": named(left_out)})
    return sentences


def _at(cells: Sequence[str], index: int) -> str:
    return cells[index] if index < len(cells) else ""

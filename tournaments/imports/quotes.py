"""
CSV text split into records, whatever its quotes: a quote that is never closed must not swallow the lines below.

A record with whole quotes may span several lines of text. A line with a broken quote is read without quotes, and listed
in `broken`. A record is a row of the spreadsheet, counted from 1.
"""

import csv
import io
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

MOST_JOINED = 20  # lines of text in one record: an address, a remark
MOST_TRIED = 200  # broken records, after which each line is one
QUOTE = '"'


@dataclass
class Records:
    """The records of a text: `broken` ones were read without quotes, `wider` ones have too many cells."""

    rows: list[list[str]] = field(default_factory=list)
    broken: set[int] = field(default_factory=set)
    wider: set[int] = field(default_factory=set)


def records_of(text: str, delimiter: str) -> Records:
    """Return the records of a text. Raises csv.Error for a cell of more than 131,072 characters."""
    lines = list(io.StringIO(text, newline=""))
    rows = _strictly(lines, delimiter)
    if rows is None or any("\n" in cell or "\r" in cell for row in rows for cell in row):
        found = _one_by_one([line.rstrip("\r\n") for line in lines], delimiter)
    else:
        found = Records(rows)
    widths = Counter(len(row) for row in found.rows if len(row) > 1)
    if widths:
        usual, times = widths.most_common(1)[0]
        first = next(len(row) for row in found.rows if len(row) > 1)
        if times * 2 > widths.total() and times > 1:
            widest = max(usual, first)
            found.wider = {number for number, row in enumerate(found.rows, 1) if any(row[widest:])}
    return found


def _strictly(lines: Sequence[str], delimiter: str) -> list[list[str]] | None:
    """Return the records of these lines; None when a quote is not closed."""
    try:
        return list(csv.reader(lines, delimiter=delimiter, strict=True))
    except csv.Error as error:
        if "field larger" in str(error):
            raise
        return None


def _one_by_one(lines: Sequence[str], delimiter: str) -> Records:
    """Return the records of lines in which some quotes are broken, or a cell has several lines."""
    found = Records()
    usual: Counter[int] = Counter()
    place = 0
    while place < len(lines):
        expected = usual.most_common(1)[0][0] if usual else 0
        row, after = _record(lines, place, delimiter, expected) if len(found.broken) < MOST_TRIED else (None, place)
        if row is None:
            row, after = _without_quotes(lines[place], delimiter), place + 1
            found.rows.append(row)
            if QUOTE in lines[place]:
                found.broken.add(len(found.rows))
        else:
            found.rows.append(row)
            usual.update([len(row)] if len(row) > 1 else [])
        place = after
    return found


def _record(lines: Sequence[str], place: int, delimiter: str, expected: int) -> tuple[list[str] | None, int]:
    """
    Return the record that begins on a line, and the line after it; None for a record with broken quotes.

    `expected` is the number of cells of the records above, 0 for none. A cell of several lines with as many delimiters
    as a record has swallowed a record.
    """
    for after in range(place + 1, min(place + MOST_JOINED, len(lines)) + 1):
        if after > place + 1 and QUOTE not in lines[after - 1]:
            continue
        rows = _strictly([f"{line}\n" for line in lines[place:after]], delimiter)
        if rows is not None:
            (row,) = rows or [[]]
            swallows = any("\n" in cell and cell.count(delimiter) >= max(1, expected - 1) for cell in row)
            is_whole = after == place + 1 or (len(row) >= max(2, expected) and not swallows)
            return (row if is_whole else None), after
    return None, place


def _without_quotes(line: str, delimiter: str) -> list[str]:
    """Return the cells of a line with broken quotes; quotes around a whole cell are removed."""
    cells = [cell.strip() for cell in line.split(delimiter)]
    return [cell[1:-1].replace('""', '"') if len(cell) > 2 and cell[0] == cell[-1] == QUOTE else cell for cell in cells]

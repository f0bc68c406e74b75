"""A list to download: plain values under headings, in the language of its reader."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from fractions import Fraction
from typing import Any

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.html import strip_tags
from django.utils.translation import gettext as _

from tournaments.kit.text import in_thousandths
from tournaments.refusals import Refusal

MOST_ROWS = 50_000  # a workbook of them takes seconds
LONGEST = 32_000  # letters that a cell of a workbook holds
# Characters that no workbook holds.
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")

Cell = str | int | Decimal | date | datetime | None


@dataclass(frozen=True)
class ExportTable:
    """
    A list: `title` names its sheet, `stem` begins its file name. A row has a value for each of the `columns`.

    Points and amounts are numbers, so that a spreadsheet can add them; a moment is in local time. Refuses more than
    `MOST_ROWS` rows.
    """

    title: str
    stem: str
    columns: Sequence[str]
    rows: Sequence[Sequence[Cell]]

    def __post_init__(self) -> None:
        _refuse_too_many(len(self.rows))
        # The name of a tournament may be a heading too.
        object.__setattr__(self, "columns", tuple(plain(heading) for heading in self.columns))


def _refuse_too_many(rows: int) -> None:
    if rows > MOST_ROWS:
        raise Refusal(
            _("Cette liste a plus de %(most)d lignes : filtrez-la d’abord, puis téléchargez-la.") % {"most": MOST_ROWS},
            code="list_too_long",
        )


def cell_of(value: Any) -> Cell:
    """Return a value of a page as a spreadsheet stores it: a number, a day, a moment, or its text."""
    if value is None or value == "":
        return None
    if isinstance(value, bool):
        return _("oui") if value else _("non")
    if isinstance(value, datetime):
        return timezone.localtime(value).replace(tzinfo=None) if timezone.is_aware(value) else value
    if isinstance(value, (int, float, Fraction)):
        return int(value) if isinstance(value, int) else in_thousandths(Fraction(value))
    if isinstance(value, (Decimal, date)):
        return value
    text = str(value)
    return plain(text if isinstance(value, (str, Promise)) else strip_tags(text))


def cells_of(rows: Iterable[Iterable[Any]]) -> list[list[Cell]]:
    """Return rows of any values as rows of an `ExportTable`."""
    return [[cell_of(value) for value in row] for row in rows]


def plain(text: str) -> str:
    """Return a text as a workbook may hold it: control characters become spaces, and the end may be cut."""
    return CONTROL.sub(" ", text)[:LONGEST]


def euros_of(cents: int | None) -> Decimal | None:
    """Return an amount in euros: 750 cents are 7.50."""
    return None if cents is None else Decimal(cents).scaleb(-2)


def of_list(table: Any, *, title: str, stem: str) -> ExportTable:
    """
    Return a list of `tournaments/tables.py` as it is filtered and sorted, with all its pages.

    For a column drawn by a template, a method `value_…` of the list returns the value. A column `tick` is left out.
    """
    _refuse_too_many(len(table.rows))  # before they are read
    headings, *rows = table.as_values(exclude_columns=("tick",))
    return ExportTable(
        title, stem, [str(heading) for heading in headings], [[cell_of(value) for value in row] for row in rows]
    )

"""The rounds of a tournament one by one: which are begun, cancelled or closed, and which sheets are still open."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.db.models import Max
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Round, SeatResult, Table, Tournament
from tournaments.queries.evening import closed_words


@dataclass(frozen=True)
class RoundState:
    """One round: `results` are the seats that have marks; a round without tables is not drawn, or was cancelled."""

    number: int
    published: bool
    tables: int
    closed: int
    results: int
    cancelled: tuple[Round, ...]

    @property
    def begun(self) -> bool:
        return bool(self.results or self.closed)

    @property
    def sheets(self) -> str:
        """How many of its sheets are closed, in words."""
        return closed_words(self.tables, self.closed)


def rounds_one_by_one(tournament: Tournament) -> list[RoundState]:
    """Return the rounds that are published, planned or cancelled, in order: four queries."""
    published = list(tournament.rounds.values_list("number", flat=True))
    tables: dict[int, int] = dict.fromkeys(published, 0)
    closed = dict(tables)
    for number, closed_at in Table.objects.filter(round__tournament=tournament).values_list(
        "round__number", "closed_at"
    ):
        tables[number] += 1
        closed[number] += closed_at is not None
    results: dict[int, int] = dict.fromkeys(published, 0)
    for number in SeatResult.objects.filter(seat__round__tournament=tournament).values_list(
        "seat__round__number", flat=True
    ):
        results[number] += 1
    cancelled = cancelled_rounds(tournament)
    last = max([tournament.rounds_planned, *published, *(one.number for one in cancelled)])
    return [
        RoundState(
            number=number,
            published=number in tables,
            tables=tables.get(number, 0),
            closed=closed.get(number, 0),
            results=results.get(number, 0),
            cancelled=tuple(one for one in cancelled if one.number == number),
        )
        for number in range(1, last + 1)
    ]


def cancelled_rounds(tournament: Tournament) -> list[Round]:
    """Return the rounds set aside, each with who cancelled it and why, in order."""
    return list(tournament.cancelled_rounds.order_by("number", "pk"))


def begun_rounds(tournament: Tournament) -> int:
    """Return the number of the last round in which something was entered or closed; a new draw keeps all up to it."""
    entered = SeatResult.objects.filter(seat__round__tournament=tournament).aggregate(last=Max("seat__round__number"))
    closed = Round.objects.filter(tournament=tournament, tables__closed_at__isnull=False).aggregate(last=Max("number"))
    return max(entered["last"] or 0, closed["last"] or 0)


def is_begun(tournament: Tournament, number: int) -> bool:
    """Return whether something was entered or closed in this round itself, whatever the others are at."""
    return (
        SeatResult.objects.filter(seat__round__tournament=tournament, seat__round__number=number).exists()
        or Table.objects.filter(round__tournament=tournament, round__number=number, closed_at__isnull=False).exists()
    )


def open_sheets(tournament: Tournament, begun: int, *, but: int | None = None) -> list[tuple[int, int]]:
    """
    Return (position, table) of each sheet of the begun rounds that is not closed: the standings may lack it.

    Those of the round `but` are left aside.
    """
    still_open = Table.objects.filter(round__tournament=tournament, round__number__lte=begun, closed_at=None)
    if but is not None:
        still_open = still_open.exclude(round__number=but)
    return list(still_open.order_by("round__number", "number").values_list("round__number", "number"))


def sheet_words(sheets: Iterable[Sequence[int]]) -> str:
    """Return sheets in words: « position 2, tables 3, 7 et 9 »."""
    words = []
    for number, group in groupby(sheets, key=lambda sheet: sheet[0]):
        tables = [str(table) for _number, table in group]
        several = _(" et ").join([", ".join(tables[:-1]), tables[-1]] if len(tables) > 1 else tables)
        words.append(
            ngettext("position %(number)d, table %(tables)s", "position %(number)d, tables %(tables)s", len(tables))
            % {"number": number, "tables": several}
        )
    return _(" ; ").join(words)

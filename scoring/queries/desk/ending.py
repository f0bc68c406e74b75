"""What still waits for somebody when a tournament is about to end."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Q, QuerySet

from scoring.labels import Outcome
from scoring.models import ArbiterCall, Conflict, Penalty, Protest, SheetLine
from scoring.queries.desk.contradictions import Against, contradictions_of, lines_to_rule
from scoring.queries.desk.desk import open_calls
from scoring.queries.desk.donne_decisions import to_apply
from scoring.queries.table.sheets import expected_at
from tournaments.labels import Keeps
from tournaments.models import Table, Tournament


@dataclass(frozen=True)
class WaitingSheet:
    """A sheet that is open or not agreed; `missing` is how many donnes or balances it lacks, None when not known."""

    table: Table
    is_open: bool
    missing: int | None
    unconfirmed: int


@dataclass(frozen=True)
class OpenMatters:
    """
    Everything open when a tournament ends: sheets, protests, conflicts, decisions to apply, lines against a ruling.

    `contestable` is the number of closed sheets that may still be contested.
    """

    protests: tuple[Protest, ...]
    versions: tuple[Conflict, ...]
    decisions: tuple[Penalty, ...]  # to apply to a donne
    to_rule: tuple[tuple[SheetLine, Against], ...]
    calls: tuple[ArbiterCall, ...]
    sheets: tuple[WaitingSheet, ...]
    contestable: int

    @property
    def open_sheets(self) -> tuple[WaitingSheet, ...]:
        return tuple(sheet for sheet in self.sheets if sheet.is_open)

    @property
    def unconfirmed(self) -> tuple[WaitingSheet, ...]:
        return tuple(sheet for sheet in self.sheets if sheet.unconfirmed)

    @property
    def is_anything(self) -> bool:
        return bool(self.protests or self.versions or self.decisions or self.to_rule or self.calls or self.sheets)


def what_waits(tournament: Tournament, *, at: datetime) -> OpenMatters:
    """Return what still waits in the positions of a tournament. Seven queries, however much it is."""
    protests = Protest.objects.filter(table__round__tournament=tournament, answered_at=None)
    versions = Conflict.objects.filter(table__round__tournament=tournament, settled_at=None)
    calls = open_calls(table__round__tournament=tournament)
    sheets = (_sheet(tournament, table) for table in _tables(tournament))
    lines = SheetLine.objects.filter(table__round__tournament=tournament).select_related("table__round")
    closed_since = at - timedelta(minutes=tournament.protest_minutes)
    return OpenMatters(
        protests=tuple(protests.select_related("table__round").order_by("pk")),
        versions=tuple(versions.select_related("table__round").order_by("pk")),
        decisions=tuple(to_apply(Q(tournament=tournament))),
        to_rule=tuple(contradictions_of(lines_to_rule(lines))),
        calls=tuple(calls.select_related("table__round").order_by("pk")),
        sheets=tuple(sheet for sheet in sheets if sheet.is_open or sheet.unconfirmed),
        contestable=Table.objects.filter(round__tournament=tournament, closed_at__gte=closed_since).count(),
    )


def _tables(tournament: Tournament) -> QuerySet[Table]:
    """Return the tables with their numbers of chairs, lines, lines not played, lines to confirm, and balances."""
    standing = Q(lines__current=True)
    to_confirm = standing & Q(lines__phone__isnull=False, lines__confirmation=None)
    return (
        Table.objects.filter(round__tournament=tournament)
        .select_related("round")
        .annotate(
            chairs=Count("seats", distinct=True),
            written=Count("lines", filter=standing, distinct=True),
            void=Count("lines", filter=standing & ~Q(lines__outcome=Outcome.PLAYED), distinct=True),
            to_confirm=Count("lines", filter=to_confirm, distinct=True),
            balances=Count("seats__totals", filter=Q(seats__totals__current=True), distinct=True),
        )
        .order_by("round__number", "number")
    )


def _sheet(tournament: Tournament, table: Table) -> WaitingSheet:
    counted: dict[str, int] = vars(table)  # the annotations of `_tables`
    if tournament.keeps == Keeps.TOTALS:
        missing: int | None = counted["chairs"] - counted["balances"]
    else:
        expected = expected_at(table, tournament, counted["chairs"], counted["void"])
        missing = None if expected is None else max(0, expected - counted["written"])
    return WaitingSheet(
        table,
        is_open=table.closed_at is None,
        missing=missing,
        unconfirmed=counted["to_confirm"] if tournament.needs_confirmation else 0,
    )

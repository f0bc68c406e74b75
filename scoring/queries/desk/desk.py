"""The desk of arbiters: all tables of a round, with the donnes that are missing at each."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from django.db.models import Count, Exists, F, OuterRef, Prefetch, Q, QuerySet

from scoring.labels import Outcome, ProtestAbout
from scoring.models import ArbiterCall, ChelemCall, Conflict, Penalty, Protest, SheetLine, SheetTotal
from scoring.queries.desk.contradictions import Against, contradictions_of, lines_to_rule
from scoring.queries.desk.donne_decisions import to_apply
from scoring.queries.desk.one_device import seem_one_device
from scoring.queries.table.sheets import expected_at, missing_of, numbers_on_sheet
from tournaments.labels import HAVE_LEFT, OVER, Keeps
from tournaments.models import Round, Seat, Table, Tournament

MOST_TABLES = 50  # on one grid of balances
Waiting = TypeVar("Waiting", Protest, Conflict, Penalty)


@dataclass(frozen=True)
class TableView:
    """
    One table of a round, in the figures that the desk shows.

    `expected` is the number of donnes, None when the clock ends the round; `missing` are the numbers of missing donnes.
    """

    number: int
    names: tuple[str, ...]
    entered: int
    expected: int | None
    missing: tuple[int, ...]
    complete: bool
    closed: bool
    calls: int
    penalties: int
    unanswered: tuple[Protest, ...] = ()
    versions: tuple[Conflict, ...] = ()  # donnes with a second one that no arbiter has settled
    to_apply: tuple[Penalty, ...] = ()  # decisions about a donne that its line does not follow yet
    to_rule: tuple[tuple[SheetLine, Against], ...] = ()  # donnes that contradict a ruling, or want an arbiter's call
    unconfirmed: int = 0
    own_phone: bool = False  # all was confirmed, and each donne on the phone that wrote it
    one_device: bool = False  # or on others that seem to be the same
    is_calling: bool = False
    extra_minutes: int = 0
    extra_reason: str = ""
    boards: range = range(0)  # those that it plays, in duplicate

    @property
    def protests(self) -> int:
        return len(self.unanswered)

    @property
    def wrong_chairs(self) -> int:
        return sum(protest.about == ProtestAbout.SEATS for protest in self.unanswered)

    @property
    def conflicts(self) -> int:
        return len(self.versions)

    @property
    def is_asked_about(self) -> bool:
        """
        Return whether an arbiter must look: a call, a protest, a decision to apply, versions, a ruling, confirmations.
        """
        waiting = self.protests or self.conflicts or self.to_apply or self.to_rule
        return bool(self.is_calling or waiting or self.unconfirmed)

    @property
    def is_to_close(self) -> bool:
        return self.complete and not self.closed and not self.is_asked_about

    @property
    def is_held(self) -> bool:
        """Return whether the sheet is complete but stays open until something is settled."""
        return self.complete and not self.closed and self.is_asked_about


@dataclass(frozen=True)
class RoundView:
    """The tables of a round. `tables` are those shown; the counts are those of all tables."""

    round: Round
    tables: tuple[TableView, ...]
    total: int
    complete: int
    closed: int
    to_close: tuple[int, ...]
    held: tuple[int, ...]
    without_balances: int


def open_calls(**where: Any) -> QuerySet[ArbiterCall]:
    """Return the calls that wait for an arbiter. A call left open at the end of its tournament does not wait."""
    return ArbiterCall.objects.filter(settled_at=None, **where).exclude(table__round__tournament__state__in=OVER)


def rounds_of(tournament: Tournament) -> list[Round]:
    """Return the rounds; `open_tables` says whether a sheet is open, `calls` whether a table calls the arbiter."""
    still_open = Table.objects.filter(round=OuterRef("pk"), closed_at=None)
    calls = open_calls(table__round=OuterRef("pk"))
    return list(tournament.rounds.annotate(open_tables=Exists(still_open), calls=Exists(calls)).order_by("number"))


def round_to_show(rounds: list[Round]) -> Round | None:
    """Return the round to work on: the first with an open sheet, else the last; None without rounds."""
    last = rounds[-1] if rounds else None
    return next((round_ for round_ in rounds if round_.open_tables), last)  # type: ignore[attr-defined]


def overview(tournament: Tournament, round_: Round) -> RoundView:
    """
    Return the tables of a round with the donnes missing at each. Ten queries, however many tables.

    Three more when the other camp has to confirm donnes.
    """
    tables = list(
        round_.tables.annotate(
            balances=Count("seats__totals", filter=Q(seats__totals__current=True), distinct=True),
            is_calling=Exists(open_calls(table=OuterRef("pk"))),
        ).order_by("number")
    )
    names = _names(round_)
    lines, calls = _donnes(round_)
    penalties = dict(
        Penalty.objects.filter(table__round=round_, cancelled_at=None)
        .order_by()
        .values_list("table_id")
        .annotate(count=Count("pk"))
    )
    protests = _by_table(Protest.objects.filter(table__round=round_, answered_at=None).order_by("at"))
    conflicts = _by_table(Conflict.objects.filter(table__round=round_, settled_at=None).order_by("at"))
    unfollowed = _by_table(to_apply(Q(table__round=round_)))
    to_rule: dict[int, list[tuple[SheetLine, Against]]] = defaultdict(list)
    for line, against in contradictions_of(lines_to_rule(SheetLine.objects.filter(table__round=round_))):
        to_rule[line.table_id].append((line, against))
    unconfirmed, own_phone = _confirmations(tournament, round_)
    one_device = seem_one_device(round_) if tournament.needs_confirmation else set()
    views = (
        _table_view(tournament, table, names[table.pk], lines[table.pk], calls[table.pk], penalties.get(table.pk, 0))
        for table in tables
    )
    table_views = tuple(
        replace(
            view,
            unanswered=tuple(protests[table.pk]),
            versions=tuple(conflicts[table.pk]),
            to_apply=tuple(unfollowed[table.pk]),
            to_rule=tuple(to_rule[table.pk]),
            unconfirmed=0 if tournament.is_finished else unconfirmed.get(table.pk, 0),
            own_phone=table.pk in own_phone,
            one_device=table.pk in one_device,
            is_calling=table.is_calling,
            extra_minutes=table.extra_minutes,
            extra_reason=table.extra_reason,
        )
        for view, table in zip(views, tables, strict=True)
    )
    return _round_view(tournament, round_, table_views)


def _donnes(round_: Round) -> tuple[dict[int, dict[int, str]], dict[int, list[int]]]:
    """Return the outcome of each entered donne, and the donnes with a chelem call, both by table id. Two queries."""
    lines: dict[int, dict[int, str]] = defaultdict(dict)
    for table_id, number, outcome in SheetLine.objects.filter(table__round=round_, current=True).values_list(
        "table_id", "number", "outcome"
    ):
        lines[table_id][number] = outcome
    calls: dict[int, list[int]] = defaultdict(list)
    for table_id, number in ChelemCall.objects.filter(table__round=round_, cancelled_at=None).values_list(
        "table_id", "number"
    ):
        calls[table_id].append(number)
    return lines, calls


def _round_view(tournament: Tournament, round_: Round, tables: tuple[TableView, ...]) -> RoundView:
    return RoundView(
        round=round_,
        tables=tables,
        total=len(tables),
        complete=sum(table.complete for table in tables),
        closed=sum(table.closed for table in tables),
        to_close=tuple(table.number for table in tables if table.is_to_close and not tournament.is_finished),
        held=tuple(table.number for table in tables if table.is_held and not tournament.is_finished),
        without_balances=sum(not table.entered and not table.closed for table in tables)
        if tournament.keeps == Keeps.TOTALS
        else 0,
    )


def _names(round_: Round) -> dict[int | None, list[str]]:
    """Return table id → letter and name of each player. Players who left are marked."""
    names: dict[int | None, list[str]] = defaultdict(list)
    for seat in (
        Seat.objects.filter(table__round=round_).select_related("registration__player").order_by("table_id", "chair")
    ):
        name = f"{seat.letter} {seat.registration.player.last_name}"
        if seat.registration.status in HAVE_LEFT:  # the chair is empty: the arbiter has to know
            name = f"{name} ({seat.registration.get_status_display()})"
        names[seat.table_id].append(name)
    return names


def _by_table(waiting: Iterable[Waiting]) -> dict[int | None, list[Waiting]]:
    """Return table id → what waits there for the arbiter, in the given order."""
    at_table: dict[int | None, list[Waiting]] = defaultdict(list)
    for one in waiting:
        at_table[one.table_id].append(one)
    return at_table


def _confirmations(tournament: Tournament, round_: Round) -> tuple[dict[int, int], set[int]]:
    """Return table id → number of donnes that wait for the other camp, and the ids of tables with `own_phone`."""
    if not tournament.needs_confirmation:
        return {}, set()
    lines = SheetLine.objects.filter(table__round=round_, current=True, phone__isnull=False)
    counts = list(
        lines.order_by()
        .values_list("table_id")
        .annotate(
            waiting=Count("pk", filter=Q(confirmation=None)),
            elsewhere=Count("pk", filter=~Q(confirmation__phone=F("phone"))),
        )
    )
    return {table: waiting for table, waiting, _elsewhere in counts}, {
        table for table, _waiting, elsewhere in counts if not elsewhere
    }


def tables_without_balances(round_: Round) -> list[Table]:
    """Return the open tables of a round without balances, with their players; at most as many as one page shows."""
    balances = SheetTotal.objects.filter(seat__table=OuterRef("pk"), current=True)
    return list(_with_seats(round_).filter(~Exists(balances), closed_at=None)[:MOST_TABLES])


def tables_numbered(round_: Round, numbers: Collection[int]) -> list[Table]:
    """Return the tables of a round with these numbers, with their players."""
    return list(_with_seats(round_).filter(number__in=numbers)[:MOST_TABLES])


def _with_seats(round_: Round) -> QuerySet[Table]:
    seats = Seat.objects.select_related("registration__player").order_by("chair")
    tables = Table.objects.filter(round=round_).select_related("round")
    return tables.prefetch_related(Prefetch("seats", seats)).order_by("number")


def _table_view(
    tournament: Tournament, table: Table, names: list[str], lines: dict[int, str], calls: list[int], penalties: int
) -> TableView:
    closed = table.closed_at is not None
    if tournament.keeps == Keeps.TOTALS:
        expected: int | None = len(names)
        entered: int = table.balances  # type: ignore[attr-defined]
        missing: tuple[int, ...] = ()
        complete = entered == expected
    else:
        void = sum(outcome != Outcome.PLAYED for outcome in lines.values())
        expected = expected_at(table, tournament, len(names), void)
        numbers = numbers_on_sheet(table, tournament, expected, lines, calls)
        entered, missing = len(lines), missing_of(table, numbers, lines)
        # Without a number of donnes only the closing says that a sheet is full.
        complete = not missing and (closed if expected is None else True)
    return TableView(
        number=table.number,
        boards=table.boards,
        names=tuple(names),
        entered=entered,
        expected=expected,
        missing=missing,
        complete=complete,
        closed=closed,
        calls=len(calls),
        penalties=penalties,
    )


def neighbours(table: Table) -> tuple[int | None, int | None]:
    """Return the numbers of the previous and the next table of a round, None where there is none."""
    numbers = list(Table.objects.filter(round=table.round_id).order_by("number").values_list("number", flat=True))
    index = numbers.index(table.number)
    return (numbers[index - 1] if index else None, numbers[index + 1] if index + 1 < len(numbers) else None)


def balance_changes_of(table: Table) -> list[list[SheetTotal]]:
    """Return the balances written on a table's sheet, a list for each time, the newest first."""
    by_time: dict[tuple[object, str], list[SheetTotal]] = defaultdict(list)
    for total in SheetTotal.objects.filter(seat__table=table).select_related("seat").order_by("-pk"):
        by_time[total.written_at, total.reason].append(total)
    return [sorted(totals, key=lambda total: total.seat.chair_index) for totals in by_time.values()]


def tables_sat_at(tournament: Tournament, player_id: int | None) -> dict[int, Table]:
    """Return round number → table where this player sat."""
    seats = Seat.objects.filter(
        round__tournament=tournament, registration__player=player_id, table__isnull=False
    ).select_related("table__round__tournament__club")
    return {seat.seated_at.round.number: seat.seated_at for seat in seats}

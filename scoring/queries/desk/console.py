"""The console: every table of a position with what happens there. Tables that need somebody come first."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import IntEnum
from functools import cached_property
from statistics import median_low

from django.db.models import Count, Max, Min, Q
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring.models import ArbiterCall, Phone, Protest
from scoring.queries.desk.desk import RoundView, TableView, open_calls, overview
from tournaments.labels import Keeps, Pace
from tournaments.models import Round, Table, Tournament
from tournaments.queries.evening.clocks import RoundClock

# A phone on the table sleeps while a donne is played; after the time of two donnes it has been silent for too long.
SILENT_AFTER = timedelta(minutes=15)
# Where there is no clock, a table is late when it is so many donnes behind half of the tables.
BEHIND = 2
# So many tables stand on one screen with their names and what waits there; of more, the others are told in a word.
WHOLE = 24


class Need(IntEnum):
    """How urgently a table needs somebody; the smallest value is the most urgent."""

    CALLS = 0
    WRONG_CHAIRS = 1
    PROTESTS = 2
    CONFLICTS = 3
    TO_APPLY = 4
    TO_RULE = 5
    SOMEBODY_COMES = 6
    LATE = 7
    SILENT = 8
    UNCONFIRMED = 9
    TO_CLOSE = 10
    PLAYING = 11
    CLOSED = 12
    LEFT_OPEN = 13  # the tournament is over

    @property
    def word(self) -> Promise:
        return WORDS[self]


WORDS = {
    Need.CALLS: _("appelle"),
    Need.WRONG_CHAIRS: _("mal assis"),
    Need.PROTESTS: _("conteste"),
    Need.CONFLICTS: _("deux versions"),
    Need.TO_APPLY: _("à appliquer"),
    Need.TO_RULE: _("chelem à trancher"),
    Need.SOMEBODY_COMES: _("on y va"),
    Need.LATE: _("en retard"),
    Need.SILENT: _("muet"),
    Need.UNCONFIRMED: _("à confirmer"),
    Need.TO_CLOSE: _("à clore"),
    Need.PLAYING: _("joue"),
    Need.CLOSED: _("close"),
    Need.LEFT_OPEN: _("restée ouverte"),
}


@dataclass(frozen=True)
class ConsoleTable:
    """
    A table on the desk (`seen`), with what its arbiter must know at once.

    `silent_since` is when a phone of the table was last heard; None within `SILENT_AFTER`, or when no donne is missing.
    """

    seen: TableView
    call: ArbiterCall | None
    waits: int  # whole minutes since the call
    is_late: bool
    silent_since: datetime | None
    is_over: bool = False  # the tournament: nobody calls, plays or closes any more
    protests: tuple[tuple[Protest, int], ...] = ()  # those without an answer, with the whole minutes they have waited

    @property
    def number(self) -> int:
        return self.seen.number

    @cached_property
    def need(self) -> Need:
        seen = self.seen
        if self.call is not None:
            return Need.CALLS if self.call.coming_at is None else Need.SOMEBODY_COMES
        needs = (
            (Need.WRONG_CHAIRS, seen.wrong_chairs),
            (Need.PROTESTS, seen.protests),
            (Need.CONFLICTS, seen.conflicts),
            (Need.TO_APPLY, seen.to_apply),
            (Need.TO_RULE, seen.to_rule),
            (Need.LATE, self.is_late),
            (Need.SILENT, self.silent_since),
            (Need.UNCONFIRMED, seen.unconfirmed),
            (Need.CLOSED, seen.closed),
            (Need.LEFT_OPEN, self.is_over),
            (Need.TO_CLOSE, seen.complete),
        )
        return next((need for need, is_there in needs if is_there), Need.PLAYING)


@dataclass(frozen=True)
class Console:
    """
    The desk's view of a position (its counts are of all tables), and the shown `tables` in their order.

    `whole` are shown with names and everything that waits there, `brief` are the others: in a large hall, tables that
    need nobody. `elsewhere` are tables of other arbiters, not in `tables`.
    """

    view: RoundView
    tables: tuple[ConsoleTable, ...]
    whole: tuple[ConsoleTable, ...]
    brief: tuple[ConsoleTable, ...]
    elsewhere: tuple[ConsoleTable, ...]

    @property
    def waiting(self) -> int:
        """Return how many tables called and have no arbiter coming."""
        return sum(table.need is Need.CALLS for table in self.tables)

    @property
    def protests(self) -> int:
        return sum(table.seen.protests for table in self.tables)

    @property
    def versions(self) -> int:
        return sum(table.seen.conflicts for table in self.tables)

    @property
    def to_apply(self) -> int:
        return sum(len(table.seen.to_apply) for table in self.tables)

    @property
    def to_rule(self) -> int:
        return sum(len(table.seen.to_rule) for table in self.tables)

    @property
    def unconfirmed(self) -> int:
        return sum(table.seen.unconfirmed for table in self.tables)

    @property
    def needed_elsewhere(self) -> int:
        """Return how many tables of other arbiters need an arbiter."""
        return sum(table.need < Need.LATE for table in self.elsewhere)


def console(
    tournament: Tournament,
    round_: Round,
    *,
    clock: RoundClock | None,
    at: datetime,
    only_missing: bool = False,
    by_number: bool = False,
    mine: range | None = None,
) -> Console:
    """
    Return the tables of a position, those that need somebody first, or `by_number`. Two queries besides the overview.

    `clock` is the clock of the position in a timed tournament. `only_missing` leaves out complete tables that need
    nobody. `mine` are the numbers of the reader's tables when several arbiters share a hall; he closes their sheets.
    """
    view = overview(tournament, round_)
    if is_over := tournament.is_finished:
        tables = [_console_table(seen, None, {}, frozenset(), at, is_over=is_over) for seen in view.tables]
    else:
        calls, last_heard, late = _open_calls(round_), _last_heard(round_), _late(tournament, view.tables, clock, at)
        tables = [_console_table(seen, calls.get(seen.number), last_heard, late, at) for seen in view.tables]
    shown_tables = [
        table for table in tables if not (only_missing and table.seen.complete and table.need >= Need.TO_CLOSE)
    ]
    if not by_number:
        shown_tables.sort(key=lambda table: (table.need, table.call.at if table.call else at, table.number))
    own_tables = tuple(table for table in shown_tables if mine is None or table.number in mine)
    needy = 0 if by_number else sum(table.need < Need.TO_CLOSE for table in own_tables)
    told_whole = WHOLE if len(own_tables) <= WHOLE else min(WHOLE, needy)
    return Console(
        view=replace(
            view,
            tables=tuple(table.seen for table in own_tables),
            to_close=tuple(number for number in view.to_close if mine is None or number in mine),
            held=tuple(number for number in view.held if mine is None or number in mine),
        ),
        tables=own_tables,
        whole=own_tables[:told_whole],
        brief=own_tables[told_whole:],
        elsewhere=tuple(table for table in shown_tables if mine is not None and table.number not in mine),
    )


def _console_table(
    seen: TableView,
    call: ArbiterCall | None,
    last_heard: Mapping[int, datetime],
    late: frozenset[int],
    at: datetime,
    *,
    is_over: bool = False,
) -> ConsoleTable:
    last = None if seen.complete else last_heard.get(seen.number)
    return ConsoleTable(
        seen=seen,
        call=call,
        waits=whole_minutes(call.at, at) if call else 0,
        is_late=seen.number in late,
        is_over=is_over,
        silent_since=last if last is not None and at - last >= SILENT_AFTER else None,
        protests=tuple((protest, whole_minutes(protest.at, at)) for protest in seen.unanswered),
    )


def _late(
    tournament: Tournament, tables: Iterable[TableView], clock: RoundClock | None, at: datetime
) -> frozenset[int]:
    """Return the numbers of tables whose time is over; without a clock, of tables that are behind the others."""
    if clock is not None:
        return frozenset(
            table.number for table in tables if not table.complete and clock.is_over(at, extra=table.extra_minutes)
        )
    if tournament.pace != Pace.DONNES or tournament.keeps != Keeps.DONNES:
        return frozenset()
    usual = median_low([table.entered for table in tables] or [0])
    return frozenset(table.number for table in tables if not table.complete and usual - table.entered >= BEHIND)


def _open_calls(round_: Round) -> dict[int, ArbiterCall]:
    """Return table number → open call. One query."""
    calls = open_calls(table__round=round_)
    return {call.table.number: call for call in calls.select_related("table", "seat__registration__player")}


def _last_heard(round_: Round) -> dict[int, datetime]:
    """Return table number → when a phone of it was last heard, for open tables with a phone. One query."""
    phones = Phone.objects.filter(table__round=round_, table__closed_at=None).order_by()
    return dict(phones.values_list("table__number").annotate(last=Max("last_seen")))


def _extras(round_: Round) -> list[int]:
    """Return the different numbers of extra minutes at tables of a round, with 0. One query."""
    extras = Table.objects.filter(round=round_).order_by("extra_minutes")
    return list(extras.values_list("extra_minutes", flat=True).distinct())


def whole_minutes(since: datetime, at: datetime) -> int:
    """Return how many whole minutes have passed since then."""
    return max(0, int((at - since).total_seconds() // 60))


def change_mark(tournament: Tournament, round_: Round, *, clock: RoundClock | None, at: datetime) -> str:
    """
    Return a version of everything on the console: it changes as soon as anything there changes.

    Calls (also of another position), a phone that falls silent, a minute of waiting and the end of a time do not raise
    the public revision. Three queries, four in a timed round.
    """
    calls = ArbiterCall.objects.filter(table__round__tournament=tournament).aggregate(
        made=Count("pk"),
        gone_to=Count("coming_at"),
        settled=Count("settled_at"),
        since=Min("at", filter=Q(settled_at=None, table__round=round_)),
    )
    silent = sorted(number for number, last in _last_heard(round_).items() if at - last >= SILENT_AFTER)
    over = [] if clock is None else [extra for extra in _extras(round_) if clock.is_over(at, extra=extra)]
    protests = Protest.objects.filter(table__round=round_).aggregate(made=Count("pk"), answered=Count("answered_at"))
    waits = calls["since"] is not None or protests["made"] > protests["answered"]
    waited = int(at.timestamp() // 60) if waits else ""
    counts = (calls["made"], calls["gone_to"], calls["settled"], protests["made"], protests["answered"])
    parts = (tournament.revision, *counts, waited, len(over), *silent)
    return "-".join(map(str, parts))


def open_call_at(table: Table) -> ArbiterCall | None:
    """Return the open call of a table, with the player who made the announcement; None without one. One query."""
    return open_calls(table=table).select_related("seat").first()

"""Undoes what was done to a whole sheet: closed, opened again, balances written or taken off."""

from django.utils.translation import gettext as _

from scoring.models import SheetTotal
from scoring.queries.desk.journal import key_in
from scoring.queries.table.sheets import keys_of_balances
from scoring.services.decisions.effects import with_balances
from scoring.services.sheets.balances import empty_balances, record_balances
from scoring.services.sheets.sheets import close_sheet, reopen_sheet
from scoring.services.sheets.stops import resume_table, stop_table
from scoring.services.undo.base import Doing, Undoing, not_from_here, table_of
from tournaments.models import JournalEntry, Table, Tournament
from tournaments.queries.standings.standings import StandingsChange
from tournaments.refusals import Refusal


def closed(tournament: Tournament, entry: JournalEntry) -> Undoing:
    table = table_of(tournament, entry)
    if table.closed_at != entry.at:
        raise Refusal(_("Cette feuille a été rouverte depuis."), code="already_undone")

    def act(doing: Doing) -> None:
        reopen_sheet(table=table, reason=doing.reason, by=doing.by, at=doing.at)

    return Undoing(act, StandingsChange(), table)


def reopened(tournament: Tournament, entry: JournalEntry) -> Undoing:
    table = table_of(tournament, entry)
    if table.closed_at is not None:
        raise Refusal(_("Cette feuille a été close depuis."), code="already_undone")

    def act(doing: Doing) -> None:
        close_sheet(table=table, by=doing.by, at=doing.at)

    return Undoing(act, StandingsChange(), table)


def stopped(tournament: Tournament, entry: JournalEntry) -> Undoing:
    table = table_of(tournament, entry)
    if table.stopped_at != entry.at:
        raise Refusal(_("Cette table a repris depuis."), code="already_undone")

    def act(doing: Doing) -> None:
        resume_table(table=table, reason=doing.reason, by=doing.by, at=doing.at)

    return Undoing(act, StandingsChange(), table, sheets=(table,))


def resumed(tournament: Tournament, entry: JournalEntry) -> Undoing:
    table = table_of(tournament, entry)
    if table.stopped_at is not None:
        raise Refusal(_("Cette table s’est arrêtée de nouveau depuis."), code="already_undone")

    def act(doing: Doing) -> None:
        stop_table(table=table, reason=doing.reason, by=doing.by, at=doing.at)

    return Undoing(act, StandingsChange(), table, sheets=(table,))


def balances_written(tournament: Tournament, entry: JournalEntry) -> Undoing:
    """Return the undoing of balances that an entry wrote: the earlier ones again, or none when there were none."""
    table, written = _totals(tournament, entry)
    current = list(SheetTotal.objects.filter(seat__table=table, current=True).select_related("seat"))
    if {(total.seat_id, total.points) for total in current} != {(total.seat_id, total.points) for total in written}:
        raise _balances_moved_on(table)
    earlier = SheetTotal.objects.filter(seat__table=table, pk__lt=min(total.pk for total in written))
    replaces = [total.pk for total in current]
    if entry.action == "bilans saisis":

        def take_off(doing: Doing) -> None:
            empty_balances(table=table, replaces=replaces, reason=doing.reason, by=doing.by, at=doing.at)

        return Undoing(take_off, with_balances(table, {}), table, sheets=(table,))
    return _balances_again(table, list(earlier.select_related("seat").order_by("pk")), replaces)


def balances_emptied(tournament: Tournament, entry: JournalEntry) -> Undoing:
    table = table_of(tournament, entry)
    totals = SheetTotal.objects.filter(seat__table=table).select_related("seat").order_by("pk")
    if totals.filter(current=True).exists():
        raise _balances_moved_on(table)
    return _balances_again(table, list(totals), [])


def _balances_again(table: Table, totals: list[SheetTotal], replaces: list[int]) -> Undoing:
    """Return the undoing that writes again, for each chair, the last of these totals."""
    points = {total.seat.chair_index: total.points for total in totals}

    def act(doing: Doing) -> None:
        record_balances(
            table=table,
            balances=points,
            key=doing.key,
            replaces=replaces,
            reason=doing.reason,
            by=doing.by,
            at=doing.at,
        )

    return Undoing(act, with_balances(table, points), table, sheets=(table,))


def _totals(tournament: Tournament, entry: JournalEntry) -> tuple[Table, list[SheetTotal]]:
    """Return the table of an entry, and the totals that the entry wrote."""
    table, key = table_of(tournament, entry), key_in(entry, "balances")
    keys = keys_of_balances(key) if key else []
    written = list(SheetTotal.objects.filter(seat__table=table, key__in=keys))
    if not written:
        raise not_from_here()
    return table, written


def _balances_moved_on(table: Table) -> Refusal:
    return Refusal(
        _("Les bilans de la %(table)s ont été changés depuis. Défaites d’abord ce qui a suivi.") % {"table": table},
        code="followed_by_another",
    )

"""The balances of a table where no donnes are kept: each player's result of a round, written or taken off the sheet."""

import uuid
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scoring.models import SheetTotal
from scoring.queries.table.sheets import key_of_balance, keys_of_balances, subject_of_sheet
from scoring.services.sheets.results import recount_table
from scoring.services.sheets.sheets import refuse_unless_open
from tournaments.kit.text import signed
from tournaments.labels import Keeps
from tournaments.models import Account, Seat, Table, Tournament
from tournaments.refusals import Refusal, form_used, refuse_without_reason
from tournaments.services.journal import log
from tournaments.services.locks import lock_tournament, raise_revision


@transaction.atomic
def record_balances(
    *,
    table: Table,
    balances: Mapping[int, int],
    key: uuid.UUID,
    replaces: Iterable[int],
    reason: str = "",
    by: Account,
    at: datetime,
) -> None:
    """
    Write each player's balance of a round, chair (0 for Sud) → whole points, where the tournament keeps no donnes.

    `key` and `replaces` (ids of the totals that the writer saw) work as in `record_donne`. Refuses balances that do not
    sum to zero or are not those of everyone at the table, and a correction without a reason.
    """
    tournament = lock_tournament(table.round.tournament_id)
    seats, current = _seats_of(table)
    own_points = dict(SheetTotal.objects.filter(key__in=keys_of_balances(key)).values_list("seat_id", "points"))
    if own_points and own_points == {seat.pk: balances.get(seat.chair_index) for seat in seats}:
        return
    if own_points.keys() - {seat.pk for seat in seats}:
        raise form_used("stale_balances")
    refuse_unless_open(tournament, table)
    _refuse_balances(tournament, table, seats, balances)
    if own_points or {total.pk for total in current.values()} != set(replaces):
        raise _stale_balances(table)
    reason = reason.strip()
    if current:
        _refuse_correcting_without(reason, table)
    written = {"written_by": by, "written_by_name": str(by), "written_at": at, "reason": reason}
    _put_in_place(seats, balances, current, key, written)
    recount_table(table, seats)
    new = {str(seat): balances[seat.chair_index] for seat in seats}
    old = {"old": _points(seats, current)} if current else {}
    log(
        action=gettext_noop("bilans corrigés") if current else gettext_noop("bilans saisis"),
        subject=subject_of_sheet(table),
        by=by,
        at=at,
        tournament=tournament,
        reason=reason,
        details={"balances": str(key), "new": new, **old},
    )
    raise_revision(tournament)


def _refuse_correcting_without(reason: str, table: Table) -> None:
    refuse_without_reason(
        reason,
        _("%(table)s : dites pourquoi vous corrigez ces bilans.") % {"table": str(table).capitalize()},
        code="correction_without_reason",
        at_field=_("Dites pourquoi vous corrigez ces bilans."),
    )


def _seats_of(table: Table) -> tuple[list[Seat], dict[int, SheetTotal]]:
    """Return the seats of a table in playing order, and its current totals by seat id."""
    seats = list(table.seats.select_related("registration__player").order_by("chair"))
    return seats, {total.seat_id: total for total in SheetTotal.objects.filter(seat__in=seats, current=True)}


def _points(seats: Sequence[Seat], totals: Mapping[int, SheetTotal]) -> dict[str, int]:
    """Return chair → points, as the journal keeps them."""
    return {str(seat): totals[seat.pk].points for seat in seats if seat.pk in totals}


def _put_in_place(
    seats: Sequence[Seat],
    balances: Mapping[int, int],
    current: Mapping[int, SheetTotal],
    key: uuid.UUID,
    written: Mapping[str, Any],
) -> None:
    """Write these balances in place of the current ones; `written` says by whom, when and why."""
    SheetTotal.objects.filter(pk__in=[total.pk for total in current.values()]).update(current=False)
    SheetTotal.objects.bulk_create(
        SheetTotal(
            seat=seat,
            points=balances[seat.chair_index],
            **_counts(current.get(seat.pk)),
            key=key_of_balance(key, seat.chair_index),
            **written,
        )
        for seat in seats
    )


def _counts(corrected: SheetTotal | None) -> dict[str, Any]:
    """Return the donnes and contracts that stay when a balance is corrected: only its points were wrong."""
    return {name: getattr(corrected, name) for name in ("donnes", "taken", "contracts")} if corrected else {}


def _refuse_balances(tournament: Tournament, table: Table, seats: Sequence[Seat], balances: Mapping[int, int]) -> None:
    if tournament.keeps != Keeps.TOTALS:
        raise Refusal(
            _("Ce tournoi garde chaque donne : saisissez les donnes de la table, les bilans s’en déduisent."),
            code="donnes_wanted",
        )
    if set(balances) != {seat.chair_index for seat in seats}:
        raise Refusal(
            _("%(table)s : il faut le bilan de chacun des %(count)d joueurs.")
            % {"table": str(table).capitalize(), "count": len(seats)},
            code="balance_missing",
        )
    total = sum(balances.values())
    if total:
        raise Refusal(
            _(
                "%(table)s : la somme des bilans fait %(total)s au lieu de 0. Reprenez la feuille et cherchez le bilan "
                "mal recopié."
            )
            % {"table": str(table).capitalize(), "total": signed(total)},
            code="balances_not_zero",
        )


@transaction.atomic
def empty_balances(*, table: Table, replaces: Iterable[int], reason: str, by: Account, at: datetime) -> None:
    """
    Take the balances of a table off its sheet, with a reason: they must be entered again. Idempotent.

    The totals stay as rows that are not current. Refuses other balances than those in `replaces`, and a closed sheet.
    """
    tournament = lock_tournament(table.round.tournament_id)
    seats, current = _seats_of(table)
    if not current:
        return
    refuse_unless_open(tournament, table)
    if {total.pk for total in current.values()} != set(replaces):
        raise _stale_balances(table)
    reason = refuse_without_reason(
        reason,
        _("%(table)s : dites pourquoi vous retirez ces bilans.") % {"table": str(table).capitalize()},
        code="emptying_without_reason",
    )
    SheetTotal.objects.filter(pk__in=[total.pk for total in current.values()]).update(current=False)
    recount_table(table, seats)
    log(
        action=gettext_noop("bilans vidés"),
        subject=subject_of_sheet(table),
        by=by,
        at=at,
        tournament=tournament,
        reason=reason,
        details={"old": _points(seats, current)},
    )
    raise_revision(tournament)


def _stale_balances(table: Table) -> Refusal:
    return Refusal(
        _(
            "Les bilans de la %(table)s ont été changés pendant que vous les saisissiez. Comparez avec ce qui est "
            "maintenant affiché, puis corrigez si besoin."
        )
        % {"table": table},
        code="stale_balances",
    )

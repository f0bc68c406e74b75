"""A table's sheet: closed when everybody signed it, opened again, printed, and balances written on it."""

import uuid
from collections.abc import Iterable, Mapping
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scoring.models import SheetTotal, Writer
from scoring.queries.agreements import version_of
from scoring.queries.sheets import Standing, sheet_of, standing_of, subject_of_sheet
from scoring.queries.told_sheets import tables_to_print
from scoring.services.results import recount_table
from tournaments.labels import JobKind, Keeps
from tournaments.models import Account, Job, Table, Tournament
from tournaments.refusals import Refusal, form_used, refuse_if_finished, refuse_without_reason
from tournaments.services import jobs
from tournaments.services.journal import log
from tournaments.services.results import lock_tournament, raise_revision
from tournaments.text import signed


def refuse_if_redrawn(table: Table, standing: Standing | None = None) -> None:
    """
    Refuse to write at a table that was drawn again or cancelled while it was looked at. Called under the lock.

    `standing` is how the table stands, where the caller has just read it; it is asked here otherwise.
    """
    if (standing or standing_of(table)).is_gone:
        raise Refusal(
            _(
                "La position %(round)d vient d’être tirée à nouveau ou annulée. Rien n’a été enregistré. "
                "Revenez au bureau d’arbitrage et ouvrez la feuille de la table."
            )
            % {"round": table.round.number},
            code="table_redrawn",
        )


def refuse_unless_open(tournament: Tournament, table: Table, standing: Standing | None = None) -> None:
    """Refuse to write on a closed sheet or in a finished tournament. Called under the lock; `standing` as above."""
    refuse_if_finished(tournament)
    standing = standing or standing_of(table)  # the page may be older than the closing
    refuse_if_redrawn(table, standing)
    if standing.is_closed:
        raise Refusal(
            _(
                "La feuille de la table %(table)d (position %(round)d) est close. Rouvrez-la en disant pourquoi, puis "
                "saisissez de nouveau : rien n’a été enregistré."
            )
            % {"table": table.number, "round": table.round.number},
            code="sheet_closed",
        )


@transaction.atomic
def close_sheet(*, table: Table, seen: str | None = None, by: Writer, at: datetime) -> None:
    """
    Close a table's sheet once everybody has signed it. Idempotent.

    `seen` stands for the lines that whoever closes it saw (`version_of`), None where a person looks at them. Refuses a
    sheet that says something else by now, one with donnes missing, a finished tournament, and a table that was drawn
    again or cancelled meanwhile.
    """
    tournament = lock_tournament(table.round.tournament_id)
    refuse_if_redrawn(table)
    sheet = sheet_of(Table.objects.select_related("round__tournament").get(pk=table.pk))
    if sheet.table.closed_at:
        return
    refuse_if_finished(tournament)
    if seen is not None and seen != version_of(sheet):
        raise Refusal(
            _("La feuille a changé depuis que vous l’avez lue. Relisez-la, puis closez-la."), code="stale_sheet"
        )
    if tournament.keeps == Keeps.TOTALS and not sheet.is_complete:
        raise Refusal(
            _("%(table)s : les bilans ne sont pas saisis. Saisissez-les avant de clore la feuille.")
            % {"table": str(table).capitalize()},
            code="sheet_incomplete",
        )
    if sheet.missing:
        raise Refusal(
            _(
                "%(table)s : il manque %(missing)s. Saisissez-les, ou enregistrez-les comme annulées si elles n’ont "
                "pas été jouées, puis closez la feuille."
            )
            % {
                "table": str(table).capitalize(),
                "missing": ", ".join(_("la donne %(number)d") % {"number": number} for number in sheet.missing),
            },
            code="sheet_incomplete",
        )
    if tournament.keeps == Keeps.DONNES and not sheet.rows:
        raise Refusal(
            _("%(table)s : aucune donne n’est saisie. Saisissez-les avant de clore la feuille.")
            % {"table": str(table).capitalize()},
            code="sheet_empty",
        )
    Table.objects.filter(pk=table.pk).update(closed_at=at)
    log(
        action=gettext_noop("feuille close"),
        subject=subject_of_sheet(table),
        by=by,
        at=at,
        tournament=tournament,
    )
    raise_revision(tournament)


@transaction.atomic
def reopen_sheet(*, table: Table, reason: str, by: Account, at: datetime) -> None:
    """
    Open a closed sheet again, so that it can be corrected. Idempotent.

    Refuses an empty `reason`, a finished tournament, and a table that was drawn again or cancelled meanwhile.
    """
    tournament = lock_tournament(table.round.tournament_id)
    refuse_if_finished(tournament)
    refuse_if_redrawn(table)
    reason = refuse_without_reason(
        reason,
        _("%(table)s : dites pourquoi vous rouvrez cette feuille.") % {"table": str(table).capitalize()},
        code="reopening_without_reason",
        at_field=_("Dites pourquoi vous rouvrez cette feuille."),
    )
    if not Table.objects.filter(pk=table.pk, closed_at__isnull=False).update(closed_at=None):
        return
    log(
        action=gettext_noop("feuille rouverte"),
        subject=subject_of_sheet(table),
        by=by,
        at=at,
        tournament=tournament,
        reason=reason,
    )
    raise_revision(tournament)


def ask_sheets(
    *,
    tournament: Tournament,
    round_number: int,
    table_number: int | None,
    language: str,
    by: Account | None,
    at: datetime,
    cancelled: int | None = None,
) -> Job:
    """
    Return the job that prints the sheet of a table or, without a table, all those of a position.

    `cancelled` is the id of the round when it is one that was set aside. Refuses a position or a table that nobody sat
    at. The caller then calls `tasks.enqueue(job.pk)`.
    """
    tables = tables_to_print(tournament, round_number, cancelled)
    if not tables.exists():
        raise Refusal(
            _("La position %(position)d n’a pas de table : choisissez une position de la liste.")
            % {"position": round_number},
            code="position_without_tables",
        )
    if table_number is not None and not tables.filter(number=table_number).exists():
        raise Refusal(
            _("La position %(position)d n’a pas de table %(table)d : choisissez une autre table.")
            % {"position": round_number, "table": table_number},
            code="table_unknown",
        )
    return jobs.ask(
        kind=JobKind.SHEETS,
        tournament=tournament,
        about=f"{f'annulée {cancelled}/' if cancelled else ''}{round_number}/{table_number or 'toutes'}/{language}",
        wanted={"position": round_number, "table": table_number, "language": language, "cancelled": cancelled},
        by=by,
        at=at,
    )


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
    Write each player's balance of a round (chair → whole points), where only balances are kept.

    Refuses balances that do not sum to zero, that are not those of everyone at the table, and a correction without a
    reason; `key` and `replaces` (ids of the totals that the writer saw) work as in `record_donne`.
    """
    tournament = lock_tournament(table.round.tournament_id)
    seats = list(table.seats.select_related("registration__player").order_by("chair"))
    written = dict(
        SheetTotal.objects.filter(key__in=[uuid.uuid5(key, str(chair)) for chair in range(5)]).values_list(
            "seat_id", "points"
        )
    )
    if written and written == {seat.pk: balances.get(seat.chair_index) for seat in seats}:
        return
    if written.keys() - {seat.pk for seat in seats}:
        raise form_used("stale_balances")
    refuse_unless_open(tournament, table)
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
    current = {total.seat_id: total for total in SheetTotal.objects.filter(seat__in=seats, current=True)}
    if written or {total.pk for total in current.values()} != set(replaces):
        raise _stale_balances(table)
    reason = reason.strip()
    if current:
        refuse_without_reason(
            reason,
            _("%(table)s : dites pourquoi vous corrigez ces bilans.") % {"table": str(table).capitalize()},
            code="correction_without_reason",
            at_field=_("Dites pourquoi vous corrigez ces bilans."),
        )
    SheetTotal.objects.filter(pk__in=[total.pk for total in current.values()]).update(current=False)
    SheetTotal.objects.bulk_create(
        SheetTotal(
            seat=seat,
            points=balances[seat.chair_index],
            key=uuid.uuid5(key, str(seat.chair_index)),
            written_by=by,
            written_by_name=str(by),
            written_at=at,
            reason=reason,
        )
        for seat in seats
    )
    recount_table(table, seats)
    old = {str(seat): current[seat.pk].points for seat in seats if seat.pk in current}
    log(
        action=gettext_noop("bilans corrigés") if current else gettext_noop("bilans saisis"),
        subject=subject_of_sheet(table),
        by=by,
        at=at,
        tournament=tournament,
        reason=reason,
        details={
            "balances": str(key),
            "new": {str(seat): balances[seat.chair_index] for seat in seats},
            **({"old": old} if old else {}),
        },
    )
    raise_revision(tournament)


@transaction.atomic
def empty_balances(*, table: Table, replaces: Iterable[int], reason: str, by: Account, at: datetime) -> None:
    """
    Take the balances of a table off its sheet, with a reason: they are to be entered again. Idempotent.

    The totals stay, none of them current. Refuses balances that are not those `replaces` names, and a closed sheet.
    """
    tournament = lock_tournament(table.round.tournament_id)
    seats = list(table.seats.select_related("registration__player").order_by("chair"))
    current = {total.seat_id: total for total in SheetTotal.objects.filter(seat__in=seats, current=True)}
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
        details={"old": {str(seat): current[seat.pk].points for seat in seats if seat.pk in current}},
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

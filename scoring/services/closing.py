"""Closing a sheet that everybody signed, and opening it again."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scoring.queries.sheets import sheet_of
from tournaments.labels import Keeps
from tournaments.models import Account, Table, Tournament
from tournaments.refusals import Refusal, refuse_if_finished
from tournaments.services.journal import note
from tournaments.services.results import lock_tournament, raise_revision
from tournaments.subjects import subject_of


def refuse_if_redrawn(table: Table) -> None:
    """Refuse to write at a table that was drawn again or cancelled while it was looked at. Called under the lock."""
    if not Table.objects.filter(pk=table.pk, round__tournament__isnull=False).exists():
        raise Refusal(
            _(
                "La position %(round)d vient d’être tirée à nouveau ou annulée. Rien n’a été enregistré. "
                "Revenez au bureau d’arbitrage et ouvrez la feuille de la table."
            )
            % {"round": table.round.number},
            code="table_redrawn",
        )


def refuse_unless_open(tournament: Tournament, table: Table) -> None:
    """Refuse to write on a closed sheet or in a finished tournament. Called under the tournament's lock."""
    refuse_if_finished(tournament)
    refuse_if_redrawn(table)
    # The row is read again under the lock: the page may be older than the closing.
    if Table.objects.filter(pk=table.pk, closed_at__isnull=False).exists():
        raise Refusal(
            _(
                "La feuille de la table %(table)d (position %(round)d) est close. Rouvrez-la en disant pourquoi, puis "
                "saisissez de nouveau : rien n’a été enregistré."
            )
            % {"table": table.number, "round": table.round.number},
            code="sheet_closed",
        )


@transaction.atomic
def close_sheet(*, table: Table, by: Account, at: datetime) -> None:
    """Close a table's sheet: everybody signed it. Refuses one with donnes missing; closing twice is closing once."""
    tournament = lock_tournament(table.round.tournament_id)
    refuse_if_redrawn(table)
    sheet = sheet_of(Table.objects.select_related("round__tournament").get(pk=table.pk))
    if sheet.table.closed_at:
        return
    refuse_if_finished(tournament)
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
    note(
        action=gettext_noop("feuille close"),
        subject=subject_of("table", round=table.round.number, table=table.number),
        by=by,
        at=at,
        tournament=tournament,
    )
    raise_revision(tournament)


@transaction.atomic
def reopen_sheet(*, table: Table, reason: str, by: Account, at: datetime) -> None:
    """Open a closed sheet again, so that it can be corrected. Asks why."""
    tournament = lock_tournament(table.round.tournament_id)
    refuse_if_finished(tournament)
    refuse_if_redrawn(table)
    if not reason.strip():
        raise Refusal(
            _("%(table)s : dites pourquoi vous rouvrez cette feuille.") % {"table": str(table).capitalize()},
            code="reopening_without_reason",
            fields={"reason": [_("Dites pourquoi vous rouvrez cette feuille.")]},
        )
    if not Table.objects.filter(pk=table.pk, closed_at__isnull=False).update(closed_at=None):
        return
    note(
        action=gettext_noop("feuille rouverte"),
        subject=subject_of("table", round=table.round.number, table=table.number),
        by=by,
        at=at,
        tournament=tournament,
        reason=reason.strip(),
    )
    raise_revision(tournament)

"""A table agrees on its sheet: the other camp confirms a donne, and all players sign."""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scoring.models import Confirmation, Phone, SheetLine, Signature, Speaker, Writer
from scoring.queries.desk.contradictions import lines_to_rule
from scoring.queries.desk.donne_decisions import to_apply
from scoring.queries.table.agreements import Agreement, agreement_of, is_of_the_table, may_confirm, version_of
from scoring.queries.table.boards import number_told
from scoring.queries.table.sheets import Sheet, sheet_of, state_of, subject_of_sheet
from scoring.services.sheets.agreed_versions import withdraw_own
from scoring.services.sheets.sheets import close_sheet, refuse_if_redrawn, refuse_seated_elsewhere, refuse_unless_open
from tournaments.labels import Keeps
from tournaments.models import Account, Seat, Table
from tournaments.refusals import Refusal
from tournaments.services.journal import log
from tournaments.services.locks import lock_tournament, raise_revision
from tournaments.services.people.registrations import refuse_excluded


@transaction.atomic
def confirm_line(*, line: SheetLine, seat: Seat | None, by: Speaker, at: datetime) -> Confirmation:
    """
    Confirm a line for somebody other than its writer, and return the confirmation. Idempotent.

    `seat` is the player who confirms. On a phone, he holds the phone or was given it; with a personal link, it is the
    link's player. An arbiter passes None, or the player for whom he confirms. Other versions of the donne that this
    person sent are withdrawn. Refuses a line that is no longer current, a line of an arbiter, a player of the writer's
    camp, an excluded player unless an arbiter confirms for him, a closed sheet, and a finished tournament.
    """
    table = line.table
    tournament = lock_tournament(table.round.tournament_id)
    refuse_unless_open(tournament, table)
    line = SheetLine.objects.select_related("table").get(pk=line.pk)
    if not line.current:
        raise Refusal(
            _("La donne %(number)s a été changée entre-temps. Relisez-la, puis confirmez.")
            % {"number": number_told(table, line.number)},
            code="stale_line",
        )
    earlier = Confirmation.objects.filter(line=line).first()
    if earlier is not None:
        withdraw_own(line=line, seat=seat, tournament=tournament, by=by, at=at)
        return earlier
    if seat is not None and not isinstance(by, Account):
        refuse_excluded(seat.registration)
    if seat is not None or not isinstance(by, Account) or not is_of_the_table(line):
        _refuse_own(line, table, seat)
    confirmation = Confirmation.objects.create(
        line=line,
        seat=seat,
        phone=by if isinstance(by, Phone) else None,
        by=by if isinstance(by, Account) else None,
        by_name=_name_of(seat, by),
        at=at,
    )
    log(
        action=gettext_noop("donne confirmée"),
        subject=subject_of_sheet(table, line.number),
        by=by,
        at=at,
        tournament=tournament,
        details={"by": confirmation.by_name},
    )
    if tournament.needs_confirmation:
        raise_revision(tournament)  # the desk says what waits
    withdraw_own(line=line, seat=seat, tournament=tournament, by=by, at=at)
    return confirmation


def _refuse_own(line: SheetLine, table: Table, seat: Seat | None) -> None:
    confirmers = may_confirm(line, list(table.seats.select_related("registration__player").order_by("chair")))
    if seat is None or seat.pk not in {confirmer.pk for confirmer in confirmers}:
        raise Refusal(
            _("La donne %(number)s se confirme par quelqu’un d’autre que le camp qui l’a saisie : %(names)s.")
            % {
                "number": number_told(table, line.number),
                "names": ", ".join(confirmer.registration.player.full_name for confirmer in confirmers),
            }
            if confirmers
            else _("La donne %(number)s a été saisie par l’arbitre : elle n’a pas à être confirmée.")
            % {"number": number_told(table, line.number)},
            code="own_line",
        )


def _name_of(seat: Seat | None, by: Speaker) -> str:
    return str(by)[:150] if seat is None else seat.registration.player.full_name[:150]


@transaction.atomic
def sign_sheet(*, table: Table, seat: Seat, seen: str, by: Writer, at: datetime) -> bool:
    """
    Sign the sheet of a table for a player, and return whether that closed the sheet. Idempotent.

    `seen` is the version of the sheet that he read. `by` is the phone he signs on, or the account that sends his
    signature; the journal names it. The sheet stays open while a donne waits for an arbiter: a decision to apply, a
    chelem to rule. Refuses a sheet with donnes missing or not confirmed, a sheet changed since he read it, a player of
    another table.
    """
    tournament = lock_tournament(table.round.tournament_id)
    state = state_of(table)
    refuse_if_redrawn(table, state)  # its sheet could not even be read
    table = Table.objects.select_related("round__tournament").get(pk=table.pk)
    sheet = sheet_of(table)
    agreement = agreement_of(sheet)
    if table.closed_at is not None and seat.chair in agreement.signed:
        return True
    refuse_unless_open(tournament, table, state)
    refuse_seated_elsewhere(table, seat)
    _refuse_signature(table, sheet, agreement, seen)
    if seat.chair not in agreement.signed:
        _write_signature(seat, seen, by, at)
        log(
            action=gettext_noop("feuille signée"),
            subject=subject_of_sheet(table),
            by=by,
            at=at,
            tournament=tournament,
            details={"by": seat.registration.player.full_name},
        )
    is_signed_by_all = agreement.signed | {seat.chair} == {each.chair for each in sheet.seats}
    if tournament.closes_itself and is_signed_by_all and not _waits_for_arbiter(table):
        close_sheet(table=table, by=by, at=at)
        return True
    return False


def _refuse_signature(table: Table, sheet: Sheet, agreement: Agreement, seen: str) -> None:
    """Refuse a sheet with donnes missing or not confirmed, and one changed since the player read the version `seen`."""
    tournament = sheet.tournament
    is_stopped = table.stopped_after is not None
    if tournament.keeps == Keeps.TOTALS and not sheet.is_complete:
        raise Refusal(
            _("%(table)s : les bilans ne sont pas saisis. L’arbitre les saisit, puis vous signez.")
            % {"table": str(table).capitalize()},
            code="sheet_incomplete",
        )
    if sheet.missing or not (sheet.rows or is_stopped or tournament.keeps == Keeps.TOTALS):
        raise Refusal(
            _("%(table)s : des donnes ne sont pas saisies. Saisissez-les avant de signer.")
            % {"table": str(table).capitalize()},
            code="sheet_incomplete",
        )
    if seen != version_of(sheet):
        raise Refusal(_("La feuille a changé pendant que vous la lisiez. Relisez-la, puis signez."), code="stale_sheet")
    if tournament.needs_confirmation and agreement.unconfirmed:
        raise Refusal(
            _("L’autre camp n’a pas encore confirmé : %(numbers)s. Faites confirmer, puis signez.")
            % {
                "numbers": ", ".join(
                    _("donne %(number)s") % {"number": number_told(table, number)} for number in agreement.unconfirmed
                )
            },
            code="sheet_unconfirmed",
        )


def _waits_for_arbiter(table: Table) -> bool:
    lines = SheetLine.objects.filter(table=table)
    return bool(to_apply(Q(table=table))) or lines_to_rule(lines).exists()


def _write_signature(seat: Seat, seen: str, by: Writer, at: datetime) -> None:
    """Store that a player signed this version of the sheet, in place of his earlier signature."""
    signed: dict[str, Any] = {"sheet": seen, "phone": by if isinstance(by, Phone) else None, "at": at}
    if not Signature.objects.filter(seat=seat).update(**signed):
        Signature.objects.create(seat=seat, **signed)

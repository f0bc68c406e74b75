"""A donne typed at the wrong place: moved to its table and number, or taken off its sheet. Lines are never deleted."""

import uuid
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scoring.models import SheetLine
from scoring.queries.desk.donne_decisions import decisions_in_force
from scoring.queries.rules.baremes import variant_of
from scoring.queries.table.boards import number_told
from scoring.queries.table.lines import OF_ITS_ENTRY, call_of, codes_of
from scoring.queries.table.sheets import seated, state_of, subject_of_sheet, written_at
from scoring.queries.table.turns import odd_here
from scoring.services.decisions.penalty_shares import spread_camp_penalties
from scoring.services.sheets.donnes import refuse_stopped, refuse_wrong_number
from scoring.services.sheets.lines import (
    agree_with_call,
    agree_with_decisions,
    figures_of_line,
    score_line,
    write_line,
)
from scoring.services.sheets.results import recount_table
from scoring.services.sheets.sheets import refuse_unless_open
from tournaments.models import Account, Seat, Table, Tournament
from tournaments.refusals import Refusal, refuse_without_reason, sent_before
from tournaments.services.journal import log
from tournaments.services.locks import lock_tournament, raise_revision


@transaction.atomic
def empty_donne(*, line: SheetLine, reason: str, by: Account, at: datetime) -> None:
    """
    Take a line off its sheet, with a reason: its donne must be entered again. Idempotent.

    Its marks no longer count, its chelem call waits again, and penalties of its camps fall on nobody until then.
    Refuses a line that another one replaced since, a closed sheet, and a donne with a record card by card.
    """
    tournament = lock_tournament(line.table.round.tournament_id)
    if SheetLine.objects.filter(pk=line.pk, cancelled_at__isnull=False).exists():
        return
    line = _to_take_off(tournament, line, reason)
    _take_off(line, reason, by, at)
    call = call_of(line.table, line.number)
    if call is not None and call.counts:
        call.outcome = call.ruling  # what the arbiter saw stays
        call.save(update_fields=["outcome"])
    _recount(tournament, line.table, line.number)
    log(
        action=gettext_noop("donne vidée"),
        subject=subject_of_sheet(line.table, line.number),
        by=by,
        at=at,
        tournament=tournament,
        reason=reason.strip(),
        details={"line": str(line.key), "old": figures_of_line(line)},
    )
    raise_revision(tournament)


@transaction.atomic
def move_donne(
    *, line: SheetLine, table: Table, number: int, reason: str, key: uuid.UUID, by: Account, at: datetime
) -> SheetLine:
    """
    Move a line to donne `number` of a table, each player's facts to the same chair, and return the new line.

    The place must be empty, on an open sheet, at a table of as many players. The new line supersedes the old one; the
    same form sent twice (`key`) moves once. Rulings stay at their place: a donne with a chelem call, a decision or a
    record is refused, and penalties of camps fall on nobody until their donne is entered again.
    """
    tournament = lock_tournament(line.table.round.tournament_id)
    said = {"supersedes_id": line.pk, "table_id": table.pk, "number": number}
    if moved := sent_before(SheetLine, key, code="stale_line", **said):
        return moved
    line = _to_take_off(tournament, line, reason)
    if table.pk != line.table_id:
        refuse_unless_open(tournament, table)
    seats = refuse_place(tournament, line, table, number)
    _take_off(line, reason, by, at)
    refuse_stopped(table, number, state_of(table))
    refuse_wrong_number(table, tournament, number, len(seats))
    place = written_at(seated(table, seats, tournament))
    scored = score_line(line.entry, place=place, number=number, turn=line.turn)
    waiting = call_of(table, number)
    agree_with_decisions(scored, None, decisions_in_force(table, number))
    agree_with_call(scored, waiting)
    here = {oddity.code for oddity in odd_here(scored, place, names=place.rules.names)}
    scored.confirmed = sorted({*codes_of(scored, waiting), *here, *(OF_ITS_ENTRY & set(line.confirmed))})
    write_line(scored, waiting, supersedes=line, key=key, reason=reason.strip(), by=by, at=at, repeats=line)
    _recount(tournament, line.table, line.number)
    _recount(tournament, table, number)
    log(
        action=gettext_noop("donne déplacée"),
        subject=subject_of_sheet(table, number),
        by=by,
        at=at,
        tournament=tournament,
        reason=reason.strip(),
        details={
            "line": str(scored.key),
            "new": figures_of_line(scored),
            "old": figures_of_line(line) | {"from": _place_of(line)},
        },
    )
    raise_revision(tournament)
    return scored


def refuse_place(tournament: Tournament, line: SheetLine, table: Table, number: int) -> list[Seat]:
    """
    Return the seats of a table where a line can move. Refuses a place where it cannot. Writes nothing.

    The caller checks that the sheet is open: in a tournament that is over, it is opened for the move.
    """
    here, there = number_told(line.table, line.number), number_told(table, number)
    place = {"number": there, "table": table, "here": here}
    call = call_of(line.table, line.number)
    if call is not None:
        raise Refusal(
            _(
                "Un appel de chelem est enregistré pour la donne %(here)s : annulez-le d’abord, déplacez la donne, "
                "puis enregistrez l’appel à sa place."
            )
            % place,
            code="donne_with_call",
        )
    if decisions_in_force(line.table, line.number).exists():
        raise Refusal(
            _(
                "Une décision de l’arbitre porte sur la donne %(here)s : annulez-la d’abord, déplacez la donne, puis "
                "donnez la décision à sa place."
            )
            % place,
            code="donne_with_decision",
        )
    if table.round.tournament_id != tournament.pk:
        raise Refusal(_("Cette table n’est pas de ce tournoi."), code="table_elsewhere")
    if table.lines.filter(number=number, current=True).exists():
        raise Refusal(
            _("La donne %(number)s de la %(table)s est déjà saisie : videz-la ou déplacez-la d’abord.") % place,
            code="place_taken",
            fields={"number": [_("Cette donne est déjà saisie là-bas.")]},
        )
    seats = list(table.seats.order_by("chair"))
    chairs = line.table.seats.count()
    if variant_of(tournament, len(seats)) != variant_of(tournament, chairs):
        raise Refusal(
            _(
                "La donne a été saisie pour %(chairs)d joueurs et la %(table)s en a %(seats)d : videz-la ici, puis "
                "saisissez-la là-bas."
            )
            % (place | {"chairs": chairs, "seats": len(seats)}),
            code="other_variant",
            fields={"table": [_("Cette table n’a pas autant de joueurs.")]},
        )
    if table.boards or table.pk != line.table_id:  # on its own sheet a line of libre leaves a place first
        refuse_wrong_number(table, tournament, number, len(seats))
    return seats


def _to_take_off(tournament: Tournament, line: SheetLine, reason: str) -> SheetLine:
    """Return the current line. Refuses a line that is no longer current or has a record, and an empty reason."""
    refuse_unless_open(tournament, line.table)
    place = {"number": number_told(line.table, line.number), "table": line.table}
    current = SheetLine.objects.select_related("table__round", "taker", "partner", "sits_out").filter(
        pk=line.pk, current=True
    )
    standing = current.first()
    if standing is None:
        raise Refusal(
            _("La donne %(number)s de la %(table)s a été changée pendant que vous regardiez. Rien n’est fait.") % place,
            code="stale_line",
        )
    refuse_without_reason(
        reason,
        _("Dites pourquoi (par exemple « saisie à la mauvaise table ») : le journal en garde la trace."),
        code="moving_without_reason",
    )
    if line.table.records.filter(number=line.number, current=True).exists():
        raise Refusal(
            _(
                "Un relevé carte par carte est rattaché à la donne %(number)s de la %(table)s : retirez-le d’abord, "
                "puis rattachez-le à la bonne donne."
            )
            % place,
            code="donne_with_record",
        )
    return standing


def _take_off(line: SheetLine, reason: str, by: Account, at: datetime) -> None:
    changes: dict[str, Any] = {"cancelled_by": by, "cancelled_at": at, "cancel_reason": reason.strip()}
    SheetLine.objects.filter(pk=line.pk).update(current=False, **changes)


def _recount(tournament: Tournament, table: Table, number: int) -> None:
    """Write the results of a table, and the camp penalties of a donne, as they follow from its current lines."""
    seats: list[Seat] = list(table.seats.order_by("chair"))
    recount_table(table, seats)
    spread_camp_penalties(tournament=tournament, table=table, number=number)


def _place_of(line: SheetLine) -> dict[str, int]:
    """Return the round, table and donne of a line, by their numbers."""
    return {"round": line.table.round.number, "table": line.table.number, "donne": line.number}

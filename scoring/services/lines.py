"""A line of a sheet before it is written: from an entry, beside the chelem call of its donne, for the journal."""

from typing import Any

from django.utils.translation import gettext as _

from scoring.labels import CallOutcome, CampChoice, Outcome
from scoring.models import ChelemCall, SheetLine
from scoring.queries.oddities import UNCALLED, is_uncalled
from scoring.queries.sheets import Entry, chair_names, weigh
from tournaments.models import Seat, Table, Tournament
from tournaments.refusals import Refusal


def line_saying(table: Table, number: int, entry: Entry, tournament: Tournament, seats: list[Seat]) -> SheetLine:
    """Return the line that says this entry, weighed. Refuses an impossible one."""
    if entry.outcome not in Outcome.values:
        raise Refusal(
            _("Dites ce qu’est devenue la donne : jouée, passée ou annulée."),
            code="unknown_outcome",
            fields={"outcome": [_("Choisissez : jouée, passée ou annulée.")]},
        )
    if entry.outcome != Outcome.PLAYED:
        return SheetLine(table=table, number=number, outcome=entry.outcome)
    scored = weigh(entry, tournament=tournament, chairs=len(seats))
    names = chair_names(len(seats))
    answer = scored.as_json("fr")
    marque: dict[str, Any] = answer | {"scores": {str(names.index(name)): mark for name, mark in scored.scores.items()}}
    assert entry.taker is not None  # or it would have been refused
    return SheetLine(
        table=table,
        number=number,
        outcome=Outcome.PLAYED,
        taker=seats[entry.taker],
        partner=seats[entry.partner] if entry.partner not in (None, entry.taker) else None,
        sits_out=seats[entry.mort] if entry.mort is not None else None,
        contract=entry.contract,
        bouts=entry.bouts,
        half_points=scored.donne.half_points,
        petit_au_bout=entry.petit_au_bout,
        poignees=[{"position": position, "size": size} for position, size in entry.poignees],
        chelem_announced=entry.chelem_announced,
        chelem_made=entry.chelem_made,
        petit_chelem_announced=entry.petit_chelem_announced,
        petit_chelem_made=entry.petit_chelem_made,
        miseres=[{"position": position, "kind": kind} for position, kind in entry.miseres],
        marque=marque,
    )


def says_the_same(written: SheetLine, entry: Entry, tournament: Tournament, seats: list[Seat]) -> bool:
    """Return whether an entry says what a line says: the same form sent twice, or two who agree."""
    return figures_of_line(line_saying(written.table, written.number, entry, tournament, seats)) == figures_of_line(
        written
    )


def agree_with_call(line: SheetLine, call: ChelemCall | None) -> None:
    """Refuse a line that contradicts the chelem call recorded for its donne; a late call counts for nothing."""
    if call is None or not call.counts:
        return
    caller = call.caller.registration.player.full_name
    if line.outcome != Outcome.PLAYED:
        raise Refusal(
            _(
                "Un chelem a été annoncé par %(caller)s à la donne %(number)d : elle ne peut pas être enregistrée "
                "comme non jouée. Annulez d’abord l’appel de chelem s’il n’a plus lieu d’être."
            )
            % {"caller": caller, "number": call.number},
            code="chelem_called",
        )
    if not line.chelem_announced or line.taker_id != call.caller_id:
        sentence = _(
            "L’arbitre a enregistré un chelem annoncé par %(caller)s à la donne %(number)d : le preneur doit être "
            "%(caller)s, chelem annoncé. Corrigez la saisie, ou annulez l’appel s’il est faux."
        ) % {"caller": caller, "number": call.number}
        raise Refusal(sentence, code="chelem_called", fields={"chelem_announced": [sentence]})


def call_outcome_of(line: SheetLine) -> CallOutcome:
    """Return what became of a chelem called at a played donne."""
    if not line.chelem_made:
        return CallOutcome.FAILED
    return CallOutcome.MADE if line.chelem_made == CampChoice.ATTACK else CallOutcome.INFLICTED


def settle_call(line: SheetLine, call: ChelemCall | None) -> None:
    """Write on the chelem call of this donne what became of it; a late call counts for nothing and has no outcome."""
    if call is not None and call.counts:
        ChelemCall.objects.filter(pk=call.pk).update(outcome=call_outcome_of(line))


def call_of(table: Table, number: int) -> ChelemCall | None:
    """Return the chelem call in force for a donne, with who called."""
    calls = table.chelem_calls.filter(cancelled_at=None, number=number)
    return calls.select_related("caller__registration__player").first()


def figures_of_line(line: SheetLine) -> dict[str, Any]:
    """Return a line for the journal: what was written and what it was worth."""
    figures: dict[str, Any] = {"outcome": line.outcome, "marks": line.marque.get("scores", {})}
    if line.outcome == Outcome.PLAYED:
        figures |= {
            "taker": line.attacker.name,
            "partner": line.partner.name if line.partner else None,
            "contract": line.contract,
            "bouts": line.bouts,
            "half_points": line.half_points,
            "petit_au_bout": line.petit_au_bout,
            "poignees": line.poignees,
            "chelem": [line.chelem_announced, line.chelem_made],
            "sits_out": line.sits_out.name if line.sits_out else None,
        }
        # Rules hors règlement are told where they were played: most tournaments know none of them.
        if line.petit_chelem_announced or line.petit_chelem_made:
            figures["petit_chelem"] = [line.petit_chelem_announced, line.petit_chelem_made]
        if line.miseres:
            figures["miseres"] = line.miseres
    return figures


def codes_of(line: SheetLine, call: ChelemCall | None) -> list[str]:
    """Return the codes of what is odd about a weighed line, beside the chelem call of its donne."""
    codes = {warning["code"] for warning in line.marque.get("warnings", [])}
    return sorted(codes | ({UNCALLED} if is_uncalled(line, call) else set()))

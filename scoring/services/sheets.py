"""Writing a donne on a table's sheet, or correcting it."""

import uuid
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scoring.labels import CalledWhen, CallOutcome, CampChoice, Outcome
from scoring.models import ChelemCall, SheetLine
from scoring.queries.numbering import expected_donnes
from scoring.queries.sheets import Entry, chair_names, spoken, weigh
from scoring.services.closing import refuse_unless_open
from scoring.services.counting import count_lines
from scoring.services.penalties import spread_camp_penalties
from tournaments.labels import Keeps
from tournaments.models import Account, Seat, Table, Tournament
from tournaments.refusals import Refusal
from tournaments.services.journal import note
from tournaments.services.results import lock_tournament, raise_revision, set_results
from tournaments.subjects import subject_of

MOST_DONNES = 60


@transaction.atomic
def record_donne(
    *,
    table: Table,
    number: int,
    entry: Entry,
    key: uuid.UUID,
    replaces: int | None,
    reason: str = "",
    confirmed: frozenset[str] = frozenset(),
    by: Account,
    at: datetime,
) -> SheetLine:
    """
    Write donne `number` of a table, or correct it, and return its line.

    `key` is made where the form is shown: the same form sent twice writes once and returns the same line; sent again
    with other values (the browser's « back »), it is stale. `replaces` is the id of the line that its writer saw there
    (None for an empty place): when another one stands there by now, nothing is written. A correction needs a `reason`.
    What is possible but odd is written when all its warnings, by their codes, are `confirmed`; the line keeps them.
    Everything that follows from the line (marks, penalties of a camp, the outcome of a chelem call, the revision)
    changes in the same transaction.

    Refuses an impossible donne with all its reasons, an odd one that nobody confirmed, a closed sheet, a finished
    tournament, a donne that is not there.
    """
    tournament = lock_tournament(table.round.tournament_id)
    seats = list(table.seats.order_by("position"))
    if SheetLine.objects.filter(key=key).exists():
        written = SheetLine.objects.select_related("taker", "partner", "sits_out").get(key=key)
        if (written.table_id, written.number) == (table.pk, number) and _says(written, entry, tournament, seats):
            return written
        raise _stale(table, number, written)
    refuse_unless_open(tournament, table)
    if tournament.keeps == Keeps.TOTALS:
        raise Refusal(
            _("Ce tournoi ne garde que le bilan de chaque joueur : saisissez les bilans de la table, pas les donnes."),
            code="balances_only",
        )
    # The whole sheet in one query: it is short, and what follows hangs on all of it.
    sheet = table.lines.filter(current=True).select_related("taker", "partner", "sits_out")
    lines = {line.number: line for line in sheet}
    current = lines.get(number)
    if current is None:
        refuse_wrong_number(table, tournament, number, len(seats))
    elif replaces != current.pk:
        raise _stale(table, number, current)
    reason = reason.strip()
    if current is not None and not reason:
        raise Refusal(
            _("Donne %(number)d, %(table)s : dites pourquoi vous la corrigez (par exemple « points mal recopiés »).")
            % {"number": number, "table": table},
            code="correction_without_reason",
            fields={"reason": [_("Dites pourquoi vous corrigez cette donne.")]},
        )
    line = _line(table, number, entry, tournament, seats)
    call = table.chelem_calls.filter(cancelled_at=None, number=number).select_related("caller").first()
    _agree_with_call(line, call)
    line.confirmed = _confirmed(line, entry, confirmed, tournament, len(seats))
    if current is not None:
        SheetLine.objects.filter(pk=current.pk).update(current=False)
    line.supersedes, line.key, line.reason = current, key, reason
    line.written_by, line.written_by_name, line.written_at = by, str(by), at
    line.save(force_insert=True)
    _settle_call(line, call)
    lines[number] = line
    set_results(count_lines(lines.values(), seats))
    spread_camp_penalties(tournament=tournament, table=table, number=number)
    note(
        action=gettext_noop("donne corrigée") if current else gettext_noop("donne saisie"),
        subject=subject_of("donne", round=table.round.number, table=table.number, donne=number),
        by=by,
        at=at,
        tournament=tournament,
        reason=reason,
        details={
            "new": _figures(line),
            **({"old": _figures(current)} if current else {}),
            **({"confirmed": line.confirmed} if line.confirmed else {}),
        },
    )
    raise_revision(tournament)
    return line


def refuse_wrong_number(table: Table, tournament: Tournament, number: int, chairs: int) -> None:
    """Refuse a donne that the table does not have: a slip of the pen must not lengthen its sheet."""
    void = table.lines.filter(current=True).exclude(outcome=Outcome.PLAYED).count()
    last = expected_donnes(tournament, chairs, void) or MOST_DONNES
    if not 1 <= number <= last:
        raise Refusal(
            _("La %(table)s n’a pas de donne %(number)d : cette position en compte %(last)d.")
            % {"table": table, "number": number, "last": last},
            code="no_such_donne",
        )


def _stale(table: Table, number: int, written: SheetLine) -> Refusal:
    return Refusal(
        _(
            "La donne %(number)d de la %(table)s a déjà été saisie par %(by)s à %(time)s. Comparez avec votre "
            "feuille ; si elle est fausse, corrigez-la. Rien n’a été changé."
        )
        % {
            "number": number,
            "table": table,
            "by": written.written_by_name,
            "time": date_format(timezone.localtime(written.written_at), _("G \\h i")),
        },
        code="stale_line",
    )


def _says(written: SheetLine, entry: Entry, tournament: Tournament, seats: list[Seat]) -> bool:
    """Return whether an entry says what a line says: then it is the same form sent twice, confirmed or not."""
    return _figures(_line(written.table, written.number, entry, tournament, seats)) == _figures(written)


def _line(table: Table, number: int, entry: Entry, tournament: Tournament, seats: list[Seat]) -> SheetLine:
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


def _agree_with_call(line: SheetLine, call: ChelemCall | None) -> None:
    """Refuse a line that contradicts the chelem call recorded for its donne; a late call counts for nothing."""
    if call is None or call.announced == CalledWhen.LATE:
        return
    if line.outcome != Outcome.PLAYED:
        raise Refusal(
            _(
                "Un chelem a été annoncé par %(caller)s à la donne %(number)d : elle ne peut pas être enregistrée "
                "comme non jouée. Annulez d’abord l’appel de chelem s’il n’a plus lieu d’être."
            )
            % {"caller": call.caller.name, "number": call.number},
            code="chelem_called",
        )
    if not line.chelem_announced or line.taker_id != call.caller_id:
        sentence = _(
            "L’arbitre a enregistré un chelem annoncé par %(caller)s à la donne %(number)d : le preneur doit être "
            "%(caller)s, chelem annoncé. Corrigez la saisie, ou annulez l’appel s’il est faux."
        ) % {"caller": call.caller.name, "number": call.number}
        raise Refusal(sentence, code="chelem_called", fields={"chelem_announced": [sentence]})


def _confirmed(
    line: SheetLine, entry: Entry, confirmed: frozenset[str], tournament: Tournament, chairs: int
) -> list[str]:
    """Return the codes of what is odd about a line. Refuses, with every sentence, until each is confirmed."""
    codes = sorted({warning["code"] for warning in line.marque.get("warnings", [])})
    if not confirmed.issuperset(codes):
        warnings = weigh(entry, tournament=tournament, chairs=chairs).donne.warnings
        sentences = [warning.message(spoken()) for warning in warnings]
        raise Refusal(
            _("Donne %(number)d, %(table)s : elle est possible, mais rare. %(why)s Vérifiez, puis confirmez.")
            % {"number": line.number, "table": line.table, "why": " ".join(sentences)},
            code="donne_to_confirm",
            fields={"confirmed": sentences},
        )
    return codes


def call_outcome_of(line: SheetLine) -> CallOutcome:
    """Return what became of a chelem called at a played donne."""
    return {CampChoice.ATTACK: CallOutcome.MADE, CampChoice.DEFENCE: CallOutcome.INFLICTED}.get(
        line.chelem_made, CallOutcome.FAILED
    )


def _settle_call(line: SheetLine, call: ChelemCall | None) -> None:
    """Write on the chelem call of this donne what became of it; a donne annulled after a late call has no outcome."""
    if call is None:
        return
    outcome = call_outcome_of(line) if line.outcome == Outcome.PLAYED else CallOutcome.PENDING
    ChelemCall.objects.filter(pk=call.pk).update(outcome=outcome)


def _figures(line: SheetLine) -> dict[str, Any]:
    """Return a line for the journal: what was written and what it was worth."""
    figures: dict[str, Any] = {"outcome": line.outcome, "marks": line.marque.get("scores", {})}
    if line.outcome == Outcome.PLAYED:
        figures |= {
            "taker": line.taker.name,
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

"""A line of a sheet: scored, beside the chelem call of its donne, written, and told to the journal."""

import uuid
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop

from scoring.labels import OF_A_BOARD, REDEALS, Outcome, Prime
from scoring.marque import Facts, ImpossibleDonne, Problem, score_facts
from scoring.marque.facts import COLUMNS, SEATED
from scoring.models import ChelemCall, Confirmation, Penalty, SheetLine, Writer
from scoring.queries.desk.donne_decisions import has_prime, stands_since, without_prime
from scoring.queries.desk.journal import Ruling
from scoring.queries.rules.baremes import rules_of
from scoring.queries.table.boards import number_told
from scoring.queries.table.lines import against_ruling, call_outcome_of, contradicts_ruling
from scoring.queries.table.sheets import PlayingTable, subject_of_sheet
from scoring.services.decisions.call_checks import refuse_call
from tournaments.kit.languages import current_language
from tournaments.models import Account, Seat, Table
from tournaments.refusals import Refusal
from tournaments.services.journal import log

# The keys of the exchange format → the fields of the entry form, where they differ.
FORM_FIELDS = {"chelem": "chelem_made", "sits_out": "mort", "players": "taker"}


FIELD_OF_PRIME = {
    Prime.PETIT: "petit_au_bout",
    Prime.ATTACK_POIGNEE: "poignees",
    Prime.DEFENCE_POIGNEE: "poignees",
    Prime.CHELEM: "chelem_announced",
    Prime.PETIT_CHELEM: "petit_chelem_announced",
    Prime.MISERE: "miseres",
}


SUD_TAKES = gettext_lazy(
    "Le preneur est imposé : Sud prend toujours et choisit son contrat, les autres passent ; un petit "
    "sec ou une fausse donne se redonne. Saisissez la donne qui s’est jouée."
)
PRESCRIBED = 0  # the chair that takes every board at a table of a match, or of teams of three: Sud

DEALT_ANEW = gettext_lazy(
    "En duplicate, un petit sec ou une fausse donne se redonne avant que personne d’autre ne tienne l’étui : rien ne "
    "s’écrit. Saisissez la donne qui s’est jouée ensuite."
)


class LineRefused(Refusal):
    """A refusal to write a line that could be scored: its page shows that line without scoring it again."""

    def __init__(self, refusal: Refusal, line: SheetLine) -> None:
        super().__init__(refusal.message, code=refusal.code, fields=refusal.fields)
        self.line = line
        self.refusal = refusal


def score_line(
    entry: Facts | Outcome,
    *,
    place: PlayingTable,
    number: int,
    names: Sequence[str] | None = None,
    turn: int = 0,
) -> SheetLine:
    """
    Return the line that says this entry, with its marque: a played donne, or the outcome of one that was not.

    The marque names the players by their chairs, as a line keeps it, or by these `names` when no two are the same.
    `turn` is by how many chairs the étui was turned, in duplicate. Refuses an incomplete or impossible donne with all
    its reasons at once, each tied to its field.
    """
    if not isinstance(entry, Facts):
        return SheetLine(table=place.table, number=number, turn=turn, outcome=_not_played(entry, place.table))
    seats = place.seats
    if place.table.is_taken_by_sud and entry.taker not in (None, PRESCRIBED):
        raise _other_taker(seats)
    rules = place.rules if names is None else rules_of(place.tournament, len(seats), names)
    facts = entry.at(rules.variant)
    try:
        scored = score_facts(facts, rules.names, rules.bareme)
    except ImpossibleDonne as refused:
        raise impossible(refused.problems) from refused
    scores = {str(chair): scored.scores[name] for chair, name in enumerate(rules.names)}
    marque: dict[str, Any] = scored.as_json("fr") | {"scores": scores}
    assert facts.taker is not None  # or it would have been refused
    line = SheetLine(
        table=place.table,
        number=number,
        turn=turn,
        outcome=Outcome.PLAYED,
        taker=seats[facts.taker],
        partner=None if facts.partner is None else seats[facts.partner],
        sits_out=seats[facts.sits_out[0]] if facts.sits_out else None,
        marque=marque,
    )
    line.facts = facts
    return line


def says_the_same(line: SheetLine, entry: Facts | Outcome, turn: int | None = None) -> bool:
    """
    Return whether an entry says what a line says: the same form sent twice, or two who agree.

    `turn` is by how many chairs the étui was turned; None where nobody was asked.
    """
    if turn not in (None, line.turn):
        return False
    if not isinstance(entry, Facts) or line.outcome != Outcome.PLAYED:
        return entry == line.outcome
    return entry.at(None) == line.facts.at(None)


def impossible(problems: Iterable[Problem]) -> Refusal:
    """
    Return why a donne is refused: every sentence once, at its field of the entry form.

    What is missing comes first, in the words of the form, then what is not in force at this tournament.
    """
    language = current_language()
    missing: dict[str, list[str]] = {}
    not_in_force: dict[str, list[str]] = {}
    wrong: dict[str, list[str]] = {}
    questions, house_rules = _questions(), _house_rules_not_in_force()
    for problem in problems:
        field = _field_of(problem)
        if problem.code == "key_missing" and field in questions:
            missing[field] = [questions[field]]
        elif problem.code in house_rules:
            not_in_force[field] = [house_rules[problem.code]]
        elif problem.message(language) not in wrong.setdefault(field, []):
            wrong[field].append(problem.message(language))
    fields = missing | not_in_force
    for field, sentences in wrong.items():
        if field not in missing:  # its question is asked already
            fields[field] = [*fields.get(field, []), *sentences]
    code = "donne_incomplete" if missing else "donne_impossible"
    return Refusal(" ".join(text for texts in fields.values() for text in texts), code=code, fields=fields)


def agree_with_call(line: SheetLine, call: ChelemCall | None, *, is_asked: bool = False) -> None:
    """
    Refuse a line that contradicts the chelem call recorded for its donne: of a late one nothing is announced. [R17]

    What the arbiter said became of it stands, except where the writer `is_asked` which of the two holds.
    """
    if call is None:
        return
    if not call.counts:
        if line.chelem_announced:
            raise _announced_late(call)
        return
    if not line.chelem_announced or line.taker_id != call.caller_id:
        raise _not_as_called(line, call)
    if not is_asked and contradicts_ruling(line, call):
        sentence = against_ruling(line, call).sentence
        raise Refusal(sentence, code="chelem_ruled", fields={"chelem_made": [sentence]})
    refuse_call(
        line.facts,
        outcome=call_outcome_of(line),
        excuse=call.excuse,
        petit_before_last=call.petit_before_last,
        players=line.table.seats.count() if call.excuse else 0,
        of_call=False,
    )


def agree_with_decisions(line: SheetLine, current: SheetLine | None, decisions: Iterable[Penalty]) -> None:
    """
    Refuse a line that takes back what an arbiter decided of its donne: these decisions are in force there.

    `current` is the line that it replaces. A donne that was to be dealt again stays void; emptied, it is typed anew.
    """
    if line.outcome != Outcome.PLAYED:
        return
    for decision in decisions:
        if decision.sanction in REDEALS:
            if current is not None and stands_since(current, decision):
                raise _dealt_again(decision)
        elif decision.prime and _brings_back(line, decision):
            raise _prime_cancelled(decision)


def refuse_cancelled_call(decisions: Iterable[Penalty]) -> None:
    """Refuse a chelem call in time at a donne that is not entered and whose announcement a decision cancelled."""
    for decision in decisions:
        if decision.prime == Prime.CHELEM:
            raise _prime_cancelled(decision)


def _brings_back(line: SheetLine, decision: Penalty) -> bool:
    """Return whether a line has a prime that was cancelled, or the poignée of who had it, in whichever camp."""
    facts, met = line.facts, decision.line_met
    if has_prime(facts, decision.prime):
        return True
    if met is None or met.outcome != Outcome.PLAYED:
        return False
    cancelled = set(met.facts.poignees) - set(without_prime(met.facts, decision.prime).poignees)
    return bool({each.player for each in cancelled} & {each.player for each in facts.poignees})


def _dealt_again(decision: Penalty) -> Refusal:
    sentence = _(
        "%(by)s, arbitre, a décidé une nouvelle donne à la donne %(number)s : celle-ci ne compte pas. Si elle a été "
        "redonnée ici, l’arbitre la vide d’abord, puis on saisit la nouvelle ; si la décision est fausse, il l’annule."
    ) % {"by": decision.given_by_name, "number": number_told(decision.table, decision.donne)}
    return Refusal(sentence, code="donne_decided", fields={"outcome": [sentence]})


def _prime_cancelled(decision: Penalty) -> Refusal:
    sentence = _(
        "%(by)s, arbitre, a annulé une prime de la donne %(number)s (%(prime)s) : elle n’y compte plus. Retirez-la de "
        "la saisie ; si la décision est fausse, l’arbitre l’annule."
    ) % {
        "by": decision.given_by_name,
        "number": number_told(decision.table, decision.donne),
        "prime": Prime(decision.prime).label,
    }
    return Refusal(sentence, code="donne_decided", fields={FIELD_OF_PRIME[Prime(decision.prime)]: [sentence]})


def _announced_late(call: ChelemCall) -> Refusal:
    """Return why a chelem is not written as announced: an arbiter ruled that it was announced too late."""
    sentence = _(
        "%(by)s, arbitre, a enregistré hors délai le chelem annoncé par %(caller)s à la donne %(number)s : l’annonce "
        "ne compte pas. Décochez « Chelem annoncé » ; réussi, il compte comme non annoncé."
    ) % {
        "by": call.recorded_by_name,
        "caller": call.caller.registration.player.full_name,
        "number": number_told(call.table, call.number),
    }
    return Refusal(sentence, code="chelem_called", fields={"chelem_announced": [sentence]})


def _not_as_called(line: SheetLine, call: ChelemCall) -> Refusal:
    """Return why a line contradicts the chelem call of its donne: it was not played, or not announced by this taker."""
    caller = call.caller.registration.player.full_name
    if line.outcome != Outcome.PLAYED:
        return Refusal(
            _(
                "Un chelem a été annoncé par %(caller)s à la donne %(number)s : elle ne peut pas être enregistrée "
                "comme non jouée. Si l’appel est faux, l’arbitre l’annule d’abord."
            )
            % {"caller": caller, "number": number_told(call.table, call.number)},
            code="chelem_called",
        )
    sentence = _(
        "L’arbitre a enregistré un chelem annoncé par %(caller)s à la donne %(number)s : le preneur doit être "
        "%(caller)s, chelem annoncé. Corrigez la saisie ; si l’appel est faux, l’arbitre l’annule."
    ) % {"caller": caller, "number": number_told(call.table, call.number)}
    return Refusal(sentence, code="chelem_called", fields={"chelem_announced": [sentence]})


def write_line(
    line: SheetLine,
    call: ChelemCall | None,
    *,
    supersedes: SheetLine | None,
    key: uuid.UUID,
    reason: str,
    by: Writer,
    at: datetime,
    repeats: SheetLine | None = None,
) -> None:
    """
    Keep a scored line, and write on the chelem call of its donne what became of it.

    Of a line that an arbiter `repeats` but for one thing, the other camp confirms the rest if it had not done so.
    A late call counts for nothing and has no outcome. What an arbiter had said of it and now says otherwise is told to
    the journal.
    """
    line.supersedes, line.key, line.reason = supersedes, key, reason
    line.written_by, line.phone = (by, None) if isinstance(by, Account) else (None, by)
    line.writer = None if line.phone is None else line.phone.sits_at
    if repeats is not None and line.phone is None and not Confirmation.objects.filter(line=repeats).exists():
        line.phone_id = repeats.phone_id
        line.writer_id = repeats.writer_id if repeats.table_id == line.table_id else None
    line.written_by_name, line.written_at = str(by)[:150], at
    line.save(force_insert=True)
    if call is not None and call.counts:
        outcome = call_outcome_of(line)
        if contradicts_ruling(line, call):
            rule_otherwise(call, Ruling(outcome, str(by)[:150]), line=key, by=by, at=at)
        ChelemCall.objects.filter(pk=call.pk).update(outcome=outcome)


def rule_otherwise(call: ChelemCall, ruling: Ruling, *, line: uuid.UUID, by: Writer, at: datetime) -> None:
    """
    Keep that something else became of a chelem than an arbiter had said, and tell the journal both.

    `line` is the key of the line that comes with it.
    """
    log(
        action=gettext_noop("issue du chelem changée"),
        subject=subject_of_sheet(call.table, call.number),
        by=by,
        at=at,
        tournament=call.table.round.of_tournament,
        details={
            "call": str(call.key),
            "of_line": str(line),
            "old": {"outcome": call.ruling, "by": call.ruled_by_name},
            "new": {"outcome": str(ruling.outcome), "by": ruling.by},
        },
    )
    ChelemCall.objects.filter(pk=call.pk).update(ruling=ruling.outcome, ruled_by_name=ruling.by)


def figures_of_line(line: SheetLine) -> dict[str, Any]:
    """Return a line for the journal: what was written and what it was worth."""
    figures: dict[str, Any] = {"outcome": line.outcome, "marks": line.marque.get("scores", {})}
    if line.turn:
        figures["turn"] = line.turn
    if line.outcome == Outcome.PLAYED:
        of_house = {column.name for column in COLUMNS if column.of_house}
        # House rules are written only where they were played: most tournaments have none.
        figures |= {name: value for name, value in line.fact_values().items() if value or name not in of_house}
        figures |= {name: seat.name for name in SEATED if (seat := getattr(line, name))}
    return figures


def _not_played(outcome: str, table: Table) -> str:
    """Return the outcome of a donne that was not played. Refuses anything else."""
    if outcome in Outcome.values and outcome != Outcome.PLAYED:
        if table.boards and outcome not in OF_A_BOARD:
            sentence = str(DEALT_ANEW)
            raise Refusal(sentence, code="dealt_anew", fields={"outcome": [sentence]})
        if table.is_taken_by_sud and outcome == Outcome.PASSED:
            sentence = str(SUD_TAKES)
            raise Refusal(sentence, code="taker_prescribed", fields={"outcome": [sentence]})
        return outcome
    raise Refusal(
        _("Dites ce qu’est devenue la donne : jouée, passée ou annulée."),
        code="unknown_outcome",
        fields={"outcome": [_("Choisissez : jouée, passée ou annulée.")]},
    )


def _other_taker(seats: Sequence[Seat]) -> Refusal:
    sentence = _("Le preneur est imposé : c’est %(player)s, en Sud. Les trois autres passent.") % {
        "player": seats[PRESCRIBED].registration.player.full_name
    }
    return Refusal(sentence, code="taker_prescribed", fields={"taker": [sentence]})


def _questions() -> dict[str, str]:
    return {
        "taker": _("Indiquez qui a pris."),
        "contract": _("Indiquez le contrat : prise, garde, garde sans ou garde contre."),
        "bouts": _("Indiquez le nombre de bouts de l’attaque, de 0 à 3."),
        "points": _("Indiquez les points de l’attaque, de 0 à 91."),
    }


def _house_rules_not_in_force() -> dict[str, str]:
    return {
        "petit_chelem_not_in_force": _("Le petit chelem n’est pas au barème de ce tournoi : retirez-le."),
        "miseres_not_in_force": _("Les misères ne sont pas au barème de ce tournoi : retirez-les."),
    }


def _field_of(problem: Problem) -> str:
    """Return the field of the entry form that a problem concerns."""
    if problem.field == "options":
        return "petit_chelem_announced" if "petit_chelem" in problem.code else "miseres"
    return FORM_FIELDS.get(problem.field, problem.field)

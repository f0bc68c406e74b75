"""What a decision about a donne makes of its line, and which decisions their donnes do not follow."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace

from django.db.models import Q, QuerySet

from scoring.labels import OF_A_DONNE, REDEALS, Outcome, Prime
from scoring.marque import Chelem, Facts, PetitChelem
from scoring.models import Penalty, SheetLine
from tournaments.models import Table, Tournament


@dataclass(frozen=True)
class Becomes:
    """What a donne becomes by a decision: this entry, or None: its line is taken off, to be entered again."""

    entry: Facts | Outcome | None


def without_prime(facts: Facts, prime: str) -> Facts:
    """Return the facts of a donne without one prime, unchanged when they do not have it. [R10-R15, R30, R31]"""
    attack = {facts.taker, facts.partner}
    match Prime(prime):
        case Prime.PETIT:
            return replace(facts, petit_au_bout=None)
        case Prime.ATTACK_POIGNEE:
            return replace(facts, poignees=tuple(each for each in facts.poignees if each.player not in attack))
        case Prime.DEFENCE_POIGNEE:
            return replace(facts, poignees=tuple(each for each in facts.poignees if each.player in attack))
        case Prime.CHELEM:
            return replace(facts, chelem=Chelem(made=facts.chelem.made if facts.chelem else None))
        case Prime.PETIT_CHELEM:
            return replace(facts, petit_chelem=PetitChelem(made=facts.petit_chelem.made))
        case Prime.MISERE:
            return replace(facts, miseres=())


def with_prime_of(facts: Facts, prime: str, before: Facts) -> Facts:
    """Return facts with a prime copied from earlier facts (`before`) of the same taker and partner."""
    if (facts.taker, facts.partner) != (before.taker, before.partner) or has_prime(facts, prime):
        return facts
    given = set(before.poignees) - set(without_prime(before, prime).poignees)
    match Prime(prime):
        case Prime.PETIT:
            return replace(facts, petit_au_bout=before.petit_au_bout)
        case Prime.ATTACK_POIGNEE | Prime.DEFENCE_POIGNEE:
            return replace(facts, poignees=tuple(sorted({*facts.poignees, *given}, key=lambda each: each.player)))
        case Prime.CHELEM:
            return replace(facts, chelem=Chelem(announced=True, made=facts.chelem.made if facts.chelem else None))
        case Prime.PETIT_CHELEM:
            return replace(facts, petit_chelem=PetitChelem(announced=True, made=facts.petit_chelem.made))
        case Prime.MISERE:
            return replace(facts, miseres=before.miseres)


def has_prime(facts: Facts, prime: str) -> bool:
    """Return whether a donne has this prime; "" stands for any prime."""
    return any(without_prime(facts, each) != facts for each in ([prime] if prime else Prime.values))


def with_decision(penalty: Penalty, line: SheetLine | None, tournament: Tournament) -> Becomes | None:
    """
    Return what a decision being given makes of its donne's line, None when it changes nothing.

    With a new deal the donne is void. When void donnes count and are not played again, it must be entered again.
    """
    if penalty.sanction not in OF_A_DONNE or line is None or line.outcome != Outcome.PLAYED:
        return None
    if penalty.sanction in REDEALS:
        return Becomes(None if tournament.void_donnes_count else Outcome.ANNULLED)
    if not penalty.prime or not has_prime(line.facts, penalty.prime):
        return None
    return Becomes(without_prime(line.facts, penalty.prime))


def without_decision(penalty: Penalty, line: SheetLine | None) -> Becomes | None:
    """
    Return what a donne's line becomes when its decision is cancelled, None when the decision had not changed it.

    The line that the decision made is replaced by the line before. In a line that somebody wrote since, only the prime
    comes back. A donne that was dealt again stays.
    """
    met = penalty.line_met
    if met is None or met.outcome != Outcome.PLAYED:
        return None
    if line is None:
        is_emptied = penalty.sanction in REDEALS and met.cancelled_at is not None
        return Becomes(met.facts) if is_emptied else None
    made = _put_back(line)
    is_void = penalty.sanction in REDEALS and line.outcome != Outcome.PLAYED
    if made.key == penalty.line_key or (is_void and made.supersedes_id == met.pk):
        return Becomes(met.facts)
    if penalty.sanction in REDEALS or line.outcome != Outcome.PLAYED or not has_prime(met.facts, penalty.prime):
        return None
    facts = with_prime_of(line.facts, penalty.prime, met.facts)
    return None if facts == line.facts else Becomes(facts)


def _put_back(line: SheetLine) -> SheetLine:
    """Return the line that this one repeats because its emptying was undone; else the line itself."""
    while line.supersedes is not None and line.supersedes.cancelled_at is not None:
        line = line.supersedes
    return line


def decisions_in_force(table: Table, number: int) -> QuerySet[Penalty]:
    """Return the decisions in force about a donne, the oldest first."""
    about = Penalty.objects.filter(sanction__in=OF_A_DONNE, table=table, donne=number, cancelled_at=None)
    return about.select_related("line_met__taker", "line_met__partner", "line_met__sits_out").order_by("given_at", "pk")


def to_apply(condition: Q) -> list[Penalty]:
    """
    Return the decisions under this condition that their donnes do not follow, the oldest first.

    Only old decisions and those of an imported event can be such: a new decision changes its donne. At most two
    queries.
    """
    about = Penalty.objects.filter(
        condition, sanction__in=OF_A_DONNE, cancelled_at=None, applied_at=None
    ).select_related("kind", "table__round")
    decisions = list(about.order_by("given_at", "pk"))
    return [decision for decision in with_waiting(decisions) if decision.waits]  # type: ignore[attr-defined]


def with_waiting(decisions: Iterable[Penalty]) -> list[Penalty]:
    """Return decisions, each with `waits`: whether its donne does not follow it yet. At most one query."""
    listed = list(decisions)
    about = [each for each in listed if each.sanction in OF_A_DONNE and not (each.cancelled_at or each.applied_at)]
    lines: dict[tuple[int | None, int | None], dict[int, SheetLine]] = defaultdict(dict)
    if about:
        written = SheetLine.objects.filter(table__in={each.table_id for each in about})
        for line in written.select_related("taker", "partner", "sits_out"):
            lines[line.table_id, line.number][line.pk] = line
    waiting = {each.pk for each in about if _waits(each, lines[each.table_id, each.donne])}
    for each in listed:
        each.waits = each.pk in waiting  # type: ignore[attr-defined]
    return listed


def _waits(decision: Penalty, lines: dict[int, SheetLine]) -> bool:
    """Return whether the current line does not follow a decision; `lines` are all lines ever written at its donne."""
    current = next((line for line in lines.values() if line.current), None)
    if current is None or current.outcome != Outcome.PLAYED:
        return False
    if decision.sanction not in REDEALS:
        return has_prime(current.facts, decision.prime)
    first = current
    while first.supersedes_id in lines and first.pk != decision.line_met_id:
        first = lines[first.supersedes_id]
    if decision.line_met_id is not None:
        return first.pk == decision.line_met_id
    return first.written_at <= decision.given_at  # what stood there then was corrected since, not dealt again


def stands_since(line: SheetLine, decision: Penalty) -> bool:
    """Return whether a line stood at its donne when it had to be dealt again, or is a correction of it since."""
    at: SheetLine | None = line
    while at is not None and (at.table_id, at.number) == (line.table_id, line.number):
        if at.pk == decision.line_met_id:
            return True
        at = at.supersedes
    return False


def applies_again(decision: Penalty, line: SheetLine | None) -> bool:
    """
    Return whether a cancelled decision changes its donne again when it is given again.

    It does not when the donne was dealt again before or since, or when its earlier change was not taken back.
    """
    is_redeal = decision.sanction in REDEALS
    if is_redeal and decision.applied_at is not None:
        return False
    if line is None or line.outcome != Outcome.PLAYED or not (is_redeal or has_prime(line.facts, decision.prime)):
        was_taken_back = SheetLine.objects.filter(key=decision.key_taken_back).exists()
        return decision.line_met is None or was_taken_back
    return not is_redeal or line.key == decision.key_taken_back or stands_since(line, decision)

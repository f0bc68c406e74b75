"""The lines of a sheet in words for one reader, with chelem calls and history. Nothing is scored here."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import Enum
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _

from scoring.labels import CallOutcome, Outcome
from scoring.marque import Camp, Chelem, Facts, Scored, oddities, recall
from scoring.models import ChelemCall, SheetLine
from scoring.queries.rules.baremes import rules_of
from scoring.queries.table.sheets import marks_of
from tournaments.kit.languages import current_language
from tournaments.models import Table, Tournament

UNCALLED = "chelem_without_call"
AGAINST_RULING = "chelem_against_ruling"
AFTER_TIME = "after_the_time"
OTHER_MORT = "other_mort"
WITH_EXCLUDED = "with_excluded"
# What was odd about when a donne was entered stays true of it, whatever is corrected later.
OF_ITS_ENTRY = frozenset({AFTER_TIME, WITH_EXCLUDED})
# The keys of a marque that depend on the reader; the others are the same for everybody.
TOLD = ("parts", "warnings", "why")
MADE_BY = {CallOutcome.MADE: Camp.ATTAQUE, CallOutcome.INFLICTED: Camp.DEFENSE}


@dataclass(frozen=True)
class Oddity:
    """Something odd to look at again: `sentence` asks, in the page's language; `fact` is a part of a sentence."""

    code: str
    sentence: str
    fact: str


@dataclass(frozen=True)
class LineText:
    """
    A line in the language of one reader, with the names that he may read.

    `marque` is the answer of the exchange format with its `why`. `odd` is what the rules find odd about the donne, and
    `confirmed` what was odd and its writer looked at again. `scored` is None for a donne not played, and for one whose
    worth today is not what the line keeps.
    """

    marque: dict[str, Any]
    odd: tuple[Oddity, ...] = ()
    confirmed: tuple[str, ...] = ()
    scored: Scored | None = None


def line_text(line: SheetLine, *, tournament: Tournament, names: Sequence[str]) -> LineText:
    """
    Return a line in the language of the page; `names` are the players by chair, as the page may show them.

    A line keeps its figures, and its words in one language. The scored donne is built once from the line's columns and
    scores, without reading or checking. When its amount differs from the line's, the line is shown as stored, and
    `check_results` reports it.
    """
    if line.outcome != Outcome.PLAYED:
        return LineText(line.marque)
    scored = _scored(line, tournament, names)
    if scored is None:
        return LineText(line.marque)
    language = current_language()
    answer = scored.as_json(language, why=True)
    odd = tuple(
        Oddity(warning.code, warning.message(language), warning.fact(language)) for warning in oddities(scored.donne)
    )
    confirmed = [oddity.fact for oddity in odd if oddity.code in line.confirmed]
    if UNCALLED in line.confirmed:
        confirmed.append(uncalled().fact)
    confirmed += [fact for code, fact in facts_beside().items() if code in line.confirmed]
    if AGAINST_RULING in line.confirmed:
        confirmed.append(_("issue du chelem : l’arbitre est revenu sur la sienne"))
    return LineText(line.marque | {key: answer[key] for key in TOLD if key in answer}, odd, tuple(confirmed), scored)


def facts_beside() -> dict[str, str]:
    """Return code → words for confirmed oddities about the place of a line (`turns.py`)."""
    return {
        AFTER_TIME: _("saisie après la fin du temps"),
        OTHER_MORT: _("un autre mort que celui dont c’était le tour"),
        WITH_EXCLUDED: _("saisie après l’exclusion d’un de ses joueurs"),
    }


def odd_about(line_in_words: LineText, line: SheetLine, call: ChelemCall | None) -> tuple[Oddity, ...]:
    """Return what a person must confirm about a line; `call` is the chelem call in force for its donne."""
    odd = (*line_in_words.odd, uncalled()) if is_uncalled(line, call) else line_in_words.odd
    return (*odd, against_ruling(line, call)) if call is not None and contradicts_ruling(line, call) else odd


def call_outcome_of(line: SheetLine) -> CallOutcome:
    """Return the outcome of a called chelem, from the line of its played donne."""
    if not line.chelem_made:
        return CallOutcome.FAILED
    return CallOutcome.MADE if line.chelem_made == Camp.ATTAQUE else CallOutcome.INFLICTED


def contradicts_ruling(line: SheetLine, call: ChelemCall) -> bool:
    """Return whether a line tells another outcome of a chelem than the arbiter recorded."""
    is_ruled = call.counts and call.ruling != CallOutcome.PENDING
    return is_ruled and line.outcome == Outcome.PLAYED and call_outcome_of(line) != call.ruling


def against_ruling(line: SheetLine, call: ChelemCall) -> Oddity:
    """Return the oddity of a line that contradicts an arbiter's ruling; it names the arbiter and his ruling."""
    return Oddity(
        AGAINST_RULING,
        _(
            "%(by)s, arbitre, a enregistré ce chelem « %(ruling)s » et cette saisie le dit « %(said)s » : lui seul "
            "dit laquelle des deux vaut."
        )
        % {
            "by": call.ruler,
            "ruling": call.get_ruling_display(),
            "said": call_outcome_of(line).label,
        },
        _("issue du chelem : autre que celle de l’arbitre"),
    )


def is_uncalled(line: SheetLine, call: ChelemCall | None) -> bool:
    """Return whether a line announces a chelem for which no arbiter was called. [R17]"""
    return line.chelem_announced and call is None


def uncalled() -> Oddity:
    """Return the oddity of an announced chelem that no arbiter recorded."""
    return Oddity(
        UNCALLED,
        _(
            "Un chelem est coché comme annoncé et aucun appel de l’arbitre n’est enregistré pour cette donne : "
            "vérifiez que le preneur l’a vraiment annoncé avant la première carte."
        ),
        _("chelem annoncé sans appel de l’arbitre"),
    )


def _scored(line: SheetLine, tournament: Tournament, names: Sequence[str]) -> Scored | None:
    chairs = len(names)
    rules = rules_of(tournament, chairs, names)
    if rules.variant is None:
        return None
    try:
        scored = recall(line.facts.at(rules.variant), marks_of(line, chairs), rules.names, rules.bareme)
    except LookupError:  # a contract that this barème does not know
        return None
    return scored if scored.marque.per_defender == line.marque.get("per_defender") else None


def with_call(line: SheetLine | None, *, counts: bool, outcome: str) -> Facts | None:
    """
    Return the facts of a line after a call with this outcome, None when nothing changes.

    A late call does not count: it removes the announcement. A chelem that was made stays made. [R15, R17]
    """
    if line is None or line.outcome != Outcome.PLAYED or line.chelem_announced == counts:
        return None
    facts = line.facts
    if not counts:
        return replace(facts, chelem=Chelem(made=_camp_of_chelem(facts)))
    camp = _camp_of_chelem(facts) if outcome == CallOutcome.PENDING else MADE_BY.get(CallOutcome(outcome))
    return replace(facts, chelem=Chelem(announced=True, made=camp))


def without_call(line: SheetLine | None, call: ChelemCall) -> Facts | None:
    """
    Return the facts of a donne's current line after its call is cancelled, None when the call had not changed it.

    The line that the call made is replaced by the line before. In a line written since, only the chelem is removed, or
    the announcement that a late call had removed is restored. An announcement from before the call stays.
    """
    if line is None or line.outcome != Outcome.PLAYED or line.chelem_announced != call.counts:
        return None
    met = call.line_met
    if not call.counts:
        return _announced_again(line, call, met)
    if met is None:  # the donne was entered with the chelem that its call announced
        return replace(line.facts, chelem=Chelem(made=_camp_of_chelem(line.facts)))
    if met.chelem_announced:
        return None
    if line.key == call.line_key:
        return met.facts
    correction = SheetLine.objects.filter(key=call.line_key).first()
    is_the_calls = correction is not None and correction.chelem_made == line.chelem_made != met.chelem_made
    return replace(line.facts, chelem=Chelem(made=_camp_of_chelem(met.facts if is_the_calls else line.facts)))


def _announced_again(line: SheetLine, call: ChelemCall, met: SheetLine | None) -> Facts | None:
    """Return the facts of a line with the announcement that a late call had removed; None when there was none."""
    if met is None or not met.chelem_announced or met.taker_id != line.taker_id:
        return None
    if line.key == call.line_key:
        return met.facts
    return replace(line.facts, chelem=Chelem(announced=True, made=_camp_of_chelem(line.facts)))


def _camp_of_chelem(facts: Facts) -> Camp | None:
    """Return the camp that won all the tricks, None without one."""
    return None if facts.chelem is None else facts.chelem.made


class Happened(Enum):
    """What happened to a donne after it was first written."""

    CORRECTED = "corrected"
    EMPTIED = "emptied"
    MOVED_AWAY = "moved_away"
    ARRIVED = "arrived"


@dataclass(frozen=True)
class LineChange:
    """
    A change of a donne: the lines before and after, None when there was none.

    `elsewhere` is the line of a moved donne at its other place.
    """

    kind: Happened
    old: SheetLine | None
    new: SheetLine | None
    by: str
    at: datetime
    reason: str
    elsewhere: SheetLine | None = None


def changes_of(table: Table) -> dict[int, list[LineChange]]:
    """Return donne → changes on a table's sheet after the first writing, the oldest first. One query."""
    return {number: changes for (_table, number), changes in changes_at([table]).items()}


def changes_at(tables: Iterable[Table]) -> dict[tuple[int, int], list[LineChange]]:
    """Return (table id, donne) → changes at these tables after the first writing, the oldest first. One query."""
    chairs = ("taker", "partner", "sits_out")
    lines = (
        SheetLine.objects.filter(Q(supersedes__isnull=False) | Q(cancelled_at__isnull=False), table__in=list(tables))
        .select_related(
            *chairs,
            *(f"supersedes__{chair}" for chair in chairs),
            "supersedes__table__round",
            "superseded_by__table__round",
            "cancelled_by__player",
            "written_by__player",
        )
        .order_by("pk")
    )
    happened = [((line.table_id, line.number), change) for line in lines for change in _changes_by(line)]
    changes: dict[tuple[int, int], list[LineChange]] = defaultdict(list)
    for place, change in sorted(happened, key=lambda pair: pair[1].at):
        changes[place].append(change)
    return dict(changes)


def _changes_by(line: SheetLine) -> Iterator[LineChange]:
    """Yield how a line replaced another one, and how it was taken off."""
    old = line.supersedes
    place = (line.table_id, line.number)
    if old is not None:
        moved = (old.table_id, old.number) != place
        writing = (line.written_by_name, line.written_at, line.reason)
        if moved:
            yield LineChange(Happened.ARRIVED, None, line, *writing, elsewhere=old)
        else:
            yield LineChange(Happened.CORRECTED, old, line, *writing)
    if line.cancelled_at is not None:
        later = getattr(line, "superseded_by", None)
        elsewhere = later if later and (later.table_id, later.number) != place else None
        kind = Happened.MOVED_AWAY if elsewhere else Happened.EMPTIED
        by = str(line.cancelled_by or "?")
        yield LineChange(kind, line, None, by, line.cancelled_at, line.cancel_reason, elsewhere=elsewhere)


def taken_off(line: SheetLine | None, table: Table, number: int) -> SheetLine | None:
    """Return the line if it was cancelled at this donne and no other line replaced it, else None."""
    if line is None or line.cancelled_at is None or (line.table_id, line.number) != (table.pk, number):
        return None
    return None if SheetLine.objects.filter(supersedes=line).exists() else line


def line_at(table: Table, number: int) -> SheetLine | None:
    """Return the current line of a donne, None without one."""
    lines = table.lines.filter(current=True, number=number)
    return lines.select_related("taker", "partner", "sits_out").first()


def call_of(table: Table, number: int) -> ChelemCall | None:
    """Return the chelem call in force for a donne, with its player; None without one."""
    calls = table.chelem_calls.filter(cancelled_at=None, number=number)
    return calls.select_related("caller__registration__player").first()


def codes_of(line: SheetLine, call: ChelemCall | None) -> list[str]:
    """Return the codes of what is odd about a line; `call` is the chelem call of its donne."""
    codes = {warning["code"] for warning in line.marque.get("warnings", [])}
    if call is not None and contradicts_ruling(line, call):
        codes.add(AGAINST_RULING)
    return sorted(codes | ({UNCALLED} if is_uncalled(line, call) else set()))

"""A line of a sheet told to one reader, and what is odd about it. Nothing is checked or scored: a line was, once."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from scoring.labels import Outcome
from scoring.marque import Scored, recall
from scoring.models import ChelemCall, SheetLine
from scoring.queries.baremes import bareme_of
from scoring.queries.sheets import chair_names, marks_of, variant_of
from tournaments.languages import current_language
from tournaments.models import Tournament

UNCALLED = "chelem_without_call"
# What is told again for each reader; the rest of a marque says the same to everybody.
TOLD = ("parts", "warnings", "why")


@dataclass(frozen=True)
class Oddity:
    """One thing to look at again: `sentence` asks, in the language of this page; `fact` goes into a sentence."""

    code: str
    sentence: str
    fact: str


@dataclass(frozen=True)
class ToldLine:
    """
    A line in the language and under the names of one reader.

    `marque` is the answer of the exchange format with its `why`, and `odd` what the rules find odd about the donne.
    `confirmed` says what was odd and was looked at again by who wrote the line. `scored` is None for a donne that was
    not played, and for one that is not worth today what it keeps.
    """

    marque: dict[str, Any]
    odd: tuple[Oddity, ...] = ()
    confirmed: tuple[str, ...] = ()
    scored: Scored | None = None


def told_line(line: SheetLine, *, tournament: Tournament, names: Sequence[str]) -> ToldLine:
    """
    Return a line told in the language of this page; `names` are the players as this page may name them, by chair.

    A line keeps its figures, and its words in one language only. The scored donne behind them is built once, from the
    columns of the line and the scores it keeps, without reading or checking anything; when its amount is not what the
    line keeps, the line is shown as it was kept, and `check_results` names it.
    """
    if line.outcome != Outcome.PLAYED:
        return ToldLine(line.marque)
    scored = _scored(line, tournament, names)
    if scored is None:
        return ToldLine(line.marque)
    language = current_language()
    answer = scored.as_json(language, why=True)
    odd = tuple(
        Oddity(warning.code, warning.message(language), warning.fact(language)) for warning in scored.donne.warnings
    )
    confirmed = [oddity.fact for oddity in odd if oddity.code in line.confirmed]
    if UNCALLED in line.confirmed:
        confirmed.append(uncalled().fact)
    return ToldLine(line.marque | {key: answer[key] for key in TOLD if key in answer}, odd, tuple(confirmed), scored)


def odd_about(told: ToldLine, line: SheetLine, call: ChelemCall | None) -> tuple[Oddity, ...]:
    """Return what a person has to confirm about a line; `call` is the chelem call in force for its donne."""
    return (*told.odd, uncalled()) if is_uncalled(line, call) else told.odd


def is_uncalled(line: SheetLine, call: ChelemCall | None) -> bool:
    """Return whether a chelem is written as announced that no arbiter was called for [R17]."""
    return line.chelem_announced and (call is None or not call.counts)


def uncalled() -> Oddity:
    """Return what is odd about an announced chelem that no arbiter recorded."""
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
    bareme, variant = bareme_of(tournament), variant_of(tournament, chairs)
    called = names if len(set(names)) == chairs else chair_names(chairs)
    if variant is None:
        return None
    try:
        scored = recall(line.facts.at(variant), marks_of(line, chairs), called, bareme)
    except LookupError:  # a contract that this barème does not know
        return None
    return scored if scored.marque.per_defender == line.marque.get("per_defender") else None

"""What is possible about a donne but so odd that a person has to confirm it: by the cards, and by who announced."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.labels import Outcome
from scoring.marque import Scored
from scoring.models import ChelemCall, SheetLine
from scoring.queries.sheets import Entry, entry_of, spoken, weigh
from tournaments.models import Tournament
from tournaments.refusals import Refusal

UNCALLED = "chelem_without_call"


@dataclass(frozen=True)
class Oddity:
    """One thing to look at again: `sentence` asks, in the language of this page; `fact` goes into a sentence."""

    code: str
    sentence: str
    fact: str


def odd_in(scored: Scored, entry: Entry, call: ChelemCall | None) -> tuple[Oddity, ...]:
    """Return what a person has to confirm about a weighed donne; `call` is the chelem call in force for it."""
    language = spoken()
    odd = [Oddity(warning.code, warning.message(language), warning.fact(language)) for warning in scored.donne.warnings]
    return (*odd, uncalled()) if is_uncalled(entry, call) else tuple(odd)


def odd_about(
    entry: Entry, *, tournament: Tournament, chairs: int, call: ChelemCall | None = None
) -> tuple[Oddity, ...]:
    """Return what a person has to confirm about a donne. Refuses as `weigh` does."""
    if entry.outcome != Outcome.PLAYED:
        return ()
    return odd_in(weigh(entry, tournament=tournament, chairs=chairs), entry, call)


def oddities(entry: Entry, *, tournament: Tournament, chairs: int, call: ChelemCall | None = None) -> frozenset[str]:
    """Return the codes of what a person has to confirm about a donne. Refuses as `weigh` does."""
    return frozenset(oddity.code for oddity in odd_about(entry, tournament=tournament, chairs=chairs, call=call))


def is_uncalled(donne: Entry | SheetLine, call: ChelemCall | None) -> bool:
    """Return whether a chelem is written as announced that no arbiter was called for [R17]."""
    return donne.chelem_announced and (call is None or not call.counts)


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


def looked_at_again(line: SheetLine, *, tournament: Tournament, names: Sequence[str]) -> tuple[str, ...]:
    """Return what was odd about a line and was confirmed by who wrote it, in words for the middle of a sentence."""
    if not line.confirmed:
        return ()
    try:
        warnings = weigh(entry_of(line), tournament=tournament, chairs=len(names), names=names).donne.warnings
    except Refusal:  # as in `told_marque`
        return ()
    facts = [warning.fact(spoken()) for warning in warnings if warning.code in line.confirmed]
    return (*facts, *([uncalled().fact] if UNCALLED in line.confirmed else ()))

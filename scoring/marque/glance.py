"""
Whether a donne is possible, at a glance.

Nearly every donne is, and `checks` is there for the others: it hears everything that is wrong, which takes time. Here a
no only means that `checks` must look; a yes is one that `checks` would have said too. What the cards decide is the same
for thousands of donnes and is remembered, without the names; the names only decide who.
"""

from functools import lru_cache
from typing import TYPE_CHECKING

from .checks import against_slam, petit_and_chelem, shown_together
from .feasible import counts
from .holdings import holdings
from .nouns import Camp, Contract, Misere, MisereKind, Poignee, PoigneeSize, Variant

if TYPE_CHECKING:
    from .donne import Donne


def is_clear(donne: "Donne") -> bool:
    """Return whether nothing is wrong: with the people, with the count, with what only few donnes have."""
    return (
        _people(donne)
        and _count(donne)
        and (not (donne.poignees or donne.miseres) or _shown(donne))
        and (not (donne.petit_chelem.announced or donne.petit_chelem.made) or _petit_chelem(donne))
        and donne.chelem.announced_by is None  # `checks` knows who may announce
    )


def _people(donne: "Donne") -> bool:
    variant, players, sits_out = donne.variant, donne.players, donne.sits_out
    playing = set(players)
    if not len(playing) == len(players) == variant.seats or not all(map(str.strip, players)):
        return False
    if sits_out or variant.resting:
        playing.difference_update(sits_out)
        if not len(sits_out) == variant.resting == len(players) - len(playing):
            return False
    if donne.partner is None:
        return donne.taker in playing and not variant.teams
    return {donne.taker, donne.partner} <= playing and (
        variant is Variant.FIVE or (variant.teams and donne.partner != donne.taker)
    )


def _count(donne: "Donne") -> bool:
    bouts, petit, chelem = donne.bouts, donne.petit_au_bout, donne.chelem.made
    if not 0 <= bouts <= 3 or (donne.contract is Contract.POUSSE and donne.house.pousse is None):
        return False
    if donne.petit_chelem.made:
        possible = counts(donne.variant, donne.contract, bouts, chelem, petit_chelem=chelem is None)
    else:
        possible = counts(donne.variant, donne.contract, bouts, chelem)
    if donne.half_points not in possible:
        return False
    return petit is None or (bouts != (0 if petit is Camp.ATTAQUE else 3) and (chelem is None or chelem is petit))


def _shown(donne: "Donne") -> bool:
    if donne.miseres and not donne.house.miseres:
        return False
    if (donne.chelem.made is not None or donne.petit_chelem.made) and any(
        against_slam(donne.variant, donne.attackers, donne.poignees, donne.chelem, donne.petit_chelem)
    ):
        return False
    seat_of = donne.players.index
    try:
        poignees = tuple([(seat_of(poignee.player), poignee.size) for poignee in donne.poignees])
        miseres = tuple([(seat_of(misere.player), misere.kind) for misere in donne.miseres])
    except ValueError:  # by somebody else
        return False
    resting = {seat_of(player) for player in donne.sits_out}
    return resting.isdisjoint([seat for seat, _ in poignees + miseres]) and _fit(donne.variant, poignees, miseres)


@lru_cache(maxsize=1 << 12)
def _fit(
    variant: Variant, poignees: tuple[tuple[int, PoigneeSize], ...], miseres: tuple[tuple[int, MisereKind], ...]
) -> bool:
    """Return whether these seats can show all this, whoever sits there."""
    shown = tuple(Poignee(str(seat), size) for seat, size in poignees)
    without = tuple(Misere(str(seat), kind) for seat, kind in miseres)
    return not any(shown_together(shown, without)) and not any(holdings(variant, shown, without))


def _petit_chelem(donne: "Donne") -> bool:
    return donne.house.petit_chelem and not any(petit_and_chelem(donne.chelem, donne.petit_chelem))

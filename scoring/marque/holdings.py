"""
Whether the hands can hold all the poignées and misères that were shown [R12, R13, R31], and a slam beat them.

The cards that matter fall into trumps, face cards and the low cards of the four suits. A misère keeps a hand from one
or two of these kinds, a poignée fills part of it with trumps. The pack can be dealt so exactly when every choice of
kinds finds room in the hands that may hold one of them, and in the dog (Hall's condition).
"""

from collections.abc import Iterator
from itertools import chain, combinations

from .bareme import FFT_2012
from .feasible import DEALS
from .nouns import Camp, Misere, MisereKind, Poignee, Variant
from .problems import Problem

TRUMPS = 22  # 21 trumps and the Excuse, which may stand for one in a poignée [R14]

_CARDS = 78
# Trumps, face cards, low cards of a suit [R1]. The Excuse may lie anywhere: whether it spoils a misère is open [R31].
_KINDS: dict[MisereKind | None, int] = {MisereKind.ATOUT: 21, MisereKind.TETE: 16, None: 40}
# How many cards a hand holds before its first card is played, where it is not simply one a trick.
_HANDS = {Variant.TWO_TIRETTE: 24, Variant.TWO_DECOUVERTE: 12}


def holdings(variant: Variant, poignees: tuple[Poignee, ...], miseres: tuple[Misere, ...]) -> Iterator[Problem]:
    """Yield the one problem there may be: what was shown is more than 78 cards hold."""
    sizes = FFT_2012.shown_trumps(variant)
    trumps = {poignee.player: sizes[poignee.size] if sizes else 0 for poignee in poignees}
    if sum(trumps.values()) > TRUMPS:
        values = {"shown": sum(trumps.values()), "trumps": TRUMPS, "playing": variant.playing}
        yield Problem("poignees_trumps", "poignees", values)
    elif miseres and not _can_be_dealt(variant, trumps, miseres):
        yield Problem("miseres_cards", "options", {"playing": variant.playing})


def beaten(
    variant: Variant, attackers: tuple[str | None, ...], poignees: tuple[Poignee, ...], winner: Camp, *, but_one: bool
) -> Iterator[Problem]:
    """
    Yield the one problem there may be: poignées of the camp that took no trick (`but_one`: one) cannot all be beaten.

    A player's trumps fall in as many tricks, each to a higher trump that nobody of that camp has shown. The Excuse may
    stand for one of them, and needs none.
    """
    sizes = FFT_2012.shown_trumps(variant) or {}
    losers = [one for one in poignees if (one.player in attackers) is (winner is Camp.DEFENSE)]
    lost = [sizes[one.size] for one in losers if one.size in sizes]
    left = TRUMPS - sum(lost)
    if lost and 0 <= left < max(lost) - 1 - but_one:  # more than the pack holds is told by `holdings`
        values = {"shown": sum(lost), "left": left, "camp": winner}
        yield Problem("petit_chelem_poignees" if but_one else "chelem_poignees", "poignees", values)


def _can_be_dealt(variant: Variant, trumps: dict[str, int], miseres: tuple[Misere, ...]) -> bool:
    hand = _HANDS.get(variant, DEALS[variant].tricks)
    spoken = dict.fromkeys(chain(trumps, (misere.player for misere in miseres)))
    lacking: dict[str, set[MisereKind]] = {player: set() for player in spoken}
    for misere in miseres:
        lacking[misere.player].add(misere.kind)
    room = {player: hand - trumps.get(player, 0) for player in spoken}
    others = _CARDS - hand * len(spoken)  # the hands that say nothing, the dog and what is not dealt
    left = _KINDS | {MisereKind.ATOUT: max(0, _KINDS[MisereKind.ATOUT] - sum(trumps.values()))}
    return all(
        sum(left[kind] for kind in kinds)
        <= others + sum(room[player] for player in spoken if not lacking[player].issuperset(kinds))
        for number in range(1, len(left) + 1)
        for kinds in combinations(left, number)
    )

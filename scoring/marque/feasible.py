"""
The counts that an attack can make, and the poignées and misères that hands can show, computed from the 78 cards.

Nothing here is a table: the ranges in section 7 of the rules follow from the pack and from the number of cards of each
camp. Counts are in half-points. For what is shown [R12, R13, R31], cards are trumps, face cards or low cards of the
four suits. A misère excludes one or two of these kinds from a hand; a poignée fills a part of it with trumps. The pack
can be dealt so when every choice of kinds has room in the hands that may hold one of them, and in the dog (Hall's
condition).
"""

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import chain, combinations
from types import MappingProxyType
from typing import NamedTuple

from .bareme import FFT_2012
from .nouns import Camp, Contract, Misere, MisereKind, Poignee, Variant, Who
from .problems import Problem

TOTAL = 182  # half-points in the pack: 91 points [R2]

_BOUT = 9
_BOUTS = 3
_HONOURS = (9, 7, 5, 3)  # roi, dame, cavalier, valet, four of each [R2]
_LOWS = 59  # every other card, one half-point [R2]
TRUMPS = 22  # 21 trumps and the Excuse, which may stand for one in a poignée [R14]

_CARDS = 78
# Trumps, face cards, low cards of a suit [R1]. The Excuse may lie anywhere: whether it spoils a misère is open [R31].
_KINDS: dict[MisereKind | None, int] = {MisereKind.ATOUT: 21, MisereKind.TETE: 16, None: 40}
# How many cards a hand holds before its first card is played, where it is not simply one a trick.
_HANDS = {Variant.TWO_TIRETTE: 24, Variant.TWO_DECOUVERTE: 12}


class Deal(NamedTuple):
    """How a variant deals the 78 cards: cards in a trick, number of tricks, cards in the dog."""

    trick: int
    tricks: int
    dog: int


# R3, R26-R28. At two the tirette draws its stock trick by trick and the découverte lays most cards on the table: all of
# them but the dog are played, in 36 tricks of two. Six hands make tricks of six.
DEALS: Mapping[Variant, Deal] = MappingProxyType(
    {
        Variant.THREE: Deal(3, 24, 6),
        Variant.FOUR: Deal(4, 18, 6),
        Variant.FIVE: Deal(5, 15, 3),
        Variant.FIVE_MORT: Deal(4, 18, 6),
        Variant.FIVE_FLAMBEUSE: Deal(5, 14, 8),
        Variant.TWO_TIRETTE: Deal(2, 36, 6),
        Variant.TWO_MORT: Deal(3, 24, 6),
        Variant.TWO_DECOUVERTE: Deal(2, 36, 6),
        Variant.SIX: Deal(6, 12, 6),
        Variant.SEVEN: Deal(6, 12, 6),
        Variant.EIGHT: Deal(6, 12, 6),
    }
)


@cache
def counts(
    variant: Variant,
    contract: Contract,
    bouts: int,
    chelem: Camp | None,
    petit_chelem: bool = False,  # noqa: FBT001, FBT002 - by position it is found twice as fast in the cache
) -> frozenset[int]:
    """
    Return every count that may be entered for the attack: those that the cards allow, before or after R8.

    Players write 40.5, or 40 as it is scored: both are accepted.
    """
    exact = exact_counts(variant, contract, bouts, chelem, petit_chelem=petit_chelem)
    required = FFT_2012.required[bouts]
    # The stray half goes to the camp that wins the contract [R8].
    return exact | {count + (1 if count >= required else -1) for count in exact if count % 2}


def exact_counts(
    variant: Variant, contract: Contract, bouts: int, chelem: Camp | None, *, petit_chelem: bool = False
) -> frozenset[int]:
    """
    Return every count that cards with these `bouts` can make for the attack. Empty when no such donne exists.

    `petit_chelem` says that the attack took every trick but one [R30].
    """
    return _exact(DEALS[variant], contract, bouts, chelem, petit_chelem)


@cache
def _exact(
    deal: Deal,
    contract: Contract,
    bouts: int,
    chelem: Camp | None,
    petit_chelem: bool,  # noqa: FBT001
) -> frozenset[int]:
    owned_dog, lost_dog = (0, deal.dog) if contract is Contract.GARDE_CONTRE else (deal.dog, 0)  # R6
    ecart = contract not in {Contract.GARDE_SANS, Contract.GARDE_CONTRE}  # holds neither bout nor king [R20]
    if petit_chelem and chelem is None:
        return frozenset(TOTAL - pile for pile in _piles(deal.trick + lost_dog, _BOUTS - bouts))
    if chelem is None:  # each camp has at least one trick, and the attack's bouts are in its tricks or in the dog
        return frozenset().union(
            *(
                _piles(trick * deal.trick + owned_dog, bouts)
                for trick in range(1, deal.tricks)
                if not ecart or bouts <= trick * deal.trick
            )
        )
    if chelem is Camp.ATTAQUE:
        # Everything but the dog of a garde contre, and but the Excuse if the defence kept it [R18].
        defence = _piles(lost_dog, _BOUTS - bouts) | {_BOUT + pile for pile in _piles(lost_dog, _BOUTS - bouts - 1)}
        return frozenset(TOTAL - pile for pile in defence)
    # Nothing but the écart or the dog, and the Excuse if the attack kept it [R18].
    if not ecart:
        return _piles(owned_dog, bouts) | {_BOUT + pile for pile in _piles(owned_dog, bouts - 1)}
    without = _piles(owned_dog, 0, ecart=True)
    return {0: without, 1: frozenset(_BOUT + pile for pile in without)}.get(bouts, frozenset())


def _piles(cards: int, bouts: int, *, ecart: bool = False) -> frozenset[int]:
    """Return every count that `cards` cards can make with exactly `bouts` bouts among them."""
    others = cards - bouts
    if bouts < 0 or others < 0:
        return frozenset()
    return frozenset(
        bouts * _BOUT + honours + others - number
        for number, sums in enumerate(_honours(_HONOURS[1:] if ecart else _HONOURS))
        if 0 <= others - number <= _LOWS
        for honours in sums
    )


@cache
def _honours(ranks: tuple[int, ...]) -> tuple[frozenset[int], ...]:
    """Return, for each number of honours of these ranks, every count they can make."""
    sums: list[set[int]] = [{0}]
    for value in (rank for rank in ranks for _suit in range(4)):
        sums.append(set())
        for number in range(len(sums) - 1, 0, -1):
            sums[number] |= {value + count for count in sums[number - 1]}
    return tuple(frozenset(counts) for counts in sums)


def holdings(
    variant: Variant, poignees: tuple[Poignee[int], ...], miseres: tuple[Misere[int], ...]
) -> Iterator[Problem]:
    """Yield a problem when the players showed more than the 78 cards allow; at most one."""
    sizes = FFT_2012.shown_trumps(variant)
    trumps = {poignee.player: sizes[poignee.size] if sizes else 0 for poignee in poignees}
    if sum(trumps.values()) > TRUMPS:
        values = {"shown": sum(trumps.values()), "trumps": TRUMPS, "playing": variant.playing}
        yield Problem("poignees_trumps", "poignees", values)
    elif miseres and not _can_be_dealt(variant, trumps, miseres):
        yield Problem("miseres_cards", "options", {"playing": variant.playing})


def beaten(
    variant: Variant,
    attackers: tuple[Who | None, ...],
    poignees: tuple[Poignee[Who], ...],
    winner: Camp,
    *,
    but_one: bool,
) -> Iterator[Problem]:
    """
    Yield a problem when a camp showed poignées that cannot all be beaten; at most one. `winner` is the other camp,
    which took every trick, or every trick but one with `but_one`.

    The trumps of a player fall in as many tricks, each under a higher trump that nobody of that camp has shown. The
    Excuse may replace one of them, and needs no higher trump.
    """
    sizes = FFT_2012.shown_trumps(variant) or {}
    losers = [poignee for poignee in poignees if (poignee.player in attackers) is (winner is Camp.DEFENSE)]
    lost = [sizes[poignee.size] for poignee in losers if poignee.size in sizes]
    unshown = TRUMPS - sum(lost)
    if lost and 0 <= unshown < max(lost) - 1 - but_one:  # `holdings` finds more than the pack holds
        values = {"shown": sum(lost), "left": unshown, "camp": winner}
        yield Problem("petit_chelem_poignees" if but_one else "chelem_poignees", "poignees", values)


def _can_be_dealt(variant: Variant, trumps: dict[int, int], miseres: tuple[Misere[int], ...]) -> bool:
    hand = _HANDS.get(variant, DEALS[variant].tricks)
    players = dict.fromkeys(chain(trumps, (misere.player for misere in miseres)))
    lacking: dict[int, set[MisereKind]] = {player: set() for player in players}
    for misere in miseres:
        lacking[misere.player].add(misere.kind)
    room = {player: hand - trumps.get(player, 0) for player in players}
    other_cards = _CARDS - hand * len(players)  # the hands that showed nothing, the dog and what is not dealt
    numbers = _KINDS | {MisereKind.ATOUT: max(0, _KINDS[MisereKind.ATOUT] - sum(trumps.values()))}
    return all(
        sum(numbers[kind] for kind in kinds)
        <= other_cards + sum(room[player] for player in players if not lacking[player].issuperset(kinds))
        for number in range(1, len(numbers) + 1)
        for kinds in combinations(numbers, number)
    )

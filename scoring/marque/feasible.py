"""
Which counts of the attack can happen, derived from the 78 cards.

Nothing here is a table: the ranges printed in the rules (section 7) come out of the composition of the pack and the
number of cards each camp can own. Counts are half-points.
"""

from functools import cache

from .bareme import FFT_2012, Bareme
from .nouns import Camp, Contract

TOTAL = 182  # half-points in the pack: 91 points [R2]
TRUMPS = 22  # 21 trumps and the Excuse, which may stand for one in a poignée [R14]

_BOUT = 9
_BOUTS = 3
_HONOURS = (9, 7, 5, 3)  # roi, dame, cavalier, valet, four of each [R2]
_LOWS = 59  # every other card, one half-point [R2]
_DEALT = {3: (24, 6), 4: (18, 6), 5: (15, 3)}  # hands: (tricks, cards in the dog) [R3]


@cache
def counts(
    hands: int, contract: Contract, bouts: int, chelem: Camp | None, bareme: Bareme = FFT_2012
) -> frozenset[int]:
    """
    Return every count that may be entered for the attack: those the cards allow, before or after R8.

    Players write down either 40.5 or the 40 it is marked as, so both are accepted.
    """
    exact = exact_counts(hands, contract, bouts, chelem)
    required = bareme.required[bouts]
    # The stray half goes to the camp that wins the contract [R8].
    return exact | {count + (1 if count >= required else -1) for count in exact if count % 2}


@cache
def exact_counts(hands: int, contract: Contract, bouts: int, chelem: Camp | None) -> frozenset[int]:
    """Return every count the attack's own cards can make, its `bouts` among them. Empty when no donne is like that."""
    tricks, dog = _DEALT[hands]
    owned_dog, lost_dog = (0, dog) if contract is Contract.GARDE_CONTRE else (dog, 0)  # R6
    if chelem is None:  # each camp has at least one trick
        piles = (_piles(trick * hands + owned_dog, bouts) for trick in range(1, tricks))
        return frozenset().union(*piles)
    if chelem is Camp.ATTAQUE:
        # Everything but the dog of a garde contre, and but the Excuse if the defence kept it [R18].
        left = _piles(lost_dog, _BOUTS - bouts) | {_BOUT + pile for pile in _piles(lost_dog, _BOUTS - bouts - 1)}
        return frozenset(TOTAL - pile for pile in left)
    # Nothing but the écart or the dog, and the Excuse if the attack kept it [R18].
    if contract is Contract.GARDE_SANS:
        return _piles(owned_dog, bouts) | {_BOUT + pile for pile in _piles(owned_dog, bouts - 1)}
    without = _piles(owned_dog, 0, ecart=True)  # an écart holds neither bout nor king [R20]
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

"""The ranges of section 7 of the rules, as printed there; the code has only the cards."""

from itertools import product

import pytest

from scoring.marque import FFT_2012, Camp, Contract, Misere, MisereKind, Poignee, PoigneeSize, Variant
from scoring.marque.feasible import DEALS, counts, exact_counts, holdings

WITH_DOG = (Contract.PRISE, Contract.GARDE, Contract.GARDE_SANS)
CONTRE = (Contract.GARDE_CONTRE,)
ECART = (Contract.PRISE, Contract.GARDE)
SANS = (Contract.GARDE_SANS,)
ATTACK, DEFENCE = Camp.ATTAQUE, Camp.DEFENSE

# variant, contracts, chelem, (lowest, highest) by bouts; None when it cannot be
RANGES = [
    ("4", WITH_DOG, None, [(5, 77), (9, 81), (13, 85), (17, 89)]),
    ("4", CONTRE, None, [(2, 74), (6, 78), (10, 82), (14, 86)]),
    ("3", WITH_DOG, None, [(4.5, 77.5), (8.5, 81.5), (12.5, 85.5), (16.5, 89.5)]),
    ("3", CONTRE, None, [(1.5, 74.5), (5.5, 78.5), (9.5, 82.5), (13.5, 86.5)]),
    ("5", WITH_DOG, None, [(4, 76.5), (8, 80.5), (12, 84.5), (16, 88.5)]),
    ("5", CONTRE, None, [(2.5, 75), (6.5, 79), (10.5, 83), (14.5, 87)]),
    ("3", WITH_DOG, ATTACK, [None, None, (86.5, 86.5), (91, 91)]),
    ("4", WITH_DOG, ATTACK, [None, None, (86.5, 86.5), (91, 91)]),
    ("5", WITH_DOG, ATTACK, [None, None, (86.5, 86.5), (91, 91)]),
    ("3", CONTRE, ATTACK, [(59.5, 76), (60.5, 80), (61.5, 84), (66, 88)]),
    ("4", CONTRE, ATTACK, [(59.5, 76), (60.5, 80), (61.5, 84), (66, 88)]),
    ("5", CONTRE, ATTACK, [(73, 77.5), (73, 81.5), (73, 85.5), (77.5, 89.5)]),
    ("3", ECART, DEFENCE, [(3, 19), (7.5, 23.5), None, None]),
    ("4", ECART, DEFENCE, [(3, 19), (7.5, 23.5), None, None]),
    ("5", ECART, DEFENCE, [(1.5, 10.5), (6, 15), None, None]),
    ("3", SANS, DEFENCE, [(3, 25), (7, 29.5), (11, 30.5), (15, 31.5)]),
    ("4", SANS, DEFENCE, [(3, 25), (7, 29.5), (11, 30.5), (15, 31.5)]),
    ("5", SANS, DEFENCE, [(1.5, 13.5), (5.5, 18), (9.5, 18), (13.5, 18)]),
    ("3", CONTRE, DEFENCE, [(0, 0), (4.5, 4.5), None, None]),
    ("4", CONTRE, DEFENCE, [(0, 0), (4.5, 4.5), None, None]),
    ("5", CONTRE, DEFENCE, [(0, 0), (4.5, 4.5), None, None]),
]

# What the sources do not print, by the same derivation: the dog is bigger, the tricks smaller or bigger [R26-R28, R30].
HOUSE_RANGES = [
    ("5_flambeuse", WITH_DOG, None, [(6.5, 76.5), (10.5, 80.5), (14.5, 84.5), (18.5, 88.5)]),
    ("5_flambeuse", CONTRE, None, [(2.5, 72.5), (6.5, 76.5), (10.5, 80.5), (14.5, 84.5)]),
    ("5_flambeuse", ECART, DEFENCE, [(4, 24), (8.5, 28.5), None, None]),
    ("2_mort", WITH_DOG, None, [(4.5, 77.5), (8.5, 81.5), (12.5, 85.5), (16.5, 89.5)]),
    ("2_mort", CONTRE, None, [(1.5, 74.5), (5.5, 78.5), (9.5, 82.5), (13.5, 86.5)]),
    # Two cards make a trick: three bouts are never in one, and an écart holds none.
    ("2_tirette", ECART, None, [(4, 77), (8, 82), (12, 86), (17, 90)]),
    ("2_tirette", SANS, None, [(4, 77), (8, 82), (12, 86), (16, 90)]),
    ("2_tirette", CONTRE, None, [(1, 75), (5, 79), (9, 83), (14, 87)]),
    ("6", WITH_DOG, None, [(6, 76), (10, 80), (14, 84), (18, 88)]),
    ("6", CONTRE, None, [(3, 73), (7, 77), (11, 81), (15, 85)]),
    ("6", WITH_DOG, ATTACK, [None, None, (86.5, 86.5), (91, 91)]),
]
BUT_ONE_RANGES = [
    ("4", WITH_DOG, [(73, 77), (73, 81), (73, 85), (73, 89)]),
    ("4", CONTRE, [(49, 74), (50, 78), (52, 82), (54, 86)]),
    ("3", WITH_DOG, [(77.5, 77.5), (77.5, 81.5), (77.5, 85.5), (77.5, 89.5)]),
    ("5", WITH_DOG, [(68.5, 76.5), (68.5, 80.5), (68.5, 84.5), (69.5, 88.5)]),
    ("2_tirette", WITH_DOG, [None, (82, 82), (82, 86), (82, 90)]),
]


def halves(*points: float) -> list[int]:
    return [round(2 * value) for value in points]


@pytest.mark.parametrize(("variant", "contracts", "chelem", "ranges"), RANGES + HOUSE_RANGES)
def test_range_by_bouts(variant, contracts, chelem, ranges):
    for contract in contracts:
        for bouts, ends in enumerate(ranges):
            exact = exact_counts(Variant(variant), contract, bouts, chelem)
            assert (sorted({min(exact), max(exact)}) if exact else None) == (ends and sorted(set(halves(*ends))))


def test_at_four_every_whole_number_occurs_and_no_half():
    for contract in Contract:
        for bouts in range(4):
            exact = sorted(exact_counts(Variant.FOUR, contract, bouts, None))
            assert exact == list(range(exact[0], exact[-1] + 1, 2))
            assert exact[0] % 2 == 0


def test_union_at_four_when_neither_bid_nor_chelem_is_known():
    union = [
        sorted(
            {c for contract in Contract for made in (None, *Camp) for c in counts(Variant.FOUR, contract, bouts, made)}
        )
        for bouts in range(4)
    ]
    whole = [[count // 2 for count in found if count % 2 == 0] for found in union]
    assert whole[0] == [0, *range(2, 78)]
    assert whole[1] == [4, *range(6, 82)]
    assert whole[2] == [*range(10, 86), 87]
    assert whole[3] == [*range(14, 90), 91]


@pytest.mark.parametrize(
    ("variant", "contract", "bouts", "chelem", "accepted", "refused"),
    [
        ("3", Contract.PRISE, 0, None, (4, 4.5, 77.5, 78), (3.5, 78.5)),
        ("4", Contract.GARDE, 2, ATTACK, (86.5, 87), (86, 87.5, 91)),
        ("4", Contract.GARDE_CONTRE, 1, DEFENCE, (4, 4.5), (0, 5)),
        ("5", Contract.PRISE, 0, None, (4, 5, 76.5, 77), (3.5, 4.5, 5.5, 77.5)),  # 8 cards make no half, 13 no less
    ],
)
def test_the_half_next_to_the_bound_is_tolerated_on_the_side_it_is_rounded_to(
    variant, contract, bouts, chelem, accepted, refused
):
    possible = counts(Variant(variant), contract, bouts, chelem)
    assert possible.issuperset(halves(*accepted))
    assert possible.isdisjoint(halves(*refused))


@pytest.mark.parametrize(("variant", "contracts", "ranges"), BUT_ONE_RANGES)
def test_range_by_bouts_when_the_attack_takes_all_the_tricks_but_one(variant, contracts, ranges):
    for contract in contracts:
        for bouts, ends in enumerate(ranges):
            exact = exact_counts(Variant(variant), contract, bouts, None, petit_chelem=True)
            assert (sorted({min(exact), max(exact)}) if exact else None) == (ends and sorted(set(halves(*ends))))
            assert exact <= exact_counts(Variant(variant), contract, bouts, None)


@pytest.mark.parametrize("variant", Variant)
def test_a_deal_is_the_whole_pack(variant):
    trick, tricks, dog = DEALS[variant]
    assert trick * tricks + dog == 78
    assert trick == variant.hands


def piles(cards: int, bouts: int) -> set[int]:
    """Return every count of so many cards, one composition after the other."""
    return {
        9 * bouts + 9 * kings + 7 * queens + 5 * knights + 3 * jacks + lows
        for kings, queens, knights, jacks in product(range(5), repeat=4)
        if 0 <= (lows := cards - bouts - kings - queens - knights - jacks) <= 59
    }


@pytest.mark.parametrize("variant", sorted({DEALS[variant]: variant for variant in Variant}.values()))
@pytest.mark.parametrize("contract", [Contract.GARDE, Contract.GARDE_SANS, Contract.GARDE_CONTRE])
def test_without_chelem_it_is_every_composition_of_every_number_of_tricks(variant, contract):
    trick, tricks, dog = DEALS[variant]
    owned = 0 if contract is Contract.GARDE_CONTRE else dog
    for bouts in range(4):
        # An écart has no bout, so that two cards of one trick never bring three.
        least = -(-bouts // trick) if contract is Contract.GARDE else 1
        numbers = range(max(1, least), tricks)
        expected = set().union(*(piles(number * trick + owned, bouts) for number in numbers))
        assert exact_counts(variant, contract, bouts, None) == expected


def can_be_dealt(variant: Variant, shown: dict[str, int], lacking: dict[str, set]) -> bool:
    """Deal trumps, then face cards, to everyone in every way that could matter."""
    hand = {Variant.TWO_TIRETTE: 24, Variant.TWO_DECOUVERTE: 12}.get(variant, DEALS[variant].tricks)
    people = sorted(set(shown) | set(lacking))
    aside = 78 - hand * len(people)
    choices = []
    for player in people:
        without = lacking.get(player, set())
        trumps = [shown[player]] if player in shown else [0]
        trumps = trumps if MisereKind.ATOUT in without else range(trumps[0], min(hand, 21) + 1)
        faces = [0] if MisereKind.TETE in without else range(min(hand, 16) + 1)
        choices.append([(t, f) for t in trumps for f in faces if t + f <= hand])
    for held in product(*choices):
        trumps, faces = 21 - sum(t for t, _ in held), 16 - sum(f for _, f in held)
        lows = 40 - sum(hand - t - f for t, f in held)
        # What is left goes aside, and the Excuse may take the place of any one card.
        if trumps >= -1 and faces >= -1 and lows >= -1 and [trumps, faces, lows].count(-1) <= 1:
            assert trumps + faces + lows == aside - 1
            return True
    return False


SHOWING = [
    ({}, {"A": "A", "B": "A", "C": "A"}),
    ({}, {"A": "T", "B": "T", "C": "T"}),
    ({}, {"A": "AT", "B": "AT"}),
    ({}, {"A": "AT", "B": "A"}),
    ({}, {"A": "AT", "B": "T", "C": "A"}),
    ({"A": "simple"}, {"B": "A", "C": "A"}),
    ({"A": "triple"}, {"B": "A", "C": "T"}),
    ({"A": "double"}, {"A": "T", "B": "A"}),
]


ONE_EACH = [dict(zip("ABC", kinds, strict=True)) for kinds in product(["A", "T", "AT"], repeat=3)]
SHOWING += [({}, kinds) for kinds in ONE_EACH]
SHOWING += [({"A": size}, kinds | {"A": "T"}) for size in PoigneeSize for kinds in ONE_EACH if kinds["A"] == "A"]


@pytest.mark.parametrize("variant", [Variant.THREE, Variant.FOUR, Variant.FIVE, Variant.FIVE_FLAMBEUSE])
@pytest.mark.parametrize(("poignees", "miseres"), SHOWING)
def test_what_is_shown_can_be_dealt_or_is_refused(variant, poignees, miseres):
    kinds = {"A": MisereKind.ATOUT, "T": MisereKind.TETE}
    shown = tuple(Poignee(player, PoigneeSize(size)) for player, size in poignees.items())
    told = tuple(Misere(player, kinds[kind]) for player, listed in miseres.items() for kind in listed)
    sizes = FFT_2012.shown_trumps(variant)
    dealt = can_be_dealt(
        variant,
        {poignee.player: sizes[poignee.size] for poignee in shown},
        {player: {kinds[kind] for kind in listed} for player, listed in miseres.items()},
    )
    assert (list(holdings(variant, shown, told)) == []) is dealt

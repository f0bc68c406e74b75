"""The ranges of section 7 of the rules, as printed there; the code has only the cards."""

import pytest

from scoring.marque import Camp, Contract
from scoring.marque.feasible import counts, exact_counts

WITH_DOG = (Contract.PRISE, Contract.GARDE, Contract.GARDE_SANS)
CONTRE = (Contract.GARDE_CONTRE,)
ECART = (Contract.PRISE, Contract.GARDE)
SANS = (Contract.GARDE_SANS,)
ATTACK, DEFENCE = Camp.ATTAQUE, Camp.DEFENSE

# hands, contracts, chelem, (lowest, highest) by bouts; None when it cannot be
RANGES = [
    (4, WITH_DOG, None, [(5, 77), (9, 81), (13, 85), (17, 89)]),
    (4, CONTRE, None, [(2, 74), (6, 78), (10, 82), (14, 86)]),
    (3, WITH_DOG, None, [(4.5, 77.5), (8.5, 81.5), (12.5, 85.5), (16.5, 89.5)]),
    (3, CONTRE, None, [(1.5, 74.5), (5.5, 78.5), (9.5, 82.5), (13.5, 86.5)]),
    (5, WITH_DOG, None, [(4, 76.5), (8, 80.5), (12, 84.5), (16, 88.5)]),
    (5, CONTRE, None, [(2.5, 75), (6.5, 79), (10.5, 83), (14.5, 87)]),
    (3, WITH_DOG, ATTACK, [None, None, (86.5, 86.5), (91, 91)]),
    (4, WITH_DOG, ATTACK, [None, None, (86.5, 86.5), (91, 91)]),
    (5, WITH_DOG, ATTACK, [None, None, (86.5, 86.5), (91, 91)]),
    (3, CONTRE, ATTACK, [(59.5, 76), (60.5, 80), (61.5, 84), (66, 88)]),
    (4, CONTRE, ATTACK, [(59.5, 76), (60.5, 80), (61.5, 84), (66, 88)]),
    (5, CONTRE, ATTACK, [(73, 77.5), (73, 81.5), (73, 85.5), (77.5, 89.5)]),
    (3, ECART, DEFENCE, [(3, 19), (7.5, 23.5), None, None]),
    (4, ECART, DEFENCE, [(3, 19), (7.5, 23.5), None, None]),
    (5, ECART, DEFENCE, [(1.5, 10.5), (6, 15), None, None]),
    (3, SANS, DEFENCE, [(3, 25), (7, 29.5), (11, 30.5), (15, 31.5)]),
    (4, SANS, DEFENCE, [(3, 25), (7, 29.5), (11, 30.5), (15, 31.5)]),
    (5, SANS, DEFENCE, [(1.5, 13.5), (5.5, 18), (9.5, 18), (13.5, 18)]),
    (3, CONTRE, DEFENCE, [(0, 0), (4.5, 4.5), None, None]),
    (4, CONTRE, DEFENCE, [(0, 0), (4.5, 4.5), None, None]),
    (5, CONTRE, DEFENCE, [(0, 0), (4.5, 4.5), None, None]),
]


def halves(*points: float) -> list[int]:
    return [round(2 * value) for value in points]


@pytest.mark.parametrize(("hands", "contracts", "chelem", "ranges"), RANGES)
def test_range_by_bouts(hands, contracts, chelem, ranges):
    for contract in contracts:
        for bouts, ends in enumerate(ranges):
            exact = exact_counts(hands, contract, bouts, chelem)
            assert (sorted({min(exact), max(exact)}) if exact else None) == (ends and sorted(set(halves(*ends))))


def test_at_four_every_whole_number_occurs_and_no_half():
    for contract in Contract:
        for bouts in range(4):
            exact = sorted(exact_counts(4, contract, bouts, None))
            assert exact == list(range(exact[0], exact[-1] + 1, 2))
            assert exact[0] % 2 == 0


def test_union_at_four_when_neither_bid_nor_chelem_is_known():
    union = [
        sorted({c for contract in Contract for made in (None, *Camp) for c in counts(4, contract, bouts, made)})
        for bouts in range(4)
    ]
    whole = [[count // 2 for count in found if count % 2 == 0] for found in union]
    assert whole[0] == [0, *range(2, 78)]
    assert whole[1] == [4, *range(6, 82)]
    assert whole[2] == [*range(10, 86), 87]
    assert whole[3] == [*range(14, 90), 91]


@pytest.mark.parametrize(
    ("hands", "contract", "bouts", "chelem", "accepted", "refused"),
    [
        (3, Contract.PRISE, 0, None, (4, 4.5, 77.5, 78), (3.5, 78.5)),
        (4, Contract.GARDE, 2, ATTACK, (86.5, 87), (86, 87.5, 91)),
        (4, Contract.GARDE_CONTRE, 1, DEFENCE, (4, 4.5), (0, 5)),
        (5, Contract.PRISE, 0, None, (4, 5, 76.5, 77), (3.5, 4.5, 5.5, 77.5)),  # 8 cards make no half, 13 no less
    ],
)
def test_the_half_next_to_the_bound_is_tolerated_on_the_side_it_is_rounded_to(
    hands, contract, bouts, chelem, accepted, refused
):
    possible = counts(hands, contract, bouts, chelem)
    assert possible.issuperset(halves(*accepted))
    assert possible.isdisjoint(halves(*refused))

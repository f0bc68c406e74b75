"""The donnes of a demonstration: plausible at a table of four, the same ones from the same seed."""

from random import Random

from scoring.labels import Outcome
from scoring.marque import FFT_2012, Camp, Chelem, Contract, Facts, Poignee, PoigneeSize, Variant
from scoring.marque.feasible import exact_counts

CONTRACTS = {
    Contract.PRISE: 24,
    Contract.GARDE: 58,
    Contract.GARDE_SANS: 13,
    Contract.GARDE_CONTRE: 5,
}
BOUTS = {0: 6, 1: 36, 2: 43, 3: 15}
VOIDS = {Outcome.PASSED: 6, Outcome.PETIT_SEC: 2, Outcome.MISDEAL: 1}
CHAIRS = 4


def plausible(rng: Random) -> Facts | Outcome:
    """Return the facts of a played donne at a table of four, or now and then why one was not played."""
    if rng.random() < 0.03:
        return rng.choices(list(VOIDS), list(VOIDS.values()))[0]
    taker = rng.randrange(CHAIRS)
    contract = rng.choices(list(CONTRACTS), list(CONTRACTS.values()))[0]
    bouts = rng.choices(list(BOUTS), list(BOUTS.values()))[0]
    camps = [camp for camp, without in ((Camp.ATTAQUE, 0), (Camp.DEFENSE, 3)) if bouts != without]
    return Facts(
        taker=taker,
        contract=contract,
        bouts=bouts,
        half_points=_half_points(rng, contract, bouts),
        petit_au_bout=rng.choice(camps) if rng.random() < 0.1 else None,
        poignees=(Poignee(rng.randrange(CHAIRS), PoigneeSize.SIMPLE),) if rng.random() < 0.12 else (),
    )


def chelem(taker: int) -> Facts:
    """Return a garde whose taker announced the chelem and won every card."""
    return Facts(
        taker=taker,
        contract=Contract.GARDE,
        bouts=3,
        half_points=182,
        petit_au_bout=Camp.ATTAQUE,
        chelem=Chelem(announced=True, made=Camp.ATTAQUE),
    )


def _half_points(rng: Random, contract: Contract, bouts: int) -> int:
    """Return a count in half-points that the cards allow, near what the contract asks for, more often above."""
    aimed = FFT_2012.required[bouts] + rng.gauss(5, 14)
    possible = exact_counts(Variant.FOUR, contract, bouts, None)
    return min(possible, key=lambda count: (abs(count - aimed), count))

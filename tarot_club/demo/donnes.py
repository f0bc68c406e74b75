"""Plausible donnes for the demonstration: random, possible, about as good as those of a club evening."""

from random import Random

from scoring.labels import CampChoice, ContractChoice, Outcome, PoigneeChoice
from scoring.marque import FFT_2012, Contract, Variant
from scoring.marque.feasible import exact_counts
from scoring.queries.sheets import Entry

CONTRACTS = {
    ContractChoice.PRISE: 24,
    ContractChoice.GARDE: 58,
    ContractChoice.GARDE_SANS: 13,
    ContractChoice.GARDE_CONTRE: 5,
}
BOUTS = {0: 6, 1: 36, 2: 43, 3: 15}
VOIDS = {Outcome.PASSED: 6, Outcome.PETIT_SEC: 2, Outcome.MISDEAL: 1}
CHAIRS = 4


def plausible(rng: Random) -> Entry:
    """Return a played donne at a table of four, or now and then a void one."""
    if rng.random() < 0.03:
        return Entry(outcome=rng.choices(list(VOIDS), list(VOIDS.values()))[0])
    taker = rng.randrange(CHAIRS)
    contract = rng.choices(list(CONTRACTS), list(CONTRACTS.values()))[0]
    bouts = rng.choices(list(BOUTS), list(BOUTS.values()))[0]
    camps = [camp for camp, without in ((CampChoice.ATTACK, 0), (CampChoice.DEFENCE, 3)) if bouts != without]
    return Entry(
        taker=taker,
        contract=contract,
        bouts=bouts,
        points=_points(rng, contract, bouts),
        petit_au_bout=rng.choice(camps) if rng.random() < 0.1 else "",
        poignees=((rng.randrange(CHAIRS), PoigneeChoice.SIMPLE),) if rng.random() < 0.12 else (),
    )


def chelem(taker: int) -> Entry:
    """Return a garde whose taker announced the chelem and won every card."""
    return Entry(
        taker=taker,
        contract=ContractChoice.GARDE,
        bouts=3,
        points="91",
        petit_au_bout=CampChoice.ATTACK,
        chelem_announced=True,
        chelem_made=CampChoice.ATTACK,
    )


def _points(rng: Random, contract: str, bouts: int) -> str:
    """Return a count that the cards allow, near what the contract asks for, a little more often above than below."""
    aimed = FFT_2012.required[bouts] + rng.gauss(5, 14)
    possible = exact_counts(Variant.FOUR, Contract(contract), bouts, None)
    whole, half = divmod(min(possible, key=lambda count: (abs(count - aimed), count)), 2)
    return f"{whole},5" if half else str(whole)

"""
The rules hors règlement a club may play by: each is off by default, and its figures are here and nowhere else.

The house variants (two, six, seven, eight players, one against four) need no rule: the variant's name says it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from .nouns import Contract, PousseReading

# The old scale, of the pousse and of the mouche: each contract is worth twice the one below [R29, R32].
DOUBLING: Mapping[Contract, int] = MappingProxyType({contract: 10 << step for step, contract in enumerate(Contract)})


@dataclass(frozen=True, slots=True)
class HouseRules:
    """
    Which rules hors règlement are in force, and what they are worth in whole points of the marque.

    With a `pousse` reading every contract is worth its `pousse_values`, not the pousse alone. The `mouche` is a pot
    beside the marque and changes no score; `flambeuse` means that five play one against four [R26].
    """

    pousse: PousseReading | None = None
    pousse_values: Mapping[Contract, int] = field(default_factory=lambda: DOUBLING)  # R29
    petit_chelem: bool = False
    petit_chelem_made: int = 300  # R30
    petit_chelem_failed: int = 150  # R30
    miseres: bool = False
    misere_value: int = 10  # R31
    mouche: bool = False
    mouche_ante: int = 5  # R32
    mouche_values: Mapping[Contract, int] = field(default_factory=lambda: DOUBLING)  # R32
    flambeuse: bool = False

    def __hash__(self) -> int:
        # The two scales have no hash: equal rules still hash alike.
        return hash((self.pousse, self.petit_chelem, self.miseres, self.misere_value, self.mouche, self.flambeuse))

    @property
    def any(self) -> bool:
        """Return whether something hors règlement is in force."""
        return self.pousse is not None or self.petit_chelem or self.miseres or self.mouche or self.flambeuse


NO_HOUSE_RULES = HouseRules()  # the règlement and nothing else


def used(house: HouseRules, *, petit_chelem: bool, miseres: bool) -> HouseRules:
    """
    Return rules with only what marks a donne: its contract's scale, and the primes it has.

    Two donnes that were played alike are then equal, whatever else was allowed at their tables.
    """
    if house.pousse is None and not petit_chelem and not miseres:
        return NO_HOUSE_RULES
    return _kept(house, petit_chelem, miseres)


@lru_cache(maxsize=1 << 10)
def _kept(house: HouseRules, petit_chelem: bool, miseres: bool) -> HouseRules:  # noqa: FBT001 - for the cache
    kept: dict[str, Any] = {}
    if house.pousse is not None:
        kept |= {"pousse": house.pousse, "pousse_values": house.pousse_values}
    if petit_chelem:
        kept |= {
            "petit_chelem": True,
            "petit_chelem_made": house.petit_chelem_made,
            "petit_chelem_failed": house.petit_chelem_failed,
        }
    if miseres:
        kept |= {"miseres": True, "misere_value": house.misere_value}
    return HouseRules(**kept)

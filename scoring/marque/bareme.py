"""Barèmes: every number of a règlement, by edition, and nowhere else."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from .nouns import NO_HOUSE_RULES, Contract, HouseRules, PoigneeSize, Variant


@dataclass(frozen=True, slots=True)
class Bareme:
    """
    The figures of one edition of the règlement.

    `required` is in half-points, like every count in this package; all the others are points of the marque, which
    are whole. `house` are the rules hors règlement a club adds. Two barèmes are equal when every figure is. An edition
    once published is never edited: a tournament keeps the name of the one it was played under.
    """

    edition: str
    base: int
    required: Mapping[int, int]
    multipliers: Mapping[Contract, int]
    petit_au_bout: int
    poignees: Mapping[PoigneeSize, int]
    poignee_trumps: Mapping[int, Mapping[PoigneeSize, int]]
    chelem_made: int
    chelem_announced_made: int
    chelem_announced_failed: int
    chelem_inflicted: int
    house: HouseRules = NO_HOUSE_RULES

    def __hash__(self) -> int:
        return hash((self.edition, self.base, self.house))  # the scales have no hash: equal barèmes still hash alike

    def shown_trumps(self, variant: Variant) -> Mapping[PoigneeSize, int] | None:
        """
        Return how many trumps each poignée needs; None when no source says it (two, six, seven, eight) [R12, R27].
        """
        if variant.official or variant is Variant.FIVE_FLAMBEUSE:  # R26
            return self.poignee_trumps[variant.hands]
        return None


def _sizes(simple: int, double: int, triple: int) -> Mapping[PoigneeSize, int]:
    return MappingProxyType({PoigneeSize.SIMPLE: simple, PoigneeSize.DOUBLE: double, PoigneeSize.TRIPLE: triple})


FFT_2012 = Bareme(
    edition="fft-2012",
    base=25,  # R7
    required=MappingProxyType({bouts: 2 * points for bouts, points in enumerate((56, 51, 41, 36))}),  # R4
    multipliers=MappingProxyType(  # R6
        {Contract.PRISE: 1, Contract.GARDE: 2, Contract.GARDE_SANS: 4, Contract.GARDE_CONTRE: 6}
    ),
    petit_au_bout=10,  # R10
    poignees=_sizes(20, 30, 40),  # R12
    poignee_trumps=MappingProxyType({3: _sizes(13, 15, 18), 4: _sizes(10, 13, 15), 5: _sizes(8, 10, 13)}),  # R12
    chelem_made=200,  # R15
    chelem_announced_made=400,  # R15
    chelem_announced_failed=200,  # R15
    chelem_inflicted=200,  # R16
)

EDITIONS: Mapping[str, Bareme] = MappingProxyType({FFT_2012.edition: FFT_2012})

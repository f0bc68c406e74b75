"""
The enums and small classes of a donne, and the rules hors règlement that a club may play by.

The value of each enum is the code that is stored and exchanged; it never changes. Each house rule is off by default,
and its figures are only here. The house variants (two, six, seven, eight players, one against four) need no rule: the
name of the variant says it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import Any, Generic, TypeVar

# A person: the index of a chair (0 plays first) where facts are stored, a name where they are shown.
Who = TypeVar("Who", int, str)


class Code(StrEnum):
    """An enum whose members hash like their text: an enum's own hash is slower, and every donne looks codes up."""

    __hash__ = str.__hash__


class Variant(Code):
    """How many sit at the table and how they play. The first four are the règlement's, the others are house rules."""

    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    FIVE_MORT = "5_mort"
    FIVE_FLAMBEUSE = "5_flambeuse"
    TWO_TIRETTE = "2_tirette"
    TWO_MORT = "2_mort"
    TWO_DECOUVERTE = "2_decouverte"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"

    @cached_property
    def seats(self) -> int:
        """Return how many names the donne lists, those who sit it out included."""
        return int(self.value[0])

    @cached_property
    def resting(self) -> int:
        """
        Return how many of the seated sit out: the mort at five, the dealer at seven, his team at eight [R25, R28].
        """
        return _RESTING.get(self, 0)

    @cached_property
    def playing(self) -> int:
        """Return how many people play. Five with a mort are a four-player donne [R25]."""
        return self.seats - self.resting

    @cached_property
    def hands(self) -> int:
        """Return how many hands are dealt, so how many cards make a trick. Two with a mort play three hands [R27]."""
        return _HANDS.get(self, self.playing)

    @cached_property
    def teams(self) -> bool:
        """Return whether the taker has a fixed partner instead of the holder of a called card [R28]."""
        return self in _TEAMS

    @cached_property
    def official(self) -> bool:
        """Return whether the règlement has this variant."""
        return self in _OFFICIAL


_OFFICIAL = frozenset({Variant.THREE, Variant.FOUR, Variant.FIVE, Variant.FIVE_MORT})
_TEAMS = frozenset({Variant.SIX, Variant.SEVEN, Variant.EIGHT})
_RESTING = {Variant.FIVE_MORT: 1, Variant.SEVEN: 1, Variant.EIGHT: 2}
_HANDS = {Variant.TWO_MORT: 3}


class Contract(Code):
    """The contract of the taker, lowest first. The pousse is a house rule [R29]."""

    PRISE = "prise"
    POUSSE = "pousse"
    GARDE = "garde"
    GARDE_SANS = "garde_sans"
    GARDE_CONTRE = "garde_contre"

    @cached_property
    def official(self) -> bool:
        """Return whether the règlement has this contract."""
        return self is not Contract.POUSSE


class Camp(Code):
    """Attack or defence."""

    ATTAQUE = "attaque"
    DEFENSE = "defense"

    @property
    def other(self) -> "Camp":
        return Camp.DEFENSE if self is Camp.ATTAQUE else Camp.ATTAQUE


class PoigneeSize(Code):
    """The size of a poignée. How many trumps it needs depends on the number of hands and is in the barème [R12]."""

    SIMPLE = "simple"
    DOUBLE = "double"
    TRIPLE = "triple"


@dataclass(frozen=True, slots=True)
class Poignee(Generic[Who]):
    """A poignée that one player showed before his first card [R12, R14]."""

    player: Who
    size: PoigneeSize


@dataclass(frozen=True, slots=True)
class Chelem(Generic[Who]):
    """
    An announcement of all the tricks, and the camp that took them all; either may be missing.

    `announced_by` may be None even when announced: only the taker may announce [R17].
    """

    announced: bool = False
    made: Camp | None = None
    announced_by: Who | None = None


@dataclass(frozen=True, slots=True)
class PetitChelem:
    """An announcement by the attack of all tricks but one, and whether the attack took them: a house rule [R30]."""

    announced: bool = False
    made: bool = False


class MisereKind(Code):
    """What a hand with a misère lacks: trumps, or face cards (« de figure », code `tete`)."""

    ATOUT = "atout"
    TETE = "tete"


@dataclass(frozen=True, slots=True)
class Misere(Generic[Who]):
    """A misère that one player showed before his first card: a house rule [R31]."""

    player: Who
    kind: MisereKind


class PousseReading(Code):
    """How points join a contract worth 10, 20, 40, 80 or 160: added or multiplied. The sources do not say [R29]."""

    ADD = "add"
    TIMES = "x"


class Reason(Code):
    """The reasons for which a part of the marque is owed."""

    CONTRACT = "contract"
    PETIT_AU_BOUT = "petit_au_bout"
    POIGNEE = "poignee"
    CHELEM = "chelem"
    PETIT_CHELEM = "petit_chelem"
    MISERE = "misere"


# The old scale, of the pousse and of the mouche: each contract is worth twice the one below [R29, R32].
DOUBLING: Mapping[Contract, int] = MappingProxyType({contract: 10 << step for step, contract in enumerate(Contract)})


@dataclass(frozen=True, slots=True)
class HouseRules:
    """
    Which rules hors règlement are in force, and their figures in whole points of the marque.

    With a `pousse` reading, all contracts have their `pousse_values`. The `mouche` is a pot beside the marque and
    changes no score; `flambeuse` means that five play one against four [R26].
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
        # The two scales have no hash, and are left out: equal rules still have the same hash.
        return hash((self.pousse, self.petit_chelem, self.miseres, self.misere_value, self.mouche, self.flambeuse))

    @property
    def any(self) -> bool:
        """Return whether a rule hors règlement is in force."""
        return self.pousse is not None or self.petit_chelem or self.miseres or self.mouche or self.flambeuse


NO_HOUSE_RULES = HouseRules()  # the règlement and nothing else


def used(house: HouseRules, *, petit_chelem: bool, miseres: bool) -> HouseRules:
    """
    Return the house rules that change the marque of a donne: the scale of its contract, and its primes.

    Two donnes played alike are then equal, whatever other rules their tables allow.
    """
    if house.pousse is None and not petit_chelem and not miseres:
        return NO_HOUSE_RULES
    return _rules_used(house, petit_chelem, miseres)


@lru_cache(maxsize=1 << 10)
def _rules_used(house: HouseRules, petit_chelem: bool, miseres: bool) -> HouseRules:  # noqa: FBT001 - for the cache
    rules: dict[str, Any] = {}
    if house.pousse is not None:
        rules |= {"pousse": house.pousse, "pousse_values": house.pousse_values}
    if petit_chelem:
        rules |= {
            "petit_chelem": True,
            "petit_chelem_made": house.petit_chelem_made,
            "petit_chelem_failed": house.petit_chelem_failed,
        }
    if miseres:
        rules |= {"miseres": True, "misere_value": house.misere_value}
    return HouseRules(**rules)

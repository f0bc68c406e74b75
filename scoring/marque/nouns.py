"""The small nouns a donne is made of. The value of each enum is the code stored and exchanged, and never changes."""

from dataclasses import dataclass
from enum import StrEnum


class Variant(StrEnum):
    """How many sit at the table and how many play."""

    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    FIVE_MORT = "5_mort"

    @property
    def seats(self) -> int:
        """Return how many names the donne lists, the mort included."""
        return int(self.value[0])

    @property
    def hands(self) -> int:
        """Return how many players hold cards: five with a mort is a four-player donne [R25]."""
        return _HANDS[self]


_HANDS = {Variant.THREE: 3, Variant.FOUR: 4, Variant.FIVE: 5, Variant.FIVE_MORT: 4}


class Contract(StrEnum):
    """What the taker undertook, lowest first."""

    PRISE = "prise"
    GARDE = "garde"
    GARDE_SANS = "garde_sans"
    GARDE_CONTRE = "garde_contre"


class Camp(StrEnum):
    """One of the two sides."""

    ATTAQUE = "attaque"
    DEFENSE = "defense"


class PoigneeSize(StrEnum):
    """How many trumps were shown; the number itself depends on the number of hands and lives in the barème [R12]."""

    SIMPLE = "simple"
    DOUBLE = "double"
    TRIPLE = "triple"


@dataclass(frozen=True, slots=True)
class Poignee:
    """Trumps one player showed before their first card [R12, R14]."""

    player: str
    size: PoigneeSize


@dataclass(frozen=True, slots=True)
class Chelem:
    """
    Whether all the tricks were called, and which camp took them all.

    `announced_by` may stay `None` even when announced: only the taker may announce [R17].
    """

    announced: bool = False
    made: Camp | None = None
    announced_by: str | None = None


class Reason(StrEnum):
    """Why a part of the marque is owed."""

    CONTRACT = "contract"
    PETIT_AU_BOUT = "petit_au_bout"
    POIGNEE = "poignee"
    CHELEM = "chelem"

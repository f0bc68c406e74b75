"""The small nouns a donne is made of. The value of each enum is the code stored and exchanged, and never changes."""

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property


class Variant(StrEnum):
    """How many sit at the table and how they play: the first four by the règlement, the others by house rules."""

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
        """Return how many of them sit out: the mort at five, the dealer at seven, his team at eight [R25, R28]."""
        return _RESTING.get(self, 0)

    @cached_property
    def playing(self) -> int:
        """Return how many people play: five with a mort is a four-player donne [R25]."""
        return self.seats - self.resting

    @cached_property
    def hands(self) -> int:
        """Return how many hands are dealt, so how many cards make a trick: two with a mort play three [R27]."""
        return _HANDS.get(self, self.playing)

    @cached_property
    def teams(self) -> bool:
        """Return whether the taker plays with a team-mate of always, instead of the holder of a called card [R28]."""
        return self in _TEAMS

    @cached_property
    def official(self) -> bool:
        """Return whether the règlement knows it."""
        return self in _OFFICIAL


_OFFICIAL = frozenset({Variant.THREE, Variant.FOUR, Variant.FIVE, Variant.FIVE_MORT})
_TEAMS = frozenset({Variant.SIX, Variant.SEVEN, Variant.EIGHT})
_RESTING = {Variant.FIVE_MORT: 1, Variant.SEVEN: 1, Variant.EIGHT: 2}
_HANDS = {Variant.TWO_MORT: 3}


class Contract(StrEnum):
    """What the taker undertook, lowest first. The pousse is a house rule [R29]."""

    PRISE = "prise"
    POUSSE = "pousse"
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


@dataclass(frozen=True, slots=True)
class PetitChelem:
    """Whether the attack called all the tricks but one, and whether it took them: a house rule [R30]."""

    announced: bool = False
    made: bool = False


class MisereKind(StrEnum):
    """What a hand that shows a misère has none of: trumps, or face cards: « de figure », coded `tete`."""

    ATOUT = "atout"
    TETE = "tete"


@dataclass(frozen=True, slots=True)
class Misere:
    """A misère one player showed before their first card: a house rule [R31]."""

    player: str
    kind: MisereKind


class PousseReading(StrEnum):
    """How a contract worth 10, 20, 40, 80 or 160 and the points combine: the sources do not say [R29]."""

    ADD = "add"
    TIMES = "x"


class Reason(StrEnum):
    """Why a part of the marque is owed."""

    CONTRACT = "contract"
    PETIT_AU_BOUT = "petit_au_bout"
    POIGNEE = "poignee"
    CHELEM = "chelem"
    PETIT_CHELEM = "petit_chelem"
    MISERE = "misere"

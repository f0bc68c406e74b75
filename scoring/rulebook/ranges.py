"""What the attack can count, by number of players, bid, bouts and slam: read off the cards, never copied."""

from dataclasses import dataclass

from scoring.marque import Camp, Contract, Variant
from scoring.marque.feasible import exact_counts

from .figures import span_text
from .nouns import Texts

# The bids that differ: a garde is counted as a prise, its écart counts for the attack [R6].
_BIDS = (Contract.PRISE, Contract.GARDE_SANS, Contract.GARDE_CONTRE)
_BID_TITLES: tuple[Texts, ...] = (
    ("prise, garde", "prise, garde"),
    ("garde sans", "garde sans"),
    ("garde contre", "garde contre"),
)
_VARIANTS: dict[Variant, Texts] = {
    Variant.FOUR: ("À quatre joueurs", "With four players"),
    Variant.THREE: ("À trois joueurs", "With three players"),
    Variant.FIVE: ("À cinq joueurs", "With five players"),
}
_ENDINGS: dict[Camp | None, Texts] = {
    None: ("sans chelem", "no slam"),
    Camp.ATTAQUE: ("chelem de l'attaque", "slam by the attack"),
    Camp.DEFENSE: ("chelem de la défense", "slam by the defence"),
}


@dataclass(frozen=True, slots=True)
class Ending:
    """The rows of one table that end alike: for each number of bouts, a cell a bid, empty where it cannot happen."""

    title: str
    rows: tuple[tuple[int, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class Ranges:
    """What the attack can count with so many players."""

    title: str
    bids: tuple[str, ...]
    endings: tuple[Ending, ...]


def ranges(language: int) -> tuple[Ranges, ...]:
    """Return a table for each number of players."""
    return tuple(
        Ranges(
            title=title[language],
            bids=tuple(bid[language] for bid in _BID_TITLES),
            endings=tuple(
                Ending(
                    title=ending[language].replace("'", "’"),
                    rows=tuple((bouts, _cells(variant, bouts, chelem, language)) for bouts in range(4)),
                )
                for chelem, ending in _ENDINGS.items()
            ),
        )
        for variant, title in _VARIANTS.items()
    )


def _cells(variant: Variant, bouts: int, chelem: Camp | None, language: int) -> tuple[str, ...]:
    return tuple(span_text(exact_counts(variant, bid, bouts, chelem), language) for bid in _BIDS)

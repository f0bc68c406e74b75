"""Boards dealt for duplicate: the four hands and the dog of each étui, from a seed, and as objects to exchange."""

from dataclasses import dataclass
from random import Random

from tournaments.comparison import HANDS, Hand

from .deck import DEALT, DECK, Card, codes
from .hands import petit_sec

SEED_BITS = 63  # of the seed from which étuis are dealt: what a column of the database holds


def dealer_of(board: int) -> int:
    """Return the chair that deals the board of this number: Nord, Est, Sud, Ouest, then again."""
    order = tuple(Hand)
    return HANDS.index(order[(board - 1) % len(order)])


@dataclass(frozen=True)
class DealtBoard:
    """A board as its étui holds it: `hands` in playing order, Sud first, each and the dog as players sort them."""

    number: int
    hands: tuple[tuple[Card, ...], ...]
    dog: tuple[Card, ...]

    @property
    def dealer(self) -> int:
        """Return the chair that deals."""
        return dealer_of(self.number)

    def as_json(self) -> dict[str, object]:
        """Return the board with the cards and the dealer written as in a record."""
        return {
            "board": self.number,
            "dealer": HANDS[self.dealer].value,
            "hands": {name.value: codes(hand) for name, hand in zip(HANDS, self.hands, strict=True)},
            "chien": codes(self.dog),
        }


def deal(seed: int, number: int, *, keeps_petit_sec: bool = False) -> DealtBoard:
    """
    Return the board of this number: the same seed always deals it alike, however many boards there are.

    Every deal is as likely as any other; with a petit sec it is dealt again [R3a], unless those are kept: then who
    first holds the board deals it anew. Who knows the seed knows the hands: it is as secret as they are.
    """
    rng = Random(f"{seed}/{number}")  # noqa: S311 - repeatable by its seed, which is the secret
    size, _dog = DEALT[len(HANDS)]
    while True:
        cards = rng.sample(DECK, len(DECK))
        hands = tuple(tuple(sorted(cards[size * chair : size * (chair + 1)])) for chair in range(len(HANDS)))
        if keeps_petit_sec or not any(map(petit_sec, hands)):
            return DealtBoard(number, hands, tuple(sorted(cards[size * len(HANDS) :])))

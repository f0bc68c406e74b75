"""What some cards come to: a pile counted for its camp, and whether one card was a renonce. Nothing is stored."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.cards import DEALT, DECK, EXCUSE, Card, Demand, Pile, Suit, count, demand
from scoring.cards.deck import SUITS
from scoring.cards.play import suit_led
from scoring.marque import FFT_2012

HANDS = (4, 3, 5)  # as people play most


@dataclass(frozen=True)
class PileReading:
    """
    A pile and what is left of the pack, and the contract they make. Counts are in half-points.

    `gap` is by how many whole points the contract is made or failed [R8]. `usual` says whether a camp can hold so many
    cards: an Excuse that nobody could pay for is the only exception.
    """

    pile: Pile
    rest: Pile
    hands: int
    attack: bool
    required: int
    won: bool
    gap: int
    usual: bool

    @property
    def of_attack(self) -> Pile:
        return self.pile if self.attack else self.rest

    @property
    def is_half(self) -> bool:
        """Whether a half point is left over, which goes to the camp that wins."""
        return self.of_attack.half_points % 2 == 1


def reading_of(cards: Sequence[Card], *, hands: int, attack: bool) -> PileReading:
    """Return what a pile comes to when it is the attack's, or the defence's, with so many hands dealt [R2, R4, R8]."""
    held = set(cards)
    pile, rest = count(cards), count(card for card in DECK if card not in held)
    of_attack = pile if attack else rest
    required = FFT_2012.required[of_attack.bouts]
    margin = of_attack.half_points - required
    dog = DEALT[hands][1]
    return PileReading(
        pile=pile,
        rest=rest,
        hands=hands,
        attack=attack,
        required=required,
        won=margin >= 0,
        gap=(abs(margin) + 1) // 2,
        usual=pile.cards % hands in (0, dog % hands),
    )


@dataclass(frozen=True)
class Verdict:
    """
    What one card was, played from a hand as far as it is known.

    A renonce is certain whatever the rest of the hand was; a card that looks legal is `sure` only where no other card
    could have obliged the player to something else. `asks_called` says that a first lead at five is not judged until
    the called card is known [R21].
    """

    played: Card
    hand: tuple[Card, ...]
    table: tuple[Card, ...]
    demand: Demand
    renonce: bool
    sure: bool
    led: Suit | None
    asks_called: bool

    @property
    def is_excuse(self) -> bool:
        return self.played is EXCUSE


def judge(
    played: Card, hand: Sequence[Card], table: Sequence[Card], *, hands: int = 4, called: Card | None = None
) -> Verdict:
    """
    Return the verdict on a card with so many hands dealt; `table` are the cards before it, the leader's first.

    `called` is as in `demand`.
    """
    held = tuple(sorted({*hand, played}))
    wanted = demand(held, table, called=called)
    led = suit_led(table)
    follows = played.suit is led and (led is not Suit.ATOUT or played.rank > wanted.trump)
    asks_called = hands == 5 and not table and called is None and played.suit in SUITS
    free_lead = led is None and not asks_called and (called is None or played is called or played.suit != called.suit)
    return Verdict(
        played=played,
        hand=held,
        table=tuple(table),
        demand=wanted,
        renonce=played not in wanted.cards,
        sure=played is EXCUSE or follows or free_lead,
        led=led,
        asks_called=asks_called,
    )

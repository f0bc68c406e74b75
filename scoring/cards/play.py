"""A trick: what may be played on it, why nothing else, and who takes it [R21]."""

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from scoring.marque.words import DEFAULT_LANGUAGE
from tournaments.kit.translation import gettext_noop as _
from tournaments.kit.translation import translated

from .deck import EXCUSE, Card, Suit

_ATOUT = Suit.ATOUT  # read millions of times


class Duty(StrEnum):
    """What the cards on the table and in the hand oblige a player to do. The Excuse may always be played."""

    FREE = "free"
    CALLED = "called"  # first lead at five: not in the suit of the called card
    FOLLOW = "follow"
    RISE = "rise"  # trump is led: above the highest one
    TRUMP = "trump"
    OVERTRUMP = "overtrump"
    UNDERTRUMP = "undertrump"  # no trump high enough: any trump


class Playable(NamedTuple):
    """
    What one player may play at one moment.

    `cards` are all the cards allowed, in the order of the hand, the Excuse among them when it is held. `suit` is the
    one to follow or, for `CALLED`, to leave; `trump` is the highest trump on the table, 0 when there is none.
    """

    duty: Duty
    cards: tuple[Card, ...]
    suit: Suit | None = None
    trump: int = 0

    def text(self, language: str = DEFAULT_LANGUAGE) -> str:
        """Return the duty in words that follow « il fallait »: « fournir à pique », « monter sur le 16 »."""
        suit = self.suit.name_in(language) if self.suit else ""
        return translated(_DUTIES[self.duty], language).format(suit=suit, trump=self.trump)


def demand(hand: Sequence[Card], played: Sequence[Card] = (), *, called: Card | None = None) -> Playable:
    """
    Return what may be played from `hand` on the cards `played` so far in the trick, the leader's first.

    Follow the suit led; else trump, above the highest trump if possible; else any trump; else anything. When trump is
    led the same holds: above the highest if possible. After an Excuse led, the next card chooses the suit. `called` is
    the called card, on the first lead of a donne at five and nowhere else: that lead is not made in its suit, save by
    the card itself.
    """
    led = suit_led(played)
    if led is None:
        if called is not None and not played:
            others = tuple(card for card in hand if card.suit is not called.suit or card is called)
            if others and len(others) < len(hand):
                return Playable(Duty.CALLED, others, called.suit)
        return Playable(Duty.FREE, tuple(hand))
    if led is not _ATOUT:
        following = [card for card in hand if card.suit is led]
        if following:
            return Playable(Duty.FOLLOW, _or_excuse(hand, following), led)
    trumps = [card for card in hand if card.suit is _ATOUT]
    if not trumps:
        return Playable(Duty.FREE, tuple(hand), led)
    highest = highest_trump(played)
    above = [card for card in trumps if card.rank > highest]
    if led is _ATOUT:
        return Playable(Duty.RISE if above else Duty.FOLLOW, _or_excuse(hand, above or trumps), led, highest)
    duty = Duty.UNDERTRUMP if not above else Duty.OVERTRUMP if highest else Duty.TRUMP
    return Playable(duty, _or_excuse(hand, above or trumps), led, highest)


def legal(hand: Sequence[Card], played: Sequence[Card] = (), *, called: Card | None = None) -> tuple[Card, ...]:
    """Return the cards of `hand` that may be played; see `demand`."""
    return demand(hand, played, called=called).cards


def suit_led(played: Sequence[Card]) -> Suit | None:
    """Return the suit to follow, trumps included; `None` while nothing but the Excuse is on the table."""
    for card in played:
        if card is not EXCUSE:
            return card.suit
    return None


def highest_trump(played: Sequence[Card]) -> int:
    """Return the highest trump on the table, 0 when there is none."""
    return max((card.rank for card in played if card.suit is _ATOUT), default=0)


def winner(played: Sequence[Card]) -> int:
    """
    Return the place, from 0 for the leader, of the card that takes the trick.

    The highest trump, else the highest card of the suit led; never the Excuse (a chelem finished by the Excuse is
    for `replay` to know [R18]).
    """
    best = 0 if played[0] is not EXCUSE else 1
    for place in range(best + 1, len(played)):
        card, high = played[place], played[best]
        if (card.suit is high.suit and card.rank > high.rank) or (card.suit is _ATOUT and high.suit is not _ATOUT):
            best = place
    return best


def _or_excuse(hand: Sequence[Card], cards: list[Card]) -> tuple[Card, ...]:
    """Return these cards and, when it is held, the Excuse."""
    return (*cards, EXCUSE) if EXCUSE in hand else tuple(cards)


# What a player has to do: « Sud devait … », « il fallait … ».
_DUTIES = {
    Duty.FREE: _("jouer la carte de son choix"),
    Duty.CALLED: _("entamer dans une autre couleur que {suit}, ou avec la carte appelée elle-même"),
    Duty.FOLLOW: _("fournir à {suit}"),
    Duty.RISE: _("monter sur le {trump}"),
    Duty.TRUMP: _("couper"),
    Duty.OVERTRUMP: _("couper en montant sur le {trump}"),
    Duty.UNDERTRUMP: _("couper, même sous le {trump} (pisser)"),
}

"""One trick: which cards may be played, why no other card, and which card takes the trick [R21]."""

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from scoring.marque.words import DEFAULT_LANGUAGE
from tournaments.kit.translation import gettext_noop as _
from tournaments.kit.translation import translated

from .deck import EXCUSE, Card, Suit

_ATOUT = Suit.ATOUT  # read millions of times


class Duty(StrEnum):
    """What a player must do, from the cards on the table and in his hand. The Excuse may always be played."""

    FREE = "free"
    CALLED = "called"  # first lead at five: not in the suit of the called card
    FOLLOW = "follow"
    RISE = "rise"  # trump is led: above the highest one
    TRUMP = "trump"
    OVERTRUMP = "overtrump"
    UNDERTRUMP = "undertrump"  # no trump high enough: any trump


class Playable(NamedTuple):
    """
    Which cards one player may play now, and why.

    `cards` are all allowed cards, in the order of the hand, with the Excuse when it is held. `suit` is the suit to
    follow; for `CALLED`, the suit that may not be led. `trump` is the rank of the highest trump on the table, 0 without
    one.
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
    Return what may be played from `hand`, when `played` are the cards of the trick so far, the leader's first.

    A player follows the suit led. Without that suit he plays a trump, higher than those on the table if possible;
    without a trump, any card. On a trump led he also plays higher if possible. After an Excuse led, the next card sets
    the suit. `called` is the called card, for the first lead of a donne at five: the leader may play of its suit only
    that card.
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
    """Return the suit to follow, maybe the trumps; None while the trick has no card or only the Excuse."""
    for card in played:
        if card is not EXCUSE:
            return card.suit
    return None


def highest_trump(played: Sequence[Card]) -> int:
    """Return the rank of the highest trump on the table, 0 without one."""
    return max((card.rank for card in played if card.suit is _ATOUT), default=0)


def winner(played: Sequence[Card]) -> int:
    """
    Return the index of the card that takes the trick, 0 for the leader's.

    It is the highest trump, else the highest card of the suit led, never the Excuse. `replay` treats the chelem that
    the Excuse finishes [R18].
    """
    best = 0 if played[0] is not EXCUSE else 1
    for place in range(best + 1, len(played)):
        card, high = played[place], played[best]
        if (card.suit is high.suit and card.rank > high.rank) or (card.suit is _ATOUT and high.suit is not _ATOUT):
            best = place
    return best


def _or_excuse(hand: Sequence[Card], cards: list[Card]) -> tuple[Card, ...]:
    """Return these cards, and the Excuse when the hand has it."""
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

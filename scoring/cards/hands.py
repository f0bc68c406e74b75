"""What may be done with a hand before the first trick: petit sec, poignées, écart, call [R3a, R12, R14, R20, R24]."""

from collections.abc import Collection, Iterable
from enum import StrEnum

from scoring.marque import FFT_2012, PoigneeSize

from .deck import BY_CODE, EXCUSE, JACK, KING, KNIGHT, PETIT, QUEEN, SUITS, Card, Kind, Suit

DEALT = {3: (24, 6), 4: (18, 6), 5: (15, 3)}  # hands: (cards in a hand, cards in the dog) [R3]
_CALLS = (KING, QUEEN, KNIGHT, JACK)


def petit_sec(hand: Iterable[Card]) -> bool:
    """Return whether a dealt hand holds the Petit as its only trump, without the Excuse: the deal is void [R3a]."""
    return [card for card in hand if card.suit in (Suit.ATOUT, None)] == [PETIT]


def trumps_of(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Return the cards a poignée can be made of: the trumps and the Excuse, highest first [R14]."""
    return tuple(sorted(card for card in cards if card.suit in (Suit.ATOUT, None)))


def largest_poignee(hand: Iterable[Card], *, hands: int) -> PoigneeSize | None:
    """Return the biggest poignée a hand can show, the Excuse counting as a trump, with so many hands dealt [R12]."""
    held = len(trumps_of(hand))
    fitting = [size for size, number in FFT_2012.poignee_trumps[hands].items() if number <= held]
    return fitting[-1] if fitting else None


class PoigneeFault(StrEnum):
    """Why some cards cannot be shown as a poignée."""

    NUMBER = "poignee_number"  # not exactly one of the three numbers
    NOT_TRUMP = "poignee_not_trump"
    NOT_HELD = "poignee_not_held"
    EXCUSE = "poignee_excuse"  # the Excuse says that no other trump is left


def poignee_faults(shown: Collection[Card], held: Collection[Card], *, hands: int) -> tuple[PoigneeFault, ...]:
    """
    Return everything wrong with a poignée; nothing when it may be shown [R12, R14].

    `held` is the player's hand at their first card and, for the taker, the trumps of the écart as well: they are shown
    again.
    """
    faults = []
    if len(shown) not in FFT_2012.poignee_trumps[hands].values() or len(set(shown)) != len(shown):
        faults.append(PoigneeFault.NUMBER)
    if any(card.suit not in (Suit.ATOUT, None) for card in shown):
        faults.append(PoigneeFault.NOT_TRUMP)
    if any(card not in held for card in shown):
        faults.append(PoigneeFault.NOT_HELD)
    elif EXCUSE in shown and not set(trumps_of(held)) <= set(shown):
        faults.append(PoigneeFault.EXCUSE)
    return tuple(faults)


class EcartFault(StrEnum):
    """Why an écart is not allowed."""

    SIZE = "ecart_size"
    NOT_HELD = "ecart_not_held"
    KING = "ecart_king"
    BOUT = "ecart_bout"
    TRUMP = "ecart_trump"  # another card could go in its place


def ecart_faults(
    ecart: Collection[Card], held: Collection[Card], *, size: int
) -> tuple[tuple[EcartFault, tuple[Card, ...]], ...]:
    """
    Return everything wrong with an écart, each fault with its cards; nothing when it is allowed [R20].

    `held` is the taker's hand and the dog together. Neither king nor bout; a trump only when every card that is none
    of these has gone too.
    """
    found: list[tuple[EcartFault, tuple[Card, ...]]] = []
    if len(ecart) != size:
        found.append((EcartFault.SIZE, tuple(ecart)))
    free = [card for card in held if _discardable(card)]
    spare = size - len(free)  # trumps that may go
    trumps = tuple(card for card in ecart if card.suit is Suit.ATOUT and card.kind is Kind.BASSE)
    wrong = {
        EcartFault.NOT_HELD: tuple(card for card in ecart if card not in held),
        EcartFault.KING: tuple(card for card in ecart if card.kind is Kind.ROI),
        EcartFault.BOUT: tuple(card for card in ecart if card.kind is Kind.BOUT),
        EcartFault.TRUMP: trumps if len(trumps) > max(spare, 0) else (),
    }
    return (*found, *((fault, cards) for fault, cards in wrong.items() if cards))


def discardable(held: Collection[Card], *, size: int) -> tuple[Card, ...]:
    """
    Return the cards an écart of `size` may be made of, from the taker's hand and the dog together [R20].

    The trumps are among them only when the others are too few, and then only as many as are missing may go.
    """
    free = tuple(card for card in held if _discardable(card))
    if len(free) >= size:
        return free
    return free + tuple(card for card in held if card.suit is Suit.ATOUT and not card.is_bout)


def callable_cards(hand: Collection[Card]) -> tuple[Card, ...]:
    """
    Return the cards a taker at five may call, from the hand as dealt [R24].

    Any king, one's own included; with the four kings a queen as well, with the four queens too a knight, then a jack.
    """
    cards: list[Card] = []
    for rank in _CALLS:
        same = [BY_CODE[f"{suit}{_LETTER[rank]}"] for suit in SUITS]
        cards += same
        if any(card not in hand for card in same):
            break
    return tuple(cards)


def _discardable(card: Card) -> bool:
    return card.suit in SUITS and card.kind is not Kind.ROI


_LETTER = {KING: "R", QUEEN: "D", KNIGHT: "C", JACK: "V"}

"""
The hands before the first trick: what a hand allows, and everything wrong with the hands of a record.

Petit sec, poignées, écart, call [R3a, R12, R14, R20, R24]; the 78 cards, each once; who leads [R3, R21].
"""

from collections.abc import Collection, Iterable, Iterator
from enum import StrEnum

from scoring.marque import FFT_2012, PoigneeSize

from .deck import DECK, EXCUSE, JACK, KING, KNIGHT, PETIT, QUEEN, SUITS, Card, Kind, Suit
from .problems import CardProblem, Counted, RecordPlace
from .record import Record

_PACK = frozenset(DECK)
_CALLS = (KING, QUEEN, KNIGHT, JACK)


def petit_sec(hand: Iterable[Card]) -> bool:
    """Return whether a dealt hand holds the Petit as its only trump, without the Excuse: the deal is void [R3a]."""
    return [card for card in hand if card.suit in (Suit.ATOUT, None)] == [PETIT]


def trumps_of(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Return the cards that a poignée may have: the trumps and the Excuse, highest first [R14]."""
    return tuple(sorted(card for card in cards if card.suit in (Suit.ATOUT, None)))


def largest_poignee(hand: Iterable[Card], *, hands: int) -> PoigneeSize | None:
    """Return the biggest poignée that a hand can show, None without one; `hands` is how many hands were dealt [R12]."""
    trumps = len(trumps_of(hand))
    fitting = [size for size, number in FFT_2012.poignee_trumps[hands].items() if number <= trumps]
    return fitting[-1] if fitting else None


class PoigneeFault(StrEnum):
    """Says why cards cannot be shown as a poignée."""

    NUMBER = "poignee_number"  # the number of cards is none of the three sizes
    NOT_TRUMP = "poignee_not_trump"
    NOT_HELD = "poignee_not_held"
    EXCUSE = "poignee_excuse"  # showing the Excuse says that the hand has no other trump


def poignee_faults(shown: Collection[Card], held: Collection[Card], *, hands: int) -> tuple[PoigneeFault, ...]:
    """
    Return everything wrong with a poignée; empty when it may be shown [R12, R14].

    `held` is the player's hand at his first card. For the taker it also has the trumps of the écart: he shows them
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
    """Says why an écart is not allowed."""

    SIZE = "ecart_size"
    NOT_HELD = "ecart_not_held"
    KING = "ecart_king"
    BOUT = "ecart_bout"
    TRUMP = "ecart_trump"  # another card could go in its place


def ecart_faults(
    ecart: Collection[Card], held: Collection[Card], *, size: int
) -> tuple[tuple[EcartFault, tuple[Card, ...]], ...]:
    """
    Return everything wrong with an écart, each fault with its cards; empty when it is allowed [R20].

    `held` is the taker's hand with the dog. An écart has no king and no bout. It has a trump only when all other cards
    of `held` are in it too.
    """
    free = [card for card in held if _discardable(card)]
    spare = size - len(free)  # how many trumps may be in the écart
    trumps = tuple(card for card in ecart if card.suit is Suit.ATOUT and card.kind is Kind.BASSE)
    wrong_size = [(EcartFault.SIZE, tuple(ecart))] if len(ecart) != size else []
    wrong = {
        EcartFault.NOT_HELD: tuple(card for card in ecart if card not in held),
        EcartFault.KING: tuple(card for card in ecart if card.kind is Kind.ROI),
        EcartFault.BOUT: tuple(card for card in ecart if card.kind is Kind.BOUT),
        EcartFault.TRUMP: trumps if len(trumps) > max(spare, 0) else (),
    }
    return (*wrong_size, *((fault, cards) for fault, cards in wrong.items() if cards))


def discardable(cards: Collection[Card], *, size: int) -> tuple[Card, ...]:
    """
    Return the cards that an écart of `size` cards may have, from the taker's hand with the dog [R20].

    Trumps are among them only when the other cards are too few; the écart then takes only as many trumps as it lacks.
    """
    free = tuple(card for card in cards if _discardable(card))
    if len(free) >= size:
        return free
    return free + tuple(card for card in cards if card.suit is Suit.ATOUT and not card.is_bout)


def callable_cards(hand: Collection[Card]) -> tuple[Card, ...]:
    """
    Return the cards that a taker at five may call, from the hand as dealt [R24].

    Any king, his own too. With four kings also a queen, with four queens too a knight, then a jack.
    """
    cards: list[Card] = []
    for rank in _CALLS:
        same = [card for card in DECK if card.rank == rank and card.suit in SUITS]
        cards += same
        if any(card not in hand for card in same):
            break
    return tuple(cards)


def _discardable(card: Card) -> bool:
    return card.suit in SUITS and card.kind is not Kind.ROI


def problems_in(record: Record) -> list[CardProblem]:
    """Return every problem of the deal; an empty list when it can be played."""
    return [
        *_pack(record),
        *_call(record),
        *_ecart(record),
        *_poignees(record),
        *_leader(record),
    ]


def _pack(record: Record) -> Iterator[CardProblem]:
    """Yield why hands and dog are not the 78 cards, each once [R3], or a petit sec: the deal is then void [R3a]."""
    hands = [(player, record.hands.get(player, ())) for player in record.playing]
    for player, hand in hands:
        if len(hand) != record.hand_size:
            yield CardProblem("hand_size", None, player, {"count": Counted(len(hand)), "expected": record.hand_size})
    if len(record.chien) != record.chien_size:
        yield CardProblem("chien_size", values={"count": Counted(len(record.chien)), "expected": record.chien_size})
    dealt: list[tuple[Card, str | None]] = [(card, player) for player, hand in hands for card in hand]
    dealt += [(card, None) for card in record.chien]
    if {card for card, _ in dealt} != _PACK or len(dealt) != len(DECK):
        yield from _twice_and_missing(dealt)
    for player, hand in hands:
        if petit_sec(hand):
            yield CardProblem("petit_sec", None, player)


def _twice_and_missing(dealt: list[tuple[Card, str | None]]) -> Iterator[CardProblem]:
    where: dict[Card, list[str | None]] = {}
    for card, player in dealt:
        where.setdefault(card, []).append(player)
    for card, holders in where.items():
        if len(holders) > 1:
            places = dict.fromkeys(
                RecordPlace("hand", who) if who is not None else RecordPlace("chien") for who in holders
            )
            yield CardProblem("card_twice", None, holders[-1], {"card": card, "places": tuple(places)})
    missing = tuple(card for card in DECK if card not in where)
    if missing:
        yield CardProblem("cards_missing", values={"cards": missing})


def _call(record: Record) -> Iterator[CardProblem]:
    if record.called is not None and record.called not in callable_cards(record.hands.get(record.taker, ())):
        yield CardProblem("called_not_allowed", None, record.taker, {"card": record.called})


def _ecart(record: Record) -> Iterator[CardProblem]:
    if not record.has_ecart:
        if record.ecart:
            yield CardProblem("ecart_forbidden", None, record.taker)
        return
    held = (*record.hands.get(record.taker, ()), *record.chien)
    for fault, cards in ecart_faults(record.ecart, held, size=record.chien_size):
        values: dict[str, object] = {"cards": cards}
        if fault is EcartFault.SIZE:
            values = {"count": Counted(len(record.ecart)), "expected": record.chien_size}
        yield CardProblem(fault.value, None, record.taker, values)


def _poignees(record: Record) -> Iterator[CardProblem]:
    hands = record.variant.hands
    shown_by = [poignee.player for poignee in record.poignees]
    for player in dict.fromkeys(shown_by):
        if shown_by.count(player) > 1:
            yield CardProblem("poignee_twice", None, player)  # R13
    for poignee in record.poignees:
        held = record.held_by(poignee.player)
        if poignee.player == record.taker and record.has_ecart:
            held += trumps_of(record.ecart)  # shown again [R14]
        for fault in poignee_faults(poignee.cards, held, hands=hands):
            values: dict[str, object] = {}
            if fault is PoigneeFault.NUMBER:
                values = {
                    "count": Counted(len(poignee.cards)),
                    "choices": tuple(FFT_2012.poignee_trumps[hands].values()),
                }
            yield CardProblem(fault.value, None, poignee.player, values)


def _leader(record: Record) -> Iterator[CardProblem]:
    expected = record.first_leader
    if expected is None:
        yield CardProblem("leader_missing")
    elif record.leader is not None and record.leader != expected:
        yield CardProblem("leader_conflict", 1, record.leader, {"other": expected})

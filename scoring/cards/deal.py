"""Everything that can be wrong before the first trick: the 78 cards, the call, the écart, the poignées, who leads."""

from collections.abc import Iterator

from scoring.marque import FFT_2012

from .deck import DECK, Card
from .hands import EcartFault, PoigneeFault, callable_cards, ecart_faults, petit_sec, poignee_faults, trumps_of
from .problems import Counted, Place, Problem
from .record import Record


def problems_in(record: Record) -> list[Problem]:
    """Return every problem of the deal; an empty list when it can be played."""
    return [
        *_pack(record),
        *_call(record),
        *_ecart(record),
        *_poignees(record),
        *_leader(record),
    ]


def _pack(record: Record) -> Iterator[Problem]:
    """Yield what keeps hands and dog from being the 78 cards, each once [R3]; a petit sec voids the deal [R3a]."""
    hands = [(player, record.hands.get(player, ())) for player in record.playing]
    for player, hand in hands:
        if len(hand) != record.hand_size:
            yield Problem("hand_size", None, player, {"count": Counted(len(hand)), "expected": record.hand_size})
    if len(record.chien) != record.chien_size:
        yield Problem("chien_size", values={"count": Counted(len(record.chien)), "expected": record.chien_size})
    dealt: list[tuple[Card, str | None]] = [(card, player) for player, hand in hands for card in hand]
    dealt += [(card, None) for card in record.chien]
    if {card for card, _ in dealt} != _PACK or len(dealt) != len(DECK):
        yield from _twice_and_missing(dealt)
    for player, hand in hands:
        if petit_sec(hand):
            yield Problem("petit_sec", None, player)


def _twice_and_missing(dealt: list[tuple[Card, str | None]]) -> Iterator[Problem]:
    where: dict[Card, list[str | None]] = {}
    for card, player in dealt:
        where.setdefault(card, []).append(player)
    for card, holders in where.items():
        if len(holders) > 1:
            places = dict.fromkeys(Place("hand", who) if who is not None else Place("chien") for who in holders)
            yield Problem("card_twice", None, holders[-1], {"card": card, "places": tuple(places)})
    missing = tuple(card for card in DECK if card not in where)
    if missing:
        yield Problem("cards_missing", values={"cards": missing})


def _call(record: Record) -> Iterator[Problem]:
    if record.called is not None and record.called not in callable_cards(record.hands.get(record.taker, ())):
        yield Problem("called_not_allowed", None, record.taker, {"card": record.called})


def _ecart(record: Record) -> Iterator[Problem]:
    if not record.has_ecart:
        if record.ecart:
            yield Problem("ecart_forbidden", None, record.taker)
        return
    held = (*record.hands.get(record.taker, ()), *record.chien)
    for fault, cards in ecart_faults(record.ecart, held, size=record.chien_size):
        values: dict[str, object] = {"cards": cards}
        if fault is EcartFault.SIZE:
            values = {"count": Counted(len(record.ecart)), "expected": record.chien_size}
        yield Problem(fault.value, None, record.taker, values)


def _poignees(record: Record) -> Iterator[Problem]:
    hands = record.variant.hands
    shown_by = [shown.player for shown in record.poignees]
    for player in dict.fromkeys(shown_by):
        if shown_by.count(player) > 1:
            yield Problem("poignee_twice", None, player)  # R13
    for shown in record.poignees:
        held = record.held_by(shown.player)
        if shown.player == record.taker and record.has_ecart:
            held += trumps_of(record.ecart)  # shown again [R14]
        for fault in poignee_faults(shown.cards, held, hands=hands):
            values: dict[str, object] = {}
            if fault is PoigneeFault.NUMBER:
                values = {
                    "count": Counted(len(shown.cards)),
                    "choices": tuple(FFT_2012.poignee_trumps[hands].values()),
                }
            yield Problem(fault.value, None, shown.player, values)


def _leader(record: Record) -> Iterator[Problem]:
    expected = record.first_leader
    if expected is None:
        yield Problem("leader_missing")
    elif record.leader is not None and record.leader != expected:
        yield Problem("leader_conflict", 1, record.leader, {"other": expected})


_PACK = frozenset(DECK)

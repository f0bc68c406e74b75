"""A donne dealt and played at random, by the rules. The same seed deals the same donne."""

import json
from collections.abc import Sequence
from dataclasses import replace
from random import Random

from scoring.cards.deck import DEALT, DECK, EXCUSE, Card
from scoring.cards.hands import callable_cards, discardable, largest_poignee, petit_sec, trumps_of
from scoring.cards.play import legal, winner
from scoring.cards.reading import as_mapping
from scoring.cards.record import WITH_ECART, Record, ShownPoignee
from scoring.cards.steps import turn
from scoring.marque import FFT_2012, Contract, Variant

NAMES = ("Sud", "Est", "Nord", "Ouest", "Cinquième")
CONTRACTS = (Contract.PRISE, Contract.GARDE, Contract.GARDE_SANS, Contract.GARDE_CONTRE)

_CHELEM = 0.05  # the share of donnes with an announced chelem
_POIGNEE = 0.5  # the share of the hands with a poignée that show it


def random_record(
    rng: Random, *, variant: Variant = Variant.FOUR, contract: Contract | None = None, names: Sequence[str] = NAMES
) -> Record:
    """
    Return a whole legal donne, drawn from the deal to the last card; without a `contract` that is drawn as well.

    The same state of `rng` gives the same donne. Deals voided by a petit sec are dealt again.
    """
    players = tuple(names[: variant.seats])
    dealer = rng.choice(players)
    mort = dealer if variant is Variant.FIVE_MORT else None
    hands, chien = _dealt(rng, [player for player in players if player != mort])
    taker = rng.choice(list(hands))
    contract = contract or rng.choice(CONTRACTS)
    record = Record(
        variant=variant,
        players=players,
        taker=taker,
        contract=contract,
        hands=hands,
        chien=chien,
        ecart=_ecart(rng, (*hands[taker], *chien), len(chien)) if contract in WITH_ECART else (),
        called=rng.choice(callable_cards(hands[taker])) if variant is Variant.FIVE else None,
        dealer=dealer,
        chelem_announced=rng.random() < _CHELEM,
        mort=mort,
    )
    return played_at_random(rng, record)


def random_lines(number: int, *, seed: int = 0, variant: Variant = Variant.FOUR) -> bytes:
    """Return so many random donnes as `manage.py releve` reads them, one a line."""
    rng = Random(seed)
    records = (as_mapping(random_record(rng, variant=variant)) for _ in range(number))
    return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records).encode()


def played_at_random(rng: Random, record: Record) -> Record:
    """Return a record with its poignées and its tricks drawn, each card among those that are allowed."""
    in_hand = {player: list(record.held_by(player)) for player in record.playing}
    poignees = tuple(
        ShownPoignee(player, cards)
        for player, hand in in_hand.items()
        if (cards := _poignee(rng, hand, len(in_hand))) and rng.random() < _POIGNEE
    )
    leader = record.first_leader
    assert leader is not None, "a random donne has a dealer"
    tricks: list[tuple[tuple[str, Card], ...]] = []
    for number in range(record.hand_size):
        order = turn(record.playing, leader)
        table: list[Card] = []
        for player in order:
            called = record.called if number == 0 and not table else None
            card = rng.choice(legal(in_hand[player], table, called=called))
            in_hand[player].remove(card)
            table.append(card)
        tricks.append(tuple(zip(order, table, strict=True)))
        leader = order[winner(table)]
    return replace(record, poignees=poignees, tricks=tuple(tricks))


def _dealt(rng: Random, playing: Sequence[str]) -> tuple[dict[str, tuple[Card, ...]], tuple[Card, ...]]:
    size, _ = DEALT[len(playing)]
    pack = list(DECK)
    while True:
        rng.shuffle(pack)
        hands = {player: tuple(sorted(pack[place * size : (place + 1) * size])) for place, player in enumerate(playing)}
        if not any(map(petit_sec, hands.values())):
            return hands, tuple(sorted(pack[len(playing) * size :]))


def _ecart(rng: Random, cards: Sequence[Card], size: int) -> tuple[Card, ...]:
    """Return a legal écart: trumps only where other cards are too few [R20]."""
    may_go = discardable(cards, size=size)
    free = [card for card in may_go if not card.is_trump]
    trumps = [card for card in may_go if card.is_trump]
    drawn = rng.sample(free, min(size, len(free)))
    return tuple(sorted(drawn + rng.sample(trumps, size - len(drawn))))


def _poignee(rng: Random, hand: Sequence[Card], hands: int) -> tuple[Card, ...]:
    """Return the cards of the biggest poignée of a hand, without the Excuse when the trumps are enough [R14]."""
    size = largest_poignee(hand, hands=hands)
    if size is None:
        return ()
    number = FFT_2012.poignee_trumps[hands][size]
    trumps = [card for card in trumps_of(hand) if card is not EXCUSE]
    return tuple(sorted(rng.sample(trumps, number))) if len(trumps) >= number else trumps_of(hand)

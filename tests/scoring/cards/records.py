"""Records as people write them: the donne commentée, changed one fact at a time, and faults planted on purpose."""

import copy
import json
from pathlib import Path
from random import Random

from scoring.cards import DECK, EXCUSE, Card, Suit, card, codes, legal, read_cards, winner
from scoring.cards.evaluation import evaluate
from scoring.cards.problems import CardProblem, ImpossibleRecord
from scoring.cards.reading import as_mapping, read
from scoring.cards.steps import turn
from scoring.marque import Contract, Variant
from scoring.marque.words import LANGUAGES
from tests.scoring.cards.dealing import random_record

PRINTED = json.loads((Path(__file__).parents[2] / "data" / "donne_commentee.json").read_text(encoding="utf-8"))


def cards(text: str) -> list[Card]:
    found, unread = read_cards(text)
    assert unread == []
    return found


def printed(**changes: object) -> dict:
    """Return the donne commentée as an object of the exchange format, some keys changed."""
    return copy.deepcopy(PRINTED["record"]) | changes


def drawn(seed: int, variant: str = "4", contract: str | None = None) -> dict:
    """Return a random legal donne as an object of the exchange format."""
    asked = Contract(contract) if contract else None
    return as_mapping(random_record(Random(seed), variant=Variant(variant), contract=asked))


def slam_at_five(first: str, called: str = "CR") -> dict:
    """
    Return an announced slam at five, taken by Sud, to which Est, who holds the called king, leads or follows.

    `first` is Sud's first card: the Excuse, which leaves the trick to Est's king, or a trump, the Excuse coming last.
    With another king `called` Est is a defender, whose king takes the trick of the Excuse.
    """
    players = ("Sud", "Est", "Nord", "Ouest", "Cinquième")
    hands = {
        "Sud": cards("21 20 19 18 17 16 15 14 13 12 11 10 9 8 EX"),
        "Est": cards("7 6 5 4 3 2 1 CR KR TR PR CD KD TD PD"),
    }
    left = [one for one in DECK if one not in (*hands["Sud"], *hands["Est"])]
    dog = [one for one in left if one.half_points == 1][:3]
    left = [one for one in left if one not in dog]
    hands |= {who: left[place::3] for place, who in enumerate(players[2:])}
    if called != "CR":
        (king,), low = cards(called), hands["Nord"][0]
        hands["Est"] = [low if one is king else one for one in hands["Est"]]
        hands["Nord"][0] = king
    held, leader, tricks = {who: list(hand) for who, hand in hands.items()}, "Sud", []
    for number in range(15):
        table: list[Card] = []
        for player in turn(players, leader):
            allowed = legal(held[player], table)
            best = sorted(allowed, key=lambda one: (one is EXCUSE, one.suit is Suit.ATOUT, -one.rank))
            choice = card(first) if not number and player == "Sud" else best[0]
            if player == "Est" and number and not table:
                choice = card("7")
            held[player].remove(choice)
            table.append(choice)
        tricks.append(dict(zip(turn(players, leader), (one.code for one in table), strict=True)))
        leader = turn(players, leader)[winner(table)]
    return {
        "variant": "5", "players": list(players), "taker": "Sud", "contract": "garde", "dealer": "Cinquième",
        "called": called, "chelem_announced": True, "hands": {who: codes(hand) for who, hand in hands.items()},
        "chien": codes(dog), "ecart": codes(dog), "tricks": tricks,
    }  # fmt: skip


def problems(mapping: object) -> list[CardProblem]:
    """Return everything that is wrong with a record, nothing when it is evaluated."""
    found: list[CardProblem] = []
    try:
        evaluate(read(mapping))
    except ImpossibleRecord as impossible:
        found += impossible.problems
    # Whatever is wrong, there is a whole sentence for it in both languages.
    assert all(problem.message(language).endswith(".") for problem in found for language in LANGUAGES)
    return found


def told(mapping: object) -> list[tuple[str, int | None, str | None]]:
    """Return what is wrong as (code, trick, player)."""
    return [(problem.code, problem.trick, problem.player) for problem in problems(mapping)]

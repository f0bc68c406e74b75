"""Records as people write them: the donne commentée, changed one fact at a time, and faults planted on purpose."""

import copy
import json
from pathlib import Path
from random import Random

from scoring.cards import Card, read_cards
from scoring.cards.dealing import random_record
from scoring.cards.evaluation import evaluate
from scoring.cards.problems import ImpossibleRecord, Problem
from scoring.cards.reading import as_mapping, read
from scoring.cards.words import LANGUAGES
from scoring.marque import Contract, Variant

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


def problems(mapping: object) -> list[Problem]:
    """Return everything that is wrong with a record, nothing when it is evaluated."""
    found: list[Problem] = []
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

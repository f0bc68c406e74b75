"""The marque of French tarot: a donne, its worth, each player's score. Plain Python; the README explains it."""

from .bareme import EDITIONS, FFT_2012, Bareme
from .checks import problems_in
from .coherence import MarkedLine, attack_of, contradictions
from .composing import Departure, as_composed, compose, departures
from .count import Marque, Part, count, split
from .donne import Donne
from .facts import Facts
from .mouche import Ledger, LedgerRow, Turn, ledger
from .notation import parse, to_line
from .nouns import (
    NO_HOUSE_RULES,
    Camp,
    Chelem,
    Contract,
    HouseRules,
    Misere,
    MisereKind,
    PetitChelem,
    Poignee,
    PoigneeSize,
    PousseReading,
    Reason,
    Variant,
)
from .oddities import oddities
from .problems import ImpossibleBareme, ImpossibleDonne, Problem
from .reading import as_mapping, read
from .scored import Scored, recall, score, score_facts

__all__ = [
    "EDITIONS",
    "FFT_2012",
    "NO_HOUSE_RULES",
    "Bareme",
    "Camp",
    "Chelem",
    "Contract",
    "Departure",
    "Donne",
    "Facts",
    "HouseRules",
    "ImpossibleBareme",
    "ImpossibleDonne",
    "Ledger",
    "LedgerRow",
    "MarkedLine",
    "Marque",
    "Misere",
    "MisereKind",
    "Part",
    "PetitChelem",
    "Poignee",
    "PoigneeSize",
    "PousseReading",
    "Problem",
    "Reason",
    "Scored",
    "Turn",
    "Variant",
    "as_composed",
    "as_mapping",
    "attack_of",
    "compose",
    "contradictions",
    "count",
    "departures",
    "ledger",
    "oddities",
    "parse",
    "problems_in",
    "read",
    "recall",
    "score",
    "score_facts",
    "split",
    "to_line",
]

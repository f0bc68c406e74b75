"""The marque of French tarot: a donne, what it is worth, who marks what. Plain Python; the README explains it."""

from .bareme import EDITIONS, FFT_2012, Bareme
from .count import Marque, Part, count
from .donne import Donne
from .notation import parse, to_line
from .nouns import Camp, Chelem, Contract, Poignee, PoigneeSize, Reason, Variant
from .problems import ImpossibleDonne, Problem
from .reading import as_mapping, read
from .scored import Scored, score
from .split import split

__all__ = [
    "EDITIONS",
    "FFT_2012",
    "Bareme",
    "Camp",
    "Chelem",
    "Contract",
    "Donne",
    "ImpossibleDonne",
    "Marque",
    "Part",
    "Poignee",
    "PoigneeSize",
    "Problem",
    "Reason",
    "Scored",
    "Variant",
    "as_mapping",
    "count",
    "parse",
    "read",
    "score",
    "split",
    "to_line",
]

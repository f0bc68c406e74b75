"""
Every sentence and word this package shows people: (French, English).

The package is plain Python, so it keeps its own small catalogue. French is written here with ordinary spaces and
apostrophes, and typeset by `words`. Values are named in braces; `words` knows how to show each kind.
"""

from .baremes import DEPARTURES, FIGURE_PROBLEMS, FIGURES
from .cards import IMPOSSIBLE
from .odd import FACTS, WARNINGS
from .parts import EXPECTED, NAMES, PARTS
from .problems import ASKED
from .texts import Texts
from .why import SENTENCES

PROBLEMS: dict[str, Texts] = ASKED | IMPOSSIBLE | WARNINGS | FIGURE_PROBLEMS

__all__ = [
    "ASKED",
    "DEPARTURES",
    "EXPECTED",
    "FACTS",
    "FIGURES",
    "FIGURE_PROBLEMS",
    "IMPOSSIBLE",
    "NAMES",
    "PARTS",
    "PROBLEMS",
    "SENTENCES",
    "WARNINGS",
    "Texts",
]

"""What people wait for, measured beside baselines of the same run."""

from collections.abc import Callable, Iterator

from tarot_club.bench.entry import entry
from tarot_club.bench.keys import keys
from tarot_club.bench.marque import marque
from tarot_club.bench.pairs import contradictions
from tarot_club.bench.public import public
from tarot_club.bench.releve import releve
from tarot_club.bench.rotations import rotation
from tarot_club.bench.start import start
from tarot_club.bench.works import BENCHES

# Those that need no database: each yields its lines.
PURE: dict[str, Callable[..., Iterator[str]]] = {
    "start": start,
    "public": public,
    "marque": marque,
    "releve": releve,
    "rotation": rotation,
    "keys": keys,
}

# Those that need a database and yield their lines.
AS_LINES: dict[str, Callable[..., Iterator[str]]] = {"entry": entry}
# The same, and so long that they are measured only when they are asked for.
LONG: dict[str, Callable[..., Iterator[str]]] = {"contradictions": contradictions}

__all__ = [
    "AS_LINES",
    "BENCHES",
    "LONG",
    "PURE",
    "contradictions",
    "entry",
    "keys",
    "marque",
    "public",
    "releve",
    "rotation",
    "start",
]

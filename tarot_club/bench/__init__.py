"""What people wait for, measured beside baselines of the same run."""

from collections.abc import Callable, Iterator

from tarot_club.bench.marque import marque
from tarot_club.bench.pages import pages
from tarot_club.bench.releve import releve
from tarot_club.bench.rotations import rotation
from tarot_club.bench.start import start
from tarot_club.bench.works import BENCHES

# Those that need no database: each yields its lines.
PURE: dict[str, Callable[[], Iterator[str]]] = {
    "start": start,
    "pages": pages,
    "marque": marque,
    "releve": releve,
    "rotation": rotation,
}

__all__ = ["BENCHES", "PURE", "marque", "pages", "releve", "rotation", "start"]

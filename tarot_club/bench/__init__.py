"""What people wait for, measured beside baselines of the same run."""

from tarot_club.bench.start import start
from tarot_club.bench.works import BENCHES

__all__ = ["BENCHES", "start"]

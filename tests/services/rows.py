"""The rows of every service: each file `*_calls.py` puts its own into `CALLS` when it is imported."""

from importlib import import_module
from pathlib import Path

from tests.services.calls import CALLS

__all__ = ["CALLS"]

for path in sorted(Path(__file__).parent.glob("*_calls.py")):
    import_module(f"tests.services.{path.stem}")

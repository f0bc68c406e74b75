"""The command that plays evenings by random acts starts, plays and says how many."""

import os
import subprocess
import sys

import pytest


@pytest.mark.product
def test_it_plays_an_evening_and_says_so() -> None:
    asked = [sys.executable, "-m", "tests.evenings", "--count", "1", "--seed", "3"]
    here = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}
    played = subprocess.run(asked, env=here, capture_output=True, text=True, timeout=300, check=False)
    assert (played.returncode, played.stdout[:10]) == (0, "1 evenings"), played.stderr[-2000:]

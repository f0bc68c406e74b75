"""The command that plays evenings by random acts starts, plays and says how many."""

import os
import subprocess
import sys

import pytest


@pytest.mark.product
@pytest.mark.parametrize(("said", "asked"), [("1 evenings", []), ("1 seasons", ["--seasons"])])
def test_it_plays_one_and_says_so(said: str, asked: list[str]) -> None:
    asked = [sys.executable, "-m", "tests.evenings", "--count", "1", "--seed", "3", *asked]
    here = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}
    played = subprocess.run(asked, env=here, capture_output=True, text=True, timeout=300, check=False)
    assert (played.returncode, played.stdout.startswith(said)) == (0, True), played.stderr[-2000:]

"""A sample of what breaks around the product while people write; `python -m tests.outages` is the whole of it."""

import os
import subprocess
import sys

import pytest

from tests.needs import on_linux, skip_without
from tests.outages.servers import programs_of_postgresql
from tests.tarot_club.serving import ROOT

pytestmark = [
    pytest.mark.checks,  # on a PostgreSQL and a Redis of its own whatever the run is on
    pytest.mark.product,
    pytest.mark.slow,
    pytest.mark.xdist_group("outages"),
    on_linux,
]
SAMPLE = ("web_killed", "backends_terminated", "postmaster_killed", "network_cut", "rolled_over", "address_turned_away")


def test_nothing_acknowledged_is_lost_whatever_breaks() -> None:
    if programs_of_postgresql() is None:
        skip_without("postgresql", "what survives its death is not proved: there is no initdb")
    command = [sys.executable, "-m", "tests.outages", "--count", str(len(SAMPLE)), "--seed", "1", "--only", *SAMPLE]
    done = subprocess.run(command, cwd=ROOT, env=os.environ, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "lost 0, twice 0, half written 0; wrong in all 0" in done.stdout
    for name in SAMPLE:
        assert f"\n{name} " in f"\n{done.stdout}"

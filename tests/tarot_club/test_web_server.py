"""Ctrl-C while Python finalises an object: it is remembered, and nothing about it is written on the terminal."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
DROPPED = """
import signal
from tarot_club.embedded.web import Interrupt

class Finalised:
    def __init__(self, act):
        self.act = act

    def __del__(self):
        self.act()

interrupt = Interrupt()
{act}
try:
    interrupt.check()
except KeyboardInterrupt:
    print("remembered")
"""


def run(act: str) -> tuple[str, str]:
    done = subprocess.run(
        [sys.executable, "-c", DROPPED.format(act=act)], check=True, cwd=ROOT, capture_output=True, text=True
    )
    return done.stdout.strip(), done.stderr


def test_an_interrupt_that_python_drops_is_remembered_in_silence() -> None:
    assert run("Finalised(lambda: signal.raise_signal(signal.SIGINT))") == ("remembered", "")


def test_what_else_python_drops_is_written_as_ever() -> None:
    said, written = run("Finalised(lambda: 1 / 0)")
    assert said == ""
    assert "ZeroDivisionError" in written

"""What cannot break on a machine is said, and not counted as held; `tests/test_outages.py` breaks things."""

import math
import random
from types import SimpleNamespace
from typing import Any

import pytest

from tests.outages import outages
from tests.outages.__main__ import choose, not_tried, run

pytestmark = pytest.mark.checks

SHARES = {"web_killed": 3, "clock_a_day_on": 2, "disk_full": 5}


def test_without_libfaketime_no_clock_is_counted_as_held(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outages, "FAKETIME", None)
    impossible = outages.cannot_be_tried(disk_is_small=True)
    assert not_tried(SHARES, impossible) == {"clock_a_day_on": "NOT TRIED clock_a_day_on: libfaketime is not installed"}
    assert set(impossible) <= outages.OUTAGES.keys()


def test_without_a_small_disk_none_is_full(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outages, "FAKETIME", "there")
    assert list(not_tried(SHARES, outages.cannot_be_tried(disk_is_small=False))) == ["disk_full"]
    assert outages.cannot_be_tried(disk_is_small=True) == {}


def test_what_is_left_is_chosen_by_its_share_or_in_turn() -> None:
    left = {"web_killed": 3, "disk_full": 5}
    assert set(choose(left, 50, random.Random(1), None)) == set(left)
    assert choose(left, 3, random.Random(1), ["clock_a_day_on", "disk_full", "web_killed"]) == [
        "disk_full",
        "web_killed",
        "disk_full",
    ]
    assert choose(left, 3, random.Random(1), ["clock_a_day_on"]) == []


def test_a_run_that_could_not_break_what_was_wanted_ends_with_1(capsys: pytest.CaptureFixture[str]) -> None:
    laptop: Any = SimpleNamespace(disk=SimpleNamespace(is_small=False), said=lambda: "")
    assert run(laptop, 3, random.Random(1), ["disk_full"], math.inf) == 1
    assert "NOT TRIED disk_full: no small disk can be mounted here" in capsys.readouterr().out

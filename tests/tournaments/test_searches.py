"""A search in a process of its own: what it says and hears, how it ends."""

import os
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.tarot_club.serving import wait_until
from tournaments.searches import SearchLostError, SearchStuckError, in_a_child, in_this_process
from tournaments.seating import Demand, ImpossibleDemand, draw

# Searches of a test's own, which the child imports by this module's name.


def counting(*, progress: Callable[[int], None], better: Callable[[int, int], None], **_other: Any) -> int:
    for percent in range(3):
        better(10 - percent, 4)
        progress(percent)
    return os.getpid()


def endless(*, stop: Callable[[], bool], enough: Callable[[], bool], **_other: Any) -> str:
    while not enough():
        stop()
        time.sleep(0.01)
    return "the best so far"


def hanging(*, progress: Callable[[int], None], pid_file: str, **_other: Any) -> None:
    Path(pid_file).write_text(str(os.getpid()))
    progress(1)
    os.kill(os.getpid(), signal.SIGSTOP)


def ending(*, pid_file: str = "", **_other: Any) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def failing(**_other: Any) -> None:
    raise LookupError("nothing")


def impossible(**_other: Any) -> None:
    raise ImpossibleDemand("too_few", {"count": 2})


def run(function: Callable[..., Any], *args: Any, **given: Any) -> Any:
    ears: dict[str, Any] = {
        "progress": lambda _percent: None,
        "better": lambda _repeats, _bound: None,
        "enough": lambda: False,
        "ceiling": 30,
    }
    return in_a_child(function, *args, **(ears | given))


def is_gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


def test_it_runs_elsewhere_and_says_how_far_it_is() -> None:
    heard: list[Any] = []
    pid = run(counting, progress=heard.append, better=lambda repeats, bound: heard.append((repeats, bound)))
    assert pid != os.getpid()
    assert [one for one in heard if isinstance(one, tuple)] == [(10, 4), (9, 4), (8, 4)]
    assert sorted({one for one in heard if not isinstance(one, tuple)}) == [0, 1, 2]
    assert is_gone(pid)


def test_it_draws_the_same_plan_as_here() -> None:
    demand = Demand(tuple(range(1, 13)), 3, seed=5)
    ears: dict[str, Any] = {"progress": lambda _percent: None, "better": lambda *_: None, "enough": lambda: False}
    assert run(draw, demand).as_json() == in_this_process(draw, demand, **ears).as_json()


def test_somebody_who_has_enough_gets_the_best_so_far() -> None:
    asked: list[int] = []

    def enough() -> bool:
        asked.append(1)
        return len(asked) == 2

    assert run(endless, enough=enough) == "the best so far"


def test_a_refused_progress_ends_it() -> None:
    class CancelledError(Exception):
        pass

    def progress(_percent: int) -> None:
        raise CancelledError

    with pytest.raises(CancelledError):
        run(endless, progress=progress)


def test_a_search_that_hangs_is_ended_even_while_nobody_says_anything(tmp_path: Path) -> None:
    pid_file = tmp_path / "pid"
    for ceiling in (1, 4, 16, 64):  # a machine under load may not even have started it before the first
        with pytest.raises(SearchStuckError):
            run(hanging, pid_file=str(pid_file), ceiling=ceiling)
        if pid_file.exists():
            break
    assert is_gone(int(pid_file.read_text()))


def test_a_search_that_was_killed_is_lost() -> None:
    with pytest.raises(SearchLostError):
        run(ending)


def test_its_errors_are_raised_here() -> None:
    with pytest.raises(ImpossibleDemand) as raised:
        run(impossible)
    assert (raised.value.code, raised.value.values) == ("too_few", {"count": 2})
    with pytest.raises(LookupError, match="nothing"):
        run(failing)


def test_it_ends_with_its_parent(tmp_path: Path) -> None:
    pid_file = tmp_path / "pid"
    parent = os.fork()
    if parent == 0:
        try:
            run(orphaned, pid_file=str(pid_file))
        finally:
            os._exit(1)
    assert wait_until(lambda: pid_file.exists() and pid_file.read_text() != "")
    os.kill(parent, signal.SIGKILL)
    os.waitpid(parent, 0)
    assert wait_until(lambda: is_gone(int(pid_file.read_text())))


def orphaned(*, pid_file: str, **_other: Any) -> None:
    Path(pid_file).write_text(str(os.getpid()))
    time.sleep(60)

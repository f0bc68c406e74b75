"""A search in a process of its own: what it says and hears, how it ends."""

import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.tarot_club.serving import wait_until
from tests.tournaments.monitors import Listening
from tournaments.seating import Cancelled, Demand, ImpossibleDemand, Monitor, draw
from tournaments.work.searches import SearchLostError, SearchStuckError, in_a_child, in_this_process

# Searches of a test's own, which the child imports by this module's name.


def counting(*, monitor: Monitor) -> int:
    for percent in range(3):
        monitor.found(10 - percent, 4)
        monitor.report(percent)
    return os.getpid()


def endless(*, monitor: Monitor) -> str:
    while not monitor.should_stop():
        monitor.report(0)
        time.sleep(0.01)
    return "the best so far"


def hanging(*, monitor: Monitor, pid_file: str) -> None:
    Path(pid_file).write_text(str(os.getpid()))
    monitor.report(1)
    os.kill(os.getpid(), signal.SIGSTOP)


def ending(*, pid_file: str = "", **_other: Any) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def failing(**_other: Any) -> None:
    raise LookupError("nothing")


def impossible(**_other: Any) -> None:
    raise ImpossibleDemand("too_few", {"count": 2})


def run(function: Callable[..., Any], *args: Any, monitor: Monitor | None = None, **given: Any) -> Any:
    return in_a_child(function, *args, monitor=monitor or Monitor(), **({"ceiling": 30} | given))


def is_gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


def test_it_runs_elsewhere_and_says_how_far_it_is() -> None:
    heard: list[Any] = []
    pid = run(counting, monitor=Listening(report=heard.append, found=lambda *told: heard.append(told)))
    assert pid != os.getpid()
    assert [one for one in heard if isinstance(one, tuple)] == [(10, 4), (9, 4), (8, 4)]
    assert sorted({one for one in heard if not isinstance(one, tuple)}) == [0, 1, 2]
    assert is_gone(pid)


def test_it_draws_the_same_plan_as_here() -> None:
    demand = Demand(tuple(range(1, 13)), 3, seed=5)
    assert run(draw, demand).as_json() == in_this_process(draw, demand, monitor=Monitor()).as_json()


def test_an_early_stop_gets_the_best_so_far() -> None:
    asked: list[int] = []

    def should_stop() -> bool:
        asked.append(1)
        return len(asked) == 2

    assert run(endless, monitor=Listening(should_stop=should_stop)) == "the best so far"


def test_a_cancelled_one_ends() -> None:
    def report(_percent: int) -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        run(endless, monitor=Listening(report=report))


@contextmanager
def at_most(seconds: int) -> Iterator[None]:
    """Fail what takes longer, even while it waits for a process that says nothing: it would wait for ever."""

    def give_up(*_signal: object) -> None:
        pytest.fail(f"nothing ended it within {seconds} s")

    before = signal.signal(signal.SIGALRM, give_up)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def test_a_search_that_hangs_is_ended_even_while_nobody_says_anything(tmp_path: Path) -> None:
    pid_file = tmp_path / "pid"
    for ceiling in (1, 4, 16, 64):  # a machine under load may not even have started it before the first
        with at_most(ceiling + 60), pytest.raises(SearchStuckError):
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

"""Files are read one at a time, what may be big in a process that is bounded, and nobody who reads pages waits."""

import os
import time
from collections.abc import Iterator
from pathlib import Path
from threading import BoundedSemaphore, Event, Thread

import pytest
from django.utils import translation
from django.utils.translation import gettext as _

from tests.refusals import refusal_of
from tests.tarot_club.serving import wait_until
from tournaments.kit.turns import turn_of
from tournaments.refusals import Refusal
from tournaments.work import reading
from tournaments.work.reading import read_alone


def refuse(sentence: str) -> None:
    raise Refusal(_(sentence), code="no", fields={"file": [_(sentence)]})


def raise_a(problem: type[Exception]) -> None:
    raise problem("so it is")


def test_what_may_be_big_is_read_in_another_process() -> None:
    assert read_alone(os.getpid, is_small=True) == os.getpid()
    child = read_alone(os.getpid, is_small=False)
    assert child != os.getpid()
    with pytest.raises(ProcessLookupError):
        os.kill(child, 0)


def test_a_refusal_comes_back_in_the_words_of_the_reader() -> None:
    with translation.override("en"):
        refusal = refusal_of(read_alone, refuse, "Ce fichier est vide.", is_small=False)
    assert (refusal.code, str(refusal), refusal.fields) == (
        "no",
        "This file is empty.",
        {"file": ["This file is empty."]},
    )
    with pytest.raises(KeyError, match="so it is"):
        read_alone(raise_a, KeyError, is_small=False)


def test_what_takes_too_much_memory_is_refused() -> None:
    assert len(read_alone(bytes, 20 << 20, is_small=False)) == 20 << 20
    assert refusal_of(read_alone, bytes, reading.MEBIBYTES << 20, is_small=False).code == "file_too_big"


def test_what_takes_too_long_is_ended_and_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "SECONDS", 0.2)
    assert refusal_of(read_alone, time.sleep, 600, is_small=False).code == "file_too_big"


@pytest.fixture
def others() -> Iterator[list[Thread]]:
    """Start as many readings as there may be at once: one is under way, the others wait, until the test ends."""
    is_over = Event()
    threads = [
        Thread(target=read_alone, args=(is_over.wait, 60), kwargs={"is_small": True})
        for _number in range(1 + reading.MOST_WAITING)
    ]
    for thread in threads:
        thread.start()
    while not reading.Slot.reading.locked() or reading.Slot.places.acquire(blocking=False):
        reading.Slot.places.release() if reading.Slot.reading.locked() else None
    yield threads
    is_over.set()
    for thread in threads:
        thread.join()


def test_one_is_read_at_a_time_and_few_wait(others: list[Thread]) -> None:
    assert refusal_of(read_alone, os.getpid, is_small=True).code == "files_waiting"


def test_who_waits_for_too_long_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "SECONDS_TO_WAIT", 0.1)
    with reading.Slot.reading:
        assert refusal_of(read_alone, os.getpid, is_small=True).code == "files_waiting"
    assert read_alone(os.getpid, is_small=True) == os.getpid()  # his place is free again


def test_a_file_of_several_does_not_wait_for_itself() -> None:
    assert read_alone(read_alone_too, is_small=True) == os.getpid()


def read_alone_too() -> int:
    return read_alone(os.getpid, is_small=True)


def read_until_told(folder: Path) -> None:
    (folder / "begun").touch()
    while not (folder / "over").exists():
        time.sleep(0.01)


def test_the_turn_is_left_while_another_process_reads_and_while_one_waits(tmp_path: Path) -> None:
    turns = BoundedSemaphore(1)
    reads = Event()

    def read() -> None:
        with turn_of(turns):
            reads.set()
            read_alone(read_until_told, tmp_path, is_small=False)

    reader = Thread(target=read)
    with reading.Slot.reading:
        reader.start()
        reads.wait()
        assert turns.acquire(timeout=30)  # it waits for its place
        turns.release()
    assert wait_until((tmp_path / "begun").exists, 60)
    assert turns.acquire(timeout=30)  # it is read elsewhere
    assert reader.is_alive()
    (tmp_path / "over").touch()
    turns.release()
    reader.join()
    assert turns.acquire(blocking=False)  # and it has given it back

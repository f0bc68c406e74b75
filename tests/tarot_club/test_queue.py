"""The queue of files: a message is whole or thrown away, and a broken file ends nobody."""

import json
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
from kombu import Connection

from tarot_club.embedded.queue import Transport

MESSAGE = {"id": 1}
BROKEN = ['{"body": "W1', "", "[]", '{"body": "x"}', '{"body": "x", "headers": {}, "properties": []}']


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "control").mkdir()
    return tmp_path


@pytest.fixture
def queue(folder: Path) -> Iterator[Connection]:
    Transport.global_state.clear()  # what this process declared in another folder
    options = {
        "data_folder_in": str(folder),
        "data_folder_out": str(folder),
        "control_folder": str(folder / "control"),
        "store_processed": False,
    }
    with Connection("files://", transport_options=options) as connection:
        yield connection


def take(queue: Connection) -> object:
    with queue.SimpleQueue("celery") as simple:
        message = simple.get(block=True, timeout=5)
        message.ack()
        return message.payload


def send(queue: Connection) -> None:
    with queue.SimpleQueue("celery") as simple:
        simple.put(MESSAGE)


@pytest.mark.parametrize("broken", BROKEN)
def test_a_broken_message_is_skipped(
    queue: Connection, folder: Path, broken: str, caplog: pytest.LogCaptureFixture
) -> None:
    (folder / "0_half-written.celery.msg").write_text(broken)
    (folder / "0_no-text.celery.msg").write_bytes(b"\xff\xfe{")
    send(queue)
    with caplog.at_level(logging.WARNING, "tarot_club.embedded.queue"):
        assert take(queue) == MESSAGE
    assert len(caplog.records) == 2
    assert list(folder.glob("*.msg*")) == []


@pytest.mark.parametrize("broken", ["", "[[", '"x"'])
def test_a_broken_table_of_queues_is_written_again(queue: Connection, folder: Path, broken: str) -> None:
    send(queue)
    (table,) = (folder / "control").iterdir()
    whole = json.loads(table.read_text())
    assert take(queue) == MESSAGE
    table.write_text(broken)
    send(queue)  # lost, and nobody fails by it
    Transport.global_state.clear()  # another process starts
    send(queue)
    assert take(queue) == MESSAGE
    assert json.loads(table.read_text()) == whole


def test_a_message_that_is_being_written_is_nobodys(queue: Connection, folder: Path) -> None:
    send(queue)
    (message,) = folder.glob("*.msg")
    message.rename(folder / f"{message.name}.part")
    with queue.SimpleQueue("celery") as simple, pytest.raises(simple.Empty):
        simple.get(block=False)

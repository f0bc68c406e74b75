"""What is sent slowly has so much time, the oldest gives way, and the sentence says what is true."""

import io
import socket
import time
from collections.abc import Iterator
from threading import Event, Thread
from typing import Any

import pytest

from tarot_club.embedded import awaited
from tarot_club.embedded.awaited import MOST_OF_ONE, WAITING_THREADS, Awaiting

pytestmark = pytest.mark.pure


class Slow(io.RawIOBase):
    """A body that does not come before it is let go, or its connection hung up on."""

    def __init__(self) -> None:
        self.came = Event()

    def read(self, _size: int = -1) -> bytes:
        self.came.wait(60)
        return b""


class Hall:
    """The site behind what awaits, and those whose bodies are on their way."""

    def __init__(self) -> None:
        self.awaiting = Awaiting(self.site)
        self.slow: list[tuple[Slow, str]] = []
        self.answers: dict[int, tuple[str, str]] = {}
        self.threads: list[Thread] = []

    def site(self, environ: dict[str, Any], start_response: Any) -> list[bytes]:
        start_response("200 OK", [])
        with environ["wsgi.input"] as body:
            return [body.read()]

    def ask(self, address: str, body: Any) -> tuple[str, str]:
        said: list[str] = []
        environ = {"REMOTE_ADDR": address, "CONTENT_LENGTH": "5", "wsgi.input": body}
        answer = self.awaiting(environ, lambda status, _headers: said.append(status))
        return said[0], b"".join(answer).decode().replace("\u00a0", " ")

    def hang_up_on(self, address: str) -> None:
        for slow, whose in self.slow:
            if whose == address:
                slow.came.set()

    def send_slowly(self, address: str) -> int:
        """Begin to send something from there, and return its number."""
        slow, number, before = Slow(), len(self.slow), len(self.awaiting.awaited)
        thread = Thread(target=lambda: self.answers.update({number: self.ask(address, slow)}))
        self.slow.append((slow, address))
        self.threads.append(thread)
        thread.start()
        while len(self.awaiting.awaited) == before and thread.is_alive():
            time.sleep(0.001)
        return number


@pytest.fixture
def hall(monkeypatch: pytest.MonkeyPatch) -> Iterator[Hall]:
    hall = Hall()
    monkeypatch.setattr(awaited, "hang_up_on", hall.hang_up_on)
    yield hall
    for slow, _address in hall.slow:
        slow.came.set()
    for thread in hall.threads:
        thread.join()
    assert hall.awaiting.awaited == []


def test_what_comes_whole_is_handed_on(hall: Hall) -> None:
    assert hall.ask("10.0.0.1", io.BytesIO(b"12345")) == ("200 OK", "12345")


def test_one_address_has_its_share_and_is_told_so(hall: Hall) -> None:
    for _number in range(MOST_OF_ONE):
        hall.send_slowly("10.0.0.1")
    status, sentence = hall.ask("10.0.0.1", io.BytesIO(b"12345"))
    assert (status[:3], "Trop d’envois de cet appareil" in sentence) == ("503", True)
    assert hall.ask("10.0.0.2", io.BytesIO(b"12345"))[0] == "200 OK"


def test_the_oldest_gives_way_once_all_places_are_taken(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(WAITING_THREADS):
        hall.send_slowly(f"10.0.0.{number // MOST_OF_ONE}")
    status, sentence = hall.ask("10.0.1.1", io.BytesIO(b"12345"))
    assert (status[:3], sentence) == (
        "503",
        "Trop d’envois arrivent en même temps : rien n’a été enregistré. Envoyez à nouveau.",
    )
    monkeypatch.setattr(awaited, "SECONDS_UNDISTURBED", 0)
    assert hall.ask("10.0.1.1", io.BytesIO(b"12345"))[0] == "200 OK"
    hall.threads[0].join(60)
    status, sentence = hall.answers[0]
    assert (status[:3], sentence.startswith("Cet envoi était trop lent")) == ("503", True)
    for thread in hall.threads[1:MOST_OF_ONE]:
        thread.join(60)
    assert sorted(hall.answers) == list(range(MOST_OF_ONE))  # its address is hung up on
    assert "n’est pas arrivé en entier" in hall.answers[1][1]


def test_a_whole_body_has_so_many_seconds(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(awaited, "SECONDS_FOR_A_BODY", 0.05)
    hall.send_slowly("10.0.0.1")
    hall.threads[0].join(60)
    status, sentence = hall.answers[0]
    assert (status[:3], sentence.startswith("Cet envoi n’est pas arrivé en entier")) == ("408", True)


def test_what_ends_too_early_is_not_handed_on(hall: Hall) -> None:
    assert hall.ask("10.0.0.1", io.BytesIO(b"1234"))[0][:3] == "408"


def test_one_address_is_hung_up_on_and_no_other() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        theirs = [socket.create_connection(server.getsockname(), 5, (f"127.0.0.{host}", 0)) for host in (2, 3)]
        ours = [server.accept()[0] for _client in theirs]
        awaited.hang_up_on("127.0.0.2")
        assert ours[0].recv(1) == b""
        ours[0].sendall(b"told")
        theirs[1].sendall(b"x")
        assert (ours[1].recv(1), theirs[0].recv(4)) == (b"x", b"told")
        for connection in (*theirs, *ours):
            connection.close()

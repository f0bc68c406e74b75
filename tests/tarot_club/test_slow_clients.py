"""Clients that are slow, many or endless: `manage.py serve` answers the others meanwhile."""

import contextlib
import http.client
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Event, Thread

import pytest

from tarot_club.embedded.awaited import MOST_OF_ONE, SECONDS_UNDISTURBED
from tarot_club.embedded.web import WAITING_THREADS
from tests.needs import on_linux
from tests.tarot_club.serving import PATIENCE, Serving, logs_in

pytestmark = [
    pytest.mark.services,
    pytest.mark.product,
    pytest.mark.slow,
    pytest.mark.xdist_group("slow-clients"),
    on_linux,
]

STRANGER = "127.0.0.2"  # the others come from 127.0.0.1
HEAD = b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: "
# Its cookie is well-formed: without one a form is refused before it is read.
BODY = (
    b"POST /table/ HTTP/1.1\r\nHost: localhost\r\nCookie: csrftoken=" + b"a" * 32 + b"\r\n"
    b"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 5000\r\n\r\n"
)
LONGEST_95_PER_CENT, LONGEST = 1.0, 5.0  # seconds


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, started_once: Path) -> Iterator[Serving]:
    with Serving(tmp_path_factory.mktemp("slow") / "data", like=started_once) as server:
        yield server


@contextlib.contextmanager
def connected(server: Serving, count: int) -> Iterator[list[socket.socket]]:
    """Open so many connections of a stranger."""
    with contextlib.ExitStack() as stack:
        yield [
            stack.enter_context(socket.create_connection(("127.0.0.1", server.port), PATIENCE, (STRANGER, 0)))
            for _number in range(count)
        ]


@contextlib.contextmanager
def a_byte_a_second(clients: list[socket.socket]) -> Iterator[None]:
    is_over = Event()

    def dribble() -> None:
        while not is_over.wait(1):
            for client in clients:
                with contextlib.suppress(OSError):  # it was cut, or answered
                    client.sendall(b"x")

    dribbling = Thread(target=dribble)
    dribbling.start()
    try:
        yield
    finally:
        is_over.set()
        dribbling.join()


def asked(server: Serving, method: str, path: str, body: str = "") -> tuple[int, float]:
    """Return the status of an answer, and how long it took."""
    began = time.monotonic()
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    connection.request(method, path, body, {"Content-Type": "application/x-www-form-urlencoded"} if body else {})
    status = connection.getresponse().status
    connection.close()
    return status, time.monotonic() - began


def others_are_answered(server: Serving) -> None:
    """Others read and write meanwhile; a form without its token is answered, and that it is refused."""
    answers = [
        asked(server, *request)
        for _time in range(20)
        for request in (("GET", "/"), ("GET", "/comptes/login/"), ("POST", "/table/", "code=ABCDE&table=1"))
    ]
    assert {status for status, _seconds in answers} == {200, 403}
    waited = sorted(seconds for _status, seconds in answers)
    assert waited[len(waited) * 95 // 100] < LONGEST_95_PER_CENT
    assert waited[-1] < LONGEST


def test_two_hundred_clients_that_send_a_byte_a_second(server: Serving) -> None:
    with connected(server, 200) as clients:
        for number, client in enumerate(clients):
            client.sendall(BODY if number % 2 else HEAD)
        with a_byte_a_second(clients):
            time.sleep(1.5)
            others_are_answered(server)
            refused = 0
            for client in clients[1::2]:
                client.settimeout(0.1)
                with contextlib.suppress(TimeoutError):
                    refused += client.recv(100).startswith(b"HTTP/1.1 503")
    assert refused == 100 - MOST_OF_ONE


def test_who_fills_every_place_keeps_nobody_from_writing(server: Serving) -> None:
    """Sixteen slow bodies from four addresses of one machine: the oldest gives way to each of the others."""
    with contextlib.ExitStack() as stack:
        addresses = [f"127.0.3.{1 + number % 4}" for number in range(WAITING_THREADS)]
        clients = [
            stack.enter_context(socket.create_connection(("127.0.0.1", server.port), PATIENCE, (address, 0)))
            for address in addresses
        ]
        for client in clients:
            client.sendall(BODY)
        with a_byte_a_second(clients):
            time.sleep(SECONDS_UNDISTURBED + 1)
            answers = [asked(server, "POST", "/table/", "code=ABCDE&table=1")[0] for _time in range(20)]
            assert set(answers) == {403}  # its token is missing: it was read, and answered
            told = b""
            for client in clients:
                client.settimeout(0.2)
                with contextlib.suppress(TimeoutError):
                    told += client.recv(2_000)
            assert told.count(b"HTTP/1.1 503") == 1
            assert "Cet envoi était trop lent" in told.decode()
            assert told.count(b"HTTP/1.1 408") == MOST_OF_ONE - 1  # of its address, which is hung up on


def test_all_addresses_of_a_hall_keep_no_right_password_out_where_it_was_typed_before(server: Serving) -> None:
    """Forty addresses type passwords on and on under his name, and one more does at his own address."""
    server.manage("from tournaments.models import Account; Account.objects.create_user('claude', password='secret')")
    status, cookies = logs_in(server, "secret")
    assert (status, bool(cookies)) == (302, True)
    is_over = Event()

    def types_on(address: str) -> None:
        while not is_over.is_set():
            with contextlib.suppress(OSError):
                logs_in(server, "faux", address=address)

    attackers = [
        Thread(target=types_on, args=(address,)) for address in ["127.0.0.1", *(f"127.0.4.{n}" for n in range(1, 41))]
    ]
    for attacker in attackers:
        attacker.start()
    try:
        time.sleep(3)
        began = time.monotonic()
        assert [logs_in(server, "secret", cookies)[0] for _time in range(3)] == [302] * 3
        assert time.monotonic() - began < 3 * LONGEST
    finally:
        is_over.set()
        for attacker in attackers:
            attacker.join()


def test_a_head_that_does_not_end_is_cut_and_so_is_who_asks_nothing(server: Serving) -> None:
    with connected(server, 3) as (slow, silent, served):
        slow.sendall(HEAD)
        served.sendall(b"GET /sante/vivant/ HTTP/1.1\r\nHost: localhost\r\n\r\n")
        served.settimeout(PATIENCE)
        assert served.recv(10_000).startswith(b"HTTP/1.1 200")
        with a_byte_a_second([slow]):
            for client in (slow, silent, served):
                client.settimeout(20)
                with contextlib.suppress(ConnectionResetError):
                    while client.recv(10_000):
                        pass


def test_a_thousand_open_connections(server: Serving) -> None:
    with connected(server, 1_100):
        others_are_answered(server)


def test_a_hundred_megabytes_are_refused_unread(server: Serving) -> None:
    with connected(server, 20) as clients:
        for client in clients:
            client.sendall(BODY.replace(b"5000", b"100000000"))
            with contextlib.suppress(OSError):  # the server does not take it
                client.settimeout(1)
                client.sendall(b"x" * 2_000_000)
        others_are_answered(server)
        first = clients[0]
        with contextlib.suppress(ConnectionResetError):
            assert first.recv(100).startswith(b"HTTP/1.1 413")


def test_a_head_of_megabytes_is_refused(server: Serving) -> None:
    with connected(server, 20) as clients:
        for client in clients:
            with contextlib.suppress(OSError):
                client.settimeout(1)
                client.sendall(HEAD + b"y" * 4_000_000)
        others_are_answered(server)
        with contextlib.suppress(ConnectionResetError):
            assert clients[0].recv(100)[:12] in (b"", b"HTTP/1.1 431", b"HTTP/1.1 414", b"HTTP/1.1 400")

"""A message goes to the Internet only, to the address that was looked at, and ends in time."""

import socket
import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from tarot_club.embedded.certificate import own_certificate
from tournaments.kit import sending
from tournaments.kit.sending import SendingProblem, UnsentError, is_internet, post

INSIDE = """
    127.0.0.1 127.8.8.8 0.0.0.0 10.1.2.3 172.16.0.1 192.168.1.1 169.254.169.254 100.64.0.1 198.18.0.1 224.0.0.1
    240.0.0.1 255.255.255.255 192.0.2.1 ::1 :: fe80::1 fe80::1%eth0 fc00::1 fd00:ec2::254 ff02::1 ::ffff:127.0.0.1
    ::ffff:10.0.0.1 64:ff9b::7f00:1 2002:7f00:1:: 2001:0:7f00:1:: ::127.0.0.1 2001:db8::1 localhost
    fec0::1 3fff::1 ::ffff:0:127.0.0.1 64:ff9b:1::1 192.0.0.8 192.88.99.1 2606:4700::5efe:10.0.0.1
    2606:4700::200:5efe:a00:1
"""


@pytest.mark.parametrize("address", INSIDE.split())
def test_what_is_not_of_the_internet_is_known(address: str) -> None:
    assert not is_internet(address)


def test_what_is_of_the_internet_is_known() -> None:
    assert all(map(is_internet, ("93.184.215.14", "2606:2800:21f:cb07:6820:80da:af6b:8b2c", "::ffff:93.184.215.14")))


def leads_to(monkeypatch: pytest.MonkeyPatch, *addresses: str) -> list[str]:
    """Have every name lead to these addresses; return the names that are looked up."""
    asked: list[str] = []

    def known(host: str, port: int, **_more: Any) -> list[Any]:
        asked.append(host)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in addresses]

    monkeypatch.setattr(socket, "getaddrinfo", known)
    return asked


def no_connection(*_arguments: Any, **_more: Any) -> None:
    raise AssertionError("connected")


@pytest.mark.parametrize(
    "addresses", [("10.0.0.1",), ("93.184.215.14", "127.0.0.1"), ("169.254.169.254",), ("::1", "93.184.215.14")]
)
def test_a_name_that_leads_inside_is_not_connected_to(
    monkeypatch: pytest.MonkeyPatch, addresses: tuple[str, ...]
) -> None:
    leads_to(monkeypatch, *addresses)
    monkeypatch.setattr(socket, "create_connection", no_connection)
    with pytest.raises(UnsentError) as unsent:
        post("https://harmless.example/", b"", {})
    assert unsent.value.problem == SendingProblem.INTERNAL


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "[::1]", "2130706433", "0x7f.1", "[::ffff:127.0.0.1]"])
def test_this_machine_is_never_told_however_it_is_written(monkeypatch: pytest.MonkeyPatch, host: str) -> None:
    monkeypatch.setattr(socket, "create_connection", no_connection)
    with pytest.raises(UnsentError) as unsent:
        post(f"http://{host}:8000/", b"", {})
    assert unsent.value.problem in (SendingProblem.INTERNAL, SendingProblem.UNKNOWN)


def test_the_address_that_was_looked_at_is_the_one_connected_to(monkeypatch: pytest.MonkeyPatch) -> None:
    """A name looked up twice could lead elsewhere the second time."""
    asked, connected = leads_to(monkeypatch, "93.184.215.14"), []

    def connect(address: tuple[str, int], **_more: Any) -> None:
        connected.append(address)
        raise ConnectionRefusedError

    monkeypatch.setattr(socket, "create_connection", connect)
    with pytest.raises(UnsentError) as unsent:
        post("https://harmless.example:8443/", b"", {})
    assert (asked, connected) == (["harmless.example"], [("93.184.215.14", 8443)])
    assert unsent.value.problem == SendingProblem.SILENT


@pytest.mark.parametrize(
    "url",
    [
        "ftp://example.org/",
        "https://",
        "https://user:secret@example.org/",
        "https://exa mple.org/",
        "https://example.org/é",
        "https://example.org:99999/",
        "https://example.org/\r\nX: 1",
        "file:///etc/passwd",
        "https://" + "a" * 70 + ".example/",
        "//example.org/",
    ],
)
def test_an_address_that_cannot_be_read_is_told_as_such(url: str) -> None:
    with pytest.raises(UnsentError) as unsent:
        post(url, b"", {})
    assert unsent.value.problem == SendingProblem.ADDRESS


@dataclass
class Site:
    """A site that answers as it is told, and keeps what it was sent."""

    url: str
    status: int = 200
    pause: float = 0.0
    garbage: bytes = b""
    taken: list[tuple[str, dict[str, str], bytes]] = field(default_factory=list)


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    monkeypatch.setattr(sending, "is_internet", lambda _address: True)

    class Answers(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            known.taken.append((self.path, dict(self.headers), body))
            if known.garbage:
                self.wfile.write(known.garbage)
                return
            self.wfile.write(b"HTTP/1.1 ")
            with suppress(OSError):  # nobody listens any more
                for _letter in range(round(known.pause / 0.03)):  # each of them in time
                    time.sleep(0.03)
                    self.wfile.write(b" ")
                self.wfile.write(f"{known.status} So\r\nLocation: /elsewhere\r\nContent-Length: 0\r\n\r\n".encode())

        def log_message(self, *_arguments: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Answers)
    known = Site(f"http://127.0.0.1:{server.server_port}")
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    yield known
    server.shutdown()
    server.server_close()


def test_a_body_arrives_with_its_headers_at_its_path(site: Site) -> None:
    assert post(f"{site.url}/hook?a=1", "« é »".encode(), {"X-Signature": "s"}) == 200
    ((path, headers, body),) = site.taken
    assert (path, headers["X-Signature"], body.decode()) == ("/hook?a=1", "s", "« é »")
    assert headers["Host"] == site.url.removeprefix("http://")


def test_no_redirect_is_followed(site: Site) -> None:
    site.status = 302
    assert post(site.url, b"", {}) == 302
    assert [path for path, _headers, _body in site.taken] == ["/"]


def test_who_answers_letter_by_letter_is_not_waited_for(site: Site) -> None:
    site.pause = 0.6
    began = time.monotonic()
    with pytest.raises(UnsentError) as unsent:
        post(site.url, b"", {}, seconds=0.15)
    assert unsent.value.problem == SendingProblem.SILENT
    assert time.monotonic() - began < 0.5


def test_what_is_no_http_is_told_as_such(site: Site) -> None:
    site.garbage = b"SSH-2.0-OpenSSH\r\n\r\n"
    with pytest.raises(UnsentError) as unsent:
        post(site.url, b"", {})
    assert unsent.value.problem == SendingProblem.NO_HTTP


@pytest.mark.parametrize("head", [b"HTTP/1.1 200 O", b"HTTP/1.1 200 OK\r\n", b"HTTP/1.1 200 OK\r\nContent-Le"])
def test_a_head_that_is_cut_is_no_success(site: Site, head: bytes) -> None:
    site.garbage = head
    with pytest.raises(UnsentError) as unsent:
        post(site.url, b"", {})
    assert unsent.value.problem == SendingProblem.NO_HTTP


@pytest.fixture
def over_tls(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[tuple[str, list[bytes]]]:
    """Serve one connection over TLS: the pieces of the list, twenty a second, then nothing any more."""
    monkeypatch.setattr(sending, "is_internet", lambda _address: True)
    certificate = own_certificate(tmp_path, [], at=datetime.now(UTC)).path
    trusting = ssl.create_default_context(cafile=certificate)
    monkeypatch.setattr(ssl, "create_default_context", lambda: trusting)
    speaking = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    speaking.load_cert_chain(certificate)
    pieces: list[bytes] = []

    def serve() -> None:
        with (
            suppress(OSError),
            server.accept()[0] as plain,
            speaking.wrap_socket(plain, server_side=True) as connection,
        ):
            for piece in pieces:
                time.sleep(0.05)
                connection.sendall(piece)
            while connection.recv(1000):
                """Nobody is answered any more."""

    with socket.create_server(("127.0.0.1", 0)) as server:
        thread = threading.Thread(target=serve)
        thread.start()
        yield f"https://localhost:{server.getsockname()[1]}/", pieces
        server.shutdown(socket.SHUT_RDWR)
        thread.join()


def test_over_tls_an_answer_is_read(over_tls: tuple[str, list[bytes]]) -> None:
    url, pieces = over_tls
    pieces.append(b"HTTP/1.1 204 Yes\r\n\r\n")
    assert post(url, b"", {}) == 204


@pytest.mark.parametrize("pieces", [[], [b"x"] * 200, [b"HTTP/1.1 200 OK\r\n"] + [b"x"] * 200])
def test_over_tls_too_who_drips_or_is_silent_is_not_waited_for(
    over_tls: tuple[str, list[bytes]], pieces: list[bytes]
) -> None:
    url, sent = over_tls
    sent += pieces
    began = time.monotonic()
    with pytest.raises(UnsentError) as unsent:
        post(url, b"", {}, seconds=0.4)
    assert unsent.value.problem == SendingProblem.SILENT
    assert time.monotonic() - began < 5  # of the ten that the pieces take


def test_over_tls_a_handshake_that_does_not_end_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sending, "is_internet", lambda _address: True)
    with socket.create_server(("127.0.0.1", 0)) as server, pytest.raises(UnsentError) as unsent:
        post(f"https://localhost:{server.getsockname()[1]}/", b"", {}, seconds=0.2)
    assert unsent.value.problem == SendingProblem.SILENT

"""
HTTP messages to an address that a user typed: sent to the Internet only, wherever the name leads. No Django here.

The name is looked up once, each of its addresses must be on the Internet, and the connection goes to the address that
was checked: a name that changes a moment later has no effect. Redirects are not followed, only the status of the answer
is read, and a time limit ends everything, however slow the other side is.
"""

import http.client
import ipaddress
import socket
import ssl
import threading
from collections.abc import Mapping
from enum import StrEnum
from io import BufferedReader
from typing import Any, cast
from urllib.parse import SplitResult, urlsplit

SECONDS = 10.0  # for all of it
SCHEMES = {"http": 80, "https": 443}
GIVEN_OUT = ipaddress.ip_network("2000::/3")  # of IPv6; `is_global` accepts more, the old site-local fec0::/10 too
NOT_GIVEN_OUT = tuple(
    map(ipaddress.ip_network, ("2002::/16", "2001::/32", "3fff::/20", "192.0.0.0/24", "192.88.99.0/24"))
)
TUNNELS = (0x5EFE, 0x0200_5EFE)  # before the address of IPv4 that ISATAP hides in the last 32 bits


class SendingProblem(StrEnum):
    """The reasons why a message was not sent."""

    ADDRESS = "address"  # it cannot be read
    UNKNOWN = "unknown"  # nobody knows this name
    INTERNAL = "internal"  # it leads to no address of the Internet
    SILENT = "silent"  # nobody answered in time, or the connection was refused
    CERTIFICATE = "certificate"
    NO_HTTP = "no_http"


class UnsentError(Exception):
    def __init__(self, problem: SendingProblem) -> None:
        super().__init__(problem)
        self.problem = problem


def is_internet(address: str) -> bool:
    """Return True for an Internet address: not loopback, private, link-local or multicast, not a tunnel to such."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return False
    if isinstance(parsed, ipaddress.IPv6Address):
        if parsed.ipv4_mapped is not None:
            return is_internet(str(parsed.ipv4_mapped))
        if parsed not in GIVEN_OUT or (int(parsed) >> 32) & 0xFFFF_FFFF in TUNNELS:
            return False
    if any(parsed in network for network in NOT_GIVEN_OUT):  # tunnels to IPv4, protocols, examples
        return False
    return parsed.is_global and not parsed.is_multicast and not parsed.is_reserved


def split(url: str) -> tuple[SplitResult, str, int]:
    """Return the parts of a URL, its host as the network knows it, and its port. Raises UnsentError."""
    try:
        parts = urlsplit(url)
        host = (parts.hostname or "").encode("idna").decode()
        port = parts.port or SCHEMES[parts.scheme]
    except (ValueError, KeyError) as wrong:  # a UnicodeError is a ValueError
        raise UnsentError(SendingProblem.ADDRESS) from wrong
    written = url.isascii() and url.isprintable() and " " not in url
    if not host or not written or parts.username is not None:
        raise UnsentError(SendingProblem.ADDRESS)
    return parts, host, port


def addresses_of(host: str, port: int) -> list[str]:
    """Return the addresses of a host. Raises UnsentError when it has none, or one that is not on the Internet."""
    try:
        entries = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        addresses = list(dict.fromkeys(str(entry[4][0]) for entry in entries))
    except (OSError, UnicodeError) as unknown:
        raise UnsentError(SendingProblem.UNKNOWN) from unknown
    if not addresses or not all(map(is_internet, addresses)):
        raise UnsentError(SendingProblem.INTERNAL if addresses else SendingProblem.UNKNOWN)
    return addresses


def post(url: str, body: bytes, headers: Mapping[str, str], *, seconds: float = SECONDS) -> int:
    """Send a body and return the status of the answer. Raises UnsentError when there is no answer."""
    parts, host, port = split(url)
    address = addresses_of(host, port)[0]
    try:
        connected = socket.create_connection((address, port), timeout=seconds)
    except OSError as silent:
        raise UnsentError(SendingProblem.SILENT) from silent
    over = threading.Event()
    watched = connected.dup()  # TLS takes the other one away, and what ends the connection ends it for both
    watchdog = threading.Timer(seconds, _end, (watched, over))
    watchdog.start()
    try:
        if parts.scheme == "https":
            connected = ssl.create_default_context().wrap_socket(connected, server_hostname=host)
        return _posted(connected, parts, body, headers)
    except ssl.SSLCertVerificationError as wrong:
        raise UnsentError(SendingProblem.CERTIFICATE) from wrong
    except http.client.HTTPException as wrong:
        raise UnsentError(SendingProblem.SILENT if over.is_set() else SendingProblem.NO_HTTP) from wrong
    except (OSError, ValueError) as silent:  # closed by the watchdog, by the other side, or before it was wrapped
        raise UnsentError(SendingProblem.SILENT) from silent
    finally:
        watchdog.cancel()
        connected.close()
        watched.close()


class WholeHead(http.client.HTTPResponse):
    """An answer whose head is complete: http.client accepts one that was cut."""

    def begin(self) -> None:
        self.fp = cast("BufferedReader", _WholeLines(self.fp))
        super().begin()


class _WholeLines:
    """A stream of lines; raises an error when a line is cut or missing."""

    def __init__(self, stream: BufferedReader) -> None:
        self.stream = stream

    def readline(self, limit: int = -1) -> bytes:
        line = self.stream.readline(limit)
        if not line.endswith(b"\n") and len(line) != limit:
            raise http.client.IncompleteRead(line)
        return line

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)


def _posted(connected: socket.socket, parts: SplitResult, body: bytes, headers: Mapping[str, str]) -> int:
    connection = http.client.HTTPConnection(parts.netloc)
    connection.response_class = WholeHead
    connection.auto_open = 0  # it has the one connection that was looked at
    connection.sock = connected
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    connection.request("POST", target, body, {**headers, "Host": parts.netloc, "Connection": "close"})
    return connection.getresponse().status


def _end(connected: socket.socket, over: threading.Event) -> None:
    over.set()
    try:
        connected.shutdown(socket.SHUT_RDWR)
    except OSError:  # over already
        return

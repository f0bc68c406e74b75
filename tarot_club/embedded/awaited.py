"""
Request bodies are read completely before a request takes a turn: a client that sends a byte a second blocks nobody.

The web server reads a body in the thread that answers it. In containers the proxy reads bodies first
(docker/nginx.conf.example); a laptop in a hall has no proxy.
"""

import os
import socket
import stat
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from shutil import copyfileobj
from tempfile import SpooledTemporaryFile
from threading import BoundedSemaphore, Lock, Timer
from time import monotonic
from typing import IO, Any

from django.utils.translation import gettext as _

from tarot_club.bounds import MOST_FROM_A_ROLE, MOST_FROM_ANYBODY
from tarot_club.embedded.web import MOST_CONNECTIONS, TURNS, WAITING_THREADS
from tarot_club.wsgi import application as of_the_site
from tournaments.kit.text import whole_number
from tournaments.kit.turns import turn_of

# Of one address: a phone sends one thing at a time, and what it sends comes in one piece.
MOST_OF_ONE = 4
SECONDS_FOR_A_BODY = 30  # from its first byte to its last
SECONDS_UNDISTURBED = 3  # before the oldest gives way: hardly anything honest takes so long in a hall
SECONDS_TO_TRY_AGAIN = 2


class BodyRefusedError(Exception):
    """Raised when a body is not read, or no longer; it has the HTTP status and the sentence of the answer."""

    def __init__(self, status: str, sentence: str) -> None:
        super().__init__(sentence)
        self.status, self.sentence = status, sentence


@dataclass(eq=False)
class Body:
    """A request body that is being sent; `why` says why it was cut, None when it was not."""

    address: str
    length: int
    since: float = field(default_factory=monotonic)
    why: BodyRefusedError | None = None

    def read(self, source: Any) -> IO[bytes]:
        """Return the whole body. Raises BodyRefusedError when it takes too long, is cut or is too short."""
        late = Timer(SECONDS_FOR_A_BODY, self.cut, (_not_whole(),))
        late.daemon = True
        late.start()
        body = SpooledTemporaryFile(MOST_FROM_ANYBODY)  # noqa: SIM115 - it is closed with the request
        try:
            copyfileobj(source, body)
        except Exception as broken:
            body.close()
            raise (self.why or _not_whole()) from broken
        finally:
            late.cancel()
        if self.why is not None or body.tell() != self.length:
            body.close()
            raise self.why or _not_whole()
        body.seek(0)
        return body

    def cut(self, why: BodyRefusedError) -> None:
        self.why = self.why or why
        hang_up_on(self.address)


class Awaiting:
    """A WSGI application that reads request bodies, a few of each address at a time, then calls the site."""

    def __init__(self, application: Callable[..., Iterable[bytes]]) -> None:
        self.application = application
        self.turns, self.lock = BoundedSemaphore(TURNS), Lock()
        self.awaited: list[Body] = []  # in the order in which they came

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        length = whole_number(environ.get("CONTENT_LENGTH") or "", digits=9) or 0
        if 0 < length <= MOST_FROM_A_ROLE:  # what is longer is refused unread
            try:
                environ["wsgi.input"] = self._awaited(environ, length)
            except BodyRefusedError as refused:
                return _told(refused, start_response)
        with turn_of(self.turns):
            return self.application(environ, start_response)

    def _awaited(self, environ: dict[str, Any], length: int) -> IO[bytes]:
        """Return the whole body of a request. Raises BodyRefusedError."""
        body = self._place_for(Body(environ["REMOTE_ADDR"], length))
        try:
            return body.read(environ["wsgi.input"])
        finally:
            with self.lock:
                self.awaited.remove(body)

    def _place_for(self, body: Body) -> Body:
        """
        Return the body once it has a place. When all places are taken, the oldest body is cut.

        Raises BodyRefusedError when its address has all the places it may have, or no body has waited long.
        """
        with self.lock:
            if sum(other.address == body.address for other in self.awaited) >= MOST_OF_ONE:
                raise _busy(_("Trop d’envois de cet appareil attendent déjà leur fin : rien n’a été enregistré."))
            waiting = [other for other in self.awaited if other.why is None]
            if len(waiting) >= WAITING_THREADS:
                if body.since - waiting[0].since < SECONDS_UNDISTURBED:
                    raise _busy(_("Trop d’envois arrivent en même temps : rien n’a été enregistré."))
                sentence = _("Cet envoi était trop lent, et d’autres attendaient : rien n’a été enregistré.")
                waiting[0].cut(_busy(sentence))
            self.awaited.append(body)
        return body


def _busy(sentence: str) -> BodyRefusedError:
    return BodyRefusedError("503 Service Unavailable", " ".join((sentence, _("Envoyez à nouveau."))))


def _not_whole() -> BodyRefusedError:
    sentence = _("Cet envoi n’est pas arrivé en entier : rien n’a été enregistré. Envoyez à nouveau.")
    return BodyRefusedError("408 Request Timeout", sentence)


def hang_up_on(address: str) -> None:
    """
    Stop reading from the connections of this address: their readers are told that the body ended.

    The web server gives no access to a connection, so connections are found among the open files of the process. A
    phone sends on one connection, and opens another when it asks again.
    """
    for descriptor in range(3, MOST_CONNECTIONS + 200):
        try:
            if not stat.S_ISSOCK(os.fstat(descriptor).st_mode):
                continue
            with socket.socket(fileno=os.dup(descriptor)) as connection:
                if connection.family != socket.AF_UNIX and connection.getpeername()[0] == address:
                    connection.shutdown(socket.SHUT_RD)
        except OSError:  # none is open under this number, or it has no other end
            continue


def _told(refused: BodyRefusedError, start_response: Callable[..., Any]) -> list[bytes]:
    start_response(
        refused.status,
        [("Content-Type", "text/plain; charset=utf-8"), ("Retry-After", str(SECONDS_TO_TRY_AGAIN))],
    )
    return [refused.sentence.encode()]


application = Awaiting(of_the_site)

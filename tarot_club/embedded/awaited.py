"""
What is sent is awaited before it takes one of the few turns: whoever sends a byte a second keeps nobody else waiting.

The web server reads a request's body in the thread that answers it. In containers the proxy awaits it instead
(docker/nginx.conf.example); a laptop in a hall has none.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from shutil import copyfileobj
from tempfile import SpooledTemporaryFile
from threading import BoundedSemaphore, Lock
from typing import IO, Any

from django.utils.translation import gettext as _

from tarot_club.bounds import MOST_FROM_A_ROLE, MOST_FROM_ANYBODY
from tarot_club.embedded.web import TURNS, WAITING_THREADS
from tarot_club.wsgi import application as of_the_site
from tournaments.kit.text import whole_number
from tournaments.kit.turns import turn_of

# Of one address: a phone sends one thing at a time, and what it sends comes in one piece.
MOST_OF_ONE = 4
SECONDS_TO_TRY_AGAIN = 2


class Awaiting:
    """A WSGI application that reads what is sent, some of each address at a time, then lets the site answer."""

    def __init__(self, application: Callable[..., Iterable[bytes]]) -> None:
        self.application = application
        self.turns, self.lock = BoundedSemaphore(TURNS), Lock()
        self.awaited: Counter[str] = Counter()

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        length = whole_number(environ.get("CONTENT_LENGTH") or "", digits=9) or 0
        if 0 < length <= MOST_FROM_A_ROLE:  # what is longer is refused unread
            body = self._body(environ)
            if body is None:
                return _busy(start_response)
            environ["wsgi.input"] = body
        with turn_of(self.turns):
            return self.application(environ, start_response)

    def _body(self, environ: dict[str, Any]) -> IO[bytes] | None:
        """Return all that is sent, None where its address sends too much at a time already, or all do."""
        address = environ["REMOTE_ADDR"]
        with self.lock:
            if self.awaited[address] >= MOST_OF_ONE or self.awaited.total() >= WAITING_THREADS:
                return None
            self.awaited[address] += 1
        try:
            body = SpooledTemporaryFile(MOST_FROM_ANYBODY)  # noqa: SIM115 - it is closed with the request
            copyfileobj(environ["wsgi.input"], body)
        finally:
            with self.lock:
                self.awaited[address] -= 1
                self.awaited += Counter()  # forgets whom it awaits nothing of
        body.seek(0)
        return body


def _busy(start_response: Callable[..., Any]) -> list[bytes]:
    sentence = _("Trop d’envois de cet appareil attendent déjà leur fin : rien n’a été enregistré. Envoyez à nouveau.")
    start_response(
        "503 Service Unavailable",
        [("Content-Type", "text/plain; charset=utf-8"), ("Retry-After", str(SECONDS_TO_TRY_AGAIN))],
    )
    return [sentence.encode()]


application = Awaiting(of_the_site)

"""
Pages that are the same for everybody, rendered and compressed once for each state of what they show.

It stands before Django: a page that is kept is answered by one query, which reads the facts it depends on (the
revisions of its tournaments), and by bytes that are ready. Because the facts are read in the same request, a change
that was acknowledged is never followed by the old page: its revision is in the database, and no page is kept
under it. Where nothing at all was committed since the facts were last read, they are still the same, and not even that
query is asked (`wal_index.py`).

The facts are read before the page is rendered. A page rendered while a change commits may thus be newer than the facts
it is kept under; it is never older.

What is kept was rendered for nobody: no cookie, no header of a visitor reaches Django then (see `_nobody`).
"""

import logging
import time
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from django.conf import settings
from django.db import Error as DatabaseAway
from django.db import connection
from django.http import HttpRequest
from django.http.cookie import parse_cookie
from django.http.request import split_domain_port, validate_host
from django.urls import Resolver404, resolve
from django.utils import translation

from tarot_club.page_cache.pages import KeptPages, NothingElsewhere, Page, PagesElsewhere
from tarot_club.page_cache.wal_index import committed_state
from tournaments.permissions import Role
from tournaments.queries.pages.revisions import Facts
from tournaments.views.caching import Query, Shared, digest

log = logging.getLogger(__name__)

Environ = dict[str, Any]
StartResponse = Callable[..., Any]
Application = Callable[[Environ, StartResponse], Iterable[bytes]]

# What Django may see of a visitor's request while it renders a page for everybody.
OF_THE_SERVER = ("PATH_INFO", "SCRIPT_NAME", "SERVER_NAME", "SERVER_PORT", "SERVER_PROTOCOL", "HTTP_HOST")
SENT_WITH_UNCHANGED = (("Cache-Control", "no-cache, private"), ("Vary", "Accept-Language, Cookie, Accept-Encoding"))
LONGEST_WAIT = 60  # seconds for somebody else's rendering; after that everybody renders for himself
LONGEST = 200  # characters of an address or a name that are worth remembering
LONGEST_COOKIES = 800  # and of what a browser says with it: a session, a token, its languages
MOST_REMEMBERED = 4096  # of what readers ask: some 3 MB at most


@dataclass(frozen=True)
class PageRequest:
    """What a request asks for: a page for everybody, at an address, in a language. Its pages are kept under `slot`."""

    shared: Shared
    arguments: dict[str, Any]
    path: str
    query: Query
    language: str

    def facts(self) -> Facts | None:
        """Read what the page depends on; None when there is nothing to keep at this address."""
        return self.shared.facts(**self.arguments)

    @cached_property
    def slot(self) -> Hashable:
        return (self.path, self.query.text, self.language)


class PageKey(NamedTuple):
    """All that decides which page a GET is for. Phones ask the same again and again: it is worked out once."""

    path: str
    query: str
    cookies: str
    accepted: str
    host: str
    is_secure: bool


class PageCache:
    """A WSGI application that answers kept pages itself and leaves everything else to the one it stands before."""

    def __init__(self, application: Application, elsewhere: PagesElsewhere | None = None) -> None:
        self.application = application
        self.pages = KeptPages()
        self.elsewhere = elsewhere or NothingElsewhere()
        self.request_of = lru_cache(maxsize=MOST_REMEMBERED)(_page_request)

    def __call__(self, environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
        request = self._page_asked_for(environ)
        if request is None:
            return self.application(environ, start_response)
        state = _state()  # before the facts are read: what is committed meanwhile makes another one
        page = self.pages.up_to_date(request.slot, state) if state is not None else None
        if page is None:
            return self._by_facts(request, state, environ, start_response)
        if _knows(environ, page.etag):
            return _unchanged(page.etag, start_response)
        return _send(page, environ, start_response)

    def _by_facts(
        self, request: PageRequest, state: Hashable, environ: Environ, start_response: StartResponse
    ) -> Iterable[bytes]:
        """Answer with the page of what the database says now."""
        try:
            facts = request.facts()
        except DatabaseAway:
            connection.close()  # the next one may be well; Django says to this visitor what is wrong
            facts = None
        if facts is None:
            return self.application(environ, start_response)
        page = self.pages.get(request.slot)
        if page is None or page.facts != facts:
            etag = _etag(request, facts)
            if _knows(environ, etag):
                return _unchanged(etag, start_response)
            page = self._made_once(request, facts, etag, environ)
            if page is None:
                return self.application(environ, start_response)
        if state is not None:
            self.pages.found_up_to_date(request.slot, page, state)
        if _knows(environ, page.etag):
            return _unchanged(page.etag, start_response)
        return _send(page, environ, start_response)

    def _page_asked_for(self, environ: Environ) -> PageRequest | None:
        """Return which page for everybody a request asks for; None when Django is to answer."""
        if environ["REQUEST_METHOD"] != "GET" or environ.get("SCRIPT_NAME"):
            return None
        cookies, accepted = environ.get("HTTP_COOKIE", ""), environ.get("HTTP_ACCEPT_LANGUAGE", "")
        query, host = environ.get("QUERY_STRING", ""), environ.get("HTTP_HOST", "")
        key = PageKey(environ["PATH_INFO"], query, cookies, accepted, host, _is_secure(environ))
        is_short = len(query) < LONGEST > len(host) and len(cookies) + len(accepted) < LONGEST_COOKIES
        return (self.request_of if is_short and len(key.path) < LONGEST else _page_request)(key)

    def _made_once(self, request: PageRequest, facts: Facts, etag: str, environ: Environ) -> Page | None:
        """Return the page of these facts, rendered by one reader of this process while the others wait for it."""
        rendering, is_mine = self.pages.rendering(etag)
        if not is_mine:
            rendering.over.wait(LONGEST_WAIT)
            return rendering.page
        try:
            page = self.pages.get(request.slot)
            if page is None or page.facts != facts:  # nobody ended it since we looked
                page = self.elsewhere.made_once(request.slot, etag, lambda: self._render(request, facts, etag, environ))
            if page is not None:
                self.pages.keep(request.slot, page)
            rendering.page = page
            return page
        finally:
            self.pages.end(etag)

    def _render(self, request: PageRequest, facts: Facts, etag: str, environ: Environ) -> Page | None:
        """Return the page as Django makes it for nobody in particular; None when it is not one to keep."""
        status, headers = "", []

        def start_response(answered: str, sent: list[tuple[str, str]], *_error: object) -> None:
            nonlocal status, headers
            status, headers = answered, sent

        chunks = self.application(_nobody(environ, request), start_response)
        try:
            plain = b"".join(chunks)
        finally:
            if hasattr(chunks, "close"):
                chunks.close()
        names = {name.lower() for name, _value in headers}
        if not status.startswith("200 ") or "set-cookie" in names or "content-encoding" in names:
            log.warning("a page for everybody cannot be kept: %s, %s", request.path, status)
            return None
        page_headers = tuple((name, value) for name, value in headers if name.lower() not in ("content-length", "etag"))
        return Page.of(facts, etag, page_headers, plain)


def _page_request(key: PageKey) -> PageRequest | None:
    """Return which page for everybody is asked for; None when Django is to answer."""
    path, cookies = key.path, key.cookies
    if not key.is_secure or len(key.host) >= LONGEST or not _is_our_name(key.host, tuple(settings.ALLOWED_HOSTS)):
        return None
    place = _place(path) if len(path) < LONGEST and path.isascii() else None
    if place is None:
        return None
    shared, arguments = place
    try:
        query = shared.query(key.query)
    except ValueError:
        return None
    if query.typed:
        return None
    # Who is logged in has a menu of his own, and a message is shown to one person once. A fragment has neither.
    if cookies and not query.fragment and (settings.SESSION_COOKIE_NAME in cookies or "messages" in cookies):
        return None
    return PageRequest(shared, arguments, path, query, _language(cookies, key.accepted))


def _state() -> tuple[bytes, int] | None:
    """Return what changes with every commit; and with every second, for some pages hang on the day as well."""
    committed = committed_state()
    return None if committed is None else (committed, int(time.time()))


@lru_cache(maxsize=4096)
def _place(path: str) -> tuple[Shared, dict[str, Any]] | None:
    """Return how the page at an address is kept, and the arguments in that address."""
    try:
        match = resolve(path)
    except Resolver404:
        return None
    shared = getattr(match.func, "shared", None)
    if shared is None or getattr(match.func, "audience", None) is not Role.PUBLIC:
        return None
    return shared, match.kwargs


def _language(cookies: str, accepted: str) -> str:
    """Return the language that Django would choose: the cookie’s, else the first of the browser’s that we have."""
    chosen = parse_cookie(cookies).get(settings.LANGUAGE_COOKIE_NAME, "") if cookies else ""
    request = HttpRequest()
    request.COOKIES = {settings.LANGUAGE_COOKIE_NAME: chosen} if chosen else {}
    request.META = {"HTTP_ACCEPT_LANGUAGE": accepted}
    return translation.get_language_from_request(request)


def _is_secure(environ: Environ) -> bool:
    """Whether a request comes over TLS, where the site wants it."""
    if not settings.SECURE_SSL_REDIRECT:
        return True
    header, secure = settings.SECURE_PROXY_SSL_HEADER or ("wsgi.url_scheme", "https")
    return bool(environ.get(header) == secure)


@lru_cache(maxsize=1024)
def _is_our_name(host: str, ours: tuple[str, ...]) -> bool:
    domain, _port = split_domain_port(host)
    return bool(domain) and validate_host(domain, ours)


def _nobody(environ: Environ, request: PageRequest) -> Environ:
    """Return the request of a visitor without cookies, who takes a page of that language whole and uncompressed."""
    passed_on = {name: value for name, value in environ.items() if name.startswith("wsgi.") or name in OF_THE_SERVER}
    if settings.SECURE_PROXY_SSL_HEADER:
        name, _value = settings.SECURE_PROXY_SSL_HEADER
        passed_on[name] = environ.get(name, "")
    return passed_on | {
        "REQUEST_METHOD": "GET",
        "QUERY_STRING": request.query.text,
        "HTTP_ACCEPT_LANGUAGE": request.language,
        "REMOTE_ADDR": environ.get("REMOTE_ADDR", ""),
    }


def _etag(request: PageRequest, facts: Facts) -> str:
    return digest(
        language=request.language,
        path=request.path,
        query=request.query.text,
        facts=facts,
        fragment=request.query.fragment,
        reader=(),
    )


def _knows(environ: Environ, etag: str) -> bool:
    return etag in environ.get("HTTP_IF_NONE_MATCH", "")


def _unchanged(etag: str, start_response: StartResponse) -> list[bytes]:
    start_response("304 Not Modified", [("ETag", etag), *SENT_WITH_UNCHANGED])
    return []


def _send(page: Page, environ: Environ, start_response: StartResponse) -> list[bytes]:
    accepted = environ.get("HTTP_ACCEPT_ENCODING", "")
    if "br" in accepted.replace(" ", "").split(","):
        start_response("200 OK", page.tight_headers)
        return [page.tight]
    if "gzip" in accepted:
        start_response("200 OK", page.packed_headers)
        return [page.packed]
    start_response("200 OK", page.plain_headers)
    return [page.plain]

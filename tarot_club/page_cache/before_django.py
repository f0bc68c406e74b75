"""
Pages that are the same for everybody, rendered and compressed once for each state of what they show.

It stands before Django: a page that is kept is answered by one query, which reads the facts it depends on (the
revisions of its tournaments), and by bytes that are ready. Because the facts are read in the same request, a change
that was acknowledged is never followed by the page of before: its revision is in the database, and no page is kept
under it.

The facts are read before the page is rendered. A page rendered while a change commits may thus be newer than the facts
it is kept under; it is never older.

What is kept was rendered for nobody: no cookie, no header of a visitor reaches Django then (see `_nobody`).
"""

import logging
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.db import Error as DatabaseAway
from django.db import connection
from django.http import HttpRequest
from django.http.cookie import parse_cookie
from django.http.request import split_domain_port, validate_host
from django.urls import Resolver404, resolve
from django.utils import translation

from tarot_club.page_cache.pages import KeptPages, NothingElsewhere, Page, PagesElsewhere
from tournaments.permissions import Role
from tournaments.queries.revisions import Facts
from tournaments.views.caching import Query, Shared, digest

log = logging.getLogger(__name__)

Environ = dict[str, Any]
StartResponse = Callable[..., Any]
Application = Callable[[Environ, StartResponse], Iterable[bytes]]

# Of what a visitor sends, what Django may see of it while it renders a page for everybody.
OF_THE_SERVER = ("PATH_INFO", "SCRIPT_NAME", "SERVER_NAME", "SERVER_PORT", "SERVER_PROTOCOL", "HTTP_HOST")
LONGEST_WAIT = 60  # seconds for somebody else's rendering; after that everybody renders for himself
LONGEST = 200  # characters of an address, a name or a header that are worth remembering


@dataclass(frozen=True)
class PageRequest:
    """What a request asks for: a page for everybody, at an address, in a language."""

    shared: Shared
    arguments: dict[str, Any]
    path: str
    query: Query
    language: str

    @property
    def slot(self) -> Hashable:
        return (self.path, self.query.text, self.language)


class PageCache:
    """A WSGI application that answers kept pages itself and leaves everything else to the one it stands before."""

    def __init__(self, application: Application, elsewhere: PagesElsewhere | None = None) -> None:
        self.application = application
        self.pages = KeptPages()
        self.elsewhere = elsewhere or NothingElsewhere()

    def __call__(self, environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
        request = _page_request(environ)
        if request is None:
            return self.application(environ, start_response)
        try:
            facts = request.shared.facts(**request.arguments)
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
        if _knows(environ, page.etag):
            return _unchanged(page.etag, start_response)
        return _send(page, environ, start_response)

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
        kept = tuple((name, value) for name, value in headers if name.lower() not in ("content-length", "etag"))
        return Page.of(facts, etag, kept, plain)


def _page_request(environ: Environ) -> PageRequest | None:
    """Return which page for everybody a request asks for; None when Django is to answer."""
    if environ["REQUEST_METHOD"] != "GET" or environ.get("SCRIPT_NAME") or not _is_at_home(environ):
        return None
    path = environ["PATH_INFO"]
    place = _place(path) if len(path) < LONGEST and path.isascii() else None
    if place is None:
        return None
    shared, arguments = place
    query = _query(shared, environ.get("QUERY_STRING", ""))
    if query is None or query.typed:
        return None
    cookies = environ.get("HTTP_COOKIE", "")
    # Who is logged in has a menu of his own, and a message is shown to one person once. A fragment has neither.
    if cookies and not query.fragment and (settings.SESSION_COOKIE_NAME in cookies or "messages" in cookies):
        return None
    return PageRequest(shared, arguments, path, query, _language(cookies, environ.get("HTTP_ACCEPT_LANGUAGE", "")))


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


def _query(shared: Shared, text: str) -> Query | None:
    try:
        return _short_query(shared, text) if len(text) < LONGEST else shared.query(text)
    except ValueError:
        return None


@lru_cache(maxsize=1024)
def _short_query(shared: Shared, text: str) -> Query:
    return shared.query(text)


def _language(cookies: str, accepted: str) -> str:
    """Return the language that Django would choose: the cookie’s, else the first of the browser’s that we have."""
    chosen = parse_cookie(cookies).get(settings.LANGUAGE_COOKIE_NAME, "") if cookies else ""
    short = len(chosen) + len(accepted) < LONGEST
    return _short_language(chosen, accepted) if short else _django_language(chosen, accepted)


@lru_cache(maxsize=1024)
def _short_language(chosen: str, accepted: str) -> str:
    return _django_language(chosen, accepted)


def _django_language(chosen: str, accepted: str) -> str:
    request = HttpRequest()
    request.COOKIES = {settings.LANGUAGE_COOKIE_NAME: chosen} if chosen else {}
    request.META = {"HTTP_ACCEPT_LANGUAGE": accepted}
    return translation.get_language_from_request(request)


def _is_at_home(environ: Environ) -> bool:
    """Whether the request comes to one of the site's names and, where the site wants it, over TLS."""
    if settings.SECURE_SSL_REDIRECT:
        header, secure = settings.SECURE_PROXY_SSL_HEADER or ("wsgi.url_scheme", "https")
        if environ.get(header) != secure:
            return False
    host = environ.get("HTTP_HOST", "")
    return len(host) < LONGEST and _is_our_name(host, tuple(settings.ALLOWED_HOSTS))


@lru_cache(maxsize=1024)
def _is_our_name(host: str, ours: tuple[str, ...]) -> bool:
    domain, _port = split_domain_port(host)
    return bool(domain) and validate_host(domain, ours)


def _nobody(environ: Environ, request: PageRequest) -> Environ:
    """Return the request of a visitor without cookies, who takes a page of that language whole and uncompressed."""
    kept = {name: value for name, value in environ.items() if name.startswith("wsgi.") or name in OF_THE_SERVER}
    if settings.SECURE_PROXY_SSL_HEADER:
        name, _value = settings.SECURE_PROXY_SSL_HEADER
        kept[name] = environ.get(name, "")
    return kept | {
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
    vary = "Accept-Language, Cookie, Accept-Encoding"
    start_response("304 Not Modified", [("ETag", etag), ("Cache-Control", "no-cache, private"), ("Vary", vary)])
    return []


def _send(page: Page, environ: Environ, start_response: StartResponse) -> list[bytes]:
    if "gzip" in environ.get("HTTP_ACCEPT_ENCODING", ""):
        # The bytes are not those of the plain page: the tag is a weak one, as Django's own compression makes it.
        packed = [("Content-Encoding", "gzip"), ("Content-Length", str(len(page.packed))), ("ETag", f"W/{page.etag}")]
        start_response("200 OK", [*page.headers, *packed])
        return [page.packed]
    start_response("200 OK", [*page.headers, ("Content-Length", str(len(page.plain))), ("ETag", page.etag)])
    return [page.plain]

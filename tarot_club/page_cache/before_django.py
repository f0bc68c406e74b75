"""
Answers public pages from a cache, before Django. The README.md here explains it.

A cached page was rendered without a visitor: no cookie and no header of his reaches Django (`_nobody`).
"""

import logging
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any

from django.conf import settings
from django.db import Error as DatabaseAway
from django.db import connection
from django.http import HttpRequest
from django.http.cookie import parse_cookie
from django.http.request import split_domain_port, validate_host
from django.urls import Resolver404, resolve
from django.utils import translation

from tarot_club.page_cache.data_version import data_version
from tarot_club.page_cache.pages import CachedAnswer, CachedPages, CacheKey, NothingElsewhere, PagesElsewhere, State
from tournaments.permissions import Role
from tournaments.queries.pages.revisions import Dependencies
from tournaments.views.caching import Shared, digest

log = logging.getLogger(__name__)

Environ = dict[str, Any]
StartResponse = Callable[..., Any]
Application = Callable[[Environ, StartResponse], Iterable[bytes]]

# What Django may see of a visitor's request while it renders a page for everybody.
OF_THE_SERVER = ("PATH_INFO", "SCRIPT_NAME", "SERVER_NAME", "SERVER_PORT", "SERVER_PROTOCOL", "HTTP_HOST")
SENT_WITH_UNCHANGED = (("Cache-Control", "no-cache, private"), ("Vary", "Accept-Language, Cookie, Accept-Encoding"))
LONGEST_WAIT = 60  # seconds for somebody else's rendering; after that everybody renders for himself
LONGEST = 200  # characters of an address or a name that are worth remembering


@dataclass(frozen=True)
class PageRequest:
    """A request for a public page: how the page is cached, its arguments, and its cache key."""

    shared: Shared
    arguments: dict[str, Any]
    key: CacheKey
    fragment: bool

    def dependencies(self) -> Dependencies | None:
        """Return what the page depends on; None when nothing at this address may be cached."""
        return self.shared.dependencies(**self.arguments)


class PageCache:
    """A WSGI application that answers cached pages itself and passes all other requests to `application`."""

    def __init__(self, application: Application, elsewhere: PagesElsewhere | None = None) -> None:
        self.application = application
        self.pages = CachedPages()
        self.elsewhere = elsewhere or NothingElsewhere()

    def __call__(self, environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
        request = _page_request(environ)
        if request is None:
            return self.application(environ, start_response)
        state = _state()  # before the dependencies are read: what is committed meanwhile makes another one
        page = None if state is None else self.pages.up_to_date(request.key, state)
        if page is None:
            return self._by_dependencies(request, state, environ, start_response)
        return _answer(page, environ, start_response)

    def _by_dependencies(
        self, request: PageRequest, state: State, environ: Environ, start_response: StartResponse
    ) -> Iterable[bytes]:
        """Answer with the page for the present dependencies, read from the database."""
        try:
            dependencies = request.dependencies()
        except DatabaseAway:
            connection.close()  # the next one may be well; Django says to this visitor what is wrong
            dependencies = None
        if dependencies is None:
            return self.application(environ, start_response)
        page = self.pages.page_of(request.key, dependencies)
        if page is None:
            etag = _etag(request, dependencies)
            if _knows(environ, etag):
                return _unchanged(etag, start_response)
            page = self._made_once(request, dependencies, etag, environ)
            if page is None:
                return self.application(environ, start_response)
        self.pages.found_up_to_date(request.key, page, state)
        return _answer(page, environ, start_response)

    def _made_once(
        self, request: PageRequest, dependencies: Dependencies, etag: str, environ: Environ
    ) -> CachedAnswer | None:
        """Return the page for these dependencies. One request renders it; others in this process wait for it."""
        rendering, is_mine = self.pages.rendering(etag)
        if not is_mine:
            rendering.over.wait(LONGEST_WAIT)
            return rendering.page
        try:
            page = self.pages.page_of(request.key, dependencies)
            if page is None:  # nobody ended it since we looked
                render = partial(self._render, request, dependencies, etag, environ)
                page = self.elsewhere.made_once(request.key, etag, render)
            if page is not None:
                self.pages.store(request.key, page)
            rendering.page = page
            return page
        finally:
            self.pages.end(etag)

    def _render(
        self, request: PageRequest, dependencies: Dependencies, etag: str, environ: Environ
    ) -> CachedAnswer | None:
        """Return the page as Django renders it for no particular visitor; None when it may not be cached."""
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
            log.warning("a page for everybody cannot be cached: %s, %s", request.key.path, status)
            return None
        page_headers = tuple((name, value) for name, value in headers if name.lower() not in ("content-length", "etag"))
        return CachedAnswer.of(dependencies, etag, page_headers, plain)


def _page_request(environ: Environ) -> PageRequest | None:
    """Return the public page that a request asks for; None when Django must answer."""
    if environ["REQUEST_METHOD"] != "GET" or environ.get("SCRIPT_NAME") or not _is_secure(environ):
        return None
    path, host, cookies = environ["PATH_INFO"], environ.get("HTTP_HOST", ""), environ.get("HTTP_COOKIE", "")
    if len(path) >= LONGEST or len(host) >= LONGEST or not _is_our_name(host, tuple(settings.ALLOWED_HOSTS)):
        return None
    place = _place(path) if path.isascii() else None
    if place is None:
        return None
    shared, arguments = place
    try:
        query = shared.query(environ.get("QUERY_STRING", ""))
    except ValueError:
        return None
    # Who is logged in has a menu of his own, and a message is shown to one person once. A fragment has neither.
    is_own = not query.fragment and (settings.SESSION_COOKIE_NAME in cookies or "messages" in cookies)
    if query.typed or is_own:
        return None
    key = CacheKey(path, query.text, _language(cookies, environ.get("HTTP_ACCEPT_LANGUAGE", "")))
    return PageRequest(shared, arguments, key, query.fragment)


def _state() -> State:
    """Return what changes with every commit and every second (some pages depend on the day); None when not known."""
    version = data_version()
    return None if version is None else (version, int(time.time()))


@lru_cache(maxsize=4096)
def _place(path: str) -> tuple[Shared, dict[str, Any]] | None:
    """Return how the page at an address is cached, and its arguments; None when it may not be cached."""
    try:
        match = resolve(path)
    except Resolver404:
        return None
    shared = getattr(match.func, "shared", None)
    if shared is None or getattr(match.func, "audience", None) is not Role.PUBLIC:
        return None
    return shared, match.kwargs


def _language(cookies: str, accepted: str) -> str:
    """Return the language that Django would choose: the cookie’s, else the browser’s first one that the site has."""
    chosen = parse_cookie(cookies).get(settings.LANGUAGE_COOKIE_NAME, "") if cookies else ""
    request = HttpRequest()
    request.COOKIES = {settings.LANGUAGE_COOKIE_NAME: chosen} if chosen else {}
    request.META = {"HTTP_ACCEPT_LANGUAGE": accepted}
    return translation.get_language_from_request(request)


def _is_secure(environ: Environ) -> bool:
    """Return whether a request came over TLS; always true where the site does not require it."""
    if not settings.SECURE_SSL_REDIRECT:
        return True
    header, secure = settings.SECURE_PROXY_SSL_HEADER or ("wsgi.url_scheme", "https")
    return bool(environ.get(header) == secure)


@lru_cache(maxsize=1024)
def _is_our_name(host: str, ours: tuple[str, ...]) -> bool:
    domain, _port = split_domain_port(host)
    return bool(domain) and validate_host(domain, ours)


def _nobody(environ: Environ, request: PageRequest) -> Environ:
    """Return the request of a visitor without cookies, who wants the whole page, uncompressed, in this language."""
    passed_on = {name: value for name, value in environ.items() if name.startswith("wsgi.") or name in OF_THE_SERVER}
    if settings.SECURE_PROXY_SSL_HEADER:
        name, _value = settings.SECURE_PROXY_SSL_HEADER
        passed_on[name] = environ.get(name, "")
    return passed_on | {
        "REQUEST_METHOD": "GET",
        "QUERY_STRING": request.key.query,
        "HTTP_ACCEPT_LANGUAGE": request.key.language,
        "REMOTE_ADDR": environ.get("REMOTE_ADDR", ""),
    }


def _etag(request: PageRequest, dependencies: Dependencies) -> str:
    return digest(**request.key._asdict(), dependencies=dependencies, fragment=request.fragment, reader=())


def _knows(environ: Environ, etag: str) -> bool:
    return etag in environ.get("HTTP_IF_NONE_MATCH", "")


def _unchanged(etag: str, start_response: StartResponse) -> list[bytes]:
    start_response("304 Not Modified", [("ETag", etag), *SENT_WITH_UNCHANGED])
    return []


def _answer(page: CachedAnswer, environ: Environ, start_response: StartResponse) -> list[bytes]:
    """Send a page, or answer 304 when the reader has it already."""
    if _knows(environ, page.etag):
        return _unchanged(page.etag, start_response)
    return _send(page, environ, start_response)


def _send(page: CachedAnswer, environ: Environ, start_response: StartResponse) -> list[bytes]:
    accepted = environ.get("HTTP_ACCEPT_ENCODING", "")
    takes_brotli = "br" in accepted.replace(" ", "").split(",")
    if takes_brotli and (tight := page.tight) is not None:
        start_response("200 OK", page.tight_headers(tight))
        return [tight]
    if "gzip" in accepted:
        start_response("200 OK", page.packed_headers)
        return [page.packed]
    start_response("200 OK", page.plain_headers)
    return [page.plain]

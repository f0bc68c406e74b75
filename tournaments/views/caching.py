"""
Caching of pages that browsers ask for again and again: an unchanged page costs a 304 and no rendering.

The ETag comes from the revisions of the tournaments shown, which are read first. So an ETag can be older than its page
and never newer: at worst a browser fetches a page once more. `tarot_club/page_cache/` stores the pages that are the
same for everybody, under the same dependencies.
"""

import hashlib
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import wraps
from typing import Any
from urllib.parse import parse_qsl, urlencode
from uuid import uuid4

from django.conf import settings
from django.contrib.messages import get_messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils.cache import patch_vary_headers
from django.views.decorators.cache import cache_control
from django.views.decorators.http import condition

from tournaments.kit.languages import current_language
from tournaments.kit.text import whole_number
from tournaments.kit.version import code_version
from tournaments.queries.pages.revisions import Dependencies

FRAGMENT = "fragment"
DEPENDENCIES = "page_dependencies"  # of a request: what its page depends on, read before it
MOST_DIGITS = 4  # of a number in an address: enough for positions, for pages of a list, and for the clubs of a site
MOST_FIELDS = 20
OFTEN, SELDOM = 15, 60  # seconds between two polls of a whole page: while somebody plays, or not


@dataclass(frozen=True)
class Query:
    """The part of a query string that a page reads: `text` in one fixed order, `typed` when it holds free text."""

    text: str
    fragment: bool
    typed: bool


@dataclass(frozen=True)
class Shared:
    """
    How a public page is cached: what it depends on, and which parameters of the address it reads.

    `numbers` have few values (a position, a page of a list), and so have the `codes` of a parameter: each value has its
    cached page. `texts` are what somebody typed: such an answer is never cached. Any other parameter is removed before
    the view sees it.
    """

    dependencies: Callable[..., Dependencies | None]
    numbers: frozenset[str]
    texts: frozenset[str]
    codes: frozenset[tuple[str, str]]  # a parameter, one of its codes

    def query(self, text: str) -> Query:
        """Return the part of a query string that this page reads. Raises ValueError when it has too many fields."""
        fields = {}
        for name, value in parse_qsl(text, keep_blank_values=True, max_num_fields=MOST_FIELDS):
            if name in self.texts:
                fields[name] = value
            elif name in self.numbers and (number := whole_number(value, digits=MOST_DIGITS)) is not None:
                fields[name] = str(number)
            elif (name, value) in self.codes:
                fields[name] = value
            elif name == FRAGMENT:
                fields[name] = ""
        return Query(urlencode(sorted(fields.items())), FRAGMENT in fields, not self.texts.isdisjoint(fields))


def wants_fragment(request: HttpRequest) -> bool:
    """Return True when a poll asks for the live part of a page alone, which is the same for every reader."""
    return FRAGMENT in request.GET


def dependencies_of(request: HttpRequest) -> Dependencies:
    """
    Return what the page depends on, read before the page: the ETags of the page and of its live part come from it.

    A draft, which only organisers see, is never cached: its live part is new at each poll.
    """
    dependencies: Dependencies | None = getattr(request, DEPENDENCIES, None)
    return [(uuid4().hex,)] if dependencies is None else dependencies


def digest(
    *, language: str, path: str, query: str, dependencies: Dependencies, fragment: bool, reader: tuple[object, ...]
) -> str:
    """Return the ETag of a page: a digest of its address, of its dependencies, and of what it shows of its `reader`."""
    values = {(name, value) for name, value in parse_qsl(query, keep_blank_values=True) if name != FRAGMENT}
    parts = (code_version(), language, path, sorted(values), fragment, reader, sorted(map(repr, dependencies)))
    return f'"{hashlib.sha256(repr(parts).encode()).hexdigest()[:24]}"'


def etag_of(request: HttpRequest, dependencies: Dependencies, *, fragment: bool) -> str:
    """
    Return the ETag of a page that depends on these rows: (tournament id, revision, …).

    A whole page also depends on its reader's menu and CSRF token; a fragment does not.
    """
    return digest(
        language=current_language(),
        path=request.path,
        query=request.GET.urlencode(),
        dependencies=dependencies,
        fragment=fragment,
        reader=() if fragment else _reader(request),
    )


@dataclass(frozen=True)
class Live:
    """How a page is kept up to date: the browser fetches its part `name` again every `every` seconds."""

    name: str
    every: int
    address: str
    etag: str
    base: str


def live_part(request: HttpRequest, name: str, every: int) -> Live:
    """Return how this page is kept up to date. The answer to a poll is the live part alone, the same for everybody."""
    query = request.GET.copy()
    query[FRAGMENT] = ""
    return Live(
        name=name,
        every=every,
        address=f"{request.path}?{query.urlencode()}",
        etag=etag_of(request, dependencies_of(request), fragment=True),
        base="live_part.html" if wants_fragment(request) else "live_page.html",
    )


def _reader(request: HttpRequest) -> tuple[object, ...]:
    """Return what a whole page shows of its reader: () for a visitor."""
    user = request.user
    if not user.is_authenticated:
        return ()
    has_office = user.is_staff or not user.player_id or user.appointments.exists()
    return (user.pk, user.player_id, has_office, request.COOKIES.get(settings.CSRF_COOKIE_NAME, ""))


def cached_page(
    dependencies: Callable[..., Dependencies | None],
    *,
    numbers: tuple[str, ...] = (),
    texts: tuple[str, ...] = (),
    codes: Mapping[str, Collection[str]] | None = None,
) -> Callable[[Callable[..., HttpResponse]], Callable[..., HttpResponse]]:
    """
    Decorate a public page: answer 304 to a browser that has it, and let it be cached for everybody. See `Shared`.

    `dependencies(**arguments of the address)` may return None: the page then has no ETag and is never cached.
    """
    pairs = frozenset((name, code) for name, values in (codes or {}).items() for code in values)
    shared = Shared(dependencies, frozenset(numbers), frozenset(texts), pairs)

    def decorate(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        guarded = _unchanged(lambda _request, **kwargs: dependencies(**kwargs))(view)

        @wraps(view)
        def with_known_parameters(request: HttpRequest, **kwargs: Any) -> HttpResponse:
            try:
                query = shared.query(request.META.get("QUERY_STRING", ""))
            except ValueError:
                query = Query("", fragment=False, typed=False)
            request.GET = QueryDict(query.text)
            return guarded(request, **kwargs)

        with_known_parameters.shared = shared  # type: ignore[attr-defined]
        return with_known_parameters

    return decorate


def cached_for_one(
    dependencies: Callable[..., Dependencies],
) -> Callable[[Callable[..., HttpResponse]], Callable[..., HttpResponse]]:
    """Decorate a page for one reader: answer 304 to a browser that has it; no shared cache stores it."""
    return _unchanged(dependencies)


def _unchanged(
    dependencies: Callable[..., Dependencies | None],
) -> Callable[[Callable[..., HttpResponse]], Callable[..., HttpResponse]]:
    """Decorate a view: answer 304 when the request carries the ETag of the page's dependencies."""

    def etag(request: HttpRequest, **kwargs: Any) -> str | None:
        fragment = wants_fragment(request)
        # A page that shows a message once must not be kept; counting the messages does not use them up.
        page_dependencies = dependencies(request, **kwargs)
        setattr(request, DEPENDENCIES, page_dependencies)
        if not fragment and len(get_messages(request)) > 0:
            return None
        return None if page_dependencies is None else etag_of(request, page_dependencies, fragment=fragment)

    def decorate(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        guarded = cache_control(no_cache=True, private=True)(condition(etag_func=etag)(view))

        @wraps(view)
        def varying(request: HttpRequest, **kwargs: Any) -> HttpResponse:
            response = guarded(request, **kwargs)
            if response.status_code not in (200, 304):
                del response["ETag"]  # of the page, which this is not: a wait, a refusal
            patch_vary_headers(response, ("Accept-Language", "Cookie"))  # a cookie holds the language chosen
            return response

        return varying

    return decorate

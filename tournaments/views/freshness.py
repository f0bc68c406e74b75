"""
Pages that are asked for again and again: an unchanged one costs a 304 and no rendering.

The ETag is made before anything is read but the revisions of the tournaments shown, so it can be older than the page
that carries it and never newer: at worst a page is fetched once more.
"""

import hashlib
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

from django.conf import settings
from django.contrib.messages import get_messages
from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language
from django.views.decorators.cache import cache_control
from django.views.decorators.http import condition

from tournaments.models import Tournament
from tournaments.release import code_version

FRAGMENT = "fragment"
TOURNAMENT_FACTS = ("pk", "revision", "club__name")
Facts = Iterable[tuple[object, ...]]


def wants_fragment(request: HttpRequest) -> bool:
    """Whether a poll asks for the live part alone: the same for everyone, it never looks at who asks."""
    return FRAGMENT in request.GET


def etag_of(request: HttpRequest, facts: Facts, *, fragment: bool) -> str:
    """
    Return the ETag of a page that hangs on these facts: (tournament id, revision, …).

    A whole page also carries the menu of whoever is logged in and his token; a fragment does not.
    """
    whose = () if fragment else (request.user.pk, request.COOKIES.get(settings.CSRF_COOKIE_NAME, ""))
    query = sorted((name, value) for name, value in request.GET.items() if name != FRAGMENT)
    parts = (code_version(), get_language(), request.path, query, fragment, whose, sorted(map(repr, facts)))
    return f'"{hashlib.sha256(repr(parts).encode()).hexdigest()[:24]}"'


def kept_fresh(
    facts: Callable[..., Facts | None],
) -> Callable[[Callable[..., HttpResponse]], Callable[..., HttpResponse]]:
    """
    Answer 304 to whoever already has the page. `facts(request, **kwargs)` says what it hangs on.

    None means that there is nothing to hang on, and the view answers by itself.
    """

    def etag(request: HttpRequest, **kwargs: Any) -> str | None:
        fragment = wants_fragment(request)
        # A page that shows a message once must not be kept; asking how many there are does not use them up.
        if not fragment and len(get_messages(request)) > 0:
            return None
        found = facts(request, **kwargs)
        return None if found is None else etag_of(request, found, fragment=fragment)

    def decorate(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        guarded = cache_control(no_cache=True, private=True)(condition(etag_func=etag)(view))
        return wraps(view)(guarded)

    return decorate


def of_tournament(_request: HttpRequest, *, tournament_id: int) -> Facts | None:
    """What the pages of a tournament hang on."""
    return list(Tournament.objects.filter(pk=tournament_id).values_list(*TOURNAMENT_FACTS)) or None

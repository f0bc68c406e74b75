"""
Rate limits: the network address of a request, and the count of requests.

The cache holds the counts: with Redis one count for all processes, otherwise one for each process.
"""

import ipaddress
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from pickle import PickleError
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.crypto import salted_hmac
from django.utils.translation import ngettext

UNKNOWN = "0.0.0.0"  # noqa: S104 - nothing listens here: all clients without an address share it
LONGEST_IN_SECONDS = 90  # what is longer is told in minutes
IPV6_OF_ONE_CLIENT = 64  # bits: whoever has one address of a network has them all


def address_of(request: HttpRequest) -> str:
    """
    Return the client's network address, as locks and rates count it: for IPv6, its network.

    Behind a proxy it is the last entry of `X-Forwarded-For`, which the proxy wrote; the client may invent earlier
    entries, and without a proxy the whole header.
    """
    written = request.META.get("REMOTE_ADDR", "")
    if settings.BEHIND_PROXY:
        written = request.META.get("HTTP_X_FORWARDED_FOR", "").rpartition(",")[2] or written
    try:
        address = ipaddress.ip_address(written.strip())
    except ValueError:
        return UNKNOWN
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return str(ipaddress.ip_network((int(address), IPV6_OF_ONE_CLIENT), strict=False).network_address)
    return str(address)


def addressee_of(email: str) -> str:
    """Return a digest of an e-mail address, to count messages to it; case does not matter."""
    return salted_hmac("rates", email.casefold(), algorithm="sha256").hexdigest()[:32]


def cache_errors() -> tuple[type[Exception], ...]:
    """Return the exceptions of a cache that does not answer, lost a key, or holds another value under its name."""
    from redis.exceptions import RedisError  # late, as in `tarot_club.views`: a hall's laptop runs without Redis

    return RedisError, ValueError, TypeError, EOFError, PickleError


@dataclass(frozen=True)
class RateLimit:
    """At most `most` requests from one address, within `seconds` after its first request."""

    name: str
    most: int
    seconds: int

    def wait(self, whose: str, times: int = 1) -> int | None:
        """Count `times` requests; return None when they are allowed, else how many seconds to wait."""
        now = int(time.time())
        key = f"rate:{self.name}:{whose}"
        try:
            if cache.add(key, 0, timeout=self.seconds):
                cache.set(f"{key}:since", now, timeout=self.seconds)
            count = cache.incr(key, times)
            since = cache.get(f"{key}:since", now) if count > self.most else now
        except cache_errors():  # where nothing can be counted, nobody is turned away
            return None
        return None if count <= self.most else max(1, since + self.seconds - now)

    def count(self, whose: str) -> int:
        """Return how many requests were counted; 0 when the cache does not answer."""
        try:
            return int(cache.get(f"rate:{self.name}:{whose}", 0))
        except cache_errors():
            return 0

    def is_used_up(self, whose: str, times: int = 1) -> bool:
        """Return True when `times` more requests would be too many. Counts nothing."""
        return self.count(whose) + times > self.most

    def left(self, whose: str) -> int:
        """Return how many seconds are left until the count starts again at 0. Counts nothing."""
        now = int(time.time())
        try:
            return max(1, int(cache.get(f"rate:{self.name}:{whose}:since", now)) + self.seconds - now)
        except cache_errors():
            return 1


def too_many_words(wait: int) -> str:
    """Return a sentence that says how long to wait, in seconds or in minutes."""
    minutes = max(1, round(wait / 60))
    if wait < LONGEST_IN_SECONDS:
        return ngettext(
            "Trop de demandes arrivent en ce moment. Attendez %(seconds)s seconde, puis recommencez.",
            "Trop de demandes arrivent en ce moment. Attendez %(seconds)s secondes, puis recommencez.",
            wait,
        ) % {"seconds": wait}
    return ngettext(
        "Trop de demandes arrivent en ce moment. Attendez %(minutes)s minute, puis recommencez.",
        "Trop de demandes arrivent en ce moment. Attendez %(minutes)s minutes, puis recommencez.",
        minutes,
    ) % {"minutes": minutes}


def too_many(request: HttpRequest, wait: int, *, instead: str = "") -> HttpResponse:
    """Return an answer with status 429: a page with the seconds to wait and the hint `instead`, or JSON if asked."""
    sentence = too_many_words(wait)
    response: HttpResponse
    if request.path.startswith("/api/") or request.GET.get("format") == "json":
        response = JsonResponse({"code": "throttled", "message": sentence}, status=429)
    else:
        response = render(request, "429.html", {"sentence": sentence, "instead": instead}, status=429)
    response["Retry-After"] = str(wait)
    return response


def rated(rate: RateLimit) -> Callable[[Callable[..., HttpResponse]], Callable[..., HttpResponse]]:
    """Decorate a public page: one network address may ask for it only as often as `rate` allows."""

    def decorate(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        @wraps(view)
        def counted(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            wait = rate.wait(address_of(request))
            return view(request, *args, **kwargs) if wait is None else too_many(request, wait)

        return counted

    return decorate

"""Cached pages shared by several processes: one process renders a page, the others read it from Redis."""

import gzip
import hashlib
import logging
import time
import uuid
from collections.abc import Callable

from django.core.cache import cache
from django.utils.crypto import salted_hmac

from tarot_club.page_cache.pages import CachedAnswer, CacheKey
from tournaments.kit.throttle import cache_errors

log = logging.getLogger(__name__)

SECONDS_STORED = 600
LONGEST_RENDERING = 20  # seconds; after that the process that renders for all is taken for dead
PAUSE = 0.02  # seconds between two looks at what another process renders


class PagesInRedis:
    """
    The latest page of each key in Redis, and a lock for each page being rendered.

    Keys have a mark of the installation: two sites on one Redis by mistake share no page. Without Redis, each process
    renders for itself.
    """

    def __init__(self) -> None:
        self.mark = salted_hmac("cached pages", "").hexdigest()[:16]

    def made_once(
        self, page_key: CacheKey, etag: str, render: Callable[[], CachedAnswer | None]
    ) -> CachedAnswer | None:
        key = f"page:{self.mark}:{hashlib.sha256(repr(page_key).encode()).hexdigest()[:32]}"
        lock, token = f"{key}:{etag[1:-1]}", uuid.uuid4().hex
        try:
            page = self._fetch_or_lock(key, etag, lock, token)
        except cache_errors() as error:
            log.warning("Redis is away, each process renders its pages itself: %s", error)
            return render()
        if page is not None:
            return page
        page = render()
        try:
            if page is not None:
                cache.set(key, (page.dependencies, page.etag, page.headers, page.packed), SECONDS_STORED)
            if cache.get(lock) == token:
                cache.delete(lock)
        except cache_errors() as error:
            log.warning("Redis is away, a page is cached in one process only: %s", error)
        return page

    def _fetch_or_lock(self, key: str, etag: str, lock: str, token: str) -> CachedAnswer | None:
        """Return the page once another process has rendered it; None when the caller must render it."""
        end = time.monotonic() + LONGEST_RENDERING
        while True:
            stored = cache.get(key)
            if stored is not None and stored[1] == etag:
                dependencies, _etag, headers, packed = stored
                return CachedAnswer(dependencies, etag, headers, gzip.decompress(packed), packed)
            if cache.add(lock, token, LONGEST_RENDERING) or time.monotonic() > end:
                return None
            time.sleep(PAUSE)

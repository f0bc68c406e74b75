"""The public pages cached in this process: the latest page of each key, limited by their bytes."""

import zlib
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from threading import Event, Lock
from typing import NamedTuple, Protocol

import brotli

from tournaments.queries.pages.revisions import Dependencies

MOST_BYTES = 32 * 1024 * 1024
# Of a page of figures: as small as the slowest level within 2 %, in a third of its time.
GZIP_LEVEL, GZIP_MEMORY = 7, 6  # shorter blocks, each with codes of its own: 0.4 kB of 37
BROTLI_QUALITY = 10  # the standings of 1,000: 14 % below gzip, for some 70 ms of processor once a revision
BROTLI_WINDOW = 18  # as 2^18 bytes
_TIGHTENING = Lock()

State = tuple[int, int] | None  # of the database: what every commit changes, and the second; None: not known


class CacheKey(NamedTuple):
    """The key of a public page. Pages are cached, rendered once and shared under it."""

    path: str
    query: str
    language: str


@dataclass(frozen=True)
class CachedAnswer:
    """
    A page ready to be sent.

    `etag` is the digest of its `dependencies`; `plain` and `packed` are its bodies, without compression and with gzip.
    The body in Brotli is made for the first reader who accepts it: browsers accept it over TLS only.
    """

    dependencies: Dependencies
    etag: str
    headers: tuple[tuple[str, str], ...]
    plain: bytes
    packed: bytes

    @classmethod
    def of(
        cls, dependencies: Dependencies, etag: str, headers: tuple[tuple[str, str], ...], plain: bytes
    ) -> "CachedAnswer":
        return cls(dependencies, etag, headers, plain, _gzip(plain))

    @cached_property
    def plain_headers(self) -> list[tuple[str, str]]:
        return [*self.headers, ("Content-Length", str(len(self.plain))), ("ETag", self.etag)]

    @cached_property
    def packed_headers(self) -> list[tuple[str, str]]:
        """Return the headers for gzip. The ETag is weak, as Django's is: the bytes are not those of the plain page."""
        length = ("Content-Length", str(len(self.packed)))
        return [*self.headers, ("Content-Encoding", "gzip"), length, ("ETag", f"W/{self.etag}")]

    @property
    def tight(self) -> bytes | None:
        """Return the page in Brotli; None while another thread compresses one: nobody waits for it."""
        if "_tight" in self.__dict__:
            return self._tight
        if not _TIGHTENING.acquire(blocking=False):
            return None
        try:
            return self._tight
        finally:
            _TIGHTENING.release()

    @cached_property
    def _tight(self) -> bytes:
        return brotli.compress(self.plain, quality=BROTLI_QUALITY, lgwin=BROTLI_WINDOW)

    def tight_headers(self, tight: bytes) -> list[tuple[str, str]]:
        length = ("Content-Length", str(len(tight)))
        return [*self.headers, ("Content-Encoding", "br"), length, ("ETag", f"W/{self.etag}")]

    @property
    def size(self) -> int:
        """Return the most bytes that the page may take; Brotli is smaller than gzip."""
        return len(self.plain) + 2 * len(self.packed)


def _gzip(plain: bytes) -> bytes:
    pack = zlib.compressobj(GZIP_LEVEL, zlib.DEFLATED, 16 + zlib.MAX_WBITS, GZIP_MEMORY, zlib.Z_FILTERED)
    return pack.compress(plain) + pack.flush()


@dataclass
class Rendering:
    """A page being rendered for one reader; others wait until it is `over`. `page` is None when it is not cached."""

    over: Event = field(default_factory=Event)
    page: CachedAnswer | None = None


class Cached(NamedTuple):
    """A page, and the state of the database in which it was last found up to date, None when not known."""

    page: CachedAnswer
    state: State


class CachedPages:
    """The latest page of each key, and the pages being rendered. The page not asked for longest is deleted first."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self.most_bytes = most_bytes
        self.bytes = 0
        self._pages: OrderedDict[CacheKey, Cached] = OrderedDict()
        self._renderings: dict[str, Rendering] = {}
        self._lock = Lock()

    def up_to_date(self, key: CacheKey, state: State) -> CachedAnswer | None:
        """Return the page of a key when it was found up to date in exactly this state of the database."""
        cached = self._get(key)
        return cached.page if cached is not None and cached.state == state else None

    def page_of(self, key: CacheKey, dependencies: Dependencies) -> CachedAnswer | None:
        """Return the page of a key when it was made from exactly these dependencies."""
        cached = self._get(key)
        return cached.page if cached is not None and cached.page.dependencies == dependencies else None

    def _get(self, key: CacheKey) -> Cached | None:
        with self._lock:
            if key in self._pages:
                self._pages.move_to_end(key)
            return self._pages.get(key)

    def found_up_to_date(self, key: CacheKey, page: CachedAnswer, state: State) -> None:
        """Store the state in which this page was found up to date, if its key still has this page."""
        with self._lock:
            if key in self._pages and self._pages[key].page is page:
                self._pages[key] = Cached(page, state)

    def store(self, key: CacheKey, page: CachedAnswer) -> None:
        """Cache a page in place of the earlier one of its key, and delete pages when there is no room."""
        with self._lock:
            before = self._pages.pop(key, None)
            self.bytes -= before.page.size if before is not None else 0
            self._pages[key] = Cached(page, None)
            self.bytes += page.size
            while self.bytes > self.most_bytes:
                _key, oldest = self._pages.popitem(last=False)
                self.bytes -= oldest.page.size

    def rendering(self, etag: str) -> tuple[Rendering, bool]:
        """Return the rendering under this ETag, and whether the caller must render the page."""
        with self._lock:
            if etag in self._renderings:
                return self._renderings[etag], False
            self._renderings[etag] = rendering = Rendering()
            return rendering, True

    def end(self, etag: str) -> None:
        """End a rendering: forget it, and wake the threads that wait for it."""
        with self._lock:
            self._renderings.pop(etag).over.set()


class PagesElsewhere(Protocol):
    """The interface of a cache that several processes share."""

    def made_once(self, key: CacheKey, etag: str, render: Callable[[], CachedAnswer | None]) -> CachedAnswer | None: ...


class NothingElsewhere:
    """No shared cache: the process renders the pages that it does not have."""

    def made_once(self, _key: CacheKey, _etag: str, render: Callable[[], CachedAnswer | None]) -> CachedAnswer | None:
        return render()

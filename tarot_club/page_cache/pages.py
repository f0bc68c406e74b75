"""Where the pages kept for everybody are: in this process, the latest of each address, bounded by their bytes."""

import zlib
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from functools import cached_property
from threading import Event, Lock
from typing import NamedTuple, Protocol

import brotli

from tournaments.queries.pages.revisions import Facts

MOST_BYTES = 32 * 1024 * 1024
# Of a page of figures: as small as the slowest level within 2 %, in a third of its time.
GZIP_LEVEL, GZIP_MEMORY = 7, 6  # shorter blocks, each with codes of its own: 0.4 kB of 37
BROTLI_QUALITY = 10  # the standings of 1,000: 14 % below gzip, for some 70 ms of processor once a revision
BROTLI_WINDOW = 18  # as 2^18 bytes
_TIGHTENING = Lock()


@dataclass(frozen=True)
class Page:
    """
    An answer, ready to be sent.

    `facts` is what it depends on and `etag` their digest; `plain` and `packed` are two of its bodies, as they are
    and gzip. The third, Brotli, is made for the first reader who accepts it: browsers do so over TLS only.
    """

    facts: Facts
    etag: str
    headers: tuple[tuple[str, str], ...]
    plain: bytes
    packed: bytes

    @classmethod
    def of(cls, facts: Facts, etag: str, headers: tuple[tuple[str, str], ...], plain: bytes) -> "Page":
        return cls(facts, etag, headers, plain, _gzip(plain))

    @cached_property
    def plain_headers(self) -> list[tuple[str, str]]:
        return [*self.headers, ("Content-Length", str(len(self.plain))), ("ETag", self.etag)]

    @cached_property
    def packed_headers(self) -> list[tuple[str, str]]:
        """The bytes are not those of the plain page: the tag is a weak one, as Django's own compression makes it."""
        length = ("Content-Length", str(len(self.packed)))
        return [*self.headers, ("Content-Encoding", "gzip"), length, ("ETag", f"W/{self.etag}")]

    @property
    def tight(self) -> bytes:
        """The page in Brotli, made by one reader while the others wait."""
        with _TIGHTENING:
            return self._tight

    @cached_property
    def _tight(self) -> bytes:
        return brotli.compress(self.plain, quality=BROTLI_QUALITY, lgwin=BROTLI_WINDOW)

    @property
    def tight_headers(self) -> list[tuple[str, str]]:
        length = ("Content-Length", str(len(self.tight)))
        return [*self.headers, ("Content-Encoding", "br"), length, ("ETag", f"W/{self.etag}")]

    @property
    def size(self) -> int:
        """The bytes it takes at most: in Brotli it is smaller than in gzip."""
        return len(self.plain) + 2 * len(self.packed)


def _gzip(plain: bytes) -> bytes:
    pack = zlib.compressobj(GZIP_LEVEL, zlib.DEFLATED, 16 + zlib.MAX_WBITS, GZIP_MEMORY, zlib.Z_FILTERED)
    return pack.compress(plain) + pack.flush()


@dataclass
class Rendering:
    """A page being rendered: one reader renders it, the others wait until it is `over`. No page: it cannot be kept."""

    over: Event = field(default_factory=Event)
    page: Page | None = None


class Known(NamedTuple):
    """The pages that were found to be up to date in one state of the database, by address."""

    state: Hashable
    pages: dict[Hashable, Page]


class KeptPages:
    """The latest page of each address, the least lately asked for thrown away first; and those being rendered."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self.most_bytes = most_bytes
        self.bytes = 0
        self._pages: OrderedDict[Hashable, Page] = OrderedDict()
        self._renderings: dict[str, Rendering] = {}
        self._known = Known(None, {})
        self._lock = Lock()

    def get(self, slot: Hashable) -> Page | None:
        page = self._pages.get(slot)
        if page is not None:
            try:
                self._pages.move_to_end(slot)
            except KeyError:  # thrown away between the two lines
                return page
        return page

    def up_to_date(self, slot: Hashable, state: Hashable) -> Page | None:
        """Return the page of an address that was found to be up to date in this very state."""
        known = self._known  # another thread may put a later one in its place
        return known.pages.get(slot) if known.state == state else None

    def found_up_to_date(self, slot: Hashable, page: Page, state: Hashable) -> None:
        """Remember that a page was up to date when its facts were read, which was after this state was."""
        if self._known.state != state:
            self._known = Known(state, {})
        known = self._known
        if known.state == state:
            known.pages[slot] = page

    def keep(self, slot: Hashable, page: Page) -> None:
        """Keep a page in place of what its address had, and throw away what there is no more room for."""
        with self._lock:
            before = self._pages.pop(slot, None)
            self.bytes -= before.size if before is not None else 0
            self._pages[slot] = page
            self.bytes += page.size
            while self.bytes > self.most_bytes:
                _slot, oldest = self._pages.popitem(last=False)
                self.bytes -= oldest.size

    def rendering(self, etag: str) -> tuple[Rendering, bool]:
        """Return the page being rendered under this ETag, and whether it is for the caller to render."""
        with self._lock:
            if etag in self._renderings:
                return self._renderings[etag], False
            self._renderings[etag] = rendering = Rendering()
            return rendering, True

    def end(self, etag: str) -> None:
        """Wake those who wait for a page being rendered."""
        with self._lock:
            self._renderings.pop(etag).over.set()


class PagesElsewhere(Protocol):
    """Where processes share their pages."""

    def made_once(self, slot: Hashable, etag: str, render: Callable[[], Page | None]) -> Page | None: ...


class NothingElsewhere:
    """One process alone: it renders what it does not have."""

    def made_once(self, _slot: Hashable, _etag: str, render: Callable[[], Page | None]) -> Page | None:
        return render()

"""Many readers at once, each a connection that stays open, in one thread: what they wait for is the server's time."""

import asyncio
import random
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from urllib.parse import urlsplit

LONGEST_ANSWER = 30  # seconds


@dataclass(frozen=True)
class Read:
    """One answer: its status and ETag, when it was asked for and when it was there (`time.perf_counter`)."""

    status: int
    etag: str
    began: float
    ended: float

    @property
    def seconds(self) -> float:
        return self.ended - self.began


@dataclass
class Reader:
    """Somebody who reads one address of this machine again and again, as a browser does."""

    address: str
    etag: str = ""
    reads: list[Read] = field(default_factory=list)

    def __post_init__(self) -> None:
        if urlsplit(self.address).hostname != "127.0.0.1":
            raise ValueError(self.address)
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def read(self, *, knows: bool) -> Read:
        """Ask once; `knows` says whether the reader sends the tag of what he has, as a poll does."""
        async with asyncio.timeout(LONGEST_ANSWER):
            answer = await self._ask(self.etag if knows else "")
        self.reads.append(answer)
        self.etag = answer.etag or self.etag
        return answer

    async def close(self) -> None:
        if self._streams is not None:
            self._streams[1].close()

    async def _ask(self, etag: str) -> Read:
        place = urlsplit(self.address)
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", place.port)
        lines, sent = self._streams
        known = f"If-None-Match: {etag}\r\n" if etag else ""
        began = time.perf_counter()
        target = f"{place.path}?{place.query}".rstrip("?")
        sent.write(f"GET {target} HTTP/1.1\r\nHost: {place.netloc}\r\nAccept-Encoding: gzip\r\n{known}\r\n".encode())
        head = (await lines.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in head[1:])}
        await lines.readexactly(int(headers.get("content-length", 0)))
        return Read(int(head[0].split()[1]), headers.get("etag", ""), began, time.perf_counter())


async def together(readers: Sequence[Reader]) -> list[Read]:
    """Have all of them read in the same instant, whole pages."""
    return list(await asyncio.gather(*(reader.read(knows=False) for reader in readers)))


async def polling(readers: Sequence[Reader], *, every: float, seconds: float) -> None:
    """Have each of them poll every so many seconds from a moment of his own, for so long."""
    chance = random.Random(1)  # noqa: S311 - moments to be repeated, not a secret
    end = time.perf_counter() + seconds

    async def poll(reader: Reader, first: float) -> None:
        await asyncio.sleep(first)
        while time.perf_counter() < end:
            asked_at = time.perf_counter()
            await reader.read(knows=True)
            await asyncio.sleep(max(0.0, asked_at + every - time.perf_counter()))
        await reader.close()

    await asyncio.gather(*(poll(reader, chance.random() * every) for reader in readers))


async def writing(enter: Callable[[], Awaitable[None]], *, donnes: int, seconds: float) -> None:
    """Have so many donnes entered, each at a moment of its own in so many seconds."""
    chance = random.Random(2)  # noqa: S311 - moments to be repeated, not a secret
    began = time.perf_counter()
    entered = []
    for moment in sorted(chance.random() * seconds for _donne in range(donnes)):
        await asyncio.sleep(max(0.0, began + moment - time.perf_counter()))
        entered.append(asyncio.ensure_future(enter()))
    await asyncio.gather(*entered)


def stale(reads: Sequence[Read], donnes: Sequence[tuple[float, float]]) -> int:
    """
    Count the answers of one reader that were older than a donne: « unchanged » after one that he cannot have seen.

    Of a donne: when it was sent, and when it was acknowledged.
    """
    count, seen = 0, 0.0
    for read in reads:
        if read.status == 304:
            count += any(seen < sent and acknowledged < read.began for sent, acknowledged in donnes)
        else:
            seen = read.ended
    return count


def p99(figures: Sequence[float]) -> float:
    return sorted(figures)[int(len(figures) * 0.99)]

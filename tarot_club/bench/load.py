"""Readers who ask one page of this machine again and again: `wrk` where it is installed, else threads of our own."""

import http.client
import re
import shutil
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlsplit

TOOL = shutil.which("wrk")


def answers_per_second(address: str, *, connections: int, seconds: float, headers: dict[str, str]) -> float:
    """Return how many answers a second so many readers get who all ask at once. Raises RuntimeError on a refusal."""
    if urlsplit(address).hostname != "127.0.0.1":
        raise ValueError(address)
    if TOOL is None:
        return _by_threads(address, connections, seconds, headers)
    sent = [part for name, value in headers.items() for part in ("-H", f"{name}: {value}")]
    lasting = f"{max(1, round(seconds))}s"
    command = [TOOL, "-c", str(connections), "-t", "2", "-d", lasting, "--timeout", "30s", *sent, address]
    printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout  # noqa: S603 - no shell
    if "Non-2xx" in printed:
        raise RuntimeError(printed)
    found = re.search(r"Requests/sec:\s+([\d.]+)", printed)
    assert found is not None, printed
    return float(found[1])


def _by_threads(address: str, connections: int, seconds: float, headers: dict[str, str]) -> float:
    place = urlsplit(address)
    end = time.monotonic() + seconds

    def read(_number: int) -> int:
        connection = http.client.HTTPConnection("127.0.0.1", place.port, timeout=30)
        count = 0
        while time.monotonic() < end:
            connection.request("GET", f"{place.path}?{place.query}".rstrip("?"), headers=headers)
            answer = connection.getresponse()
            answer.read()
            if answer.status >= 400:
                raise RuntimeError(f"{address}: {answer.status}")
            count += 1
        connection.close()
        return count

    with ThreadPoolExecutor(connections) as readers:
        return sum(readers.map(read, range(connections))) / seconds

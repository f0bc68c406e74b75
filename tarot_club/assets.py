"""
The site's own files, hashed, compressed and cached for ever without a build step.

`{% static "x/y.css" %}` gives `x/y.<digest>.css`; the middleware answers that address from memory. A page of an older
version asks for a digest that is no more: it gets today's file, which its browser must not keep.
"""

import gzip
import hashlib
import re
from functools import lru_cache
from pathlib import Path
from typing import Any
from wsgiref.headers import Headers

from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import StaticFilesStorage
from django.http import HttpRequest, HttpResponse
from whitenoise.middleware import WhiteNoiseMiddleware

HASHED = re.compile(r"(?P<stem>/[^?]*)\.(?P<digest>[0-9a-f]{12})(?P<suffix>\.\w+)")
FOR_EVER = "max-age=31536000, public, immutable"
COMPRESSED = frozenset({".css", ".js", ".svg", ".json", ".txt", ".html", ".xml"})
MOST_FILES = 1024  # with the admin's there are some 200


class HashedAssets(StaticFilesStorage):
    """Gives each file that a package ships an address that changes with its bytes."""

    def url(self, name: str | None) -> str:
        path = _path_of(name) if name else None
        if name is None or path is None:
            return super().url(name)
        stem, dot, suffix = name.rpartition(".")
        return super().url(f"{stem}.{_read(path, path.stat().st_mtime_ns)[0]}{dot}{suffix}")


class Assets(WhiteNoiseMiddleware):
    """WhiteNoise, which also knows each of its files by its digest."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        self.paths: dict[str, Path] = {}
        super().__init__(*arguments, **named)

    def add_file_to_dictionary(self, url: str, path: str, stat_cache: Any = None) -> None:
        self.paths[url] = Path(path)
        super().add_file_to_dictionary(url, path, stat_cache=stat_cache)

    def __call__(self, request: HttpRequest) -> HttpResponse:
        hashed = HASHED.fullmatch(request.path_info) if request.method in ("GET", "HEAD") else None
        if hashed is None or request.path_info in self.files:  # collected: its digest stands in the manifest
            return super().__call__(request)
        path = self.paths.get(hashed["stem"] + hashed["suffix"])
        if path is None:
            return self.get_response(request)
        digest, plain, packed = _read(path, path.stat().st_mtime_ns)
        headers = Headers([])
        self.add_mime_headers(headers, str(path), request.path_info)
        response = HttpResponse(headers=dict(headers))
        response["Cache-Control"] = FOR_EVER if digest == hashed["digest"] else "no-cache"
        response["Vary"] = "Accept-Encoding"
        body = plain
        if packed and "gzip" in request.META.get("HTTP_ACCEPT_ENCODING", ""):
            response["Content-Encoding"] = "gzip"
            body = packed
        response["Content-Length"] = str(len(body))
        response.content = body if request.method == "GET" else b""
        return response


@lru_cache(maxsize=MOST_FILES)
def _path_of(name: str) -> Path | None:
    file = finders.find(name)
    return Path(file) if file else None


@lru_cache(maxsize=MOST_FILES)
def _read(path: Path, _changed: int) -> tuple[str, bytes, bytes]:
    """Return the digest of a file, its bytes, and the same compressed (nothing where that gains nothing)."""
    plain = path.read_bytes()
    packed = gzip.compress(plain, 9, mtime=0) if path.suffix in COMPRESSED else b""
    return hashlib.sha256(plain).hexdigest()[:12], plain, packed if len(packed) < len(plain) else b""

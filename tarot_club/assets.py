"""
The site's own files: made small, hashed, compressed and cached for ever, without a build step.

`{% static "x/y.css" %}` gives `x/y.<digest>.css`; the middleware answers that address from memory. A page of an older
version asks for an old digest: it gets today's file, which its browser must not cache. Our style sheets and scripts are
sent without comments and indentation, unless `DEBUG` is on; files of packages are sent as they are.
"""

import gzip
import hashlib
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any
from wsgiref.headers import Headers

import brotli
import rcssmin
import rjsmin
from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import StaticFilesStorage
from django.core.files.base import ContentFile, File
from django.http import HttpRequest, HttpResponse
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.storage import CompressedManifestStaticFilesStorage

HASHED = re.compile(r"(?P<stem>/[^?]*)\.(?P<digest>[0-9a-f]{12})(?P<suffix>\.\w+)")
FOR_EVER = "max-age=31536000, public, immutable"
COMPRESSED = frozenset({".css", ".js", ".svg", ".json", ".txt", ".html", ".xml"})
MOST_FILES = 1024  # with the admin's there are some 200
LARGE = 500_000  # bytes: the best compression of Swagger UI would take four seconds of the first reader's time
OURS = "tarot_club"  # the folder of our own files, under that of all
MINIFIED: dict[str, Callable[[str], str]] = {".css": rcssmin.cssmin, ".js": rjsmin.jsmin}


class HashedAssets(StaticFilesStorage):
    """Gives each file of a package an address that changes with its bytes."""

    def url(self, name: str | None) -> str:
        path = _path_of(name) if name else None
        if name is None or path is None:
            return super().url(name)
        stem, dot, suffix = name.rpartition(".")
        return super().url(f"{stem}.{_read(path, path.stat().st_mtime_ns).digest}{dot}{suffix}")


class CollectedAssets(CompressedManifestStaticFilesStorage):
    """Collects the files for a site that serves them from one folder: ours are made small before they are hashed."""

    def _save(self, name: str, content: File) -> str:
        return super()._save(name, ContentFile(minified(Path(name), b"".join(content.chunks()))))


class Assets(WhiteNoiseMiddleware):
    """WhiteNoise that also finds each file by its digest."""

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
        asset = _read(path, path.stat().st_mtime_ns)
        headers = Headers([])
        self.add_mime_headers(headers, str(path), request.path_info)
        response = HttpResponse(headers=dict(headers))
        response["Cache-Control"] = FOR_EVER if asset.digest == hashed["digest"] else "no-cache"
        response["Vary"] = "Accept-Encoding"
        body, encoding = asset.body_for(request.META.get("HTTP_ACCEPT_ENCODING", ""))
        if encoding:
            response["Content-Encoding"] = encoding
        response["Content-Length"] = str(len(body))
        response.content = body if request.method == "GET" else b""
        return response


@dataclass(frozen=True)
class Asset:
    """One file as it is sent, under its digest. It is compressed for the first browser that accepts that encoding."""

    digest: str
    plain: bytes
    is_text: bool

    @cached_property
    def packed(self) -> bytes:
        return gzip.compress(self.plain, 9, mtime=0)

    @cached_property
    def tight(self) -> bytes:
        return brotli.compress(self.plain, quality=9 if len(self.plain) > LARGE else 11)

    def body_for(self, accepted: str) -> tuple[bytes, str]:
        """Return the smallest body that a browser accepts, and the encoding of that body."""
        if self.is_text and "br" in accepted.replace(" ", "").split(","):
            return self.tight, "br"
        if self.is_text and "gzip" in accepted:
            return self.packed, "gzip"
        return self.plain, ""


def minified(path: Path, content: bytes) -> bytes:
    """Return a file's bytes; a style sheet or script of ours without comments and indentation."""
    minify = MINIFIED.get(path.suffix) if path.parent.name == OURS and not settings.DEBUG else None
    return minify(content.decode()).encode() if minify else content


@lru_cache(maxsize=MOST_FILES)
def _path_of(name: str) -> Path | None:
    file = finders.find(name)
    return Path(file) if file else None


@lru_cache(maxsize=MOST_FILES)
def _read(path: Path, _changed: int) -> Asset:
    plain = minified(path, path.read_bytes())
    return Asset(hashlib.sha256(plain).hexdigest()[:12], plain, path.suffix in COMPRESSED)

"""The version of the program: pages cached by an older version are stale."""

import hashlib
from functools import cache

from django.conf import settings

VERSION = "0.1.0"


@cache
def code_version() -> str:
    """Return a digest of the program's pages, texts and code: a new version makes every cached page stale."""
    digest = hashlib.sha256()
    for folder in ("templates", "tournaments", "scoring", "tarot_club"):
        for path in sorted((settings.BASE_DIR / folder).rglob("*")):
            if path.suffix in (".html", ".py", ".md", ".css", ".js", ".mo"):
                digest.update(path.read_bytes())
    return digest.hexdigest()

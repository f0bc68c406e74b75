"""Which version of the program this is: pages kept by an older one are stale."""

import hashlib
from functools import cache

from django.conf import settings

VERSION = "0.1.0"


@cache
def code_version() -> str:
    """Return a digest of the program's own pages, prose and code: a new version makes every kept page stale."""
    digest = hashlib.sha256()
    for folder in ("templates", "tournaments", "scoring", "tarot_club"):
        for path in sorted((settings.BASE_DIR / folder).rglob("*")):
            if path.suffix in (".html", ".py", ".md", ".css", ".js", ".mo"):
                digest.update(path.read_bytes())
    return digest.hexdigest()

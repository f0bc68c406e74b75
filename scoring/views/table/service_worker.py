"""The service worker: the script that lets the page of a table reload without network, where browsers allow it."""

import hashlib
from pathlib import Path

from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse
from django.templatetags.static import static
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from tournaments.permissions import public

# The files that the pages of a table use: when one of these changes, phones discard what they cached.
SCRIPTS, SHEETS = (
    ("worker.js", "queue.js", "table.js", "entry.js", "live.js", "answers.js"),
    ("theme.css", "lists.css", "office.css"),
)
MADE_OF = [f"tarot_club/{name}" for name in SCRIPTS + SHEETS]


@require_safe
@public
@cache_control(no_cache=True)
def worker(_request: HttpRequest) -> HttpResponse:
    """Serve the script below the addresses of the tables: a browser lets it control only these."""
    version = hashlib.sha256(" ".join(map(static, MADE_OF)).encode()).hexdigest()[:12]
    path = finders.find(MADE_OF[0])
    assert path is not None  # a file of ours
    script = f'const VERSION = "{version}";\n{Path(path).read_text("utf-8")}'
    return HttpResponse(script, content_type="text/javascript; charset=utf-8")

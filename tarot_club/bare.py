"""A WSGI application that always sends the same bytes: what `manage.py bench public` holds our pages against."""

import json
import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

BODY = Path(os.environ["TAROT_CLUB_BARE_BODY"]).read_bytes()
HEADERS = [(str(name), str(value)) for name, value in json.loads(os.environ["TAROT_CLUB_BARE_HEADERS"])]


def application(_environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    start_response("200 OK", HEADERS)
    return [BODY]

"""A page that nobody has asked for yet, measured in a process of its own: `public` runs it on the data it serves."""

import json
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO, StringIO
from threading import Barrier
from typing import Any

from django.core.wsgi import get_wsgi_application
from django.db import connection, connections
from django.test.utils import CaptureQueriesContext

from tarot_club.collector import freeze_loaded
from tarot_club.page_cache.before_django import PageCache
from tournaments.models import Tournament
from tournaments.services.locks import raise_revision


def tell(path: str, *, times: int, readers: int) -> None:
    """Print as JSON: seconds of CPU of each cold page, its statements, how often one is rendered."""
    site = Site(path)
    freeze_loaded()  # as wsgi.py does it: else each eighth page waits for a full collection, which no reader does
    tournament = Tournament.objects.get()
    site.read()
    cpu = []
    for _time in range(times):
        raise_revision(tournament)
        began = time.process_time()
        site.read()
        cpu.append(time.process_time() - began)
    raise_revision(tournament)
    with CaptureQueriesContext(connection) as queries:
        site.read()
    statements, before = len(queries), site.rendered
    for _time in range(3):
        raise_revision(tournament)
        site.read_together(readers)
    figures = {"cpu": cpu, "statements": statements, "renderings": (site.rendered - before) / 3}
    sys.stdout.write(f"{json.dumps(figures)}\n")


class Site:
    """The site as the server has it, with a count of the pages that Django renders."""

    def __init__(self, path: str) -> None:
        self.path, self.rendered, self.django = path, 0, get_wsgi_application()
        self.cache = PageCache(self._rendering)

    def read(self) -> bytes:
        environ = {
            "REQUEST_METHOD": "GET",
            "PATH_INFO": self.path,
            "QUERY_STRING": "",
            "SERVER_NAME": "localhost",
            "SERVER_PORT": "80",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "REMOTE_ADDR": "127.0.0.1",
            "HTTP_HOST": "localhost",
            "HTTP_ACCEPT_LANGUAGE": "fr",
            "HTTP_ACCEPT_ENCODING": "gzip",
            "wsgi.url_scheme": "http",
            "wsgi.input": BytesIO(),
            "wsgi.errors": StringIO(),
        }
        return b"".join(self.cache(environ, lambda *_answer: None))

    def read_together(self, readers: int) -> None:
        together = Barrier(readers)

        def reader(_number: int) -> None:
            together.wait()
            try:
                self.read()
            finally:
                connections.close_all()

        with ThreadPoolExecutor(readers) as crowd:
            list(crowd.map(reader, range(readers)))

    def _rendering(self, environ: dict[str, Any], start_response: Any) -> Any:
        self.rendered += 1
        return self.django(environ, start_response)

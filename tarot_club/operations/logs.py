"""
The log: a line a request with LOG_LEVEL=INFO, each line with the number of its request, and never an address.

Addresses hold the codes of tables and the links of players, so a line names the page. A database's message about a
refused row is left out too: it quotes names.
"""

import logging
import re
import time
from collections.abc import Callable

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest, HttpResponse
from pythonjsonlogger.json import JsonFormatter

logger = logging.getLogger("tarot_club.requests")
QUOTED = re.compile(r"^DETAIL:.*$", flags=re.MULTILINE)  # PostgreSQL's « Key (email)=(…) already exists »


class TerminalLine(logging.Formatter):
    """Formats a line to be read in a terminal."""

    def formatException(self, ei: "logging._SysExcInfoType") -> str:  # noqa: N802 - its name
        return QUOTED.sub("DETAIL: …", super().formatException(ei))


class JsonLine(JsonFormatter):
    """Formats a line to be read by programs: a JSON object."""

    def formatException(self, ei: "logging._SysExcInfoType") -> str:  # noqa: N802
        return TerminalLine.formatException(TerminalLine(), ei)


class NoAddress(logging.Filter):
    """Replaces the address by the name of the page in Django's messages about a request."""

    def filter(self, record: logging.LogRecord) -> bool:
        request = getattr(record, "request", None)
        if isinstance(request, HttpRequest):
            record.args = tuple(page_of(request) if value == request.path else value for value in record.args or ())
            delattr(record, "request")  # it would be written whole
        return True


class RequestLog:
    """Middleware that records how each request ended, when the log or the figures need it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        if not (logger.isEnabledFor(logging.INFO) or settings.METRICS_TOKEN):
            raise MiddlewareNotUsed
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        began = time.monotonic()
        response = self.get_response(request)
        seconds = time.monotonic() - began
        page, status = page_of(request), response.status_code
        facts = {"method": request.method, "page": page, "status": status, "ms": round(seconds * 1000)}
        logger.info("%s %s %d, %d ms", *facts.values(), extra=facts)
        if settings.METRICS_TOKEN:
            from tarot_club.operations.metrics import REQUESTS  # where figures are asked for only

            REQUESTS.labels(page, status).observe(seconds)
        return response


def page_of(request: HttpRequest) -> str:
    """Return the name of the requested page, « - » for an unknown address."""
    return (request.resolver_match and request.resolver_match.view_name) or "-"

"""
The time zone of a request: the site's, until a guard finds the club that the request is about (`on_clock_of`).

A document is printed in its club's time zone. Today and the time come from `timezone.localdate` and `localtime`.
"""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils import timezone


class SiteClock:
    """Middleware: a request begins in the site's time zone. A club's time zone, set by a guard, ends with it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with timezone.override(None):
            return self.get_response(request)

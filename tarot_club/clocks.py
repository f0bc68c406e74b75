"""
On whose clock a request is answered: the site's until a guard has found the club that it is about (`on_clock_of`).

A document is printed on its club's. What is today or what time it is comes from `timezone.localdate` and `localtime`.
"""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils import timezone


class SiteClock:
    """Begin each request on the clock of the site; what a guard says of a club (`on_clock_of`) ends with it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with timezone.override(None):
            return self.get_response(request)

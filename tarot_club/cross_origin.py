"""What scripts of other sites may read: the API's public answers, and nothing behind a cookie or a token."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

from tournaments.permissions import Role

API = "/api/"
READING = ("GET", "HEAD", "OPTIONS")
ASKS_FIRST = "HTTP_ACCESS_CONTROL_REQUEST_METHOD"  # of a browser that asks whether it may ask
SECONDS_KNOWN = 86_400


class CrossOrigin:
    """
    Middleware: any origin may read the public addresses under `/api/` by GET, without credentials.

    When any origin may read an answer, a browser never gives a script the answer to a request with cookies. A token in
    a header is not among the allowed headers.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not request.path_info.startswith(API):
            return self.get_response(request)
        if request.method == "OPTIONS" and ASKS_FIRST in request.META:
            return _preflight(request)
        response = self.get_response(request)
        if request.method in READING and _is_public(request):
            response["Access-Control-Allow-Origin"] = "*"
            response["Access-Control-Expose-Headers"] = "ETag, Retry-After"
        return response


def _preflight(request: HttpRequest) -> HttpResponse:
    """Answer a preflight request: reading is allowed, whatever is at the address; writing is not."""
    response = HttpResponse(status=204)
    patch_vary_headers(response, ("Access-Control-Request-Method", "Access-Control-Request-Headers"))
    if request.META[ASKS_FIRST] in READING:
        response["Access-Control-Allow-Origin"] = "*"
        response["Access-Control-Allow-Methods"] = ", ".join(READING)
        response["Access-Control-Allow-Headers"] = "Accept, Accept-Language, If-None-Match"
        response["Access-Control-Max-Age"] = str(SECONDS_KNOWN)
    return response


def _is_public(request: HttpRequest) -> bool:
    place = request.resolver_match
    return place is not None and getattr(place.func, "audience", None) is Role.PUBLIC

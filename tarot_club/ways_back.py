"""Where to go when somebody opens a POST-only address as a page."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import Resolver404, resolve

API = "/api/"  # programs are told 405


class WaysBack:
    """
    Middleware that redirects a GET of a POST-only address to the page above it, in place of a blank 405.

    People come there by the address bar, by a reload after an error, or after their session ended. `Allow` still lists
    the methods of the address.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if response.status_code != 405 or request.method not in ("GET", "HEAD") or request.path.startswith(API):
            return response
        way = HttpResponseRedirect(page_above(request.path))
        way["Allow"] = response["Allow"]
        return way


def page_above(path: str) -> str:
    """Return the nearest existing address above this one; at last the front page."""
    while path != "/":
        path = path.rstrip("/").rpartition("/")[0] + "/"
        try:
            resolve(path)
        except Resolver404:
            continue
        return path
    return "/"

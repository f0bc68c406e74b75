"""Pages of a league of hundreds of people, and the search for a name in all of them."""

from collections.abc import Sequence
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from tournaments.queries.people.names import LONGEST
from tournaments.queries.standings.league_pages import LINES, MOST_FOUND, Row, lines_named
from tournaments.views.caching import wants_fragment

NAME = "nom"  # of an address; a public page names it among its `texts`


def league_page(request: HttpRequest, rows: Sequence[Row], kept: str = "") -> dict[str, Any]:
    """
    Return the page of a league that the address asks for, and the lines with a name that matches the search.

    `kept`: the other parameters of the address, for the links to the other pages: « categorie=dames& ».
    """
    typed = request.GET.get(NAME, "").strip()[:LONGEST]
    return {
        "page": Paginator(rows, LINES).get_page(request.GET.get("page")),
        "kept": kept,
        "typed": typed,
        "found": lines_named(rows, typed),
        "most_found": MOST_FOUND,
    }


def his_page(request: HttpRequest, context: dict[str, Any]) -> HttpResponse | None:
    """Redirect to the line of the player when the search finds exactly one; else return None."""
    if len(context["found"]) != 1 or wants_fragment(request):
        return None
    (found,) = context["found"]
    return redirect(f"{request.path}?{context['kept']}page={found.page}#n{found.line.player_id}")

"""The règlement as it is applied here, for everyone: a door to `scoring.rulebook`."""

from functools import cache

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from scoring.marque import FFT_2012
from scoring.rulebook import Rulebook, found
from scoring.rulebook import rulebook as rulebook_in
from tournaments.permissions import public
from tournaments.views.freshness import Facts, kept_fresh

LONGEST = 100  # of what is looked for: nobody types more


def _of_edition(_request: HttpRequest) -> Facts:
    """What the page hangs on: the edition; a new release of the program changes the ETag by itself."""
    return [(FFT_2012.edition,)]


@require_safe
@public
@kept_fresh(_of_edition)
def rulebook(request: HttpRequest) -> HttpResponse:
    """The articles, or those that hold the words looked for."""
    book = _official(get_language() or "fr")
    asked = request.GET.get("q", "").strip()[:LONGEST]
    return render(request, "scoring/rulebook.html", {"book": book, "asked": asked, "found": found(book, asked)})


@cache
def _official(language: str) -> Rulebook:
    """Return the rulebook of the current edition, made once by each process."""
    return rulebook_in(language, FFT_2012)

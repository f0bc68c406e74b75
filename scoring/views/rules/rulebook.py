"""The public pages of the règlement as this site applies it: they show `scoring.rulebook`."""

from functools import lru_cache

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from scoring.marque import FFT_2012, Bareme, departures
from scoring.models import ClubBareme
from scoring.queries.rules.bareme_words import phrases
from scoring.queries.rules.baremes import bareme_of, composed
from scoring.rulebook import Rulebook, matching
from scoring.rulebook import rulebook as rulebook_in
from tournaments.kit.languages import current_language
from tournaments.models import Club
from tournaments.permissions import Action, MemberRequest, public, requires, shown_tournament
from tournaments.queries.pages.revisions import Dependencies, of_tournament
from tournaments.views.caching import cached_page

LONGEST = 100  # characters of a search


def _of_edition() -> Dependencies:
    """Return what the page depends on: the edition. A new release of the program changes the ETag by itself."""
    return [(FFT_2012.edition,)]


@require_safe
@public
@cached_page(_of_edition, texts=("q",))
def rulebook(request: HttpRequest) -> HttpResponse:
    """Show the articles, or those that contain the words of a search."""
    return _page(request, FFT_2012)


@require_safe
@public
@cached_page(of_tournament, texts=("q",))
def tournament_rulebook(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Show everybody the articles as the barème of a tournament applies them."""
    tournament = shown_tournament(request, tournament_id)
    back = reverse("bareme", kwargs={"tournament_id": tournament.pk})
    return _page(request, bareme_of(tournament), label=tournament.bareme_label, back=back)


@require_safe
@requires(Action.MANAGE_CLUB)
def club_rulebook(request: MemberRequest, *, club: Club, bareme_id: int) -> HttpResponse:
    """Show the articles as a club's barème applies them, before anybody plays by it."""
    bareme = get_object_or_404(ClubBareme, club=club, pk=bareme_id)
    back = reverse("club_bareme", kwargs={"club_id": club.pk, "bareme_id": bareme.pk})
    return _page(request, composed(bareme), label=str(bareme), back=back)


def _page(request: HttpRequest, bareme: Bareme, *, label: str = "", back: str = "") -> HttpResponse:
    book = _in_words(current_language(), bareme)
    search = request.GET.get("q", "").strip()[:LONGEST]
    context = {
        "book": book,
        "asked": search,
        "found": matching(book, search),
        "departures": phrases(departures(bareme), language=current_language()),
        "label": label,
        "back": back,
    }
    return render(request, "scoring/rulebook.html", context)


@lru_cache(maxsize=64)
def _in_words(language: str, bareme: Bareme) -> Rulebook:
    """Return the rulebook by a barème. Each process makes it once; it takes some hundred kilobytes."""
    return rulebook_in(language, bareme)

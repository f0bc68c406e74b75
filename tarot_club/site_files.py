"""What browsers and search engines ask for at the root of every site."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.templatetags.static import static
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from tournaments.permissions import public

# Behind these a visitor finds a login form.
FOR_PEOPLE_ALONE = ("admin", "api", "arbitrage", "comptes", "moi", "organisation")


@public
@require_safe
@cache_control(max_age=86_400, public=True)
def favicon(_request: HttpRequest) -> HttpResponse:
    """Lead the browsers that look here first to the icon."""
    return redirect(static("tarot_club/icon.svg"))


@public
@require_safe
@cache_control(max_age=86_400, public=True)
def robots(_request: HttpRequest) -> HttpResponse:
    """Say what is of no use to a search engine."""
    lines = ["User-agent: *", *(f"Disallow: /{folder}/" for folder in FOR_PEOPLE_ALONE)]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")

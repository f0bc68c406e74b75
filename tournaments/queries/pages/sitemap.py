"""The addresses that everybody may read, for search engines: clubs, seasons and tournaments, and when they changed."""

from collections.abc import Iterator
from datetime import date

from django.urls import reverse

from tournaments.models import Club, Season, Tournament, is_shown

MOST_TOURNAMENTS = 10_000  # the latest: each has two addresses, and a sitemap takes fifty thousand


def public_paths() -> Iterator[tuple[str, date | None]]:
    """Yield (path, date of the last change or None): three queries."""
    for name in ("home", "rulebook", "calculator", "count_pile", "api_docs"):
        yield reverse(name), None
    for slug in Club.objects.values_list("slug", flat=True):
        yield reverse("club", kwargs={"slug": slug}), None
    for pk in Season.objects.order_by("-pk").values_list("pk", flat=True):
        yield reverse("season", kwargs={"season_id": pk}), None
    tournaments = Tournament.objects.filter(is_shown()).values_list("pk", "changed_at")
    for pk, changed_at in tournaments[:MOST_TOURNAMENTS]:
        for name in ("tournament", "standings"):
            yield reverse(name, kwargs={"tournament_id": pk}), changed_at.date()

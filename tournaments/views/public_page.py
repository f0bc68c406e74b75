"""Addresses that phones reach, shown on screens as a QR code: the page of a tournament, of an entry, of a player."""

from django.http import HttpRequest
from django.urls import reverse

from tournaments.documents.public_page import PublicPage
from tournaments.models import Tournament
from tournaments.queries.pages.addresses import public_address


def public_page_of(tournament: Tournament, request: HttpRequest | None = None) -> PublicPage | None:
    """
    Return the public page of a tournament; None while it is not public, or when phones cannot reach this site.

    `request` gives the address that the reader typed; a page that is cached for everybody passes None.
    """
    if not tournament.is_public:
        return None
    typed = request.build_absolute_uri("/") if request else ""
    address = public_address(reverse("tournament", args=[tournament.pk]), typed)
    return PublicPage(address) if address else None


def entry_page_of(code: str, request: HttpRequest) -> PublicPage | None:
    """Return the page that the code of an entry from home opens; None when phones cannot reach this site."""
    address = public_address(reverse("entry", args=[code]), request.build_absolute_uri("/"))
    return PublicPage(address) if address else None


def own_page_of(code: str, request: HttpRequest) -> PublicPage | None:
    """Return the page that the code of a personal link opens; None when phones cannot reach this site."""
    address = public_address(reverse("open_link", args=[code]), request.build_absolute_uri("/"))
    return PublicPage(address) if address else None

"""The public page that a paper is about, as a QR code and as an address to type."""

from dataclasses import dataclass
from functools import cached_property

import segno
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from tournaments.models import Job

PIXELS = 8  # of a module's side


@dataclass(frozen=True)
class PublicPage:
    """
    An address that phones reach.

    `shown` is the address for people: without the scheme where browsers do not need it, and without the last slash.
    """

    address: str

    @property
    def shown(self) -> str:
        return self.address.removeprefix("http://").removeprefix("https://").rstrip("/")

    @cached_property
    def qr(self) -> SafeString:
        """Return the QR code as an image, without a white margin: the paper has one."""
        return qr_image(self.address)


def public_page(job: Job) -> PublicPage | None:
    """Return the page of the tournament or the league of a job; None when phones cannot reach this site."""
    if job.tournament is not None:
        path = reverse("tournament", args=[job.tournament.pk])
    else:
        league = job.wanted.get("league")
        path = reverse("league", args=[league]) if league else reverse("season", args=[job.of_season.pk])
    return page_of(job, path)


def page_of(job: Job, path: str) -> PublicPage | None:
    """Return the page of a path at the site where a job was asked; None when phones cannot reach that site."""
    site = job.wanted.get("site")
    return PublicPage(site + path) if site else None


def qr_image(address: str) -> SafeString:
    """
    Return a QR code as an inline image, with the best error correction at its smallest size.

    It is a PNG: as SVG the codes took a seventh of the time of a page of cards. A screen reader reads the address.
    """
    qr_code = segno.make_qr(address, error="L", boost_error=True)
    return format_html(
        '<img class="qr" src="{}" alt="{}">',
        qr_code.png_data_uri(scale=PIXELS, border=0),
        _("Code QR : %(address)s") % {"address": address},
    )

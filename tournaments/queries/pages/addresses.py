"""
The public address of the site: where a QR code on a paper or a screen leads.

An organiser at the laptop that serves reads `http://localhost:8000/`, which no other device can open.
"""

import contextlib
import ipaddress
import socket
from collections.abc import Iterator
from datetime import date
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port
from django.urls import reverse

from tournaments.models import Club, Committee, League, Season, Tournament, is_shown
from tournaments.models.seasons import MAIN

ANYWHERE = ("0.0.0.0", "::")  # noqa: S104 - the host of a server that listens to the whole network


def public_address(path: str, request_url: str = "") -> str:
    """Return the public address of a path, for phones; "" if no other device can reach this site."""
    site = public_site(request_url)
    return site + path if site else ""


def public_site(request_url: str = "") -> str:
    """
    Return the address of the site for phones, without a last slash; "" if it is unknown.

    The setting PUBLIC_ADDRESS decides; else the address of the request (`request_url`), if it is ours and works on
    other machines; else the first name in the settings; else this machine's address on the hall's network, if
    `manage.py serve` listens there.
    """
    if settings.PUBLIC_ADDRESS:
        return known_site()
    typed = urlsplit(request_url)
    if not _is_this_machine_only(typed.hostname or "localhost") and _is_ours(typed.hostname or ""):
        return f"{typed.scheme}://{typed.netloc}"
    if site := known_site():
        return site
    if settings.SERVED_AT is None:
        return ""
    host, port = settings.SERVED_AT
    return next((f"{_scheme()}://{_url_host(address)}:{port}" for address in network_addresses(host)), "")


def site_asked(request: HttpRequest) -> str:
    """
    Return the address of the site for the sender of a request, without a last slash.

    `manage.py serve` accepts every host name: a hall's network may give it any. A name that is not ours is never
    repeated.
    """
    if _is_ours(split_domain_port(request.get_host())[0].strip("[]")):
        return f"{request.scheme}://{request.get_host()}"
    return public_site() or f"{request.scheme}://localhost"


def known_site() -> str:
    """Return the address of the site by its settings, without a last slash; "" without one: a laptop has no name."""
    if settings.PUBLIC_ADDRESS:
        return str(settings.PUBLIC_ADDRESS).rstrip("/")
    for name in settings.ALLOWED_HOSTS:
        if not name.startswith((".", "*")) and not _is_this_machine_only(name.strip("[]")):
            return f"{_scheme()}://{name}"
    return ""


def sends_mail() -> bool:
    """Return whether this site sends e-mails: a mail server is set, and a link in them leads here from anywhere."""
    return bool(settings.SENDS_MAIL and known_site())


def network_addresses(host: str) -> list[str]:
    """Return this machine's addresses at which phones on the hall's network reach a server that listens on `host`."""
    if host not in ANYWHERE:
        return [] if _is_this_machine_only(host) else [host]
    addresses: list[str] = []
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as route:
        route.connect(("192.0.2.1", 9))  # sends nothing: it only asks which of our addresses would be used
        addresses.append(route.getsockname()[0])
    with contextlib.suppress(OSError):
        addresses += [str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    return [address for address in dict.fromkeys(addresses) if not _is_this_machine_only(address)]


def _is_ours(host: str) -> bool:
    """Return whether a host that Django accepted is the site's or this machine's own name or address."""
    if "*" not in settings.ALLOWED_HOSTS or _is_this_machine_only(host):
        return True
    ours = socket.gethostname().lower()
    if host in (ours, f"{ours.partition('.')[0]}.local"):
        return True
    try:
        family = socket.AF_INET6 if ipaddress.ip_address(host).version == 6 else socket.AF_INET
        with socket.socket(family) as probe:
            probe.bind((host, 0))  # takes a free port for a moment: the system allows it at its own addresses alone
    except (ValueError, OSError):
        return False
    return True


def _is_this_machine_only(host: str) -> bool:
    """Return whether a host name means this machine itself: localhost, 127.0.0.1, ::1."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def _scheme() -> str:
    return "https" if settings.HTTPS else "http"


def _url_host(host: str) -> str:
    return f"[{host}]" if ":" in host else host


MOST_TOURNAMENTS = 10_000  # the latest: each has two addresses, and a sitemap takes fifty thousand


def public_paths() -> Iterator[tuple[str, date | None]]:
    """Yield (path, date of the last change or None): four queries."""
    for name in ("home", "calendar", "rulebook", "calculator", "count_pile", "api_docs"):
        yield reverse(name), None
    for slug in Club.objects.values_list("slug", flat=True):
        yield reverse("club", kwargs={"slug": slug}), None
    for slug in Committee.objects.values_list("slug", flat=True):
        yield reverse("committee", kwargs={"committee_slug": slug}), None
    for pk in Season.objects.order_by("-pk").values_list("pk", flat=True):
        yield reverse("season", kwargs={"season_id": pk}), None
    for pk in League.objects.exclude(number=MAIN).order_by("-pk").values_list("pk", flat=True):
        yield reverse("league", kwargs={"league_id": pk}), None
    tournaments = Tournament.objects.filter(is_shown()).values_list("pk", "changed_at")
    for pk, changed_at in tournaments[:MOST_TOURNAMENTS]:
        for name in ("tournament", "standings"):
            yield reverse(name, kwargs={"tournament_id": pk}), changed_at.date()

"""
Under which address people outside this machine reach the site: what a QR code on a paper or a screen leads to.

The organiser sits at the laptop that serves and reads `http://localhost:8000/`, which nobody else can open.
"""

import contextlib
import ipaddress
import socket
from urllib.parse import urlsplit

from django.conf import settings

ANYWHERE = ("0.0.0.0", "::")  # noqa: S104 - what a server is told that listens to the whole network
LONGEST_SITE = 200


def public_address(path: str, asked_at: str = "") -> str:
    """Return the address of a path for people's phones, or nothing where nobody else reaches this site."""
    site = public_site(asked_at)
    return site + path if site else ""


def public_site(asked_at: str = "") -> str:
    """
    Return the site as phones reach it, without a last slash, or nothing when no address is known.

    The setting PUBLIC_ADDRESS decides; else the address that was typed to come here (`asked_at`, of the request, whose
    host Django has checked), unless it only works on this machine; else the first of the site's names; else this
    machine's address on the network of the hall, when `manage.py serve` listens there.
    """
    if settings.PUBLIC_ADDRESS:
        return known_site()
    typed = urlsplit(asked_at)
    if typed.hostname and not _is_here_alone(typed.hostname) and len(asked_at) <= LONGEST_SITE:
        return f"{typed.scheme}://{typed.netloc}"
    if known := known_site():
        return known
    if settings.SERVED_AT is None:
        return ""
    host, port = settings.SERVED_AT
    return next((f"http://{_in_an_address(found)}:{port}" for found in network_addresses(host)), "")


def known_site() -> str:
    """Return the site as its settings name it, without a last slash, or nothing: a hall's laptop has no name."""
    if settings.PUBLIC_ADDRESS:
        return str(settings.PUBLIC_ADDRESS).rstrip("/")
    for name in settings.ALLOWED_HOSTS:
        if not name.startswith((".", "*")) and not _is_here_alone(name.strip("[]")):
            return f"{'https' if settings.HTTPS else 'http'}://{name}"
    return ""


def network_addresses(host: str) -> list[str]:
    """Return the addresses under which phones on the hall's network reach a server that listens on `host`."""
    if host not in ANYWHERE:
        return [] if _is_here_alone(host) else [host]
    found: list[str] = []
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as route:
        route.connect(("192.0.2.1", 9))  # sends nothing: it only asks which of our addresses would be used
        found.append(route.getsockname()[0])
    with contextlib.suppress(OSError):
        found += [str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    return [address for address in dict.fromkeys(found) if not _is_here_alone(address)]


def _is_here_alone(host: str) -> bool:
    """Return whether only this machine understands a host by that name: localhost, 127.0.0.1, ::1."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def _in_an_address(host: str) -> str:
    return f"[{host}]" if ":" in host else host

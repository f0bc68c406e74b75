"""Cookies of a browser: a phone's key, a personal link, the entries made in it, the logins used in it."""

import uuid
from datetime import date, timedelta
from typing import Any

from django.conf import settings
from django.core.signing import BadSignature
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

# A phone keeps its key for the season: it is what makes it the same phone at the next table.
KEY, KEY_AGE = "telephone", timedelta(days=180)
LINK = "joueur"
ENTRIES, MOST_ENTRIES = "inscriptions", 10
LOGINS, MOST_LOGINS = "appareil", 5
COOKIE_OPTIONS: dict[str, Any] = {"secure": settings.SESSION_COOKIE_SECURE, "httponly": True, "samesite": "Lax"}


def key_kept(request: HttpRequest) -> uuid.UUID | None:
    """Return the key of a phone that has sent something from a table; None for another browser."""
    try:
        return uuid.UUID(request.get_signed_cookie(KEY, default="", salt=KEY))
    except (BadSignature, ValueError):
        return None


def remember_key(response: HttpResponse, key: uuid.UUID) -> None:
    response.set_signed_cookie(KEY, str(key), salt=KEY, max_age=KEY_AGE, **COOKIE_OPTIONS)


def entries_kept(request: HttpRequest) -> list[str]:
    """Return the codes of the entries made in this browser, not checked, the last one first."""
    return [code for code in str(request.COOKIES.get(ENTRIES, "")).split(".") if code][:MOST_ENTRIES]


def remember_entry(response: HttpResponse, request: HttpRequest, code: str) -> None:
    """Store the code of an entry (the code is signed) in the browser that made it; only the last ones are kept."""
    codes = dict.fromkeys([code, *entries_kept(request)])
    response.set_cookie(ENTRIES, ".".join(list(codes)[:MOST_ENTRIES]), max_age=KEY_AGE, **COOKIE_OPTIONS)


def known_as(request: HttpRequest, name: str) -> str:
    """Return the digest of a login name that was used in this browser, else "". Only this site can make the digest."""
    digest = _digest(name)
    return digest if any(constant_time_compare(kept, digest) for kept in _logins_kept(request)) else ""


def remember_login(response: HttpResponse, request: HttpRequest, name: str) -> None:
    """Store in the browser the digest of a login name that was used in it; only the last ones are kept."""
    digests = dict.fromkeys([_digest(name), *_logins_kept(request)])
    response.set_cookie(LOGINS, ".".join(list(digests)[:MOST_LOGINS]), max_age=KEY_AGE, **COOKIE_OPTIONS)


def _logins_kept(request: HttpRequest) -> list[str]:
    return [digest for digest in str(request.COOKIES.get(LOGINS, "")).split(".") if digest][:MOST_LOGINS]


def _digest(name: str) -> str:
    return salted_hmac(LOGINS, name.casefold(), algorithm="sha256").hexdigest()[:32]


def link_kept(request: HttpRequest) -> str:
    """Return the code of the link that the phone stores, not checked; "" when it stores none."""
    return str(request.COOKIES.get(LINK, ""))


def remember_link(response: HttpResponse, code: str, last_day: date) -> None:
    """Store the code of a link (the code is signed) in the phone, until the last day on which the link opens."""
    response.set_cookie(LINK, code, max_age=last_day - timezone.localdate() + timedelta(days=1), **COOKIE_OPTIONS)


def forget_link(response: HttpResponse) -> None:
    response.delete_cookie(LINK, samesite="Lax")

"""What a browser keeps: a phone's key, the personal link that it opened, what it entered, who logged in there."""

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
    """Return the key of a phone that has sent something from a table, None of any other."""
    try:
        return uuid.UUID(request.get_signed_cookie(KEY, default="", salt=KEY))
    except (BadSignature, ValueError):
        return None


def remember_key(response: HttpResponse, key: uuid.UUID) -> None:
    response.set_signed_cookie(KEY, str(key), salt=KEY, max_age=KEY_AGE, **COOKIE_OPTIONS)


def entries_kept(request: HttpRequest) -> list[str]:
    """Return the codes of the entries made from a browser, not checked, the last first."""
    return [code for code in str(request.COOKIES.get(ENTRIES, "")).split(".") if code][:MOST_ENTRIES]


def remember_entry(response: HttpResponse, request: HttpRequest, code: str) -> None:
    """Have a browser keep the code of an entry made in it, which is signed itself, among the last ones."""
    codes = dict.fromkeys([code, *entries_kept(request)])
    response.set_cookie(ENTRIES, ".".join(list(codes)[:MOST_ENTRIES]), max_age=KEY_AGE, **COOKIE_OPTIONS)


def known_as(request: HttpRequest, name: str) -> str:
    """Return the digest of a name that logged in in this browser before, which this site alone can make; else empty."""
    digest = _digest(name)
    return digest if any(constant_time_compare(kept, digest) for kept in _logins_kept(request)) else ""


def remember_login(response: HttpResponse, request: HttpRequest, name: str) -> None:
    """Have a browser keep that somebody logged in there under this name, among the last ones."""
    digests = dict.fromkeys([_digest(name), *_logins_kept(request)])
    response.set_cookie(LOGINS, ".".join(list(digests)[:MOST_LOGINS]), max_age=KEY_AGE, **COOKIE_OPTIONS)


def _logins_kept(request: HttpRequest) -> list[str]:
    return [digest for digest in str(request.COOKIES.get(LOGINS, "")).split(".") if digest][:MOST_LOGINS]


def _digest(name: str) -> str:
    return salted_hmac(LOGINS, name.casefold(), algorithm="sha256").hexdigest()[:32]


def link_kept(request: HttpRequest) -> str:
    """Return the code of the personal link that a phone keeps, not checked; empty when it keeps none."""
    return str(request.COOKIES.get(LINK, ""))


def remember_link(response: HttpResponse, code: str, last_day: date) -> None:
    """Have a phone keep the code of a personal link, which is signed itself, for as long as it opens."""
    response.set_cookie(LINK, code, max_age=last_day - timezone.localdate() + timedelta(days=1), **COOKIE_OPTIONS)


def forget_link(response: HttpResponse) -> None:
    response.delete_cookie(LINK, samesite="Lax")

"""
The answer when a request cannot be served: a full disk, no database, or a bug.

The page reads neither the database nor the session nor the account: one of them may have failed. What was typed is
shown again, to be sent by one button.
"""

import errno
import shutil
import sqlite3
import sys
import time
from collections.abc import Iterator

from django.conf import settings
from django.core.exceptions import SuspiciousOperation
from django.core.files.uploadhandler import StopUpload
from django.db import InterfaceError, InternalError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.multipartparser import MultiPartParserError
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django_guid import get_guid

LEAST_FREE = 2 * 1024 * 1024  # bytes of disk below which SQLite's own messages no longer say what is wrong
SECONDS_FULL = 60  # how long `/sante/` reports a refused write
POSTGRES_FULL = "53100"
POSTGRES_AWAY = ("08", "53", "57P")  # no connection, no room for one more, shut down
# What SQLite says of a file that it cannot reach or use; « no such table » is none of them and stays a fault of ours.
SQLITE_AWAY = {
    sqlite3.SQLITE_BUSY, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_PROTOCOL, sqlite3.SQLITE_LOCKED,
}  # fmt: skip


class _Full:
    """When this process last could not write because the disk was full."""

    since: float | None = None


def failed(request: HttpRequest) -> HttpResponse:
    """Answer an exception that nothing caught. Django calls it while the exception is being handled."""
    error = sys.exc_info()[1]
    if is_full(error):
        _Full.since = time.monotonic()
        sentence = _("Le disque de l’ordinateur qui fait tourner Tarot Club est plein : rien n’a été enregistré.")
        remedy = _("Prévenez l’organisateur : il faut libérer de la place. Ensuite, envoyez de nouveau.")
        return failure_page(request, 507, _("Le disque est plein"), sentence, remedy, code="disk_full")
    if is_away(error):
        sentence = _("La base de données ne répond pas : rien n’a été enregistré.")
        remedy = _("Attendez quelques secondes, puis envoyez de nouveau. Si cela dure, prévenez l’organisateur.")
        response = failure_page(
            request, 503, _("La base de données ne répond pas"), sentence, remedy, code="database_away"
        )
        response["Retry-After"] = "5"
        return response
    sentence = _("Rien n’a été enregistré à moitié. Revenez à la page précédente et recommencez.")
    remedy = _("Si cela se reproduit, prévenez l’organisateur, et donnez-lui ce numéro : %(number)s") % {
        "number": get_guid() or "-"
    }
    return failure_page(request, 500, _("Le programme s’est trompé"), sentence, remedy, code="error", resend=False)


def is_full(error: BaseException | None) -> bool:
    """Return whether an exception or its cause is a full disk."""
    return any(map(_is_full, _causes(error)))


def is_away(error: BaseException | None) -> bool:
    """Return whether an exception or its cause is a database that cannot be reached or used."""
    return any(map(_is_away, _causes(error)))


def was_full_lately() -> bool:
    """Return whether the disk has no room for writing, as far as this process knows."""
    if _Full.since is not None and time.monotonic() - _Full.since < SECONDS_FULL:
        return True
    return _no_room()


def failure_page(
    request: HttpRequest, status: int, title: str, *sentences: str, code: str = "refused", resend: bool = True
) -> HttpResponse:
    """Return a page with these sentences, JSON for a program; with what was typed, when it can be sent again."""
    if request.path.startswith("/api/"):
        return JsonResponse({"code": code, "message": " ".join(sentences)}, status=status)
    typed, is_whole = _typed(request) if resend and status >= 500 else ([], False)
    context = {
        "title": title,
        "sentences": sentences,
        "typed": typed,
        "action": request.get_full_path(),
        "again": resend and status >= 500 and request.method in ("GET", "HEAD"),
        "is_kept": is_whole,
        "asks_back": request.method == "POST" and not is_whole,
    }
    return HttpResponse(render_to_string("failure.html", context), status=status)


def _typed(request: HttpRequest) -> tuple[list[tuple[str, str]], bool]:
    """Return what a form sent, and whether that is everything: passwords and files are not sent back."""
    if request.method != "POST":
        return [], False
    try:
        sent = [(name, value) for name, values in request.POST.lists() for value in values]
        files = bool(request.FILES)
    except (OSError, SuspiciousOperation, MultiPartParserError, StopUpload):  # not even that can be read
        return [], False
    if files or any("password" in name for name, _value in sent):
        return [], False
    return sent, bool(sent)


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    seen = 0
    while error is not None and seen < 20:
        yield error
        error, seen = error.__cause__ or error.__context__, seen + 1


def _is_full(error: BaseException) -> bool:
    if isinstance(error, OSError):
        return error.errno in (errno.ENOSPC, errno.EDQUOT)
    code = getattr(error, "sqlite_errorcode", None)
    if code is not None:
        primary = code & 0xFF
        return primary == sqlite3.SQLITE_FULL or (primary in SQLITE_AWAY and _no_room())
    return getattr(error, "sqlstate", None) == POSTGRES_FULL


def _is_away(error: BaseException) -> bool:
    code = getattr(error, "sqlite_errorcode", None)
    if code is not None:
        return code & 0xFF in SQLITE_AWAY
    if isinstance(error, InterfaceError):  # the connection was closed under us
        return True
    # Behind PgBouncer a connection may end between two answers: psycopg meets one too many, and gives it no state.
    if not isinstance(error, OperationalError | InternalError) or isinstance(error.__cause__, sqlite3.Error):
        return False
    state = getattr(error.__cause__, "sqlstate", None)
    return state is None or state.startswith(POSTGRES_AWAY)


def _no_room() -> bool:
    try:
        return shutil.disk_usage(settings.DATA_DIR).free < LEAST_FREE
    except OSError:
        return False

"""
Lists, and the files of events, that wait in the session, which is in the database, between being read and being
imported: nothing is uploaded twice, and any web process may answer the second step.

Each has a key in the address of its preview: two imports at once keep their lists apart, and « back » shows a page.
"""

import uuid
from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest
from django.urls import reverse

from tournaments.models import Club
from tournaments.views.answers import SeeOther

LISTS = "lists"  # the key in the session
KEY = "liste"  # in an address
MOST = 3  # of one person; the oldest gives way

Waiting = dict[str, Any]


def keep_list(request: HttpRequest, kind: str, club: Club, **values: Any) -> str:
    """Store a list that was read, with what it needs to be read again, and return its key."""
    key = str(uuid.uuid4())
    lists = {**request.session.get(LISTS, {}), key: values | {"kind": kind, "club": club.pk, "key": key}}
    request.session[LISTS] = dict(list(lists.items())[-MOST:])
    return key


def waiting_list(request: HttpRequest, kind: str, club: Club) -> Waiting | None:
    """Return the list that the address names, else the one read last; None when it was imported or gave way."""
    asked = request.GET.get(KEY)
    lists = request.session.get(LISTS, {}).values()
    found = [one for one in lists if (one["kind"], one["club"]) == (kind, club.pk) and asked in (None, one["key"])]
    return found[-1] if found else None


def change_list(request: HttpRequest, waiting: Waiting, values: Mapping[str, Any]) -> Waiting:
    """Store what changed about a list that waits, and return it."""
    lists = request.session[LISTS]
    lists[waiting["key"]] = {**waiting, **values}
    request.session[LISTS] = lists
    return dict(lists[waiting["key"]])


def drop_list(request: HttpRequest, waiting: Waiting) -> None:
    """Forget a list: it is imported, or abandoned."""
    request.session[LISTS] = {key: one for key, one in request.session[LISTS].items() if key != waiting["key"]}


def drop_lists(request: HttpRequest, kind: str, club: Club) -> None:
    """Forget all that waits of one kind."""
    while (waiting := waiting_list(request, kind, club)) is not None:
        drop_list(request, waiting)


def at_list(page: str, club: Club, key: str) -> SeeOther:
    """Lead to the preview of a list."""
    return SeeOther(reverse(page, kwargs={"club_id": club.pk}, query={KEY: key}))

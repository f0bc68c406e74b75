"""
Files that were read and are not imported yet, stored in the session: a user uploads a file once, and any web process
may answer the second step.

The address of a preview has the key of its file: two imports at the same time keep their files apart.
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
    """Store a file that was read, with what is needed to read it again, and return its key."""
    key = str(uuid.uuid4())
    lists = {**request.session.get(LISTS, {}), key: values | {"kind": kind, "club": club.pk, "key": key}}
    request.session[LISTS] = dict(list(lists.items())[-MOST:])
    return key


def waiting_list(request: HttpRequest, kind: str, club: Club) -> Waiting | None:
    """Return the stored file that the address names, else the last one of this kind and club; None when it is gone."""
    asked = request.GET.get(KEY)
    lists = request.session.get(LISTS, {}).values()
    found = [one for one in lists if (one["kind"], one["club"]) == (kind, club.pk) and asked in (None, one["key"])]
    return found[-1] if found else None


def change_list(request: HttpRequest, waiting: Waiting, values: Mapping[str, Any]) -> Waiting:
    """Store changed values of a stored file, and return it whole."""
    lists = request.session[LISTS]
    lists[waiting["key"]] = {**waiting, **values}
    request.session[LISTS] = lists
    return dict(lists[waiting["key"]])


def drop_list(request: HttpRequest, waiting: Waiting) -> None:
    """Remove a stored file: it was imported or abandoned."""
    request.session[LISTS] = {key: one for key, one in request.session[LISTS].items() if key != waiting["key"]}


def drop_lists(request: HttpRequest, kind: str, club: Club) -> None:
    """Remove all stored files of one kind and club."""
    while (waiting := waiting_list(request, kind, club)) is not None:
        drop_list(request, waiting)


def at_list(page: str, club: Club, key: str) -> SeeOther:
    """Redirect to the preview of a stored file."""
    return SeeOther(reverse(page, kwargs={"club_id": club.pk}, query={KEY: key}))

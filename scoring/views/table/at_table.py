"""The guard of pages that a table opens by its code, and the answers to their scripts."""

import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.cache import patch_cache_control

from scoring.models import Phone
from scoring.queries.table.table_access import ShutTable, TableAccess, access_of, is_kept, opened_by_phone, reads_names
from scoring.services.sheets.phones import come_in, look_in, phone_of
from tournaments.kit.throttle import address_of
from tournaments.permissions import HtmxRequest, Role
from tournaments.queries.privacy.public_texts import unnamed_hidden
from tournaments.refusals import Refusal
from tournaments.views.answers import refusals_told
from tournaments.views.phones import key_kept, link_kept, remember_key

NOT_THERE, GONE = 404, 410


class TableRequest(HtmxRequest):
    """The request of a view behind `@at_table`: what the code opens, and the phone. A type for annotations only."""

    access: TableAccess
    phone: Phone
    names_all: bool  # whether it shows everybody's name, and free text


def at_table(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """
    Open a view to anybody who has the code of a table, the `token` in its address. No cache keeps the page.

    The view gets `request.access`, whose table exists, and `request.phone`. A code that opens nothing is answered here,
    with the sentence that says why. The view must check whether the table still writes (`access.reads_only`); the
    service refuses it under its lock.
    """

    @wraps(view)
    def guarded(request: TableRequest, *, token: str, **kwargs: Any) -> HttpResponse:
        access, key, now = access_of(token), key_kept(request) or uuid.uuid4(), timezone.now()
        if access.shut is None and is_kept(access.of_table):
            access = opened_by_phone(access, phone_of(key=key, table=access.of_table))
        if access.shut is not None:
            status = NOT_THERE if access.shut is ShutTable.FORGED else GONE
            response = render(request, "scoring/table/shut.html", {"access": access}, status=status)
        else:
            request.access = access
            sends, link = request.method == "POST", link_kept(request)
            request.phone = (
                come_in(table=access.of_table, key=key, at=now, link=link, address=address_of(request))
                if sends
                else look_in(table=access.of_table, key=key, at=now, link=link)
            )
            request.names_all = reads_names(request.phone, access.of_table, at=now)
            with timezone.override(access.tournament.club.zone):
                response = view(request, **kwargs)
            if sends:
                remember_key(response, request.phone.key)
        patch_cache_control(response, private=True, no_store=True)
        response["X-Robots-Tag"] = "noindex, nofollow"
        return response

    guarded.audience = Role.AT_TABLE  # type: ignore[attr-defined]
    return guarded


@contextmanager
def refusals_told_at(request: TableRequest) -> Iterator[None]:
    """Do as `refusals_told`, without names that this phone may not read."""
    with refusals_told(request):
        try:
            yield
        except Refusal as refusal:
            if request.names_all:
                raise
            hidden = unnamed_hidden([request.access.tournament.club_id])
            raise Refusal(hidden(str(refusal)), code=refusal.code) from refusal

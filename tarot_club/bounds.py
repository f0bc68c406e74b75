"""What is refused before anything is read: addresses and bodies beyond all use, and too many passwords tried."""

import threading
from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from tarot_club.failures import failure_page
from tournaments.kit.text import whole_number
from tournaments.kit.throttle import Rate, address_of, too_many
from tournaments.permissions import Action, Role

LONGEST_QUERY = 8 * 1024  # letters: the longest address there is, a record that is replayed, takes six thousand
# Bytes, by whom a page is for: a donne or a login, a spreadsheet, whatever the administrator's forms hold.
MOST_FROM_ANYBODY, MOST_FROM_A_ROLE, MOST_ELSEWHERE = 256 * 1024, 12 * 1024 * 1024, 1024 * 1024

# Each try is hashed, which takes a processor half a second. Sixty phones of one hall come from one address within
# minutes, some of them twice; a machine that guesses does not stop there.
PASSWORDS = (Rate("passwords", 90, 60), Rate("passwords-at-length", 240, 600))
SECONDS_FOR_A_TURN = 5
TURN = "tarot_club.password_turn"  # in a request's META: whether it holds the turn
PASSWORD_PAGES = {"account_login", "admin:login", "account_reauthenticate", "account_change_password"}


class PasswordTurn:
    """
    One password is hashed at a time in a process, and one more waits: the other threads serve those who read.

    The rate by address does not keep many addresses together from taking every thread.
    """

    hashing, waiting = threading.Lock(), threading.Lock()

    @classmethod
    def take(cls) -> bool:
        """Return whether it is this request's turn; whoever took it leaves it."""
        if cls.hashing.acquire(blocking=False):
            return True
        if not cls.waiting.acquire(blocking=False):
            return False
        try:
            return cls.hashing.acquire(timeout=SECONDS_FOR_A_TURN)
        finally:
            cls.waiting.release()

    @classmethod
    def leave(cls) -> None:
        cls.hashing.release()


class Bounds:
    """Middleware that answers before the session, the database or a form are asked."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        try:
            return self.get_response(request)
        finally:
            if request.META.get(TURN):
                PasswordTurn.leave()

    def process_view(
        self, request: HttpRequest, view: Callable[..., HttpResponse], _args: Any, _kwargs: Any
    ) -> HttpResponse | None:
        if len(request.META.get("QUERY_STRING", "")) > LONGEST_QUERY:
            return failure_page(
                request, 414, _("Adresse trop longue"), _("Cette adresse est trop longue : rien n’a été lu.")
            )
        if _sent(request) > _most(view):
            sentence = _("Ce qui est envoyé est trop gros pour cette page : rien n’a été lu ni enregistré.")
            return failure_page(request, 413, _("Trop gros"), sentence)
        place = request.resolver_match
        if request.method == "POST" and place is not None and place.view_name in PASSWORD_PAGES:
            waits = [wait for rate in PASSWORDS if (wait := rate.wait(address_of(request))) is not None]
            if waits:
                return too_many(request, max(waits))
            request.META[TURN] = PasswordTurn.take()
            if not request.META[TURN]:
                return too_many(request, SECONDS_FOR_A_TURN)
        return None


def _sent(request: HttpRequest) -> int:
    """Return how many bytes come with a request; Django reads no more than it says here."""
    return whole_number(request.META.get("CONTENT_LENGTH") or "", digits=4_000) or 0


def _most(view: Callable[..., HttpResponse]) -> int:
    audience = getattr(view, "audience", None)
    if isinstance(audience, Action) and audience != Action.FOLLOW_OWN:
        return MOST_FROM_A_ROLE
    # A player's own pages are open to any phone that came by a link, and take a few words.
    from_anybody = {Role.PUBLIC, Role.AT_TABLE, Role.BY_LINK, Action.FOLLOW_OWN}
    return MOST_FROM_ANYBODY if audience in from_anybody else MOST_ELSEWHERE

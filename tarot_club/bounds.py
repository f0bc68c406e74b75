"""Refuses requests before anything is read: addresses and bodies that are too long, and too many password attempts."""

import itertools
import threading
from collections.abc import Callable
from hashlib import sha256
from typing import Any

from axes.handlers.proxy import AxesProxyHandler
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from tarot_club.accounts import name_tried
from tarot_club.failures import failure_page
from tournaments.kit.text import whole_number
from tournaments.kit.throttle import RateLimit, address_of, too_many
from tournaments.kit.turns import turn_left
from tournaments.permissions import Action, Role
from tournaments.views.phones import known_as, remember_login

LONGEST_QUERY = 8 * 1024  # letters: the longest address there is, a record that is replayed, takes six thousand
# Bytes, by whom a page is for: a donne or a login, a spreadsheet, whatever the administrator's forms hold.
MOST_FROM_ANYBODY, MOST_FROM_A_ROLE, MOST_ELSEWHERE = 256 * 1024, 12 * 1024 * 1024, 1024 * 1024

# Each try is hashed, which takes a processor half a second. Sixty phones of one hall come from one address within
# minutes, some of them twice; a machine that guesses does not stop there.
PASSWORDS = (RateLimit("passwords", 90, 60), RateLimit("passwords-at-length", 240, 600))
# Who logged in before in the same browser is counted apart, by his name, and comes first: whoever else types wrong
# passwords, at the same address too, keeps him waiting for one. Beyond these wrong ones he is one of his address again.
OF_A_KNOWN_DEVICE = RateLimit("passwords-known", 5, 900)
# Whoever else types wrong passwords at his address has locked his name there, or asked for all that the address may:
# one browser after the other that has hardly tried goes in all the same. Who pretends to be a new one with each try
# has 720 an hour of them, of passwords that are none of the twenty thousand most frequent.
OF_A_BROWSER, NEXT_NEW_BROWSER = RateLimit("passwords-browser", 3, 900), RateLimit("passwords-new-browser", 1, 5)
# Before that it goes in as often beside the others of its address, whose one place in the line is rarely its own.
NEXT_BESIDE = RateLimit("passwords-beside", 1, 5)
SECONDS_FOR_A_TURN = 5
MOST_IN_LINE = 6  # for a password; each leaves its turn among those who read meanwhile
# Who finds no room comes back when those before him have had their turns. Sooner, it counts as a try.
SENT_AWAY = RateLimit("passwords-sent-away", 1, 3)
MOST_TICKETS = 5_000  # more than ask within these seconds
TURN = "tarot_club.password_turn"  # in a request's META: whether it holds the turn
APART = "tarot_club.counted_apart"  # there too: whether it is counted apart
KNOWN = "tarot_club.known_device"  # and the device that is, where somebody logged in before
RIGHT = 302  # what those pages answer to a right password
PASSWORD_PAGES = {"account_login", "admin:login", "account_reauthenticate", "account_change_password"}


class PasswordTurn:
    """
    Lets a process hash one password at a time. Others wait in a line, one of each address, those with fewest tries
    first.

    A machine that tries again and again, under any number of addresses, waits behind a person who comes once. Of
    addresses with as many tries, the first and the last arrival are next by turns; an address sent away keeps its time
    of arrival. So neither many at once nor many one after another keep anybody out. The other threads serve readers.
    """

    def __init__(self) -> None:
        self.changed = threading.Condition()
        self.is_hashing = self.is_newest_next = False
        self.waiting: dict[str, tuple[int, int]] = {}  # by address: tries, and who came first
        self.tickets: dict[str, int] = {}  # by address, until its turn: who came first
        self.arrivals = itertools.count()

    def take(self, address: str, tries: int) -> bool:
        """Wait some seconds for this address's turn, and return whether it came; then the caller must call `leave`."""
        with self.changed:
            place = (tries, self._ticket(address))
            if address in self.waiting or not self._has_room(address, place):
                return False
            self.waiting[address] = place
            self.changed.wait_for(lambda: self._is_next(place) or self._is_out(address, place), SECONDS_FOR_A_TURN)
            is_next = self._is_next(place)
            if not self._is_out(address, place):
                del self.waiting[address]
            if is_next:
                self.tickets.pop(address, None)
                self.is_hashing = True
                self.is_newest_next = bool(self.waiting) and not self.is_newest_next
            self.changed.notify_all()
            return is_next

    def leave(self) -> None:
        with self.changed:
            self.is_hashing = False
            self.changed.notify_all()

    def _ticket(self, address: str) -> int:
        if len(self.tickets) >= MOST_TICKETS:
            del self.tickets[next(iter(self.tickets))]
        return self.tickets.setdefault(address, next(self.arrivals))

    def _has_room(self, address: str, place: tuple[int, int]) -> bool:
        """Return whether the line has room for this address. A full line drops one of those with the most tries."""
        if len(self.waiting) < MOST_IN_LINE:
            return True
        places = self.waiting | {address: place}
        *_others, before, last = sorted(places, key=lambda each: places[each])
        out = before if places[before][0] == places[last][0] else last
        self.waiting.pop(out, None)
        self.changed.notify_all()
        return out != address

    def _is_next(self, place: tuple[int, int]) -> bool:
        if self.is_hashing or not self.waiting:
            return False
        first = min(self.waiting.values())
        newest = max(other for other in self.waiting.values() if other[0] == first[0])
        return place == (newest if self.is_newest_next else first)

    def _is_out(self, address: str, place: tuple[int, int]) -> bool:
        return self.waiting.get(address) != place


PASSWORD_TURN = PasswordTurn()


class Bounds:
    """Middleware that refuses a request before the session, the database or a form is read."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        try:
            response = self.get_response(request)
        finally:
            if request.META.get(TURN):
                PASSWORD_TURN.leave()
        if request.META.get(TURN) and request.user.is_authenticated and response.status_code == RIGHT:
            remember_login(response, request, request.user.get_username())
        elif request.META.get(TURN) and request.META[KNOWN]:
            OF_A_KNOWN_DEVICE.wait(request.META[KNOWN])
        return response

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
            return _password_refused(request, address_of(request))
        return None


def _password_refused(request: HttpRequest, address: str) -> HttpResponse | None:
    """Take the turn to hash a password, and return the response that refuses the request, None when it may go on."""
    name = name_tried(request, None)
    device, browser = known_as(request, name or request.user.get_username()), _browser(request, address)
    is_new = bool(browser) and not any(rate.is_used_up(browser) for rate in (OF_A_BROWSER, *PASSWORDS))
    request.META[KNOWN] = device
    request.META[APART] = bool(device) and not OF_A_KNOWN_DEVICE.is_used_up(device)
    whose, comes_before = (device, PASSWORDS[-1].most) if request.META[APART] else (address, 0)
    waits = [rate.left(whose) for rate in PASSWORDS if rate.is_used_up(whose)]
    is_locked = bool(waits) or (bool(name) and not AxesProxyHandler.is_allowed(request, {"username": name}))
    tries = _tries(whose) - comes_before
    if is_locked and not is_new:
        # Of a locked name nothing is hashed: the page says that it is locked.
        return too_many(request, max(waits)) if waits else None
    counted = {whose}
    if is_new and (is_locked or (whose == address and (tries > 0 or address in PASSWORD_TURN.waiting))):
        if (wait := (NEXT_NEW_BROWSER if is_locked else NEXT_BESIDE).wait(address)) is None:
            whose, tries = browser, _tries(browser) + 1  # after an address that never tried
            request.META[APART] = is_locked
        elif is_locked:
            if OF_A_BROWSER.count(browser):  # of one that never had a turn nothing is kept: there may be any number
                _count(browser)
            return too_many(request, wait)
        counted.add(whose)
    with turn_left():
        request.META[TURN] = PASSWORD_TURN.take(whose, tries)
    if request.META[TURN] or SENT_AWAY.wait(whose) is not None:
        _count(*counted)
    if not request.META[TURN]:
        return too_many(request, SENT_AWAY.seconds)
    if browser:
        OF_A_BROWSER.wait(browser)
    return None


def _tries(whose: str) -> int:
    return max(rate.count(whose) for rate in PASSWORDS)


def _count(*counted: str) -> None:
    for rate, whose in itertools.product(PASSWORDS, counted):
        rate.wait(whose)


def _browser(request: HttpRequest, address: str) -> str:
    """Return a digest of a browser's address and cookie, empty without a cookie."""
    cookie = request.COOKIES.get(settings.CSRF_COOKIE_NAME)
    return sha256(f"{address} {cookie}".encode()).hexdigest() if cookie else ""


def is_counted_apart(request: HttpRequest, _credentials: object = None) -> bool:
    """Return whether axes ignores an attempt, because `OF_A_KNOWN_DEVICE` or `OF_A_BROWSER` counted it."""
    return bool(request.META.get(APART))


def _sent(request: HttpRequest) -> int:
    """Return how many bytes a request says that it sends. Django reads no more than that."""
    return whole_number(request.META.get("CONTENT_LENGTH") or "", digits=4_000) or 0


def _most(view: Callable[..., HttpResponse]) -> int:
    audience = getattr(view, "audience", None)
    if isinstance(audience, Action) and audience != Action.FOLLOW_OWN:
        return MOST_FROM_A_ROLE
    # A player's own pages are open to any phone that came by a link, and take a few words.
    from_anybody = {Role.PUBLIC, Role.AT_TABLE, Role.BY_LINK, Action.FOLLOW_OWN}
    return MOST_FROM_ANYBODY if audience in from_anybody else MOST_ELSEWHERE

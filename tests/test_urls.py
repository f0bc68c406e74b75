"""Every address, for everybody: public by name or guarded, and never open to the wrong person."""

import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from django import forms
from django.conf import Settings
from django.db import connection, transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from tests.who_asks import Person, Walk, a_walk
from tournaments.forms.base import RefusableForm
from tournaments.forms.fields import NameField
from tournaments.permissions import ALLOWED, Action, Role

# The admin and allauth guard their own pages.
APART = ("admin/", "comptes/")
ROUTE_ARGUMENT = re.compile(r"<(?:\w+:)?(\w+)>")
# What must belong to the place it is asked for in.
PARTS = {
    "player_id",
    "import_id",
    "registration_id",
    "appointment_id",
    "account_id",
    "call_id",
    "penalty_id",
    "incident_id",
    "edition_id",
    "kind_id",
    "bareme_id",
    "wish_id",
    "change_id",
    "cancelled_id",
    "invitation_id",
    "payment_id",
    "fee_payment_id",
    "series_id",
    "template_id",
    "given_id",
    "entry_id",
    "line_id",
    "protest_id",
    "conflict_id",
    "arbiter_call_id",
    "webhook_id",
    "entered_id",
    "of_league",
}
# Boards are of duplicate, and matches too: this world plays libre.
LEADS_NOWHERE = {"api_nowhere", "boards", "board", "matches", "match", "api_matches"}
# Open to everybody, and different each time it is asked.
NEVER_KEPT = {"health", "alive", "metrics", "fresh_token"}
# The job and the document of this world are a ranking: `may_follow` opens them to those who print.
WANTS_MORE = {Action.FOLLOW_JOB: Action.PRINT}
# Pages that lead elsewhere in this world, whoever opens them; any other is there for those who may see it.
LEADS_ELSEWHERE = {
    "choose_language",
    "line_up",
    "own_line_up",
    "own_stand_in",
    "send_stand_in_back",
    "balances",
    "balance_grid",
    "imported_result",
    "move_donne",
    "empty_donne",
    "withdraw_record",
    "give_penalty",
    "apply_import",
}


@dataclass(frozen=True)
class Address:
    route: str
    pattern: URLPattern

    @property
    def arguments(self) -> set[str]:
        return set(ROUTE_ARGUMENT.findall(self.route))

    @property
    def audience(self) -> Role | Action | None:
        return getattr(self.pattern.callback, "audience", None)

    def at(self, values: dict[str, Any]) -> str:
        unknown = self.arguments - values.keys()
        assert not unknown, (
            f"« {self.route} » takes {unknown}, which the world of tests/one_of_everything.py has none of: add it"
        )
        return "/" + ROUTE_ARGUMENT.sub(lambda found: str(values[found[1]]), self.route)


# A page that asks by itself or by a form needs the script, which base.html sends where a page does not leave it out.
ASKS_BY_HTMX = re.compile(rb"\shx-(?:get|post|trigger)=")


TABLE = re.compile(rb"<table\b([^>]*)>(.*?)</table>", re.DOTALL)
BODY = re.compile(rb"<tbody\b.*?(?=<tbody\b|<tfoot\b|$)", re.DOTALL)
NAMED = re.compile(rb"\baria-label(?:ledby)?=\"[^\"]|<caption\b")
# A ranking of a thousand leaves `scope` out: the head among figures is its row’s. What spans a body is no row.
OF_A_ROW = re.compile(rb"<th\b(?![^>]*\bscope=\"?(?:col|rowgroup)\b)|<td[^>]*\bcolspan=")


def unnamed(page: bytes) -> list[bytes]:
    """Return what a screen reader could not tell of the tables of a page: their names, the heads of their rows."""
    return [
        page[found.start() : found.start() + 160]
        for found in TABLE.finditer(page)
        if not NAMED.search(found[0])
        or any(b"<td" in body and not OF_A_ROW.search(body) for body in BODY.findall(found[2]))
    ]


def addresses(patterns: list[URLPattern | URLResolver], before: str = "") -> Iterator[Address]:
    for pattern in patterns:
        route = f"{before}{pattern.pattern}"
        if route.startswith(APART):
            continue
        if isinstance(pattern, URLResolver):
            yield from addresses(pattern.url_patterns, route)
        else:
            yield Address(route, pattern)


ALL = list(addresses(get_resolver().url_patterns))


def each(found: list[Address]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("address", found, ids=lambda address: address.pattern.name or address.route)


@pytest.fixture(scope="module")
def walk(django_db_setup: None, django_db_blocker: Any) -> Iterator[Walk]:
    """Build the worlds once for all addresses: what a test changes in them goes when it ends."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield a_walk()
        transaction.set_rollback(True)


def everybody(
    walk: Walk, address: Address, alike: Callable[[Person], Hashable] = lambda _person: None
) -> Iterator[tuple[str, Person]]:
    """
    Yield who asks for an address: everybody where it is guarded, else one of those whose roles there are the same.

    On PostgreSQL the first of those who are answered alike: the others ask the same of the database, and SQLite has
    told who they are.
    """
    asked = set[Hashable]()
    for who, person in walk.people.items():
        if connection.vendor == "postgresql":
            one: Hashable = alike(person)
        elif isinstance(address.audience, Action):
            one = who
        else:
            one = person.account is None, person.roles_at(address.arguments)
        if one not in asked:
            yield who, person
        asked.add(one)


# What a look may write, of what is there already: that somebody is still there.
SEEN_AGAIN = ('UPDATE "scoring_phone"', 'UPDATE "django_session"')
WRITES = ("INSERT", "UPDATE", "DELETE", "REPLACE")


def nothing_written(execute: Callable[..., Any], sql: str, *arguments: Any) -> Any:
    """Have a look that writes fail: whoever asks two thousand times would leave as many rows."""
    assert not sql.startswith(WRITES) or sql.startswith(SEEN_AGAIN), sql
    return execute(sql, *arguments)


def ask(client: Client, path: str) -> HttpResponse:
    """Return what somebody gets by a GET, which writes nothing, or by an empty POST where that alone is taken."""
    with transaction.atomic():
        with connection.execute_wrapper(nothing_written):
            answer = client.get(path)
        if answer.headers.get("Allow") in {"POST", "POST, OPTIONS"}:
            answer = client.post(path)
        transaction.set_rollback(True)
    page = b"".join(answer) if answer.streaming else answer.content  # what is streamed is read to its end, and closed
    assert unnamed(page) == [], path
    assert not ASKS_BY_HTMX.search(page) or b"htmx-2" in page or b"<html" not in page, path
    return answer


Heads = Callable[[str], dict[Address, HttpResponse]]


@pytest.fixture(scope="module")
def heads(walk: Walk) -> Heads:
    """Return what somebody is answered at each address who asks for its head alone, which writes nothing."""

    @cache
    def answers(who: str) -> dict[Address, HttpResponse]:
        client, found = walk.client(walk.people[who].account), {}
        for address in ALL:
            with transaction.atomic(), connection.execute_wrapper(nothing_written):
                found[address] = client.head(address.at(walk.here.values))
                transaction.set_rollback(True)
        return found

    return answers


def sent_to_login(answer: HttpResponse) -> bool:
    return answer.status_code == 302 and answer.url.startswith(reverse("account_login"))


def asked_who_he_is(answer: HttpResponse, address: Address) -> bool:
    """People are sent to the login page, programs are told to log in."""
    return answer.status_code == 401 if address.route.startswith("api/") else sent_to_login(answer)


@each(ALL)
def test_every_address_says_whom_it_is_for(address: Address) -> None:
    assert address.audience in {Role.PUBLIC, Role.AT_TABLE, Role.BY_LINK} or address.audience in ALLOWED


@pytest.mark.django_db
@each([address for address in ALL if address.audience == Role.PUBLIC])
def test_what_is_public_is_open_to_everybody_and_may_be_kept(address: Address, walk: Walk) -> None:
    path = address.at(walk.here.values)
    for who, person in everybody(walk, address):
        answer = ask(walk.client(person.account), path)
        assert answer.status_code != 403, who
        assert not sent_to_login(answer), who
        assert (answer.status_code == 404) == (address.pattern.name in LEADS_NOWHERE), who
        if address.pattern.name not in NEVER_KEPT and answer.request["REQUEST_METHOD"] == "GET":
            assert "no-store" not in answer.headers.get("Cache-Control", ""), who


@pytest.mark.django_db
@each([address for address in ALL if address.audience == Role.AT_TABLE])
def test_what_is_for_a_table_is_open_to_whoever_holds_its_code(address: Address, walk: Walk) -> None:
    """Whoever he is; and without the code there is nothing, for an organiser either."""
    path = address.at(walk.here.values)
    for who, person in everybody(walk, address):
        answer = ask(walk.client(person.account), path)
        assert answer.status_code in {200, 303, 422}, who
        assert not sent_to_login(answer), who
        assert "no-store" in answer.headers["Cache-Control"], who
        guessed = address.at(walk.here.values | {"token": "1-1-1-000000000000"})
        assert ask(walk.client(person.account), guessed).status_code == 404, who


FORGED = {"code": "1-1-1-000000000000", "entered_code": "1-000000000000", "mailbox_code": "1-0-000000000000"}


@pytest.mark.django_db
@each([address for address in ALL if address.audience == Role.BY_LINK])
def test_what_is_for_the_holder_of_a_link_is_open_to_whoever_holds_it(address: Address, walk: Walk) -> None:
    """Whoever he is; and by a forged one there is nothing, for an organiser either."""
    path = address.at(walk.here.values)
    for who, person in everybody(walk, address):
        answer = ask(walk.client(person.account), path)
        assert answer.status_code in {200, 303}, who
        assert not sent_to_login(answer), who
        assert "no-store" in answer.headers["Cache-Control"], who
        assert answer.headers["Referrer-Policy"] == "same-origin", who
        forged = address.at(walk.here.values | FORGED)
        assert ask(walk.client(person.account), forged).status_code == 404, who


GUARDED = [address for address in ALL if isinstance(address.audience, Action)]


def may_open(person: Person, address: Address) -> bool:
    action = WANTS_MORE.get(address.audience, address.audience)
    return bool(ALLOWED[action] & person.roles_at(address.arguments))


@pytest.mark.django_db
@each(GUARDED)
def test_what_is_guarded_is_open_to_whom_the_table_says_and_to_nobody_else(address: Address, walk: Walk) -> None:
    """
    Nor does a cache keep it for anybody else.

    Of those who may not open it the first is asked at each address, and the others in turn, each at a third of them.
    """
    path, shut_out = address.at(walk.here.values), count(GUARDED.index(address))
    for who, person in everybody(walk, address, lambda person: (person.account is None, may_open(person, address))):
        if person.account is not None and not may_open(person, address):
            number = next(shut_out)
            if number != GUARDED.index(address) and number % 3:
                continue
        answer = ask(walk.client(person.account), path)
        if person.account is None:
            assert asked_who_he_is(answer, address), f"{who}: {answer.status_code}"
        elif may_open(person, address):
            assert answer.status_code not in (403, 404, 405), f"{who}: {answer.status_code}"
            assert not sent_to_login(answer), who
            if answer.request["REQUEST_METHOD"] == "GET" and address.pattern.name not in LEADS_ELSEWHERE:
                assert answer.status_code == 200, f"{who}: {answer.status_code}"
                assert "no-store" in answer.headers["Cache-Control"], who
        else:
            assert answer.status_code == 403, f"{who}: {answer.status_code}"


@pytest.mark.product
@pytest.mark.django_db
@pytest.mark.slow
def test_each_of_those_who_may_not_open_an_address_finds_it_shut(walk: Walk) -> None:
    opened = [
        (who, address.route, answer.status_code)
        for address in GUARDED
        for who, person in walk.people.items()
        if person.account is not None and not may_open(person, address)
        if (answer := ask(walk.client(person.account), address.at(walk.here.values))).status_code != 403
    ]
    assert opened == []


@pytest.mark.django_db
@pytest.mark.page
def test_an_address_that_only_takes_a_form_leads_to_the_page_it_belongs_to(walk: Walk, heads: Heads) -> None:
    led = {}
    for address, answer in heads("superuser").items():
        client, path = walk.client(walk.people["superuser"].account), address.at(walk.here.values)
        assert answer.status_code != 405 or path.startswith("/api/"), path
        if answer.headers.get("Allow") == "POST":
            page = client.get(path, follow=True)
            led[address.pattern.name] = page.status_code
            assert path.startswith(page.redirect_chain[-1][0]), path
            if address.audience != Role.AT_TABLE:  # without login a table writes
                assert Client().post(path).status_code == 302, path
    assert led == dict.fromkeys(led, 200)
    assert {"close_sheet", "reopen_tournament", "donne_preview", "revoke_access"} <= led.keys()


@pytest.mark.django_db
@each([address for address in ALL if address.arguments & PARTS])
def test_nobody_reaches_into_another_club_through_his_own(address: Address, walk: Walk) -> None:
    path = address.at(walk.elsewhere.values | {part: walk.here.values[part] for part in PARTS})
    answer = ask(walk.client(walk.organiser_elsewhere), path)
    assert answer.status_code == 404


@pytest.mark.django_db
@pytest.mark.page
@pytest.mark.parametrize("who", ["superuser", "nobody"])
def test_a_look_at_the_head_alone_writes_nothing_either(heads: Heads, who: str) -> None:
    answers = Counter(answer.status_code for answer in heads(who).values())
    assert answers[200] > 20, answers
    assert not [status for status in answers if status >= 500]


FOREIGN = "etranger.example"
PAGES_APART = (
    "/admin/",
    "/admin/login/",
    "/comptes/login/",
    "/comptes/signup/",
    "/comptes/password/change/",
    "/nulle-part",
)


@pytest.mark.django_db
@pytest.mark.page
@pytest.mark.parametrize("who", [pytest.param("superuser", marks=pytest.mark.product), "nobody"])
def test_a_name_that_is_not_ours_is_repeated_nowhere(walk: Walk, settings: Settings, who: str) -> None:
    """`manage.py serve` lets every name in: a hall's network may give the laptop any."""
    settings.ALLOWED_HOSTS, settings.SERVED_AT = ["*"], ("0.0.0.0", 8000)
    client, answers = walk.client(walk.people[who].account), Counter[int]()

    def read(method: str, path: str) -> bytes:
        answer = client.generic(method, path, HTTP_HOST=f"{FOREIGN}:8000")
        page = b"".join(answer) if answer.streaming else answer.content
        assert FOREIGN.encode() not in page, path
        assert FOREIGN not in str(answer.headers), path
        answers[answer.status_code] += 1
        return page

    for path in (*(address.at(walk.here.values) for address in ALL), *PAGES_APART):
        with transaction.atomic():
            if b'"next":' in read("GET", path):
                read("GET", f"{path}?page_size=1")
                read("GET", f"{path}?page=2&page_size=1")
            read("POST", path)
            transaction.set_rollback(True)
    assert answers[200] > 60, answers


def forms_of(base: type[forms.BaseForm]) -> Iterator[type[forms.BaseForm]]:
    for each_form in base.__subclasses__():
        yield each_form
        yield from forms_of(each_form)


def test_every_form_takes_out_of_a_name_what_nobody_sees() -> None:
    names = {"last_name", "first_name", "public_name", "home_club", "name", "town", "hall", "hours", "place"}
    typed = {
        (each_form.__name__, name): field
        for each_form in forms_of(RefusableForm)
        if not each_form.__module__.startswith("tests.")
        for name, field in each_form.base_fields.items()
        if name in names and isinstance(field, forms.CharField)
    }
    assert len(typed) > 15
    assert [key for key, field in typed.items() if not isinstance(field, NameField)] == []


ROOT = Path(__file__).parent.parent
# What the views read of a form that they take without a class, and what the classes read.
READ_BY_VIEWS = re.compile(r'request\.POST\.get(?:list)?\("([a-z_]+)"')
NAMES = {
    *(name for view in ROOT.glob("*/views/**/*.py") for name in READ_BY_VIEWS.findall(view.read_text())),
    *(name for each_form in forms_of(RefusableForm) for name in each_form.base_fields),
    "player",
}
NAME_ON_PAGE = re.compile(r' name="([a-z_]+[-_]?[0-9]*)"')


SENT = {"endless": "9" * 5000, "square": "²", "nul": "\x00"}


@pytest.mark.product
@pytest.mark.django_db
@pytest.mark.slow
def test_what_no_page_sends_is_answered_in_words_everywhere(walk: Walk) -> None:
    """An id that is none, for whatever a form asks: its page, another page, or nothing there; never a bare error."""
    assert {"prize", "registration", "line", "horloge", "key", "status", "seen"} <= NAMES
    answers = {what: Counter[int]() for what in SENT}
    client = walk.client(walk.people["superuser"].account)
    for address in ALL:
        path = address.at(walk.here.values)
        if path.startswith("/api/") or address.audience not in ALLOWED:
            continue
        with transaction.atomic():
            page = client.get(path, follow=True)
            transaction.set_rollback(True)
        if page.status_code == 403:  # of a player alone
            continue
        on_page = set() if page.streaming else set(NAME_ON_PAGE.findall(page.content.decode(errors="ignore")))
        for what, sent in SENT.items():
            with transaction.atomic():
                answer = client.post(path, dict.fromkeys((NAMES | on_page) - {"csrfmiddlewaretoken"}, sent))
                if answer.streaming:
                    b"".join(answer)  # a backup is an open file: read to its end it is closed
                transaction.set_rollback(True)
            answers[what][answer.status_code] += 1
            assert answer.status_code in (200, 303, 404, 405, 409, 422), f"{path}, {what}: {answer.status_code}"
    for counted in answers.values():
        assert counted[422] > 20
        assert counted[303] > 20

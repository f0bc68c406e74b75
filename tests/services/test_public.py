"""
What the public sees is told to it: a page that a service changed is never a 304 to whoever has the old one.

Every page that is asked for again and again is read before and after each call. An answer « nothing new » must be true
to the letter; a call that is marked as told must raise the revision and answer 200 to the old ETag of the standings.

One world is made for all calls: each begins with a copy, and what it changes goes when it ends. What the pages answer
before a call is read once for all that need the same to be there first, with the tables each was read from: a page of
which a call wrote to no table is the page of before, and is not rendered to be compared.
"""

import re
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any
from unittest.mock import patch

import pytest
from django.db import connection, transaction
from django.http import HttpResponse
from django.template.backends.django import Template
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.services.calls import Call, World, a_world
from tests.services.rows import CALLS
from tournaments.models import Account, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.page]

BACKEND = "allauth.account.auth_backends.AuthenticationBackend"
NOTHING_NEW = (204, 304)
# An eighth of the calls with every change; all of them with the product.
SOME_OF_THEM = [
    pytest.param(call, marks=() if number % 8 == 0 else pytest.mark.product) for number, call in enumerate(CALLS)
]
READ_FROM = re.compile(r'(?:FROM|JOIN) "(\w+)"')
WRITTEN_TO = re.compile(r'^(?:INSERT(?: OR IGNORE)? INTO|UPDATE|DELETE FROM) "(\w+)"')
WRITES_NOTHING = ("SELECT", "SAVEPOINT", "RELEASE SAVEPOINT")
# Made anew for each answer, and nothing that anybody reads.
TOKENS = re.compile(rb'(csrfmiddlewaretoken" value=|X-CSRFToken[^:]*:\s*|nonce=|data-etag=)\S*')


@dataclass(frozen=True)
class Reader:
    """Somebody with a page open: asks for it, and asks again whether anything is new."""

    client: Client
    page: str
    polls: bool = False

    def read(self) -> HttpResponse:
        return self.client.get(self.page)

    def anything_new(self, first: HttpResponse) -> HttpResponse:
        if self.polls:
            return self.client.get(self.page, {"vu": first.context["mark"]}, headers={"hx-request": "true"})
        return self.client.get(self.page, headers={"if-none-match": first["ETag"]})


@dataclass(frozen=True)
class Opened:
    """A page that somebody has open: what it answered, and the tables of the database that it was read from."""

    reader: Reader
    answer: HttpResponse
    read_from: frozenset[str]

    def anything_new(self) -> HttpResponse:
        return self.reader.anything_new(self.answer)

    def differs_now(self) -> bool:
        return shown(self.reader.read()) != shown(self.answer)


@dataclass(frozen=True)
class Clients:
    """Who has pages open, each logged in and with the token that every later ETag hangs on."""

    visitor: Client
    player: Client
    arbiter: Client


@dataclass(frozen=True)
class Shared:
    """A world that nobody changes, who reads it, and what each page answers, by what was written in the world first."""

    world: World
    clients: Clients
    opened: dict[tuple[str, ...], list[Opened]] = field(default_factory=dict)


@pytest.fixture(scope="module")
def shared(django_db_setup: None, django_db_blocker: Any) -> Iterator[Shared]:
    with django_db_blocker.unblock(), transaction.atomic():
        world = a_world()
        clients = Clients(Client(), Client(), Client())
        clients.player.force_login(Account.objects.get(username="player"), backend=BACKEND)
        clients.player.get("/moi/")
        clients.arbiter.force_login(world.arbiter, backend=BACKEND)
        yield Shared(world, clients)
        transaction.set_rollback(True)


def read(world: World, clients: Clients) -> list[Opened]:
    """Read every page that answers « nothing new »; the first is a part of the standings."""
    return [opened(reader) for reader in readers(world, clients)]


def opened(reader: Reader) -> Opened:
    with CaptureQueriesContext(connection) as asked:
        answer = reader.read()
    return Opened(reader, answer, frozenset(table for query in asked for table in READ_FROM.findall(query["sql"])))


def readers(world: World, clients: Clients) -> list[Reader]:
    of, api = f"/tournois/{world.tournament.pk}/", f"/api/v1/tournaments/{world.tournament.pk}/"
    numbers = list(world.tournament.rounds.values_list("number", flat=True))
    by_matches = Tournament.objects.filter(pk=world.tournament.pk, plays_matches=True).exists()
    rounds = [f"{api}rounds/{number}/" for number in numbers]
    desks = [f"/arbitrage/{world.tournament.pk}/{number}/" for number in numbers]
    club = f"/clubs/{world.club.slug}/"
    public = [
        f"{of}classement/?fragment",
        "/",
        club,
        f"{club}calendrier.ics",
        of,
        f"{of}calendrier.ics",
        f"{of}classement/",
        f"{of}tables/",
        f"{of}matchs/" if by_matches else f"{of}tirage/",
        f"/saisons/{world.season.pk}/",
        f"{api}standings/",
        *rounds,
        f"/api/v1/seasons/{world.season.pk}/league/",
    ]
    return [
        *(Reader(clients.visitor, page) for page in public),
        Reader(clients.player, "/moi/"),
        Reader(clients.player, "/moi/?fragment"),
        *(Reader(clients.arbiter, page, polls=True) for page in desks),
    ]


def revision_of(world: World) -> int:
    return Tournament.objects.get(pk=world.tournament.pk).revision


def shown(answer: HttpResponse) -> bytes:
    assert answer.status_code == 200
    return TOKENS.sub(b"", answer.content)


def test_every_page_says_nothing_new_as_long_as_nothing_is(shared: Shared) -> None:
    """Else it could not be wrong in saying so."""
    world = deepcopy(shared.world)
    answers = []
    for number in (0, 1, 2):
        if number:
            world.tables(number)
        answers += [(page.reader.page, page.anything_new()) for page in read(world, shared.clients)]
    assert [page for page, answer in answers if answer.status_code not in NOTHING_NEW] == []
    assert len(answers) == 14 + 16 + 18  # each round has a desk and a page of the API


def test_what_the_public_sees_raises_the_revision_and_nothing_else_does(shared: Shared) -> None:
    """Of every call: few of them are tried with pages below."""
    wrong = []
    for call in CALLS:
        with transaction.atomic():
            world = deepcopy(shared.world)
            act = call.prepare(world)
            before = revision_of(world)
            act()
            if not call.gone and (revision_of(world) > before) != call.told:
                wrong.append(f"{call.service.__name__}: {call}")
            transaction.set_rollback(True)
    assert wrong == []


@pytest.mark.parametrize("call", SOME_OF_THEM, ids=str)
def test_no_page_says_nothing_new_when_something_is(call: Call, shared: Shared) -> None:
    world = deepcopy(shared.world)
    with CaptureQueriesContext(connection) as asked:
        act = call.prepare(world)
    written = tuple(query["sql"] for query in asked if not query["sql"].startswith(WRITES_NOTHING))
    pages = shared.opened.get(written) or read(world, shared.clients)
    before, shared.opened[written] = revision_of(world), pages

    with CaptureQueriesContext(connection) as done:
        act()

    written_to = {table for query in done for table in WRITTEN_TO.findall(query["sql"])}
    with patch.object(Template, "render", return_value=""):  # what a new page says is not asked
        answers = [page.anything_new() for page in pages]
    stale = [
        page.reader.page
        for page, answer in zip(pages, answers, strict=True)
        if answer.status_code in NOTHING_NEW and page.read_from & written_to and page.differs_now()
    ]
    assert stale == []
    standings = answers[0].status_code
    if call.gone:
        assert standings == HTTPStatus.NOT_FOUND
        return
    assert (revision_of(world) > before, standings) == ((True, 200) if call.told else (False, 304))

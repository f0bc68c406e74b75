"""
What the public sees is told to it: a page that a service changed is never a 304 to whoever has the old one.

Every page that is asked for again and again is read before and after each call. An answer « nothing new » must be true
to the letter; a call that is marked as told must raise the revision and answer 200 to the old ETag of the standings.
"""

import re
from dataclasses import dataclass
from http import HTTPStatus

import pytest
from django.http import HttpResponse
from django.test import Client

from tests.services import club_calls, door_calls, scoring_calls, tournament_calls
from tests.services.calls import CALLS, Call, World, a_world
from tournaments.models import Account, Tournament

TABLES = (club_calls, door_calls, scoring_calls, tournament_calls)  # importing them writes their rows

pytestmark = pytest.mark.django_db

BACKEND = "allauth.account.auth_backends.AuthenticationBackend"
NOTHING_NEW = (204, 304)
# Made anew for each answer, and nothing that anybody reads.
TOKENS = re.compile(rb'(csrfmiddlewaretoken" value=|X-CSRFToken[^:]*:\s*|nonce=|"If-None-Match"[^,}]*)\S*')


@dataclass(frozen=True)
class Reader:
    """Somebody with a page open: asks for it, and asks again whether anything is new."""

    client: Client
    page: str
    polls_revision: int | None = None

    def read(self) -> HttpResponse:
        return self.client.get(self.page)

    def anything_new(self, first: HttpResponse) -> HttpResponse:
        if self.polls_revision is not None:
            return self.client.get(self.page, {"vu": self.polls_revision}, headers={"hx-request": "true"})
        return self.client.get(self.page, headers={"if-none-match": first["ETag"]})


def standings_of(world: World) -> Reader:
    return Reader(Client(), f"/tournois/{world.tournament.pk}/classement/?fragment")


def readers(world: World) -> list[Reader]:
    """Return somebody before every page that answers « nothing new »."""
    of, api = f"/tournois/{world.tournament.pk}/", f"/api/v1/tournaments/{world.tournament.pk}/"
    numbers = list(world.tournament.rounds.values_list("number", flat=True))
    rounds = [f"{api}rounds/{number}/" for number in numbers]
    desks = [f"/arbitrage/{world.tournament.pk}/{number}/" for number in numbers]
    visitor, player, arbiter = Client(), Client(), Client()
    player.force_login(Account.objects.get(username="player"), backend=BACKEND)
    player.get("/moi/")  # the first page brings the token that every later ETag hangs on
    arbiter.force_login(world.arbiter, backend=BACKEND)
    club = f"/clubs/{world.club.slug}/"
    public = [
        "/",
        club,
        f"{club}calendrier.ics",
        of,
        f"{of}classement/",
        f"{of}tables/",
        f"{of}tirage/",
        f"/saisons/{world.season.pk}/",
        f"{api}standings/",
        *rounds,
        f"/api/v1/seasons/{world.season.pk}/league/",
    ]
    return [
        *(Reader(visitor, page) for page in public),
        Reader(player, "/moi/"),
        Reader(player, "/moi/?fragment"),
        *(Reader(arbiter, page, polls_revision=revision_of(world)) for page in desks),
    ]


def revision_of(world: World) -> int:
    return Tournament.objects.get(pk=world.tournament.pk).revision


def shown(answer: HttpResponse) -> bytes:
    assert answer.status_code == 200
    return TOKENS.sub(b"", answer.content)


@pytest.mark.parametrize("call", CALLS, ids=str)
def test_no_page_says_nothing_new_when_something_is(call: Call) -> None:
    world = a_world()
    act = call.prepare(world)
    before, first_standings = revision_of(world), standings_of(world).read()
    open_pages = [(reader, reader.read()) for reader in readers(world)]
    for reader, first in open_pages:
        assert reader.anything_new(first).status_code in NOTHING_NEW, reader.page

    act()

    stale = [
        reader.page
        for reader, first in open_pages
        if reader.anything_new(first).status_code in NOTHING_NEW and shown(reader.read()) != shown(first)
    ]
    assert stale == []
    answer = standings_of(world).anything_new(first_standings).status_code
    if call.gone:
        assert answer == HTTPStatus.NOT_FOUND
        return
    assert (revision_of(world) > before, answer) == ((True, 200) if call.told else (False, 304))

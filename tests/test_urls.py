"""Every address, for everybody: public by name or guarded, and never open to the wrong person."""

import re
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from scoring.labels import CalledWhen, PenaltyTarget
from scoring.models import ChelemCall, Penalty, PenaltyKind
from tests.factories import NOW, AccountFactory, ClubFactory, SeasonFactory, TournamentFactory, arbiter, organiser
from tests.scoring.baremes import a_bareme
from tests.scoring.sheets import EST, SUD, seat, seated
from tournaments.labels import JobKind, JobState, RoleName, SeatChangeKind, TournamentState, WishKind
from tournaments.models import (
    Account,
    Appointment,
    Club,
    Document,
    Invitation,
    Job,
    Round,
    SeatChange,
    Table,
    Tournament,
    Wish,
)
from tournaments.permissions import ALLOWED, Action, Role

# The admin and allauth guard their own pages.
APART = ("admin/", "comptes/")
ROUTE_ARGUMENT = re.compile(r"<(?:\w+:)?(\w+)>")
# What the guard turns into a place; whoever runs another club has no say there.
PLACES = frozenset({"club_id", "tournament_id", "season_id", "job_id", "document_id"})
# What must belong to the place it is asked for in.
PARTS = {
    "player_id",
    "registration_id",
    "appointment_id",
    "account_id",
    "call_id",
    "penalty_id",
    "bareme_id",
    "wish_id",
    "change_id",
    "cancelled_id",
    "invitation_id",
}
LEADS_NOWHERE = "api_nowhere"


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
            f"« {self.route} » takes {unknown}, which the world of tests/test_urls.py has none of: add it"
        )
        return "/" + ROUTE_ARGUMENT.sub(lambda found: str(values[found[1]]), self.route)


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


@dataclass
class World:
    """A club with one of everything, and the value of each argument an address may take."""

    club: Club
    tournament: Tournament
    player: Account
    values: dict[str, Any] = field(default_factory=dict)


def world() -> World:
    club = ClubFactory()
    season = SeasonFactory(club=club)
    tournament = TournamentFactory(club=club, season=season, state=TournamentState.RUNNING)
    (table,) = seated(tournament)
    chair = seat(table, SUD)
    entry = chair.registration
    player = AccountFactory(player=entry.player)
    appointed = arbiter(club)
    printed = Job.objects.create(
        kind=JobKind.RANKING, tournament=tournament, state=JobState.DONE, asked_at=NOW, ended_at=NOW
    )
    document = Document.objects.create(
        job=printed, tournament=tournament, title="Classement", filename="c.pdf", content=b"%PDF-", size=5, made_at=NOW
    )
    job = Job.objects.create(kind=JobKind.RANKING, tournament=tournament, asked_at=NOW)
    call = ChelemCall.objects.create(
        table=table, number=1, caller=chair, announced=CalledWhen.BEFORE_CARD, key=uuid.uuid4(), recorded_at=NOW
    )
    penalty = Penalty.objects.create(
        tournament=tournament,
        kind=PenaltyKind.objects.first(),
        target=PenaltyTarget.PLAYER,
        registration=entry,
        points=-20,
        reason="retard",
        key=uuid.uuid4(),
        given_at=NOW,
    )
    cancelled = Round.objects.create(
        number=9, published_at=NOW, cancelled_from=tournament, cancelled_at=NOW, cancel_reason="mauvais étuis"
    )
    Table.objects.create(round=cancelled, number=1)
    invitation = Invitation.objects.create(
        username=player.username, role=RoleName.ARBITER, tournament=tournament, asked_at=NOW
    )
    values = {
        "club_id": club.pk,
        "slug": club.slug,
        "season_id": season.pk,
        "tournament_id": tournament.pk,
        "player_id": entry.player_id,
        "registration_id": entry.pk,
        "appointment_id": appointed.appointments.get().pk,
        "account_id": appointed.pk,
        "job_id": job.pk,
        "document_id": document.pk,
        "round_number": 1,
        "table_number": 1,
        "number": 1,  # of a donne, or of a round for programs
        "call_id": call.pk,
        "penalty_id": penalty.pk,
        "bareme_id": a_bareme(club).pk,
        "change_id": SeatChange.objects.create(
            tournament=tournament,
            kind=SeatChangeKind.SWAP,
            number=1,
            round=table.round,
            one=entry,
            other=seat(table, EST).registration,
            reason="voisins",
            key=uuid.uuid4(),
            made_at=NOW,
        ).pk,
        "cancelled_id": cancelled.pk,
        "invitation_id": invitation.pk,
        "own_invitation_id": invitation.pk,
        "wish_id": Wish.objects.create(tournament=tournament, kind=WishKind.CLUB, added_at=NOW).pk,
        "rest": "v1/nowhere/",
    }
    return World(club, tournament, player, values)


@dataclass(frozen=True)
class Person:
    """Somebody who asks, the roles he holds somewhere, and the places of this world where they count."""

    account: Account | None
    roles: frozenset[Role] = frozenset()
    holds_in: frozenset[str] = frozenset(PLACES)

    def roles_at(self, address: Address) -> frozenset[Role]:
        """An address that is no place in particular asks what somebody is anywhere."""
        places = address.arguments & PLACES
        logged_in = frozenset() if self.account is None else frozenset({Role.ACCOUNT})
        return logged_in | (self.roles if places <= self.holds_in else frozenset())


def people(of: World) -> dict[str, Person]:
    arbitrates = frozenset({Role.ARBITER})
    organises = frozenset({Role.CLUB_ORGANISER, Role.ORGANISER})
    here, there, runs_it = AccountFactory(), AccountFactory(), AccountFactory()
    Appointment.objects.create(account=runs_it, role=RoleName.ORGANISER, tournament=of.tournament)
    Appointment.objects.create(account=here, role=RoleName.ARBITER, tournament=of.tournament)
    Appointment.objects.create(
        account=there, role=RoleName.ARBITER, tournament=TournamentFactory(club=of.club, season=of.tournament.season)
    )
    nowhere: frozenset[str] = frozenset()
    return {
        "nobody": Person(None),
        "somebody": Person(AccountFactory()),
        "player": Person(of.player, frozenset({Role.PLAYER})),
        "arbiter of the club": Person(arbiter(of.club), arbitrates),
        "arbiter of the tournament": Person(here, arbitrates, PLACES - {"club_id", "season_id"}),
        "arbiter of another tournament": Person(there, arbitrates, nowhere),
        "organiser of the tournament": Person(runs_it, frozenset({Role.ORGANISER}), PLACES - {"club_id", "season_id"}),
        "organiser": Person(organiser(of.club), organises),
        "organiser of another club": Person(organiser(ClubFactory()), organises, nowhere),
        "superuser": Person(AccountFactory(is_superuser=True), organises | {Role.ADMINISTRATOR}),
    }


def as_(person: Account | None) -> Client:
    client = Client()
    if person is not None:
        client.force_login(person, backend="allauth.account.auth_backends.AuthenticationBackend")
    return client


def ask(person: Account | None, path: str) -> HttpResponse:
    """Return what a person gets: a GET, or where only POST is taken an empty one. Nothing of it is kept."""
    client = as_(person)
    with transaction.atomic():
        answer = client.get(path)
        if answer.headers.get("Allow") == "POST":
            answer = client.post(path)
        transaction.set_rollback(True)
    return answer


def sent_to_login(answer: HttpResponse) -> bool:
    return answer.status_code == 302 and answer.url.startswith(reverse("account_login"))


def asked_who_he_is(answer: HttpResponse, address: Address) -> bool:
    """People are sent to the login page, programs are told to log in."""
    return answer.status_code == 401 if address.route.startswith("api/") else sent_to_login(answer)


@each(ALL)
def test_every_address_says_whom_it_is_for(address: Address) -> None:
    assert address.audience == Role.PUBLIC or address.audience in ALLOWED


@pytest.mark.django_db
@each([address for address in ALL if address.audience == Role.PUBLIC])
def test_what_is_public_is_open_to_everybody(address: Address) -> None:
    here = world()
    path = address.at(here.values)
    for who, person in people(here).items():
        answer = ask(person.account, path)
        assert answer.status_code != 403, who
        assert not sent_to_login(answer), who
        assert (answer.status_code == 404) == (address.pattern.name == LEADS_NOWHERE), who


@pytest.mark.django_db
@each([address for address in ALL if isinstance(address.audience, Action)])
def test_what_is_guarded_is_open_to_whom_the_table_says_and_to_nobody_else(address: Address) -> None:
    here = world()
    path = address.at(here.values)
    for who, person in people(here).items():
        answer = ask(person.account, path)
        if person.account is None:
            assert asked_who_he_is(answer, address), f"{who}: {answer.status_code}"
        elif ALLOWED[address.audience] & person.roles_at(address):
            assert answer.status_code not in (403, 404, 405), f"{who}: {answer.status_code}"
            assert not sent_to_login(answer), who
        else:
            assert answer.status_code == 403, f"{who}: {answer.status_code}"


@pytest.mark.django_db
def test_an_address_that_only_takes_a_form_leads_to_the_page_it_belongs_to() -> None:
    here = world()
    client, led = as_(people(here)["superuser"].account), {}
    for address in ALL:
        path = address.at(here.values)
        answer = client.get(path)
        assert answer.status_code != 405 or path.startswith("/api/"), path
        if answer.headers.get("Allow") == "POST":
            page = client.get(path, follow=True)
            led[address.pattern.name] = page.status_code
            assert path.startswith(page.redirect_chain[-1][0]), path
            assert as_(None).post(path).status_code == 302, path
    assert led == dict.fromkeys(led, 200)
    assert {"close_sheet", "reopen_tournament", "donne_preview", "revoke_access"} <= led.keys()


@pytest.mark.django_db
def test_no_cache_keeps_a_page_that_is_for_a_role() -> None:
    here = world()
    person, player = people(here)["superuser"].account, as_(here.player)
    checked = 0
    for address in ALL:
        path = address.at(here.values)
        for client in (as_(person), player):
            answer = client.get(path)
            if isinstance(address.audience, Action) and answer.status_code == 200:
                assert "no-store" in answer.headers["Cache-Control"], path
                checked += 1
            elif address.audience == Role.PUBLIC and path != reverse("health"):
                assert "no-store" not in answer.headers.get("Cache-Control", ""), path
    assert checked > 50


@pytest.mark.django_db
@each([address for address in ALL if address.arguments & PARTS])
def test_nobody_reaches_into_another_club_through_his_own(address: Address) -> None:
    here, elsewhere = world(), world()
    path = address.at(elsewhere.values | {part: here.values[part] for part in PARTS})
    answer = ask(organiser(elsewhere.club), path)
    assert answer.status_code == 404

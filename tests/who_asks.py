"""Who walks through all addresses: people of every role, here and elsewhere, each with a session of his own."""

from dataclasses import dataclass

from django.conf import settings
from django.test import Client
from django.test.client import ClientHandler

from tests.factories import (
    AccountFactory,
    ClubFactory,
    TournamentFactory,
    arbiter,
    at_the_door,
    logged_in,
    organiser,
    treasurer,
)
from tests.one_of_everything import World, world
from tournaments.labels import RoleName
from tournaments.models import Account, Appointment, Committee
from tournaments.permissions import Role

# What the guard turns into a place; whoever runs another club has no say there.
PLACES = frozenset({"club_id", "tournament_id", "season_id", "league_id", "committee_id", "job_id", "document_id"})
IN_TOURNAMENT = PLACES - {"club_id", "season_id", "league_id"}  # where a role in one tournament counts


@dataclass(frozen=True)
class Person:
    """Somebody who asks, the roles he holds somewhere, and the places of this world where they count."""

    account: Account | None
    roles: frozenset[Role] = frozenset()
    holds_in: frozenset[str] = frozenset(PLACES)

    def roles_at(self, arguments: set[str]) -> frozenset[Role]:
        """What counts at an address of these arguments; one of no place in particular asks what he is anywhere."""
        places = arguments & PLACES
        logged_in = frozenset() if self.account is None else frozenset({Role.ACCOUNT})
        return logged_in | (self.roles if places <= self.holds_in else frozenset())


def people(of: World) -> dict[str, Person]:
    arbitrates = frozenset({Role.ARBITER})
    organises = frozenset({Role.CLUB_ORGANISER, Role.ORGANISER})
    here, there, runs_it, counts, lets_in = (AccountFactory() for _account in range(5))
    Appointment.objects.create(account=runs_it, role=RoleName.ORGANISER, tournament=of.tournament)
    Appointment.objects.create(account=counts, role=RoleName.TREASURER, tournament=of.tournament)
    Appointment.objects.create(account=lets_in, role=RoleName.DOOR, tournament=of.tournament)
    Appointment.objects.create(account=here, role=RoleName.ARBITER, tournament=of.tournament)
    Appointment.objects.create(
        account=there, role=RoleName.ARBITER, tournament=TournamentFactory(club=of.club, season=of.tournament.season)
    )
    responsible = Appointment.objects.get(pk=of.values["responsible_id"]).account
    of_committee = frozenset({Role.COMMITTEE})
    committee_elsewhere = Committee.objects.create(name="Ailleurs", slug="ailleurs")
    answers_elsewhere = AccountFactory()
    Appointment.objects.create(account=answers_elsewhere, role=RoleName.COMMITTEE, committee=committee_elsewhere)
    nowhere: frozenset[str] = frozenset()
    return {
        "nobody": Person(None),
        "somebody": Person(AccountFactory()),
        "player": Person(of.player, frozenset({Role.PLAYER})),
        "arbiter of the club": Person(arbiter(of.club), arbitrates),
        "arbiter of the tournament": Person(here, arbitrates, IN_TOURNAMENT),
        "arbiter of another tournament": Person(there, arbitrates, nowhere),
        "organiser of the tournament": Person(runs_it, frozenset({Role.ORGANISER}), IN_TOURNAMENT),
        "treasurer of the club": Person(treasurer(of.club), frozenset({Role.TREASURER})),
        "treasurer of the tournament": Person(counts, frozenset({Role.TREASURER}), IN_TOURNAMENT),
        "door of the club": Person(at_the_door(of.club), frozenset({Role.DOOR})),
        "door of the tournament": Person(lets_in, frozenset({Role.DOOR}), IN_TOURNAMENT),
        "door of another club": Person(at_the_door(ClubFactory()), frozenset({Role.DOOR}), nowhere),
        "responsible for the comité": Person(responsible, of_committee, frozenset({"committee_id"})),
        "responsible for another comité": Person(answers_elsewhere, of_committee, nowhere),
        "organiser": Person(organiser(of.club), organises),
        "organiser of another club": Person(organiser(ClubFactory()), organises, nowhere),
        "superuser": Person(AccountFactory(is_superuser=True), organises | {Role.ADMINISTRATOR}),
    }


def as_(person: Account | None) -> Client:
    return Client() if person is None else logged_in(person)


@dataclass(frozen=True)
class Walk:
    """Two worlds, who may ask in the first, who runs the club of the second, and a session of each of them."""

    here: World
    elsewhere: World
    people: dict[str, Person]
    organiser_elsewhere: Account
    sessions: dict[Account, str]
    site: ClientHandler  # as of a process that runs: its middleware is made once

    def client(self, account: Account | None) -> Client:
        """Return a browser of somebody's own, which nobody has used before."""
        client = Client()
        client.handler = self.site
        if account is not None:
            client.cookies[settings.SESSION_COOKIE_NAME] = self.sessions[account]
        return client


def a_walk() -> Walk:
    """Build both worlds, and log everybody in."""
    here, elsewhere = world(), world()
    everybody = people(here)
    runs_elsewhere = organiser(elsewhere.club)
    accounts = [person.account for person in everybody.values() if person.account is not None] + [runs_elsewhere]
    sessions = {account: as_(account).cookies[settings.SESSION_COOKIE_NAME].value for account in accounts}
    return Walk(here, elsewhere, everybody, runs_elsewhere, sessions, Client().handler)

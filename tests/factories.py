"""Rows for tests, without surprises: every value is said or counted up."""

import datetime
import secrets
import uuid
from collections.abc import Iterable
from typing import Any

import factory
from django.test import Client
from factory.django import DjangoModelFactory

from tournaments.labels import PaymentMethod, RateCode, RoleName, Status, TournamentState
from tournaments.models import (
    Account,
    Appointment,
    Club,
    Fee,
    League,
    Membership,
    Payment,
    Player,
    Registration,
    Season,
    SeasonRate,
    Table,
    Tournament,
)
from tournaments.models.tournaments import ENTRY_LENGTH, ENTRY_LETTERS
from tournaments.standings import LeagueRule

DAY = datetime.date(2026, 11, 21)
NOW = datetime.datetime(2026, 11, 21, 20, 0, tzinfo=datetime.UTC)


class ClubFactory(DjangoModelFactory):
    class Meta:
        model = Club

    name = factory.Sequence(lambda n: f"Club{n}")
    slug = factory.Sequence(lambda n: f"club-{n}")


class PlayerFactory(DjangoModelFactory):
    class Meta:
        model = Player

    club = factory.SubFactory(ClubFactory)
    licence = factory.Sequence(lambda n: f"L{n:05d}")
    last_name = factory.Sequence(lambda n: f"Nom{n}")
    first_name = "Prénom"
    consent = True


class AccountFactory(DjangoModelFactory):
    class Meta:
        model = Account
        skip_postgeneration_save = True

    username = factory.Sequence(lambda n: f"compte{n}")
    password = factory.django.Password("secret")


def a_season_rate(season: Season, amount: int = 2000) -> SeasonRate:
    """Return the season's rate of this amount, made if it is not there."""
    said = {"code": RateCode.ADULT, "place": season.rates.count() + 1}
    return season.rates.get_or_create(label=f"Cotisation {amount}", amount=amount, defaults=said)[0]


def a_fee(membership: Membership, season: Season, *, due: int = 2000, paid: int | None = None) -> Fee:
    """Return the fee of a member at a rate of `due` cents, on which he paid what is said, else all."""
    fee = Fee.objects.create(membership=membership, season=season, rate=a_season_rate(season, due))
    if amount := due if paid is None else paid:
        said = {"key": uuid.uuid4(), "amount": amount, "method": PaymentMethod.CHEQUE, "by_name": "aline"}
        Payment.objects.create(**said, fee=fee, paid_on=NOW.date(), at=NOW)
    return fee


class SeasonFactory(DjangoModelFactory):
    class Meta:
        model = Season

    club = factory.SubFactory(ClubFactory)
    name = factory.Sequence(lambda n: f"Saison{n}")
    starts_on = datetime.date(2026, 9, 1)
    ends_on = datetime.date(2027, 6, 30)

    @classmethod
    def _create(cls, model_class: type[Season], *args: Any, rule: LeagueRule | None = None, **kwargs: Any) -> Season:
        """Return a season with its main league, under the `rule`."""
        season = super()._create(model_class, *args, **kwargs)
        League.objects.create(season=season, name="Championnat", rule=(rule or LeagueRule()).data)
        return season


def other_league(season: Season, rule: LeagueRule | None = None) -> League:
    """Return another league of the season, beside its main one."""
    number = season.leagues.count() + 1
    return season.leagues.create(number=number, name=f"Challenge {number}", rule=(rule or LeagueRule()).data)


FIRST_CODE = secrets.randbelow(23**ENTRY_LENGTH)  # another process has tournaments in the same database


def _entry_code(number: int) -> str:
    """Return letters that no other number has: drawn by lot, two tournaments of a test had the same one day."""
    scattered = FIRST_CODE + number * 1_234_567
    return "".join(ENTRY_LETTERS[scattered // 23**place % 23] for place in range(ENTRY_LENGTH))


class TournamentFactory(DjangoModelFactory):
    class Meta:
        model = Tournament

    club = factory.SubFactory(ClubFactory)
    name = factory.Sequence(lambda n: f"Concours{n}")
    date = DAY
    state = TournamentState.OPEN
    entry_code = factory.Sequence(_entry_code)


class RegistrationFactory(DjangoModelFactory):
    class Meta:
        model = Registration

    tournament = factory.SubFactory(TournamentFactory)
    player = factory.SubFactory(PlayerFactory, club=factory.SelfAttribute("..tournament.club"))
    start_number = factory.Sequence(lambda n: n + 1)
    status = Status.PRESENT


def organiser(club: Club) -> Account:
    """Return an account appointed organiser of the club."""
    account = AccountFactory()
    Appointment.objects.create(account=account, role=RoleName.ORGANISER, club=club)
    return account


def arbiter(club: Club) -> Account:
    """Return an account appointed arbiter of the club."""
    account = AccountFactory()
    Appointment.objects.create(account=account, role=RoleName.ARBITER, club=club)
    return account


def treasurer(club: Club) -> Account:
    """Return an account appointed treasurer of the club."""
    account = AccountFactory()
    Appointment.objects.create(account=account, role=RoleName.TREASURER, club=club)
    return account


def at_the_door(club: Club) -> Account:
    """Return an account appointed to check people in at the club."""
    account = AccountFactory()
    Appointment.objects.create(account=account, role=RoleName.DOOR, club=club)
    return account


def rewrite(tournament: Tournament, **columns: object) -> None:
    """Change columns of a tournament, in the database and in this instance, as no service would."""
    Tournament.objects.filter(pk=tournament.pk).update(**columns)
    tournament.refresh_from_db()


def rewrite_table(table: Table, **columns: object) -> None:
    """Change columns of a table without a service."""
    Table.objects.filter(pk=table.pk).update(**columns)
    table.refresh_from_db()


def logged_in(account: Account) -> Client:
    """Return a browser in which somebody is logged in."""
    client = Client()
    client.force_login(account, backend="allauth.account.auth_backends.AuthenticationBackend")
    return client


def field(tournament: Tournament, count: int) -> list[Registration]:
    """Return `count` present registrations of the tournament, numbered from 1."""
    return registered(tournament, range(1, count + 1))


def registered(tournament: Tournament, numbers: Iterable[int]) -> list[Registration]:
    """Return present registrations of new players with these start numbers, written at once."""
    entries = [
        RegistrationFactory.build(
            tournament=tournament, player=PlayerFactory.build(club=tournament.club), start_number=number
        )
        for number in numbers
    ]
    Player.objects.bulk_create(entry.player for entry in entries)
    for entry in entries:
        entry.player_id = entry.player.pk
    return Registration.objects.bulk_create(entries)

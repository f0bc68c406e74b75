"""
The comités: who is responsible for them, what everybody may read of their clubs, and whom a club lets its comité read.
"""

import datetime
from collections import defaultdict
from dataclasses import dataclass

from django.db.models import Count, IntegerField, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from tournaments.labels import OVER, Grade, RoleName
from tournaments.models import Account, Appointment, Club, Committee, League, Membership, Season, Tournament, is_shown
from tournaments.queries.clubs.series import ComingDate, coming_dates
from tournaments.queries.people.names import in_alphabet

MOST_DATES, OF_SERIES = 30, 4  # every Friday of a year would hide the rest


@dataclass(frozen=True)
class MemberClub:
    """A club of a comité: how many members it has, and how many of its tournaments are public."""

    club: Club
    players: int
    evenings: int
    seasons: tuple[Season, ...]


def committees_of(person: Account) -> QuerySet[Committee]:
    """Return the comités that a person is responsible for; all of them for the administrator of the site."""
    everywhere = Committee.objects.all()
    return everywhere if person.is_superuser else everywhere.filter(appointments__account=person).distinct()


def member_clubs(committee: Committee) -> list[MemberClub]:
    """Return the clubs of a comité by name, the seasons of each with the latest first. Two queries."""
    clubs = committee.clubs.annotate(
        player_count=_count_of(_members()),
        evening_count=_count_of(Tournament.objects.filter(is_shown())),
    ).prefetch_related("seasons")
    return [
        MemberClub(club, club.player_count, club.evening_count, tuple(club.seasons.all()))
        for club in clubs.order_by("name")
    ]


def listed_members(committee: Committee) -> QuerySet[Membership]:
    """
    Return the memberships that a comité reads: the present members of those of its clubs that let it, by name.

    Each has `listed`: of how many of these clubs the person is a member. A club that lets nobody read does not count.
    """
    listed = _members().filter(club__committee=committee, club__lists_members=True)
    his = listed.filter(player=OuterRef("player")).order_by().values("player").annotate(count=Count("pk"))
    rows = listed.select_related("player", "club")
    rows = rows.annotate(listed=Subquery(his.values("count")), alphabet=in_alphabet("player__"))
    return rows.order_by("alphabet", "club__name", "pk")


def club_members(committee: Committee) -> QuerySet[Club]:
    """Return the clubs of a comité by name, each with its number of `members`, and of `unlicensed` where it lets it."""
    unlicensed = _members().filter(player__licence="", club__lists_members=True)
    return committee.clubs.annotate(members=_count_of(_members()), unlicensed=_count_of(unlicensed)).order_by("name")


@dataclass(frozen=True)
class ListedArbiter:
    """An arbiter whom clubs let their comité read: these clubs, and the public evenings there that he is named for."""

    account: Account
    clubs: tuple[str, ...]
    evenings: tuple[Tournament, ...]
    is_named: bool


def arbiters_of(committee: Committee) -> list[ListedArbiter]:
    """
    Return the arbiters of those clubs of a comité that let it read them, by name. Three queries.

    Who arbitrates one tournament of a club is an arbiter of the club too. His evenings are those that are not over, and
    not called off.
    """
    roles = defaultdict[int, list[Appointment]](list)
    for role in _listed_roles(committee).select_related("club", "tournament__club").order_by("tournament__date", "pk"):
        roles[role.account_id].append(role)
    named = set(committee.arbiters.values_list("pk", flat=True))
    accounts = Account.objects.filter(pk__in=roles).order_by("last_name", "first_name", "username")
    return [
        ListedArbiter(
            account,
            tuple(sorted({_club_of(role).name for role in roles[account.pk]})),
            tuple(
                one for role in roles[account.pk] if (one := role.tournament) and one.is_public and not _is_over(one)
            ),
            account.pk in named,
        )
        for account in accounts
    ]


def found_arbiters(club: Club) -> QuerySet[Account]:
    """Return the arbiters whom the comité of a club names to it, without those who are arbiters of the whole club."""
    if club.committee is None:
        return Account.objects.none()
    named = club.committee.arbiters.filter(pk__in=_listed_roles(club.committee).values("account"))
    here = Appointment.objects.filter(club=club, role=RoleName.ARBITER).values("account")
    return named.exclude(pk__in=here).order_by("last_name", "first_name", "username")


def clubs_listing(committee: Committee, account: Account) -> list[Club]:
    """Return the clubs of a comité that let it read them and have this arbiter, by name."""
    roles = _listed_roles(committee).filter(account=account).select_related("club", "tournament__club")
    return sorted({_club_of(role) for role in roles}, key=lambda club: club.name)


def _listed_roles(committee: Committee) -> QuerySet[Appointment]:
    listing = committee.clubs.filter(lists_arbiters=True).order_by().values("pk")
    here = Q(club__in=listing) | Q(tournament__club__in=listing)
    return Appointment.objects.filter(here, role=RoleName.ARBITER, account__is_active=True)


def _club_of(role: Appointment) -> Club:
    club = role.tournament.club if role.tournament else role.club
    assert club is not None, "an arbiter is of a club or of a tournament"
    return club


def _is_over(tournament: Tournament) -> bool:
    return tournament.state in OVER or bool(tournament.called_off)


def leagues_held(committee: Committee) -> QuerySet[League]:
    """Return the leagues of a comité, the latest first, with how many clubs were `asked`, and how many `agreed`."""
    agreed = Count("guests", filter=Q(guests__agreed_at__isnull=False))
    found = committee.leagues.select_related("season__club", "committee").annotate(asked=Count("guests"), agreed=agreed)
    return found.order_by("-season__starts_on", "name", "pk")


def _members() -> QuerySet[Membership]:
    return Membership.objects.filter(until=None, grade=Grade.MEMBER, player__erased_at=None)


def coming_in(committee: Committee, *, today: datetime.date) -> list[ComingDate]:
    """Return the dates that a comité's clubs announce from `today` on, the nearest first; of a series at most four."""
    return coming_dates(*committee.clubs.all(), since=today, of_series=OF_SERIES)[:MOST_DATES]


def _count_of(rows: QuerySet[Membership] | QuerySet[Tournament]) -> Coalesce:
    """Return an expression: how many of these rows a club has. Each has its subquery: two joins would multiply."""
    counted = rows.filter(club=OuterRef("pk")).order_by().values("club").annotate(count=Count("pk")).values("count")
    return Coalesce(Subquery(counted, output_field=IntegerField()), 0)

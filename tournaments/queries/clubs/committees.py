"""
The comités: who is responsible for them, what everybody may read of their clubs, and whom a club lets its comité read.
"""

import datetime
from dataclasses import dataclass

from django.db.models import Count, IntegerField, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from tournaments.labels import Grade
from tournaments.models import Account, Club, Committee, League, Membership, Season, Tournament, is_shown
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

"""The clubs: on a visitor's first page, on the page of an organiser or arbiter, and roles that wait for an answer."""

import unicodedata
from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce, Lower
from django.utils.text import slugify

from tournaments.labels import BEFORE_PLAY, OVER, Grade, RoleName, Status, TournamentState
from tournaments.models import (
    Account,
    Appointment,
    Club,
    Invitation,
    Player,
    Registration,
    Season,
    Seat,
    Tournament,
    is_shown,
)
from tournaments.models.rounds import HAS_A_SCORE
from tournaments.models.tournaments import OF_A_PERSON
from tournaments.queries.clubs.copies import Offer, offers
from tournaments.queries.clubs.heroes import Hero, NextDate, heroes, next_date
from tournaments.queries.clubs.pages import ClubPage, club_pages
from tournaments.queries.clubs.series import ComingDate, in_time
from tournaments.queries.standings.lines import Line
from tournaments.queries.standings.podiums import cached_podiums

SHOWN = 6  # of what is coming
RESULTS = 4
# An evening that was prepared and never opened leaves the front page after a day.
LATE = timedelta(days=1)
RECENT = timedelta(days=60)
LONGEST_LOGIN = 150
OFFERED = 2  # tournaments of a club that one click opens


@dataclass(frozen=True)
class Front:
    """The front page: tournaments running, coming and finished (each with its podium), and the clubs."""

    running: tuple[Tournament, ...]
    coming: tuple[ComingDate, ...]
    finished: tuple[Tournament, ...]
    clubs: tuple[Club, ...]
    club_pages: tuple[ClubPage, ...] = ()
    heroes: tuple[Hero, ...] = ()
    next: NextDate | None = None
    podiums: Mapping[int, tuple[Line, ...]] = field(default_factory=dict)

    @property
    def also_running(self) -> tuple[Tournament, ...]:
        """The running tournaments that are not shown large as heroes."""
        return self.running[len(self.heroes) :]

    @property
    def results(self) -> list[tuple[Tournament, tuple[Line, ...]]]:
        """(tournament, winners) of the last finished tournaments: several winners where they share the first place."""
        first = {pk: tuple(line for line in podium if line.place == 1) for pk, podium in self.podiums.items()}
        return [(tournament, first.get(tournament.pk, ())) for tournament in self.finished]


def front(*, at: datetime) -> Front:
    """Return what the front page shows: four queries, those of `club_pages` and `heroes`, three for new podiums."""
    tournaments = with_entries(Tournament.objects.filter(is_shown()).select_related("club"))
    shown_tournaments = Count("tournaments", filter=is_shown("tournaments__"))
    clubs = tuple(Club.objects.annotate(tournament_count=shown_tournaments).order_by("name"))
    pages = tuple(club_pages(clubs, at=at)) if clubs else ()
    running = tuple(tournaments.filter(state=TournamentState.RUNNING)[: 3 * SHOWN])
    finished = tuple(tournaments.filter(state=TournamentState.FINISHED)[:RESULTS])
    days = [club.day(at) for club in clubs] or [at.date()]
    late = [
        event
        for event in tournaments.filter(state__in=BEFORE_PLAY, date__range=(min(days) - LATE, max(days)))
        if event.club.day(at) - LATE <= event.date < event.club.day(at)
    ]
    dates = [
        *(ComingDate(event.date, event.name, event.starts_at, event) for event in late[:SHOWN]),
        *(coming for page in pages for coming in page.coming if not coming.is_running),
    ]
    coming = tuple(sorted(dates, key=in_time)[:SHOWN])
    return Front(
        running=running,
        coming=coming,
        finished=finished,
        clubs=clubs,
        club_pages=pages,
        heroes=heroes(running),
        next=None if running else next_date(coming, at=at),
        podiums=cached_podiums(finished),
    )


def with_entries(tournaments: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """Annotate `entered`: how many players play or are expected, without those who stayed away; the latest first."""
    played = Exists(Seat.objects.filter(HAS_A_SCORE, registration=OuterRef("pk")))
    is_expected = Q(status=Status.REGISTERED) & ~Q(tournament__state__in=OVER)
    counted = Registration.objects.filter(Q(status=Status.PRESENT) | is_expected | Q(played), OF_A_PERSON)
    # Counted for each tournament that is listed: a join would count those of every tournament of the site, to show ten.
    entered = counted.filter(tournament=OuterRef("pk")).order_by().values("tournament").annotate(n=Count("pk"))
    return tournaments.annotate(entered=Coalesce(Subquery(entered.values("n")), 0)).order_by("-date", "-pk")


@dataclass(frozen=True)
class ClubOffice:
    """
    A club as one person may see it: an organiser sees its desk, anybody else only tournaments.

    `roles` are this person's roles in words, empty for an organiser.
    """

    club: Club
    organises: bool
    players: int
    seasons: tuple[Season, ...]
    open: tuple[Tournament, ...]
    finished: tuple[Tournament, ...]
    offers: tuple[Offer, ...] = ()
    roles: tuple[str, ...] = ()
    keeps_money: bool = False  # of the whole club


def offices(person: Account, *, today: date, of: "QuerySet[Club] | None" = None) -> list[ClubOffice]:
    """Return the clubs where a person has a role, with their open and recent tournaments; `of` limits the clubs."""
    appointments = list(
        Appointment.objects.filter(account=person).values_list(
            "role", "club_id", "tournament_id", "tournament__club_id"
        )
    )
    organised = {club for role, club, _tournament, _its_club in appointments if club and role == RoleName.ORGANISER}
    money = (RoleName.ORGANISER, RoleName.TREASURER)
    keeping = {club for role, club, _tournament, _its_club in appointments if club and role in money}
    club_ids = {club for _role, club, _tournament, _its_club in appointments if club}
    tournament_ids = {tournament for _role, _club, tournament, _its_club in appointments if tournament}
    visible_ids = club_ids | {its_club for _role, _club, tournament, its_club in appointments if tournament}
    held: dict[int, set[RoleName]] = defaultdict(set)
    for role, club, _tournament, its_club in appointments:
        held[club or its_club].add(RoleName(role))
    clubs = Club.objects.all() if of is None else of
    clubs = clubs.annotate(
        player_count=Count("memberships", filter=Q(memberships__until=None, memberships__grade=Grade.MEMBER))
    )
    if not person.is_superuser:
        clubs = clubs.filter(pk__in=visible_ids)
    visible_clubs = list(clubs)
    tournaments = Tournament.objects.filter(open_or_recent(today), club__in=visible_clubs)
    if not person.is_superuser:
        tournaments = tournaments.filter(Q(club__in=club_ids) | Q(pk__in=tournament_ids))
    listed = list(with_entries(tournaments.select_related("season")))
    running_first = sorted(listed, key=lambda event: event.state != TournamentState.RUNNING)
    seasons = list(Season.objects.filter(club__in=clubs))
    offered = offers([club for club in visible_clubs if person.is_superuser or club.pk in organised], today=today)
    return [
        ClubOffice(
            club=club,
            organises=person.is_superuser or club.pk in organised,
            players=club.player_count,
            seasons=tuple(season for season in seasons if season.club_id == club.pk),
            open=tuple(event for event in running_first if event.club_id == club.pk and not event.is_finished),
            finished=tuple(event for event in listed if event.club_id == club.pk and event.is_finished),
            offers=tuple(offered.get(club.pk, ())[:OFFERED]),
            keeps_money=person.is_superuser or club.pk in keeping,
            roles=_role_words(held[club.pk]) if club.pk not in organised else (),
        )
        for club in visible_clubs
    ]


def open_or_recent(today: date) -> Q:
    """Return the condition that a tournament is not over, or finished within the last 60 days."""
    return ~Q(state__in=OVER) | Q(state=TournamentState.FINISHED, date__gte=today - RECENT)


def _role_words(held: Collection[RoleName]) -> tuple[str, ...]:
    """Return roles in words, in the order of `RoleName`."""
    return tuple(str(role.label) for role in RoleName if role in held)


def free_username(player: Player, club: Club) -> str:
    """
    Return a login made from a player's name that nobody of the club has: « elise.ilot », « elise.ilot2 ».

    Logins of other clubs are not considered: the number would reveal that they exist.
    """
    stem = ".".join(filter(None, (slugify(player.first_name), slugify(player.last_name)))) or "joueur"
    of_club = plays_at(club.pk) | has_role_at(club.pk)
    accounts = Account.objects.filter(of_club, username__istartswith=stem)
    taken = set(accounts.values_list(Lower("username"), flat=True))
    return next(name for name in (stem, *(f"{stem}{n}" for n in range(2, len(taken) + 3))) if name not in taken)


def has_role_at(club_id: int) -> Q:
    """Return the condition that an account holds a role in a club, or in one of its tournaments."""
    return Q(appointments__club=club_id) | Q(appointments__tournament__club=club_id)


def plays_at(club_id: int) -> Q:
    """Return the condition that an account belongs to a member of a club."""
    return Q(player__in=Player.objects.of(club_id).values("pk"))


def login_name(typed: str) -> str:
    """Return a login in the form in which invitations store it: capitals make no difference."""
    return unicodedata.normalize("NFKC", typed.strip()).casefold()[:LONGEST_LOGIN]


def invitations_for(account: Account) -> QuerySet[Invitation]:
    """Return the invitations to this account's login."""
    return _with_names(Invitation.objects.filter(username=login_name(account.username)))


def invitations_of(club: Club) -> QuerySet[Invitation]:
    """Return the invitations of a club that have no answer, whether or not an account has that login."""
    return _with_names(Invitation.objects.filter(Q(club=club) | Q(tournament__club=club)))


def _with_names(invitations: QuerySet[Invitation]) -> QuerySet[Invitation]:
    return invitations.select_related("club", "tournament__club", "player", "asked_by")


def clubs_of(players: Collection[int]) -> dict[str, list[int]]:
    """Return registration ids by the name of their player's club, for each club with two of these players or more."""
    clubs: dict[str, list[int]] = defaultdict(list)
    entries = Registration.objects.filter(pk__in=players).order_by("player__club__name", "pk")
    for registration, club in entries.values_list("pk", "player__club__name"):
        clubs[club].append(registration)
    return {club: members for club, members in clubs.items() if len(members) > 1}

"""The organiser's first page: his clubs, and the tournaments he may open."""

from dataclasses import dataclass
from datetime import date, timedelta

from django.db.models import Count, Q
from django.db.models.functions import Lower
from django.utils.text import slugify

from tournaments.labels import RoleName, TournamentState
from tournaments.models import Account, Appointment, Club, Player, Season, Tournament

RECENT = timedelta(days=60)


@dataclass(frozen=True)
class ClubOffice:
    """A club as one person may see it: an organiser sees its desk, an arbiter only tournaments."""

    club: Club
    organises: bool
    players: int
    seasons: tuple[Season, ...]
    open: tuple[Tournament, ...]
    finished: tuple[Tournament, ...]


def offices(person: Account, *, today: date) -> list[ClubOffice]:
    """Return the clubs where a person is organiser or arbiter, with what is being prepared, played, or just over."""
    appointments = list(
        Appointment.objects.filter(account=person).values_list(
            "role", "club_id", "tournament_id", "tournament__club_id"
        )
    )
    organised = {club for role, club, _one, _its_club in appointments if club and role == RoleName.ORGANISER}
    whole = {club for _role, club, _one, _its_club in appointments if club}
    single = {one for _role, _club, one, _its_club in appointments if one}
    seen = whole | {its_club for _role, _club, one, its_club in appointments if one}
    clubs = Club.objects.annotate(player_count=Count("players"))
    if not person.is_superuser:
        clubs = clubs.filter(pk__in=seen)
    shown = list(clubs)
    tournaments = Tournament.objects.filter(club__in=shown).filter(
        ~Q(state=TournamentState.FINISHED) | Q(date__gte=today - RECENT)
    )
    if not person.is_superuser:
        tournaments = tournaments.filter(Q(club__in=whole) | Q(pk__in=single))
    listed = list(
        tournaments.select_related("season").annotate(entered=Count("registrations")).order_by("-date", "-pk")
    )
    running_first = sorted(listed, key=lambda one: one.state != TournamentState.RUNNING)
    seasons = list(Season.objects.filter(club__in=clubs))
    return [
        ClubOffice(
            club=club,
            organises=person.is_superuser or club.pk in organised,
            players=club.player_count,
            seasons=tuple(season for season in seasons if season.club_id == club.pk),
            open=tuple(one for one in running_first if one.club_id == club.pk and not _is_over(one)),
            finished=tuple(one for one in listed if one.club_id == club.pk and _is_over(one)),
        )
        for club in shown
    ]


def free_username(player: Player) -> str:
    """
    Return a login that says who it is and that nobody of his club has: « elise.ilot », « elise.ilot2 ».

    The logins of other clubs are not looked at: the number would tell that they exist.
    """
    stem = ".".join(filter(None, (slugify(player.first_name), slugify(player.last_name)))) or "joueur"
    club = player.club_id
    ours = Q(player__club=club) | Q(appointments__club=club) | Q(appointments__tournament__club=club)
    known = Account.objects.filter(ours, username__istartswith=stem)
    taken = set(known.values_list(Lower("username"), flat=True))
    return next(name for name in (stem, *(f"{stem}{n}" for n in range(2, len(taken) + 3))) if name not in taken)


def _is_over(tournament: Tournament) -> bool:
    return tournament.state == TournamentState.FINISHED

"""
The locks that every write waits for, and the revisions that tell readers that something changed.

A service that writes players locks their clubs first, then the tournament: always in this order.
"""

from django.db.models import F, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.models import Club, Membership, Player, Registration, Tournament
from tournaments.refusals import Refusal


def lock_tournament(tournament_id: int | None) -> Tournament:
    """
    Return the tournament, locked until the transaction ends: the first statement of every service that writes in it.

    Two arbiters who save at the same time wait for each other, and both saves are kept. A service that also writes
    players locks the club first (`lock_club`), always in this order. `no_key`: a new row that only points at the
    tournament (a journal entry, a job) does not wait for this lock, because waiting could deadlock. Refuses a
    tournament that was deleted meanwhile.
    """
    locked = Tournament.objects.select_for_update(of=("self",), no_key=True).select_related("club")
    tournament = None if tournament_id is None else locked.filter(pk=tournament_id).first()
    if tournament is None:
        raise Refusal(_("Ce tournoi n’existe plus : quelqu’un l’a déjà supprimé."), code="gone")
    return tournament


def lock_tournaments_of(*players: Player) -> None:
    """Lock every tournament of these players, in the order of the ids, so that no seat is written meanwhile."""
    entered = Registration.objects.filter(player__in=players).values("tournament")
    list(Tournament.objects.filter(pk__in=entered).select_for_update(no_key=True).order_by("pk").values_list("pk"))


def lock_club(club: Club) -> None:
    """
    Lock a club until the transaction ends: the first statement of every service that writes its players.

    Always before a tournament's lock, never after it. `no_key` as in `lock_tournament`: the journal entry of a donne
    points at the club, and must not wait for an import.
    """
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)


def lock_clubs_of(*players: Player | int, and_club: Club | None = None, and_keepers: Q | None = None) -> list[Club]:
    """
    Lock all clubs of these players (or ids) until the transaction ends, and return the clubs in the order of their ids.

    A player's file belongs to all his clubs: a service that writes it locks all of them, in one order, so that two
    services never deadlock. `and_club` is locked too, and so are the clubs that keep the files of the players that
    match `and_keepers`. Otherwise as `lock_club`.
    """
    of_players = Membership.objects.filter(player__in=players, until=None).values("club")
    kept = [player.club_id for player in players if isinstance(player, Player)]
    wanted = Q(pk__in=of_players) | Q(pk__in=[*kept, *([and_club.pk] if and_club else [])])
    if and_keepers is not None:
        wanted |= Q(pk__in=Player.objects.filter(and_keepers).order_by().values("club"))
    return list(Club.objects.select_for_update(no_key=True).filter(wanted).order_by("pk"))


def raise_revision(tournament: Tournament) -> None:
    """Raise a tournament's revision: pages, polls and caches then know that its public part has changed."""
    Tournament.objects.filter(pk=tournament.pk).update(revision=F("revision") + 1, changed_at=timezone.now())


def raise_revisions(tournaments: QuerySet[Tournament]) -> None:
    """Raise the revisions of tournaments, locked in the order of their ids, so that two imports never deadlock."""
    locked = tournaments.select_for_update(no_key=True).order_by("pk").values_list("pk", flat=True)
    Tournament.objects.filter(pk__in=list(locked)).update(revision=F("revision") + 1, changed_at=timezone.now())


def raise_revisions_of(players: QuerySet[Player]) -> None:
    """
    Raise the revision of every tournament that shows these players: their own, and those of files linked with theirs.

    A published league shows a person's name only while each of his linked files agrees.
    """
    linked = players.exclude(linked_as="").order_by().values("linked_as")
    entered = Registration.objects.filter(Q(player__in=players) | Q(player__linked_as__in=linked))
    raise_revisions(Tournament.objects.filter(pk__in=entered.values("tournament")))

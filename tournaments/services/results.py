"""The one door between the apps: scoring tells what happened at the tables, tournaments keeps what it was worth."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import F, QuerySet

from tournaments.models import Registration, Seat, SeatResult, Tournament


@dataclass(frozen=True)
class Result:
    """What a round brought one seat, before penalties: whole points, and how many donnes they come from."""

    seat: Seat
    points: int
    donnes: int


def lock_tournament(tournament_id: int | None) -> Tournament:
    """
    Return the tournament, locked until the transaction ends: the first statement of every service that writes in it.

    One queue for all writes of a tournament: two arbiters who save at once wait for each other and neither is lost.
    Who needs the club's file too locks the club first (`players.lock_club`), always in this order. `no_key`: rows that
    only point here (a journal entry, a job) do not wait for this lock, or each would deadlock with whoever holds it.
    """
    return (
        Tournament.objects.select_for_update(of=("self",), no_key=True)
        .select_related("club")
        .get(pk=tournament_id or 0)
    )


def raise_revision(tournament: Tournament) -> None:
    """Tell every page, poll and cache that what the public sees of this tournament has changed."""
    Tournament.objects.filter(pk=tournament.pk).update(revision=F("revision") + 1)


def raise_revisions(tournaments: QuerySet[Tournament]) -> None:
    """Tell the same of several tournaments, locked in the order of their ids: two clubs' imports must never cross."""
    locked = tournaments.select_for_update(no_key=True).order_by("pk").values_list("pk", flat=True)
    Tournament.objects.filter(pk__in=list(locked)).update(revision=F("revision") + 1)


def set_results(results: Iterable[Result]) -> None:
    """Keep what each seat brought, replacing what was known. Called in the transaction of the line that changes it."""
    SeatResult.objects.bulk_create(
        [SeatResult(seat=result.seat, points=result.points, donnes=result.donnes) for result in results],
        update_conflicts=True,
        unique_fields=["seat"],
        update_fields=["points", "donnes"],
    )


def clear_results(seats: Iterable[Seat]) -> None:
    """Forget what these seats brought: their sheet has no current line left."""
    SeatResult.objects.filter(seat__in=seats).delete()


def set_penalty_points(points: dict[int, int]) -> None:
    """Keep the sum of the penalties in force for each registration id. Whole points, negative or zero."""
    for registration_id, total in points.items():
        Registration.objects.filter(pk=registration_id).update(penalty_points=total)

"""
A club's own rating: switched on and off, requested, and written when a job has counted it.

A job counts all rankings of the finished, public tournaments, and writes the rows that differ. The rating keeps a
digest of the revisions that it was counted from; every two seconds a worker compares it with the revisions now, so that
no service has to report a corrected evening. A page shows what was counted, and says when it is out of date.
"""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.labels import JobKind
from tournaments.models import Account, Club, ClubRating, Job, Rating
from tournaments.queries.standings.ratings import counted_steps, digest_of, to_count
from tournaments.refusals import Refusal
from tournaments.seating import Monitor
from tournaments.services.journal import differences, log
from tournaments.services.locks import lock_club
from tournaments.services.work import jobs
from tournaments.standings import RatingStep

AT_ONCE = 500  # rows of one statement


@transaction.atomic
def set_rating(
    *, club: Club, since: date | None, frozen_on: date | None, by: Account | None, at: datetime
) -> ClubRating | None:
    """
    Set the first day that a club's rating counts (None: no rating), and the last day that it counts (None: no end).

    Switching it off deletes what was counted; the results can always be counted again. Nothing is written when nothing
    changes; the caller then requests the count (`ask_count`). Refuses a last day without a first day, or before it.
    """
    lock_club(club)
    _refuse(since, frozen_on)
    rating = ClubRating.objects.filter(club=club).first()
    before = {"since": rating and rating.since, "frozen_on": rating and rating.frozen_on}
    changes = differences(before, {"since": since, "frozen_on": frozen_on})
    if not changes:
        return rating
    if since is None:
        ClubRating.objects.filter(club=club).delete()
    else:
        ClubRating.objects.update_or_create(club=club, defaults={"since": since, "frozen_on": frozen_on})
    details = {name: [day and day.isoformat() for day in days] for name, days in changes.items()}
    log(action=gettext_noop("cote du club réglée"), subject=club.name, by=by, at=at, club=club, details=details)
    return ClubRating.objects.filter(club=club).first()


def _refuse(since: date | None, frozen_on: date | None) -> None:
    if frozen_on is None or (since is not None and since <= frozen_on):
        return
    if since is None:
        sentence = _("La date d’arrêt va avec un premier jour : dites depuis quel jour la cote se calcule.")
        raise Refusal(sentence, code="frozen_without_a_first_day", fields={"since": [sentence]})
    sentence = _("La cote s’arrêterait avant de commencer : choisissez une date d’arrêt après le premier jour.")
    raise Refusal(sentence, code="frozen_too_early", fields={"frozen_on": [sentence]})


def ask_count(*, club: Club, by: Account | None, at: datetime) -> Job:
    """
    Return the job that counts a club's rating: a new job, or the one already under way. The caller enqueues it.

    Refuses a club without a rating.
    """
    rating = ClubRating.objects.filter(club=club).first()
    if rating is None:
        raise Refusal(
            _("Ce club ne calcule pas de cote : dites d’abord depuis quel jour elle se calcule."), code="no_rating"
        )
    return _ask(rating, digest_of(rating), by, at)


def ask_counts(*, at: datetime) -> list[Job]:
    """Return the jobs that count the ratings whose tournaments have changed; a worker finds them without being told."""
    return [_ask(rating, digest, None, at) for rating, digest in to_count()]


def _ask(rating: ClubRating, digest: str, by: Account | None, at: datetime) -> Job:
    return jobs.ask(kind=JobKind.RATING, club=rating.club, wanted={"digest": digest}, by=by, at=at)


def count_rating(job: Job, monitor: Monitor) -> dict[str, Any]:
    """
    Count and write the rating of the job's club, and return {"steps": how many steps the rating has}.

    The digest is read before the results: a change between them only makes it count again. Raises Cancelled.
    """
    rating = ClubRating.objects.filter(club=job.club).first()
    if rating is None:
        return {"steps": 0}
    digest = digest_of(rating)
    steps = counted_steps(rating, monitor.report)
    keep_ratings(rating=rating, steps=steps, digest=digest, at=timezone.now())
    return {"steps": len(steps)}


@transaction.atomic
def keep_ratings(*, rating: ClubRating, steps: Sequence[RatingStep], digest: str, at: datetime) -> None:
    """
    Write the steps of a club's rating; rows that do not differ stay, so that a new evening writes its own rows only.

    Nothing is written when the club has switched its rating off meanwhile.
    """
    lock_club(rating.club)
    if not ClubRating.objects.filter(pk=rating.pk).update(counted_from=digest, counted_at=at):
        return
    last = {step.player: step.event for step in steps}
    columns = ("evenings", "mu", "sigma", "before", "value", "is_last")
    wanted = {
        (step.event, step.player): (
            *(step.events, step.mu, step.sigma, step.before, step.value),
            last[step.player] == step.event,
        )
        for step in steps
    }
    stored = {
        (tournament, player): (pk, tuple(values))
        for pk, tournament, player, *values in rating.ratings.values_list("pk", "tournament", "player", *columns)
    }
    gone = [pk for key, (pk, values) in stored.items() if wanted.get(key) != values]
    for start in range(0, len(gone), AT_ONCE):
        Rating.objects.filter(pk__in=gone[start : start + AT_ONCE]).delete()
    Rating.objects.bulk_create(
        [
            Rating(of=rating, tournament_id=key[0], player_id=key[1], **dict(zip(columns, values, strict=True)))
            for key, values in wanted.items()
            if key not in stored or stored[key][1] != values
        ],
        batch_size=AT_ONCE,
    )

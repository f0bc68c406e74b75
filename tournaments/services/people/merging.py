"""
Merges two players who are one person, with all their history; one club must keep both files.

Where both had a seat in one round, the second registration stays with a second player, a `double_of` the first:
`Player.objects` does not find a double, and no ranking counts it.
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import ManyToOneRel, Model, Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop

from tournaments.labels import EndReason, Grade, Status, WishKind
from tournaments.models import (
    Account,
    Club,
    Declined,
    Invitation,
    Membership,
    MembershipPeriod,
    Payment,
    Player,
    PrizeGiven,
    Rating,
    Registration,
    Tournament,
    Wish,
    WishPlayer,
)
from tournaments.queries.people.files import OWN_FIELDS
from tournaments.queries.people.merging import (
    facts_taken,
    have_met,
    in_both,
    merging_players,
    one_that_goes,
    rounds_met,
)
from tournaments.queries.undo.consequences import draws_with
from tournaments.refusals import Refusal, refuse_without_reason
from tournaments.services.draws.wishes import take_back
from tournaments.services.journal import log
from tournaments.services.locks import lock_clubs_of, lock_tournaments_of, raise_revisions
from tournaments.services.people.periods import end_periods, joined_periods
from tournaments.services.privacy.erasing import AGREED, PERSONAL
from tournaments.services.undo.undoing import as_it_is, delete_row, refuse_consequences
from tournaments.subjects import Subject, subject_of

NO_REASON = gettext_lazy("Ils ont eu chacun une place à la même position : dites pourquoi c’est une seule personne.")


@transaction.atomic
def merge_players(
    *, keep: Player, drop: Player, by: Account | None, at: datetime, seen: str | None = None, reason: str = ""
) -> Player:
    """
    Merge two players who are one person: all that points at `drop` then points at `keep`, which is returned.

    What is empty in `keep` is taken from `drop`, except consents: only the person himself consents. If one of the two
    died, he did. Where both had a
    seat in one round, no line may be lost: that registration stays with `drop`, now a double, and a `reason` is needed.
    Refuses two different licences, and files of which the club of `by` does not keep both.
    """
    clubs = lock_clubs_of(keep, drop)
    lock_tournaments_of(keep, drop)
    keep, drop = (as_it_is(Player.objects.select_related("club"), player.pk) for player in (keep, drop))
    refuse_consequences(merging_players(keep, drop, by), seen)
    both = in_both(keep, drop)
    met = [(one, other) for one, other in both if have_met(one, other)]
    if met:
        reason = refuse_without_reason(reason, NO_REASON, code="merge_without_reason")
    touched = list(Tournament.objects.filter(registrations__player__in=[keep, drop]).values_list("pk", flat=True))
    details = _details(keep, drop, met)
    knew_drop = set(drop.memberships.values_list("club", flat=True))
    subject = subject_of("merge", drop=drop.full_name, keep=keep.full_name)
    for one, other in met:
        set_double_apart(one, other, by=by, at=at)
        _log_double(one, other, reason, by, at)
    for one, other in both:
        if (one, other) not in met:
            join_entries(one, other, by=by, at=at)
    drop.registrations.exclude(pk__in=[other.pk for _one, other in met]).update(player=keep)
    Rating.objects.filter(player=drop).delete()  # counted again: what the one was rated is no part of the other
    said_twice = Declined.objects.filter(player=drop, team=None)
    said_twice.filter(qualifying__declined__player=keep, qualifying__declined__team=None).delete()
    Invitation.objects.filter(player__in=[keep, drop]).delete()  # who has a login is offered none
    has_login = Account.objects.filter(player=keep).exists()
    join_memberships(keep, drop)
    left_alone = (Registration, Membership, *([Account] if has_login else []))
    give_rows(keep, drop, takes=lambda model: model not in left_alone)
    facts = facts_taken(keep, drop) | {"linked_as": keep.linked_as or drop.linked_as}
    if met:
        _make_double(drop, keep)
    else:
        delete_row(drop)
    for column, value in facts.items():
        setattr(keep, column, value)
    keep.save(update_fields=[*facts, "search_text"])
    raise_revisions(Tournament.objects.filter(pk__in=touched))
    for club in clubs:
        if club == keep.club:
            _log_merge(club, subject, by, at, reason=reason, details=details)
        elif club.pk in knew_drop:  # the others know neither the other file nor anything that moved
            _log_merge(club, subject, by, at, details={"id": details["id"], "kept": keep.pk})
    return keep


def join_memberships(keep: Player, drop: Player) -> None:
    """
    Move the memberships of `drop` to `keep`. Two of one club become one: over only if both are, else of the higher
    grade, with the days of both. If one of the two players died, he is a member of none.
    """
    died = _death_of(keep, drop)
    kept = {membership.club_id: membership for membership in keep.memberships.all()}
    for membership in drop.memberships.all():
        same = kept.get(membership.club_id)
        if same is None:
            membership.player = keep
            membership.save(update_fields=["player"])
            continue
        if going_on := [one for one in (same, membership) if one.until is None]:
            now = max(going_on, key=lambda one: Grade.values.index(one.grade))
            same.grade, same.asked_on, same.asked_again_on = now.grade, now.asked_on, now.asked_again_on
            same.until = None
        else:
            same.until = max(one.until for one in (same, membership) if one.until is not None)
        if not any(getattr(same, name) for name in OWN_FIELDS):  # what the club keeps for itself, from one of the two
            for name in OWN_FIELDS:
                setattr(same, name, getattr(membership, name))
        same.save()
        for fee in membership.fees.all():
            if (paid := same.fees.filter(season=fee.season_id).first()) is None:
                membership.fees.filter(pk=fee.pk).update(membership=same)
                continue
            fee.payments.update(fee=paid)  # both paid, and the club has both
            fee.delete()
        periods = joined_periods([*same.periods.all(), *membership.periods.all()])
        membership.delete()
        same.periods.all().delete()
        for period in periods:
            period.membership = same
        MembershipPeriod.objects.bulk_create(periods)
    if died is not None:
        _stay_dead(keep, died)


def _death_of(keep: Player, drop: Player) -> MembershipPeriod | None:
    """Return the period in which one of two people died, as the club that keeps their files noted; None if none did."""
    told = MembershipPeriod.objects.filter(membership__player__in=[keep, drop], membership__club=keep.club_id)
    return told.filter(reason=EndReason.DIED).first()


def _stay_dead(player: Player, died: MembershipPeriod) -> None:
    """Leave a player who died a member of no club, though his second file knew nothing of it."""
    rows = player.memberships.all()
    rows.filter(until=None).update(grade=Grade.GUEST, asked_on=None, asked_again_on=None)
    if died.until is not None:
        end_periods(rows, died.until, EndReason.DIED, died.remark)
    last = MembershipPeriod.objects.filter(membership__in=rows, membership__club=player.club_id).last()
    if last is not None and last.reason != EndReason.DIED:
        last.reason, last.remark = EndReason.DIED, died.remark
        last.save(update_fields=["reason", "remark"])


def _details(keep: Player, drop: Player, met: Sequence[tuple[Registration, Registration]]) -> dict[str, Any]:
    """Return what the journal says of a merge: `drop`, its registrations, what it gave, the rounds both sat in."""
    return {
        "id": drop.pk,
        "kept": keep.pk,
        "last_name": drop.last_name,
        "first_name": drop.first_name,
        "licence": drop.licence,
        "entries": [entry.tournament.name for entry in drop.registrations.select_related("tournament")],
        "taken": sorted(facts_taken(keep, drop)),
        "met": {one.tournament.name: rounds_met(one, other) for one, other in met},
    }


def _log_merge(
    club: Club, subject: Subject, by: Account | None, at: datetime, *, details: dict[str, Any], reason: str = ""
) -> None:
    log(
        action=gettext_noop("joueurs fusionnés"),
        subject=subject,
        by=by,
        at=at,
        club=club,
        reason=reason,
        details=details,
    )


def _make_double(drop: Player, keep: Player) -> None:
    """Delete all from a player but the name: he only stands for the seats in which the person met himself."""
    Account.objects.filter(player=drop).update(player=None)
    for column, value in (PERSONAL | AGREED).items():
        if column != "first_name":
            setattr(drop, column, value)
    drop.double_of = keep
    drop.link_version += 1
    drop.save()


def _log_double(one: Registration, other: Registration, reason: str, by: Account | None, at: datetime) -> None:
    log(
        action=gettext_noop("double hors classement"),
        subject=subject_of("merge", drop=other, keep=one),
        by=by,
        at=at,
        tournament=one.tournament,
        reason=reason,
        details={"double": other.start_number, "of": one.start_number, "met": rounds_met(one, other)},
    )


OF_THE_PERSON = (Payment, PrizeGiven, WishPlayer)  # what is his, whatever the number under which he sat
COLUMNS_OF_A_LINK = 3  # its id and the two that it links: it says nothing else


def join_entries(one: Registration, other: Registration, *, by: Account | None, at: datetime) -> Registration:
    """
    Join two registrations of one tournament that share no round, and return the one that stays; the other is deleted.

    Called under the lock of the tournament.
    """
    gone = one_that_goes(one, other)
    stays = one if gone.pk == other.pk else other
    _rename_in_draws(stays, gone)
    _take_back_wishes(stays, gone, by, at)
    between = Q(one=stays, other=gone) | Q(one=gone, other=stays)
    stays.tournament.seat_changes.filter(between).delete()  # nobody takes his own place
    give_rows(stays, gone)
    stays.penalty_points += gone.penalty_points
    if gone.status == Status.EXCLUDED:  # by a decision, which is one about who stays now
        stays.status, stays.waits = gone.status, ""
    _take_facts(stays, gone)
    delete_row(gone)
    return stays


def set_double_apart(stays: Registration, double: Registration, *, by: Account | None, at: datetime) -> None:
    """
    Leave a double's registration its seats and points, and move its payments, prizes and wishes to the one that stays.

    Called under the lock of the tournament, when both had a seat in one round.
    """
    _take_back_wishes(stays, double, by, at)
    give_rows(stays, double, takes=lambda model: model in OF_THE_PERSON)
    _take_facts(stays, double)
    double.waits, double.rate = "", None
    if double.status != Status.EXCLUDED:  # the decision about it stays with its points
        double.status = Status.ABSENT
    double.save(update_fields=["status", "waits", "rate"])


def give_rows(stays: Model, gone: Model, *, takes: Callable[[Any], bool] = lambda _model: True) -> None:
    """
    Make every row that points at `gone` point at `stays`, for each model that `takes` accepts.

    A row that only links two others, as a member of a wish, is deleted if `stays` has that link already. Refuses any
    other row that breaks a unique constraint beside a row of `stays`.
    """
    for relation in type(gone)._meta.get_fields(include_hidden=True):
        if not isinstance(relation, ManyToOneRel) or not takes(relation.related_model):
            continue
        model: Any = relation.related_model
        name = relation.field.name
        for pk in model._base_manager.filter(**{name: gone}).values_list("pk", flat=True):
            row = model._base_manager.filter(pk=pk)
            try:
                with transaction.atomic():
                    row.update(**{name: stays})
            except IntegrityError as collision:
                if len(model._meta.concrete_fields) > COLUMNS_OF_A_LINK:
                    raise _stand_apart(stays, gone) from collision
                row.delete()


def _take_facts(stays: Registration, gone: Registration) -> None:
    """Save the registration that stays: present if one of the two is and it is not excluded; with the rate of one."""
    if gone.status == Status.PRESENT and stays.status != Status.EXCLUDED:
        stays.status, stays.waits = gone.status, ""
    stays.rate_id = stays.rate_id or gone.rate_id
    if gone.team_id is not None:  # a team has one captain
        stays.team_id, stays.is_captain = gone.team_id, gone.is_captain or stays.is_captain
        Registration.objects.filter(pk=gone.pk).update(team=None, is_captain=False)
        gone.team, gone.is_captain = None, False
    stays.save(update_fields=["status", "waits", "rate", "penalty_points", "team", "is_captain"])


def _rename_in_draws(stays: Registration, gone: Registration) -> None:
    """Replace the id of `gone` by that of `stays` in published draws; a draw with both made no round: it is deleted."""
    for draw in draws_with(gone):
        if draw.published_at is None:
            continue
        if stays.pk in draw.players:
            draw.delete()
            continue
        draw.renumber(lambda pk: stays.pk if pk == gone.pk else pk)
        draw.save(update_fields=["players", "wishes", "ranking", "moved", "plan"])


def _take_back_wishes(stays: Registration, gone: Registration, by: Account | None, at: datetime) -> None:
    """Cancel the wishes that keep the two registrations of one person apart, or put both in one team."""
    kinds = [WishKind.APART, WishKind.TEAM]
    of_both = Wish.objects.filter(kind__in=kinds, cancelled_at=None, members__registration=stays)
    for wish in of_both.filter(members__registration=gone):
        take_back(wish, by, at)


def _stand_apart(stays: Model, gone: Model) -> Refusal:
    sentence = _(
        "Quelque chose est écrit à la fois de « %(one)s » et de « %(other)s », qui ne peut pas l’être deux fois "
        "de la même personne : les deux restent."
    )
    return Refusal(sentence % {"one": stays, "other": gone}, code="written_of_both")

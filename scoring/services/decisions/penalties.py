"""Penalties: given and cancelled, never deleted; each player's sum is written in the same transaction."""

import uuid
from collections.abc import Iterable
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scoring.labels import PenaltyTarget, Sanction
from scoring.models import Penalty, PenaltyKind, PenaltyShare
from scoring.queries.desk.penalties import falls_on, penalty_points_of, subject_of_penalty, waits_to_be_applied
from scoring.services.decisions.penalty_checks import refusals_of
from scoring.services.sheets.sheets import refuse_if_redrawn
from tournaments.kit.text import signed
from tournaments.labels import JobKind, Status
from tournaments.models import Account, Job, Registration, Table, Tournament
from tournaments.refusals import Refusal, refuse_if_finished, refuse_without_reason, sent_before, together
from tournaments.services.journal import log
from tournaments.services.people.registrations import set_status
from tournaments.services.results import (
    adjust_seats,
    give_scores_back,
    lock_tournament,
    raise_revision,
    set_penalty_points,
)
from tournaments.services.work import jobs
from tournaments.standings import Adjusted


@transaction.atomic
def give_penalty(
    *,
    tournament: Tournament,
    kind: PenaltyKind,
    target: str,
    points: int,
    reason: str,
    key: uuid.UUID,
    by: Account,
    at: datetime,
    registration: Registration | None = None,
    table: Table | None = None,
    donne: int | None = None,
    camp: str = "",
    sanction: str = "",
    basis: str = "",
    assigned: int | None = None,
    again: Penalty | None = None,
) -> Penalty:
    """
    Give a decision about a player, a camp of a donne, a whole table, or a donne. `points` is whole, 0 or less.

    Without a `sanction` it is points, or a warning where there are none. An exclusion withdraws the player: later draws
    leave him out. An adjusted score stands in place of what the round of the table brings: `basis` is an `Adjusted`.
    The same form sent twice (`key`) is one decision. `reason` may stay empty where the fault says it all. `again` is
    the cancelled decision that it repeats, see `give_again`.

    Refuses, with everything that is wrong at once, a target that does not exist: a player, a table or a donne of
    another tournament, a camp of a donne that is not entered or was not played; points that the sanction does not take,
    and a score that is adjusted already.
    """
    tournament = lock_tournament(tournament.pk)
    penalty = Penalty(
        tournament=tournament,
        kind=kind,
        sanction=sanction or (Sanction.POINTS if points else Sanction.WARNING),
        target=target,
        registration=registration if target == PenaltyTarget.PLAYER else None,
        table=table,
        donne=donne,
        camp=camp if target == PenaltyTarget.CAMP else "",
        points=points,
        basis=basis if sanction == Sanction.ADJUSTED else "",
        assigned=assigned if sanction == Sanction.ADJUSTED and basis == Adjusted.ASSIGNED else None,
        reason=reason.strip(),
        key=key,
        given_by=by,
        given_by_name=str(by),
        given_at=at,
    )
    if earlier := _given_before(penalty):
        return earlier
    _refuse(penalty, is_again=again is not None)
    members = falls_on(penalty)
    if penalty.sanction == Sanction.EXCLUSION and penalty.registration is not None:
        penalty.status_before = Registration.objects.get(pk=penalty.registration.pk).status
    penalty.save()
    _share(penalty, members)
    _tell_tournaments(members)
    if penalty.basis and penalty.table is not None:
        adjust_seats(round_=penalty.table.round, registrations=members, basis=penalty.basis, points=penalty.assigned)
    details = {"points": points, "registrations": members, **_basis_of(penalty)}
    details |= {"again": str(again.key)} if again else {}
    _log(gettext_noop("pénalité donnée"), penalty, tournament, by=by, at=at, reason=penalty.reason, **details)
    if penalty.status_before:
        set_status(tournament=tournament, registrations=members, status=Status.WITHDRAWN, by=by, at=at)
    raise_revision(tournament)
    return penalty


def _given_before(penalty: Penalty) -> Penalty | None:
    """Return the decision that this form already gave, if any. Refuses the form when it now says something else."""
    earlier = sent_before(Penalty, penalty.key, code="stale_penalty", tournament_id=penalty.tournament_id)
    if earlier is None or _content_of(earlier) == _content_of(penalty):
        return earlier
    raise Refusal(
        _(
            "Cette pénalité a déjà été donnée (%(points)s, « %(reason)s »). Annulez-la d’abord si elle est fausse, "
            "puis donnez l’autre."
        )
        % {
            "points": signed(earlier.points) if earlier.points else earlier.does,
            "reason": earlier.reason or earlier.kind,
        },
        code="penalty_given",
    )


def _refuse(penalty: Penalty, *, is_again: bool) -> None:
    """Refuse a new decision with everything that is wrong with it. Called under the tournament's lock."""
    refuse_if_finished(penalty.tournament)
    _refuse_elsewhere(penalty.tournament, penalty.registration, penalty.table, penalty.kind)
    _refuse_gone(penalty.kind)
    if penalty.table is not None:
        refuse_if_redrawn(penalty.table)
    if refusals := refusals_of(penalty, is_again=is_again):
        raise together(refusals)


def _log(
    action: str,
    penalty: Penalty,
    tournament: Tournament,
    *,
    by: Account,
    at: datetime,
    reason: str = "",
    **details: object,
) -> None:
    details |= {"penalty": str(penalty.key), "kind": penalty.kind.name, "sanction": penalty.sanction}
    log(
        action=action,
        subject=subject_of_penalty(penalty),
        by=by,
        at=at,
        tournament=tournament,
        reason=reason,
        details=details,
    )


def give_again(*, penalty: Penalty, key: uuid.UUID, by: Account, at: datetime) -> Penalty:
    """
    Give a cancelled decision again as it was: its cancelling is undone, or its round comes back.

    For a camp whose donne was taken off since, it falls on nobody until the donne is back. Refuses as `give_penalty`
    what is wrong with it by now.
    """
    return give_penalty(
        tournament=penalty.tournament,
        kind=penalty.kind,
        sanction=penalty.sanction,
        basis=penalty.basis,
        assigned=penalty.assigned,
        target=penalty.target,
        registration=penalty.registration,
        points=penalty.points,
        reason=penalty.reason,
        key=key,
        by=by,
        at=at,
        table=penalty.table,
        donne=penalty.donne,
        camp=penalty.camp,
        again=penalty,
    )


@transaction.atomic
def cancel_penalty(*, penalty: Penalty, reason: str, by: Account, at: datetime) -> None:
    """
    Cancel a decision: its points count no more, and the row stays. Idempotent.

    An excluded player gets back the status he had, unless another exclusion stands or somebody changed it since.
    Refuses an empty `reason`, and any change of a finished tournament.
    """
    tournament = lock_tournament(penalty.tournament_id)
    refuse_if_finished(tournament)
    reason = refuse_without_reason(
        reason, _("Dites pourquoi vous annulez cette pénalité."), code="cancelling_without_reason"
    )
    if not Penalty.objects.filter(pk=penalty.pk, cancelled_at=None).update(
        cancelled_at=at, cancelled_by=by, cancel_reason=reason
    ):
        return
    members = list(penalty.shares.values_list("registration_id", flat=True))
    _tell_tournaments(members)
    if penalty.basis and penalty.table is not None:
        give_scores_back(round_=penalty.table.round, registrations=members)
    details = {"points": penalty.points, **_basis_of(penalty)}
    _log(gettext_noop("pénalité annulée"), penalty, tournament, by=by, at=at, reason=reason, **details)
    if penalty.status_before:
        _take_back_in(penalty, tournament, by=by, at=at)
    raise_revision(tournament)


@transaction.atomic
def note_applied(*, penalty: Penalty, by: Account, at: datetime) -> None:
    """
    Write down that a donne is already as a decision wants it: it waits no more. Idempotent.

    Refuses any change of a finished tournament.
    """
    tournament = lock_tournament(penalty.tournament_id)
    refuse_if_finished(tournament)
    if not Penalty.objects.filter(waits_to_be_applied(), pk=penalty.pk).update(applied_at=at):
        return
    _log(gettext_noop("décision appliquée"), penalty, tournament, by=by, at=at)
    raise_revision(tournament)


def _take_back_in(penalty: Penalty, tournament: Tournament, *, by: Account, at: datetime) -> None:
    """Give an excluded player the status he had."""
    others = Penalty.objects.filter(
        registration=penalty.registration, sanction=Sanction.EXCLUSION, cancelled_at=None
    ).order_by("pk")
    if others.exists():  # those that follow were given while he was excluded already
        later = others.filter(pk__gt=penalty.pk).first()
        others.filter(pk=later.pk if later else 0).update(status_before=penalty.status_before)
    elif Registration.objects.filter(pk=penalty.registration_id or 0, status=Status.WITHDRAWN).exists():
        set_status(
            tournament=tournament,
            registrations=[penalty.registration_id or 0],
            status=penalty.status_before,
            by=by,
            at=at,
        )


def ask_decisions(
    *, tournament: Tournament, penalty: Penalty | None, language: str, by: Account | None, at: datetime
) -> Job:
    """
    Return the job that prints a decision or, without one, every decision and incident of a tournament.

    The caller then calls `tasks.enqueue(job.pk)`.
    """
    return jobs.ask(
        kind=JobKind.DECISIONS,
        tournament=tournament,
        about=f"{penalty.pk if penalty is not None else 'toutes'}/{language}",
        wanted={"penalty": penalty.pk if penalty is not None else None, "language": language},
        by=by,
        at=at,
    )


def spread_camp_penalties(*, tournament: Tournament, table: Table, number: int) -> None:
    """
    Share the penalties of a donne's camps again: a corrected line may have changed who was in which camp.

    Runs inside the transaction of the line. A camp that no longer exists (the donne was annulled) keeps its penalty,
    which then falls on nobody.
    """
    affected: set[int] = set()
    for penalty in tournament.penalties.filter(
        target=PenaltyTarget.CAMP, table=table, donne=number, cancelled_at=None
    ).select_related("table"):
        affected |= set(penalty.shares.values_list("registration_id", flat=True))
        members = falls_on(penalty)
        _share(penalty, members)
        affected |= set(members)
    if affected:
        _tell_tournaments(affected)


def _content_of(penalty: Penalty) -> tuple[object, ...]:
    """Return the content of a penalty: it is equal when the same form is sent twice."""
    place = (penalty.registration_id, penalty.table_id, penalty.donne, penalty.camp)
    return (
        penalty.kind_id,
        penalty.sanction,
        penalty.target,
        penalty.points,
        penalty.basis,
        penalty.assigned,
        penalty.reason,
        *place,
    )


def _basis_of(penalty: Penalty) -> dict[str, object]:
    """Return where an adjusted score comes from, as the journal keeps it; nothing for any other decision."""
    return {"basis": penalty.basis, "assigned": penalty.assigned} if penalty.basis else {}


def _share(penalty: Penalty, members: list[int]) -> None:
    """Make these registrations the ones a penalty falls on."""
    penalty.shares.exclude(registration__in=members).delete()
    PenaltyShare.objects.bulk_create(
        [PenaltyShare(penalty=penalty, registration_id=member, points=penalty.points) for member in members],
        ignore_conflicts=True,
    )


def _tell_tournaments(registration_ids: Iterable[int]) -> None:
    set_penalty_points(penalty_points_of(list(registration_ids)))


def _refuse_gone(kind: PenaltyKind) -> None:
    """Refuse a fault whose edition was dropped or changed meanwhile; its row is locked until the decision names it."""
    if not PenaltyKind.objects.select_for_update().filter(pk=kind.pk).exists():
        raise Refusal(
            _("Cette faute n’est plus au catalogue : choisissez-en une autre dans la liste."), code="fault_gone"
        )


def _refuse_elsewhere(
    tournament: Tournament, registration: Registration | None, table: Table | None, kind: PenaltyKind
) -> None:
    if (registration is not None and registration.tournament_id != tournament.pk) or (
        table is not None and table.round.tournament_id != tournament.pk
    ):
        raise Refusal(
            _("Ce joueur ou cette table n’est pas de ce tournoi. Choisissez dans la liste."), code="penalty_elsewhere"
        )
    if kind.club_id not in (None, tournament.club_id):
        raise Refusal(
            _("Cette faute est du catalogue d’un autre club. Choisissez dans la liste."), code="penalty_elsewhere"
        )

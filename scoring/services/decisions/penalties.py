"""Penalties: given and cancelled, never deleted. Each player's sum of penalties is written in the same transaction."""

import uuid
from dataclasses import replace
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scoring.labels import OF_A_DONNE, REDEALS, Outcome, PenaltyTarget, Prime, Sanction
from scoring.marque import Facts
from scoring.models import Penalty, PenaltyKind, SheetLine
from scoring.queries.desk.donne_decisions import (
    Becomes,
    applies_again,
    has_prime,
    with_decision,
    with_waiting,
    without_decision,
)
from scoring.queries.desk.penalties import exclusions_beside, falls_on, given_by_another, subject_of_penalty
from scoring.queries.table.boards import number_told
from scoring.queries.table.lines import line_at
from scoring.services.decisions.penalty_checks import refusals_of
from scoring.services.decisions.penalty_shares import recount_donne_scores, share, tell_tournaments
from scoring.services.sheets.donnes import SentDonne, record_donne
from scoring.services.sheets.moves import empty_donne
from scoring.services.sheets.sheets import refuse_if_redrawn
from tournaments.kit.days import french_hour
from tournaments.kit.text import signed
from tournaments.labels import HAVE_LEFT, JobKind, Status
from tournaments.models import Account, Job, Registration, Table, Tournament
from tournaments.refusals import Refusal, refuse_if_finished, refuse_without_reason, sent_before, together
from tournaments.services.journal import log
from tournaments.services.locks import lock_tournament, raise_revision
from tournaments.services.people.registrations import set_status
from tournaments.services.results import adjust_seats, give_scores_back
from tournaments.services.work import jobs
from tournaments.standings import Adjusted

GIVEN_BY_ANOTHER = "given_by_another"


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
    prime: str = "",
    is_dealt_again: bool = False,
    is_another: bool = False,
    again: Penalty | None = None,
) -> Penalty:
    """
    Give a decision about a player, a camp of a donne, a table or a donne. `points` is whole, 0 or less. Idempotent by
    `key`.

    Without a `sanction`, it takes points, or warns without points. An excluded player plays no more and has no place in
    the ranking. An adjusted score replaces what the round of the table brings: `basis` is an `Adjusted`. The adjusted
    score of a donne is `assigned`, in place of what the donne brings. A decision about a donne changes the entered
    donne in the same transaction: the `prime` goes, or a donne to deal again becomes void, unless it `is_dealt_again`
    already. `reason` may be empty when the fault says it all. `again` is the cancelled decision that this one repeats
    (`give_again`).

    Refuses, with everything wrong at once, a target of another tournament, a camp of a donne not entered or not played,
    points that the sanction does not take, and a score adjusted already. Then refuses what another arbiter gave minutes
    ago, unless this decision `is_another`.
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
        assigned=assigned if _is_assigned(sanction, basis) else None,
        prime=prime if sanction == Sanction.PRIME_CANCELLED else "",
        reason=reason.strip(),
        key=key,
        given_by=by,
        given_by_name=str(by),
        given_at=at,
    )
    if earlier := _given_before(penalty):
        return earlier
    _refuse(penalty, is_again=again is not None)
    if again is None and not is_another and (same := given_by_another(penalty, by=by, at=at)) is not None:
        raise given_already(same)
    members, line = falls_on(penalty), _line_met(penalty, is_dealt_again=is_dealt_again)
    if penalty.sanction == Sanction.EXCLUSION and penalty.registration is not None:
        penalty.status_before = Registration.objects.get(pk=penalty.registration.pk).status
    penalty.save()
    share(penalty, members)
    tell_tournaments(members)
    if penalty.basis and penalty.table is not None:
        adjust_seats(round_=penalty.table.round, registrations=members, basis=penalty.basis, points=penalty.assigned)
    if penalty.sanction == Sanction.DONNE_SCORE and penalty.table is not None:
        recount_donne_scores(penalty.table)
    details = {"points": points, "registrations": members, **_basis_of(penalty)}
    details |= {"again": str(again.key)} if again else {}
    _log(gettext_noop("pénalité donnée"), penalty, tournament, by=by, at=at, reason=penalty.reason, **details)
    if again is not None and not applies_again(again, line):  # cancelled anew, it takes back what it did at first
        Penalty.objects.filter(pk=penalty.pk).update(line_met=again.line_met)
    else:
        _apply(penalty, line, tournament, by=by, at=at)
    if penalty.status_before:
        set_status(
            tournament=tournament, registrations=members, status=Status.EXCLUDED, by=by, at=at, is_exclusion=True
        )
    raise_revision(tournament)
    return penalty


def _is_assigned(sanction: str, basis: str) -> bool:
    """Return whether a decision replaces a score by a number."""
    return sanction == Sanction.DONNE_SCORE or (sanction == Sanction.ADJUSTED and basis == Adjusted.ASSIGNED)


def _line_met(penalty: Penalty, *, is_dealt_again: bool) -> SheetLine | None:
    """Return the line that a decision about a donne changes, and store it as `line_met` of the decision."""
    if penalty.sanction not in OF_A_DONNE or penalty.table is None or penalty.donne is None:
        return None
    if is_dealt_again and penalty.sanction in REDEALS:
        penalty.applied_at = penalty.given_at
        return None
    penalty.line_met = line_at(penalty.table, penalty.donne)
    return penalty.line_met


def _apply(penalty: Penalty, line: SheetLine | None, tournament: Tournament, *, by: Account, at: datetime) -> None:
    """Write the change that a decision makes in its donne."""
    becomes = with_decision(penalty, line, tournament)
    if becomes is not None and line is not None:
        reason = _("décision de l’arbitre : %(decision)s") % {"decision": penalty.does}
        _write(becomes, penalty, line, penalty.line_key, reason, by=by, at=at)


def _take_back(penalty: Penalty, reason: str, *, by: Account, at: datetime) -> None:
    """Take back what a cancelled decision changed in its donne."""
    if penalty.table is None or penalty.donne is None or penalty.sanction not in OF_A_DONNE:
        return
    penalty = Penalty.objects.select_related("table__round", "line_met").get(pk=penalty.pk)  # the line as it is now
    assert penalty.table is not None
    line = line_at(penalty.table, penalty.donne or 0)
    becomes = without_decision(penalty, line)
    if becomes is not None:
        why = _("décision annulée : %(reason)s") % {"reason": reason}
        _write(becomes, penalty, line, penalty.key_taken_back, why, by=by, at=at)


def _write(
    becomes: Becomes,
    penalty: Penalty,
    line: SheetLine | None,
    key: uuid.UUID,
    reason: str,
    *,
    by: Account,
    at: datetime,
) -> None:
    assert penalty.table is not None  # the decision names its donne
    assert penalty.donne is not None
    if becomes.entry is None:
        if line is not None:
            empty_donne(line=line, reason=reason, by=by, at=at)
        return
    # The table still confirms what it wrote; what is void by his decision is the arbiter's.
    repeats = penalty.line_met if penalty.sanction in REDEALS else line
    if not isinstance(becomes.entry, Facts):
        repeats = None
    sent = SentDonne(penalty.table, penalty.donne, becomes.entry, key, by, at, repeats=repeats)
    # The arbiter decides: he has seen what is odd about this donne.
    record_donne(replace(sent, replaces=line.pk if line else None, reason=reason if line else "", confirmed=None))


def _given_before(penalty: Penalty) -> Penalty | None:
    """Return the decision that this form gave before, None without one. Refuses a form that now says something else."""
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


def given_already(same: Penalty) -> Refusal:
    """Return the refusal that asks to confirm a decision: another arbiter gave the same one minutes ago."""
    return Refusal(
        _(
            "Déjà donnée par %(by)s à %(time)s : « %(kind)s », %(does)s. Si c’est la même faute, ne faites rien ; si "
            "c’en est une autre, c’est une récidive : vérifiez la sanction, confirmez, puis donnez-la."
        )
        % {
            "by": same.given_by_name,
            "time": french_hour(same.given_at),
            "kind": same.kind,
            "does": signed(same.points) if same.points else same.does,
        },
        code=GIVEN_BY_ANOTHER,
    )


def _refuse(penalty: Penalty, *, is_again: bool) -> None:
    """Refuse a new decision with everything that is wrong with it. Call it under the tournament's lock."""
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
    details |= {"prime": penalty.prime} if penalty.prime else {}
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
    Give a cancelled decision again as it was: its cancelling is undone, or its round is restored.

    When the donne of a camp was taken off its sheet, the penalty falls on nobody until the donne is entered. Refuses as
    `give_penalty`.
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
        prime=penalty.prime,
        is_dealt_again=penalty.applied_at is not None,
        again=penalty,
    )


@transaction.atomic
def cancel_penalty(*, penalty: Penalty, reason: str, by: Account, at: datetime, keeps_its_donne: bool = False) -> None:
    """
    Cancel a decision: its points no longer count, and the row stays. Idempotent.

    Its change of a donne is taken back, unless the round is cancelled with it (`keeps_its_donne`). An excluded player
    gets his earlier status back, unless another exclusion is in force or somebody changed the status since. Refuses an
    empty `reason`, a finished tournament, and a change on a closed sheet.
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
    tell_tournaments(members)
    if penalty.basis and penalty.table is not None:
        give_scores_back(round_=penalty.table.round, registrations=members)
    if penalty.sanction == Sanction.DONNE_SCORE and penalty.table is not None:
        recount_donne_scores(penalty.table)
    details = {"points": penalty.points, **_basis_of(penalty)}
    _log(gettext_noop("pénalité annulée"), penalty, tournament, by=by, at=at, reason=reason, **details)
    if not keeps_its_donne:
        _take_back(penalty, reason, by=by, at=at)
    if penalty.status_before:
        _take_back_in(penalty, tournament, by=by, at=at)
    raise_revision(tournament)


@transaction.atomic
def note_applied(*, penalty: Penalty, by: Account, at: datetime) -> str:
    """
    Check whether a donne already follows a decision, and return the result as a sentence. Idempotent.

    When the decision names no prime, this is noted once one of the earlier primes is gone. Refuses a finished
    tournament, and a donne that does not follow the decision, with what it still has.
    """
    tournament = lock_tournament(penalty.tournament_id)
    refuse_if_finished(tournament)
    penalty = Penalty.objects.select_related("kind", "table__round", "line_met").get(pk=penalty.pk)
    if penalty.table is None or penalty.donne is None or penalty.sanction not in OF_A_DONNE:
        raise Refusal(_("Cette décision ne change aucune donne : il n’y a rien à vérifier."), code="not_of_a_donne")
    line = line_at(penalty.table, penalty.donne)
    [penalty] = with_waiting([penalty])
    if penalty.waits:  # type: ignore[attr-defined]
        if line is None or penalty.prime or not _lost_a_prime(penalty, line):
            raise _not_applied(penalty)
        Penalty.objects.filter(pk=penalty.pk).update(applied_at=at)
        _log(gettext_noop("décision appliquée"), penalty, tournament, by=by, at=at)
        raise_revision(tournament)
    return _looked_at(penalty, line)


def _lost_a_prime(penalty: Penalty, line: SheetLine) -> bool:
    """Return whether the donne has lost a prime that it had when the decision was given."""
    stood = SheetLine.objects.filter(table=penalty.table, number=line.number, written_at__lte=penalty.given_at)
    met = penalty.line_met or stood.select_related("taker", "partner", "sits_out").order_by("-pk").first()
    if met is None or met.outcome != Outcome.PLAYED or line.outcome != Outcome.PLAYED:
        return False
    return any(has_prime(met.facts, prime) and not has_prime(line.facts, prime) for prime in Prime.values)


def _not_applied(penalty: Penalty) -> Refusal:
    """Return the refusal of a donne that does not follow a decision: it says what the donne still has."""
    place: dict[str, object] = {"number": number_told(penalty.table, penalty.donne), "table": penalty.table}
    if penalty.sanction in REDEALS:
        sentence = _(
            "La donne %(number)s de la %(table)s est encore celle qui devait être redonnée : elle compte. "
            "Enregistrez-la comme annulée, ou videz-la et saisissez la nouvelle."
        )
    elif penalty.prime:
        sentence = _(
            "La donne %(number)s de la %(table)s compte encore la prime annulée (%(prime)s) : corrigez la donne."
        )
        place["prime"] = Prime(penalty.prime).label
    else:
        sentence = _(
            "La donne %(number)s de la %(table)s a encore toutes les primes qu’elle avait : corrigez la donne, ou "
            "annulez la décision et donnez-la de nouveau en disant quelle prime."
        )
    return Refusal(sentence % place, code="decision_not_applied")


def _looked_at(penalty: Penalty, line: SheetLine | None) -> str:
    """Return a sentence that says how a donne follows a decision."""
    place = {"number": number_told(penalty.table, penalty.donne), "table": penalty.table}
    if line is None:
        return _("Vérifié : la donne %(number)s de la %(table)s n’est pas saisie, rien n’y compte.") % place
    if line.outcome != Outcome.PLAYED:
        outcome = Outcome(line.outcome).label
        return _("Vérifié : la donne %(number)s de la %(table)s ne compte pas (%(outcome)s).") % {
            **place,
            "outcome": outcome,
        }
    if penalty.sanction in REDEALS:
        return _("Vérifié : la donne %(number)s de la %(table)s a été saisie de nouveau.") % place
    if penalty.prime:
        return _("Vérifié : la donne %(number)s de la %(table)s ne compte plus la prime annulée (%(prime)s).") % {
            **place,
            "prime": Prime(penalty.prime).label,
        }
    return _("Noté : la donne %(number)s de la %(table)s a une prime de moins qu’à la décision.") % place


def _take_back_in(penalty: Penalty, tournament: Tournament, *, by: Account, at: datetime) -> None:
    """Give a player who was excluded his earlier status back."""
    penalty.refresh_from_db(fields=["status_before"])  # an earlier one may have been cancelled since it was read
    others = exclusions_beside(penalty)
    if others.exists():  # those that follow were given while he was excluded already
        later = others.filter(pk__gt=penalty.pk).first()
        others.filter(pk=later.pk if later else 0).update(status_before=penalty.status_before)
    elif Registration.objects.filter(pk=penalty.registration_id or 0, status__in=HAVE_LEFT).exists():
        set_status(
            tournament=tournament,
            registrations=[penalty.registration_id or 0],
            status=penalty.status_before,
            by=by,
            at=at,
            is_exclusion=True,
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


def _content_of(penalty: Penalty) -> tuple[object, ...]:
    """Return the values of a penalty, to compare: they are equal when the same form is sent twice."""
    place = (penalty.registration_id, penalty.table_id, penalty.donne, penalty.camp)
    return (
        penalty.kind_id,
        penalty.sanction,
        penalty.target,
        penalty.points,
        penalty.basis,
        penalty.assigned,
        penalty.prime,
        penalty.reason,
        *place,
    )


def _basis_of(penalty: Penalty) -> dict[str, object]:
    """Return the basis of an adjusted score, as the journal keeps it; empty for any other decision."""
    is_adjusted = penalty.sanction in {Sanction.ADJUSTED, Sanction.DONNE_SCORE}
    return {"basis": penalty.basis, "assigned": penalty.assigned} if is_adjusted else {}


def _refuse_gone(kind: PenaltyKind) -> None:
    """Refuse a fault whose edition was dropped or changed meanwhile. Lock its row until the decision names it."""
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

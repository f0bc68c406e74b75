"""Penalties: given and cancelled, never deleted; each player's sum is written in the same transaction."""

import uuid
from collections.abc import Iterable
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scoring.labels import CAMP_WORDS, Outcome, PenaltyTarget
from scoring.models import Penalty, PenaltyKind, PenaltyShare
from scoring.queries.penalties import falls_on, penalty_points_of, subject_of_penalty
from scoring.services.sheets import refuse_if_redrawn
from tournaments.models import Account, Registration, Table, Tournament
from tournaments.refusals import Refusal, form_used, refuse_if_finished, refuse_without_reason, together
from tournaments.services.journal import log
from tournaments.services.results import lock_tournament, raise_revision, set_penalty_points
from tournaments.text import signed


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
) -> Penalty:
    """
    Give a penalty of `points` (whole, zero or negative) to a player, to a camp of a donne, or to everyone at a table.

    The same form sent twice (`key`) gives one penalty. `reason` may stay empty where the fault says it all. Refuses,
    with everything that is wrong at once, a target that does not exist: a player, a table or a
    donne of another tournament, a camp of a donne that is not entered or was not played.
    """
    tournament = lock_tournament(tournament.pk)
    penalty = Penalty(
        tournament=tournament,
        kind=kind,
        target=target,
        registration=registration if target == PenaltyTarget.PLAYER else None,
        table=table,
        donne=donne,
        camp=camp if target == PenaltyTarget.CAMP else "",
        points=points,
        reason=reason.strip(),
        key=key,
        given_by=by,
        given_by_name=str(by),
        given_at=at,
    )
    given = Penalty.objects.filter(key=key).first()
    if given is not None:
        if given.tournament_id != tournament.pk:
            raise form_used("stale_penalty")
        if _says(given) == _says(penalty):
            return given
        raise Refusal(
            _(
                "Cette pénalité a déjà été donnée (%(points)s, « %(reason)s »). Annulez-la d’abord si elle est fausse, "
                "puis donnez l’autre."
            )
            % {"points": signed(given.points), "reason": given.reason or given.kind},
            code="penalty_given",
        )
    refuse_if_finished(tournament)
    _refuse_elsewhere(tournament, penalty.registration, table, kind)
    if table is not None:
        refuse_if_redrawn(table)
    if refusals := refusals_of(penalty):
        raise together(refusals)
    members = falls_on(penalty)
    penalty.save(force_insert=True)
    _share(penalty, members)
    _tell_tournaments(members)
    log(
        action=gettext_noop("pénalité donnée"),
        subject=subject_of_penalty(penalty),
        by=by,
        at=at,
        tournament=tournament,
        reason=penalty.reason,
        details={"penalty": str(penalty.key), "kind": kind.name, "points": points, "registrations": members},
    )
    raise_revision(tournament)
    return penalty


@transaction.atomic
def cancel_penalty(*, penalty: Penalty, reason: str, by: Account, at: datetime) -> None:
    """
    Cancel a penalty: its points count no more, and the row stays. Idempotent.

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
    _tell_tournaments(penalty.shares.values_list("registration_id", flat=True))
    log(
        action=gettext_noop("pénalité annulée"),
        subject=subject_of_penalty(penalty),
        by=by,
        at=at,
        tournament=tournament,
        reason=reason,
        details={"penalty": str(penalty.key), "kind": penalty.kind.name, "points": penalty.points},
    )
    raise_revision(tournament)


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


def refusals_of(penalty: Penalty) -> list[Refusal]:
    """
    Return everything that keeps a new penalty from being given, each tied to its field; an empty list when it can be.

    `penalty` is not saved. Where its kind or its points are still None, what depends on them is not checked.
    """
    refusals = []
    if penalty.points is not None and penalty.points > 0:
        refusals.append(
            Refusal(
                _("Une pénalité retire des points : écrivez un nombre négatif, ou 0 pour un avertissement."),
                code="penalty_gives_points",
                fields={"points": [_("Un nombre négatif, ou 0 pour un avertissement.")]},
            )
        )
    if penalty.kind_id is not None and not penalty.reason and not penalty.kind.says_it_all:
        sentence = _("« %(kind)s » ne dit pas laquelle : écrivez le motif, les joueurs doivent pouvoir le lire.")
        sentence %= {"kind": penalty.kind}
        refusals.append(Refusal(sentence, code="penalty_without_reason", fields={"reason": [sentence]}))
    target = _target_refusal(penalty)
    return [*refusals, target] if target else refusals


def _target_refusal(penalty: Penalty) -> Refusal | None:
    """Return what is wrong with who is penalised, None when somebody can be found."""
    if penalty.target == PenaltyTarget.PLAYER:
        if penalty.registration_id is None:
            sentence = _("Choisissez le joueur pénalisé.")
            return Refusal(sentence, code="penalty_without_player", fields={"registration": [sentence]})
        return None
    if penalty.table is None:
        sentence = _("Choisissez la table concernée.")
        return Refusal(sentence, code="penalty_without_table", fields={"table": [sentence]})
    if penalty.target == PenaltyTarget.TABLE:
        return None
    fields = {}
    if penalty.donne is None:
        fields["donne"] = [_("Dites de quelle donne.")]
    if penalty.camp not in CAMP_WORDS:
        fields["camp"] = [_("Dites quel camp : attaque ou défense.")]
    if fields or penalty.donne is None:
        return Refusal(
            _("Pour pénaliser un camp, dites de quelle donne et lequel : attaque ou défense."),
            code="penalty_without_camp",
            fields=fields,
        )
    return _camp_refusal(penalty.table, penalty.donne)


def _camp_refusal(table: Table, number: int) -> Refusal | None:
    """Return why a donne has no camps, None when it was played."""
    line = table.lines.filter(number=number, current=True).first()
    if line is not None and line.outcome == Outcome.PLAYED:
        return None
    place = {"number": number, "table": table}
    if line is None:
        why = _("La donne %(number)d de la %(table)s n’est pas saisie : on ne sait pas encore qui attaquait.") % place
        advice = _("Saisissez-la d’abord, ou pénalisez un joueur ou la table.")
    else:
        place |= {"outcome": Outcome(line.outcome).label}
        why = _("La donne %(number)d de la %(table)s n’a pas été jouée (%(outcome)s) : elle n’a pas de camps.") % place
        advice = _("Pénalisez un joueur ou la table.")
    return Refusal(f"{why} {advice}", code="camp_unknown", fields={"donne": [f"{why} {advice}"]})


def _says(penalty: Penalty) -> tuple[object, ...]:
    """Return what a penalty says: the same form sent twice says the same."""
    place = (penalty.registration_id, penalty.table_id, penalty.donne, penalty.camp)
    return (penalty.kind_id, penalty.target, penalty.points, penalty.reason, *place)


def _share(penalty: Penalty, members: list[int]) -> None:
    """Make these registrations the ones a penalty falls on."""
    penalty.shares.exclude(registration__in=members).delete()
    PenaltyShare.objects.bulk_create(
        [PenaltyShare(penalty=penalty, registration_id=member, points=penalty.points) for member in members],
        ignore_conflicts=True,
    )


def _tell_tournaments(registration_ids: Iterable[int]) -> None:
    set_penalty_points(penalty_points_of(list(registration_ids)))


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

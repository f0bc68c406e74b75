"""Penalties: given and cancelled, never deleted; each player's sum is written in the same transaction."""

import uuid
from collections.abc import Iterable
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scoring.labels import CAMP_WORDS, OF_A_DONNE, TAKES_POINTS, Outcome, PenaltyTarget, Sanction
from scoring.models import Penalty, PenaltyKind, PenaltyShare
from scoring.queries.penalties import falls_on, penalty_points_of, subject_of_penalty
from scoring.services.catalogues import MOST_POINTS
from scoring.services.sheets import refuse_if_redrawn
from tournaments.labels import Status, values_of
from tournaments.models import Account, Registration, Table, Tournament
from tournaments.refusals import Refusal, form_used, refuse_if_finished, refuse_without_reason, together
from tournaments.services.journal import log
from tournaments.services.registrations import set_status
from tournaments.services.results import (
    adjust_seats,
    give_scores_back,
    lock_tournament,
    raise_revision,
    set_penalty_points,
)
from tournaments.standings import Adjusted
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
    sanction: str = "",
    basis: str = "",
    assigned: int | None = None,
) -> Penalty:
    """
    Give a decision about a player, a camp of a donne, a whole table, or a donne. `points` is whole, 0 or less.

    Without a `sanction` it is points, or a warning where there are none. An exclusion withdraws the player: no draw to
    come has him. An adjusted score stands in place of what the round of the table brings: `basis` is an `Adjusted`. The
    same form sent twice (`key`) is one decision. `reason` may stay empty where the fault says it all.

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
    _refuse_gone(kind)
    if table is not None:
        refuse_if_redrawn(table)
    if refusals := refusals_of(penalty):
        raise together(refusals)
    members = falls_on(penalty)
    if penalty.sanction == Sanction.EXCLUSION and penalty.registration is not None:
        penalty.status_before = Registration.objects.get(pk=penalty.registration.pk).status
    penalty.save(force_insert=True)
    _share(penalty, members)
    _tell_tournaments(members)
    if penalty.basis and penalty.table is not None:
        adjust_seats(round_=penalty.table.round, registrations=members, basis=penalty.basis, points=penalty.assigned)
    log(
        action=gettext_noop("pénalité donnée"),
        subject=subject_of_penalty(penalty),
        by=by,
        at=at,
        tournament=tournament,
        reason=penalty.reason,
        details={
            "penalty": str(penalty.key),
            "kind": kind.name,
            "sanction": penalty.sanction,
            "points": points,
            "registrations": members,
            **({"basis": penalty.basis, "assigned": penalty.assigned} if penalty.basis else {}),
        },
    )
    if penalty.status_before:
        set_status(tournament=tournament, registrations=members, status=Status.WITHDRAWN, by=by, at=at)
    raise_revision(tournament)
    return penalty


@transaction.atomic
def cancel_penalty(*, penalty: Penalty, reason: str, by: Account, at: datetime) -> None:
    """
    Cancel a decision: its points count no more, and the row stays. Idempotent.

    Who was excluded is again what he was, unless another exclusion stands or somebody changed it since.
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
    log(
        action=gettext_noop("pénalité annulée"),
        subject=subject_of_penalty(penalty),
        by=by,
        at=at,
        tournament=tournament,
        reason=reason,
        details={
            "penalty": str(penalty.key),
            "kind": penalty.kind.name,
            "sanction": penalty.sanction,
            "points": penalty.points,
        },
    )
    if penalty.status_before:
        _take_back_in(penalty, tournament, by=by, at=at)
    raise_revision(tournament)


def _take_back_in(penalty: Penalty, tournament: Tournament, *, by: Account, at: datetime) -> None:
    """Give an excluded player the status he had."""
    others = Penalty.objects.filter(
        registration=penalty.registration, sanction=Sanction.EXCLUSION, cancelled_at=None
    ).order_by("pk")
    if following := others.first():  # it was given while he was excluded already
        others.filter(pk=following.pk).update(status_before=penalty.status_before)
    elif Registration.objects.filter(pk=penalty.registration_id or 0, status=Status.WITHDRAWN).exists():
        set_status(
            tournament=tournament,
            registrations=[penalty.registration_id or 0],
            status=penalty.status_before,
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
    sanction = _sanction_refusal(penalty)
    target = _target_refusal(penalty)
    return [*refusals, *(refusal for refusal in (sanction, target) if refusal is not None)]


def _sanction_refusal(penalty: Penalty) -> Refusal | None:
    """Return why a sanction does not go with its points or with whom it falls on, None when it does."""
    if penalty.sanction not in Sanction.values:
        sentence = _("Choisissez la sanction : le catalogue n’en propose pas.")
        return Refusal(sentence, code="penalty_without_sanction", fields={"sanction": [sentence]})
    words = {"sanction": Sanction(penalty.sanction).label}
    if penalty.points and penalty.sanction not in TAKES_POINTS:
        sentence = _("« %(sanction)s » ne retire pas de points : videz la case, ou choisissez « points ».") % words
        return Refusal(sentence, code="sanction_takes_no_points", fields={"points": [sentence]})
    if penalty.sanction in OF_A_DONNE:
        return _donne_refusal(penalty)
    if penalty.sanction == Sanction.ADJUSTED:
        return _adjusted_refusal(penalty)
    sentence = ""
    if penalty.target == PenaltyTarget.DONNE:
        sentence = _("« %(sanction)s » porte sur des joueurs : choisissez un joueur, un camp ou toute la table.")
    elif penalty.sanction == Sanction.EXCLUSION and penalty.target != PenaltyTarget.PLAYER:
        sentence = _("Une exclusion porte sur un joueur : choisissez lequel.")
    if not sentence:
        return None
    return Refusal(sentence % words, code="sanction_of_players", fields={"target": [sentence % words]})


def _donne_refusal(penalty: Penalty) -> Refusal | None:
    """Return that what is done of a donne does not say which, None when it does."""
    missing = {
        **({"table": [_("Choisissez la table concernée.")]} if penalty.table is None else {}),
        **({"donne": [_("Dites de quelle donne.")]} if penalty.donne is None else {}),
    }
    if not missing:
        return None
    sentence = _("« %(sanction)s » porte sur une donne : dites la table et la donne.")
    sentence %= {"sanction": Sanction(penalty.sanction).label}
    return Refusal(sentence, code="sanction_of_a_donne", fields=missing)


def _adjusted_refusal(penalty: Penalty) -> Refusal | None:
    """Return why nobody's score can be adjusted so, None when it can."""
    if penalty.target not in (PenaltyTarget.PLAYER, PenaltyTarget.TABLE):
        sentence = _("Un score ajusté est celui d’un joueur ou de toute la table : choisissez l’un des deux.")
        return Refusal(sentence, code="adjusted_for_nobody", fields={"target": [sentence]})
    fields = {}
    if penalty.table is None and penalty.target == PenaltyTarget.PLAYER:
        fields["table"] = [_("Dites la position et la table dont le score est ajusté.")]
    if penalty.basis not in values_of(Adjusted):
        fields["basis"] = [_("Dites d’où vient le score : une moyenne, ou un nombre que vous attribuez.")]
    elif penalty.basis == Adjusted.ASSIGNED and penalty.assigned is None:
        fields["assigned"] = [_("Écrivez le score que vous attribuez.")]
    elif penalty.assigned is not None and abs(penalty.assigned) > MOST_POINTS:
        fields["assigned"] = [_("Un score attribué va jusqu’à %(most)d points.") % {"most": MOST_POINTS}]
    if fields:
        return Refusal(next(iter(fields.values()))[0], code="adjusted_score_unsaid", fields=fields)
    return _seats_refusal(penalty)


def _seats_refusal(penalty: Penalty) -> Refusal | None:
    """Return that a player does not sit at the table, or that a score there is adjusted already."""
    if penalty.table is None:
        return None  # said with the target
    seats = penalty.table.seats.select_related("registration__player")
    if penalty.registration is not None:
        seats = seats.filter(registration=penalty.registration)
        if not seats:
            sentence = _("%(player)s n’est pas à la %(table)s de la position %(round)d : choisissez sa table.") % {
                "player": penalty.registration.player.full_name,
                "table": penalty.table,
                "round": penalty.table.round.number,
            }
            return Refusal(sentence, code="not_at_the_table", fields={"table": [sentence]})
    if penalty.target == PenaltyTarget.PLAYER and penalty.registration is None:
        return None  # said with the target
    if taken := [seat.registration.player.full_name for seat in seats if seat.adjusted]:
        sentence = _("Le score de cette position est déjà ajusté pour %(players)s : annulez d’abord cette décision.")
        sentence %= {"players": ", ".join(taken)}
        return Refusal(sentence, code="adjusted_already", fields={"sanction": [sentence]})
    return None


def _target_refusal(penalty: Penalty) -> Refusal | None:
    """Return what is wrong with who is penalised, None when somebody can be found."""
    if penalty.target == PenaltyTarget.PLAYER:
        if penalty.registration_id is None:
            sentence = _("Choisissez le joueur pénalisé.")
            return Refusal(sentence, code="penalty_without_player", fields={"registration": [sentence]})
        return None
    if penalty.table is None and penalty.target != PenaltyTarget.DONNE:
        sentence = _("Choisissez la table concernée.")
        return Refusal(sentence, code="penalty_without_table", fields={"table": [sentence]})
    if penalty.table is None or penalty.target != PenaltyTarget.CAMP:
        return None  # what a donne lacks is said with its sanction
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

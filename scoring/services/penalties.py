"""Penalties: given and cancelled, never deleted; what each player loses is told to tournaments in the same stroke."""

import uuid
from collections.abc import Iterable
from datetime import datetime

from django.db import transaction
from django.db.models import Sum
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scoring.labels import CampChoice, Outcome, PenaltyTarget
from scoring.models import Penalty, PenaltyKind, PenaltyShare, SheetLine
from scoring.services.closing import refuse_if_finished, refuse_if_redrawn
from tournaments.models import Account, Registration, Table, Tournament
from tournaments.refusals import Refusal
from tournaments.services.journal import note
from tournaments.services.results import lock_tournament, raise_revision, set_penalty_points
from tournaments.subjects import Subject, subject_of


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

    The same form sent twice (`key`) gives one penalty. Refuses a target that does not exist: a player, a table or a
    donne of another tournament, a camp of a donne that is not entered or was not played.
    """
    tournament = lock_tournament(tournament.pk)
    given = Penalty.objects.filter(key=key).first()
    if given is not None:
        if (given.kind_id, given.target, given.points, given.reason) == (kind.pk, target, points, reason.strip()):
            return given
        raise Refusal(
            _("Cette pénalité a déjà été donnée (%(points)s). Annulez-la d’abord si elle est fausse.")
            % {"points": f"{given.points:+d}".replace("-", "−")},
            code="penalty_given",
        )
    refuse_if_finished(tournament)
    if points > 0:
        raise Refusal(
            _("Une pénalité retire des points : écrivez un nombre négatif, ou 0 pour un avertissement."),
            code="penalty_gives_points",
            fields={"points": [_("Un nombre négatif, ou 0 pour un avertissement.")]},
        )
    if not reason.strip():
        raise Refusal(
            _("Dites le motif de la pénalité : les joueurs doivent pouvoir le lire."),
            code="penalty_without_reason",
            fields={"reason": [_("Dites le motif.")]},
        )
    if target != PenaltyTarget.PLAYER:
        registration = None
    if target != PenaltyTarget.CAMP:
        camp = ""
    _refuse_elsewhere(tournament, registration, table, kind)
    if table is not None:
        refuse_if_redrawn(table)
    penalty = Penalty(
        tournament=tournament,
        kind=kind,
        target=target,
        registration=registration,
        table=table,
        donne=donne,
        camp=camp,
        points=points,
        reason=reason.strip(),
        key=key,
        given_by=by,
        given_by_name=str(by),
        given_at=at,
    )
    falls_on = _falls_on(penalty)
    penalty.save(force_insert=True)
    _share(penalty, falls_on)
    _tell_tournaments(falls_on)
    note(
        action=gettext_noop("pénalité donnée"),
        subject=_subject(penalty),
        by=by,
        at=at,
        tournament=tournament,
        reason=penalty.reason,
        details={"kind": kind.name, "points": points, "registrations": falls_on},
    )
    raise_revision(tournament)
    return penalty


@transaction.atomic
def cancel_penalty(*, penalty: Penalty, reason: str, by: Account, at: datetime) -> None:
    """Take a penalty back, with a reason; it stays on record. Cancelling twice is cancelling once."""
    tournament = lock_tournament(penalty.tournament_id)
    refuse_if_finished(tournament)
    if not reason.strip():
        raise Refusal(
            _("Dites pourquoi vous annulez cette pénalité."),
            code="cancelling_without_reason",
            fields={"reason": [_("Dites pourquoi vous annulez cette pénalité.")]},
        )
    if not Penalty.objects.filter(pk=penalty.pk, cancelled_at=None).update(
        cancelled_at=at, cancelled_by=by, cancel_reason=reason.strip()
    ):
        return
    _tell_tournaments(penalty.shares.values_list("registration_id", flat=True))
    note(
        action=gettext_noop("pénalité annulée"),
        subject=_subject(penalty),
        by=by,
        at=at,
        tournament=tournament,
        reason=reason.strip(),
        details={"kind": penalty.kind.name, "points": penalty.points},
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
        line = _line_of(table, number)
        members = _camp(line, penalty.camp) if line is not None else []
        _share(penalty, members)
        affected |= set(members)
    if affected:
        _tell_tournaments(affected)


def penalty_points_of(registration_ids: list[int]) -> dict[int, int]:
    """Return the sum of the penalties in force for each of these registrations, zeros included."""
    sums = (
        PenaltyShare.objects.filter(registration__in=registration_ids, penalty__cancelled_at=None)
        .values("registration_id")
        .annotate(total=Sum("points"))
    )
    return dict.fromkeys(registration_ids, 0) | {row["registration_id"]: row["total"] for row in sums}


def _falls_on(penalty: Penalty) -> list[int]:
    """Return the registration ids that a new penalty falls on. Refuses a target that does not exist."""
    if penalty.target == PenaltyTarget.PLAYER:
        if penalty.registration is None:
            raise Refusal(
                _("Choisissez le joueur pénalisé."),
                code="penalty_without_player",
                fields={"registration": [_("Choisissez le joueur pénalisé.")]},
            )
        return [penalty.registration.pk]
    if penalty.table is None:
        raise Refusal(
            _("Choisissez la table concernée."),
            code="penalty_without_table",
            fields={"table": [_("Choisissez la table concernée.")]},
        )
    if penalty.target == PenaltyTarget.TABLE:
        return list(penalty.table.seats.order_by("position").values_list("registration_id", flat=True))
    if penalty.donne is None or penalty.camp not in CampChoice.values:
        raise Refusal(
            _("Pour pénaliser un camp, dites de quelle donne et lequel : attaque ou défense."),
            code="penalty_without_camp",
            fields={"camp": [_("Dites la donne et le camp.")]},
        )
    line = _line_of(penalty.table, penalty.donne)
    if line is None:
        raise Refusal(
            _(
                "La donne %(number)d de la %(table)s n’est pas saisie (ou n’a pas été jouée) : on ne sait pas encore "
                "qui attaquait. Saisissez-la d’abord, ou pénalisez un joueur ou la table."
            )
            % {"number": penalty.donne, "table": penalty.table},
            code="camp_unknown",
            fields={"donne": [_("Cette donne n’est pas saisie.")]},
        )
    return _camp(line, penalty.camp)


def _line_of(table: Table, number: int) -> SheetLine | None:
    return table.lines.filter(number=number, current=True, outcome=Outcome.PLAYED).first()


def _camp(line: SheetLine, camp: str) -> list[int]:
    """Return the registration ids of one camp of a played donne; the mort belongs to none."""
    attack = {line.taker_id, line.partner_id}
    return [
        seat.registration_id
        for seat in line.table.seats.order_by("position")
        if seat.pk != line.sits_out_id and (seat.pk in attack) == (camp == CampChoice.ATTACK)
    ]


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


def _subject(penalty: Penalty) -> Subject | str:
    if penalty.target == PenaltyTarget.PLAYER and penalty.registration is not None:
        return str(penalty.registration)
    place = {"round": penalty.table.round.number, "table": penalty.table.number}
    if penalty.target == PenaltyTarget.CAMP:
        return subject_of("camp", **place, donne=penalty.donne, camp=subject_of(f"camp.{penalty.camp}"))
    return subject_of("table", **place)

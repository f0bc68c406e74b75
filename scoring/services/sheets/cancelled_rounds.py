"""Rounds cancelled: their results no longer count, and nothing is lost; and restored: they count as before."""

import uuid
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scoring.models import Penalty
from scoring.queries.desk.cancelled_rounds import fallen_with, is_replaced, penalties_of_round, seen_in
from scoring.services.decisions.penalties import cancel_penalty, give_again
from tournaments.models import Account, Round, SeatResult, Tournament
from tournaments.refusals import Refusal, refuse_if_finished, refuse_without_reason
from tournaments.services.boards import free_boards
from tournaments.services.journal import log
from tournaments.services.locks import lock_tournament, raise_revision
from tournaments.services.results import put_back, set_aside
from tournaments.subjects import subject_of


@transaction.atomic
def cancel_round(*, tournament: Tournament, number: int, seen: str, reason: str, by: Account, at: datetime) -> None:
    """
    Cancel a round with everything written in it; the other rounds stay as they are. Idempotent.

    `seen` is the version of the round that the page showed: when anything was written since, nothing is done. Penalties
    of its tables and camps are cancelled with it; those of a player alone stay. Refuses a finished tournament, a round
    that is not published, and an empty `reason`.
    """
    tournament = lock_tournament(tournament.pk)
    refuse_if_finished(tournament)
    round_ = tournament.rounds.filter(number=number).first()
    if round_ is None:
        if tournament.cancelled_rounds.filter(number=number).exists():
            return  # the button was pressed twice
        raise Refusal(
            _("La position %(number)d n’est pas publiée : il n’y a rien à annuler.") % {"number": number},
            code="no_such_round",
        )
    reason = refuse_without_reason(
        reason,
        _("Dites pourquoi vous annulez cette position : le journal en garde la trace."),
        code="cancelling_without_reason",
    )
    _refuse_changed_since(round_, seen)
    falling = penalties_of_round(round_)
    for penalty in Penalty.objects.filter(pk__in=[penalty.pk for penalty in falling]).select_related(
        "table__round", "kind"
    ):
        cancel_penalty(
            penalty=penalty,
            reason=_("La position %(number)d est annulée : %(reason)s") % {"number": number, "reason": reason},
            by=by,
            at=at,
            keeps_its_donne=True,
        )
    results = _results(round_)
    set_aside(round_=round_, reason=reason, by=by, at=at)
    free_boards(tournament)
    log(
        action=gettext_noop("position annulée"),
        subject=subject_of("round", number=number),
        by=by,
        at=at,
        tournament=tournament,
        reason=reason,
        details={"results": results, "penalties": len(falling)},
    )
    raise_revision(tournament)


def _refuse_changed_since(round_: Round, seen: str) -> None:
    if seen != seen_in(round_):
        raise Refusal(
            _(
                "Quelque chose a été saisi à la position %(number)d pendant que vous regardiez. Rien n’est annulé : "
                "voyez ce qui a changé, puis confirmez."
            )
            % {"number": round_.number},
            code="round_changed_since",
        )


@transaction.atomic
def restore_round(*, tournament: Tournament, round_: Round, reason: str, by: Account, at: datetime) -> None:
    """
    Restore a cancelled round with everything that was written in it; it counts as before. Idempotent.

    The penalties cancelled with the round are given again, by the person who restores it. Refuses a finished
    tournament, a round that is planned no more, whose number was drawn again, or whose matches were taken back, and an
    empty `reason`.
    """
    tournament = lock_tournament(tournament.pk)
    refuse_if_finished(tournament)
    round_ = Round.objects.get(pk=round_.pk)
    if round_.tournament_id == tournament.pk:
        return  # the button was pressed twice
    reason = refuse_without_reason(
        reason,
        _("Dites pourquoi vous rétablissez cette position : le journal en garde la trace."),
        code="restoring_without_reason",
    )
    _refuse_to_restore(tournament, round_)
    fallen = list(fallen_with(round_).values_list("pk", flat=True))
    put_back(round_=round_)
    free_boards(tournament)
    for penalty in Penalty.objects.filter(pk__in=fallen).select_related("table__round", "kind").order_by("pk"):
        give_again(penalty=penalty, key=uuid.uuid4(), by=by, at=at)
    log(
        action=gettext_noop("position rétablie"),
        subject=subject_of("round", number=round_.number),
        by=by,
        at=at,
        tournament=tournament,
        reason=reason,
        details={"results": _results(round_), "penalties": len(fallen)},
    )
    raise_revision(tournament)


def _refuse_to_restore(tournament: Tournament, round_: Round) -> None:
    """Refuse a round whose number was drawn again, one that is planned no more, and one whose matches are gone."""
    if is_replaced(tournament, round_):
        raise Refusal(
            _(
                "La position %(number)d a été tirée à nouveau depuis qu’elle est annulée. Annulez d’abord celle qui "
                "la remplace, puis rétablissez celle-ci."
            )
            % {"number": round_.number},
            code="round_replaced",
        )
    if round_.number > tournament.rounds_planned:
        raise Refusal(
            _(
                "Ce tournoi n’a plus que %(planned)d positions prévues : ajoutez la %(number)d dans ses réglages, puis "
                "rétablissez-la."
            )
            % {"planned": tournament.rounds_planned, "number": round_.number},
            code="round_not_planned",
        )
    if tournament.plays_matches and round_.tables.filter(match=None).exists():
        raise Refusal(
            _(
                "Les matchs de la position %(number)d ont été défaits depuis qu’elle est annulée : elle ne se rétablit "
                "plus. Tirez-les à nouveau, puis publiez-la."
            )
            % {"number": round_.number},
            code="matches_undone",
        )


def _results(round_: Round) -> dict[str, int | None]:
    """Return start number → points of everybody in a round, for the journal."""
    marks = SeatResult.objects.filter(seat__round=round_).values_list("seat__registration__start_number", "points")
    return {str(start_number): points for start_number, points in marks}

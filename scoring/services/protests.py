"""What a table contests, and what an arbiter answers."""

import uuid
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scoring.labels import ProtestAbout
from scoring.models import Phone, Protest, Speaker
from scoring.queries.agreements import contested_until
from scoring.queries.sheets import subject_of_sheet
from scoring.services.sheets import refuse_if_redrawn
from tournaments.days import french_hour
from tournaments.models import Account, Seat, Table, Tournament
from tournaments.refusals import Refusal, form_used, refuse_if_finished, refuse_without_reason
from tournaments.services.journal import log
from tournaments.services.results import lock_tournament, raise_revision

MOST_WAITING = 10  # of one table: a phone that sends more is broken, or somebody plays with it


def refuse_unless_contestable(table: Table, tournament: Tournament, *, at: datetime) -> None:
    """Refuse to contest a closed sheet once its time for that is over, and one that stayed open when all is over."""
    until = contested_until(table, tournament.protest_minutes)
    if until is None:
        refuse_if_finished(
            tournament,
            _(
                "Le tournoi « %(name)s » est terminé et cette feuille n’a pas été close : elle ne se conteste plus "
                "ici. Parlez-en à l’organisateur, il peut encore corriger."
            ),
        )
    elif at > until:
        raise Refusal(
            _(
                "Cette feuille pouvait être contestée jusqu’à %(time)s : ce n’est plus possible ici. Parlez-en à "
                "l’arbitre."
            )
            % {"time": french_hour(until)},
            code="too_late_to_contest",
        )


@transaction.atomic
def contest(
    *,
    table: Table,
    about: ProtestAbout,
    number: int | None = None,
    seat: Seat | None,
    reason: str,
    key: uuid.UUID,
    by: Speaker,
    at: datetime,
) -> Protest:
    """
    Write down what a table does not agree with, for an arbiter to answer. Idempotent by `key`.

    `seat` is who contests, when he says so. What waits for its answer already, in the same words, is not written
    twice. A closed sheet has its time to contest also when the tournament was ended meanwhile. Refuses a form that said
    something else before, an empty reason, a closed sheet once that time is over, one that stayed open in a tournament
    that is over, somebody who does not sit there, and more than `MOST_WAITING` without an answer.
    """
    tournament = lock_tournament(table.round.tournament_id)
    known = Protest.objects.filter(key=key).first()
    if known is not None:
        sent = (table.pk, about, number if about == ProtestAbout.DONNE else None, seat and seat.pk, reason.strip())
        if (known.table_id, known.about, known.number, known.seat_id, known.reason) != sent:
            raise form_used("stale_protest")
        return known
    refuse_if_redrawn(table)
    table = Table.objects.select_related("round").get(pk=table.pk)
    refuse_unless_contestable(table, tournament, at=at)
    if seat is not None and seat.table_id != table.pk:
        raise Refusal(_("Ce joueur n’est pas à cette table."), code="not_at_this_table")
    reason = refuse_without_reason(
        reason,
        _("Dites à l’arbitre ce qui ne va pas, en quelques mots."),
        code="protest_without_reason",
    )
    waiting = list(Protest.objects.filter(table=table, answered_at=None))
    said = (about, number if about == ProtestAbout.DONNE else None, reason)
    for other in waiting:
        if (other.about, other.number, other.reason) == said:
            return other
    if len(waiting) >= MOST_WAITING:
        raise Refusal(
            _("%(count)d contestations de cette table attendent déjà l’arbitre : dites-lui le reste quand il est là.")
            % {"count": len(waiting)},
            code="too_many_protests",
        )
    protest = Protest.objects.create(
        table=table,
        about=about,
        number=number if about == ProtestAbout.DONNE else None,
        seat=seat,
        reason=reason,
        key=key,
        phone=by if isinstance(by, Phone) else None,
        by_name=str(by)[:150] if seat is None else seat.registration.player.full_name[:150],
        at=at,
    )
    log(
        action=gettext_noop("feuille contestée"),
        subject=subject_of_sheet(table, protest.number),
        by=by,
        at=at,
        tournament=tournament,
        reason=reason,
        details={"about": str(protest.about), "by": protest.by_name},
    )
    raise_revision(tournament)  # the desk looks again
    return protest


@transaction.atomic
def answer_protest(*, protest: Protest, answer: str, upheld: bool, by: Account, at: datetime) -> Protest:
    """
    Answer what a table contested; `upheld` says that it was right. Twice the same by the same person is once.

    It changes no figure, and is done after the end too: what it leads to is corrected by the organiser.
    Refuses an empty answer, and to answer otherwise what was answered.
    """
    tournament = lock_tournament(protest.table.round.tournament_id)
    protest = Protest.objects.select_related("table__round").get(pk=protest.pk)
    if (protest.answered_by_id, protest.answer, protest.upheld) == (by.pk, answer.strip(), upheld):
        return protest
    if protest.answered_at is not None:
        raise Refusal(
            _("%(by)s a déjà répondu : « %(answer)s ».") % {"by": protest.answered_by_name, "answer": protest.answer},
            code="protest_answered",
        )
    answer = refuse_without_reason(
        answer,
        _("Écrivez votre réponse : la table la lit."),
        code="answer_without_reason",
        at_field=_("Écrivez votre réponse : la table la lit."),
    )
    protest.answered_by, protest.answered_by_name, protest.answered_at = by, str(by)[:150], at
    protest.answer, protest.upheld = answer, upheld
    protest.save()
    log(
        action=gettext_noop("contestation jugée"),
        subject=subject_of_sheet(protest.table, protest.number),
        by=by,
        at=at,
        tournament=tournament,
        reason=answer,
        details={"contested": protest.reason, "upheld": upheld},
    )
    raise_revision(tournament)
    return protest

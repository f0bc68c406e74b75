"""Protests of a table, and the answers of arbiters."""

import uuid
from datetime import datetime
from functools import partial
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scoring.labels import ProtestAbout
from scoring.models import Phone, Protest, Speaker
from scoring.queries.table.agreements import contested_until, upheld_since_closing
from scoring.queries.table.sheets import subject_of_sheet
from scoring.services.sheets.donnes import Recorded, SentDonne, record_donne, refusal_of_number
from scoring.services.sheets.sheets import correct_closed_sheet, refuse_if_redrawn, refuse_seated_elsewhere
from tournaments.kit.days import french_hour
from tournaments.models import Account, Seat, Table, Tournament
from tournaments.refusals import Refusal, refuse_if_finished, refuse_without_reason, sent_before
from tournaments.services.journal import log
from tournaments.services.locks import lock_tournament, raise_revision

MOST_WAITING = 10  # per table: a phone that sends more is broken, or somebody plays with it


def refuse_unless_contestable(table: Table, tournament: Tournament, *, at: datetime) -> None:
    """Refuse a protest about a closed sheet after its time limit, or an open sheet of a tournament that is over."""
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
    Store what a table contests, for an arbiter to answer. Idempotent by `key`.

    `seat` is the player who contests, None when he does not say so. The same words are not stored twice while they wait
    for an answer. The end of the tournament does not shorten the time to contest a closed sheet. Refuses a `key` used
    for another protest, an empty reason, a closed sheet after that time, an open sheet of a tournament that is over, a
    player of another table, and more than `MOST_WAITING` without an answer.
    """
    tournament = lock_tournament(table.round.tournament_id)
    said: dict[str, Any] = {"about": about, "reason": reason.strip()}
    said["number"] = number if about == ProtestAbout.DONNE else None
    of_whom = {"table_id": table.pk, "seat_id": seat and seat.pk}
    if earlier := sent_before(Protest, key, code="stale_protest", **said, **of_whom):
        return earlier
    refuse_if_redrawn(table)
    table = Table.objects.select_related("round").get(pk=table.pk)
    refuse_unless_contestable(table, tournament, at=at)
    _refuse_wrong(table, seat, said)
    waiting = Protest.objects.filter(table=table, answered_at=None)
    if unanswered := waiting.filter(**said).first():
        return unanswered
    _refuse_too_many(waiting.count())
    protest = Protest.objects.create(
        **said,
        table=table,
        seat=seat,
        key=key,
        phone=by if isinstance(by, Phone) else None,
        by_name=str(by)[:150] if seat is None else seat.registration.player.full_name[:150],
        at=at,
    )
    _log_protest(protest, tournament, by=by)
    raise_revision(tournament)  # the desk looks again
    return protest


def _refuse_wrong(table: Table, seat: Seat | None, said: dict[str, Any]) -> None:
    refuse_seated_elsewhere(table, seat)
    if said["number"] is not None and (refusal := refusal_of_number(table, said["number"], "number")):
        raise refusal
    refuse_without_reason(
        said["reason"],
        _("Dites à l’arbitre ce qui ne va pas, en quelques mots."),
        code="protest_without_reason",
    )


def _log_protest(protest: Protest, tournament: Tournament, *, by: Speaker) -> None:
    log(
        action=gettext_noop("feuille contestée"),
        subject=subject_of_sheet(protest.table, protest.number),
        by=by,
        at=protest.at,
        tournament=tournament,
        reason=protest.reason,
        details={"about": str(protest.about), "by": protest.by_name},
    )


def _refuse_too_many(waiting: int) -> None:
    if waiting >= MOST_WAITING:
        raise Refusal(
            _("%(count)d contestations de cette table attendent déjà l’arbitre : dites-lui le reste quand il est là.")
            % {"count": waiting},
            code="too_many_protests",
        )


@transaction.atomic
def answer_protest(*, protest: Protest, answer: str, upheld: bool, by: Account, at: datetime) -> Protest:
    """
    Answer a protest; `upheld` says that the table was right. The same answer sent twice by one person counts once.

    An answer changes no figure, and may be given after the end. Refuses an empty answer, and another answer than the
    first.
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


@transaction.atomic
def correct_upheld(sent: SentDonne) -> Recorded:
    """
    Correct a donne as `record_donne` does; also on a closed sheet, when a protest about it was upheld since the
    closing.

    The sheet is then closed again in the same act (`correct_closed_sheet`). The same protest does not open it twice.
    """
    lock_tournament(sent.table.round.tournament_id)
    if not upheld_since_closing(sent.table).filter(number=sent.number).exists():
        return record_donne(sent)
    act = partial(record_donne, sent)
    return correct_closed_sheet(table=sent.table, reason=sent.reason.strip(), act=act, by=sent.by, at=sent.at)

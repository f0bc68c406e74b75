"""The incident book: rulings without points, noted and cancelled. The public does not see it."""

import uuid
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scoring.models import Incident, IncidentPlayer
from scoring.queries.table.sheets import subject_of_sheet
from tournaments.models import Account, Registration, Table, Tournament
from tournaments.refusals import Refusal, refuse_without_reason, sent_before
from tournaments.services.journal import log
from tournaments.services.locks import lock_tournament
from tournaments.subjects import Subject

LONGEST = 2_000


@transaction.atomic
def note_incident(
    *,
    tournament: Tournament,
    text: str,
    key: uuid.UUID,
    by: Account,
    at: datetime,
    table: Table | None = None,
    donne: int | None = None,
    players: Sequence[Registration] = (),
) -> Incident:
    """
    Note a ruling of an arbiter, with a table, a donne and players if it has them; also in a tournament that is over.

    The same form sent twice (`key`) is one incident. Refuses an empty or very long text, a donne without its table, and
    a table or a player of another tournament.
    """
    tournament = lock_tournament(tournament.pk)
    text = text.strip()
    said: dict[str, Any] = {"text": text, "table_id": table and table.pk, "donne": donne}
    if noted := sent_before(Incident, key, code="incident_noted", **said):
        return noted
    _refuse(tournament, text, table, donne, players)
    incident = Incident.objects.create(
        tournament=tournament,
        table=table,
        donne=donne,
        text=text,
        key=key,
        noted_by=by,
        noted_by_name=str(by),
        noted_at=at,
    )
    ids = sorted({player.pk for player in players})
    IncidentPlayer.objects.bulk_create([IncidentPlayer(incident=incident, registration_id=pk) for pk in ids])
    log(
        action=gettext_noop("incident noté"),
        subject=subject_of_incident(incident),
        by=by,
        at=at,
        tournament=tournament,
        reason=text,
        details={"registrations": ids},
    )
    return incident


@transaction.atomic
def cancel_incident(*, incident: Incident, reason: str, by: Account, at: datetime) -> None:
    """Cancel an incident: it stays in the book, struck out. Idempotent. Refuses an empty `reason`."""
    tournament = lock_tournament(incident.tournament_id)
    reason = refuse_without_reason(
        reason, _("Dites pourquoi vous annulez cet incident."), code="cancelling_without_reason"
    )
    if not Incident.objects.filter(pk=incident.pk, cancelled_at=None).update(
        cancelled_at=at, cancelled_by=by, cancel_reason=reason
    ):
        return
    log(
        action=gettext_noop("incident annulé"),
        subject=subject_of_incident(incident),
        by=by,
        at=at,
        tournament=tournament,
        reason=reason,
    )


def subject_of_incident(incident: Incident) -> Subject | str:
    """Return where an incident was, as a subject of the journal: its table, or the tournament."""
    if incident.table is None:
        return incident.tournament.name
    return subject_of_sheet(incident.table, incident.donne)


def _refuse(
    tournament: Tournament, text: str, table: Table | None, donne: int | None, players: Sequence[Registration]
) -> None:
    if not text:
        sentence = _("Écrivez ce qui s’est passé et ce que vous avez décidé.")
        raise Refusal(sentence, code="incident_untold", fields={"text": [sentence]})
    if len(text) > LONGEST:
        sentence = _("C’est trop long : %(most)d caractères au plus.") % {"most": LONGEST}
        raise Refusal(sentence, code="incident_too_long", fields={"text": [sentence]})
    if donne is not None and table is None:
        sentence = _("Choisissez la table concernée.")
        raise Refusal(sentence, code="incident_without_table", fields={"table": [sentence]})
    is_elsewhere = table is not None and table.round.tournament_id != tournament.pk
    if is_elsewhere or any(player.tournament_id != tournament.pk for player in players):
        raise Refusal(
            _("Ce joueur ou cette table n’est pas de ce tournoi. Choisissez dans la liste."), code="incident_elsewhere"
        )

"""What the arbiters decided, on paper: one decision to be signed, or the whole book of a tournament."""

from typing import Any

from django.utils.translation import gettext as _

from scoring.models import Incident, Penalty
from scoring.queries.desk.penalties import incidents_of, with_members
from scoring.queries.table.boards import donne_alone
from scoring.templatetags.penalties import whom
from tournaments.documents.composed_pages import moment
from tournaments.documents.pdf import PdfPart
from tournaments.documents.registry import Content, Order, document
from tournaments.labels import JobKind
from tournaments.models import Table, Tournament
from tournaments.queries.evening.round_names import round_name
from tournaments.refusals import Refusal


@document(JobKind.DECISIONS, template="documents/decisions.html")
def decisions(order: Order) -> Content:
    """Compose one decision, when the order wants a `penalty`, or all decisions and incidents of the tournament."""
    tournament, penalty_id = order.tournament, order.job.wanted.get("penalty")
    penalties = with_members(tournament.penalties.select_related("table__round", "cancelled_by")).order_by("pk")
    penalties = penalties if penalty_id is None else penalties.filter(pk=penalty_id)
    if penalty_id is not None and not penalties:
        raise Refusal(_("Cette décision n’est plus là : rouvrez la liste, puis relancez."), code="decision_gone")
    context: dict[str, Any] = {
        "decisions": [_decision(penalty, tournament) for penalty in penalties],
        "incidents": []
        if penalty_id is not None
        else [_incident(incident, tournament) for incident in incidents_of(tournament)],
        "is_one": penalty_id is not None,
        "about": _("%(tournament)s, imprimé le %(moment)s")
        % {"tournament": tournament.name, "moment": moment(order.at)},
    }
    title = _("Décision de l’arbitre · %(tournament)s") if penalty_id is not None else _("Décisions · %(tournament)s")
    return Content(
        title % {"tournament": tournament.name}, "decision" if penalty_id else "decisions", [PdfPart(context)]
    )


def _decision(penalty: Penalty, tournament: Tournament) -> dict[str, Any]:
    return {
        "fault": str(penalty.kind),
        "reference": penalty.kind.reference_text,
        "does": f"{penalty.get_sanction_display()} · {penalty.takes}" if penalty.points else penalty.does,
        "whom": whom(penalty),
        "where": _where(tournament, penalty.table, penalty.donne),
        "reason": penalty.reason,
        "by": penalty.given_by_name,
        "at": moment(penalty.given_at),
        "cancelled": penalty.cancelled_at and moment(penalty.cancelled_at),
        "cancelled_by": str(penalty.cancelled_by or "?"),
        "cancel_reason": penalty.cancel_reason,
    }


def _incident(incident: Incident, tournament: Tournament) -> dict[str, Any]:
    return {
        "text": incident.text,
        "where": _where(tournament, incident.table, incident.donne),
        "players": [player.registration.player.full_name for player in incident.players.all()],
        "by": incident.noted_by_name,
        "at": moment(incident.noted_at),
        "cancelled": incident.cancelled_at and moment(incident.cancelled_at),
        "cancelled_by": str(incident.cancelled_by or "?"),
        "cancel_reason": incident.cancel_reason,
    }


def _where(tournament: Tournament, table: Table | None, donne: int | None) -> str:
    """Return a place in words: « position 2, table 3, donne 4 »; empty without a table."""
    if table is None:
        return ""
    words = [round_name(tournament, table.round.number), str(table)]
    return ", ".join([*words, *([donne_alone(table, donne)] if donne else [])])

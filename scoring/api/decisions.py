"""API operations of arbiters: chelem calls, penalties and incidents, given and cancelled."""

from functools import partial
from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.api.desk_serializers import IncidentSerializer, NotingSerializer
from scoring.api.entry_serializers import (
    CallingSerializer,
    CallSerializer,
    FaultSerializer,
    PenalisingSerializer,
    PenaltySerializer,
    WhySerializer,
)
from scoring.api.writing import KEY, READ, Unprocessable, Writing, key_of, responses, seat_at
from scoring.labels import OF_A_DONNE
from scoring.models import ChelemCall, Incident, Penalty
from scoring.queries.rules.catalogues import faults_on
from scoring.queries.table.sheets import subject_of_sheet
from scoring.services.decisions.calls import cancel_chelem_call, record_chelem_call
from scoring.services.decisions.incidents import cancel_incident, note_incident
from scoring.services.decisions.penalties import cancel_penalty, give_penalty
from tournaments.api.guarded import Guarded
from tournaments.api.serializers import ErrorSerializer
from tournaments.labels import Scope
from tournaments.models import Registration, Tournament
from tournaments.permissions import Action

CALL = {"donne": 3, "chair": 1, "announced": "avant_carte"}
PENALTY = {"fault": "retard", "target": "joueur", "start_number": 12, "points": -20, "reason": "dix minutes"}
WHY = [OpenApiExample("Why", value={"reason": "erreur de table"}, request_only=True)]


class TableCalls(Writing):
    action, scope = Action.RECORD, Scope.RECORD

    @extend_schema(
        summary="Record a chelem call",
        request=CallingSerializer,
        parameters=[KEY],
        responses=responses(CallSerializer, stale=ErrorSerializer),
        examples=[OpenApiExample("Est announced it in time", value=CALL, request_only=True)],
    )
    def post(self, request: Request, **_place: int) -> Response:
        """When the donne is already entered, its line is corrected; the chelem call is the correction's reason."""
        table = self.table()
        key = key_of(request)
        sent = self.body(CallingSerializer, chairs=table.seats.count())
        caller = seat_at(table, sent["chair"])
        assert caller is not None  # a chair is required
        call = self.corrected(
            partial(
                record_chelem_call,
                table=table,
                number=sent["donne"],
                caller=caller,
                announced=sent["announced"],
                outcome=sent["outcome"],
                led=sent["led"],
                excuse=sent["excuse"],
                petit_before_last=sent["petit_before_last"],
                key=key,
                by=self.account,
                at=timezone.now(),
            ),
            subject=subject_of_sheet(table, sent["donne"]),
            reason=sent["reason"],
            tables=[table],
        )
        return Response(CallSerializer(call).data)


class CallCancel(Writing):
    action, scope = Action.RECORD, Scope.RECORD

    @extend_schema(
        summary="Cancel a chelem call",
        request=WhySerializer,
        responses=responses(CallSerializer, stale=ErrorSerializer),
        examples=WHY,
    )
    def post(self, _request: Request, *, call_id: int, **_place: int) -> Response:
        """A reason is required. The line that the call corrected is put back; the call stays on record. Idempotent."""
        calls = ChelemCall.objects.select_related("table__round__tournament", "caller__registration__player")
        call = get_object_or_404(calls, pk=call_id, table__round__tournament=self.tournament)
        sent = self.body(WhySerializer)
        self.corrected(
            partial(cancel_chelem_call, call=call, reason=sent["reason"], by=self.account, at=timezone.now()),
            subject=subject_of_sheet(call.table, call.number),
            reason=sent["reason"],
            tables=[call.table],
        )
        call.refresh_from_db(fields=["cancelled_at"])
        return Response(CallSerializer(call).data)


class Faults(Guarded):
    action, scope = Action.PENALISE, Scope.PENALISE

    @extend_schema(summary="The catalogue of faults", responses={200: FaultSerializer(many=True), **READ})
    def get(self, _request: Request, **_place: int) -> Response:
        """The faults in force on the day of the tournament. The catalogue proposes points; the arbiter decides."""
        return Response(FaultSerializer(faults_on(self.tournament.club_id, self.tournament.date), many=True).data)


class Penalties(Writing):
    action, scope = Action.PENALISE, Scope.PENALISE

    @extend_schema(summary="The penalties given", responses={200: PenaltySerializer(many=True), **READ})
    def get(self, _request: Request, **_place: int) -> Response:
        """The penalties of the tournament, the oldest first, with the cancelled ones."""
        penalties = self.tournament.penalties.select_related("kind").order_by("pk")
        return Response(PenaltySerializer(penalties, many=True).data)

    @extend_schema(
        summary="Give a penalty",
        request=PenalisingSerializer,
        parameters=[KEY],
        responses=responses(PenaltySerializer, stale=ErrorSerializer),
        examples=[OpenApiExample("A player who came late", value=PENALTY, request_only=True)],
    )
    def post(self, request: Request, **_place: int) -> Response:
        """A penalty falls on a player, a camp of a donne, a table or a donne. The standings change at once."""
        key = key_of(request)
        sent = self.body(PenalisingSerializer)
        kind = (
            faults_on(self.tournament.club_id, self.tournament.date)
            .filter(code=sent["fault"], step=sent["step"])
            .first()
        )
        if kind is None:
            raise Unprocessable({"fault": [_("Cette faute n’est pas au catalogue de ce jour.")]})
        table = self.table_meant(sent.get("round", 0), sent["table"]) if "table" in sent else None
        penalty = self.corrected(
            partial(
                give_penalty,
                tournament=self.tournament,
                kind=kind,
                target=sent["target"],
                points=sent["points"],
                reason=sent["reason"],
                registration=self._player(sent),
                table=table,
                donne=sent.get("donne"),
                camp=sent.get("camp", ""),
                sanction=sent.get("sanction", ""),
                basis=sent.get("basis", ""),
                assigned=sent.get("assigned"),
                prime=sent.get("prime", ""),
                is_dealt_again=sent["is_dealt_again"],
                key=key,
                by=self.account,
                at=timezone.now(),
            ),
            subject=str(kind),
            reason=sent["reason"],
            tables=[table] if table is not None and sent.get("sanction") in OF_A_DONNE else [],
        )
        return Response(PenaltySerializer(penalty).data)

    def _player(self, sent: dict[str, Any]) -> Registration | None:
        if "start_number" not in sent:
            return None
        registration = self.tournament.registrations.filter(start_number=sent["start_number"]).first()
        if registration is None:
            raise Unprocessable({"start_number": [_("Aucun joueur de ce tournoi n’a ce numéro de départ.")]})
        return registration


class PenaltyCancel(Writing):
    action, scope = Action.PENALISE, Scope.PENALISE

    @extend_schema(
        summary="Cancel a penalty", request=WhySerializer, responses=responses(PenaltySerializer), examples=WHY
    )
    def post(self, _request: Request, *, penalty_id: int, **_place: int) -> Response:
        """A reason is required. The points of the penalty no longer count; the penalty stays on record. Idempotent."""
        penalty = get_object_or_404(Penalty.objects.select_related("kind"), pk=penalty_id, tournament=self.tournament)
        sent = self.body(WhySerializer)
        self.corrected(
            partial(cancel_penalty, penalty=penalty, reason=sent["reason"], by=self.account, at=timezone.now()),
            subject=str(penalty.kind),
            reason=sent["reason"],
        )
        penalty.refresh_from_db(fields=["cancelled_at"])
        return Response(PenaltySerializer(penalty).data)


NOISE = {"text": "Bruit à la table 4 : rappel fait.", "round": 1, "table": 4, "start_numbers": [7]}


def book(tournament: Tournament) -> QuerySet[Incident]:
    """Return the incidents of a tournament, the oldest first, with the cancelled ones."""
    incidents = Incident.objects.filter(tournament=tournament).select_related("table__round")
    return incidents.prefetch_related("players__registration").order_by("pk")


class Incidents(Writing):
    action, scope = Action.PENALISE, Scope.PENALISE

    @extend_schema(summary="The incident book", responses={200: IncidentSerializer(many=True), **READ})
    def get(self, _request: Request, **_place: int) -> Response:
        """The incidents of the tournament, the oldest first, with the cancelled ones."""
        return Response(IncidentSerializer(book(self.tournament), many=True).data)

    @extend_schema(
        summary="Note an incident",
        request=NotingSerializer,
        parameters=[KEY],
        responses=responses(IncidentSerializer, stale=ErrorSerializer),
        examples=[OpenApiExample("A ruling without points", value=NOISE, request_only=True)],
    )
    def post(self, request: Request, **_place: int) -> Response:
        """Table, donne and players are optional. The public does not see it. Allowed after the tournament's end."""
        key = key_of(request)
        sent = self.body(NotingSerializer)
        incident = note_incident(
            tournament=self.tournament,
            text=sent["text"],
            key=key,
            by=self.account,
            at=timezone.now(),
            table=self.table_meant(sent.get("round", 0), sent["table"]) if "table" in sent else None,
            donne=sent.get("donne"),
            players=self._players(sent["start_numbers"]),
        )
        return Response(IncidentSerializer(book(self.tournament).get(pk=incident.pk)).data)

    def _players(self, numbers: list[int]) -> list[Registration]:
        registrations = list(self.tournament.registrations.filter(start_number__in=numbers))
        if len(registrations) != len(set(numbers)):
            raise Unprocessable({"start_numbers": [_("Aucun joueur de ce tournoi n’a ce numéro de départ.")]})
        return registrations


class IncidentCancel(Writing):
    action, scope = Action.PENALISE, Scope.PENALISE

    @extend_schema(
        summary="Cancel an incident",
        request=WhySerializer,
        responses=responses(IncidentSerializer),
        examples=[OpenApiExample("Why", value={"reason": "noté deux fois"}, request_only=True)],
    )
    def post(self, _request: Request, *, incident_id: int, **_place: int) -> Response:
        """A reason is required. The incident stays in the book, struck out. Idempotent."""
        incident = get_object_or_404(book(self.tournament), pk=incident_id)
        sent = self.body(WhySerializer)
        cancel_incident(incident=incident, reason=sent["reason"], by=self.account, at=timezone.now())
        return Response(IncidentSerializer(book(self.tournament).get(pk=incident.pk)).data)

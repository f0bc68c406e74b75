"""The incident book, for programs: rulings without points, noted and cancelled."""

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.api.desk_serializers import IncidentSerializer, NotingSerializer
from scoring.api.entry_serializers import WhySerializer
from scoring.api.writing import KEY, READ, Unprocessable, Writing, key_of, responses
from scoring.models import Incident
from scoring.services.decisions.incidents import cancel_incident, note_incident
from tournaments.api.serializers import ErrorSerializer
from tournaments.labels import Scope
from tournaments.models import Registration, Tournament
from tournaments.permissions import Action

NOISE = {"text": "Bruit à la table 4 : rappel fait.", "round": 1, "table": 4, "start_numbers": [7]}


def book(tournament: Tournament) -> QuerySet[Incident]:
    """Return the incidents of a tournament, the cancelled ones too, the oldest first."""
    incidents = Incident.objects.filter(tournament=tournament).select_related("table__round")
    return incidents.prefetch_related("players__registration").order_by("pk")


class Incidents(Writing):
    action, scope = Action.PENALISE, Scope.PENALISE

    @extend_schema(summary="The incident book", responses={200: IncidentSerializer(many=True), **READ})
    def get(self, _request: Request, **_place: int) -> Response:
        """The oldest first, with the cancelled ones."""
        return Response(IncidentSerializer(book(self.tournament), many=True).data)

    @extend_schema(
        summary="Note an incident",
        request=NotingSerializer,
        parameters=[KEY],
        responses=responses(IncidentSerializer, stale=ErrorSerializer),
        examples=[OpenApiExample("A ruling without points", value=NOISE, request_only=True)],
    )
    def post(self, request: Request, **_place: int) -> Response:
        """The table, the donne and the players are optional. The public does not see it. Allowed after the end, too."""
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

"""API operations on the clock of a timed round and on the extra minutes of one table."""

from django.http import Http404
from django.utils import timezone
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.api.desk_serializers import (
    ChangingClockSerializer,
    ClockSerializer,
    ExtraMinutesSerializer,
    StaleClockSerializer,
    StaleMinutesSerializer,
)
from scoring.api.writing import READ, VersionWanted, Writing, responses, version_of_request
from tournaments.labels import Scope
from tournaments.models import Round, Table
from tournaments.permissions import Action
from tournaments.queries.evening.clocks import clock_of, version_of_clock
from tournaments.refusals import Refusal
from tournaments.services.evening import clocks

CHANGES = {
    "start": clocks.start_clock,
    "pause": clocks.pause_clock,
    "call": clocks.call_time,
    "reset": clocks.reset_clock,
}
VERSION = OpenApiParameter(
    "If-Match",
    str,
    OpenApiParameter.HEADER,
    required=True,
    description="The version that was read (its `ETag`). Without it: 428.",
)
NO_VERSION = {"on_428": "`If-Match` is missing."}


class RoundClockAct(Writing):
    """The clock of a timed round."""

    action, scope = Action.RECORD, Scope.CLOSE

    @extend_schema(summary="The clock of a round", responses={200: ClockSerializer, **READ})
    def get(self, _request: Request, *, round_number: int, **_place: int) -> Response:
        """Name the answer’s `ETag` in a change. Every time is null when the round has no clock, or play is over."""
        return self._answer(round_number)

    @extend_schema(
        summary="Start, pause, call or reset the clock",
        request=ChangingClockSerializer,
        parameters=[VERSION],
        responses=responses(ClockSerializer, stale=StaleClockSerializer, **NO_VERSION),
        examples=[OpenApiExample("Time is over", value={"act": "call"}, request_only=True)],
    )
    def post(self, request: Request, *, round_number: int, **_place: int) -> Response:
        """The same act sent again changes nothing. When somebody else changed the clock since it was read: 409."""
        seen = version_of_request(request)
        if seen is None:
            raise VersionWanted
        act = self.body(ChangingClockSerializer)["act"]
        try:
            CHANGES[act](
                tournament=self.tournament, round_number=round_number, seen=seen, by=self.account, at=timezone.now()
            )
        except Refusal as refusal:
            if refusal.code != "stale_clock":
                raise
            return self.refused(refusal, standing=self._answer(round_number).data, sent={"act": act})
        return self._answer(round_number)

    def _answer(self, round_number: int) -> Response:
        round_ = Round.objects.filter(tournament=self.tournament, number=round_number).first()
        clock = clock_of(self.tournament, round_)
        if round_ is None:
            raise Http404
        version = version_of_clock(round_)
        values = {name: getattr(clock, name, None) for name in ("left", "ends_at", "called_at")} | {"version": version}
        return Response(ClockSerializer(values).data, headers={"ETag": f'"{version}"'})


class TableMinutes(Writing):
    """The extra minutes of a table of a timed round: how much longer it plays than the other tables."""

    action, scope = Action.RECORD, Scope.CLOSE

    @extend_schema(summary="The extra minutes of a table", responses={200: ExtraMinutesSerializer, **READ})
    def get(self, _request: Request, **_place: int) -> Response:
        """Name the answer’s `ETag` in a change. A table without extra time has 0 minutes."""
        return _minutes(self.table())

    @extend_schema(
        summary="Give a table more time",
        request=ExtraMinutesSerializer,
        parameters=[VERSION],
        responses=responses(ExtraMinutesSerializer, stale=StaleMinutesSerializer, **NO_VERSION),
        examples=[OpenApiExample("Five minutes", value={"minutes": 5, "reason": "donne refaite"}, request_only=True)],
    )
    def put(self, request: Request, **_place: int) -> Response:
        """Set the total of extra minutes of a table. Idempotent. When somebody else changed it since the read: 409."""
        table = self.table()
        seen = version_of_request(request)
        if seen is None:
            raise VersionWanted
        sent = self.body(ExtraMinutesSerializer)
        try:
            changed = clocks.give_extra_minutes(table=table, seen=seen, by=self.account, at=timezone.now(), **sent)
        except Refusal as refusal:
            if refusal.code != "stale_minutes":
                raise
            return self.refused(refusal, standing=_minutes(self.table()).data, sent=sent)
        return _minutes(changed)


def _minutes(table: Table) -> Response:
    values = {"minutes": table.extra_minutes, "reason": table.extra_reason}
    return Response(values, headers={"ETag": f'"{table.extra_minutes}"'})

"""API operations on what waits for an arbiter: calls, protests and donnes in two versions; and settling each."""

from functools import partial
from typing import Any, ClassVar

from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.api.entry_serializers import (
    ChairField,
    DonneField,
    Sent,
    SentReasonField,
    StaleLineSerializer,
    WrittenLineSerializer,
)
from scoring.api.writing import (
    KEY,
    READ,
    UNVERSIONED,
    VERSIONS,
    Writing,
    key_of,
    line_for_programs,
    line_seen,
    responses,
    seat_at,
)
from scoring.labels import ANNOUNCED, CallAbout, Kept, ProtestAbout
from scoring.models import ArbiterCall, Conflict, Protest
from scoring.queries.desk.conflicts import conflicts_of
from scoring.queries.desk.desk import open_calls
from scoring.queries.desk.waiting_at import at_conflict, at_protest
from scoring.queries.table.sheets import subject_of_sheet
from scoring.services.decisions.arbiter_calls import call_arbiter, go_to_table, settle_call
from scoring.services.decisions.protests import answer_protest
from scoring.services.sheets.conflicts import settle_conflict
from tournaments.api.guarded import Guarded
from tournaments.api.serializers import ErrorSerializer
from tournaments.labels import Scope
from tournaments.permissions import Action, Tells
from tournaments.refusals import Refusal


class ArbiterWantedSerializer(Sent):
    """A call for the arbiter: its reason and, for an announcement, its donne and chair."""

    counts_with: ClassVar = {"donne": {"about": ANNOUNCED}, "chair": {"about": ANNOUNCED}}

    about = serializers.ChoiceField(choices=CallAbout.choices)
    donne = DonneField(required=False, allow_null=True, help_text="The donne in which it is announced.")
    chair = ChairField(required=False, allow_null=True, help_text="Who announces it.")
    reason = SentReasonField(required=False, allow_blank=True, default="", help_text="Required for `autre`.")


class ArbiterCallSerializer(serializers.Serializer):
    id = serializers.IntegerField()
    round = serializers.IntegerField(source="table.round.number")
    table = serializers.IntegerField(source="table.number")
    about = serializers.ChoiceField(choices=CallAbout.choices)
    donne = serializers.IntegerField(source="number", allow_null=True)
    by = serializers.CharField(source="by_name")
    reason = serializers.CharField(allow_blank=True)
    at = serializers.DateTimeField()
    coming = serializers.CharField(source="coming_by_name", allow_blank=True, help_text="Who goes there.")
    settled_at = serializers.DateTimeField(allow_null=True)
    answer = serializers.CharField(allow_blank=True)


class SettlingCallSerializer(Sent):
    answer = SentReasonField(required=False, allow_blank=True, default="", help_text="A note, if there is one.")


class AnsweringSerializer(Sent):
    answer = SentReasonField(help_text="The table reads it.")
    upheld = serializers.BooleanField(help_text="Whether the table is right.")


class AnsweredSerializer(serializers.Serializer):
    """A protest of a table, with the arbiter's answer if there is one."""

    id = serializers.IntegerField()
    round = serializers.IntegerField(source="table.round.number")
    table = serializers.IntegerField(source="table.number")
    about = serializers.ChoiceField(choices=ProtestAbout.choices)
    donne = serializers.IntegerField(source="number", allow_null=True)
    by = serializers.CharField(source="by_name")
    reason = serializers.CharField()
    at = serializers.DateTimeField()
    answered_at = serializers.DateTimeField(allow_null=True)
    answer = serializers.CharField(allow_blank=True)
    upheld = serializers.BooleanField(allow_null=True)


class SettlingVersionsSerializer(Sent):
    kept = serializers.ChoiceField(choices=Kept.choices, help_text="That of the sheet, or the other version.")
    reason = SentReasonField()


class VersionsSerializer(serializers.Serializer):
    """A donne in two versions: `line` is the sheet's (null where there is none), `other` is the version that waits."""

    id = serializers.IntegerField()
    round = serializers.IntegerField()
    table = serializers.IntegerField()
    donne = serializers.IntegerField()
    late = serializers.BooleanField(help_text="Whether it came after the sheet was closed.")
    line = WrittenLineSerializer(allow_null=True)
    other = WrittenLineSerializer()
    settled_at = serializers.DateTimeField(allow_null=True)
    kept = serializers.ChoiceField(choices=Kept.choices, allow_blank=True)
    reason = serializers.CharField(allow_blank=True)


class StaleVersionsSerializer(StaleLineSerializer):
    """Answered when the sheet changed, or somebody settled the donne: both versions as they are now."""

    versions = VersionsSerializer(required=False)


def versions_as_json(conflict: Conflict) -> dict[str, Any]:
    """Return both versions of a donne as JSON values. `conflict` must be loaded by `conflicts_of`."""
    table = conflict.table
    standing = next((line for line in table.lines.all() if line.number == conflict.number), None)
    return {
        "id": conflict.pk,
        "round": table.round.number,
        "table": table.number,
        "donne": conflict.number,
        "late": conflict.late,
        "line": standing and line_for_programs(standing),
        "other": line_for_programs(conflict.as_line(list(table.seats.all()))),
        "settled_at": conflict.settled_at,
        "kept": conflict.kept,
        "reason": conflict.settle_reason,
    }


class TableArbiterCalls(Writing):
    action, scope = Action.RECORD, Scope.AGREE

    @extend_schema(
        summary="Call the arbiter to a table",
        request=ArbiterWantedSerializer,
        parameters=[KEY],
        responses=responses(ArbiterCallSerializer, stale=ErrorSerializer),
        examples=[OpenApiExample("A fault", value={"about": "faute", "reason": "renonce ?"}, request_only=True)],
    )
    def post(self, request: Request, **_place: int) -> Response:
        """A table has one open call at most. The same reason sent again returns that call; another reason: 409."""
        table = self.table()
        key = key_of(request)
        sent = self.body(ArbiterWantedSerializer, chairs=table.seats.count())
        call = call_arbiter(
            table=table,
            about=sent["about"],
            number=sent.get("donne"),
            seat=seat_at(table, sent.get("chair")),
            reason=sent["reason"],
            key=key,
            by=self.account,
            at=timezone.now(),
        )
        call.table = table
        return Response(ArbiterCallSerializer(call).data)


class ArbiterCalls(Guarded):
    action, scope = Action.RECORD, Scope.READ
    tells = Tells.NOTHING

    @extend_schema(
        summary="The tables that call the arbiter", responses={200: ArbiterCallSerializer(many=True), **READ}
    )
    def get(self, _request: Request, **_place: int) -> Response:
        """The open calls of the tournament, the oldest first. After the end of the tournament there are none."""
        calls = open_calls(table__round__tournament=self.tournament)
        return Response(ArbiterCallSerializer(calls.select_related("table__round"), many=True).data)


class ArbiterCallGo(Writing):
    action, scope = Action.RECORD, Scope.AGREE
    tells = Tells.NOTHING

    @extend_schema(
        summary="Say who goes to the table",
        request=None,
        responses=responses(ArbiterCallSerializer, stale=ErrorSerializer),
    )
    def post(self, _request: Request, *, arbiter_call_id: int, **_place: int) -> Response:
        """The account of the token goes to the table. Idempotent. When somebody else goes, or it is settled: 409."""
        call = go_to_table(call=_call(self, arbiter_call_id), by=self.account, at=timezone.now())
        return Response(ArbiterCallSerializer(call).data)


class ArbiterCallSettle(Writing):
    action, scope = Action.RECORD, Scope.AGREE
    tells = Tells.NOTHING

    @extend_schema(
        summary="Say that a call is settled", request=SettlingCallSerializer, responses=responses(ArbiterCallSerializer)
    )
    def post(self, _request: Request, *, arbiter_call_id: int, **_place: int) -> Response:
        """A note is optional. Idempotent: the first note stays."""
        open_call = _call(self, arbiter_call_id)
        sent = self.body(SettlingCallSerializer)
        call = settle_call(call=open_call, answer=sent["answer"], by=self.account, at=timezone.now())
        return Response(ArbiterCallSerializer(call).data)


class ProtestList(Guarded):
    action, scope = Action.RECORD, Scope.READ

    @extend_schema(summary="What the tables contest", responses={200: AnsweredSerializer(many=True), **READ})
    def get(self, _request: Request, **_place: int) -> Response:
        """The protests of the tournament, the oldest first, with the answered ones."""
        protests = Protest.objects.filter(table__round__tournament=self.tournament)
        return Response(AnsweredSerializer(protests.select_related("table__round"), many=True).data)


class ProtestAnswer(Writing):
    at = at_protest
    action, scope = Action.RECORD, Scope.AGREE

    @extend_schema(
        summary="Answer what a table contests",
        request=AnsweringSerializer,
        responses=responses(AnsweredSerializer, stale=ErrorSerializer),
        examples=[OpenApiExample("It is wrong", value={"answer": "compté : 49", "upheld": False}, request_only=True)],
    )
    def post(self, _request: Request, *, protest_id: int, **_place: int) -> Response:
        """
        The table reads the answer. The same answer sent again changes nothing; another answer than the first: 409.

        An answer corrects no donne. Correct the donne at its own address: after an upheld protest, also on a closed
        sheet.
        """
        protests = Protest.objects.select_related("table__round")
        protest = get_object_or_404(protests, pk=protest_id, table__round__tournament=self.tournament)
        sent = self.body(AnsweringSerializer)
        answered = answer_protest(protest=protest, by=self.account, at=timezone.now(), **sent)
        return Response(AnsweredSerializer(answered).data)


class Versions(Guarded):
    action, scope = Action.RECORD, Scope.READ

    @extend_schema(summary="The donnes in two versions", responses={200: VersionsSerializer(many=True), **READ})
    def get(self, _request: Request, **_place: int) -> Response:
        """The donnes in two versions that no arbiter has settled, the oldest first."""
        waiting = conflicts_of(self.tournament).filter(settled_at=None)
        return Response([versions_as_json(conflict) for conflict in waiting])


class VersionsSettle(Writing):
    at = at_conflict
    action, scope = Action.RECORD, Scope.RECORD

    @extend_schema(
        summary="Settle a donne in two versions",
        request=SettlingVersionsSerializer,
        parameters=VERSIONS,
        responses=responses(VersionsSerializer, stale=StaleVersionsSerializer, **UNVERSIONED),
        examples=[
            OpenApiExample("The other one", value={"kept": "autre", "reason": "vu avec la table"}, request_only=True)
        ],
    )
    def post(self, request: Request, *, conflict_id: int, **_place: int) -> Response:
        """
        Keep the line of the sheet, or write the other version in its place.

        `If-Match` names the line of the sheet that was read; `If-None-Match: *` says that it had none. Idempotent.
        """
        conflict = get_object_or_404(conflicts_of(self.tournament), pk=conflict_id)
        seen = line_seen(request)
        sent = self.body(SettlingVersionsSerializer)
        try:
            self.corrected(
                partial(
                    settle_conflict,
                    conflict=conflict,
                    kept=Kept(sent["kept"]),
                    seen=seen,
                    reason=sent["reason"],
                    by=self.account,
                    at=timezone.now(),
                ),
                subject=subject_of_sheet(conflict.table, conflict.number),
                reason=sent["reason"],
                tables=[conflict.table],
                counts=lambda settled: settled.kept == Kept.OTHER,
            )
        except Refusal as refusal:
            if refusal.code not in ("stale_line", "conflict_settled"):
                raise
            current = conflicts_of(self.tournament).get(pk=conflict_id)
            return self.refused(refusal, versions=versions_as_json(current))
        return Response(versions_as_json(conflicts_of(self.tournament).get(pk=conflict_id)))


def _call(view: Writing, pk: int) -> ArbiterCall:
    calls = ArbiterCall.objects.select_related("table__round")
    return get_object_or_404(calls, pk=pk, table__round__tournament=view.tournament)

"""API operations that move a donne, take it off its sheet, write an old version again, or undo a journal entry."""

from functools import partial

from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.api.desk_serializers import (
    ActSerializer,
    MovedSerializer,
    MovingSerializer,
    PlaceTakenSerializer,
    RestoringSerializer,
    UndoneSerializer,
    VersionOfLineSerializer,
)
from scoring.api.entry_serializers import (
    SavedSerializer,
    StaleLineSerializer,
    StandingLineSerializer,
    WhySerializer,
)
from scoring.api.writing import (
    KEY,
    LINE_VERSION,
    READ,
    UNVERSIONED,
    VERSIONS,
    VersionWanted,
    Writing,
    key_of,
    line_for_programs,
    line_seen,
    responses,
)
from scoring.models import SheetLine
from scoring.queries.desk.journal import lines_of_entries, outcomes_in
from scoring.queries.table.lines import line_at
from scoring.queries.table.sheets import subject_of_sheet
from scoring.services.sheets.moves import empty_donne, move_donne
from scoring.services.undo.undoing import UNDONE_BY, WHILE_IT_RUNS, restore_version, sheets_written_by, undo
from tournaments.api.guarded import Guarded
from tournaments.api.parameters import BAD_FILTER, ID, id_in
from tournaments.api.serializers import ErrorSerializer
from tournaments.labels import Scope
from tournaments.models import JournalEntry, Table, Token
from tournaments.permissions import Action
from tournaments.refusals import Refusal

MOST_ACTS = 100  # of the journal in one answer
NO_VERSION = {"on_428": "`If-Match` is missing."}
# What undoing an act asks of a token: what doing it asks.
SCOPES = {
    "pénalité donnée": Scope.PENALISE,
    "pénalité annulée": Scope.PENALISE,
    "feuille close": Scope.CLOSE,
    "feuille rouverte": Scope.CLOSE,
}
WHY = [OpenApiExample("Why", value={"reason": "saisie à la mauvaise table"}, request_only=True)]


def _line_of(table: Table, number: int, seen: int | None) -> SheetLine:
    """Return the line of this donne with the id `seen`, current or not. Raises VersionWanted when `seen` is None."""
    if seen is None:
        raise VersionWanted
    return get_object_or_404(table.lines.select_related("table__round__tournament"), pk=seen, number=number)


def _standing(table: Table, number: int) -> dict[str, object]:
    line = line_at(table, number)
    return {"line": line and line_for_programs(line)}


class DonneMove(Writing):
    action, scope = Action.RECORD, Scope.RECORD

    @extend_schema(
        summary="Move a donne to where it belongs",
        request=MovingSerializer,
        parameters=[KEY, LINE_VERSION],
        responses=responses(MovedSerializer, stale=PlaceTakenSerializer, **NO_VERSION),
        examples=[
            OpenApiExample(
                "To table 5", value={"table": 5, "donne": 3, "reason": "saisie à la mauvaise table"}, request_only=True
            )
        ],
    )
    def post(self, request: Request, *, number: int, **_place: int) -> Response:
        """Players keep their chairs. The target is an empty donne of an open sheet. `If-Match` names the line read."""
        table = self.table()
        seen, key = line_seen(request), key_of(request)
        sent = self.body(MovingSerializer)
        line = _line_of(table, number, seen)
        target = self.table_meant(sent.get("round", table.round.number), sent["table"])
        try:
            moved = self.corrected(
                partial(
                    move_donne,
                    line=line,
                    table=target,
                    number=sent["donne"],
                    reason=sent["reason"],
                    key=key,
                    by=self.account,
                    at=timezone.now(),
                ),
                subject=subject_of_sheet(target, sent["donne"]),
                reason=sent["reason"],
                tables=[table, target],
            )
        except Refusal as refusal:
            if refusal.code == "stale_line":
                return self.refused(refusal, **_standing(table, number))
            if refusal.code == "place_taken":
                return self.refused(refusal, **_standing(target, sent["donne"]), sent=line_for_programs(line))
            raise
        answer = {"round": target.round.number, "table": target.number, "line": line_for_programs(moved)}
        return Response(answer, headers={"ETag": f'"{moved.pk}"'})


class DonneEmpty(Writing):
    action, scope = Action.RECORD, Scope.RECORD

    @extend_schema(
        summary="Take a donne off its sheet",
        request=WhySerializer,
        parameters=[LINE_VERSION],
        responses=responses(StandingLineSerializer, stale=StaleLineSerializer, **NO_VERSION),
        examples=WHY,
    )
    def post(self, request: Request, *, number: int, **_place: int) -> Response:
        """The donne must then be entered again. Its line stays in the history. Idempotent."""
        table = self.table()
        seen = line_seen(request)
        sent = self.body(WhySerializer)
        line = _line_of(table, number, seen)
        try:
            self.corrected(
                partial(empty_donne, line=line, reason=sent["reason"], by=self.account, at=timezone.now()),
                subject=subject_of_sheet(table, number),
                reason=sent["reason"],
                tables=[table],
            )
        except Refusal as refusal:
            if refusal.code != "stale_line":
                raise
            return self.refused(refusal, **_standing(table, number))
        return Response(_standing(table, number))


class DonneHistory(Guarded):
    action, scope = Action.RECORD, Scope.READ

    @extend_schema(
        summary="All that was written at a donne", responses={200: VersionOfLineSerializer(many=True), **READ}
    )
    def get(self, _request: Request, *, round_number: int, table_number: int, number: int, **_place: int) -> Response:
        """The lines of the donne, the latest first, with the lines that were taken off the sheet."""
        lines = SheetLine.objects.filter(
            table__round__tournament=self.tournament,
            table__round__number=round_number,
            table__number=table_number,
            number=number,
        ).select_related("taker", "partner", "sits_out")
        return Response(
            [
                {"current": line.current, "reason": line.reason, "line": line_for_programs(line)}
                for line in lines.order_by("-pk")
            ]
        )


class DonneRestore(Writing):
    action, scope = Action.RECORD, Scope.RECORD

    @extend_schema(
        summary="Write a line of a donne's history again",
        request=RestoringSerializer,
        parameters=[KEY, *VERSIONS],
        responses=responses(SavedSerializer, stale=StaleLineSerializer, **UNVERSIONED),
        examples=[OpenApiExample("As it was", value={"line": 71, "reason": "corrigée à tort"}, request_only=True)],
    )
    def post(self, request: Request, *, number: int, **_place: int) -> Response:
        """
        `If-Match` names the current line; `If-None-Match: *` says there is none. When another line stands there: 409.
        """
        table = self.table()
        seen, key = line_seen(request), key_of(request)
        sent = self.body(RestoringSerializer)
        line = _line_of(table, number, sent["line"])
        try:
            self.corrected(
                partial(
                    restore_version,
                    line=line,
                    seen=seen or 0,
                    reason=sent["reason"],
                    key=key,
                    by=self.account,
                    at=timezone.now(),
                ),
                subject=subject_of_sheet(table, number),
                reason=sent["reason"],
                tables=[table],
            )
        except Refusal as refusal:
            if refusal.code != "stale_line":
                raise
            return self.refused(refusal, **_standing(table, number), sent=line_for_programs(line))
        restored = SheetLine.objects.get(key=key)
        return Response({"state": "saved", "line": line_for_programs(restored)}, headers={"ETag": f'"{restored.pk}"'})


class Journal(Guarded):
    action, scope = Action.READ_JOURNAL, Scope.READ

    @extend_schema(
        summary="The journal of the tournament",
        parameters=[OpenApiParameter("before", ID, description="An `id`: the acts before that one.")],
        responses={200: ActSerializer(many=True), 400: BAD_FILTER, **READ},
    )
    def get(self, request: Request, **_place: int) -> Response:
        """The latest 100 acts of the tournament, the latest first."""
        before = id_in(request, "before")
        acts = self.tournament.journal.order_by("-pk")
        if before is not None:
            acts = acts.filter(pk__lt=before)
        latest = list(acts[:MOST_ACTS])
        facts = lines_of_entries(self.tournament, latest)
        for act in latest:
            act.chelem_before, act.chelem_after = outcomes_in(act)  # type: ignore[attr-defined]
            act.stands = act.action in UNDONE_BY and facts[act.pk].stands  # type: ignore[attr-defined]
        return Response(ActSerializer(latest, many=True).data)


class JournalUndo(Writing):
    action, scope = Action.RECORD, Scope.RECORD

    @extend_schema(
        summary="Undo an act",
        request=WhySerializer,
        parameters=[KEY],
        responses=responses(UndoneSerializer, stale=ErrorSerializer),
        examples=WHY,
    )
    def post(self, request: Request, *, entry_id: int, **_place: int) -> Response:
        """
        Undoing is a new act: it puts back what stood before. When a later act changed the same thing: 409.

        The token needs the scope of the undone act: to undo a penalty, the scope of penalties.
        """
        entry = get_object_or_404(JournalEntry, pk=entry_id, tournament=self.tournament)
        key = key_of(request)
        if isinstance(request.auth, Token):
            self.scope = SCOPES.get(entry.action, Scope.RECORD)
            self.refuse_beyond(request.auth, self.tournament)
        sent = self.body(WhySerializer)
        act = partial(undo, entry=entry, key=key, reason=sent["reason"], by=self.account, at=timezone.now())
        if entry.action in WHILE_IT_RUNS:
            act()
        else:
            tables = sheets_written_by(self.tournament, entry)
            self.corrected(act, subject=entry.written_subject, reason=sent["reason"], tables=tables)
        return Response({"undone": entry.pk})

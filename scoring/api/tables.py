"""API operations of a table on its sheet: signatures and protests; and of arbiters: close it, open it again."""

from django.utils import timezone
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.api.entry_serializers import (
    ClosedSerializer,
    ContestingSerializer,
    ForChairSerializer,
    ProtestSerializer,
    WhySerializer,
)
from scoring.api.writing import (
    KEY,
    SHEET_VERSION,
    UNREAD,
    Unprocessable,
    VersionWanted,
    Writing,
    key_of,
    responses,
    seat_at,
    version_of_request,
)
from scoring.labels import ProtestAbout
from scoring.services.decisions.protests import contest
from scoring.services.sheets.confirmations import sign_sheet
from scoring.services.sheets.sheets import close_sheet, reopen_sheet
from tournaments.api.serializers import ErrorSerializer
from tournaments.labels import Scope
from tournaments.permissions import Action


def _version_read(request: Request) -> str:
    """Return the version of the sheet that the program read. Raises VersionWanted when the request names none."""
    seen = version_of_request(request)
    if seen is None:
        raise VersionWanted
    return seen


class TableSignatures(Writing):
    action, scope = Action.RECORD, Scope.AGREE

    @extend_schema(
        summary="Sign a sheet for a player",
        request=ForChairSerializer,
        parameters=[SHEET_VERSION],
        responses=responses(ClosedSerializer, **UNREAD),
        examples=[OpenApiExample("Sud signs", value={"chair": 0}, request_only=True)],
    )
    def post(self, request: Request, **_place: int) -> Response:
        """
        The sheet must be complete, and confirmed when the tournament asks for confirmations. Idempotent.

        `closed` is true when this signature was the last one: the sheet is then closed.
        """
        table = self.table()
        seen = _version_read(request)
        sent = self.body(ForChairSerializer, chairs=table.seats.count())
        seat = seat_at(table, sent["chair"])
        assert seat is not None  # a chair is required
        closed = sign_sheet(table=table, seat=seat, seen=seen, by=self.account, at=timezone.now())
        return Response({"closed": closed})


class TableProtests(Writing):
    action, scope = Action.RECORD, Scope.AGREE

    @extend_schema(
        summary="Contest a sheet, and have the arbiter answer",
        request=ContestingSerializer,
        parameters=[KEY],
        responses=responses(ProtestSerializer, stale=ErrorSerializer),
        examples=[
            OpenApiExample(
                "A donne",
                value={"about": "donne", "donne": 3, "chair": 2, "reason": "le petit était au bout"},
                request_only=True,
            )
        ],
    )
    def post(self, request: Request, **_place: int) -> Response:
        """
        A table may contest its sheet while it is open, and after its closing for the minutes that the tournament sets.
        """
        table = self.table()
        key = key_of(request)
        sent = self.body(ContestingSerializer, chairs=table.seats.count())
        about = ProtestAbout(sent["about"])
        if about is ProtestAbout.DONNE and sent.get("donne") is None:
            raise Unprocessable({"donne": [ContestingSerializer().fields["donne"].error_messages["required"]]})
        protest = contest(
            table=table,
            about=about,
            number=sent.get("donne"),
            seat=seat_at(table, sent.get("chair")),
            reason=sent["reason"],
            key=key,
            by=self.account,
            at=timezone.now(),
        )
        return Response(ProtestSerializer(protest).data)


class TableClose(Writing):
    action, scope = Action.RECORD, Scope.CLOSE

    @extend_schema(
        summary="Close a sheet",
        request=None,
        parameters=[SHEET_VERSION],
        responses=responses(ClosedSerializer, **UNREAD),
    )
    def post(self, request: Request, **_place: int) -> Response:
        """The sheet must be complete and unchanged since the program read it. Idempotent."""
        table = self.table()
        close_sheet(table=table, seen=_version_read(request), by=self.account, at=timezone.now())
        return Response({"closed": True})


class TableReopen(Writing):
    action, scope = Action.RECORD, Scope.CLOSE

    @extend_schema(
        summary="Open a closed sheet again",
        request=WhySerializer,
        responses=responses(ClosedSerializer),
        examples=[OpenApiExample("Why", value={"reason": "points mal recopiés"}, request_only=True)],
    )
    def post(self, _request: Request, **_place: int) -> Response:
        """A reason is required. The sheet can then be corrected. Idempotent."""
        table = self.table()
        sent = self.body(WhySerializer)
        reopen_sheet(table=table, reason=sent["reason"], by=self.account, at=timezone.now())
        return Response({"closed": False})

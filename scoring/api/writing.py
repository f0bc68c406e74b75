"""What all API operations that write share: reading the request, answering a refusal, declaring their responses."""

import re
import uuid
from collections.abc import Callable, Iterable
from typing import IO, Any, TypeVar

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS
from django.db.models import QuerySet
from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse
from rest_framework import status
from rest_framework.exceptions import APIException, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer

from scoring.api.views import MOST_BYTES, DonneParser
from scoring.marque import ImpossibleDonne
from scoring.marque.fields import exchanged_count
from scoring.models import SheetLine
from scoring.queries.table.answers import CLOSED, line_as_json
from scoring.queries.table.sheet_texts import tables_of
from scoring.services.decisions.after_end import correct_after_end
from scoring.services.decisions.penalties import GIVEN_BY_ANOTHER
from scoring.services.sheets.lines import LineRefused
from tournaments.api.guarded import Guarded
from tournaments.api.serializers import ErrorSerializer
from tournaments.api.views import UNCHANGED
from tournaments.forms.people.players import people_meant
from tournaments.kit.languages import current_language
from tournaments.models import Job, JournalEntry, Seat, Table
from tournaments.permissions import corrects_after_end
from tournaments.refusals import FormUsed, MayBeKnown, Refusal
from tournaments.services.acts import once
from tournaments.tasks import enqueue

Returned = TypeVar("Returned")
Form = TypeVar("Form", bound=forms.Form)

VERSION_OF_LINE = re.compile(r"[0-9]{1,18}")
# Of a sheet that was signed or closed as it was read; of a line or a decision both versions can be told.
UNSEEN = {"stale_sheet"}
CONFLICTS = {
    *("penalty_given", "call_exists", "line_changed_since", "chelem_called", "chelem_ruled", "donne_decided"),
    *("arbiter_called", "call_settled", "somebody_goes", "protest_answered", "conflict_settled"),
    *("licence_held", "licence_elsewhere", "already_registered", "draw_not_ready", "round_has_records", "act_gone"),
    *("place_taken", "followed_by_another", "already_so", "incident_noted", GIVEN_BY_ANOTHER),
}
# The fields of the forms → the keys of a body, where they differ.
KEYS = {"chelem_made": "chelem", "mort": "sits_out", "registration": "start_number", "caller": "chair"}
KEYS |= {"position": "round"}


class Unprocessable(ValidationError):
    """Raised for a body that can be read but is not valid; it has every sentence, at its key. Answered with 422."""

    status_code = status.HTTP_422_UNPROCESSABLE_ENTITY


class VersionWanted(APIException):
    status_code = status.HTTP_428_PRECONDITION_REQUIRED
    default_code = "version_wanted"
    default_detail = gettext_lazy(
        "Dites ce que vous avez vu : l’en-tête If-Match porte la version lue, ou If-None-Match: * s’il n’y avait rien."
    )


class BodyParser(DonneParser):
    """Reads one JSON object. Refuses a key that is written twice: nobody knows which value was meant."""

    def parse(self, stream: IO[Any], _media_type: str | None = None, _context: Any = None) -> Any:
        try:
            return super().parse(stream)
        except ImpossibleDonne as wrong:
            sentences = [problem.message(current_language()) for problem in wrong.problems]
            raise Unprocessable({"": sentences}) from wrong


class Writing(Guarded):
    """An operation that writes through one service. A refusal of the service has the HTTP status of its code."""

    parser_classes = (BodyParser,)

    def handle_exception(self, exc: Exception) -> Response:
        if isinstance(exc, Refusal):
            return self.refused(exc)
        return super().handle_exception(exc)

    def refused(self, refusal: Refusal, **more: Any) -> Response:
        fields = {KEYS.get(name, name): [str(text) for text in texts] for name, texts in refusal.fields.items()}
        if isinstance(refusal, MayBeKnown):
            more["people"] = [{"id": pk, "name": name} for pk, name in people_meant(refusal).items()]
            return Response({"code": refusal.code, "message": str(refusal), "fields": fields} | more, status=409)
        if isinstance(refusal.refusal if isinstance(refusal, LineRefused) else refusal, FormUsed):
            message = _("Cet Idempotency-Key a déjà servi à autre chose : faites-en un nouveau pour un autre acte.")
            return Response({"code": refusal.code, "message": message, "fields": fields} | more, status=409)
        answer = {"code": refusal.code, "message": str(refusal), "fields": fields}
        return Response(answer | more, status=status_of(refusal.code))

    def corrected(self, act: Callable[[], Returned], **correction: Any) -> Returned:
        """
        Call `act`; in a tournament that is over, as a public correction if this account may make one.

        `correction` is the subject, reason, tables and counts of `correct_after_end`. Refuses what that service
        refuses, or what `act` refuses.
        """
        if not corrects_after_end(self.actions, self.tournament):
            return act()
        return correct_after_end(tournament=self.tournament, act=act, by=self.account, at=timezone.now(), **correction)

    def table(self) -> Table:
        """Return the table that the address names. Raises Http404 when it does not exist."""
        place = self.kwargs
        for table in tables_of(self.tournament, place["round_number"], place["table_number"]):
            return table
        raise Http404

    def table_meant(self, round_number: int, table_number: int) -> Table:
        """Return the table that the request body names. Raises Unprocessable when it does not exist."""
        for table in tables_of(self.tournament, round_number, table_number):
            return table
        raise Unprocessable({"table": [_("Il n’y a pas cette table à cette position : dites aussi `round`.")]})

    def body(self, serializer: type[Serializer], **context: Any) -> dict[str, Any]:
        """Return the request body, checked by a serializer. Raises Unprocessable with everything that is wrong."""
        sent = serializer(data=self.request.data, context=context)
        try:
            sent.is_valid(raise_exception=True)
        except ValidationError as wrong:
            raise Unprocessable(dict(_flat(wrong.detail))) from wrong
        return dict(sent.validated_data)


class Acting(Writing):
    """An operation that writes once for each Idempotency-Key; the form of the page checks its values."""

    @property
    def key(self) -> uuid.UUID:
        return key_of(self.request)

    def form(self, kind: type[Form], sent: dict[str, Any], **about: Any) -> Form:
        """Return the form of a page, bound to the values sent. Raises Unprocessable with everything that is wrong."""
        return self.valid(kind(sent, **about))

    def valid(self, form: Form) -> Form:
        if not form.is_valid():
            raise Unprocessable(
                {
                    "" if name == NON_FIELD_ERRORS else KEYS.get(name, name): [str(text) for text in texts]
                    for name, texts in form.errors.items()
                }
            )
        return form

    def once(
        self, write: Callable[[], Returned], *, again: Callable[[JournalEntry], Any] = bool, people: Iterable[int] = ()
    ) -> Returned:
        """Return what `write` makes; for a key that wrote before, what `again` finds by its entry of the journal."""
        rows = JournalEntry.objects.filter(club=self.club, by=self.account)
        if hasattr(self, "tournament"):
            rows = rows.filter(tournament=self.tournament)
        return self._once(rows=rows, write=write, again=again, people=[*people])

    def ask(self, work: Callable[[], Job]) -> Job:
        """Return the job that `work` makes, and enqueue it. When this key asked before, return the job of that time."""
        job: Job = self._once(rows=self._jobs(), write=work, again=lambda job: job)
        enqueue(job.pk)
        return job

    def has_asked(self) -> bool:
        """Return whether this Idempotency-Key asked for a job before. It then gets that job, whatever changed since."""
        return self._jobs().filter(wanted__act__key=str(self.key)).exists()

    def _jobs(self) -> QuerySet[Job]:
        return Job.objects.filter(tournament=self.tournament, asked_by=self.account)

    def _once(self, **how: Any) -> Any:
        said = [self.request.method, self.request.path, self.request.data]
        return once(key=self.key, said=said, by=self.account, club=self.club, **how)


def status_of(code: str) -> int:
    """Return the HTTP status for the code of a refusal: 403 closed, 412 not as read, 409 in conflict, else 422."""
    if code in CLOSED:
        return status.HTTP_403_FORBIDDEN
    if code in UNSEEN:
        return status.HTTP_412_PRECONDITION_FAILED
    if code.startswith("stale_") or code.endswith("_since") or code in CONFLICTS:
        return status.HTTP_409_CONFLICT
    return status.HTTP_422_UNPROCESSABLE_ENTITY


def _flat(detail: Any, at: str = "") -> Iterable[tuple[str, list[str]]]:
    """Yield (dotted key, sentences) for each error, nested ones too: `poignees.0.player`."""
    if isinstance(detail, dict):
        for name, inner in detail.items():
            key = "" if name == "non_field_errors" else str(name)
            yield from _flat(inner, f"{at}.{key}".strip("."))
    elif isinstance(detail, list) and not all(isinstance(text, str) for text in detail):
        for number, inner in enumerate(detail):
            if inner:
                yield from _flat(inner, f"{at}.{number}")
    else:
        yield at, [str(text) for text in detail]


def key_of(request: Request) -> uuid.UUID:
    """Return the Idempotency-Key of a request: a request sent twice with one key writes once. Raises Unprocessable."""
    header = request.headers.get("Idempotency-Key", "").strip().strip('"')
    try:
        return uuid.UUID(header)
    except ValueError:
        raise Unprocessable(
            {
                "Idempotency-Key": [
                    _("Envoyez un en-tête Idempotency-Key : un UUID à vous, le même quand vous envoyez à nouveau.")
                ]
            }
        ) from None


def version_of_request(request: Request) -> str | None:
    """Return the version in `If-Match`; None for `If-None-Match: *`, when nothing was there. Raises VersionWanted."""
    if header := request.headers.get("If-Match", "").strip():
        return header.removeprefix("W/").strip('"')
    if request.headers.get("If-None-Match", "").strip() == "*":
        return None
    raise VersionWanted


def line_seen(request: Request) -> int | None:
    """Return the id of the line that the program read, None when there was none. Raises Unprocessable otherwise."""
    seen = version_of_request(request)
    if seen is None:
        return None
    if VERSION_OF_LINE.fullmatch(seen) is None:
        raise Unprocessable({"If-Match": [_("Cette version n’est pas celle d’une donne : envoyez son ETag.")]})
    return int(seen)


def line_for_programs(line: SheetLine) -> dict[str, Any]:
    """Return a line as JSON values. The attack's count is `points` of the exchange format, not half-points."""
    told = line_as_json(line)
    if "half_points" in told:
        told["points"] = exchanged_count(told.pop("half_points"))
    return told


def seat_at(table: Table, chair: int | None) -> Seat | None:
    """Return the seat of a chair (0 for Sud), None when no chair is given. Raises Unprocessable for an empty chair."""
    if chair is None:
        return None
    for seat in table.seats.select_related("registration__player"):
        if seat.chair_index == chair:
            seat.table = table
            return seat
    raise Unprocessable({"chair": [_("Il n’y a pas cette place à cette table.")]})


KEY = OpenApiParameter(
    "Idempotency-Key",
    # Not the format `uuid`: of it generated clients make an object that their headers cannot hold.
    {"type": "string", "pattern": "^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$"},
    OpenApiParameter.HEADER,
    required=True,
    description="Made by the program for this act: sent again it writes nothing more and has the same answer.",
)
SHEET_VERSION = OpenApiParameter(
    "If-Match",
    str,
    OpenApiParameter.HEADER,
    required=True,
    description="The `version` of the sheet that was read. Without it: 428.",
)
LINE_VERSION = OpenApiParameter(
    "If-Match",
    str,
    OpenApiParameter.HEADER,
    required=True,
    description="The `id` of the line that was read. Without it: 428.",
)
VERSIONS = [
    OpenApiParameter(
        "If-Match", str, OpenApiParameter.HEADER, description="To correct: the version that was read (its `ETag`)."
    ),
    OpenApiParameter(
        "If-None-Match",
        {"type": "string", "enum": ["*"]},
        OpenApiParameter.HEADER,
        description="To write where nothing stands. With neither of both: 428.",
    ),
]


def responses(answer: Any, *, stale: Any = None, refused: Any = ErrorSerializer, **more: str) -> dict[Any, Any]:
    """Return a writing operation's responses by status, for the schema; `stale` is the serializer of a 409, if any."""
    declared = {
        200: answer,
        400: OpenApiResponse(ErrorSerializer, description="The body is not JSON."),
        401: OpenApiResponse(ErrorSerializer, description="No token, or one that is unknown or withdrawn."),
        403: OpenApiResponse(
            ErrorSerializer,
            description="Not with this role, this scope or in this tournament; or it is closed: the code says which.",
        ),
        404: OpenApiResponse(ErrorSerializer, description="There is no such table, or nothing with this id."),
        413: OpenApiResponse(ErrorSerializer, description=f"The body takes more than {MOST_BYTES} bytes."),
        415: OpenApiResponse(ErrorSerializer, description="The body is not sent as `application/json`."),
        422: OpenApiResponse(refused, description="It cannot be so: every sentence, and the keys they are about."),
        429: OpenApiResponse(ErrorSerializer, description="Too many requests; `Retry-After` says when to go on."),
    }
    if stale is not None:
        declared[409] = OpenApiResponse(stale, description="Something else stands there, or the key wrote another one.")
    for name, description in more.items():
        declared[int(name.removeprefix("on_"))] = OpenApiResponse(ErrorSerializer, description=description)
    return declared


UNREAD = {"on_412": "It was changed since: read it again.", "on_428": "`If-Match` is missing."}
UNVERSIONED = {"on_428": "Neither `If-Match` nor `If-None-Match` was sent."}
READ = {code: answer for code, answer in responses(None).items() if code in {401, 403, 404, 429}} | {304: UNCHANGED}

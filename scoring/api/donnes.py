"""API operations that write and correct the donnes and balances of a table, or confirm a line."""

import re
from functools import partial
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.api.entry_serializers import (
    BalancesSerializer,
    ConfirmedSerializer,
    ConfirmingSerializer,
    EntrySerializer,
    RefusedEntrySerializer,
    SavedSerializer,
    SentBalancesSerializer,
    StaleBalancesSerializer,
    StaleLineSerializer,
    StandingLineSerializer,
)
from scoring.api.writing import (
    KEY,
    LINE_VERSION,
    READ,
    UNVERSIONED,
    VERSIONS,
    Unprocessable,
    VersionWanted,
    Writing,
    key_of,
    line_for_programs,
    line_seen,
    responses,
    seat_at,
    version_of_request,
)
from scoring.labels import Outcome
from scoring.marque import Facts, Problem, Variant
from scoring.marque.facts import facts_of
from scoring.marque.fields import half_points_in
from scoring.models import SheetTotal
from scoring.queries.rules.baremes import rules_of
from scoring.queries.table.boards import number_told
from scoring.queries.table.lines import line_at
from scoring.queries.table.sheets import subject_of_sheet
from scoring.services.sheets.balances import record_balances
from scoring.services.sheets.confirmations import confirm_line
from scoring.services.sheets.donnes import SentDonne
from scoring.services.sheets.entry import enter_donne
from scoring.services.sheets.lines import LineRefused
from tournaments.labels import Scope
from tournaments.models import Table
from tournaments.permissions import Action, corrects_after_end
from tournaments.refusals import Refusal

VERSION_OF_BALANCES = re.compile(r"[0-9]{1,18}(-[0-9]{1,18}){0,4}")
GARDE = {
    "outcome": "jouee",
    "taker": 1,
    "contract": "garde",
    "bouts": 2,
    "points": 46,
    "poignees": [{"player": 1, "size": "simple"}],
}


def facts_in(sent: dict[str, Any], variant: Variant | None, chairs: int) -> Facts:
    """Return the facts of a donne that a program sent. A fact that was not sent is None."""
    problems: list[Problem] = []
    values = sent | {"half_points": half_points_in(sent.get("half_points"), problems)}
    return facts_of(values, variant=variant, players=chairs, noted=tuple(problems))


class TableDonne(Writing):
    """One donne of a table's sheet."""

    action, scope = Action.RECORD, Scope.RECORD

    @extend_schema(summary="What stands at a donne", responses={200: StandingLineSerializer, **READ})
    def get(self, _request: Request, *, number: int, **_place: int) -> Response:
        """The current line of the donne. Name the answer’s `ETag` in a correction."""
        line = line_at(self.table(), number)
        tag = {} if line is None else {"ETag": f'"{line.pk}"'}
        return Response({"line": line and line_for_programs(line)}, headers=tag)

    @extend_schema(
        summary="Write a donne, or correct it",
        request=EntrySerializer,
        parameters=[KEY, *VERSIONS],
        responses=responses(SavedSerializer, stale=StaleLineSerializer, refused=RefusedEntrySerializer, **UNVERSIONED),
        examples=[
            OpenApiExample("A garde made", value=GARDE, request_only=True),
            OpenApiExample("Nobody took", value={"outcome": "passee"}, request_only=True),
            OpenApiExample(
                "A correction", value=GARDE | {"points": 47, "reason": "points mal recopiés"}, request_only=True
            ),
        ],
    )
    def put(self, request: Request, *, number: int, **_place: int) -> Response:
        """
        The donne is checked and counted as on the pages. A correction needs a reason, and `If-Match` names the line
        read.

        When another line stands there, nothing is written, and the 409 has both lines. When that line says the same, it
        is kept. A closed sheet is corrected and closed again when a protest about the donne was upheld since its
        closing.
        """
        table = self.table()
        chairs = table.seats.count()
        seen = line_seen(request)
        key = key_of(request)
        sent = self.body(EntrySerializer, chairs=chairs)
        sent_donne = SentDonne(
            table,
            number,
            self._entry(sent, table, chairs),
            key,
            self.account,
            timezone.now(),
            replaces=seen,
            reason=sent.get("reason", ""),
            confirmed=frozenset(sent.get("confirmed", ())),
            turn=sent.get("turn"),
        )
        try:
            line = enter_donne(sent_donne, after_end=corrects_after_end(self.actions, self.tournament)).line
        except Refusal as refusal:
            return self._refused(refusal, table, number)
        state = "saved" if line.key == key else "same"
        return Response({"state": state, "line": line_for_programs(line)}, headers={"ETag": f'"{line.pk}"'})

    def _entry(self, sent: dict[str, Any], table: Table, chairs: int) -> Facts | Outcome:
        outcome = Outcome(sent["outcome"])
        facts = sorted(set(self.request.data) - {"outcome", "turn", "reason", "confirmed"})
        if outcome is not Outcome.PLAYED:
            if facts:
                raise Unprocessable({name: [_("Cette donne n’a pas été jouée : n’en dites rien.")] for name in facts})
            return outcome
        variant = rules_of(table.round.of_tournament, chairs).variant
        if variant is Variant.FIVE and "partner" not in sent:
            raise Unprocessable({"partner": [_("Dites qui est avec le preneur, ou null s’il est seul.")]})
        return facts_in(sent, variant, chairs)

    def _refused(self, refusal: Refusal, table: Table, number: int) -> Response:
        """Return the answer to a refusal: with what is odd about the donne, or the current line and the one sent."""
        more: dict[str, Any] = {}
        sent_line = refusal.line if isinstance(refusal, LineRefused) else None
        if refusal.code == "donne_to_confirm" and sent_line is not None:
            more["odd"] = sent_line.confirmed
        if refusal.code == "stale_line":
            standing = line_at(table, number)
            more["line"] = standing and line_for_programs(standing)
            if sent_line is not None:
                more["sent"] = line_for_programs(sent_line)
        return self.refused(refusal, **more)


class TableConfirmation(Writing):
    """Confirms for the other camp that a line is right."""

    action, scope = Action.RECORD, Scope.AGREE

    @extend_schema(
        summary="Confirm a donne",
        request=ConfirmingSerializer,
        parameters=[LINE_VERSION],
        responses=responses(ConfirmedSerializer, stale=StaleLineSerializer, on_428="`If-Match` is missing."),
        examples=[OpenApiExample("Nord confirms", value={"chair": 2}, request_only=True)],
    )
    def post(self, request: Request, *, number: int, **_place: int) -> Response:
        """For a player of the camp that did not write the donne, or for the arbiter. Idempotent."""
        table = self.table()
        seen = version_of_request(request)
        sent = self.body(ConfirmingSerializer, chairs=table.seats.count())
        if seen is None:
            raise VersionWanted
        line = line_at(table, number)
        if line is None or str(line.pk) != seen:
            refusal = Refusal(
                _("La donne %(number)s a été changée entre-temps. Relisez-la, puis confirmez.")
                % {"number": number_told(table, number)},
                code="stale_line",
            )
            return self.refused(refusal, line=line and line_for_programs(line))
        line.table = table
        seat = seat_at(table, sent.get("chair"))
        confirmation = confirm_line(line=line, seat=seat, by=self.account, at=timezone.now())
        return Response(ConfirmedSerializer(confirmation).data)


class TableBalances(Writing):
    """The balances of a table, in a tournament that keeps no donnes."""

    action, scope = Action.RECORD, Scope.RECORD

    @extend_schema(summary="The balances of a table", responses={200: BalancesSerializer, **READ})
    def get(self, _request: Request, **_place: int) -> Response:
        """One balance for each chair, null while no balance is written. Name the answer’s `ETag` in a correction."""
        standing = standing_balances(self.table())
        return Response(standing, headers=_tag(standing))

    @extend_schema(
        summary="Write the balances of a table, or correct them",
        request=SentBalancesSerializer,
        parameters=[KEY, *VERSIONS],
        responses=responses(BalancesSerializer, stale=StaleBalancesSerializer, **UNVERSIONED),
        examples=[OpenApiExample("Four players", value={"balances": [240, -80, -80, -80]}, request_only=True)],
    )
    def put(self, request: Request, **_place: int) -> Response:
        """Balances must sum to zero. A correction needs a reason, and `If-Match` names the balances that were read."""
        table = self.table()
        seen = version_of_request(request)
        key = key_of(request)
        sent = self.body(SentBalancesSerializer)
        if seen is not None and VERSION_OF_BALANCES.fullmatch(seen) is None:
            raise Unprocessable({"If-Match": [_("Cette version n’est pas celle de bilans : envoyez leur ETag.")]})
        try:
            self.corrected(
                partial(
                    record_balances,
                    table=table,
                    balances=dict(enumerate(sent["balances"])),
                    key=key,
                    replaces=[] if seen is None else [int(pk) for pk in seen.split("-")],
                    reason=sent.get("reason", ""),
                    by=self.account,
                    at=timezone.now(),
                ),
                subject=subject_of_sheet(table),
                reason=sent.get("reason", ""),
                tables=[table],
            )
        except Refusal as refusal:
            if refusal.code != "stale_balances":
                raise
            return self.refused(refusal, standing=standing_balances(table), sent=sent["balances"])
        standing = standing_balances(table)
        return Response(standing, headers=_tag(standing))


def standing_balances(table: Table) -> dict[str, Any]:
    """Return a table's current `balances`, whole points by chair, and their `version`; both None without any."""
    totals = SheetTotal.objects.filter(seat__table=table, current=True).order_by("seat__chair")
    rows = list(totals.values_list("pk", "points"))
    if not rows:
        return {"version": None, "balances": None}
    return {"version": "-".join(str(pk) for pk, _points in rows), "balances": [points for _pk, points in rows]}


def _tag(standing: dict[str, Any]) -> dict[str, str]:
    return {"ETag": f'"{standing["version"]}"'} if standing["version"] else {}

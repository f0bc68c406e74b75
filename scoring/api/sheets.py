"""Sheets for programs, with the privacy of their pages: the arbiters' table by table, a player's own."""

from typing import Any

from django.http import Http404
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.api.serializers import SheetSerializer
from scoring.cards.reading import as_mapping
from scoring.labels import Outcome
from scoring.marque.fields import exchanged_count
from scoring.queries.desk.desk import tables_sat_at
from scoring.queries.table.agreements import agreement_of
from scoring.queries.table.lines import Happened
from scoring.queries.table.sheet_texts import DonneText, SheetText, sheet_text, tables_of
from scoring.queries.table.sheets import sheet_of
from tournaments.api.guarded import Guarded
from tournaments.api.serializers import ErrorSerializer
from tournaments.api.views import UNCHANGED
from tournaments.labels import Scope, chair_code
from tournaments.permissions import Action

MARQUE_KEYS = ("per_defender", "won", "parts", "house_rules", "warnings", "why")
RESPONSES = {
    200: SheetSerializer,
    304: UNCHANGED,
    401: OpenApiResponse(ErrorSerializer, description="Log in first, as on the pages, or send a token."),
    403: OpenApiResponse(ErrorSerializer, description="This sheet is not for you."),
    404: OpenApiResponse(ErrorSerializer, description="There is no such table."),
    429: OpenApiResponse(ErrorSerializer, description="Too many requests; `Retry-After` says when to go on."),
}


class TableSheet(Guarded):
    action, scope = Action.RECORD, Scope.READ

    @extend_schema(summary="The sheet of a table, for those who run the event", responses=RESPONSES)
    def get(self, _request: Request, *, tournament_id: int, round_number: int, table_number: int) -> Response:
        """Each donne with its marks, the parts of its score and the reasons; players by their full names."""
        tables = tables_of(self.tournament, round_number, table_number)
        if not tables:
            raise Http404
        return Response(_as_json(sheet_text(tables[0])))


class OwnSheet(Guarded):
    action, scope = Action.FOLLOW_OWN, Scope.READ

    @extend_schema(summary="A player's own sheet", responses=RESPONSES)
    def get(self, request: Request, *, tournament_id: int, round_number: int) -> Response:
        """The sheet of the table where this player sat. Other players are named or numbered, as they consented."""
        player_id = self.account.player_id
        table = tables_sat_at(self.tournament, player_id).get(round_number)
        if table is None:
            raise Http404
        table.round.tournament = self.tournament
        return Response(_as_json(sheet_text(table, seen_by=player_id)))


def _as_json(sheet: SheetText) -> dict[str, Any]:
    agreed = agreement_of(sheet_of(sheet.table))
    return {
        "round": sheet.table.round.number,
        "table": sheet.table.number,
        "bareme": sheet.table.round.of_tournament.bareme,
        "version": agreed.version,
        "signed": sorted(agreed.signed),
        "unconfirmed": list(agreed.unconfirmed),
        "closed": sheet.table.closed_at is not None,
        "complete": sheet.is_complete,
        "players": [
            {
                "chair": chair_code(seat.chair),
                "chair_label": seat.name,
                "name": name,
                "start_number": seat.registration.start_number,
                "total": total,
            }
            for seat, name, total in zip(sheet.seats, sheet.names, sheet.totals, strict=True)
        ],
        "donnes": [_donne(donne) for donne in sheet.donnes],
    }


def _donne(donne: DonneText) -> dict[str, Any]:
    line = donne.line
    if line is None:
        nothing = ("outcome", "taker", "partner", "sits_out", "contract", "bouts", "points", "petit_au_bout", "marque")
        lists: dict[str, Any] = {"marks": [], "confirmed": []}
        return {"number": donne.number, "id": None, **dict.fromkeys(nothing), **lists, "corrections": 0, "record": None}
    played = line.outcome == Outcome.PLAYED
    return {
        "number": donne.number,
        "id": line.pk,
        **({"turn": line.turn} if line.turn else {}),
        "outcome": line.outcome,
        "taker": line.taker and line.taker.chair,
        "partner": line.partner and line.partner.chair,
        "sits_out": line.sits_out and line.sits_out.chair_index,
        "contract": line.contract or None,
        "bouts": line.bouts,
        "points": None if line.half_points is None else exchanged_count(line.half_points),
        "petit_au_bout": line.petit_au_bout or None,
        "marks": [mark for mark, _running in donne.marks],
        "marque": {key: donne.marque[key] for key in MARQUE_KEYS if key in donne.marque} if played else None,
        "confirmed": line.confirmed,
        "corrections": sum(change.kind == Happened.CORRECTED for change in donne.changes),
        "record": donne.record and as_mapping(donne.record),
    }

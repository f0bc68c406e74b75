"""The API: its addresses, the shape of its errors, its schema, and the answer of an unknown address."""

import math
import re
from collections.abc import Mapping
from typing import Any

from django.http import Http404
from django.urls import path, register_converter
from django.urls.converters import StringConverter
from django.utils.translation import gettext as _
from drf_spectacular.plumbing import get_lib_doc_excludes
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularJSONAPIView
from rest_framework.exceptions import (
    APIException,
    MethodNotAllowed,
    NotFound,
    Throttled,
    UnsupportedMediaType,
    ValidationError,
)
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView, exception_handler

from scoring.api.clocks import RoundClockAct, TableMinutes
from scoring.api.corrections import DonneEmpty, DonneHistory, DonneMove, DonneRestore, Journal, JournalUndo
from scoring.api.decisions import CallCancel, Faults, IncidentCancel, Incidents, Penalties, PenaltyCancel, TableCalls
from scoring.api.donnes import TableBalances, TableConfirmation, TableDonne
from scoring.api.evenings import Finish, NewTournament, Release, Reopen, State, WholeStandings
from scoring.api.people import CheckInAct, ClubPlayers, Entries, Newcomers
from scoring.api.sheets import OwnSheet, TableSheet
from scoring.api.tables import TableClose, TableProtests, TableReopen, TableSignatures
from scoring.api.teams import FormedTeam, FormedTeamDissolve, FormedTeams, MatchLineUp
from scoring.api.views import MarqueCalculator
from scoring.api.waiting import (
    ArbiterCallGo,
    ArbiterCalls,
    ArbiterCallSettle,
    ProtestAnswer,
    ProtestList,
    TableArbiterCalls,
    Versions,
    VersionsSettle,
)
from scoring.api.works import DocumentContent, Documents, DrawPublish, Draws, JobProgress
from scoring.api.writing import Acting, Writing
from tarot_club.views import api_docs
from tournaments.api import views
from tournaments.api.access import Open, OpenToTokens
from tournaments.api.guarded import Guarded
from tournaments.api.paging import Tagged
from tournaments.api.views import OfKnownParent
from tournaments.kit.throttle import too_many_words
from tournaments.refusals import Refusal


def refuse(error: Exception, context: dict[str, Any]) -> Response | None:
    """
    Return every error in one shape: `code` for programs, `message` for people, `fields` when they are known.

    A Refusal is a 409; the framework's own errors keep their status. Any other exception is a bug and stays a 500.
    """
    if isinstance(error, Refusal):
        fields = {name: [str(sentence) for sentence in sentences] for name, sentences in error.fields.items()}
        return Response({"code": error.code, "message": str(error), "fields": fields}, status=409)
    if isinstance(error, Http404):
        error = NotFound(_("Il n’y a rien à cette adresse. Tout ce qui peut se demander est décrit à /api/schema/."))
    answer = exception_handler(error, context)
    if answer is not None and isinstance(error, ValidationError):
        answer.data = _fields_refused(error)
    elif answer is not None and isinstance(error, APIException):
        answer.data = {"code": error.get_codes(), "message": _our_sentence(error, context)}
    return answer


def _our_sentence(error: APIException, context: Mapping[str, Any]) -> str:
    """Return the sentence of an error for people: the one its view wrote, else ours in place of the framework's."""
    request = context.get("request")
    ours = {
        "permission_denied": _("Vous n’avez pas le droit de faire cela."),
        "not_authenticated": _("Cette adresse demande un jeton : Authorization: Bearer, puis le jeton."),
        "method_not_allowed": _("Cette adresse ne répond pas à %(method)s : /api/schema/ dit ce qu’elle sait faire.")
        % {"method": request.method if request is not None else ""},
        "not_acceptable": _("Cette adresse ne répond qu’en JSON."),
        "unsupported_media_type": _("Envoyez du JSON, sous « Content-Type: application/json »."),
        "parse_error": _("Ce n’est pas du JSON : envoyez un seul objet JSON."),
        "throttled": too_many_words(math.ceil(getattr(error, "wait", None) or 1)),
    }.get(str(error.get_codes()))
    is_theirs = isinstance(error, (MethodNotAllowed, UnsupportedMediaType, Throttled))
    is_theirs = is_theirs or error.detail == error.default_detail
    return ours if ours is not None and is_theirs else typographic(str(error.detail))


def typographic(sentence: str) -> str:
    """Return a sentence of the framework with typographic apostrophes."""
    return re.sub(r"(?<=\w)'(?=\w)", "’", sentence)


def _fields_refused(error: ValidationError) -> dict[str, Any]:
    """Return what is wrong, field by field; `message` is the first sentence."""
    detail = error.detail if isinstance(error.detail, dict) else {"": error.detail}
    fields = {name: [typographic(str(sentence)) for sentence in sentences] for name, sentences in detail.items()}
    return {"code": "invalid", "message": next(iter(fields.values()))[0], "fields": fields}


class Schema(Tagged, Open, SpectacularJSONAPIView):
    """The description of the API: OpenAPI 3."""


@extend_schema(exclude=True)
class Nowhere(Open, APIView):
    """Answers any other address under /api/ with an error that programs can read, not with a page."""

    def get(self, _request: Request, *, rest: str) -> Response:
        raise Http404(rest)

    post = put = patch = delete = get


def not_told() -> list[type]:
    """Return the classes whose docstrings are for programmers. The schema leaves them out."""
    return [*get_lib_doc_excludes(), Acting, Guarded, OfKnownParent, Open, OpenToTokens, Tagged, Writing]


class Anything(StringConverter):
    """A path converter for any rest of an address: Django's own `path` converter stops at a line feed."""

    regex = r"(?s:.+)"


register_converter(Anything, "anything")

CLUB = "v1/clubs/<int:club_id>/"
SEASON = "v1/seasons/<int:season_id>/"
TOURNAMENT = "v1/tournaments/<int:tournament_id>/"
ROUND = f"{TOURNAMENT}rounds/<int:round_number>/"
TABLE = f"{ROUND}tables/<int:table_number>/"
DONNE = f"{TABLE}donnes/<int:number>/"
ARBITER_CALL = f"{TOURNAMENT}arbiter-calls/<int:arbiter_call_id>/"

urlpatterns = [
    path("v1/clubs/", views.ClubList.as_view(), name="api_clubs"),
    path(CLUB, views.ClubDetail.as_view(), name="api_club"),
    path(f"{CLUB}players/", ClubPlayers.as_view(), name="api_players"),
    path(f"{CLUB}tournaments/", NewTournament.as_view(), name="api_new_tournament"),
    path("v1/seasons/", views.SeasonList.as_view(), name="api_seasons"),
    path(SEASON, views.SeasonDetail.as_view(), name="api_season"),
    path(f"{SEASON}league/", views.SeasonLeague.as_view(), name="api_league"),
    path("v1/tournaments/", views.TournamentList.as_view(), name="api_tournaments"),
    path(TOURNAMENT, views.TournamentDetail.as_view(), name="api_tournament"),
    path(f"{TOURNAMENT}qualified/", views.TournamentQualified.as_view(), name="api_qualified"),
    path(f"{TOURNAMENT}state/", State.as_view(), name="api_state"),
    path(f"{TOURNAMENT}finish/", Finish.as_view(), name="api_finish"),
    path(f"{TOURNAMENT}reopen/", Reopen.as_view(), name="api_reopen_tournament"),
    path(f"{TOURNAMENT}release/", Release.as_view(), name="api_release"),
    path(f"{TOURNAMENT}entries/", Entries.as_view(), name="api_entries"),
    path(f"{TOURNAMENT}check-in/", CheckInAct.as_view(), name="api_check_in"),
    path(f"{TOURNAMENT}newcomers/", Newcomers.as_view(), name="api_newcomers"),
    path(f"{TOURNAMENT}draws/", Draws.as_view(), name="api_draws"),
    path(f"{TOURNAMENT}jobs/<int:job_id>/", JobProgress.as_view(), name="api_job"),
    path(f"{TOURNAMENT}jobs/<int:job_id>/publish/", DrawPublish.as_view(), name="api_publish"),
    path(f"{TOURNAMENT}documents/", Documents.as_view(), name="api_documents"),
    path(f"{TOURNAMENT}documents/<int:document_id>/", DocumentContent.as_view(), name="api_document"),
    path(f"{TOURNAMENT}rounds/", views.RoundList.as_view(), name="api_rounds"),
    path(f"{TOURNAMENT}rounds/<int:number>/", views.RoundDetail.as_view(), name="api_round"),
    path(f"{TABLE}sheet/", TableSheet.as_view(), name="api_sheet"),
    path(DONNE, TableDonne.as_view(), name="api_donne"),
    path(f"{DONNE}confirmation/", TableConfirmation.as_view(), name="api_confirmation"),
    path(f"{DONNE}move/", DonneMove.as_view(), name="api_move"),
    path(f"{DONNE}empty/", DonneEmpty.as_view(), name="api_empty"),
    path(f"{DONNE}history/", DonneHistory.as_view(), name="api_history"),
    path(f"{DONNE}restore/", DonneRestore.as_view(), name="api_restore"),
    path(f"{TABLE}balances/", TableBalances.as_view(), name="api_balances"),
    path(f"{TABLE}signatures/", TableSignatures.as_view(), name="api_signatures"),
    path(f"{TABLE}protests/", TableProtests.as_view(), name="api_protests"),
    path(f"{TABLE}close/", TableClose.as_view(), name="api_close"),
    path(f"{TABLE}reopen/", TableReopen.as_view(), name="api_reopen"),
    path(f"{TABLE}chelem-calls/", TableCalls.as_view(), name="api_calls"),
    path(f"{TOURNAMENT}chelem-calls/<int:call_id>/cancel/", CallCancel.as_view(), name="api_cancel_call"),
    path(f"{TABLE}arbiter-calls/", TableArbiterCalls.as_view(), name="api_call_arbiter"),
    path(f"{TOURNAMENT}arbiter-calls/", ArbiterCalls.as_view(), name="api_arbiter_calls"),
    path(f"{ARBITER_CALL}go/", ArbiterCallGo.as_view(), name="api_go"),
    path(f"{ARBITER_CALL}settle/", ArbiterCallSettle.as_view(), name="api_settle_arbiter_call"),
    path(f"{TOURNAMENT}protests/", ProtestList.as_view(), name="api_all_protests"),
    path(f"{TOURNAMENT}protests/<int:protest_id>/answer/", ProtestAnswer.as_view(), name="api_answer"),
    path(f"{TOURNAMENT}versions/", Versions.as_view(), name="api_versions"),
    path(f"{TOURNAMENT}versions/<int:conflict_id>/settle/", VersionsSettle.as_view(), name="api_settle_versions"),
    path(f"{TOURNAMENT}faults/", Faults.as_view(), name="api_faults"),
    path(f"{TOURNAMENT}penalties/", Penalties.as_view(), name="api_penalties"),
    path(f"{TOURNAMENT}penalties/<int:penalty_id>/cancel/", PenaltyCancel.as_view(), name="api_cancel_penalty"),
    path(f"{TOURNAMENT}incidents/", Incidents.as_view(), name="api_incidents"),
    path(f"{TOURNAMENT}incidents/<int:incident_id>/cancel/", IncidentCancel.as_view(), name="api_cancel_incident"),
    path(f"{TOURNAMENT}journal/", Journal.as_view(), name="api_journal"),
    path(f"{TOURNAMENT}journal/<int:entry_id>/undo/", JournalUndo.as_view(), name="api_undo"),
    path(f"{ROUND}clock/", RoundClockAct.as_view(), name="api_clock"),
    path(f"{TABLE}extra-minutes/", TableMinutes.as_view(), name="api_extra_minutes"),
    path(f"{ROUND}own-sheet/", OwnSheet.as_view(), name="api_own_sheet"),
    path(f"{TOURNAMENT}standings/whole/", WholeStandings.as_view(), name="api_whole_standings"),
    path(f"{TOURNAMENT}standings/", views.TournamentStandings.as_view(), name="api_standings"),
    path(f"{TOURNAMENT}teams/", views.TournamentTeams.as_view(), name="api_teams"),
    path(f"{TOURNAMENT}formed-teams/", FormedTeams.as_view(), name="api_formed_teams"),
    path(f"{TOURNAMENT}formed-teams/<int:team_number>/", FormedTeam.as_view(), name="api_formed_team"),
    path(
        f"{TOURNAMENT}formed-teams/<int:team_number>/dissolve/",
        FormedTeamDissolve.as_view(),
        name="api_dissolve_team",
    ),
    path(f"{ROUND}formed-teams/<int:team_number>/line-up/", MatchLineUp.as_view(), name="api_line_up"),
    path(f"{TOURNAMENT}matches/", views.TournamentMatches.as_view(), name="api_matches"),
    path("v1/marque/", MarqueCalculator.as_view(), name="api_marque"),
    path("", api_docs, name="api_docs"),
    path("schema/", Schema.as_view(), name="api_schema"),
    path("<anything:rest>", Nowhere.as_view(), name="api_nowhere"),
]

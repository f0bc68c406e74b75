"""API operations on a whole tournament: create, announce, open, finish, release its hidden rounds."""

from functools import partial
from typing import Any

from django.utils import timezone
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.api.evening_serializers import (
    NewTournamentSerializer,
    ReleaseSerializer,
    ReopeningSerializer,
    StateSerializer,
)
from scoring.api.writing import KEY, READ, Acting, responses
from tournaments.api.guarded import Guarded
from tournaments.api.serializers import ErrorSerializer, StandingsSerializer, TournamentSerializer
from tournaments.forms.evening.tournaments import TournamentForm
from tournaments.labels import Scope
from tournaments.models import Tournament
from tournaments.permissions import Action
from tournaments.queries.clubs.directory import with_entries
from tournaments.queries.standings.standings import standings
from tournaments.services.evening.states import hold_back_ranking, release_ranking, set_state
from tournaments.services.evening.tournaments import create_tournament, finish, reopen

EVENING = {"name": "Soirée du 27 novembre", "date": "2026-11-27", "starts_at": "20:30", "rounds_planned": 4}


def tournament_answer(tournament: Tournament) -> Response:
    """Return the answer with a tournament, the same as at the tournament's own address."""
    told = with_entries(Tournament.objects.select_related("club")).get(pk=tournament.pk)
    return Response(TournamentSerializer(told).data)


class NewTournament(Acting):
    action, scope = Action.MANAGE_CLUB, Scope.ORGANISE

    @extend_schema(
        summary="Create a tournament of the club",
        request=NewTournamentSerializer,
        parameters=[KEY],
        responses=responses(TournamentSerializer, stale=ErrorSerializer),
        examples=[OpenApiExample("An evening of four rounds", value=EVENING, request_only=True)],
    )
    def post(self, _request: Request, **_place: int) -> Response:
        """The tournament is a draft, announced, or open to entries (`state`). A club has one of a name and a day."""
        sent = self.body(NewTournamentSerializer)
        return tournament_answer(self.once(partial(self._created, sent), again=lambda entry: entry.tournament))

    def _created(self, sent: dict[str, Any]) -> Tournament:
        usual = TournamentForm.new(club=self.club, today=sent["date"]).initial
        form = self.form(TournamentForm, {**usual, **sent}, club=self.club)
        return create_tournament(
            club=self.club, settings=form.settings, state=form.first_state, by=self.account, at=timezone.now()
        )


class State(Acting):
    action, scope = Action.MANAGE_TOURNAMENT, Scope.ORGANISE

    @extend_schema(
        summary="Announce a tournament, open its entries, or take it back",
        request=StateSerializer,
        parameters=[KEY],
        responses=responses(TournamentSerializer, stale=ErrorSerializer),
    )
    def post(self, _request: Request, **_place: int) -> Response:
        """Possible until the first draw of the tournament is published: that draw begins the tournament."""
        state = self.body(StateSerializer)["state"]
        self.once(lambda: set_state(tournament=self.tournament, state=state, by=self.account, at=timezone.now()))
        return tournament_answer(self.tournament)


class Finish(Acting):
    action, scope = Action.MANAGE_TOURNAMENT, Scope.ORGANISE

    @extend_schema(
        summary="Finish a tournament",
        request=None,
        parameters=[KEY],
        responses=responses(TournamentSerializer, stale=ErrorSerializer),
    )
    def post(self, _request: Request, **_place: int) -> Response:
        """The ranking is then final. A later correction needs a reason, which the public reads."""
        self.once(lambda: finish(tournament=self.tournament, by=self.account, at=timezone.now()))
        return tournament_answer(self.tournament)


class Reopen(Acting):
    action, scope = Action.MANAGE_TOURNAMENT, Scope.ORGANISE

    @extend_schema(
        summary="Open a finished tournament again",
        request=ReopeningSerializer,
        parameters=[KEY],
        responses=responses(TournamentSerializer, stale=ErrorSerializer),
        examples=[OpenApiExample("A sheet was wrong", value={"reason": "feuille 3 mal lue"}, request_only=True)],
    )
    def post(self, _request: Request, **_place: int) -> Response:
        """Use this to correct more than one donne. Nothing is final until the tournament is finished again."""
        reason = self.body(ReopeningSerializer)["reason"]
        self.once(lambda: reopen(tournament=self.tournament, reason=reason, by=self.account, at=timezone.now()))
        return tournament_answer(self.tournament)


class Release(Acting):
    action, scope = Action.MANAGE_TOURNAMENT, Scope.ORGANISE

    @extend_schema(
        summary="Release the hidden rounds, or hide them again",
        request=ReleaseSerializer,
        parameters=[KEY],
        responses=responses(TournamentSerializer, stale=ErrorSerializer),
        examples=[OpenApiExample("At the prize-giving", value={"released": True}, request_only=True)],
    )
    def post(self, _request: Request, **_place: int) -> Response:
        """For a tournament that hides its last rounds until the prize-giving."""
        act = release_ranking if self.body(ReleaseSerializer)["released"] else hold_back_ranking
        self.once(lambda: act(tournament=self.tournament, by=self.account, at=timezone.now()))
        return tournament_answer(self.tournament)


class WholeStandings(Guarded):
    action, scope = Action.RECORD, Scope.READ

    @extend_schema(summary="The whole ranking, hidden rounds too", responses={200: StandingsSerializer, **READ})
    def get(self, _request: Request, **_place: int) -> Response:
        """The standings with hidden rounds, for those who run the event. `standings/` is what everybody reads."""
        return Response(StandingsSerializer(standings(self.tournament)).data)

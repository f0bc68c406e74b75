"""API operations on the teams of a tournament: formed, changed, dissolved, lined up for a match."""

from collections.abc import Iterable
from typing import Any

from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.api.team_serializers import (
    FormedTeamSerializer,
    SealedSerializer,
    SentLineUpSerializer,
    SentTeamSerializer,
)
from scoring.api.writing import KEY, READ, Acting, Unprocessable, responses
from tournaments.api.serializers import ErrorSerializer
from tournaments.labels import Scope
from tournaments.models import JournalEntry, SealedLineUp, Team
from tournaments.permissions import Action, Tells
from tournaments.queries.draws.matches import match_of_team
from tournaments.services.draws.matches import seal_line_up
from tournaments.services.people.teams import change_team, dissolve_team, make_team

FOUR = {"name": "Les Bouts", "members": [1, 2, 3, 4], "captain": 1}


class OfEntries(Acting):
    """An operation that names people by their start numbers."""

    def ids(self, **numbers: Iterable[int]) -> dict[str, list[int]]:
        """Return the registrations (ids) with these start numbers, key by key. Raises Unprocessable at its key."""
        of_number = dict(self.tournament.registrations.values_list("start_number", "pk"))
        sentence = _("Personne n’est inscrit sous le n° %(numbers)s. Lisez `entries/`.")
        missing = {key: sorted({*said} - of_number.keys()) for key, said in numbers.items()}
        wrong = {
            key: [sentence % {"numbers": ", ".join(map(str, absent))}] for key, absent in missing.items() if absent
        }
        if wrong:
            raise Unprocessable(wrong)
        return {key: [of_number[number] for number in said] for key, said in numbers.items()}

    def team(self) -> Team:
        """Return the team that the address names. Raises Http404 without one."""
        team = self.tournament.teams.filter(number=self.kwargs["team_number"]).select_related("tournament").first()
        if team is None:
            raise Http404
        return team

    def answer(self, teams: Iterable[Team]) -> list[dict[str, Any]]:
        found = self.tournament.teams.filter(pk__in=[team.pk for team in teams]).prefetch_related("members")
        return [dict(each) for each in FormedTeamSerializer(found, many=True).data]


class FormedTeams(OfEntries):
    action, scope = Action.CHECK_IN, Scope.ENTER

    @extend_schema(summary="The teams that are formed", responses={200: FormedTeamSerializer(many=True), **READ})
    def get(self, _request: Request, **_place: int) -> Response:
        """Before anything is played too; `teams/` has the ranking that everybody reads."""
        return Response(self.answer(self.tournament.teams.all()))

    @extend_schema(
        summary="Form a team",
        request=SentTeamSerializer,
        parameters=[KEY],
        responses=responses(FormedTeamSerializer, stale=ErrorSerializer),
        examples=[OpenApiExample("A team of four", value=FOUR, request_only=True)],
    )
    def post(self, _request: Request, **_place: int) -> Response:
        """Of people who are entered and of no team. One with too few is formed too: it may be completed."""
        sent = self.body(SentTeamSerializer)
        people = self.ids(members=sent["members"], captain=[sent["captain"]])
        team = self.once(
            lambda: make_team(
                tournament=self.tournament,
                name=sent["name"],
                members=people["members"],
                captain=people["captain"][0],
                key=self.key,
                by=self.account,
                at=timezone.now(),
            ),
            again=self._of_entry,
        )
        return Response(self.answer([team])[0])

    def _of_entry(self, entry: JournalEntry) -> Team | None:
        return self.tournament.teams.filter(number=entry.details["team"]).first()


class FormedTeam(OfEntries):
    action, scope = Action.CHECK_IN, Scope.ENTER

    @extend_schema(summary="A team", responses={200: FormedTeamSerializer, **READ})
    def get(self, _request: Request, **_place: int) -> Response:
        """Its name, its members and its captain."""
        return Response(self.answer([self.team()])[0])

    @extend_schema(
        summary="Change a team",
        request=SentTeamSerializer,
        parameters=[KEY],
        responses=responses(FormedTeamSerializer, stale=ErrorSerializer),
        examples=[OpenApiExample("Another name", value=FOUR | {"name": "Les Atouts"}, request_only=True)],
    )
    def put(self, _request: Request, **_place: int) -> Response:
        """Its name, its members and its captain, all of them: who leaves takes what he brought with him."""
        sent, team = self.body(SentTeamSerializer), self.team()
        people = self.ids(members=sent["members"], captain=[sent["captain"]])
        self.once(
            lambda: change_team(
                team=team,
                name=sent["name"],
                members=people["members"],
                captain=people["captain"][0],
                by=self.account,
                at=timezone.now(),
            )
        )
        return Response(self.answer([team])[0])


class FormedTeamDissolve(OfEntries):
    action, scope = Action.CHECK_IN, Scope.ENTER

    @extend_schema(
        summary="Dissolve a team",
        request=None,
        parameters=[KEY],
        responses=responses(FormedTeamSerializer(many=True), stale=ErrorSerializer),
    )
    def post(self, _request: Request, **_place: int) -> Response:
        """Its members play on, each for himself. The answer has the teams that are left."""
        team = self.tournament.teams.filter(number=self.kwargs["team_number"]).first()
        if team is not None:  # sent again, it is gone
            self.once(lambda: dissolve_team(team=team, by=self.account, at=timezone.now()))
        return Response(self.answer(self.tournament.teams.all()))


class MatchLineUp(OfEntries):
    action, scope = Action.RECORD, Scope.RECORD
    tells = Tells.NOTHING  # a line-up names no board

    @extend_schema(
        summary="Seal who plays a match for a team",
        request=SentLineUpSerializer,
        parameters=[KEY],
        responses=responses(SealedSerializer, stale=ErrorSerializer),
        examples=[OpenApiExample("A line-up", value={"taker": 2, "defence": [1, 3, 4]}, request_only=True)],
    )
    def post(self, _request: Request, **_place: int) -> Response:
        """In place of its captain, until the first donne of the round; tables are then published again."""
        sent, team = self.body(SentLineUpSerializer), self.team()
        match = match_of_team(self.tournament, self.kwargs["round_number"], team.number)
        if match is None:
            raise Http404
        people = self.ids(taker=[sent["taker"]], defence=sent["defence"])
        sealed = self.once(
            lambda: seal_line_up(
                match=match,
                team=team,
                taker=people["taker"][0],
                defence=people["defence"],
                key=self.key,
                by=self.account,
                at=timezone.now(),
            ),
            again=lambda _entry: SealedLineUp.objects.filter(match=match, team=team).first(),
        )
        return Response(SealedSerializer(sealed).data)

"""Clubs, seasons, tournaments, rounds and standings, for programs. Read-only."""

from typing import Any

from django.db.models import Count, Q, QuerySet
from django.shortcuts import get_object_or_404
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import condition
from django_filters import rest_framework as filters
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.exceptions import NotFound, ValidationError
from rest_framework.generics import ListAPIView, RetrieveAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.access import GROUP, Open, OpenToTokens, readable, tag_of_season, tag_of_tournament
from tournaments.api.serializers import (
    ClubSerializer,
    ErrorSerializer,
    LeagueSerializer,
    RoundSerializer,
    SeasonSerializer,
    SeatingSerializer,
    StandingsSerializer,
    TournamentSerializer,
)
from tournaments.labels import Group, TournamentState
from tournaments.models import Club, Round, Season, Tournament
from tournaments.queries.clubs import with_entries
from tournaments.queries.leagues import league
from tournaments.queries.seating import seating
from tournaments.queries.standings import standings

NOT_FOUND = OpenApiResponse(ErrorSerializer, description="Nothing is at this address.")
BAD_FILTER = OpenApiResponse(ErrorSerializer, description="A parameter is wrong; `fields` says which.")
UNCHANGED = OpenApiResponse(description="Nothing has changed since the answer whose ETag came in `If-None-Match`.")
BAD_TOKEN = OpenApiResponse(ErrorSerializer, description="The token that was sent is unknown or withdrawn.")
WAIT = OpenApiResponse(ErrorSerializer, description="Too many wrong tokens; `Retry-After` says when to go on.")
OF_TOKENS = {401: BAD_TOKEN, 429: WAIT}
NO_PAGE = OpenApiResponse(ErrorSerializer, description="There are not so many pages.")
SHOWN_STATES = [choice for choice in TournamentState.choices if choice[0] != TournamentState.DRAFT]
ID = {"type": "integer", "minimum": 1}
PAGE = OpenApiParameter("page", ID, description="From 1 to the last page; fifty results a page.")


OF_GROUP = OpenApiParameter(
    GROUP,
    {"type": "string", "enum": Group.values},
    description="Whose ranking, with places of its own, among those whose names are shown; everybody's without it.",
)


def group_of(request: Request) -> Group | None:
    """Return whose ranking is asked for, None for everybody's. Raises ValidationError for one that there is not."""
    code = request.GET.get(GROUP, "")
    if code and code not in Group.values:
        raise ValidationError({GROUP: [_("Choisissez une catégorie de la liste.")]})
    return Group(code) if code else None


def a_known(noun: str) -> OpenApiParameter:
    """Return the parameter that keeps what belongs to a club or a season; one that is not there is a 400."""
    return OpenApiParameter(noun, ID, description=f"The id of a {noun} that there is.")


def _tournament(request: Request, tournament_id: int) -> Tournament:
    """Return a tournament that who asks may read; there is no other here."""
    return get_object_or_404(Tournament.objects.filter(readable(request)), pk=tournament_id)


fresh_tournament = method_decorator([cache_control(no_cache=True), condition(etag_func=tag_of_tournament)])
fresh_season = method_decorator([cache_control(no_cache=True), condition(etag_func=tag_of_season)])


class SeasonFilter(filters.FilterSet):
    club = filters.ModelChoiceFilter(queryset=Club.objects.all(), help_text="The id of a club.")

    class Meta:
        model = Season
        fields = ["club"]


class TournamentFilter(filters.FilterSet):
    club = filters.ModelChoiceFilter(queryset=Club.objects.all(), help_text="The id of a club.")
    season = filters.ModelChoiceFilter(queryset=Season.objects.all(), help_text="The id of a season.")
    state = filters.ChoiceFilter(choices=SHOWN_STATES)

    class Meta:
        model = Tournament
        fields = ["club", "season", "state"]


@extend_schema(parameters=[PAGE], responses={200: ClubSerializer(many=True), 404: NO_PAGE})
class ClubList(Open, ListAPIView):
    """All clubs, by name."""

    queryset = Club.objects.all()
    serializer_class = ClubSerializer


@extend_schema(responses={200: ClubSerializer, 404: NOT_FOUND})
class ClubDetail(Open, RetrieveAPIView):
    """One club."""

    queryset = Club.objects.all()
    serializer_class = ClubSerializer
    lookup_url_kwarg = "club_id"


@extend_schema(
    parameters=[PAGE, a_known("club")], responses={200: SeasonSerializer(many=True), 400: BAD_FILTER, 404: NO_PAGE}
)
class SeasonList(Open, ListAPIView):
    """The seasons, latest first."""

    queryset = Season.objects.select_related("club").order_by("-starts_on", "name", "pk")
    serializer_class = SeasonSerializer
    filter_backends = (filters.DjangoFilterBackend,)
    filterset_class = SeasonFilter


@extend_schema(responses={200: SeasonSerializer, 404: NOT_FOUND})
class SeasonDetail(Open, RetrieveAPIView):
    """One season."""

    queryset = Season.objects.select_related("club")
    serializer_class = SeasonSerializer
    lookup_url_kwarg = "season_id"


class SeasonLeague(Open):
    """The league of a season as it stands."""

    @extend_schema(
        parameters=[OF_GROUP], responses={200: LeagueSerializer, 304: UNCHANGED, 400: BAD_FILTER, 404: NOT_FOUND}
    )
    @fresh_season
    def get(self, request: Request, *, season_id: int) -> Response:
        season = get_object_or_404(Season.objects.select_related("club"), pk=season_id)
        return Response(LeagueSerializer(league(season).of_group(group_of(request))).data)


@extend_schema(
    parameters=[PAGE, a_known("club"), a_known("season")],
    responses={200: TournamentSerializer(many=True), 400: BAD_FILTER, 404: NO_PAGE, **OF_TOKENS},
)
class TournamentList(OpenToTokens, ListAPIView):
    """The tournaments, latest first."""

    queryset = with_entries(Tournament.objects.select_related("club"))
    serializer_class = TournamentSerializer
    filter_backends = (filters.DjangoFilterBackend,)
    filterset_class = TournamentFilter

    def get_queryset(self) -> QuerySet[Tournament]:
        return super().get_queryset().filter(readable(self.request))


@extend_schema(responses={200: TournamentSerializer, 404: NOT_FOUND, **OF_TOKENS})
class TournamentDetail(OpenToTokens, RetrieveAPIView):
    """One tournament."""

    queryset = with_entries(Tournament.objects.select_related("club"))
    serializer_class = TournamentSerializer
    lookup_url_kwarg = "tournament_id"

    def get_queryset(self) -> QuerySet[Tournament]:
        return super().get_queryset().filter(readable(self.request))


@extend_schema(parameters=[PAGE], responses={200: RoundSerializer(many=True), 404: NOT_FOUND, **OF_TOKENS})
class RoundList(OpenToTokens, ListAPIView):
    """The rounds of a tournament that are published."""

    queryset = Round.objects.annotate(
        all_tables=Count("tables"), closed_tables=Count("tables", filter=Q(tables__closed_at__isnull=False))
    ).order_by("number")
    serializer_class = RoundSerializer

    def filter_queryset(self, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.filter(tournament=_tournament(self.request, self.kwargs["tournament_id"]))


class RoundDetail(OpenToTokens):
    """One round: its tables, and who sits where."""

    @extend_schema(responses={200: SeatingSerializer, 304: UNCHANGED, 404: NOT_FOUND, **OF_TOKENS})
    @fresh_tournament
    def get(self, request: Request, *, tournament_id: int, number: int) -> Response:
        shown = seating(_tournament(request, tournament_id), number)
        if shown.round is None:
            raise NotFound
        return Response(SeatingSerializer(shown).data)


class TournamentStandings(OpenToTokens):
    """The standings of a tournament as they stand."""

    @extend_schema(
        parameters=[OF_GROUP],
        responses={200: StandingsSerializer, 304: UNCHANGED, 400: BAD_FILTER, 404: NOT_FOUND, **OF_TOKENS},
    )
    @fresh_tournament
    def get(self, request: Request, *, tournament_id: int) -> Response:
        tournament = _tournament(request, tournament_id)
        return Response(StandingsSerializer(standings(tournament).of_group(group_of(request))).data)

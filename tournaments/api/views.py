"""Clubs, seasons, tournaments, rounds and standings, for programs. Read-only."""

from typing import Any

from django.db.models import Count, Q, QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.decorators import method_decorator
from django.views.decorators.cache import cache_control
from django.views.decorators.http import condition
from django_filters import rest_framework as filters
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.exceptions import NotFound, ValidationError
from rest_framework.generics import GenericAPIView, ListAPIView, RetrieveAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.access import Open, OpenToTokens, readable, tag_of_qualified, tag_of_season, tag_of_tournament
from tournaments.api.match_serializers import MatchesSerializer
from tournaments.api.paging import A_PAGE, MOST_A_PAGE, Tagged
from tournaments.api.parameters import AN_ID, BAD_FILTER, ID, OF_GROUP, group_of, id_in
from tournaments.api.qualified_serializers import QualifiedSerializer
from tournaments.api.serializers import (
    ClubSerializer,
    ErrorSerializer,
    LeagueSerializer,
    RoundSerializer,
    SeasonSerializer,
    SeatingSerializer,
    StandingsSerializer,
    TeamStandingsSerializer,
    TournamentSerializer,
)
from tournaments.labels import TournamentState
from tournaments.models import Club, League, Round, Season, Tournament, is_shown
from tournaments.models.seasons import MAIN
from tournaments.queries.clubs.directory import with_entries
from tournaments.queries.draws.matches import DrawnMatch, RoundOfMatches, rounds_of_matches
from tournaments.queries.draws.seating import seating
from tournaments.queries.standings.cached import cached_results
from tournaments.queries.standings.leagues import public_league
from tournaments.queries.standings.lines import Standings, part_of
from tournaments.queries.standings.matches import MatchScore, shown_scores
from tournaments.queries.standings.public import public_standings, shown_rounds
from tournaments.queries.standings.qualifying import stage_of
from tournaments.queries.standings.shown_stages import shown_stage
from tournaments.queries.standings.teams import public_team_standings

NOT_FOUND = OpenApiResponse(ErrorSerializer, description="Nothing is at this address.")
UNCHANGED = OpenApiResponse(description="Nothing has changed since the answer whose ETag came in `If-None-Match`.")
BAD_TOKEN = OpenApiResponse(ErrorSerializer, description="The token that was sent is unknown or withdrawn.")
WAIT = OpenApiResponse(ErrorSerializer, description="Too many wrong tokens; `Retry-After` says when to go on.")
OF_TOKENS = {401: BAD_TOKEN, 429: WAIT}
NO_PAGE = OpenApiResponse(ErrorSerializer, description="There are not so many pages, or no such club or season.")
PAGES = [
    OpenApiParameter("page", ID, description="From 1 to the last page."),
    OpenApiParameter(
        "page_size", ID | {"maximum": MOST_A_PAGE}, description=f"How many results a page: {A_PAGE} without it."
    ),
]


PARTS = [
    OpenApiParameter("after", ID, description="The ranking as it stood after this round, one whose results are told."),
    OpenApiParameter(
        "round", ID, description="What this round alone brought, penalties left out; `after` is not read."
    ),
    OpenApiParameter("club", ID, description="Of whose players, with places of their own; one that takes part."),
]


def _requested_standings(request: Request, tournament: Tournament) -> Standings:
    """Return the standings asked for. Raises NotFound for a round that is not shown or a club that takes no part."""
    span, club = part_of(id_in(request, "round"), id_in(request, "after")), id_in(request, "club")
    whole = public_standings(tournament, span)
    if span is not None and span.last not in shown_rounds(whole):
        raise NotFound
    if club is not None and all(line.club_id != club for line in whole.lines):
        raise NotFound
    return whole.of_group(group_of(request)).of_club(club)


def parent_parameter(noun: str) -> OpenApiParameter:
    """Return the parameter that narrows a list to one club or season; an unknown id gives a 404."""
    return OpenApiParameter(noun, ID, description=f"The id of a {noun} that there is.")


def _tournament(request: Request, tournament_id: int) -> Tournament:
    """Return a tournament that the caller may read; 404 for any other."""
    return get_object_or_404(Tournament.objects.filter(readable(request)), pk=tournament_id)


class OfKnownParent(GenericAPIView):
    """A list narrowed to a club or a season: an unknown one is a 404, as at its own address."""

    def filter_queryset(self, queryset: QuerySet[Any]) -> QuerySet[Any]:
        try:
            return super().filter_queryset(queryset)
        except ValidationError as wrong:
            codes = wrong.get_codes()
            assert isinstance(codes, dict)  # by the names of the parameters
            named = all(AN_ID.fullmatch(self.request.GET.get(name, "")) for name in codes)
            if named and all(code == ["invalid_choice"] for code in codes.values()):
                raise Http404 from wrong
            raise


fresh_tournament = method_decorator([cache_control(no_cache=True), condition(etag_func=tag_of_tournament)])
fresh_qualified = method_decorator([cache_control(no_cache=True), condition(etag_func=tag_of_qualified)])
fresh_season = method_decorator([cache_control(no_cache=True), condition(etag_func=tag_of_season)])


class SeasonFilter(filters.FilterSet):
    club = filters.ModelChoiceFilter(queryset=Club.objects.all(), help_text="The id of a club.")

    class Meta:
        model = Season
        fields = ["club"]


DAY = {"type": "string", "format": "date"}
WHEN = [
    OpenApiParameter("date_from", DAY, description="Those of this day and later."),
    OpenApiParameter("date_to", DAY, description="Those of this day and earlier."),
    OpenApiParameter(
        "updated_since",
        {"type": "string", "format": "date-time"},
        description="Those whose `changed_at` is this instant or later, ISO 8601; without an offset it is Paris time.",
    ),
]


class TournamentApiFilter(filters.FilterSet):
    date_from = filters.DateFilter("date", "gte", input_formats=["%Y-%m-%d"])
    date_to = filters.DateFilter("date", "lte", input_formats=["%Y-%m-%d"])
    updated_since = filters.IsoDateTimeFilter("changed_at", "gte")
    club = filters.ModelChoiceFilter(queryset=Club.objects.all(), help_text="The id of a club.")
    season = filters.ModelChoiceFilter(queryset=Season.objects.all(), help_text="The id of a season.")
    state = filters.ChoiceFilter(
        choices=TournamentState.choices, help_text="Drafts are there for a program with a token that reads."
    )

    class Meta:
        model = Tournament
        fields = ["club", "season", "state", "date_from", "date_to", "updated_since"]


@extend_schema(
    parameters=PAGES, responses={200: ClubSerializer(many=True), 304: UNCHANGED, 400: BAD_FILTER, 404: NO_PAGE}
)
class ClubList(Tagged, Open, ListAPIView):
    """All clubs, by name."""

    queryset = Club.objects.all()
    serializer_class = ClubSerializer


@extend_schema(responses={200: ClubSerializer, 304: UNCHANGED, 404: NOT_FOUND})
class ClubDetail(Tagged, Open, RetrieveAPIView):
    """One club."""

    queryset = Club.objects.all()
    serializer_class = ClubSerializer
    lookup_url_kwarg = "club_id"


@extend_schema(
    parameters=[*PAGES, parent_parameter("club")],
    responses={200: SeasonSerializer(many=True), 304: UNCHANGED, 400: BAD_FILTER, 404: NO_PAGE},
)
class SeasonList(Tagged, OfKnownParent, Open, ListAPIView):
    """The seasons, latest first."""

    queryset = Season.objects.select_related("club").prefetch_related("leagues").order_by("-starts_on", "name", "pk")
    serializer_class = SeasonSerializer
    filter_backends = (filters.DjangoFilterBackend,)
    filterset_class = SeasonFilter


@extend_schema(responses={200: SeasonSerializer, 304: UNCHANGED, 404: NOT_FOUND})
class SeasonDetail(Tagged, Open, RetrieveAPIView):
    """One season."""

    queryset = Season.objects.select_related("club").prefetch_related("leagues")
    serializer_class = SeasonSerializer
    lookup_url_kwarg = "season_id"


class SeasonLeague(Open):
    """The league of a season as it stands."""

    @extend_schema(
        parameters=[OF_GROUP], responses={200: LeagueSerializer, 304: UNCHANGED, 400: BAD_FILTER, 404: NOT_FOUND}
    )
    @fresh_season
    def get(self, request: Request, *, season_id: int) -> Response:
        league = get_object_or_404(League.objects.select_related("season__club"), season__pk=season_id, number=MAIN)
        whole = public_league(league, results_of=cached_results)
        return Response(LeagueSerializer(whole.of_group(group_of(request))).data)


@extend_schema(
    parameters=[*PAGES, parent_parameter("club"), parent_parameter("season"), *WHEN],
    responses={200: TournamentSerializer(many=True), 304: UNCHANGED, 400: BAD_FILTER, 404: NO_PAGE, **OF_TOKENS},
)
class TournamentList(Tagged, OfKnownParent, OpenToTokens, ListAPIView):
    """The tournaments, latest first."""

    queryset = with_entries(Tournament.objects.select_related("club"))
    serializer_class = TournamentSerializer
    filter_backends = (filters.DjangoFilterBackend,)
    filterset_class = TournamentApiFilter

    def get_queryset(self) -> QuerySet[Tournament]:
        return super().get_queryset().filter(readable(self.request))


@extend_schema(responses={200: TournamentSerializer, 304: UNCHANGED, 404: NOT_FOUND, **OF_TOKENS})
class TournamentDetail(Tagged, OpenToTokens, RetrieveAPIView):
    """One tournament."""

    queryset = with_entries(Tournament.objects.select_related("club"))
    serializer_class = TournamentSerializer
    lookup_url_kwarg = "tournament_id"

    def get_queryset(self) -> QuerySet[Tournament]:
        return super().get_queryset().filter(readable(self.request))


@extend_schema(
    parameters=PAGES,
    responses={200: RoundSerializer(many=True), 304: UNCHANGED, 400: BAD_FILTER, 404: NOT_FOUND, **OF_TOKENS},
)
class RoundList(Tagged, OpenToTokens, ListAPIView):
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
        round_seating = seating(_tournament(request, tournament_id), number)
        if round_seating.round is None:
            raise NotFound
        return Response(SeatingSerializer(round_seating).data)


class TournamentStandings(OpenToTokens):
    """The standings of a tournament as they stand."""

    @extend_schema(
        parameters=[OF_GROUP, *PARTS],
        responses={200: StandingsSerializer, 304: UNCHANGED, 400: BAD_FILTER, 404: NOT_FOUND, **OF_TOKENS},
    )
    @fresh_tournament
    def get(self, request: Request, *, tournament_id: int) -> Response:
        tournament = _tournament(request, tournament_id)
        return Response(StandingsSerializer(_requested_standings(request, tournament)).data)


class TournamentTeams(OpenToTokens):
    """The ranking of the teams of a tournament as it stands; 404 where nobody has a team."""

    @extend_schema(responses={200: TeamStandingsSerializer, 304: UNCHANGED, 404: NOT_FOUND, **OF_TOKENS})
    @fresh_tournament
    def get(self, request: Request, *, tournament_id: int) -> Response:
        tournament = _tournament(request, tournament_id)
        if not tournament.has_teams:
            raise NotFound
        return Response(TeamStandingsSerializer(public_team_standings(tournament)).data)


class TournamentQualified(Open):
    """Who is qualified for a tournament that takes its players from rankings; once played, its ranking with those."""

    @extend_schema(responses={200: QualifiedSerializer, 304: UNCHANGED, 404: NOT_FOUND})
    @fresh_qualified
    def get(self, request: Request, *, tournament_id: int) -> Response:
        final = get_object_or_404(Tournament.objects.filter(is_shown()).select_related("club"), pk=tournament_id)
        stage = shown_stage(stage_of(final))
        if not stage.sources:
            raise NotFound
        return Response(QualifiedSerializer(stage).data)


class TournamentMatches(OpenToTokens):
    """The matches of a tournament of teams, and what became of them; 404 where teams meet in none."""

    @extend_schema(responses={200: MatchesSerializer, 304: UNCHANGED, 404: NOT_FOUND, **OF_TOKENS})
    @fresh_tournament
    def get(self, request: Request, *, tournament_id: int) -> Response:
        tournament = _tournament(request, tournament_id)
        if not tournament.plays_matches:
            raise NotFound
        scores = shown_scores(tournament)
        matches = [
            _match_as_told(each, drawn, scores.get(drawn.match.pk))
            for each in rounds_of_matches(tournament)
            for drawn in each.matches
        ]
        said = {"tournament": tournament.pk, "name": tournament.name, "revision": tournament.revision}
        return Response(MatchesSerializer(said | {"matches": matches}).data)


def _match_as_told(each: RoundOfMatches, drawn: DrawnMatch, score: MatchScore | None) -> dict[str, Any]:
    """Return a match as everybody may read it: line-ups once its tables are published, points once they are free."""
    is_told = score is not None and bool(score.boards or score.bye)
    return {
        "round": each.number,
        "number": drawn.match.number,
        "teams": [
            {
                "number": side.team.number,
                "name": side.team.name,
                "line_up": side.names if each.is_published else [],
                "points": score.points_of(side.team.pk).points if score is not None and is_told else None,
                "victory_points": score.counted_of(side.team.pk)
                if score is not None and is_told and drawn.match.tournament.victory_by
                else None,
            }
            for side in drawn.sides
        ],
        "over": score is not None and score.is_over,
        "winner": score.winner.number if score is not None and score.winner is not None else None,
    }

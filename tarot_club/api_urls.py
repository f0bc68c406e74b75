"""The addresses that programs call, under /api/."""

from django.urls import path

from scoring.api.sheets import OwnSheet, TableSheet
from scoring.api.views import MarqueCalculator
from tarot_club.api import Nowhere, Schema
from tournaments.api import views

SEASON = "v1/seasons/<int:season_id>/"
TOURNAMENT = "v1/tournaments/<int:tournament_id>/"
ROUND = f"{TOURNAMENT}rounds/<int:round_number>/"

urlpatterns = [
    path("v1/clubs/", views.ClubList.as_view(), name="api_clubs"),
    path("v1/clubs/<int:club_id>/", views.ClubDetail.as_view(), name="api_club"),
    path("v1/seasons/", views.SeasonList.as_view(), name="api_seasons"),
    path(SEASON, views.SeasonDetail.as_view(), name="api_season"),
    path(f"{SEASON}league/", views.SeasonLeague.as_view(), name="api_league"),
    path("v1/tournaments/", views.TournamentList.as_view(), name="api_tournaments"),
    path(TOURNAMENT, views.TournamentDetail.as_view(), name="api_tournament"),
    path(f"{TOURNAMENT}rounds/", views.RoundList.as_view(), name="api_rounds"),
    path(f"{TOURNAMENT}rounds/<int:number>/", views.RoundDetail.as_view(), name="api_round"),
    path(f"{ROUND}tables/<int:table_number>/sheet/", TableSheet.as_view(), name="api_sheet"),
    path(f"{ROUND}own-sheet/", OwnSheet.as_view(), name="api_own_sheet"),
    path(f"{TOURNAMENT}standings/", views.TournamentStandings.as_view(), name="api_standings"),
    path("v1/marque/", MarqueCalculator.as_view(), name="api_marque"),
    path("schema/", Schema.as_view(), name="api_schema"),
    path("<path:rest>", Nowhere.as_view(), name="api_nowhere"),
]

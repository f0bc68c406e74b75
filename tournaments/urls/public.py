"""The addresses open to everyone."""

from django.urls import path

from tournaments.views import public

TOURNAMENT = "tournois/<int:tournament_id>/"

urlpatterns = [
    path("", public.home, name="home"),
    path("clubs/<slug:slug>/", public.club, name="club"),
    path(TOURNAMENT, public.tournament, name="tournament"),
    path(f"{TOURNAMENT}classement/", public.standings, name="standings"),
    path(f"{TOURNAMENT}tables/", public.seating, name="seating"),
    path(f"{TOURNAMENT}tirage/", public.certificate, name="certificate"),
    path("saisons/<int:season_id>/", public.season, name="season"),
]

"""The addresses of a player who follows his own evening."""

from django.urls import path

from tournaments.views import player

urlpatterns = [path("moi/", player.own, name="own")]

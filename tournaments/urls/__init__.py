"""The addresses of the tournaments app, by audience."""

from django.urls import include, path

from tournaments.urls import office, player, public, work

urlpatterns = [
    *public.urlpatterns,
    *player.urlpatterns,
    path("organisation/", include(office)),
    path("organisation/", include(work)),
]

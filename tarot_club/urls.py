"""All addresses: people's pages in French, programs' under /api/."""

from django.contrib import admin
from django.urls import include, path

from tarot_club.health import healthz

handler500 = "tarot_club.failures.failed"

urlpatterns = [
    path("admin/", admin.site.urls),
    path("comptes/", include("tarot_club.account_urls")),
    path("", include("tournaments.urls")),
    path("", include("scoring.urls")),
    path("sante/", healthz, name="health"),
    path("api/", include("tarot_club.api_urls")),
]

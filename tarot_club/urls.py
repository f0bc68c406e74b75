"""All addresses: French ones for people, and those for programs under /api/."""

from django.contrib import admin
from django.urls import include, path
from django.views.generic import RedirectView

from tarot_club.operations.views import alive, healthz, metrics, site_health
from tarot_club.views import (
    app_icon,
    choose_language,
    favicon,
    legal,
    robots,
    site,
    sitemap,
    take_backup,
    take_club,
    typeface,
)

handler500 = "tarot_club.failures.failed"

urlpatterns = [
    # Django's own page counts no wrong old password: ours does.
    path("admin/password_change/", RedirectView.as_view(pattern_name="account_change_password")),
    path("admin/", admin.site.urls),
    path("comptes/", include("tarot_club.accounts")),
    path("", include("tournaments.urls")),
    path("", include("scoring.urls")),
    path("sante/", healthz, name="health"),
    path("sante/vivant/", alive, name="alive"),
    path("metrics/", metrics, name="metrics"),
    path("mentions-legales/", legal, name="legal"),
    path("organisation/site/", site, name="site"),
    path("organisation/site/etat/", site_health, name="site_health"),
    path("organisation/site/sauvegarde/", take_backup, name="take_backup"),
    path("organisation/clubs/<int:club_id>/fichier/", take_club, name="take_club"),
    path("langue/", choose_language, name="choose_language"),
    path("polices/<str:face>.woff2", typeface, name="typeface"),
    path("favicon.ico", favicon, name="favicon"),
    path("icone-<int:size>.png", app_icon, name="app_icon"),
    path("robots.txt", robots, name="robots"),
    path("sitemap.xml", sitemap, name="sitemap"),
    path("api/", include("tarot_club.api")),
]

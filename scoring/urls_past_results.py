"""The address of the import of past results, under the office of a club."""

from django.urls import path

from scoring.views import past_results

urlpatterns = [
    path("organisation/clubs/<int:club_id>/resultats/importer/", past_results.import_results, name="import_results"),
]

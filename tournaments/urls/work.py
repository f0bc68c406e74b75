"""Background work and the draw, under /organisation/."""

from django.urls import path

from tournaments.views import draw, work

JOB = "travaux/<int:job_id>/"

urlpatterns = [
    path("tournois/<int:tournament_id>/tirage/", draw.draw, name="draw"),
    path("tournois/<int:tournament_id>/documents/classement/", work.make_ranking, name="make_ranking"),
    path("saisons/<int:season_id>/documents/championnat/", work.make_league, name="make_league"),
    path(JOB, work.job, name="job"),
    path(f"{JOB}avancement/", work.job_progress, name="job_progress"),
    path(f"{JOB}annuler/", work.cancel_job, name="cancel_job"),
    path(f"{JOB}publier/", draw.publish_draw, name="publish_draw"),
]

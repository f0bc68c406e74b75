"""Background work and the draw, under /organisation/."""

from django.urls import path

from tournaments.views import draw, prints, seat_changes, wishes, work

JOB = "travaux/<int:job_id>/"
ROUND = "tournois/<int:tournament_id>/positions/<int:round_number>/"

urlpatterns = [
    path("tournois/<int:tournament_id>/tirage/", draw.draw, name="draw"),
    path("tournois/<int:tournament_id>/voeux/", wishes.wishes, name="wishes"),
    path("tournois/<int:tournament_id>/voeux/<int:wish_id>/retirer/", wishes.cancel_wish, name="cancel_wish"),
    path(
        "tournois/<int:tournament_id>/voeux/<int:wish_id>/apres-les-autres/",
        wishes.put_sector_last,
        name="put_sector_last",
    ),
    path("tournois/<int:tournament_id>/places/", seat_changes.changes, name="seat_changes"),
    path("tournois/<int:tournament_id>/places/remplacer/", seat_changes.replace, name="replace_player"),
    path("tournois/<int:tournament_id>/places/<int:change_id>/defaire/", seat_changes.undo_swap, name="undo_swap"),
    path(f"{ROUND}echanger/", seat_changes.swap, name="swap_players"),
    path(f"{ROUND}tirer/", draw.draw, name="redraw_round"),
    path("tournois/<int:tournament_id>/documents/classement/", work.make_ranking, name="make_ranking"),
    path("tournois/<int:tournament_id>/documents/rotation/", prints.make_print, name="make_print"),
    path("saisons/<int:season_id>/documents/championnat/", work.make_league, name="make_league"),
    path(JOB, work.job, name="job"),
    path(f"{JOB}avancement/", work.job_progress, name="job_progress"),
    path(f"{JOB}annuler/", work.cancel_job, name="cancel_job"),
    path(f"{JOB}garder/", draw.settle_draw, name="settle_draw"),
    path(f"{JOB}publier/", draw.publish_draw, name="publish_draw"),
    path(f"{JOB}publier-position/", draw.publish_draw, name="publish_redraw"),
]

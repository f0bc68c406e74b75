"""The addresses of the tournaments app: those open to everyone, a player's own, the organiser's."""

from django.urls import include, path

from tournaments.views import (
    access,
    clubs,
    documents,
    draws,
    jobs,
    own,
    player_imports,
    players,
    public,
    registrations,
    seat_changes,
    tournaments,
    wishes,
)

CLUB = "clubs/<int:club_id>/"
TOURNAMENT = "tournois/<int:tournament_id>/"
ROUND = f"{TOURNAMENT}positions/<int:round_number>/"
JOB = "travaux/<int:job_id>/"
INVITATION = "moi/invitations/<int:own_invitation_id>/"

office = [
    path("", clubs.organisation, name="organisation"),
    path("clubs/nouveau/", clubs.new_club, name="new_club"),
    path(CLUB, clubs.club_desk, name="club_desk"),
    path(f"{CLUB}joueurs/", players.club_players, name="club_players"),
    path(f"{CLUB}joueurs/nouveau/", players.add_player, name="add_player"),
    path(f"{CLUB}joueurs/<int:player_id>/", players.edit_player, name="edit_player"),
    path(f"{CLUB}joueurs/<int:player_id>/acces/", players.give_access, name="give_player_access"),
    path(f"{CLUB}joueurs/<int:player_id>/mot-de-passe/", players.renew_access, name="renew_player_password"),
    path(f"{CLUB}joueurs/liste.xlsx", players.export_players, name="export_players"),
    path(f"{CLUB}joueurs/modele.xlsx", players.player_model, name="player_model"),
    path(f"{CLUB}joueurs/importer/", player_imports.import_players, name="import_players"),
    path(f"{CLUB}joueurs/importer/appliquer/", player_imports.apply_import, name="apply_import"),
    path(f"{CLUB}joueurs/importer/abandonner/", player_imports.abandon_import, name="abandon_import"),
    path(f"{CLUB}saisons/nouvelle/", clubs.new_season, name="new_season"),
    path("saisons/<int:season_id>/", clubs.edit_season, name="edit_season"),
    path(f"{CLUB}tournois/nouveau/", tournaments.new_tournament, name="new_tournament"),
    path(f"{CLUB}acces/", access.club_access, name="club_access"),
    path(f"{CLUB}acces/<int:appointment_id>/retirer/", access.revoke_access, name="revoke_access"),
    path(
        f"{CLUB}acces/invitations/<int:invitation_id>/retirer/", access.withdraw_invitation, name="withdraw_invitation"
    ),
    path(f"{CLUB}acces/comptes/<int:account_id>/mot-de-passe/", access.renew_password, name="renew_password"),
    path(f"{CLUB}documents/", documents.club_documents, name="club_documents"),
    path(f"{CLUB}journal/", clubs.club_journal, name="club_journal"),
    path(TOURNAMENT, tournaments.tournament_desk, name="tournament_desk"),
    path(f"{TOURNAMENT}reglages/", tournaments.tournament_settings, name="tournament_settings"),
    path(f"{TOURNAMENT}inscriptions/", registrations.registrations, name="registrations"),
    path(f"{TOURNAMENT}inscriptions/ajouter/", registrations.register_players, name="register_players"),
    path(f"{TOURNAMENT}inscriptions/tous-presents/", registrations.mark_all_present, name="mark_all_present"),
    path(f"{TOURNAMENT}inscriptions/<int:registration_id>/pointage/", registrations.set_status, name="set_status"),
    path(f"{TOURNAMENT}documents/", documents.documents, name="documents"),
    path("documents/<int:document_id>/", documents.document, name="document"),
    path(f"{TOURNAMENT}journal/", tournaments.journal, name="journal"),
    path(f"{TOURNAMENT}terminer/", tournaments.finish_tournament, name="finish_tournament"),
    path(f"{TOURNAMENT}rouvrir/", tournaments.reopen_tournament, name="reopen_tournament"),
    path(f"{TOURNAMENT}tirage/", draws.draw, name="draw"),
    path(f"{TOURNAMENT}voeux/", wishes.wishes, name="wishes"),
    path(f"{TOURNAMENT}voeux/<int:wish_id>/retirer/", wishes.cancel_wish, name="cancel_wish"),
    path(
        f"{TOURNAMENT}voeux/<int:wish_id>/apres-les-autres/",
        wishes.put_sector_last,
        name="put_sector_last",
    ),
    path(f"{TOURNAMENT}places/", seat_changes.changes, name="seat_changes"),
    path(f"{TOURNAMENT}places/remplacer/", seat_changes.replace, name="replace_player"),
    path(f"{TOURNAMENT}places/<int:change_id>/defaire/", seat_changes.undo_swap, name="undo_swap"),
    path(f"{ROUND}echanger/", seat_changes.swap, name="swap_players"),
    path(f"{ROUND}tirer/", draws.draw, name="redraw_round"),
    path(f"{TOURNAMENT}documents/classement/", documents.make_ranking, name="make_ranking"),
    path(f"{TOURNAMENT}documents/rotation/", documents.make_print, name="make_print"),
    path("saisons/<int:season_id>/documents/championnat/", documents.make_league, name="make_league"),
    path(JOB, jobs.job, name="job"),
    path(f"{JOB}avancement/", jobs.job_progress, name="job_progress"),
    path(f"{JOB}annuler/", jobs.cancel_job, name="cancel_job"),
    path(f"{JOB}garder/", draws.stop_draw_early, name="stop_draw_early"),
    path(f"{JOB}publier/", draws.publish_draw, name="publish_draw"),
    path(f"{JOB}publier-position/", draws.publish_draw, name="publish_redraw"),
]

urlpatterns = [
    path("", public.home, name="home"),
    path("clubs/<slug:slug>/", public.club, name="club"),
    path(TOURNAMENT, public.tournament, name="tournament"),
    path(f"{TOURNAMENT}classement/", public.standings, name="standings"),
    path(f"{TOURNAMENT}tables/", public.seating, name="seating"),
    path(f"{TOURNAMENT}tirage/", public.certificate, name="certificate"),
    path("saisons/<int:season_id>/", public.season, name="season"),
    path("moi/", own.own, name="own"),
    path("moi/invitations/", access.my_invitations, name="my_invitations"),
    path(f"{INVITATION}accepter/", access.accept_invitation, name="accept_invitation"),
    path(f"{INVITATION}decliner/", access.decline_invitation, name="decline_invitation"),
    path("organisation/", include(office)),
]

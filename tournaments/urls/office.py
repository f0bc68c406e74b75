"""The organiser's addresses, under /organisation/."""

from django.urls import path

from tournaments.views.office import access, clubs, imports, players, records, registrations, tournaments

CLUB = "clubs/<int:club_id>/"
TOURNAMENT = "tournois/<int:tournament_id>/"

urlpatterns = [
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
    path(f"{CLUB}joueurs/importer/", imports.import_players, name="import_players"),
    path(f"{CLUB}joueurs/importer/appliquer/", imports.apply_import, name="apply_import"),
    path(f"{CLUB}joueurs/importer/abandonner/", imports.abandon_import, name="abandon_import"),
    path(f"{CLUB}saisons/nouvelle/", clubs.new_season, name="new_season"),
    path("saisons/<int:season_id>/", clubs.edit_season, name="edit_season"),
    path(f"{CLUB}tournois/nouveau/", tournaments.new_tournament, name="new_tournament"),
    path(f"{CLUB}acces/", access.club_access, name="club_access"),
    path(f"{CLUB}acces/<int:appointment_id>/retirer/", access.revoke_access, name="revoke_access"),
    path(
        f"{CLUB}acces/invitations/<int:invitation_id>/retirer/", access.withdraw_invitation, name="withdraw_invitation"
    ),
    path(f"{CLUB}acces/comptes/<int:account_id>/mot-de-passe/", access.renew_password, name="renew_password"),
    path(f"{CLUB}documents/", records.club_documents, name="club_documents"),
    path(f"{CLUB}journal/", records.club_journal, name="club_journal"),
    path(TOURNAMENT, tournaments.tournament_desk, name="tournament_desk"),
    path(f"{TOURNAMENT}reglages/", tournaments.tournament_settings, name="tournament_settings"),
    path(f"{TOURNAMENT}inscriptions/", registrations.registrations, name="registrations"),
    path(f"{TOURNAMENT}inscriptions/ajouter/", registrations.register_players, name="register_players"),
    path(f"{TOURNAMENT}inscriptions/tous-presents/", registrations.mark_all_present, name="mark_all_present"),
    path(f"{TOURNAMENT}inscriptions/<int:registration_id>/pointage/", registrations.set_status, name="set_status"),
    path(f"{TOURNAMENT}documents/", records.documents, name="documents"),
    path("documents/<int:document_id>/", records.document, name="document"),
    path(f"{TOURNAMENT}journal/", records.journal, name="journal"),
    path(f"{TOURNAMENT}terminer/", tournaments.finish_tournament, name="finish_tournament"),
    path(f"{TOURNAMENT}rouvrir/", tournaments.reopen_tournament, name="reopen_tournament"),
]

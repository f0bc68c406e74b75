"""The addresses of a player who follows his own evening."""

from django.urls import path

from tournaments.views import invitations, player

INVITATION = "moi/invitations/<int:own_invitation_id>/"

urlpatterns = [
    path("moi/", player.own, name="own"),
    path("moi/invitations/", invitations.my_invitations, name="my_invitations"),
    path(f"{INVITATION}accepter/", invitations.accept_invitation, name="accept_invitation"),
    path(f"{INVITATION}decliner/", invitations.decline_invitation, name="decline_invitation"),
]

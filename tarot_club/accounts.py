"""How accounts come about, and where a login leads."""

from allauth.account.adapter import DefaultAccountAdapter
from django.http import HttpRequest
from django.urls import reverse

from tournaments.permissions import Action, Role, actions_of, roles_of


class ClubAccounts(DefaultAccountAdapter):
    """allauth as clubs use it: an organiser makes the accounts, nobody signs up by himself."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return False

    def get_login_redirect_url(self, request: HttpRequest) -> str:
        """Lead each to his own page: staff to the office, a player to his evening."""
        roles = roles_of(request.user)
        if Action.OPEN_OFFICE in actions_of(roles):
            return reverse("organisation")
        return reverse("own" if Role.PLAYER in roles else "home")

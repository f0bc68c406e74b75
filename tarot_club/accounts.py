"""
The login of a club: allauth with few pages, and which actions count as a login attempt.

Nothing is sent by mail. An organiser renews a lost password, an account has no address, and nobody signs up by himself.
"""

from collections.abc import Mapping
from typing import Any

from allauth.account import views
from allauth.account.adapter import DefaultAccountAdapter, get_adapter
from allauth.account.forms import ChangePasswordForm
from django.http import HttpRequest
from django.urls import path, reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache

from tournaments.models import Account
from tournaments.permissions import Action, Role, actions_of, roles_of
from tournaments.queries.clubs.directory import invitations_for

LONGEST_NAME = 150  # of a login; a longer one is nobody's, and the tables of tries take no more


def name_tried(request: HttpRequest, credentials: Mapping[str, Any] | None) -> str:
    """
    Return the name of a login attempt, to count its failures: the same for any capitals and any form.

    axes records failures under `username` but looks them up under the name of a form field. With two names it would
    count under one and lock under the other, and a right guess would still get in.
    """
    typed = credentials or getattr(request, "POST", {})
    return str(typed.get("username") or typed.get("login") or "").casefold()[:LONGEST_NAME]


class ClubAccounts(DefaultAccountAdapter):
    """allauth's adapter for clubs: an organiser makes the accounts, nobody signs up by himself."""

    error_messages = DefaultAccountAdapter.error_messages | {
        "username_password_mismatch": _(
            "Cet identifiant et ce mot de passe ne vont pas ensemble. Vérifiez-les, majuscules et tirets compris."
        )
    }

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return False

    def get_login_redirect_url(self, request: HttpRequest) -> str:
        """
        Return the page after a login: waiting questions first, else the office for staff, his evening for a player.
        """
        roles = roles_of(request.user)
        if isinstance(request.user, Account) and invitations_for(request.user).exists():
            return reverse("my_invitations")
        if Action.OPEN_OFFICE in actions_of(roles):
            return reverse("organisation")
        return reverse("own" if Role.PLAYER in roles else "home")


class PasswordChange(ChangePasswordForm):
    """Changes a password. A wrong old password is counted and locked like a failed login."""

    def clean_oldpassword(self) -> str:
        password = str(self.cleaned_data.get("oldpassword", ""))
        if not get_adapter().reauthenticate(self.user, password):
            raise get_adapter().validation_error("enter_current_password")
        return password


# No other of allauth's pages, which itself names the signup page: it says that it is closed.
urlpatterns = [
    path(route, never_cache(view), name=name)
    for route, view, name in (
        ("login/", views.login, "account_login"),
        ("logout/", views.logout, "account_logout"),
        ("inactive/", views.account_inactive, "account_inactive"),
        ("signup/", views.signup, "account_signup"),
        ("reauthenticate/", views.reauthenticate, "account_reauthenticate"),
        ("password/change/", views.password_change, "account_change_password"),
        ("password/set/", views.password_set, "account_set_password"),
    )
]

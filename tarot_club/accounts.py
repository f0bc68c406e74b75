"""How accounts come about: an organiser makes them; nobody signs up by himself."""

from allauth.account.adapter import DefaultAccountAdapter
from django.http import HttpRequest


class ClosedSignup(DefaultAccountAdapter):
    """allauth without public sign-up."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return False

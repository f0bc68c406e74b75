"""Authentication of programs: a token in the `Authorization` header."""

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed, Throttled
from rest_framework.request import Request

from tournaments.kit.throttle import RateLimit, address_of
from tournaments.models import Account, Token
from tournaments.queries.clubs.tokens import token_with
from tournaments.services.clubs.tokens import token_used

# Nobody guesses a secret of 256 bits: only wrong ones are counted, for a valid one behind the same router must pass.
WRONG = RateLimit("wrong-tokens", 30, 60)
BEARER = "bearer"


class TokenAuthentication(BaseAuthentication):
    """`Authorization: Bearer …` gives the account of a token that is not withdrawn; without it, nobody is known."""

    def authenticate(self, request: Request) -> tuple[Account, Token] | None:
        kind, _space, secret = request.META.get("HTTP_AUTHORIZATION", "").strip().partition(" ")
        if kind.lower() != BEARER:
            return None
        token = token_with(secret.strip())
        if token is not None and token.account.is_active and token.withdrawn_at is None:
            token_used(token, at=timezone.now())
            return token.account, token
        if (wait := WRONG.wait(address_of(request))) is not None:
            raise Throttled(wait)
        if token is None or not token.account.is_active:
            raise AuthenticationFailed(
                _("Ce jeton n’existe pas. Copiez-le en entier, ou créez-en un autre à la page des jetons."),
                code="token_unknown",
            )
        raise AuthenticationFailed(
            _("Ce jeton a été retiré. Créez-en un autre à la page des jetons."), code="token_withdrawn"
        )

    def authenticate_header(self, _request: Request) -> str:
        """Return the scheme to use: an unknown caller then gets a 401, without a scheme a 403."""
        return 'Bearer realm="Tarot Club"'


class TokenScheme(OpenApiAuthenticationExtension):
    target_class = TokenAuthentication
    name = "token"

    def get_security_definition(self, _auto_schema: Any) -> dict[str, str]:
        return {"type": "http", "scheme": BEARER, "description": "A token made on the page `/moi/jetons/`."}

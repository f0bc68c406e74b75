"""
Tokens: their owners make them, use them and withdraw them.

The journal has no line about a token itself; a line about what it did names the account and the token.
"""

import secrets
import uuid
from collections.abc import Collection
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.labels import Scope
from tournaments.models import Account, Token, Tournament
from tournaments.queries.clubs.tokens import digest_of, tournaments_run_by
from tournaments.refusals import Refusal

MOST_TOKENS = 20  # of one account, that open something
USED_EVERY = timedelta(minutes=1)  # how often a use is written down


class Made(NamedTuple):
    """A new token, and its secret, which cannot be shown again."""

    token: Token
    secret: str


def make_token(
    *,
    account: Account,
    name: str,
    scopes: Collection[Scope],
    tournament: Tournament | None,
    key: uuid.UUID,
    at: datetime,
) -> Made:
    """
    Make a token and return it with its secret.

    Refuses a form that has already made a token (its secret cannot be shown again), a tournament in which the account
    has no role, a token without scopes, and more than `MOST_TOKENS`.
    """
    with transaction.atomic():
        Account.objects.select_for_update().get(pk=account.pk)  # so that a double click waits, and is refused
        if Token.objects.filter(key=key).exists():
            raise Refusal(
                _(
                    "Ce jeton est déjà créé, et son secret n’est montré qu’une fois. Si vous ne l’avez pas copié, "
                    "retirez ce jeton et créez-en un autre."
                ),
                code="token_made",
            )
        _refuse_token(account, scopes, tournament)
        secret = f"tc_{secrets.token_urlsafe(32)}"
        token = Token.objects.create(
            account=account,
            name=name,
            scopes=[scope.value for scope in Scope if scope in scopes],
            tournament=tournament,
            key=key,
            digest=digest_of(secret),
            start=secret[:8],
            made_at=at,
        )
    return Made(token, secret)


def _refuse_token(account: Account, scopes: Collection[Scope], tournament: Tournament | None) -> None:
    if not scopes:
        raise Refusal(
            _("Dites ce que ce jeton permet."),
            code="token_for_nothing",
            fields={"scopes": [_("Cochez au moins une chose que ce jeton permet.")]},
        )
    if tournament is not None and not tournaments_run_by(account).filter(pk=tournament.pk).exists():
        raise Refusal(
            _("Vous n’avez pas de rôle dans ce tournoi. Choisissez dans la liste."),
            code="token_elsewhere",
            fields={"tournament": [_("Vous n’avez pas de rôle dans ce tournoi.")]},
        )
    if Token.objects.filter(account=account, withdrawn_at=None).count() >= MOST_TOKENS:
        raise Refusal(
            _("Vous avez déjà %(most)d jetons. Retirez ceux qui ne servent plus.") % {"most": MOST_TOKENS},
            code="too_many_tokens",
        )


def withdraw_token(*, token_id: int, account: Account, at: datetime) -> Token:
    """Withdraw a token, so that it no longer works. Idempotent. Refuses another account's token."""
    token = Token.objects.filter(pk=token_id, account=account).first()
    if token is None:
        raise Refusal(_("Ce jeton n’est pas à vous, ou n’existe pas : rien n’a changé."), code="token_unknown")
    Token.objects.filter(pk=token.pk, withdrawn_at=None).update(withdrawn_at=at)
    return token


def token_used(token: Token, *, at: datetime) -> None:
    """Store when a token was last used; written at most once a minute."""
    if token.last_used_at is None or at - token.last_used_at >= USED_EVERY:
        Token.objects.filter(pk=token.pk).update(last_used_at=at)

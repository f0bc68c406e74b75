"""Tokens: the token of a secret, the tokens of an account, and the tournaments for which an account may make one."""

import hashlib

from django.db.models import Q, QuerySet

from tournaments.labels import RoleName, Scope
from tournaments.models import Account, Token, Tournament

SERVED = (RoleName.ORGANISER, RoleName.ARBITER)  # of nothing that the others do is there an API


def digest_of(secret: str) -> str:
    """Return the digest of a secret, which is stored. The secret is long and random, so a fast hash is safe."""
    return hashlib.sha256(secret.encode()).hexdigest()


def token_with(secret: str) -> Token | None:
    """Return the token with this secret, withdrawn or not, with its account."""
    return Token.objects.select_related("account").filter(digest=digest_of(secret)).first()


def tokens_of(account: Account) -> list[Token]:
    """Return the tokens of an account, those that still work first."""
    tokens = Token.objects.filter(account=account).select_related("tournament")
    return sorted(tokens, key=lambda token: (token.withdrawn_at is not None, -token.pk))


def tournaments_run_by(account: Account, *roles: RoleName) -> QuerySet[Tournament]:
    """Return the tournaments where an account has one of these roles; without any, one that an API serves."""
    if account.is_superuser:
        return Tournament.objects.all()
    appointed = account.appointments.filter(role__in=roles or SERVED)
    return Tournament.objects.filter(
        Q(pk__in=appointed.values("tournament")) | Q(club__in=appointed.filter(club__isnull=False).values("club"))
    )


def drafts_read_with(token: Token) -> QuerySet[Tournament]:
    """Return the tournaments that a token may read even as drafts: those that its account organises."""
    if Scope.READ not in token.scopes or not token.account.is_active:
        return Tournament.objects.none()
    organised = tournaments_run_by(token.account, RoleName.ORGANISER)
    return organised if token.tournament_id is None else organised.filter(pk=token.tournament_id)

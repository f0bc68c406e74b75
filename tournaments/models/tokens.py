"""Tokens of programs: the secret of an account, of which only the digest is stored."""

from django.db import models
from django.db.models import Q

from tournaments.models.people import Account


class Token(models.Model):
    """
    A secret that a program sends in place of a login. It may do what its account may, within `scopes`.

    `digest` is the SHA-256 of the secret, which is shown once; `start` is its beginning, by which people recognise it.
    `tournament` restricts it to that one; None allows all where its account has a role. `key` is made where its form
    is shown: the same form sent twice is one token. It is withdrawn, never deleted.
    """

    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=40)
    scopes = models.JSONField()
    tournament = models.ForeignKey("Tournament", null=True, on_delete=models.CASCADE, related_name="tokens")
    key = models.UUIDField(unique=True)
    digest = models.CharField(max_length=64, unique=True)
    start = models.CharField(max_length=8)
    made_at = models.DateTimeField()
    last_used_at = models.DateTimeField(null=True)
    withdrawn_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.CheckConstraint(name="a_token_has_a_name", condition=~Q(name="")),
            models.CheckConstraint(name="a_token_keeps_a_digest_only", condition=Q(digest__regex=r"^[0-9a-f]{64}$")),
            models.CheckConstraint(name="a_token_is_for_something", condition=~Q(scopes=[])),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.start}…)"

    @property
    def device(self) -> str:
        """The device of its entries in the journal: in French, like everything stored there."""
        return f"jeton « {self.name} »"

"""Webhooks, which receive what is published, and tokens of programs, of which only a digest is stored."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext as _

from tournaments.labels import PROBLEM_WORDS, Publication
from tournaments.models.people import Account


class Webhook(models.Model):
    """
    An address that receives what a club publishes: `events` are codes of `Publication`.

    A secret made from `key` signs its messages (`queries/clubs/webhooks.py`); `key` is made with the form: the same
    form sent twice is one webhook. It is withdrawn, never deleted.
    """

    club = models.ForeignKey("Club", on_delete=models.CASCADE, related_name="webhooks")
    url = models.CharField(max_length=300)
    events = models.JSONField()
    key = models.UUIDField(unique=True)
    made_at = models.DateTimeField()
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    withdrawn_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(name="a_webhook_goes_over_tls", condition=Q(url__startswith="https://")),
            models.CheckConstraint(name="a_webhook_is_told_something", condition=~Q(events=[])),
        ]

    def __str__(self) -> str:
        return self.url


class WebhookDelivery(models.Model):
    """
    A message to a webhook, and its outcome. This row decides: a worker takes it at `next_try_at`.

    `next_try_at` is None once it arrived (`delivered_at`) or was given up; a worker first sets the next try, so that
    the message is retried if the worker dies. `body` is the same for each try. `status` is the last HTTP status,
    `problem` the reason if there was no answer. `key` is in the body, so that a receiver recognises a repeated message.
    """

    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries")
    event = models.CharField(max_length=30, choices=Publication.offered)
    body = models.TextField()
    key = models.UUIDField(unique=True)
    made_at = models.DateTimeField()
    attempts = models.PositiveSmallIntegerField(default=0)
    next_try_at = models.DateTimeField(null=True)
    delivered_at = models.DateTimeField(null=True)
    status = models.PositiveSmallIntegerField(null=True)
    problem = models.CharField(max_length=20, blank=True)

    class Meta:
        ordering = ["-pk"]
        indexes = [
            models.Index(name="deliveries_that_wait", fields=["next_try_at"], condition=Q(next_try_at__isnull=False))
        ]
        constraints = [
            models.CheckConstraint(
                name="what_arrived_is_not_sent_again",
                condition=Q(delivered_at__isnull=True) | Q(next_try_at__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event} → {self.webhook}"

    @property
    def waits(self) -> bool:
        """True if it will be sent or retried."""
        return self.next_try_at is not None

    @property
    def why_not(self) -> str:
        """Why the last try failed, in words; "" before the first try."""
        if self.problem:
            return str(PROBLEM_WORDS.get(self.problem, self.problem))
        return "" if self.status is None else _("réponse %(status)d") % {"status": self.status}


class Token(models.Model):
    """
    A secret that a program sends instead of a login. It may do what its account may, within `scopes`.

    `digest` is the SHA-256 of the secret, which is shown once; `start` is its beginning, so that people recognise it.
    `tournament` limits it to one tournament; None allows all in which its account has a role. `key` is made with the
    form: the same form sent twice is one token. It is withdrawn, never deleted.
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
        """The device of the token's journal entries: in French, as all that the journal stores."""
        return f"jeton « {self.name} »"

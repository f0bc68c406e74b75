"""E-mails to people, one row each, and the addresses that want none or refuse them."""

from django.db import models
from django.db.models import Q

from tournaments.mail_labels import RETRIED, MailKind, MailPurpose, MailState
from tournaments.models.entries import LANGUAGES


class Mailbox(models.Model):
    """
    An e-mail address as the messages of one club know it, by a digest: the address itself stays where it was given.

    Its holder stopped the messages of a purpose at `evenings_stopped_at` or `fees_stopped_at`. Its mail server has
    refused messages for good since `refused_at`.
    """

    club = models.ForeignKey("Club", on_delete=models.CASCADE, related_name="mailboxes")
    digest = models.CharField(max_length=64)
    evenings_stopped_at = models.DateTimeField(null=True)
    fees_stopped_at = models.DateTimeField(null=True)
    refused_at = models.DateTimeField(null=True)

    STOPS = {MailPurpose.EVENINGS: "evenings_stopped_at", MailPurpose.FEES: "fees_stopped_at"}

    class Meta:
        verbose_name_plural = "mailboxes"
        constraints = [
            models.UniqueConstraint(name="a_club_knows_an_address_once", fields=["club", "digest"]),
            models.CheckConstraint(name="an_address_is_kept_as_a_digest", condition=Q(digest__regex=r"^[0-9a-f]{64}$")),
        ]

    def __str__(self) -> str:
        return f"{self.digest[:8]} · {self.club}"


class Mail(models.Model):
    """
    An e-mail to one address about one event. This row decides: a worker takes it when it is due.

    It goes to its address if that is still the one of its entry or player when it is sent. `event` says what it is
    about and to whom: the same event is told once, however often it is asked for. `due_at` is the next try of a message
    that waits. At `handed_at` it began to be handed to the mail server. `details` are the figures, or the day before a
    change, that its text tells. `language` is that of its reader.
    """

    mailbox = models.ForeignKey(Mailbox, on_delete=models.CASCADE, related_name="mails")
    kind = models.CharField(max_length=12, choices=MailKind.offered)
    state = models.CharField(max_length=10, choices=MailState.offered, default=MailState.WAITING)
    event = models.CharField(max_length=200, unique=True)
    tournament = models.ForeignKey("Tournament", null=True, blank=True, on_delete=models.CASCADE, related_name="mails")
    entry = models.ForeignKey("Entry", null=True, blank=True, on_delete=models.CASCADE, related_name="mails")
    player = models.ForeignKey("Player", null=True, blank=True, on_delete=models.CASCADE, related_name="mails")
    language = models.CharField(max_length=2, choices=[(code, code) for code in LANGUAGES], default=LANGUAGES[0])
    details = models.JSONField(default=dict)
    made_at = models.DateTimeField()
    due_at = models.DateTimeField(null=True, blank=True)
    tries = models.PositiveSmallIntegerField(default=0)
    handed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        indexes = [models.Index(name="messages_that_wait", fields=["due_at"], condition=Q(due_at__isnull=False))]
        constraints = [
            models.CheckConstraint(name="message_state_is_known", condition=Q(state__in=MailState.values)),
            models.CheckConstraint(
                name="a_message_is_due_while_it_waits",
                condition=Q(state=MailState.WAITING, due_at__isnull=False)
                | (~Q(state=MailState.WAITING) & Q(due_at__isnull=True)),
            ),
            models.CheckConstraint(
                name="a_message_that_was_handed_over_says_when",
                condition=Q(state__in=[MailState.LEAVING, MailState.SENT], handed_at__isnull=False)
                | (~Q(state__in=[MailState.LEAVING, MailState.SENT]) & Q(handed_at__isnull=True)),
            ),
            models.CheckConstraint(
                name="a_message_is_for_an_entry_or_for_a_player",
                condition=Q(entry__isnull=False, player__isnull=True) | Q(entry__isnull=True, player__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} · {self.get_state_display()}"

    @property
    def may_be_retried(self) -> bool:
        """True if it was surely not sent, for a reason that may be gone."""
        return self.state in RETRIED

    @property
    def purpose(self) -> MailPurpose:
        return MailKind(self.kind).purpose

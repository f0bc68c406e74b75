"""Messages to webhooks: taken by one worker and sent, retried if that fails, given up after the last retry."""

import hashlib
import hmac
from collections.abc import Mapping
from datetime import datetime, timedelta
from types import MappingProxyType

from django.db import transaction
from django.utils.translation import gettext_noop

from tournaments.kit.sending import UnsentError, post
from tournaments.models import WebhookDelivery
from tournaments.queries.clubs.webhooks import due, secret_of
from tournaments.services.journal import log

# The pause after each try, in seconds. A site that is down for a day still gets the message.
PAUSES = tuple(timedelta(seconds=seconds) for seconds in (30, 120, 600, 3_600, 21_600, 86_400))
SIGNATURE = "Tarot-Club-Signature"


def take_due(*, at: datetime, spent: Mapping[int, int] = MappingProxyType({})) -> WebhookDelivery | None:
    """
    Return a message that is due and that only this worker now has; None if there is none.

    `spent` says, by id of a webhook, how many milliseconds it took so far: the webhook with the fewest goes first, with
    its oldest message, so that a slow one delays the others by one message at most. The time of the next try is stored
    before, by a statement that only one worker wins: if this worker dies, the message is retried then.
    """
    webhooks = dict.fromkeys(due(at).values_list("webhook_id", flat=True))
    for webhook in sorted(webhooks, key=lambda pk: spent.get(pk, 0)):
        for waiting in due(at).filter(webhook=webhook).select_related("webhook__club")[:5]:
            tries = waiting.attempts + 1
            following = at + PAUSES[tries - 1] if tries <= len(PAUSES) else None
            untaken = WebhookDelivery.objects.filter(
                pk=waiting.pk, attempts=waiting.attempts, next_try_at__isnull=False
            )
            if untaken.update(attempts=tries, next_try_at=following):
                waiting.attempts, waiting.next_try_at = tries, following
                return waiting
    return None


def send(delivery: WebhookDelivery, *, at: datetime) -> None:
    """Send a message that was taken, and store the outcome. Waits for the other site: never in a transaction."""
    body = delivery.body.encode()
    headers = {
        "Content-Type": "application/json; charset=utf-8",
        "User-Agent": "Tarot-Club",
        "Tarot-Club-Event": delivery.event,
        "Tarot-Club-Delivery": str(delivery.key),
        SIGNATURE: signature(secret_of(delivery.webhook.key), body, at=at),
    }
    try:
        status, problem = post(delivery.webhook.url, body, headers), ""
    except UnsentError as unsent:
        status, problem = None, str(unsent.problem)
    store_outcome(delivery=delivery, status=status, problem=problem, at=at)


def signature(secret: str, body: bytes, *, at: datetime) -> str:
    """Return the header that proves who sent a body, and when: HMAC-SHA256 of the Unix time, a dot and the body."""
    instant = str(int(at.timestamp()))
    mac = hmac.new(secret.encode(), instant.encode() + b"." + body, hashlib.sha256)
    return f"t={instant},v1={mac.hexdigest()}"


@transaction.atomic
def store_outcome(*, delivery: WebhookDelivery, status: int | None, problem: str, at: datetime) -> None:
    """
    Store the outcome of a try: any status 2xx means received; a redirect is a failure and is not followed.

    When the last try fails, the club's journal gets a line.
    """
    columns: dict[str, object] = {"status": status, "problem": problem}
    received = status is not None and 200 <= status < 300
    if received:
        columns |= {"delivered_at": at, "next_try_at": None}
    WebhookDelivery.objects.filter(pk=delivery.pk).update(**columns)
    if received or delivery.next_try_at is not None:
        return
    details = {"event": delivery.event, "status": status, "problem": problem, "attempts": delivery.attempts}
    action = gettext_noop("annonce abandonnée")
    log(action=action, subject=delivery.webhook.url, by=None, at=at, club=delivery.webhook.club, details=details)

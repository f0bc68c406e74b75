"""Who is told what a club publishes, what was sent there, and what of it waits."""

import json
import uuid
from datetime import datetime
from typing import Any

from django.conf import settings
from django.utils import timezone
from django.utils.crypto import salted_hmac

from tournaments.labels import Publication
from tournaments.models import Club, Tournament, Webhook, WebhookDelivery

SHOWN = 10  # deliveries of a webhook on its page


def secret_of(key: uuid.UUID) -> str:
    """Return what a webhook's messages are signed with: made of its key and of this installation's secret."""
    return f"whs_{salted_hmac('tournaments.webhook', str(key), algorithm='sha256').hexdigest()}"


def webhooks_of(club: Club) -> list[Webhook]:
    """Return the webhooks of a club that are told something."""
    return list(Webhook.objects.filter(club=club, withdrawn_at=None))


def last_deliveries(webhook: Webhook) -> list[WebhookDelivery]:
    return list(webhook.deliveries.all()[:SHOWN])


def listeners(tournament: Tournament, event: Publication) -> list[Webhook]:
    """Return whom an event of a tournament is told: nobody of what the public does not see."""
    known = webhooks_of(tournament.club)
    interested = [webhook for webhook in known if event in webhook.events]
    if not interested:
        return []
    now = Tournament.objects.get(pk=tournament.pk)
    return interested if now.is_public else []


def message(
    event: Publication, *, key: uuid.UUID, club: Club, at: datetime, tournament: Tournament | None = None, **more: Any
) -> str:
    """
    Return the body of a message: which event, of what, and where to read the rest.

    It names nobody: what is read at its address honours consent at that moment.
    """
    said: dict[str, Any] = {
        "id": str(key),
        "event": event.value,
        "at": timezone.localtime(at).isoformat(),
        "club": {"id": club.pk, "slug": club.slug, "name": club.name},
        "tournament": None,
        **more,
    }
    if tournament is not None:
        now = Tournament.objects.get(pk=tournament.pk)
        said["tournament"] = {
            "id": now.pk,
            "name": now.name,
            "date": now.date.isoformat(),
            "state": now.state,
            "revision": now.revision,
            "url": f"{settings.PUBLIC_ADDRESS.rstrip('/')}/api/v1/tournaments/{now.pk}/",
        }
    return json.dumps(said, ensure_ascii=False)


def is_something_due(at: datetime) -> bool:
    """Whether a message waits whose time has come."""
    return due(at).exists()


def due(at: datetime) -> Any:
    """Return the messages whose time has come, the oldest first; those of a withdrawn webhook wait for nothing."""
    rows = WebhookDelivery.objects.filter(next_try_at__lte=at, webhook__withdrawn_at=None)
    return rows.order_by("next_try_at", "pk")

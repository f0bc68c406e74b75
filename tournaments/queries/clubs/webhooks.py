"""Webhooks: which of them receive an event, what was sent, and what waits to be sent."""

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
    """Return the secret that signs a webhook's messages: made from its key and this installation's secret."""
    return f"whs_{salted_hmac('tournaments.webhook', str(key), algorithm='sha256').hexdigest()}"


def webhooks_of(club: Club) -> list[Webhook]:
    """Return the webhooks of a club that are not withdrawn."""
    return list(Webhook.objects.filter(club=club, withdrawn_at=None))


def last_deliveries(webhook: Webhook) -> list[WebhookDelivery]:
    return list(webhook.deliveries.all()[:SHOWN])


def listeners(tournament: Tournament, event: Publication) -> list[Webhook]:
    """Return the webhooks that receive an event of a tournament; none if the tournament is not public."""
    webhooks = webhooks_of(tournament.club)
    interested = [webhook for webhook in webhooks if event in webhook.events]
    if not interested:
        return []
    current = Tournament.objects.get(pk=tournament.pk)
    return interested if current.is_public else []


def message(
    event: Publication, *, key: uuid.UUID, club: Club, at: datetime, tournament: Tournament | None = None, **more: Any
) -> str:
    """
    Return the JSON body of a message: the event, the club, the tournament, and the address of the rest.

    No player is named: the page at that address follows the consents of the moment it is read.
    """
    body: dict[str, Any] = {
        "id": str(key),
        "event": event.value,
        "at": timezone.localtime(at, club.zone).isoformat(),
        "club": {"id": club.pk, "slug": club.slug, "name": club.name},
        "tournament": None,
        **more,
    }
    if tournament is not None:
        current = Tournament.objects.get(pk=tournament.pk)
        body["tournament"] = {
            "id": current.pk,
            "name": current.name,
            "date": current.date.isoformat(),
            "state": current.state,
            "revision": current.revision,
            "url": f"{settings.PUBLIC_ADDRESS.rstrip('/')}/api/v1/tournaments/{current.pk}/",
        }
    return json.dumps(body, ensure_ascii=False)


def is_something_due(at: datetime) -> bool:
    """Return whether a message is due to be sent."""
    return due(at).exists()


def due(at: datetime) -> Any:
    """Return the messages to send now, the longest due first; none of a withdrawn webhook."""
    rows = WebhookDelivery.objects.filter(next_try_at__lte=at, webhook__withdrawn_at=None)
    return rows.order_by("next_try_at", "pk")

"""Webhooks: added, tested and withdrawn by organisers; an event is queued in the transaction that publishes it."""

import uuid
from collections.abc import Collection
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop

from tournaments.kit.sending import SendingProblem, UnsentError, addresses_of, split
from tournaments.labels import Publication
from tournaments.models import Account, Club, Tournament, Webhook, WebhookDelivery
from tournaments.queries.clubs.webhooks import listeners, message, webhooks_of
from tournaments.refusals import Refusal, sent_before
from tournaments.services.journal import log
from tournaments.services.locks import lock_club

MOST_WEBHOOKS = 10  # of a club
LONGEST_URL = 300
TLS = "https"
WRONG_URL = {
    SendingProblem.ADDRESS: gettext_lazy(
        "Cette adresse ne se lit pas. Écrivez-la en entier, par exemple https://exemple.fr/tarot."
    ),
    SendingProblem.UNKNOWN: gettext_lazy("Personne ne connaît ce nom de site. Vérifiez l’adresse."),
    SendingProblem.INTERNAL: gettext_lazy(
        "Cette adresse mène à un réseau privé ou à cette machine. Seules les adresses d’Internet sont prévenues."
    ),
}


def look_up(url: str) -> None:
    """Refuse an address that leads nowhere, or not to the Internet. It waits, so never in a transaction."""
    try:
        _parts, host, port = split(url)
        addresses_of(host, port)
    except UnsentError as unsent:
        raise _wrong(WRONG_URL[unsent.problem]) from None


@transaction.atomic
def add_webhook(
    *, club: Club, url: str, events: Collection[Publication], key: uuid.UUID, by: Account | None, at: datetime
) -> Webhook:
    """
    Add an address that receives what a club publishes. The same form sent twice (`key`) is one webhook.

    Refuses an address that is malformed, without TLS or already added, a webhook without events, more than
    `MOST_WEBHOOKS`, and the `key` of another club's webhook. `look_up` checks before, and each delivery again, that the
    address leads to the Internet.
    """
    lock_club(club)
    if earlier := sent_before(Webhook, key, code="stale_webhook", club_id=club.pk):
        return earlier
    _refuse(url, events)
    webhooks = webhooks_of(club)
    if any(webhook.url == url for webhook in webhooks):
        raise _wrong(_("Cette adresse est déjà prévenue. Retirez-la d’abord pour changer ce qui lui est dit."))
    if len(webhooks) >= MOST_WEBHOOKS:
        sentence = _("Ce club prévient déjà %(most)d adresses. Retirez celles qui ne servent plus.")
        raise Refusal(sentence % {"most": MOST_WEBHOOKS}, code="too_many_webhooks")
    webhook = Webhook.objects.create(
        club=club,
        url=url,
        events=[event.value for event in Publication if event in events],
        key=key,
        made_at=at,
        made_by=by,
    )
    details = {"events": webhook.events}
    log(action=gettext_noop("adresse à prévenir ajoutée"), subject=url, by=by, at=at, club=club, details=details)
    return webhook


def _refuse(url: str, events: Collection[Publication]) -> None:
    try:
        parts, _host, _port = split(url)
    except UnsentError as unsent:
        raise _wrong(WRONG_URL[unsent.problem]) from None
    if parts.scheme != TLS or not url.startswith(f"{TLS}://") or len(url) > LONGEST_URL:
        raise _wrong(_("L’adresse commence par https:// et tient en %(most)d caractères.") % {"most": LONGEST_URL})
    if not set(events) - {Publication.TEST}:
        raise Refusal(
            _("Dites ce qui est annoncé à cette adresse."),
            code="webhook_for_nothing",
            fields={"events": [_("Cochez au moins une annonce.")]},
        )


def _wrong(sentence: Any) -> Refusal:
    return Refusal(str(sentence), code="webhook_refused", fields={"url": [str(sentence)]})


@transaction.atomic
def withdraw_webhook(*, club: Club, webhook: Webhook, by: Account | None, at: datetime) -> Webhook:
    """Withdraw a webhook: it receives nothing more, and messages that still wait are not sent. Idempotent."""
    lock_club(club)
    if Webhook.objects.filter(pk=webhook.pk, withdrawn_at=None).update(withdrawn_at=at):
        WebhookDelivery.objects.filter(webhook=webhook, next_try_at__isnull=False).update(next_try_at=None)
        log(action=gettext_noop("adresse à prévenir retirée"), subject=webhook.url, by=by, at=at, club=club)
    return webhook


@transaction.atomic
def try_webhook(*, club: Club, webhook: Webhook, by: Account | None, at: datetime) -> WebhookDelivery:
    """Queue a test message. Refuses while another test waits, and a withdrawn webhook."""
    lock_club(club)
    webhook = Webhook.objects.get(pk=webhook.pk)
    if webhook.withdrawn_at is not None:
        raise Refusal(_("Cette adresse n’est plus prévenue : rien n’est envoyé."), code="webhook_withdrawn")
    if webhook.deliveries.filter(event=Publication.TEST, next_try_at__isnull=False).exists():
        raise Refusal(_("Un essai attend déjà d’être reçu : voyez ci-dessous ce qu’il devient."), code="test_waits")
    log(action=gettext_noop("essai envoyé"), subject=webhook.url, by=by, at=at, club=club)
    return _enter(webhook, Publication.TEST, club=club, at=at)


def announce(event: Publication, *, tournament: Tournament, at: datetime, **more: Any) -> None:
    """
    Queue an event of a tournament for every webhook that asks for such events, if the tournament is public.

    Called in the transaction that publishes; a worker sends the message after that transaction.
    """
    for webhook in listeners(tournament, event):
        _enter(webhook, event, club=tournament.club, tournament=tournament, at=at, **more)


def _enter(webhook: Webhook, event: Publication, *, club: Club, at: datetime, **more: Any) -> WebhookDelivery:
    key = uuid.uuid4()
    body = message(event, key=key, club=club, at=at, **more)
    return WebhookDelivery.objects.create(webhook=webhook, event=event, body=body, key=key, made_at=at, next_try_at=at)

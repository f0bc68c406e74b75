"""An organiser adds an address, tries it and withdraws it, and sees what became of the messages."""

import uuid
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from tests.factories import NOW, ClubFactory, organiser
from tournaments.kit.sending import SendingProblem, UnsentError
from tournaments.kit.throttle import RateLimit
from tournaments.labels import Publication
from tournaments.models import Club, Webhook, WebhookDelivery
from tournaments.queries.clubs.webhooks import secret_of
from tournaments.services.clubs import webhooks
from tournaments.views.clubs import programs as views

pytestmark = pytest.mark.django_db

URL = "https://example.org/tarot"


@pytest.fixture
def at(client: Client, club: Club, monkeypatch: pytest.MonkeyPatch) -> str:
    """The page, opened by an organiser, where every name leads to the Internet."""

    monkeypatch.setattr(webhooks, "addresses_of", lambda _host, _port: ["93.184.215.14"])
    client.force_login(organiser(club), backend="allauth.account.auth_backends.AuthenticationBackend")
    return f"/organisation/clubs/{club.pk}/annonces/"


def asked(url: str = URL, *events: str) -> dict[str, object]:
    return {"url": url, "events": events or ["draw_published"], "key": str(uuid.uuid4())}


def test_an_address_is_added_once_tried_and_withdrawn(client: Client, at: str) -> None:
    form = asked()
    assert [client.post(at, form).status_code for _twice in "ab"] == [303, 303]
    webhook = Webhook.objects.get()
    page = client.get(at)
    assert "no-store" in page.headers["Cache-Control"]
    assert secret_of(webhook.key) in page.content.decode()
    assert client.post(f"{at}{webhook.pk}/essai/").status_code == 303
    page = client.get(at).content.decode()
    assert 'hx-trigger="every 2s"' in page
    assert "en route" in page
    assert client.post(f"{at}{webhook.pk}/retirer/").status_code == 303
    assert URL not in client.get(at).content.decode()


def test_what_became_of_each_message_is_said(client: Client, club: Club, at: str) -> None:
    webhook = Webhook.objects.create(club=club, url=URL, events=["draw_published"], key=uuid.uuid4(), made_at=NOW)

    def delivery(**facts: Any) -> None:
        known = {"webhook": webhook, "event": Publication.DRAW, "body": "{}", "key": uuid.uuid4(), "made_at": NOW}
        WebhookDelivery.objects.create(**known | facts)

    delivery(attempts=1, delivered_at=NOW, status=200)
    delivery(attempts=1, next_try_at=NOW, status=503)
    delivery(attempts=7, problem=SendingProblem.INTERNAL)
    page = client.get(at).content.decode()
    for words in (
        "reçu",
        "réponse 503",
        "nouvel envoi le",
        "pas encore reçu",
        "abandonné",
        "adresse d’un réseau privé",
    ):
        assert words in page
    assert "hx-trigger" not in page.partition('id="webhooks"')[2].partition(">")[0]


def test_what_is_wrong_is_said_at_its_field(client: Client, at: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "Cochez au moins une annonce" in client.post(at, asked() | {"events": []}).content.decode()
    answer = client.post(at, asked("http://example.org/"))
    assert (answer.status_code, "commence par https://" in answer.content.decode()) == (422, True)

    def inside(_host: str, _port: int) -> list[str]:
        raise UnsentError(SendingProblem.INTERNAL)

    monkeypatch.setattr(webhooks, "addresses_of", inside)
    answer = client.post(at, asked())
    assert (answer.status_code, "réseau privé" in answer.content.decode()) == (422, True)
    assert not Webhook.objects.exists()


def test_another_clubs_webhook_is_not_there(client: Client, at: str) -> None:
    other = Webhook.objects.create(club=ClubFactory(), url=URL, events=["test"], key=uuid.uuid4(), made_at=NOW)
    for what in ("essai", "retirer"):
        assert client.post(f"{at}{other.pk}/{what}/").status_code == 404
    other.refresh_from_db()
    assert other.withdrawn_at is None


def test_names_are_not_looked_up_without_end(client: Client, at: str, monkeypatch: pytest.MonkeyPatch) -> None:
    cache.clear()
    monkeypatch.setattr(views, "LOOKED_UP", RateLimit("looked-up-twice", 2, 600))
    answers = [client.post(at, asked(f"{URL}/{number}")) for number in range(3)]
    assert [answer.status_code for answer in answers] == [303, 303, 422]
    assert "Trop d’essais" in answers[-1].content.decode()

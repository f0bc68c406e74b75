"""What is published is told to whom it is to be told: once committed, signed, tried again, at last given up."""

import hashlib
import hmac
import json
import uuid
from collections import Counter
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, transaction

from tests.factories import NOW, TournamentFactory, field, organiser
from tests.refusals import refusal_of
from tests.tournaments.rotations import drawn
from tests.tournaments.rounds import publish
from tournaments import tasks
from tournaments.kit.sending import SendingProblem, UnsentError
from tournaments.labels import Publication, TournamentState
from tournaments.models import Club, JournalEntry, Player, Tournament, Webhook, WebhookDelivery
from tournaments.queries.clubs.webhooks import is_something_due, secret_of
from tournaments.refusals import Refusal
from tournaments.services.clubs import webhooks
from tournaments.services.draws.publishing import publish_draw
from tournaments.services.evening.settings import Settings
from tournaments.services.evening.states import set_state
from tournaments.services.evening.tournaments import create_tournament, finish, reopen
from tournaments.services.work import deliveries
from tournaments.services.work.deliveries import PAUSES, send, take_due
from tournaments.services.work.purges import purge

pytestmark = pytest.mark.django_db

URL = "https://example.org/tarot"


def told(club: Club, *events: Publication, url: str = URL) -> Webhook:
    return webhooks.add_webhook(
        club=club, url=url, events=events or (Publication.DRAW,), key=uuid.uuid4(), by=None, at=NOW
    )


def sent() -> list[dict[str, Any]]:
    return [json.loads(body) for body in WebhookDelivery.objects.order_by("pk").values_list("body", flat=True)]


def test_what_happens_to_a_tournament_is_told(club: Club) -> None:
    told(club, *Publication)
    tournament = TournamentFactory(club=club, state=TournamentState.DRAFT)
    set_state(tournament=tournament, state=TournamentState.ANNOUNCED, by=None, at=NOW)
    publish(tournament, 1, [])
    finish(tournament=tournament, by=None, at=NOW)
    reopen(tournament=tournament, reason="erreur", by=None, at=NOW)
    assert [body["event"] for body in sent()] == [
        "tournament_announced",
        "tournament_finished",
        "tournament_reopened",
    ]
    assert [body["tournament"]["state"] for body in sent()] == ["annonce", "termine", "en_cours"]
    now = Tournament.objects.get(pk=tournament.pk)
    assert sent()[-1]["tournament"] == {
        "id": tournament.pk,
        "name": tournament.name,
        "date": "2026-11-21",
        "state": "en_cours",
        "revision": now.revision,
        "url": f"/api/v1/tournaments/{tournament.pk}/",
    }


def test_one_that_is_opened_announced_is_told_at_once(club: Club) -> None:
    told(club, Publication.ANNOUNCED)
    for day, state in ((NOW.date(), TournamentState.DRAFT), (NOW.date() + timedelta(days=7), TournamentState.OPEN)):
        create_tournament(club=club, settings=Settings(name="Vendredi", date=day), state=state, by=None, at=NOW)
    assert [body["tournament"]["state"] for body in sent()] == ["ouvert"]


def test_a_draw_is_told_with_its_rounds_and_without_a_name() -> None:
    tournament = TournamentFactory(rounds_planned=2)
    field(tournament, 8)
    told(tournament.club)
    by = organiser(tournament.club)
    publish_draw(draw=drawn(tournament, by), by=by, at=NOW)
    (body,) = sent()
    assert (body["event"], body["rounds"]) == ("draw_published", [1, 2])
    assert not any(player.last_name in json.dumps(body) for player in Player.objects.all())


def test_only_what_is_asked_for_and_what_the_public_sees_is_told(club: Club) -> None:
    told(club, Publication.REOPENED)
    other = TournamentFactory()
    told(other.club, Publication.FINISHED)
    seen, trial = TournamentFactory(club=club), TournamentFactory(club=other.club, is_trial=True)
    for tournament in (seen, trial):
        publish(tournament, 1, [])
        finish(tournament=tournament, by=None, at=NOW)
    assert sent() == []


def test_what_is_rolled_back_is_told_to_nobody(club: Club) -> None:
    told(club, Publication.FINISHED)
    tournament = TournamentFactory(club=club)
    publish(tournament, 1, [])
    with transaction.atomic():
        finish(tournament=tournament, by=None, at=NOW)
        assert len(sent()) == 1
        transaction.set_rollback(True)
    assert sent() == []


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch) -> list[int | SendingProblem]:
    """What the other site answers, in this order; each message it gets is kept in `answers.taken`."""
    following: list[int | SendingProblem] = []

    def post(url: str, body: bytes, headers: dict[str, str]) -> int:
        answer = following.pop(0)
        TAKEN.append((url, body, headers))
        if isinstance(answer, SendingProblem):
            raise UnsentError(answer)
        return answer

    TAKEN.clear()
    monkeypatch.setattr(deliveries, "post", post)
    return following


TAKEN: list[tuple[str, bytes, dict[str, str]]] = []


def a_delivery(club: Club) -> WebhookDelivery:
    return webhooks.try_webhook(club=club, webhook=told(club), by=None, at=NOW)


def test_a_message_is_signed_by_the_secret_of_its_webhook(club: Club, answers: list[int | SendingProblem]) -> None:
    delivery = a_delivery(club)
    answers.append(204)
    tasks.tell_webhooks()
    ((url, body, headers),) = TAKEN
    assert (url, json.loads(body)["id"]) == (URL, str(delivery.key)) == (URL, headers["Tarot-Club-Delivery"])
    stamp, mac = headers["Tarot-Club-Signature"].split(",")
    secret = secret_of(delivery.webhook.key).encode()
    expected = hmac.new(secret, stamp.removeprefix("t=").encode() + b"." + body, hashlib.sha256).hexdigest()
    assert mac == f"v1={expected}"
    delivery.refresh_from_db()
    assert (delivery.status, delivery.attempts, delivery.next_try_at) == (204, 1, None)
    assert delivery.delivered_at is not None


def test_two_webhooks_have_two_secrets() -> None:
    assert secret_of(uuid.uuid4()) != secret_of(uuid.uuid4())


def test_what_does_not_arrive_is_sent_again_later_and_later_then_given_up(
    club: Club, answers: list[int | SendingProblem]
) -> None:
    delivery = a_delivery(club)
    answers += [500, 302, SendingProblem.SILENT, SendingProblem.INTERNAL, 404, 500, 500]
    at = NOW
    for pause in (*PAUSES, None):
        assert take_due(at=at - timedelta(seconds=1)) is None
        taken = take_due(at=at)
        assert taken is not None
        assert take_due(at=at) is None  # another worker that looks at the same moment
        send(taken, at=at)
        delivery.refresh_from_db()
        assert delivery.next_try_at == (None if pause is None else at + pause)
        at += pause or timedelta()
    assert (delivery.attempts, delivery.status, delivery.delivered_at, answers) == (7, 500, None, [])
    assert len({body for _url, body, _headers in TAKEN}) == 1
    told_at_last = JournalEntry.objects.get(action="annonce abandonnée")
    assert (told_at_last.subject, told_at_last.details["attempts"]) == (URL, 7)
    assert not is_something_due(at + timedelta(days=30))


def test_a_message_that_two_workers_read_goes_to_one(club: Club) -> None:
    delivery = a_delivery(club)
    taken_between: list[WebhookDelivery | None] = []

    def another_worker(execute: Any, sql: str, *rest: Any) -> Any:
        if sql.startswith("UPDATE") and not taken_between:
            taken_between.append(None)  # its own UPDATE passes here too
            taken_between[0] = take_due(at=NOW)
        return execute(sql, *rest)

    with connection.execute_wrapper(another_worker):
        assert take_due(at=NOW) is None
    assert taken_between == [delivery]


def test_what_fails_once_arrives_the_next_time(club: Club, answers: list[int | SendingProblem]) -> None:
    delivery = a_delivery(club)
    answers += [SendingProblem.SILENT, 200]
    for at in (NOW, NOW + PAUSES[0]):
        taken = take_due(at=at)
        assert taken is not None
        send(taken, at=at)
    delivery.refresh_from_db()
    assert (delivery.status, delivery.problem, delivery.next_try_at) == (200, "", None)


def test_a_withdrawn_webhook_is_told_nothing_that_waits(club: Club) -> None:
    delivery = a_delivery(club)
    webhooks.withdraw_webhook(club=club, webhook=delivery.webhook, by=None, at=NOW)
    webhooks.withdraw_webhook(club=club, webhook=delivery.webhook, by=None, at=NOW)
    assert not is_something_due(NOW + timedelta(days=1))
    assert JournalEntry.objects.filter(action="adresse à prévenir retirée").count() == 1
    refused = refusal_of(webhooks.try_webhook, club=club, webhook=delivery.webhook, by=None, at=NOW)
    assert refused.code == "webhook_withdrawn"
    assert told(club).pk != delivery.webhook_id  # the same address again


def test_one_test_at_a_time(club: Club) -> None:
    delivery = a_delivery(club)
    assert refusal_of(webhooks.try_webhook, club=club, webhook=delivery.webhook, by=None, at=NOW).code == "test_waits"


WRONG = ["http://example.org/", "HTTPS://example.org/", "example.org", "https://a b/", f"{URL}/{'a' * 300}"]


@pytest.mark.parametrize("url", WRONG)
def test_an_address_without_tls_or_that_cannot_be_read_is_refused(club: Club, url: str) -> None:
    assert list(refusal_of(told, club, url=url).fields) == ["url"]


def test_what_is_refused_besides(club: Club) -> None:
    assert list(refusal_of(told, club, Publication.TEST).fields) == ["events"]
    key, by = uuid.uuid4(), organiser(club)
    same = [
        webhooks.add_webhook(club=club, url=URL, events=[Publication.DRAW], key=key, by=by, at=NOW) for _twice in "ab"
    ]
    assert same[0] == same[1]
    with pytest.raises(Refusal, match="déjà prévenue"):
        told(club)
    for number in range(webhooks.MOST_WEBHOOKS - 1):
        told(club, url=f"{URL}/{number}")
    assert refusal_of(told, club, url=f"{URL}/more").code == "too_many_webhooks"


@pytest.mark.parametrize("host", ["127.0.0.1", "[::1]", "localhost", "169.254.169.254"])
def test_an_address_inside_is_refused_when_it_is_typed(host: str) -> None:
    with pytest.raises(Refusal, match="réseau privé"):
        webhooks.look_up(f"https://{host}/")


def test_old_messages_are_deleted_and_what_waits_stays(club: Club) -> None:
    waiting = a_delivery(club)
    done = WebhookDelivery.objects.create(
        webhook=waiting.webhook, event=Publication.DRAW, body="{}", key=uuid.uuid4(), made_at=NOW
    )
    assert purge(at=NOW + timedelta(days=29))["WebhookDelivery"] == 0
    assert purge(at=NOW + timedelta(days=31))["WebhookDelivery"] == 1
    assert not WebhookDelivery.objects.filter(pk=done.pk).exists()
    assert WebhookDelivery.objects.filter(pk=waiting.pk).exists()


def test_a_site_that_answers_slowly_comes_after_those_that_do_not(club: Club) -> None:
    slow, quick = told(club, url="https://slow.example/"), told(club, url="https://quick.example/")
    for number, webhook in enumerate([slow, slow, slow, quick, quick]):
        WebhookDelivery.objects.create(
            webhook=webhook,
            event="essai",
            body="{}",
            key=uuid.uuid4(),
            made_at=NOW,
            next_try_at=NOW + timedelta(seconds=number),
        )
    spent, order = Counter[int](), []
    while (delivery := take_due(at=NOW + timedelta(seconds=9), spent=spent)) is not None:
        order.append(delivery.webhook_id)
        spent[delivery.webhook_id] += 9_000 if delivery.webhook_id == slow.pk else 9
    assert order == [slow.pk, quick.pk, quick.pk, slow.pk, slow.pk]

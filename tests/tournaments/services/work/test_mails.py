"""The e-mail with the link of an entry: to the address typed, saying why, sent once, retried, given up."""

import re
import uuid
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.test import Client
from django.utils import timezone

from tests.factories import NOW, ClubFactory, TournamentFactory
from tests.texts import plain, text
from tournaments.labels import EntryState
from tournaments.models import Entry, FromHome, Tournament
from tournaments.queries.people.entries import entry_code, entry_opened_by, mail_due, proof_of
from tournaments.services.people.entries import EntryFacts, cancel_entry, enter
from tournaments.services.work.mails import PAUSES, send, take_due
from tournaments.tasks import send_mails, tend_jobs

pytestmark = pytest.mark.django_db

SITE = "https://tarot.example.org"


@pytest.fixture
def opened(settings: Any) -> Tournament:
    settings.SENDS_MAIL, settings.PUBLIC_ADDRESS = True, SITE
    club = ClubFactory(name="Les Bouts")
    return TournamentFactory(club=club, name="Coupe", entries_open=True, capacity=1, entries_confirmed=False)


def entered(tournament: Tournament, name: str = "<b>Inconnu</b>", email: str = "un@example.org", **more: str) -> Entry:
    facts = EntryFacts(last_name=name, first_name="http://spam.example", email=email, message="Achetez !")
    return enter(tournament=tournament, facts=facts, key=uuid.uuid4(), at=NOW, **more)


def test_it_goes_to_the_address_typed_and_says_why_and_where_his_page_is(opened: Tournament) -> None:
    entry = entered(opened)
    send_mails()
    (message,) = mail.outbox
    body = plain(message.body)
    assert (message.to, message.cc, message.bcc) == (["un@example.org"], [], [])
    assert plain(message.subject) == "Votre inscription : Coupe"
    assert "parce que votre adresse a été tapée pour s’inscrire à « Coupe », Les Bouts, le 21 novembre 2026." in body
    assert "Vous êtes inscrit." in body
    (code,) = re.findall(rf"{SITE}/i/([^/]+)/", body)
    assert entry_opened_by(code) == entry
    # Nothing that a stranger chose is said to whoever has that address.
    said = (message.subject + body).lower()
    assert not any(typed in said for typed in ("inconnu", "spam", "achetez"))
    send_mails()
    assert len(mail.outbox) == 1


def test_who_is_to_confirm_is_sent_a_link_that_his_browser_does_not_have(client: Client, opened: Tournament) -> None:
    Tournament.objects.update(entries_confirmed=True, date=timezone.localdate())
    entry = entered(opened)
    send_mails()
    (message,) = mail.outbox
    assert plain(message.subject) == "À confirmer : Coupe"
    assert "Votre place n’est pas encore tenue" in plain(message.body)
    assert "sans confirmation, votre adresse est effacée dans la semaine" in plain(message.body)
    assert "annulez" not in message.body
    (path,) = re.findall(rf"{SITE}(/i/[^/]+/confirmer/[^/]+/)\n", message.body)
    own = f"/i/{entry_code(entry)}/"
    assert path.startswith(own)
    assert path not in text(client.get(own))
    assert "Confirmez votre adresse" in text(client.get(own))

    forged = client.post(f"{own}confirmer/{'0' * 20}/")
    assert "Ce lien ne confirme rien" in text(forged)
    assert "un@example.org est bien votre adresse" in text(client.get(path))  # which confirms nothing by itself
    assert Entry.objects.get().state == EntryState.TO_CONFIRM
    assert client.post(path)["Location"] == own
    assert "Vous êtes inscrit" in text(client.get(own))
    assert client.get(path)["Location"] == own
    send_mails()
    assert len(mail.outbox) == 1


def test_a_link_to_an_address_does_not_confirm_the_next_one(client: Client, opened: Tournament) -> None:
    Tournament.objects.update(entries_confirmed=True)
    entry = entered(opened)
    path = f"/i/{entry_code(entry)}/confirmer/{proof_of(entry)}/"
    Entry.objects.update(email="autre@example.org")
    assert "Ce lien ne confirme rien" in text(client.post(path))
    assert Entry.objects.get().state == EntryState.TO_CONFIRM


def test_who_waits_is_told_his_place_and_again_when_he_moves_up(opened: Tournament) -> None:
    first = entered(opened, email="")
    entered(opened, "DEUX", "deux@example.org", language="en")
    send_mails()
    assert "on the waiting list, at place 1." in mail.outbox[0].body
    cancel_entry(entry=first, by=FromHome("X"), at=NOW)
    send_mails()
    assert "A place became free: you are entered." in mail.outbox[1].body
    assert [message.to for message in mail.outbox] == [["deux@example.org"]] * 2


def test_without_a_mail_server_or_an_address_nothing_is_sent(opened: Tournament, settings: Any) -> None:
    entered(opened, email="")
    settings.SENDS_MAIL = False
    entered(opened, "DEUX")
    settings.SENDS_MAIL = True
    assert not mail_due(NOW).exists()
    entered(opened, "TROIS")
    settings.PUBLIC_ADDRESS, settings.ALLOWED_HOSTS = "", ["localhost"]
    send_mails()
    assert (mail.outbox, mail_due(NOW + timedelta(days=9)).exists()) == ([], False)


def test_who_cancels_before_it_left_gets_none(opened: Tournament) -> None:
    cancel_entry(entry=entered(opened), by=FromHome("X"), at=NOW)
    send_mails()
    assert mail.outbox == []


def test_a_server_that_is_away_is_asked_again_and_given_up(opened: Tournament, monkeypatch: pytest.MonkeyPatch) -> None:
    def is_away(_backend: EmailBackend, _messages: object) -> int:
        raise ConnectionRefusedError

    entered(opened)
    monkeypatch.setattr(EmailBackend, "send_messages", is_away)
    at, tries = NOW, 0
    while (entry := take_due(at=at)) is not None:
        send(entry)
        tries += 1
        at = entry.mail_at or at
    assert tries == len(PAUSES) + 1
    assert mail.outbox == []


def test_two_workers_send_one_message(opened: Tournament) -> None:
    entered(opened)
    taken = [take_due(at=NOW), take_due(at=NOW)]
    assert [entry is None for entry in taken] == [False, True]


def test_a_worker_finds_by_itself_what_waits(opened: Tournament, settings: Any) -> None:
    settings.CELERY_TASK_ALWAYS_EAGER = True
    entered(opened)
    tend_jobs()
    assert len(mail.outbox) == 1

"""The e-mail with the link of an entry: to the address typed, saying why, sent once, retried, given up."""

import re
import uuid
from datetime import date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.test import Client
from django.utils import timezone

from tests.factories import NOW, ClubFactory, TournamentFactory
from tests.texts import plain, text
from tournaments.labels import EntryState, Status, TournamentState
from tournaments.mail_labels import MailState
from tournaments.models import Club, Entry, FromHome, Mail, Tournament
from tournaments.queries.people.entries import entry_code, entry_opened_by, proof_of, reminders_due
from tournaments.queries.people.messages import mail_due
from tournaments.services.people.entries import EntryFacts, cancel_entry, enter, take_in
from tournaments.services.people.entry_changes import stop_reminder
from tournaments.services.people.players import PlayerFacts
from tournaments.services.people.registrations import set_status
from tournaments.services.work.mails import PAUSES, remind, send, take_due
from tournaments.tasks import send_mails, tend_jobs, tend_mails

pytestmark = pytest.mark.django_db

SITE = "https://tarot.example.org"


@pytest.fixture
def opened(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Tournament:
    monkeypatch.setattr(timezone, "now", lambda: NOW)  # no message leaves for an evening that is past
    settings.SENDS_MAIL, settings.PUBLIC_ADDRESS = True, SITE
    club = ClubFactory(name="Les Bouts")
    return TournamentFactory(club=club, name="Coupe", entries_open=True, capacity=1, entries_confirmed=False)


def entered(
    tournament: Tournament,
    name: str = "<b>Inconnu</b>",
    email: str = "un@example.org",
    *,
    reminder: bool = False,
    **more: str,
) -> Entry:
    spam = {"first_name": "http://spam.example", "message": "Achetez !"}
    facts = EntryFacts(last_name=name, email=email, reminder=reminder, **spam)
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


EVE = datetime(2026, 11, 20, 10, tzinfo=ZoneInfo("Europe/Paris"))  # of the tournament


def test_who_asked_is_reminded_once_the_day_before_and_may_stop_it(
    client: Client, opened: Tournament, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.CELERY_TASK_ALWAYS_EAGER = True
    Tournament.objects.update(capacity=None, starts_at=time(20, 30), place="Foyer rural")
    asked, stopped, gone = (entered(opened, name, f"{name}@example.org", reminder=True) for name in "abc")
    entered(opened, "d", "d@example.org")
    send_mails()
    stop = f"{SITE}/i/{entry_code(stopped)}/rappel/"
    monkeypatch.setattr(timezone, "now", lambda: EVE - timedelta(hours=1))
    assert "Un rappel part la veille à a@example.org." in text(client.get(f"/i/{entry_code(asked)}/"))
    path = stop.removeprefix(SITE)
    assert "Ne pas m’en envoyer" in text(client.get(path))
    assert Entry.objects.get(pk=stopped.pk).reminder
    assert client.post(path).status_code == 303
    assert "Aucun rappel ne part." in text(client.get(path))
    cancel_entry(entry=gone, by=FromHome("X"), at=NOW)
    mail.outbox.clear()

    for at in (EVE - timedelta(minutes=1), EVE - timedelta(days=1), EVE + timedelta(hours=11)):
        assert not reminders_due(at).exists()
    assert remind(at=EVE) == 1
    assert remind(at=EVE + timedelta(hours=1)) == 0
    monkeypatch.setattr(timezone, "now", lambda: EVE)
    send_mails()
    (message,) = mail.outbox
    assert (message.to, plain(message.subject)) == (["a@example.org"], "C’est demain : Coupe")
    assert "C’est demain : 21 novembre 2026, 20 h 30, Foyer rural." in plain(message.body)
    assert f"{SITE}/i/{entry_code(asked)}/\n" in message.body
    send_mails()
    assert len(mail.outbox) == 1


PROMISED = "Un rappel part la veille à un@example.org."


@pytest.mark.parametrize("columns", [{"called_off": "Neige"}, {"state": TournamentState.RUNNING}, {"date": EVE.date()}])
def test_a_page_promises_a_reminder_only_while_one_leaves(
    client: Client, opened: Tournament, monkeypatch: pytest.MonkeyPatch, columns: dict[str, object]
) -> None:
    entry = entered(opened, reminder=True)
    page = f"/i/{entry_code(entry)}/"
    assert PROMISED not in text(client.get(page))  # it is the day itself
    monkeypatch.setattr(timezone, "now", lambda: EVE)
    assert PROMISED in text(client.get(page))
    monkeypatch.setattr(timezone, "now", lambda: EVE + timedelta(hours=11))  # those of the eve have left
    assert PROMISED not in text(client.get(page))
    monkeypatch.setattr(timezone, "now", lambda: EVE)
    Tournament.objects.update(**columns)
    assert PROMISED not in text(client.get(page))


def test_who_was_taken_off_the_list_reads_so_and_is_promised_nothing(
    client: Client, opened: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    entry, page = entered(opened, reminder=True), "/i/{}/"
    monkeypatch.setattr(timezone, "now", lambda: EVE)
    registration = take_in(entry=entry, place=0, facts=PlayerFacts("UN"), by=None, at=EVE)
    shown = text(client.get(page.format(entry_code(entry))))
    assert ("Vous êtes inscrit" in shown, PROMISED in shown) == (True, True)
    set_status(tournament=opened, registrations=[registration.pk], status=Status.WITHDRAWN, by=None, at=EVE)
    shown = text(client.get(page.format(entry_code(entry))))
    assert ("Vous êtes inscrit" in shown, PROMISED in shown) == (False, False)
    assert "Vous n’êtes plus sur la liste de ce tournoi." in shown


@pytest.mark.parametrize(
    "columns",
    [
        {"state": TournamentState.DRAFT},
        {"state": TournamentState.RUNNING},
        {"is_trial": True},
        {"date": date(2026, 11, 22)},
    ],
)  # fmt: skip
def test_an_evening_that_is_not_tomorrows_or_not_shown_reminds_nobody(
    opened: Tournament, columns: dict[str, object]
) -> None:
    entered(opened, reminder=True)
    assert reminders_due(EVE).exists()
    Tournament.objects.update(**columns)
    assert not reminders_due(EVE).exists()


def test_the_day_before_is_that_of_the_club(opened: Tournament) -> None:
    """At ten in Paris it is eight in the evening in Nouméa, and five in the morning in Guadeloupe."""
    entered(opened, reminder=True)
    due = {}
    for zone in ("Pacific/Noumea", "America/Guadeloupe"):
        Club.objects.update(time_zone=zone)
        due[zone] = [
            hours for hours in (-11, -10, 0, 1, 5, 15, 16) if reminders_due(EVE + timedelta(hours=hours)).exists()
        ]

    assert due == {"Pacific/Noumea": [-10, 0], "America/Guadeloupe": [5, 15]}


def test_a_reminder_that_is_on_its_way_is_stopped_too_and_none_goes_without_an_address(opened: Tournament) -> None:
    entry = entered(opened, reminder=True)
    entered(opened, "DEUX", "", reminder=True)
    Mail.objects.all().delete()
    assert remind(at=EVE) == 1
    stop_reminder(entry=entry)
    send_mails()
    assert mail.outbox == []


def test_who_moved_up_days_before_is_reminded_like_everybody(
    opened: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(timezone, "now", lambda: EVE)
    first = entered(opened, email="")
    entered(opened, "DEUX", "deux@example.org", reminder=True)
    cancel_entry(entry=first, by=FromHome("X"), at=EVE - timedelta(days=3))
    Mail.objects.filter(due_at__gt=EVE).update(due_at=EVE)
    remind(at=EVE)
    send_mails()
    assert plain(mail.outbox[-1].subject) == "C’est demain : Coupe"
    assert "Vous êtes inscrit." in plain(mail.outbox[-1].body)


def test_a_place_that_became_free_after_the_reminder_is_said(opened: Tournament) -> None:
    first = entered(opened, email="")
    entered(opened, "DEUX", "deux@example.org", reminder=True)
    remind(at=EVE)
    send_mails()
    assert "liste d’attente, à la place 1" in plain(mail.outbox[-1].body)
    cancel_entry(entry=first, by=FromHome("X"), at=EVE + timedelta(hours=1))
    send_mails()
    assert plain(mail.outbox[-1].subject) == "Une place s’est libérée : Coupe"
    assert "Une place s’est libérée" in plain(mail.outbox[-1].body)


def test_who_wants_no_reminder_is_told_all_the_same_that_a_place_became_free(opened: Tournament) -> None:
    first = entered(opened, email="")
    second = entered(opened, "DEUX", "deux@example.org", reminder=True)
    remind(at=EVE)
    send_mails()
    cancel_entry(entry=first, by=FromHome("X"), at=EVE + timedelta(hours=1))
    stop_reminder(entry=second)
    send_mails()
    assert "Une place s’est libérée" in plain(mail.outbox[-1].body)


def test_a_worker_reminds_by_itself_where_messages_leave(
    opened: Tournament, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.CELERY_TASK_ALWAYS_EAGER = True
    entered(opened, reminder=True)
    Mail.objects.all().delete()
    monkeypatch.setattr(timezone, "now", lambda: EVE)
    settings.SENDS_MAIL = False
    tend_mails(EVE)
    assert Entry.objects.get().reminded_at is None
    settings.SENDS_MAIL = True
    for _each in range(2):
        tend_mails(EVE)
    assert [message.to for message in mail.outbox] == [["un@example.org"]]


def test_a_reminder_is_offered_where_messages_leave_and_needs_an_address(
    client: Client, opened: Tournament, settings: Any
) -> None:
    Tournament.objects.update(entries_open=True, date=timezone.localdate() + timedelta(days=2))
    form = f"/tournois/{opened.pk}/inscription/"
    assert 'name="reminder"' in text(client.get(form))
    typed = {"last_name": "UN", "first_name": "Zoé", "reminder": "on", "key": str(uuid.uuid4())}
    assert "c’est là que part le rappel" in text(client.post(form, typed))
    assert client.post(form, typed | {"email": "un@example.org"}).status_code == 303
    assert Entry.objects.get().reminder
    change = f"/i/{entry_code(Entry.objects.get())}/changer/"
    Tournament.objects.update(date=timezone.localdate())  # the day before is over
    assert 'name="reminder"' not in text(client.get(form))
    assert 'name="reminder"' not in text(client.get(change))
    said = typed | {"email": "un@example.org", "message": "Bonjour", "key": str(uuid.uuid4())}
    assert client.post(change, said).status_code == 303
    assert (Entry.objects.get().message, Entry.objects.get().reminder) == ("Bonjour", True)
    settings.SENDS_MAIL = False
    assert 'name="reminder"' not in text(client.get(form))


def test_a_server_that_is_away_is_asked_again_and_given_up(opened: Tournament, monkeypatch: pytest.MonkeyPatch) -> None:
    def is_away(_backend: EmailBackend, _messages: object) -> int:
        raise ConnectionRefusedError

    Tournament.objects.update(date=date(2026, 11, 28))
    entered(opened)
    monkeypatch.setattr(EmailBackend, "send_messages", is_away)
    at, tries = NOW, 0
    while (message := take_due(at=at)) is not None:
        send(message, at=at)
        tries += 1
        at = message.due_at or at
    assert tries == len(PAUSES) + 1
    assert mail.outbox == []
    assert Mail.objects.get().state == MailState.GIVEN_UP


def test_two_workers_send_one_message(opened: Tournament) -> None:
    entered(opened)
    taken = [take_due(at=NOW), take_due(at=NOW)]
    assert [message is None for message in taken] == [False, True]


def test_a_worker_finds_by_itself_what_waits(opened: Tournament, settings: Any) -> None:
    settings.CELERY_TASK_ALWAYS_EAGER = True
    entered(opened)
    tend_jobs()
    assert len(mail.outbox) == 1

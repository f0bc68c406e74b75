"""E-mails to people: an evening changed or called off, a fee, what a server refuses, how they stop, once each."""

import smtplib
import uuid
from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

import pytest
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from tests.factories import (
    NOW,
    AccountFactory,
    ClubFactory,
    PlayerFactory,
    RegistrationFactory,
    SeasonFactory,
    TournamentFactory,
    a_season_rate,
)
from tests.refusals import refusal_of
from tests.texts import plain, text
from tournaments.labels import EndReason, EntryState, PaymentMethod, Status, TournamentState
from tournaments.mail_labels import MailKind, MailPurpose, MailState
from tournaments.models import (
    Entry,
    EntryPartner,
    FromHome,
    JournalEntry,
    Mail,
    Mailbox,
    Membership,
    Player,
    Tournament,
)
from tournaments.queries.people.entries import entry_code, reminders_due
from tournaments.queries.people.messages import LOST_AFTER, MOST_A_DAY, digest_of, mails_by_kind, stop_code
from tournaments.queries.people.reach import people_of, to_call
from tournaments.services.evening.calling_off import LATER, call_off, hold_after_all
from tournaments.services.evening.settings import Settings
from tournaments.services.evening.tournaments import change_settings
from tournaments.services.money.fees import take_fees
from tournaments.services.money.payments import cancel_payment
from tournaments.services.people.entries import EntryFacts, cancel_entry, confirm_address, enter
from tournaments.services.people.entry_changes import change_entry, typed_in
from tournaments.services.people.members import end_membership
from tournaments.services.people.messages import OwedFee, stop_messages, try_address_again, write_to
from tournaments.services.privacy.erasing import erase_player
from tournaments.services.work import mails
from tournaments.services.work.mails import PAUSES, final_refusal, send, take_due
from tournaments.services.work.purges import purge
from tournaments.tasks import send_mails

pytestmark = pytest.mark.django_db

SITE = "https://tarot.example.org"


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Return the moment that the clock shows, in a list: what is put there is the time from then on."""
    moment = [NOW]
    monkeypatch.setattr(timezone, "now", lambda: moment[0])
    return moment


@pytest.fixture
def soon(settings: Any, at: list[Any]) -> Tournament:
    settings.SENDS_MAIL, settings.PUBLIC_ADDRESS = True, SITE
    return TournamentFactory(
        club=ClubFactory(name="Les Bouts", hall="Foyer rural", town="Vannes"),
        name="Coupe",
        date=date(2026, 11, 28),
        starts_at=time(20, 30),
        state=TournamentState.OPEN,
        entries_open=True,
        entries_confirmed=False,
    )


def entered(tournament: Tournament, email: str, name: str = "UN", **more: Any) -> Entry:
    said = {key: more.pop(key) for key in ("phone", "reminder") if key in more}
    facts = EntryFacts(last_name=name, email=email, **said)
    return enter(tournament=tournament, facts=facts, key=uuid.uuid4(), at=NOW, **more)


def member(tournament: Tournament, name: str, email: str = "", **columns: Any) -> Player:
    player = PlayerFactory(club=tournament.club, last_name=name, email=email, email_consent=bool(email), **columns)
    RegistrationFactory(tournament=tournament, player=player)
    return player


def sent() -> list[tuple[str, str]]:
    """Send what waits; return to whom and under which subject, and forget it."""
    send_mails()
    found = [(message.to[0], plain(message.subject)) for message in mail.outbox]
    mail.outbox.clear()
    return found


def test_an_evening_that_is_called_off_is_told_to_everybody_who_gave_an_address(soon: Tournament) -> None:
    entered(soon, "home@example.org")
    entered(soon, "", "DEUX")
    cancel_entry(entry=entered(soon, "gone@example.org", "TROIS"), by=FromHome("X"), at=NOW)
    member(soon, "QUATRE", "member@example.org")
    member(soon, "CINQ", phone="06 11 22 33 44", phone_consent=True)
    left = member(soon, "SIX", "left@example.org")
    left.registrations.update(status=Status.WITHDRAWN)
    sent()

    for _twice in range(2):
        call_off(tournament=soon, reason="Salle fermée", by=None, at=NOW)
    send_mails()
    said = {message.to[0]: message for message in mail.outbox}
    assert sorted(said) == ["home@example.org", "member@example.org"]
    for message in said.values():
        assert plain(message.subject) == "Annulé : Coupe"
        assert "« Coupe » est annulé : ne venez pas le 28 novembre 2026." in plain(message.body)
        assert "Le club dit pourquoi : Salle fermée" in plain(message.body)
        assert message.from_email.startswith("Les Bouts <")
    assert "parce que vous êtes inscrit à « Coupe »" in plain(said["member@example.org"].body)
    assert [(one.name.split()[0], one.phone) for one in people_of(soon) if not one.is_written] == [
        ("CINQ", "06 11 22 33 44"),
        ("DEUX", ""),
    ]
    mail.outbox.clear()
    assert sent() == []


def test_who_entered_from_home_and_was_accepted_is_told_once(soon: Tournament) -> None:
    player = member(soon, "UN", "file@example.org")
    entry = entered(soon, "home@example.org")
    Entry.objects.update(registration=player.registrations.get())
    member(soon, "COUPLE", "home@example.org")
    sent()
    call_off(tournament=soon, reason="Neige", by=None, at=NOW)
    assert sent() == [("home@example.org", "Annulé : Coupe")]
    assert [one.entry for one in people_of(soon)] == [None, entry]


def test_who_was_accepted_without_an_address_is_told_at_the_one_in_his_file(soon: Tournament) -> None:
    player = member(soon, "UN", "file@example.org")
    entered(soon, "")
    Entry.objects.update(registration=player.registrations.get())
    call_off(tournament=soon, reason="Neige", by=None, at=NOW)
    assert sent() == [("file@example.org", "Annulé : Coupe")]


def test_who_was_accepted_and_withdrew_is_told_nothing_and_not_called(soon: Tournament) -> None:
    player = member(soon, "UN")
    entered(soon, "home@example.org", reminder=True)
    noon = datetime(2026, 11, 27, 12, tzinfo=UTC)
    Entry.objects.update(registration=player.registrations.get())
    assert reminders_due(noon).count() == 1
    player.registrations.update(status=Status.WITHDRAWN)
    sent()
    assert not reminders_due(noon).exists()
    assert people_of(soon) == []
    call_off(tournament=soon, reason="Neige", by=None, at=NOW)
    assert sent() == []


def test_nobody_writes_to_the_dead(soon: Tournament) -> None:
    """His own club notes his death; he is still registered elsewhere, with the address that the club there keeps."""
    there, season = ClubFactory(name="Ailleurs"), SeasonFactory(club=soon.club)
    owes = PlayerFactory(club=soon.club, email="owes@example.org", email_consent=True)
    guest, at_home = (PlayerFactory(club=there, last_name=name) for name in ("UN", "DEUX"))
    Membership.objects.create(club=soon.club, player=guest, email="ours@example.org", email_consent=True)
    RegistrationFactory(tournament=soon, player=guest)
    RegistrationFactory(tournament=soon, player=at_home)
    entry = entered(soon, "home@example.org", "DEUX", reminder=True, phone="06")
    EntryPartner.objects.bulk_create([EntryPartner(entry=entry, place=1, last_name="TROIS")])
    Entry.objects.update(registration=at_home.registrations.get())
    moved(soon, starts_at=time(21))
    write_to(club=soon.club, season=season, owed=[OwedFee(owes, 10, 20)], by=None, at=NOW)
    assert Mail.objects.filter(state=MailState.WAITING).count() == 4

    for club, player in ((there, guest), (there, at_home), (soon.club, owes)):
        end_membership(club=club, player=player, reason=EndReason.DIED, by=None, at=NOW)
    assert not reminders_due(datetime(2026, 11, 27, 12, tzinfo=UTC)).exists()
    assert [(one.name, one.email, one.phone) for one in people_of(soon)] == [("TROIS", "", "")]
    assert sent() == []
    call_off(tournament=soon, reason="Neige", by=None, at=NOW)
    assert sent() == []


def test_what_is_called_off_takes_no_entry_and_says_why_in_public(client: Client, soon: Tournament) -> None:
    entry = entered(soon, "home@example.org")
    call_off(tournament=soon, reason="Salle fermée", by=None, at=NOW)
    page = text(client.get(f"/tournois/{soon.pk}/"))
    assert "Annulé : Salle fermée" in plain(page)
    assert "annulé</span>" in page
    calendar = client.get(f"/tournois/{soon.pk}/calendrier.ics").content.decode()
    assert "STATUS:CANCELLED" in calendar
    assert "SUMMARY:ANNULÉ · Coupe" in calendar
    assert refusal_of(entered, soon, "late@example.org", "TARD").code == "entries_closed"
    assert sent() == [("home@example.org", "Annulé : Coupe")]  # its link was not sent yet: it is of no use now
    assert entry.mails.get(kind=MailKind.LINK).state == MailState.DROPPED


def test_what_takes_place_after_all_is_told_to_the_same(soon: Tournament) -> None:
    entered(soon, "home@example.org")
    sent()
    call_off(tournament=soon, reason="Neige", by=None, at=NOW)
    sent()
    hold_after_all(tournament=soon, by=None, at=NOW)
    hold_after_all(tournament=soon, by=None, at=NOW)
    send_mails()
    (message,) = mail.outbox
    assert plain(message.subject) == "Changement : Coupe"
    assert "Le tournoi a bien lieu, il n’est plus annulé : 28 novembre 2026, 20 h 30" in plain(message.body)
    soon.refresh_from_db()
    assert soon.called_off == ""


@pytest.mark.parametrize(
    ("columns", "code"),
    [
        ({"state": TournamentState.RUNNING}, "already_played"),
        ({"state": TournamentState.FINISHED}, "tournament_finished"),
        ({"state": TournamentState.DRAFT}, "not_public"),
        ({"is_trial": True}, "not_public"),
    ],
)
def test_what_nobody_expects_is_not_called_off(soon: Tournament, columns: dict[str, Any], code: str) -> None:
    Tournament.objects.update(**columns)
    assert refusal_of(call_off, tournament=soon, reason="Neige", by=None, at=NOW).code == code
    assert not Tournament.objects.exclude(called_off="").exists()


def test_a_reason_is_asked(soon: Tournament) -> None:
    assert list(refusal_of(call_off, tournament=soon, reason=" ", by=None, at=NOW).fields) == ["reason"]


def moved(tournament: Tournament, **columns: Any) -> None:
    tournament.refresh_from_db()
    settings = Settings.of(tournament)
    for name, value in columns.items():
        object.__setattr__(settings, name, value)
    change_settings(tournament=tournament, settings=settings, by=None, at=timezone.now())


def test_another_day_or_hall_is_told_once_after_the_organiser_has_corrected_himself(
    soon: Tournament, at: list[Any]
) -> None:
    entered(soon, "home@example.org")
    sent()
    moved(soon, date=date(2025, 11, 29))
    moved(soon, date=date(2026, 11, 29))
    moved(soon, place="Salle des fêtes")
    assert sent() == []
    at[0] = NOW + LATER
    send_mails()
    (message,) = mail.outbox
    assert "Il a lieu : 29 novembre 2026, 20 h 30, Salle des fêtes." in plain(message.body)
    assert "Il était annoncé : 28 novembre 2026, 20 h 30, Foyer rural, Vannes." in plain(message.body)
    mail.outbox.clear()

    moved(soon, starts_at=time(21))
    moved(soon, starts_at=time(20, 30))
    at[0] = NOW + 3 * LATER
    assert sent() == []  # it is as they were told


def test_other_settings_and_evenings_that_nobody_has_read_of_are_told_to_nobody(soon: Tournament) -> None:
    entered(soon, "home@example.org")
    sent()
    moved(soon, capacity=40)
    Tournament.objects.update(state=TournamentState.DRAFT)
    moved(soon, date=date(2026, 11, 30))
    Tournament.objects.update(state=TournamentState.OPEN, date=date(2026, 11, 1))
    moved(soon, date=date(2026, 11, 2))
    Tournament.objects.update(date=date(2026, 11, 28), called_off="Neige")
    moved(soon, place="Salle des fêtes")
    assert not Mail.objects.filter(kind=MailKind.CHANGED).exists()


def test_another_hall_this_evening_is_told(soon: Tournament) -> None:
    entered(soon, "home@example.org")
    Tournament.objects.update(date=NOW.date())
    moved(soon, place="Salle des fêtes")
    assert Mail.objects.get(kind=MailKind.CHANGED).state == MailState.WAITING


def test_what_is_called_off_again_before_it_was_told_is_told_once(soon: Tournament) -> None:
    entered(soon, "home@example.org")
    sent()
    call_off(tournament=soon, reason="Neige", by=None, at=NOW)
    hold_after_all(tournament=soon, by=None, at=NOW)
    call_off(tournament=soon, reason="Verglas", by=None, at=NOW)
    assert sent() == [("home@example.org", "Annulé : Coupe")]


def test_where_nothing_is_sent_everybody_is_to_be_called(soon: Tournament, settings: Any) -> None:
    settings.SENDS_MAIL = False
    entered(soon, "home@example.org", phone="02 97")
    call_off(tournament=soon, reason="Neige", by=None, at=NOW)
    assert [(one.name, one.phone, one.is_written) for one in people_of(soon)] == [("UN", "02 97", False)]
    assert not Mail.objects.exists()


def test_the_statements_do_not_grow_with_the_people(
    soon: Tournament, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for people in (1, 3):
        Tournament.objects.update(called_off="")
        for number in range(people):
            entered(soon, f"h{people}{number}@example.org", f"H{people}{number}")
            member(soon, f"M{people}{number}", f"m{people}{number}@example.org")
        with django_assert_num_queries(17):
            call_off(tournament=soon, reason="Neige", by=None, at=NOW)
        with django_assert_num_queries(5):
            people_of(soon)


def stop_path(email: str, purpose: MailPurpose = MailPurpose.EVENINGS) -> str:
    return f"/messages/{stop_code(Mailbox.objects.get(digest=digest_of(email)), purpose)}/"


def test_each_message_is_stopped_by_a_link_without_login_and_allowed_again(client: Client, soon: Tournament) -> None:
    entered(soon, "home@example.org")
    send_mails()
    (message,) = mail.outbox
    path = stop_path("home@example.org")
    assert f"Pour ne plus recevoir de messages de Les Bouts sur vos soirées :\n{SITE}{path}\n" in plain(message.body)
    assert message.extra_headers["List-Unsubscribe"] == f"<{SITE}{path}>"
    assert message.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    mail.outbox.clear()

    assert "Ne plus recevoir ces messages" in text(client.get(path))
    assert Mailbox.objects.get().evenings_stopped_at is None  # a mail program opens links
    call_off(tournament=soon, reason="Neige", by=None, at=NOW)  # waits while he stops
    by_a_program = Client(enforce_csrf_checks=True).post(path, {"List-Unsubscribe": "One-Click"})
    assert by_a_program.status_code == 200
    assert "ne vous envoie plus de messages sur vos soirées" in text(by_a_program)
    assert sent() == []
    assert [one.is_written for one in people_of(soon)] == [False]

    assert "vous recevrez de nouveau" in text(client.post(path, {"allow": "1"}))
    hold_after_all(tournament=soon, by=None, at=NOW)
    assert sent() == [("home@example.org", "Changement : Coupe")]


def test_what_waited_when_he_stopped_is_not_sent_once_he_allows_it_again(client: Client, soon: Tournament) -> None:
    entered(soon, "home@example.org")
    path = stop_path("home@example.org")
    client.post(path)
    client.post(path, {"allow": "1"})
    assert sent() == []


def test_a_forged_link_stops_nothing(client: Client, soon: Tournament) -> None:
    entered(soon, "home@example.org")
    code = stop_path("home@example.org").split("/")[2]
    for forged in (code[:-1] + ("a" if code[-1] != "a" else "b"), "1-0-000000000000", "1-9-x", "zz"):
        answer = client.post(f"/messages/{forged}/")
        assert answer.status_code == 404
        assert "Ce lien n’arrête aucun message" in text(answer)
    assert Mailbox.objects.get().evenings_stopped_at is None


def test_who_stopped_one_club_or_one_purpose_is_written_by_the_others(soon: Tournament) -> None:
    elsewhere = TournamentFactory(
        club=ClubFactory(), name="Ailleurs", date=soon.date, entries_open=True, entries_confirmed=False
    )
    entered(soon, "home@example.org")
    stop_messages(mailbox=Mailbox.objects.get(), purpose=MailPurpose.FEES, at=NOW)
    assert sent() == [("home@example.org", "Votre inscription : Coupe")]
    stop_messages(mailbox=Mailbox.objects.get(), purpose=MailPurpose.EVENINGS, at=NOW)
    call_off(tournament=soon, reason="Neige", by=None, at=NOW)
    entered(elsewhere, "HOME@example.org")
    assert sent() == [("HOME@example.org", "Votre inscription : Ailleurs")]


def test_who_stopped_does_not_enter_with_that_address_and_is_promised_nothing(client: Client, soon: Tournament) -> None:
    """Else whoever types another's address makes the site write to him again, who said that he wants no more."""
    entry = entered(soon, "home@example.org")
    stop_messages(mailbox=Mailbox.objects.get(), purpose=MailPurpose.EVENINGS, at=NOW)
    refusal = refusal_of(entered, soon, "Home@example.org", "DEUX")
    assert list(refusal.fields) == ["email"]
    assert "ne reçoit pas les messages du club" in str(refusal)
    assert "Son adresse vous est envoyée" not in text(client.get(f"/i/{entry_code(entry)}/"))
    facts = typed_in(entry)
    changed = change_entry(entry=entry, facts=EntryFacts(**{**vars(facts), "phone": "06"}), by=FromHome("X"), at=NOW)
    assert changed.phone == "06"  # it is his address already


def refusing(code: int, said: str, kind: str = "recipient") -> Callable[[EmailBackend, list[Any]], int]:
    def refuse(_backend: EmailBackend, messages: list[Any]) -> int:
        if kind == "recipient":
            raise smtplib.SMTPRecipientsRefused({messages[0].to[0]: (code, said.encode())})
        raise smtplib.SMTPDataError(code, said.encode())

    return refuse


def test_an_address_that_is_refused_for_good_is_not_tried_again_and_told(
    soon: Tournament, monkeypatch: pytest.MonkeyPatch, at: list[Any]
) -> None:
    entry = entered(soon, "gone@example.org")
    with monkeypatch.context() as patched:
        patched.setattr(EmailBackend, "send_messages", refusing(550, "5.1.1 No such user"))
        send_mails()
    at[0] = NOW + timedelta(days=1)
    assert sent() == []
    assert entry.mails.get().state == MailState.REFUSED
    assert Mailbox.objects.get().refused_at == NOW
    (found,) = mails_by_kind(soon, at[0])
    assert [(message.kind, name) for message, name in found.unsent] == [(MailKind.LINK, "UN")]
    call_off(tournament=soon, reason="Neige", by=None, at=at[0])
    assert sent() == []
    assert [one.is_written for one in people_of(soon)] == [False]
    assert to_call(people_of(soon), []) == people_of(soon)

    hold_after_all(tournament=soon, by=None, at=at[0])
    refused = entry.mails.get(kind=MailKind.LINK)
    try_address_again(club=ClubFactory(), message=refused, by=None, at=at[0])
    assert sent() == []  # not its message
    try_address_again(club=soon.club, message=refused, by=None, at=at[0])
    assert entry.mails.get(kind=MailKind.LINK).tries == 0  # as many retries as the first time
    assert sent() == [("gone@example.org", "Votre inscription : Coupe")]
    try_address_again(club=soon.club, message=entry.mails.get(kind=MailKind.LINK), by=None, at=at[0])
    assert sent() == []  # it was sent


@pytest.mark.parametrize(
    ("code", "said", "kind", "outcome"),
    [
        (550, "5.1.1 No such user", "recipient", True),
        (550, "no such user", "recipient", True),
        (553, "mailbox name not allowed", "recipient", True),
        (552, "5.2.2 mailbox full", "data", True),
        (554, "5.7.1 Relay access denied", "recipient", False),
        (554, "rejected as spam", "data", False),
        (550, "5.7.26 unauthenticated", "data", False),
        (451, "4.7.1 greylisted", "recipient", None),
        (421, "try later", "data", None),
    ],
)
def test_what_a_server_answers_is_told_apart(
    soon: Tournament, monkeypatch: pytest.MonkeyPatch, code: int, said: str, kind: str, outcome: bool | None
) -> None:
    entry = entered(soon, "home@example.org")
    monkeypatch.setattr(EmailBackend, "send_messages", refusing(code, said, kind))
    send_mails()
    message = entry.mails.get()
    states = {True: MailState.REFUSED, False: MailState.REJECTED, None: MailState.WAITING}
    assert message.state == states[outcome]
    assert (message.due_at == NOW + PAUSES[0]) is (outcome is None)
    assert (Mailbox.objects.get().refused_at is not None) is (outcome is True)
    called = to_call(people_of(soon), mails_by_kind(soon, NOW))
    assert bool(called) is (outcome is True)  # a link that failed is no reason to call
    Mail.objects.update(kind=MailKind.CHANGED)
    assert bool(to_call(people_of(soon), mails_by_kind(soon, NOW))) is (outcome is not None)
    assert final_refusal(smtplib.SMTPAuthenticationError(535, b"5.7.8 bad password")) is None


def test_a_worker_that_is_killed_before_the_server_answers_the_call_leaves_it_to_the_next_try(
    soon: Tournament, monkeypatch: pytest.MonkeyPatch, at: list[Any]
) -> None:
    def is_killed(_backend: EmailBackend) -> None:
        raise KeyboardInterrupt

    entered(soon, "home@example.org")
    with monkeypatch.context() as patched:
        patched.setattr(EmailBackend, "open", is_killed)
        taken = take_due(at=NOW)
        assert taken is not None
        with pytest.raises(KeyboardInterrupt):
            send(taken, at=NOW)
    assert sent() == []
    at[0] = NOW + PAUSES[0]
    assert sent() == [("home@example.org", "Votre inscription : Coupe")]


def test_a_worker_that_is_killed_while_it_hands_over_sends_nothing_twice(
    soon: Tournament, monkeypatch: pytest.MonkeyPatch, at: list[Any]
) -> None:
    def is_killed(_backend: EmailBackend, _messages: object) -> int:
        raise KeyboardInterrupt

    entry = entered(soon, "home@example.org")
    with monkeypatch.context() as patched:
        patched.setattr(EmailBackend, "send_messages", is_killed)
        taken = take_due(at=NOW)
        assert taken is not None
        with pytest.raises(KeyboardInterrupt):
            send(taken, at=NOW)
    at[0] = NOW + timedelta(days=2)
    assert sent() == []
    assert entry.mails.get().state == MailState.LEAVING
    assert [each.unsent for each in mails_by_kind(soon, NOW + LOST_AFTER)] == []
    ((_message, name),) = mails_by_kind(soon, NOW + 2 * LOST_AFTER)[0].unsent
    assert name == "UN"


def test_a_message_that_another_worker_took_meanwhile_is_not_sent(soon: Tournament) -> None:
    entered(soon, "home@example.org")
    first = take_due(at=NOW)
    second = take_due(at=NOW + PAUSES[0])  # the first one is slow
    assert first is not None
    assert second is not None
    send(first, at=NOW)
    assert mail.outbox == []
    send(second, at=NOW)
    send(second, at=NOW)
    assert len(mail.outbox) == 1


def test_of_two_workers_that_read_one_message_one_takes_it(soon: Tournament, monkeypatch: pytest.MonkeyPatch) -> None:
    entered(soon, "home@example.org")
    read = [*mails.mail_due(NOW), *mails.mail_due(NOW)]

    class Read(list[Mail]):
        def select_related(self, *_related: str) -> "Read":
            return self

    monkeypatch.setattr(mails, "mail_due", lambda _at: Read([read.pop()]))
    assert [take_due(at=NOW) is None for _worker in range(2)] == [False, True]


def test_nothing_is_sent_about_an_evening_that_is_past(soon: Tournament, at: list[Any]) -> None:
    entry = entered(soon, "home@example.org")
    at[0] = NOW + timedelta(days=8)
    assert sent() == []
    assert entry.mails.get().state == MailState.DROPPED


def test_one_address_is_sent_a_few_messages_a_day_from_one_tournament(soon: Tournament, at: list[Any]) -> None:
    for number in range(MOST_A_DAY):
        entered(soon, "victim@example.org", f"NOM{number}")
    refusal = refusal_of(entered, soon, "VICTIM@example.org", "ENCORE")
    assert list(refusal.fields) == ["email"]
    assert len(sent()) == MOST_A_DAY
    moved(soon, starts_at=time(21))
    at[0] = NOW + LATER
    assert sent() == []
    assert Mail.objects.get(kind=MailKind.CHANGED).state == MailState.TOO_MANY
    call_off(tournament=soon, reason="Neige", by=None, at=NOW)
    assert sent() == [("victim@example.org", "Annulé : Coupe")]  # whoever is not told comes


def test_an_address_that_is_not_confirmed_is_told_nothing_more(soon: Tournament) -> None:
    Tournament.objects.update(entries_confirmed=True)
    soon.refresh_from_db()
    entry = entered(soon, "home@example.org")
    assert sent() == [("home@example.org", "À confirmer : Coupe")]
    call_off(tournament=soon, reason="Neige", by=None, at=NOW)
    assert sent() == []
    hold_after_all(tournament=soon, by=None, at=NOW)
    assert confirm_address(entry=entry, email=entry.email, at=NOW).state == EntryState.CONFIRMED
    call_off(tournament=soon, reason="Neige", by=None, at=NOW)
    assert sent() == [("home@example.org", "Annulé : Coupe")]


def test_a_consent_that_is_taken_back_meanwhile_holds(soon: Tournament) -> None:
    player = member(soon, "UN", "un@example.org")
    guest = PlayerFactory(club=ClubFactory(), last_name="DEUX", email="theirs@example.org", email_consent=True)
    RegistrationFactory(tournament=soon, player=guest)
    Membership.objects.create(club=soon.club, player=guest, email="ours@example.org", email_consent=True)
    other = member(soon, "TROIS", "trois@example.org")
    call_off(tournament=soon, reason="Neige", by=None, at=NOW)
    Player.objects.filter(pk=player.pk).update(email="", email_consent=False)
    Player.objects.filter(pk=other.pk).update(email="nobody.asked@example.org")
    assert sent() == [("ours@example.org", "Annulé : Coupe")]  # and not the address that his own club keeps


def test_who_is_erased_leaves_no_message_and_old_ones_go(soon: Tournament) -> None:
    player = member(soon, "UN", "un@example.org")
    call_off(tournament=soon, reason="Neige", by=None, at=NOW)
    Tournament.objects.update(state=TournamentState.FINISHED, called_off="")
    erase_player(player=player, by=None, at=NOW)
    assert not Mail.objects.exists()

    Tournament.objects.update(state=TournamentState.OPEN)
    entered(soon, "home@example.org", "DEUX")
    sent()
    assert purge(at=NOW + timedelta(days=89))["Mail"] == 0
    assert purge(at=NOW + timedelta(days=91))["Mail"] == 1
    assert Mailbox.objects.count() == 2  # what they stopped holds


def test_who_owes_his_fee_is_written_once_a_day(soon: Tournament, at: list[Any]) -> None:
    season = SeasonFactory(club=soon.club, name="2026-2027")
    part, whole, paid = (
        PlayerFactory(club=soon.club, last_name=name, email=f"{name}@example.org", email_consent=True) for name in "abc"
    )
    without = PlayerFactory(club=soon.club, last_name="d")
    owed = [OwedFee(part, 1500, 3000), OwedFee(whole, 3000, 3000), OwedFee(paid, 0, 3000), OwedFee(without, 1, 3000)]
    for _twice in range(2):
        left = write_to(club=soon.club, season=season, owed=owed, by=None, at=NOW)
        assert left == [without]
    assert JournalEntry.objects.filter(action="rappel de cotisation envoyé").count() == 1
    send_mails()
    bodies = {message.to[0]: plain(message.body) for message in mail.outbox}
    assert sorted(bodies) == ["a@example.org", "b@example.org"]
    assert (
        "Votre cotisation à Les Bouts pour la saison 2026-2027 : il reste 15 € à régler, sur 30 €."
        in bodies["a@example.org"]
    )
    assert "2026-2027 est à régler : 30 €." in bodies["b@example.org"]
    assert f"{SITE}{stop_path('a@example.org', MailPurpose.FEES)}" in bodies["a@example.org"]
    mail.outbox.clear()

    stop_messages(mailbox=Mailbox.objects.get(digest=digest_of("a@example.org")), purpose=MailPurpose.FEES, at=NOW)
    at[0] = NOW + timedelta(days=1)
    assert set(write_to(club=soon.club, season=season, owed=owed, by=None, at=at[0])) == {part, without}
    assert sent() == [("b@example.org", "Votre cotisation : Les Bouts")]


def test_a_couple_with_one_address_is_written_what_both_owe(soon: Tournament) -> None:
    season = SeasonFactory(club=soon.club, name="2026-2027")
    one, other = (
        PlayerFactory(club=soon.club, email=email, email_consent=True)
        for email in ("deux@example.org", "Deux@example.org")
    )
    owed = [OwedFee(one, 3000, 3000), OwedFee(other, 1500, 3000)]
    assert write_to(club=soon.club, season=season, owed=owed, by=None, at=NOW) == []
    send_mails()
    (message,) = mail.outbox
    assert "il reste 45 € à régler, sur 60 €." in plain(message.body)


def test_a_fee_that_is_paid_while_its_message_waits_is_not_asked_again(soon: Tournament, at: list[Any]) -> None:
    """A mail server is away for hours; meanwhile one paid, one stopped being a member, one's payment was a mistake."""
    season = SeasonFactory(club=soon.club)
    a_season_rate(season)
    paid, gone, owes, part = (
        PlayerFactory(club=soon.club, email=f"{name}@example.org", email_consent=True) for name in "abcd"
    )
    said = {"season": season, "amount": 500, "method": PaymentMethod.CASH, "by": None}
    (mistake,) = take_fees(players=[part.pk], key=uuid.uuid4(), at=NOW, **said).payments
    owed = [*(OwedFee(one, 2000, 2000) for one in (paid, gone, owes)), OwedFee(part, 1500, 2000)]
    write_to(club=soon.club, season=season, owed=owed, by=None, at=NOW)
    at[0] = NOW + timedelta(hours=6)
    take_fees(players=[paid.pk], key=uuid.uuid4(), at=at[0], **said)
    cancel_payment(payment=mistake, reason="erreur", by=AccountFactory(), at=at[0])
    end_membership(club=soon.club, player=gone, by=None, at=at[0])
    assert [address for address, _subject in sent()] == ["c@example.org"]

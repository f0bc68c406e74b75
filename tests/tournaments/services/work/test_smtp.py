"""E-mails over a real connection: a server that takes some addresses and refuses others, and workers at once."""

import socketserver
import threading
from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest
from django.utils import timezone

from tests.concurrency import at_once
from tests.factories import NOW, ClubFactory, PlayerFactory, RegistrationFactory, TournamentFactory
from tournaments.labels import TournamentState
from tournaments.mail_labels import MailState
from tournaments.models import Mail, Mailbox, Tournament
from tournaments.services.evening.calling_off import call_off
from tournaments.services.work.mails import PAUSES, send, take_due

pytestmark = pytest.mark.django_db(transaction=True)

ANSWERS = {"gone@example.org": "550 5.1.1 No such user", "later@example.org": "451 4.7.1 Greylisted, try later"}


class MailServer(socketserver.ThreadingTCPServer):
    """A mail server that keeps what it took: (address, text)."""

    allow_reuse_address, daemon_threads = True, True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Session)
        self.taken: list[tuple[str, str]] = []


class Session(socketserver.StreamRequestHandler):
    """One connection to it."""

    server: MailServer

    def handle(self) -> None:
        self.answer("220 ready")
        to = ""
        while line := self.rfile.readline().decode().strip():
            word = line.upper()
            if word.startswith("RCPT"):
                to = line.partition("<")[2].rstrip(">")
                self.answer(ANSWERS.get(to, "250 ok"))
            elif word == "DATA":
                self.answer("354 go on")
                self.server.taken.append((to, self.read_text()))
                self.answer("250 taken")
            else:
                self.answer("221 bye" if word == "QUIT" else "250 ok")

    def read_text(self) -> str:
        lines = []
        while (line := self.rfile.readline().decode()) not in ("", ".\r\n"):
            lines.append(line)
        return "".join(lines)

    def answer(self, line: str) -> None:
        self.wfile.write(f"{line}\r\n".encode())


@pytest.fixture
def server(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[MailServer]:
    monkeypatch.setattr(timezone, "now", lambda: NOW)
    with MailServer() as server:
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = server.server_address
        settings.SENDS_MAIL, settings.PUBLIC_ADDRESS = True, "https://tarot.example.org"
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


@pytest.fixture
def called_off(server: MailServer) -> Tournament:
    club = ClubFactory(name="Les Bouts")
    tournament = TournamentFactory(club=club, name="Coupe", date=date(2026, 11, 28), state=TournamentState.OPEN)
    for name in ("here", "gone", "later"):
        player = PlayerFactory(club=club, last_name=name, email=f"{name}@example.org", email_consent=True)
        RegistrationFactory(tournament=tournament, player=player)
    return call_off(tournament=tournament, reason="Neige", by=None, at=NOW)


def send_all(at: Any) -> None:
    while (message := take_due(at=at)) is not None:
        send(message, at=at)


def test_a_server_takes_what_it_takes_and_each_refusal_is_told_apart(
    called_off: Tournament, server: MailServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    send_all(NOW)
    ((to, text),) = server.taken
    assert to == "here@example.org"
    assert "List-Unsubscribe-Post: List-Unsubscribe=One-Click" in text
    assert text.count("Message-ID: ") == 1
    found = {mail.player.last_name: (mail.state, mail.due_at) for mail in Mail.objects.select_related("player")}  # type: ignore[union-attr]
    assert found == {
        "here": (MailState.SENT, None),
        "gone": (MailState.REFUSED, None),
        "later": (MailState.WAITING, NOW + PAUSES[0]),
    }
    assert Mailbox.objects.filter(refused_at=NOW).count() == 1

    monkeypatch.delitem(ANSWERS, "later@example.org")
    send_all(NOW + PAUSES[0])
    assert [to for to, _text in server.taken] == ["here@example.org", "later@example.org"]


def test_a_server_that_went_away_is_asked_again(called_off: Tournament, server: MailServer, settings: Any) -> None:
    port, settings.EMAIL_PORT = settings.EMAIL_PORT, 9  # nobody listens there
    send_all(NOW)
    assert {mail.state for mail in Mail.objects.all()} == {MailState.WAITING}
    settings.EMAIL_PORT = port
    send_all(NOW + PAUSES[0])
    assert [to for to, _text in server.taken] == ["here@example.org"]


def test_workers_at_once_send_one_message_once(called_off: Tournament, server: MailServer) -> None:
    at_once(*[lambda: send_all(NOW)] * 3)
    assert [to for to, _text in server.taken] == ["here@example.org"]


def test_two_presses_at_once_tell_everybody_once(called_off: Tournament) -> None:
    Mail.objects.all().delete()
    Tournament.objects.update(called_off="")
    at_once(*[lambda: call_off(tournament=called_off, reason="Neige", by=None, at=NOW)] * 2)
    assert Mail.objects.count() == 3

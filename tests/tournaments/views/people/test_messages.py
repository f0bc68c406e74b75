"""The pages of e-mails to people: what an organiser reads and does, what a player stops, and what no page promises."""

import datetime
import re
import uuid
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests.factories import (
    NOW,
    AccountFactory,
    PlayerFactory,
    RegistrationFactory,
    TournamentFactory,
    logged_in,
    rewrite,
)
from tests.texts import plain, text, words
from tournaments.labels import RoleName, TournamentState
from tournaments.mail_labels import MailPurpose, MailState
from tournaments.models import Appointment, Club, Entry, Mail, Mailbox, Player, Tournament
from tournaments.queries.people.entries import entry_code
from tournaments.queries.people.messages import digest_of
from tournaments.services.people.entries import EntryFacts, enter
from tournaments.services.people.messages import stop_messages

pytestmark = pytest.mark.django_db

SITE = "https://tarot.example.org"


@pytest.fixture
def soon(club: Club, settings: Any) -> Tournament:
    settings.SENDS_MAIL, settings.PUBLIC_ADDRESS = True, SITE
    day = timezone.localdate() + datetime.timedelta(days=3)
    return TournamentFactory(
        club=club, name="Coupe", date=day, state=TournamentState.OPEN, entries_open=True, entries_confirmed=False
    )


def entered(tournament: Tournament, email: str = "un@example.org", name: str = "UN", **more: Any) -> Entry:
    facts = EntryFacts(last_name=name, email=email, **more)
    return enter(tournament=tournament, facts=facts, key=uuid.uuid4(), at=timezone.now())


def member(tournament: Tournament, name: str, email: str = "", phone: str = "") -> Player:
    agreed = {"email_consent": bool(email), "phone_consent": bool(phone)}
    player = PlayerFactory(club=tournament.club, last_name=name, email=email, phone=phone, **agreed)
    RegistrationFactory(tournament=tournament, player=player)
    return player


def desk(tournament: Tournament, page: str = "") -> str:
    return f"/organisation/tournois/{tournament.pk}/{page}"


def test_an_organiser_calls_an_evening_off_in_two_presses_and_reads_whom_to_call(
    as_organiser: Client, soon: Tournament
) -> None:
    entered(soon)
    member(soon, "DEUX", phone="02 97 11 22 33")
    assert desk(soon, "annuler/") in text(as_organiser.get(desk(soon)))
    asked = plain(text(as_organiser.get(desk(soon, "annuler/"))))
    assert "Un message part à 1 adresse, avec votre motif." in asked
    assert "1 personne est à prévenir par téléphone" in asked
    empty = as_organiser.post(desk(soon, "annuler/"), {"reason": " "})
    assert (empty.status_code, "tous ceux qui devaient venir le lisent" in text(empty)) == (422, True)
    done = as_organiser.post(desk(soon, "annuler/"), {"reason": "Salle fermée"})
    assert done["Location"] == desk(soon, "messages/")
    told = plain(text(as_organiser.get(desk(soon, "messages/"))))
    assert "La soirée est annulée : Salle fermée" in told
    assert "02 97 11 22 33" in told
    assert "1 personne sur 2 ne reçoit pas de message" in told
    assert "Elle a lieu après tout" in text(as_organiser.get(desk(soon)))
    assert desk(soon, "annuler/") not in text(as_organiser.get(desk(soon)))
    assert as_organiser.get(desk(soon, "annuler/"))["Location"] == desk(soon, "messages/")

    assert as_organiser.post(desk(soon, "maintenir/"))["Location"] == desk(soon, "messages/")
    assert not Tournament.objects.exclude(called_off="")


def test_nobody_is_sent_to_the_club_to_enter_an_evening_that_is_called_off(client: Client, soon: Tournament) -> None:
    rewrite(soon, entries_open=False, called_off="Salle fermée")
    page = words(client.get(f"/tournois/{soon.pk}/"))
    assert "est annulé : on ne s’y inscrit plus." in page
    assert "adressez-vous au club" not in page


def test_where_the_site_sends_nothing_the_list_to_call_is_as_usable(
    as_organiser: Client, soon: Tournament, settings: Any
) -> None:
    settings.SENDS_MAIL = False
    entered(soon, phone="06 1")
    member(soon, "DEUX", email="deux@example.org", phone="06 2")
    asked = plain(text(as_organiser.get(desk(soon, "annuler/"))))
    assert "Ce site n’envoie pas de messages. 2 personnes sont à prévenir par téléphone" in " ".join(asked.split())
    as_organiser.post(desk(soon, "annuler/"), {"reason": "Neige"})
    told = text(as_organiser.get(desk(soon, "messages/")))
    assert [phone in told for phone in ("06 1", "06 2")] == [True, True]
    file = as_organiser.get(f"{desk(soon, 'messages/')}?format=csv").content.decode("utf-8-sig")
    assert [line.split(";")[1] for line in file.splitlines()[-2:]] == ["06 2", "06 1"]


def test_who_organises_one_evening_reads_no_number_of_the_clubs_files(soon: Tournament) -> None:
    host = AccountFactory()
    Appointment.objects.create(account=host, role=RoleName.ORGANISER, tournament=soon)
    entered(soon, "", phone="06 1")
    member(soon, "DEUX", phone="06 2")
    accepted = member(soon, "TROIS", phone="06 3").registrations.get()  # he typed no number
    Entry.objects.filter(pk=entered(soon, "", "TROIS").pk).update(registration=accepted)
    told = text(logged_in(host).get(desk(soon, "messages/")))
    assert [phone in told for phone in ("06 1", "06 2", "06 3", "DEUX", "TROIS")] == [True, False, False, True, True]


def test_what_failed_is_told_by_name_and_sent_again(as_organiser: Client, soon: Tournament, club: Club) -> None:
    entered(soon)
    message = Mail.objects.get()
    page = f"/organisation/clubs/{club.pk}/messages/"
    assert "Non partis : " not in text(as_organiser.get(page))
    Mail.objects.update(state=MailState.REFUSED, due_at=None)
    Mailbox.objects.update(refused_at=timezone.now())
    for address in (page, desk(soon, "messages/")):
        told = plain(text(as_organiser.get(address)))
        assert "Non partis : lien de l’inscription" in told
        assert "<b>UN</b>" in told
        assert "l’adresse refuse nos messages, depuis le" in told
    other = TournamentFactory(name="Ailleurs").club
    assert as_organiser.post(f"/organisation/clubs/{other.pk}/messages/{message.pk}/").status_code == 403
    assert as_organiser.post(f"{page}{message.pk}/")["Location"] == page
    assert Mail.objects.get().state == MailState.WAITING
    assert Mailbox.objects.get().refused_at is None


def test_the_file_says_who_wants_no_messages_and_offers_no_way_to_write(
    as_organiser: Client, soon: Tournament, club: Club
) -> None:
    player = member(soon, "DEUX", email="deux@example.org")
    file, page = (f"/organisation/clubs/{club.pk}/joueurs/{player.pk}/{end}" for end in ("", "adherent/"))
    assert "mailto:deux@example.org" in text(as_organiser.get(page))
    mailbox = Mailbox.objects.create(club=club, digest=digest_of("deux@example.org"))
    stop_messages(mailbox=mailbox, purpose=MailPurpose.FEES, at=NOW)
    Mailbox.objects.update(refused_at=NOW)
    for address in (file, page):
        told = plain(text(as_organiser.get(address)))
        assert "Il ne veut plus de messages du club sur sa cotisation, depuis le 21 novembre 2026." in told
        assert "Cette adresse refuse nos messages depuis le 21 novembre 2026" in told
    assert "mailto:" not in text(as_organiser.get(page))


def test_a_player_reads_on_his_own_page_what_he_stopped(soon: Tournament, club: Club) -> None:
    player = member(soon, "DEUX", email="Deux@example.org")
    own = logged_in(AccountFactory(player=player))
    assert "Messages de vos clubs" not in text(own.get("/moi/accords/"))
    mailbox = Mailbox.objects.create(club=club, digest=digest_of("deux@example.org"))
    Mailbox.objects.create(club=TournamentFactory().club, digest=digest_of("deux@example.org"))  # not given by him
    stop_messages(mailbox=mailbox, purpose=MailPurpose.EVENINGS, at=NOW)
    told = plain(text(own.get("/moi/accords/")))
    assert "arrêtés par vous le 21 novembre 2026" in told
    assert told.count("vous les recevez") == 1
    (stop, other) = re.findall(r'href="(/messages/[^"]+)"', told)
    assert "plus de messages sur vos soirées" in text(own.get(stop))
    assert "votre cotisation reste à régler" in text(own.get(other))


PROMISES = re.compile(
    r"[Mm]essages? (?:part|vous est|lui est|y est)|(?:lien|adresse|lui|vous|y) (?:\w+ )?est envoyée?|[Rr]appel"
)


@pytest.mark.parametrize(("server", "site"), [(False, ""), (False, SITE), (True, ""), (True, SITE)])
def test_no_page_promises_what_is_not_sent(
    client: Client, as_organiser: Client, soon: Tournament, settings: Any, *, server: bool, site: str
) -> None:
    """A server without an address of this site is not enough, and neither is an address without a server."""
    settings.SENDS_MAIL, settings.PUBLIC_ADDRESS, settings.ALLOWED_HOSTS = server, site, ["*"]
    held = entered(soon, reminder=True)
    Tournament.objects.update(capacity=1)
    waits = entered(soon, "deux@example.org", "DEUX")
    stopped = entered(soon, "trois@example.org", "TROIS")
    Mailbox.objects.filter(digest=digest_of("trois@example.org")).update(evenings_stopped_at=NOW)
    form = f"/tournois/{soon.pk}/inscription/"
    pages = [form, *(f"/i/{entry_code(entry)}/" for entry in (held, waits))]
    told = [bool(PROMISES.search(plain(text(client.get(page))))) for page in pages]
    assert told == [bool(server and site)] * 3
    assert not PROMISES.search(plain(text(client.get(f"/i/{entry_code(stopped)}/"))))
    office = [desk(soon, "annuler/"), desk(soon, "messages/"), f"/organisation/clubs/{soon.club_id}/messages/"]
    Mail.objects.all().delete()
    told = [bool(PROMISES.search(plain(text(as_organiser.get(page))))) for page in office]
    assert told == [bool(server and site)] * 3

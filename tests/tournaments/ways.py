"""
The ways by which a club may act on a person: by form, list, file and link, each as a browser sends it.

A way sends what its pages ask, says « c’est lui » wherever a page asks who somebody is, and yields every answer.
"""

import datetime
import re
import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.imports.event_files import event_file
from scoring.imports.past_results import PastConcours, import_past_results
from tests.factories import (
    DAY,
    NOW,
    AccountFactory,
    ClubFactory,
    PlayerFactory,
    RegistrationFactory,
    SeasonFactory,
    TournamentFactory,
    a_fee,
    a_season_rate,
    organiser,
)
from tests.scoring.imports.files import read_past_results
from tests.scoring.sheets import seated
from tests.texts import plain
from tests.tournaments.links import addresses_in
from tests.tournaments.tokens import Program, a_token
from tests.tournaments.views.people.test_player_imports import answered
from tournaments.forms.evening.check_in import Tap
from tournaments.labels import EndReason, Grade, TournamentState
from tournaments.models import Account, Club, Entry, Membership, Player, Tournament
from tournaments.services.people.entries import EntryFacts, enter
from tournaments.services.people.players import join_club

KNOWN = {"licence": "6418522", "last_name": "BONNEFOY", "first_name": "Al"}
ALIKE = KNOWN | {"last_name": "BONNEFOIS"}  # whom a page asks about; his name would be another one
SECRETS = ("al@exemple.fr", "0612345678", "propos injurieux", "1950")
NOT_SUSPENDED = DAY - datetime.timedelta(days=1)  # he is from that day on, at the club that keeps his file

Sent = Iterator[Any]  # the answers, as the test client returns them


def hidden_person(club: Club) -> Player:
    """Return somebody who agreed to nothing, whose file the club keeps, with all that only that club reads."""
    secret = {"email": SECRETS[0], "email_consent": True, "phone": SECRETS[1], "phone_consent": True}
    barred = {"suspended_from": DAY, "suspension_reason": SECRETS[2]}
    return PlayerFactory(
        club=club, birth_year=int(SECRETS[3]), consent=False, asks_consent=True, **KNOWN, **secret, **barred
    )


@dataclass(frozen=True)
class Place:
    """A club, somebody, and who acts there: his browser."""

    club: Club
    player: Player
    client: Client
    by: Account

    def get(self, name: str, /, *more: object, **query: str) -> Any:
        return self.client.get(reverse(name, args=[self.club.pk, *more]), query, follow=True)

    def post(self, name: str, /, *more: object, **typed: Any) -> Any:
        return self.send(reverse(name, args=[self.club.pk, *more]), **typed)

    def send(self, address: str, /, **typed: Any) -> Any:
        return self.client.post(address, typed, follow=True)

    def coming(self) -> Tournament:
        return TournamentFactory(club=self.club, date=NOT_SUSPENDED, state=TournamentState.OPEN)

    def say(self, address: str, /, **typed: Any) -> Sent:
        """Send a form that asks who somebody is, then say that it is he."""
        for said in ({}, {"who": str(self.player.pk)}):
            yield self.send(address, **ALIKE, **typed, **said, key=str(uuid.uuid4()))


def told(*texts: str) -> list[str]:
    """
    Return which secrets of his are said, figures together or apart.

    Keys, digests and the ids of addresses may have any figures, and so may what factories count up: « Nom1950 ».
    """
    said = re.sub(r"[\w-]{14,}|/\d+(?=/)", "", plain(" ".join(texts)))
    together = re.sub(r"(?<=\d)[ .](?=\d)", "", said)
    return [
        secret for secret in SECRETS if any(re.search(rf"(?<![\w-]){secret}(?!\w)", text) for text in (said, together))
    ]


Way = Callable[[Place], Sent]


def of_file(name: str, **typed: str) -> Way:
    """Return the way by a page of his file."""

    def send(place: Place) -> Sent:
        if (shown := place.get(name, place.player.pk)).status_code != 405:  # an act alone has no page
            yield shown
        yield place.post(name, place.player.pk, **typed)

    return send


def taken_back(name: str, query: str = "", **typed: str) -> Way:
    """Return the way by a page of his file that first tells what an act touches."""

    def send(place: Place) -> Sent:
        address = reverse(name, args=[place.club.pk, place.player.pk]) + query
        yield (shown := place.client.get(address))
        consequences = (shown.context or {}).get("consequences")
        yield place.send(address, seen=consequences.seen if consequences else "", **typed)

    return send


def merged(place: Place) -> Sent:
    same = PlayerFactory(club=place.club, last_name="ZEBRE", first_name="Zoé", licence="")
    yield from taken_back("merge_players", f"?avec={same.pk}", reason="un doublon")(place)
    into = Place(place.club, same, place.client, place.by)
    yield from taken_back("merge_players", f"?avec={place.player.pk}", reason="un doublon")(into)


def asked_for(place: Place) -> Sent:
    """Ask for his membership, answer it oneself, hide his name, name oneself the keeper of his file."""
    for typed in ({"ask": place.player.pk}, {"hide": place.player.pk}):
        yield place.post("club_guests", **typed)
    if place.player.club == place.club:  # here it is another that asks
        join_club(club=ClubFactory(), player=place.player, by=AccountFactory(), at=NOW)
    membership = Membership.objects.filter(player=place.player).exclude(club=place.player.club).first()
    asked = {"membership": membership.pk if membership else 0}
    yield place.post("club_guests", answer="oui", **asked)
    yield place.send(reverse("unanswered_files"), **asked)


def consents_for_all(place: Place) -> Sent:
    for name in ("record_consents", "record_card_consents", "record_sharing_consents"):
        yield place.post(name, everybody="1")


def ended(place: Place) -> Sent:
    """End his membership, take that back, and make him a member once more."""
    yield from taken_back("end_membership", until=DAY.isoformat(), reason=EndReason.MOVED)(place)
    yield place.post("member", place.player.pk, undo="1")
    yield place.post("member", place.player.pk, since=DAY.isoformat())


def paid(place: Place) -> Sent:
    """Note that he paid his fee, and give back one of a season before."""
    today = timezone.localdate()
    season = SeasonFactory(club=place.club, starts_on=today, ends_on=today)
    rate = a_season_rate(season)
    yield place.get("club_fees")
    renewing = reverse("renew_members", args=[season.pk])
    yield place.send(renewing, player=[place.player.pk], do="stop", until="2019-09-01")
    yield place.send(renewing, player=[place.player.pk])
    yield place.post("club_fees", player=[place.player.pk], do="rate", rate=rate.pk)
    said = {"method": "especes", "paid_on": today.isoformat()}
    yield place.post("club_fees", player=[place.player.pk], amount="5", key=str(uuid.uuid4()), **said)
    page = reverse("member_fee", args=[season.pk, place.player.pk])
    yield place.client.post(page, {"key": str(uuid.uuid4()), **said})
    member = Membership.objects.filter(club=place.club, player=place.player, grade=Grade.MEMBER).first()
    before = SeasonFactory(club=place.club, name="Avant")
    payment = a_fee(member, before).payments.get().pk if member else 0
    yield place.post("give_fee_back", payment, amount="5", key=str(uuid.uuid4()), reason="parti", **said)
    other = a_fee(member, SeasonFactory(club=place.club, name="Plus tôt")).payments.get().pk if member else 0
    yield place.post("cancel_fee_payment", other, reason="en double")


def added(place: Place) -> Sent:
    yield from place.say(reverse("add_player", args=[place.club.pk]), category="senior")


def attached(place: Place) -> Sent:
    """Have the login of who acts open his file."""
    yield place.post("give_player_access", place.player.pk, username=place.by.username, existing="on")
    own = Place(place.club, place.player, place.client, place.by)
    page = own.client.get(reverse("my_invitations"))
    for address in re.findall(r'action="([^"]*accepter/)"', page.content.decode()):
        yield own.send(address)


def entered(place: Place, **name: str) -> Entry:
    """Return an entry that somebody made from home, days before, in this name and with his licence."""
    coming = TournamentFactory(club=place.club, date=NOT_SUSPENDED, entries_open=True)
    facts = EntryFacts(**KNOWN | name, consent=True)
    return enter(tournament=coming, facts=facts, key=uuid.uuid4(), at=NOW - datetime.timedelta(days=5))


def at_the_desk(name: str) -> Way:
    """Return the way by an entry from home that is taken in at the desk, or at the door."""

    def send(place: Place) -> Sent:
        entry = entered(place, last_name=ALIKE["last_name"])
        address = reverse(name, args=[entry.tournament_id, entry.pk, 0])
        yield place.client.get(address)
        yield from place.say(address, consent="on")

    return send


def known_entries(place: Place) -> Sent:
    tournament = entered(place).tournament
    yield place.client.get(reverse("entries", args=[tournament.pk]))
    yield place.send(reverse("accept_known", args=[tournament.pk]))


def ticked_entries(place: Place) -> Sent:
    for name in ({}, {"last_name": ALIKE["last_name"]}):
        entry = entered(place, **name)
        yield place.send(reverse("accept_entries", args=[entry.tournament_id]), entry=[entry.pk])
        yield place.client.get(reverse("entries", args=[entry.tournament_id]))


def newcomer(place: Place) -> Sent:
    coming = place.coming()
    yield from place.say(reverse("check_in_newcomer", args=[coming.pk]))
    yield place.client.get(reverse("check_in", args=[coming.pk]), {"q": "bonnefoy"})


def tapped(place: Place) -> Sent:
    coming, key = place.coming(), str(uuid.uuid4())
    yield place.send(reverse("check_in_tap", args=[coming.pk]), player=place.player.pk, do=Tap.COME.value, key=key)


def registered(place: Place) -> Sent:
    coming = place.coming()
    yield place.client.get(reverse("register_players", args=[coming.pk]))
    yield place.send(reverse("register_players", args=[coming.pk]), player=[place.player.pk])


def program_of(place: Place) -> Program:
    return Program(a_token(place.by).secret, Client())


def by_a_program(place: Place) -> Sent:
    """Read the club's players, add him, enter him, by the API."""
    program, path = program_of(place), reverse("api_players", args=[place.club.pk])
    yield program.get(path)
    for said in ({}, {"who": place.player.pk}):
        yield program.send("POST", path, ALIKE | said, idempotency_key=str(uuid.uuid4()))
    path = reverse("api_entries", args=[place.coming().pk])
    yield program.send("POST", path, {"players": [place.player.pk]}, idempotency_key=str(uuid.uuid4()))
    yield program.get(path)


def let_in_by_a_program(place: Place) -> Sent:
    program, coming = program_of(place), place.coming()
    for said in ({}, {"who": place.player.pk}):
        path = reverse("api_newcomers", args=[coming.pk])
        yield program.send("POST", path, ALIKE | said, idempotency_key=str(uuid.uuid4()))
    absent = {"start_numbers": [1], "status": "absent"}
    yield program.send("POST", reverse("api_check_in", args=[coming.pk]), absent, idempotency_key=str(uuid.uuid4()))


def replaced(place: Place) -> Sent:
    coming = place.coming()
    Tournament.objects.filter(pk=coming.pk).update(state=TournamentState.RUNNING)
    leaver = seated(coming)[0].seats.get(chair=0).registration_id
    address = f"{reverse('replace_player', args=[coming.pk])}?leaver={leaver}&number=1"
    yield place.client.get(address)
    yield from place.say(address, comer="nouveau", reason="souffrant")


def listed(place: Place) -> Sent:
    rows = "licence;nom;prénom;naissance;catégorie\n6418522;BONNEFOY;Al;1999;jeune\n"
    shown = place.post("import_players", file=SimpleUploadedFile("liste.csv", rows.encode()))
    yield shown
    if shown.status_code == 200 and "preview" in shown.context:
        answers = answered(shown) | {"line": [2], "consent": "oui", "who-2": str(place.player.pk)}
        yield place.send(shown.redirect_chain[-1][0], **answers)


def past_results(place: Place) -> Sent:
    rows = "licence;nom;prénom;tour 1\n6418522;BONNEFOIS;Al;40\n;DURAND;Luc;-40\n"
    file = SimpleUploadedFile("resultats.csv", rows.encode())
    shown = place.post("import_results", name="Carbay", date="2019-03-09", file=file)
    yield shown
    if shown.redirect_chain:
        yield place.send(shown.redirect_chain[-1][0], apply="1", **{"who-2": str(place.player.pk)})


def past_season(place: Place) -> Sent:
    rows = "date;preneur;contrat;fait;BONNEFOY Al;Bob;Zoe\n2021-03-09;BONNEFOY Al;garde;1;100;-50;-50\n"
    shown = place.post("club_past_seasons", spreadsheets=[SimpleUploadedFile("s2021.csv", rows.encode())])
    yield shown
    if shown.redirect_chain:
        yield place.send(shown.redirect_chain[-1][0], apply="1")


@cache
def an_event() -> bytes:
    """Return the file of an event of another site, in which somebody of his licence and nearly of his name played."""
    with transaction.atomic():
        Player.objects.filter(licence=KNOWN["licence"]).update(licence="")
        file = read_past_results("licence;nom;prénom;tour 1\n6418522;BONNEFOIS;Al;40\n;DURAND;Luc;-40\n".encode())
        club, past = ClubFactory(), PastConcours("Carbay", DAY)
        by = organiser(club)
        played = import_past_results(club=club, past=past, file=file, key=uuid.uuid4(), by=by, at=NOW)
        content = event_file(played, at=NOW)
        transaction.set_rollback(True)
    return content


def event(place: Place) -> Sent:
    file = SimpleUploadedFile("t.evenement.gz", an_event())
    shown = place.post("restore_event", file=file, name="Copie", elsewhere="memes")
    yield shown
    if shown.status_code == 422:
        asked = {name: str(place.player.pk) for name in shown.context["form"].fields if name.startswith("who-")}
        yield place.post("restore_event", name="Copie", elsewhere="memes", **asked)


def evening_link(place: Place) -> Sent:
    """Enter him, and try with the link that a host shows what his own pages do."""
    coming = place.coming()
    entry = RegistrationFactory(tournament=coming, player=place.player)
    yield (shown := place.client.get(reverse("show_link", args=[coming.pk, entry.pk])))
    yield from _opened(shown)
    yield place.send(reverse("withdraw_links", args=[coming.pk]), reason="perdu")


def personal_link(place: Place) -> Sent:
    """Open what the page of his file shows."""
    yield (shown := place.get("edit_player", place.player.pk))
    yield from _opened(shown)


def _opened(shown: Any) -> Sent:
    for address in addresses_in(shown.content.decode()):
        phone = Client()
        phone.get(address)
        yield phone.get(reverse("own_data"), {"format": "json"}, follow=True)
        for page, typed in OWN_PAGES.items():
            yield phone.post(reverse(page), typed, follow=True)


OWN_PAGES = {
    "own_consents": {"consent": "on"},
    "own_erasure": {"asks": "1"},
    "own_link": {},
    "own_links": {"offer": "1"},
}


# By the addresses to which each sends something.
WAYS: dict[str, Way] = {
    "edit_player": of_file("edit_player", **ALIKE, category="jeune", birth_year="1999", public_name="X", consent="on"),
    "give_player_access": of_file("give_player_access", username="al"),
    "give_player_access accept_invitation": attached,
    "renew_player_password": of_file("renew_player_password"),
    "answer_consents": of_file("answer_consents", answer="accept"),
    "withdraw_player_link": of_file("withdraw_player_link", reason="perdu"),
    "link_player": of_file("link_player", offer="1"),
    "player_data": of_file("player_data"),
    "delete_player": taken_back("delete_player"),
    "erase_player": taken_back("erase_player", confirmed="on", heard_on="2026-11-20"),
    "merge_players": merged,
    "end_membership member": ended,
    "own_consents own_erasure own_link own_links": personal_link,
    "record_consents record_card_consents record_sharing_consents": consents_for_all,
    "club_guests unanswered_files": asked_for,
    "club_fees member_fee cancel_fee_payment give_fee_back renew_members": paid,
    "add_player": added,
    "apply_import": listed,
    "import_results": past_results,
    "club_past_seasons": past_season,
    "restore_event": event,
    "accept_entry": at_the_desk("accept_entry"),
    "check_in_entry": at_the_desk("check_in_entry"),
    "accept_known": known_entries,
    "accept_entries": ticked_entries,
    "check_in_newcomer": newcomer,
    "check_in_tap": tapped,
    "register_players": registered,
    "replace_player": replaced,
    "show_link withdraw_links": evening_link,
    "api_players api_entries": by_a_program,
    "api_newcomers api_check_in": let_in_by_a_program,
}

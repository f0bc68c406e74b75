"""What a player does about his own data without an account: takes it away, agrees to a purpose, takes it back."""

import json
from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import NOW, AccountFactory, PlayerFactory, RegistrationFactory, TournamentFactory, logged_in
from tests.texts import told_by
from tests.tournaments.links import phone_of
from tests.tournaments.rounds import mark, publish
from tournaments.labels import Purpose, TournamentState
from tournaments.models import Account, Club, JournalEntry, Player, Tournament
from tournaments.queries.people.names import asking
from tournaments.services.journal import log
from tournaments.services.people.consents import record_consents
from tournaments.services.people.links import withdraw_link
from tournaments.services.people.players import PlayerFacts, add_player, change_player
from tournaments.services.privacy.erasing import erase_player

pytestmark = pytest.mark.django_db
PURPOSES = ("consent", "card_consent", "sharing_consent")


@pytest.fixture
def ada(club: Club) -> Player:
    return PlayerFactory(club=club, last_name="MARTIN", first_name="Ada", licence="LIC7", consent=False)


@pytest.fixture
def evening(club: Club, ada: Player) -> Tournament:
    """An evening of which everybody reads « Joueur n° 1 » where Ada stands."""
    tournament = TournamentFactory(club=club, state=TournamentState.RUNNING)
    entries = [RegistrationFactory(tournament=tournament, player=ada, start_number=1)]
    entries += [RegistrationFactory(tournament=tournament, start_number=number) for number in (2, 3, 4)]
    mark(publish(tournament, 1, [entries]), dict(zip(entries, (30, -10, -10, -10), strict=True)))
    return tournament


def agreed(player: Player) -> list[bool]:
    player.refresh_from_db()
    return [getattr(player, name) for name in PURPOSES]


def agree(phone: Client, *purposes: str) -> int:
    return phone.post(reverse("own_consents"), dict.fromkeys(purposes, "on")).status_code


def test_all_of_his_data_by_his_link(evening: Tournament, ada: Player) -> None:
    phone = phone_of(ada)
    address = reverse("own_data")
    assert address in phone.get(reverse("own")).content.decode()
    answer = phone.get(address)
    data = json.loads(answer.content)
    assert (data["player"]["last_name"], [place["result__points"] for place in data["places"]]) == ("MARTIN", [30])
    assert {"private", "no-store"} <= set(answer["Cache-Control"].replace(" ", "").split(","))
    assert "MARTIN" in phone.get(address + "?format=csv").content.decode()


def test_a_card_that_somebody_finds_does_not_tell_him_who_the_player_is_elsewhere(
    club: Club, the_organiser: Account
) -> None:
    by_him = {"by": the_organiser, "at": NOW}
    facts = PlayerFacts("MARTIN", "Ada", licence="LIC7001", birth_year=1951, sex="F")
    ada = add_player(club=club, facts=facts, **by_him)
    change_player(player=ada, facts=replace(facts, licence="LIC7002", birth_year=1952), **by_him)
    account = AccountFactory(username="zzlogin", email="zz@example.org", player=ada)
    log(action="page du club modifiée", subject="MARTIN Ada, licence LIC 70-02", club=club, reason="zzlogin", **by_him)
    log(action="invitation", subject="MARTIN Ada", club=club, reason="née en 1952, zz@example.org", **by_him)
    secrets = ("LIC7001", "LIC7002", "LIC 70-02", "1951", "1952", "zzlogin", "zz@example.org")
    own = logged_in(account)

    for query in ("", "?format=json", "?format=csv", "?format=xlsx", "?format=ods"):
        told = told_by(phone_of(ada).get(reverse("own_data") + query).content)
        assert "MARTIN" in told
        assert [secret for secret in secrets if secret in told] == [], query
        told = told_by(own.get(reverse("own_data") + query).content)
        assert [secret for secret in secrets if secret not in told] == [], query


def test_a_login_that_is_his_first_name_takes_no_name_away(ada: Player) -> None:
    AccountFactory(username="ada", player=ada)

    data = json.loads(phone_of(ada).get(reverse("own_data")).content)

    assert data["player"]["first_name"] == "Ada"
    assert data["left_out"] == [
        *("birth_year", "email", "licence", "licence_until", "login", "phone"),
        *("suspended_from", "suspended_until", "suspension_reason", "suspensions"),
    ]


def test_nobody_has_them_without_a_link_or_by_a_withdrawn_one(ada: Player, the_organiser: Account) -> None:
    assert Client().get(reverse("own_data")).status_code == 302
    phone = phone_of(ada)
    withdraw_link(player=ada, reason="téléphone perdu", by=the_organiser, at=NOW)
    for name in ("own_data", "own_consents"):
        assert phone.get(reverse(name)).status_code == 410
    assert agree(phone, "consent") == 410
    assert agreed(ada) == [False, False, False]


def everything_public(evening: Tournament, ada: Player) -> list[bool]:
    """Return what of her is public: her name in the standings, her card, her key for programs."""
    standings = Client().get(reverse("standings", args=[evening.pk])).content.decode()
    told = Client().get(f"/api/v1/tournaments/{evening.pk}/standings/").json()
    card = Client().get(reverse("player_card", args=[ada.key])).status_code == 200
    return ["MARTIN" in standings, card, any(line["person"] and line["start_number"] == 1 for line in told["lines"])]


def test_by_a_link_what_is_given_waits_for_the_organiser_and_what_is_taken_back_does_not(
    evening: Tournament, ada: Player, as_organiser: Client
) -> None:
    phone, here = phone_of(ada), reverse("record_consents", args=[ada.club_id])
    answer = reverse("answer_consents", args=[ada.club_id, ada.pk])

    assert agree(phone, "consent", "card_consent") == 303
    assert (agreed(ada), ada.asked) == ([False] * 3, [Purpose.RESULTS, Purpose.CARD])
    assert everything_public(evening, ada) == [False] * 3
    assert "attend l’organisateur" in phone.get(reverse("own")).content.decode()
    assert "MARTIN Ada" in as_organiser.get(here).content.decode().split('id="asking"')[1].split("</section>")[0]
    assert "demande un accord" in as_organiser.get(reverse("club_desk", args=[ada.club_id])).content.decode()

    assert as_organiser.post(answer, {"answer": "accept"})["Location"] == here
    assert (agreed(ada), ada.asked) == ([True, True, False], [])
    assert everything_public(evening, ada) == [True, True, False]
    assert 'id="asking"' not in as_organiser.get(here).content.decode()

    assert agree(phone, "consent", "sharing_consent") == 303  # the card is taken back at once, sharing waits
    assert (agreed(ada), ada.asked) == ([True, False, False], [Purpose.SHARING])
    as_organiser.post(answer, {"answer": "decline"})
    assert (agreed(ada), ada.asked) == ([True, False, False], [])

    assert agree(phone, "consent", "sharing_consent") == 303
    assert agree(phone, "sharing_consent") == 303  # her name taken back takes the rest with it, also what waits
    assert (agreed(ada), ada.asked) == ([False] * 3, [])
    assert everything_public(evening, ada) == [False] * 3


def test_who_asked_and_was_given_it_elsewhere_or_was_erased_asks_for_nothing(
    ada: Player, the_organiser: Account, club: Club
) -> None:
    agree(phone_of(ada), "consent")
    record_consents(club=club, players=[ada], by=the_organiser, at=NOW)
    Player.objects.filter(pk=ada.pk).update(consent=False)  # taken back later: the old wish does not come up again
    assert (agreed(ada), ada.asked) == ([False] * 3, [])
    agree(phone_of(ada), "consent")
    agreed(ada)
    erase_player(player=ada, by=the_organiser, at=NOW)
    assert (agreed(ada), ada.asked, asking(club)) == ([False] * 3, [], [])


def test_an_arbiter_answers_for_nobody(ada: Player, as_arbiter: Client) -> None:
    agree(phone_of(ada), "consent")
    answer = as_arbiter.post(reverse("answer_consents", args=[ada.club_id, ada.pk]), {"answer": "accept"})
    assert (answer.status_code, agreed(ada)) == (403, [False] * 3)


def test_more_than_the_name_is_refused_without_it_and_stays_ticked(ada: Player) -> None:
    answer = phone_of(ada).post(reverse("own_consents"), {"card_consent": "on"})
    shown = answer.content.decode()
    assert answer.status_code == 422
    assert "Sans l’accord sur le nom il n’y a ni fiche ni transmission" in shown
    assert "checked" in shown.split('name="card_consent"')[1].split(">")[0]
    assert agreed(ada) == [False, False, False]


def test_the_journal_says_what_came_by_his_link_and_who_answered(ada: Player, as_organiser: Client) -> None:
    agree(phone_of(ada), "consent")
    agree(phone_of(ada), "consent")  # twice the same is one wish
    as_organiser.post(reverse("answer_consents", args=[ada.club_id, ada.pk]), {"answer": "accept"})
    agree(phone_of(ada))
    lines = JournalEntry.objects.order_by("pk")
    assert [(line.action, line.by is None, line.device == "par son lien") for line in lines] == [
        ("accord demandé", True, True),
        ("joueur modifié", False, False),
        ("joueur modifié", True, True),
    ]
    assert (lines[0].details["asked"], lines[1].details["consent"]) == ([[], ["nom"]], [False, True])


def test_who_logs_in_gives_at_once(ada: Player, client: Client) -> None:
    agree(phone_of(ada), "consent", "card_consent")
    client.force_login(AccountFactory(player=ada), backend="allauth.account.auth_backends.AuthenticationBackend")
    assert agree(client, "consent") == 303
    assert (agreed(ada), ada.asked) == ([True, False, False], [])


def test_nothing_else_of_his_file_is_changed(ada: Player) -> None:
    phone_of(ada).post(reverse("own_consents"), {"consent": "on", "licence": "PIRATE", "last_name": "AUTRE"})
    ada.refresh_from_db()
    assert (ada.licence, ada.last_name) == ("LIC7", "MARTIN")

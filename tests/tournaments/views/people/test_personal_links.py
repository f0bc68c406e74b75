"""By his personal link a player has his own page, on his phone alone, until somebody withdraws it."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories import (
    NOW,
    AccountFactory,
    PlayerFactory,
    RegistrationFactory,
    TournamentFactory,
    arbiter,
    logged_in,
    organiser,
)
from tests.scoring.sheets import record
from tests.texts import NO_BREAK
from tests.tournaments.links import address_of, evening_address, evening_phone, phone_of
from tests.tournaments.rounds import publish
from tournaments.labels import Status, TournamentState
from tournaments.models import Club, JournalEntry, Player, Registration, Tournament
from tournaments.services.people.players import PlayerFacts, change_player
from tournaments.services.people.registrations import set_status

pytestmark = pytest.mark.django_db
BACKEND = "allauth.account.auth_backends.AuthenticationBackend"
COOKIE = "joueur"


@pytest.fixture
def ada(club: Club) -> Player:
    return PlayerFactory(club=club, last_name="MARTIN", first_name="Ada", consent=False)


@pytest.fixture
def bea(club: Club) -> Player:
    return PlayerFactory(club=club, last_name="BERNARD", first_name="Béa", consent=False)


@pytest.fixture
def evening(club: Club, ada: Player, bea: Player) -> Tournament:
    tournament = TournamentFactory(
        club=club, name="Le vendredi", state=TournamentState.RUNNING, date=timezone.localdate()
    )
    people = [RegistrationFactory(tournament=tournament, player=player) for player in (ada, bea)]
    people += [RegistrationFactory(tournament=tournament) for _more in range(2)]
    publish(tournament, 1, [people])
    return tournament


def read(client: Client, path: str = "/moi/") -> str:
    return " ".join(client.get(path).content.decode().translate(NO_BREAK).split())


def test_it_opens_his_own_page_and_the_phone_remembers(evening: Tournament, ada: Player) -> None:
    phone = phone_of(ada)
    cookie = phone.cookies[COOKIE]
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")
    assert cookie["max-age"] > 100 * 86_400
    text = read(phone)
    assert "MARTIN Ada · votre nom ne paraît sur aucune page publique" in text
    assert "Table 1, <span>Sud</span>" in text
    assert "BERNARD" not in text


def test_no_cache_and_no_search_engine_keeps_anything(evening: Tournament, ada: Player) -> None:
    phone = phone_of(ada)
    for path in (address_of(ada), "/moi/", "/moi/?fragment", "/j/1-1-1-forged/"):
        answer = phone.get(path)
        assert {"private", "no-store"} <= set(answer["Cache-Control"].split(", ")), path
        assert answer["X-Robots-Tag"] == "noindex, nofollow", path
    assert phone.get(address_of(ada))["Referrer-Policy"] == "same-origin"


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("code", ["x", "1-1-1-000000000000", "é" * 90, "%00"])
def test_a_forged_link_says_so(ada: Player, code: str, language: str) -> None:
    answer = Client().get(f"/j/{code}/", headers={"accept-language": language})
    assert answer.status_code == 404
    told = {"fr": "Ce lien n’ouvre aucune page.", "en": "This link opens no page."}
    assert told[language] in answer.content.decode()
    assert COOKIE not in answer.cookies


@pytest.mark.parametrize("cookie", ["x", "1-1-1-000000000000", "é", "9" * 4000])
def test_a_forged_cookie_is_no_link(evening: Tournament, cookie: str) -> None:
    phone = Client()
    phone.cookies[COOKIE] = cookie
    assert phone.get("/moi/").status_code == 404
    assert phone.get("/").status_code == 200


def test_a_withdrawn_link_closes_the_page_where_it_is_open(evening: Tournament, ada: Player, bea: Player) -> None:
    phone, other, link = phone_of(ada), phone_of(bea), address_of(ada)
    boss = logged_in(organiser(ada.club))
    page = reverse("withdraw_player_link", args=[ada.club_id, ada.pk])
    assert boss.post(page, {"reason": ""}).status_code == 422
    assert boss.post(page, {"reason": "fiche perdue"}).status_code == 303
    for answer in (phone.get("/moi/"), phone.get("/moi/?fragment"), Client().get(link)):
        assert answer.status_code == 410
        assert "Ce lien ne vaut plus" in answer.content.decode()
    assert other.get("/moi/").status_code == 200
    ada.refresh_from_db()
    assert "Table 1" in read(phone_of(ada, phone))
    assert (JournalEntry.objects.get().action, JournalEntry.objects.get().reason) == (
        "lien personnel retiré",
        "fiche perdue",
    )


def test_all_links_of_a_tournament_are_withdrawn_at_once(evening: Tournament, ada: Player, bea: Player) -> None:
    """That of another evening and a personal one open what they did."""
    next_one = RegistrationFactory(player=ada)
    phones = [evening_phone(entry) for entry in (*evening.registrations.filter(player__in=[ada, bea]), next_one)]
    phones.append(phone_of(ada))
    boss = logged_in(organiser(ada.club))
    boss.post(reverse("withdraw_links", args=[evening.pk]), {"reason": "fiches volées"})
    assert [phone.get("/moi/").status_code for phone in phones] == [410, 410, 200, 200]


def test_the_page_of_the_door_shows_the_code_and_another_club_sees_none(evening: Tournament, ada: Player, settings):
    settings.PUBLIC_ADDRESS = "https://club.example"
    boss, stranger = Client(), Client()
    boss.force_login(organiser(ada.club), backend=BACKEND)
    stranger.force_login(organiser(PlayerFactory().club), backend=BACKEND)
    page = reverse("show_link", args=[evening.pk, evening.registrations.get(player=ada).pk])
    assert f"club.example{evening_address(evening.registrations.get(player=ada)).rstrip('/')}</b>" in read(boss, page)
    assert f"club.example{address_of(ada).rstrip('/')}</b>" in read(
        boss, reverse("edit_player", args=[ada.club_id, ada.pk])
    )
    assert stranger.get(page).status_code == 403


def test_a_phone_that_is_another_s_is_asked_first(evening: Tournament, ada: Player, bea: Player) -> None:
    phone = phone_of(ada)
    asked = read(phone, address_of(bea))
    assert "Il ouvre la page de MARTIN Ada. Vous venez d’ouvrir le lien de BERNARD Béa." in asked
    assert "MARTIN Ada" in read(phone)
    assert phone.post(address_of(bea)).status_code == 303
    assert "BERNARD Béa" in read(phone)


def test_who_is_logged_in_keeps_his_own_page(evening: Tournament, ada: Player, bea: Player) -> None:
    phone = phone_of(ada)
    phone.force_login(AccountFactory(player=bea), backend=BACKEND)
    assert "BERNARD Béa" in read(phone)
    assert "vous êtes connecté : vos pages sont celles de BERNARD Béa" in read(phone, address_of(ada))
    assert phone.post(address_of(ada)).status_code == 200


def test_an_organiser_who_plays_follows_his_evening_by_his_link(evening: Tournament, ada: Player) -> None:
    phone = logged_in(organiser(ada.club))
    assert "MARTIN Ada" in read(phone_of(ada, phone))
    assert phone.get(reverse("tournament_desk", args=[evening.pk])).status_code == 200


def test_a_phone_is_nobody_s_any_more(evening: Tournament, ada: Player) -> None:
    phone = phone_of(ada)
    assert "Ce téléphone oublie la page de MARTIN Ada." in read(phone, "/moi/autre-telephone/")
    assert "Ce n’est plus mon téléphone" in read(phone)
    assert phone.post("/moi/autre-telephone/").status_code == 303
    assert phone.get("/moi/").status_code == 302


def test_a_phone_without_a_link_is_told_where_it_is() -> None:
    login = Client().get("/moi/", follow=True)
    assert "votre soirée s’ouvre par le QR code de votre fiche" in login.content.decode()
    assert "QR code de votre fiche" not in Client().get("/comptes/login/").content.decode()


def test_a_link_opens_nothing_but_his_own(evening: Tournament, ada: Player) -> None:
    phone = phone_of(ada)
    assert phone.get(reverse("tournament_desk", args=[evening.pk])).status_code == 302
    assert phone.get(reverse("my_invitations")).status_code == 302
    other = TournamentFactory(club=ada.club, state=TournamentState.RUNNING)
    publish(other, 1, [[RegistrationFactory(tournament=other) for _chair in range(4)]])
    for page in ("own_leaving", "own_corrections"):
        assert phone.get(reverse(page, args=[other.pk])).status_code == 404
    for page in ("own_sheet", "own_protest"):
        assert phone.get(reverse(page, args=[other.pk, 1])).status_code == 404
        assert phone.post(reverse(page, args=[other.pk, 1]), {"line": "1"}).status_code == 404


@pytest.mark.parametrize("hidden", [{"is_trial": True}, {"state": TournamentState.DRAFT}], ids=["trial", "draft"])
def test_it_shows_no_draft_and_no_trial(evening: Tournament, ada: Player, hidden: dict[str, object]) -> None:
    Tournament.objects.update(**hidden)
    phone = phone_of(ada)
    assert "Le vendredi" not in read(phone)
    for page in (
        reverse("own_sheet", args=[evening.pk, 1]),
        reverse("own_leaving", args=[evening.pk]),
        reverse("own_corrections", args=[evening.pk]),
    ):
        assert phone.get(page).status_code == 404


def test_two_tournaments_stand_under_one_link(evening: Tournament, ada: Player) -> None:
    other = TournamentFactory(club=PlayerFactory().club, name="Le grand prix", state=TournamentState.RUNNING)
    publish(other, 1, [[RegistrationFactory(tournament=other, player=ada)]])
    text = read(phone_of(ada))
    assert [text.count(f">{name}</a></h2>") for name in ("Le vendredi", "Le grand prix")] == [1, 1]


@pytest.mark.parametrize("consent", [True, False])
def test_who_no_longer_agrees_to_be_named_is_not_at_the_next_poll(
    evening: Tournament, ada: Player, bea: Player, *, consent: bool
) -> None:
    Player.objects.filter(pk=bea.pk).update(consent=not consent)
    phone = phone_of(ada)
    before = phone.get("/moi/?fragment")
    assert ("BERNARD" in before.content.decode()) is not consent
    facts = PlayerFacts(last_name="BERNARD", first_name="Béa", licence=bea.licence, consent=consent)
    change_player(player=bea, facts=facts, by=organiser(ada.club), at=NOW)
    poll = phone.get("/moi/?fragment", headers={"if-none-match": before["ETag"]})
    assert poll.status_code == 200
    assert ("BERNARD" in poll.content.decode()) is consent


def test_he_withdraws_himself_and_the_organiser_reads_it(evening: Tournament, ada: Player) -> None:
    phone, page = phone_of(ada), reverse("own_leaving", args=[evening.pk])
    assert "Oui, me retirer" in read(phone, page)
    assert Registration.objects.get(player=ada).status == Status.PRESENT
    assert 'class="where"' in phone.get("/moi/").content.decode()
    for _twice in range(2):
        assert phone.post(page).status_code == 303
    assert Registration.objects.get(player=ada).status == Status.WITHDRAWN
    entry = JournalEntry.objects.get()
    assert (entry.action, entry.by, entry.by_name, entry.device) == (
        "retrait par le joueur",
        None,
        "MARTIN Ada",
        "par son lien",
    )
    assert "Vous êtes retiré de ce tournoi." in read(phone)
    assert 'class="where"' not in phone.get("/moi/").content.decode()  # nobody is sent to a table that he left
    boss = logged_in(organiser(ada.club))
    desk = reverse("tournament_desk", args=[evening.pk])
    assert "MARTIN Ada (n° " in read(boss, desk)
    assert "s’est retiré à" in read(boss, desk)
    left = Registration.objects.get(player=ada)
    kept = f"MARTIN Ada (n° {left.start_number}, retiré) garde des places où rien n’est encore joué"
    assert f"{kept} : position 1, table 1, Sud." in read(boss, desk)
    replace = f"{reverse('replace_player', args=[evening.pk])}?leaver={left.pk}&number=1"
    assert f'href="{replace}"'.replace("&", "&amp;") in read(boss, desk)
    assert "Passe à qui le remplace" in read(boss, replace)
    assert "garde des places" not in read(logged_in(arbiter(ada.club)), desk)  # the desk of the tables tells him
    own_seat = left.seats.get()
    record(own_seat.seated_at, 1, organiser(ada.club))
    assert [words in read(boss, desk) for words in ("s’est retiré à", "garde des places", replace)] == [
        True,
        False,
        False,
    ]
    set_status(
        tournament=evening,
        registrations=[Registration.objects.get(player=ada).pk],
        status=Status.PRESENT,
        by=None,
        at=entry.at,
    )
    assert "s’est retiré à" not in read(boss, desk)

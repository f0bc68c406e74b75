"""
An evening's link is what a host shows and prints: that evening, and nothing else of the person.

The attack of a club with no rights over somebody: it enters him, and has a code for his phone from its door, its cards,
its pages. None of them opens another evening, another club, his data or his consents.
"""

from collections.abc import Callable, Iterator

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.models import Protest
from tests.factories import (
    AccountFactory,
    ClubFactory,
    PlayerFactory,
    RegistrationFactory,
    TournamentFactory,
    at_the_door,
    logged_in,
    organiser,
)
from tests.scoring.sheets import EST, SUD, record, seat, seated
from tests.scoring.sheets import phone_of as table_phone
from tests.test_urls import ALL, Address
from tests.texts import NO_BREAK
from tests.tournaments.documents.rotations import document_of, images
from tests.tournaments.links import CODE, address_of, evening_phone, phone_of
from tests.tournaments.rounds import publish
from tournaments.labels import JobKind, Status, TournamentState
from tournaments.models import Club, Player, Registration, Tournament
from tournaments.permissions import Action
from tournaments.queries.pages.personal_links import opened_by
from tournaments.queries.pages.table_codes import token_of

pytestmark = pytest.mark.django_db
SITE = "https://club.example"
OWN = [address for address in ALL if address.audience is Action.FOLLOW_OWN]
# What an evening's link opens of no evening in particular: that evening on one's own page, and the way out.
OF_NO_EVENING = {"own", "forget_link"}
# And of its own evening; anything else is the person's, of his login or his personal link.
OF_ITS_EVENING = {
    "own_number",
    "own_leaving",
    "own_corrections",
    "own_sheet",
    "own_protest",
    "own_record",
    *("own_matches", "own_line_up", "own_stand_in", "send_stand_in_back"),
}


@pytest.fixture(autouse=True)
def _reached(settings) -> None:
    settings.PUBLIC_ADDRESS = SITE


@pytest.fixture
def ada(club: Club) -> Player:
    return PlayerFactory(club=club, last_name="MARTIN", first_name="Ada", licence="LIC1", consent=False)


@pytest.fixture
def at_home(club: Club, ada: Player) -> Tournament:
    return _running(club, "Le vendredi", ada)


@pytest.fixture
def at_malin(ada: Player) -> Tournament:
    """An evening of a club that Ada never joined, and that has her among its players."""
    return _running(ClubFactory(name="Club Malin"), "Le piège", ada)


def _running(club: Club, name: str, player: Player) -> Tournament:
    tournament = TournamentFactory(club=club, name=name, state=TournamentState.RUNNING, date=timezone.localdate())
    people = [RegistrationFactory(tournament=tournament, player=player)]
    people += [RegistrationFactory(tournament=tournament) for _more in range(3)]
    publish(tournament, 1, [people])
    return tournament


def entry_of(tournament: Tournament, player: Player) -> Registration:
    return tournament.registrations.get(player=player)


def read(client: Client, path: str = "/moi/") -> str:
    return " ".join(client.get(path).content.decode().translate(NO_BREAK).split())


def by_the_door(tournament: Tournament, player: Player) -> Iterator[str]:
    door = logged_in(at_the_door(tournament.club))
    entry = entry_of(tournament, player)
    yield door.get(reverse("check_in", args=[tournament.pk]), {"arrive": entry.pk}).content.decode()
    yield door.get(reverse("show_link", args=[tournament.pk, entry.pk])).content.decode()
    said = {"player": player.pk, "do": "present", "key": ""}
    answer = door.post(reverse("check_in_tap", args=[tournament.pk]), said, headers={"hx-request": "true"})
    yield answer.content.decode()


def by_the_papers(tournament: Tournament, player: Player) -> Iterator[str]:
    entry = entry_of(tournament, player)
    cards = images(document_of(tournament, JobKind.PLAYER_CARDS, site=SITE))
    yield from (address for address in cards if _is_of(entry, address))


def _is_of(entry: Registration, address: str) -> bool:
    return opened_by(CODE.findall(address)[0], timezone.localdate()).of_player == entry.player


def by_the_office(tournament: Tournament, player: Player) -> Iterator[str]:
    """What the organiser of the host reads of him: his file, the links of the evening, programs."""
    boss = logged_in(organiser(tournament.club))
    yield boss.get(reverse("edit_player", args=[tournament.club_id, player.pk])).content.decode()
    yield boss.get(reverse("withdraw_links", args=[tournament.pk])).content.decode()
    yield boss.get(reverse("withdraw_link", args=[tournament.pk, entry_of(tournament, player).pk])).content.decode()
    yield boss.get(reverse("registrations", args=[tournament.pk])).content.decode()
    yield boss.get(f"/api/v1/tournaments/{tournament.pk}/").content.decode()
    yield boss.get(f"/api/v1/tournaments/{tournament.pk}/standings/").content.decode()


@pytest.mark.parametrize("way", [by_the_door, by_the_papers, by_the_office])
def test_whoever_hosts_somebody_has_no_code_that_opens_more_than_his_evening(
    ada: Player, at_home: Tournament, at_malin: Tournament, way: Callable[[Tournament, Player], Iterator[str]]
) -> None:
    codes = {code for page in way(at_malin, ada) for code in CODE.findall(page)}
    assert bool(codes) == (way is not by_the_office)
    for code in codes:
        phone = Client()
        phone.get(reverse("open_link", args=[code]), follow=True)
        for path in ("/moi/donnees.json", "/moi/accords/", "/moi/lien/", "/moi/tournois/"):
            assert phone.get(path).status_code == 403, path
        assert "Le vendredi" not in read(phone)
        assert phone.get(reverse("own_leaving", args=[at_home.pk])).status_code == 403
        assert phone.post(reverse("own_leaving", args=[at_home.pk])).status_code == 403
    assert Player.objects.get(pk=ada.pk).link_version == ada.link_version


def test_the_club_that_keeps_his_file_alone_shows_his_personal_link(ada: Player, at_malin: Tournament) -> None:
    ada.memberships.get_or_create(club=at_malin.club)
    pages = [
        logged_in(organiser(club)).get(reverse("edit_player", args=[club.pk, ada.pk])).content.decode()
        for club in (ada.club, at_malin.club)
    ]
    assert [address_of(ada).rstrip("/") in page for page in pages] == [True, False]
    assert f"{ada.club.name} tient sa fiche" in pages[1]


def test_another_club_does_not_withdraw_his_personal_link(ada: Player, at_malin: Tournament) -> None:
    phone = phone_of(ada)
    boss = logged_in(organiser(at_malin.club))
    ada.memberships.get_or_create(club=at_malin.club)
    answer = boss.post(reverse("withdraw_player_link", args=[at_malin.club_id, ada.pk]), {"reason": "pour voir"})
    assert answer.status_code == 422
    boss.post(reverse("withdraw_link", args=[at_malin.pk, entry_of(at_malin, ada).pk]), {"reason": "perdu"})
    boss.post(reverse("withdraw_links", args=[at_malin.pk]), {"reason": "volées"})
    assert phone.get("/moi/").status_code == 200


@pytest.mark.parametrize("address", OWN, ids=lambda address: address.pattern.name)
def test_each_page_of_ones_own_is_of_its_evening_or_shut_to_its_link(
    address: Address, ada: Player, at_home: Tournament, at_malin: Tournament
) -> None:
    """A new page is the person's alone until it is named here."""
    phone = evening_phone(entry_of(at_malin, ada))
    values = {"round_number": 1, "number": 1, "start_number": 1}
    if address.route.startswith("api/"):  # programs come with a token, never by a link
        assert phone.get(address.at(values | {"tournament_id": at_malin.pk})).status_code == 401
        return
    if "tournament_id" not in address.arguments:
        assert (phone.get(address.at(values)).status_code != 403) == (address.pattern.name in OF_NO_EVENING)
        return
    of_its_own, of_another = (
        phone.get(address.at(values | {"tournament_id": event.pk})).status_code for event in (at_malin, at_home)
    )
    assert of_another == 403
    assert (of_its_own != 403) == (address.pattern.name in OF_ITS_EVENING)


def test_it_shows_its_evening_alone_and_says_how_to_come_to_the_rest(ada: Player, at_home, at_malin) -> None:
    past = RegistrationFactory(player=ada, tournament__name="Hier", tournament__state=TournamentState.FINISHED)
    text = read(evening_phone(entry_of(at_malin, ada)))
    assert "Table 1, <span>Sud</span>" in text
    assert "Le piège" in text
    assert "Le vendredi" not in text
    assert past.tournament.name not in text
    assert "il n’ouvre qu’elle" in text
    for name in ("own_consents", "own_data", "own_link"):
        assert reverse(name) not in text
    shut = read(evening_phone(entry_of(at_malin, ada)), "/moi/accords/")
    assert "votre lien personnel, que donne le club qui tient votre fiche, ou avec votre identifiant" in shut
    csv = evening_phone(entry_of(at_malin, ada)).get("/moi/?format=csv").content.decode()
    assert ("Le piège" in csv, "Le vendredi" in csv) == (True, False)


def test_the_page_is_another_one_for_the_personal_link(ada: Player, at_home: Tournament) -> None:
    """No 304 of the one stands for the other."""
    tag = evening_phone(entry_of(at_home, ada)).get("/moi/")["ETag"]
    assert phone_of(ada).get("/moi/", headers={"if-none-match": tag}).status_code == 200


def test_he_confirms_contests_and_leaves_in_that_evening(ada: Player) -> None:
    tournament = TournamentFactory(club=ada.club, state=TournamentState.RUNNING, needs_confirmation=True)
    (table,) = seated(tournament)
    chair = seat(table, SUD)
    line = record(table, 1, table_phone(table, EST))
    phone = evening_phone(chair.registration)
    sheet = reverse("own_sheet", args=[tournament.pk, 1])
    assert phone.get(sheet).status_code == 200
    assert phone.post(sheet, {"line": line.pk}).status_code == 303
    said = {"about": "donne", "number": 1, "reason": "un point de trop", "key": "7b1e1f0e-9d6a-4c7c-8a0b-3f1d2c4b5a60"}
    assert phone.post(reverse("own_protest", args=[tournament.pk, 1]), said).status_code == 303
    assert Protest.objects.get().seat == chair
    elsewhere = RegistrationFactory(tournament__state=TournamentState.OPEN)
    evening_phone(elsewhere).post(reverse("own_leaving", args=[elsewhere.tournament_id]))
    elsewhere.refresh_from_db()
    assert elsewhere.status == Status.WITHDRAWN


def test_a_table_knows_the_phone_of_its_evening_and_not_that_of_another(ada: Player, at_home, at_malin) -> None:
    table = at_home.rounds.get().tables.get()
    for tournament, known in ((at_malin, None), (at_home, entry_of(at_home, ada))):
        phone = evening_phone(entry_of(tournament, ada))
        page = phone.get(reverse("table_page", args=[token_of(table, at_home)])).content.decode()
        assert ("Je ne suis pas" in page) == (known is not None)


def test_a_phone_with_his_personal_link_keeps_it(ada: Player, at_home: Tournament, at_malin: Tournament) -> None:
    phone = evening_phone(entry_of(at_malin, ada))
    assert "Le vendredi" not in read(phone)
    assert "Le vendredi" in read(evening_phone(entry_of(at_home, ada), phone))  # the evening opened last
    phone_of(ada, phone)
    evening_phone(entry_of(at_malin, ada), phone)
    assert phone.get("/moi/donnees.json").status_code == 200


def test_who_is_logged_in_has_all_of_his_own_whatever_link_he_opened(ada: Player, at_home, at_malin) -> None:
    phone = evening_phone(entry_of(at_malin, ada))
    phone.force_login(AccountFactory(player=ada), backend="allauth.account.auth_backends.AuthenticationBackend")
    assert "Le vendredi" in read(phone)
    assert phone.get("/moi/donnees.json").status_code == 200
    assert address_of(ada).rstrip("/") in read(phone, "/moi/lien/")


def test_he_withdraws_his_personal_links_himself(ada: Player, at_home: Tournament) -> None:
    phone, lost, of_evening = phone_of(ada), phone_of(ada), evening_phone(entry_of(at_home, ada))
    assert phone.post("/moi/lien/").status_code == 303
    assert [each.get("/moi/").status_code for each in (phone, lost, of_evening)] == [410, 410, 200]
    account = AccountFactory(player=ada)
    logged = logged_in(account)
    ada.refresh_from_db()
    again = phone_of(ada)
    assert logged.post("/moi/lien/")["Location"] == "/moi/lien/"
    assert again.get("/moi/").status_code == 410


def test_its_organiser_withdraws_it_one_or_all_and_says_why_and_the_door_does_not(
    ada: Player, at_home: Tournament
) -> None:
    other = at_home.registrations.exclude(player=ada).first()
    assert other is not None
    phones = [evening_phone(entry_of(at_home, ada)), evening_phone(other)]
    boss, door = logged_in(organiser(at_home.club)), logged_in(at_the_door(at_home.club))
    one = reverse("withdraw_link", args=[at_home.pk, entry_of(at_home, ada).pk])
    of_all = reverse("withdraw_links", args=[at_home.pk])

    def opened() -> list[int]:
        return [phone.get("/moi/").status_code for phone in phones]

    for page in (one, of_all):
        assert door.post(page, {"reason": "perdu"}).status_code == 403
        assert boss.post(page, {"reason": ""}).status_code == 422
    assert opened() == [200, 200]
    assert boss.post(one, {"reason": "perdu"}).status_code == 303
    assert opened() == [410, 200]
    assert boss.post(of_all, {"reason": "volés"}).status_code == 303
    assert opened() == [410, 410]

"""Attacks that were run on a site of several clubs: what one club tries with the people of another, by its pages."""

import re
import uuid

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests.factories import (
    NOW,
    ClubFactory,
    PlayerFactory,
    RegistrationFactory,
    TournamentFactory,
    at_the_door,
    logged_in,
    organiser,
)
from tests.tournaments.links import addresses_in
from tests.tournaments.ways import (
    ALIKE,
    NOT_SUSPENDED,
    Place,
    at_the_desk,
    event,
    hidden_person,
    known_entries,
    past_results,
    replaced,
)
from tests.tournaments.ways import told as secrets_in
from tournaments.labels import Grade, TournamentState
from tournaments.models import Account, Club, Player, Tournament
from tournaments.queries.people.members import grade_of
from tournaments.services.people.registrations import register

pytestmark = pytest.mark.django_db
TYPED = ALIKE | {"category": "senior"}
# What lets somebody play, whom another club knows.
TO_PLAY = {
    "past results": past_results,
    "event file": event,
    "entry at the desk": at_the_desk("accept_entry"),
    "entry at the door": at_the_desk("check_in_entry"),
    "known entries": known_entries,
    "replacement": replaced,
}


@pytest.fixture
def player() -> Player:
    return hidden_person(ClubFactory(name="Club A"))


@pytest.fixture
def malin() -> Club:
    return ClubFactory(name="Club Malin")


@pytest.fixture
def attacker(malin: Club, player: Player) -> Client:
    """The organiser of the other club, once he said that this is his new player."""
    client = logged_in(organiser(malin))
    client.post(reverse("add_player", args=[malin.pk]), TYPED | {"who": str(player.pk)})
    return client


def at(name: str, club: Club, *more: int) -> str:
    return reverse(name, args=[club.pk, *more])


def told(client: Client, address: str, **query: str) -> list[str]:
    """Return which secrets of his an address tells."""
    return secrets_in(client.get(address, query).content.decode())


def test_his_file_is_not_read(attacker: Client, malin: Club, player: Player) -> None:
    for name in ("edit_player", "member", "player_data"):
        assert told(attacker, at(name, malin, player.pk)) == []
    assert told(attacker, at("club_players", malin), format="csv") == []


def test_his_name_and_his_consents_are_not_changed(attacker: Client, malin: Club, player: Player) -> None:
    renamed = TYPED | {"last_name": "BONNEFOY-MOQUÉ", "consent": "on"}
    attacker.post(at("edit_player", malin, player.pk), renamed)
    attacker.post(at("record_consents", malin), {"everybody": "1"})

    player.refresh_from_db()
    assert (player.last_name, player.consent) == ("BONNEFOY", False)


def test_no_login_of_his_is_made(attacker: Client, malin: Club, player: Player) -> None:
    attacker.post(at("give_player_access", malin, player.pk), {"username": "al"})

    assert not Account.objects.filter(player=player).exists()


def test_the_attacker_s_own_login_does_not_become_his(attacker: Client, malin: Club, player: Player) -> None:
    own = Account.objects.get(appointments__club=malin)
    attacker.post(at("give_player_access", malin, player.pk), {"username": own.username, "existing": "on"})

    assert not Account.objects.filter(player=player).exists()


def test_his_personal_link_is_not_shut(attacker: Client, malin: Club, player: Player) -> None:
    tournament = TournamentFactory(club=malin)
    RegistrationFactory(tournament=tournament, player=player)
    before = Player.objects.get(pk=player.pk).link_version
    attacker.post(at("withdraw_player_link", malin, player.pk), {"reason": "perdu"})
    attacker.post(reverse("withdraw_links", args=[tournament.pk]), {"reason": "perdu"})

    assert Player.objects.get(pk=player.pk).link_version == before


def test_he_is_not_merged_into_somebody_invented(attacker: Client, malin: Club, player: Player) -> None:
    zoe = PlayerFactory(club=malin, last_name="ZEBRE", first_name="Zoé", licence="")
    entry = RegistrationFactory(tournament=TournamentFactory(club=player.club), player=player)
    where = f"{at('merge_players', malin, zoe.pk)}?avec={player.pk}"
    seen = re.search(r'name="seen"[^>]*value="([^"]*)"', attacker.get(where).content.decode())
    attacker.post(where, {"seen": seen[1] if seen else "", "reason": "un doublon"})

    entry.refresh_from_db()
    assert entry.player_id == player.pk


def test_a_list_does_not_take_a_whole_club(malin: Club, player: Player) -> None:
    others = [PlayerFactory(club=player.club, last_name=f"DUPONT{n}", licence=str(7000 + n)) for n in range(3)]
    client = logged_in(organiser(malin))
    rows = [f"{one.licence};{one.last_name};{one.first_name}" for one in (player, *others)]
    content = "\n".join(["licence;nom;prénom", *rows]).encode()
    page = client.post(
        at("import_players", malin), {"file": SimpleUploadedFile("liste.csv", content)}, follow=True
    ).content.decode()
    answers = dict(re.findall(r'type="hidden"[^>]*name="([^"]+)"[^>]*value="([^"]*)"', page))
    answers |= {f"who-{line}": str(one.pk) for line, one in enumerate((player, *others), 2)}
    applied = client.post(at("apply_import", malin), answers)

    assert applied.status_code == 303
    assert malin.players.count() == 0
    assert told(client, at("club_players", malin), format="csv") == []


def test_the_door_is_given_no_way_into_all_that_is_his(malin: Club, player: Player) -> None:
    """The lowest role: licence and name at the door, « c’est lui », and the link that is shown then."""
    Player.objects.filter(pk=player.pk).update(suspended_from=None, suspension_reason="")
    tournament = TournamentFactory(club=malin, state=TournamentState.OPEN)
    door = logged_in(at_the_door(malin))
    typed = TYPED | {"who": str(player.pk), "key": str(uuid.uuid4())}
    shown = door.post(reverse("check_in_newcomer", args=[tournament.pk]), typed, follow=True).content.decode()
    shown += door.get(reverse("check_in", args=[tournament.pk]), {"q": "bonnefoy"}).content.decode()
    links = addresses_in(shown)
    assert tournament.registrations.filter(player=player).exists(), "he plays, as anybody does"
    assert links, "and is shown his link"

    for link in links:
        phone = Client()
        phone.get(link)
        data = phone.get("/moi/donnees.json", {"format": "json"})
        assert data.status_code != 200
        assert phone.get("/moi/accords/").status_code != 200


def test_the_door_is_not_told_why_another_club_suspended_him(malin: Club, player: Player) -> None:
    tournament = TournamentFactory(club=malin, state=TournamentState.OPEN)
    typed = TYPED | {"who": str(player.pk), "key": str(uuid.uuid4())}
    where = reverse("check_in_newcomer", args=[tournament.pk])
    shown = logged_in(at_the_door(malin)).post(where, typed, follow=True).content.decode()

    assert secrets_in(shown) == []


@pytest.mark.parametrize("way", TO_PLAY)
@pytest.mark.parametrize("knows", ["a stranger", "his host"])
def test_whoever_lets_him_play_gains_nothing_of_him(malin: Club, player: Player, way: str, knows: str) -> None:
    """Said « c’est lui » in every way: he plays, his file stays where and as it is, and nobody reads or shows him."""
    if knows == "his host":
        register(
            tournament=TournamentFactory(club=malin, name="Avant", date=NOT_SUSPENDED),
            players=[player],
            by=None,
            at=NOW,
        )
    by = organiser(malin)
    before = Player.objects.filter(pk=player.pk).values().get()
    answers = list(TO_PLAY[way](Place(malin, player, client := logged_in(by), by)))
    played = Tournament.objects.filter(club=malin, registrations__player=player).exclude(name="Avant").first()

    after = Player.objects.filter(pk=player.pk).values().get()
    assert (after | {"asks_consent": before["asks_consent"]}, after["club_id"]) == (before, player.club_id)
    assert secrets_in(*(answer.content.decode() for answer in answers)) == []
    known = way == "known entries"  # a list takes in no stranger
    assert grade_of(player, malin) == (None if known and knows == "a stranger" else Grade.GUEST)
    for name in ("edit_player", "member", "player_data", "erase_player"):
        assert client.get(at(name, malin, player.pk)).status_code == 404
    attached = client.post(at("give_player_access", malin, player.pk), {"username": by.username, "existing": "on"})
    assert attached.status_code == 404
    if played is not None:
        Tournament.objects.filter(pk=played.pk).update(state=TournamentState.FINISHED)
        for page in ("standings", "tournament"):
            seen = Client().get(reverse(page, args=[played.pk])).content.decode().casefold()
            assert "bonnefo" not in seen
    assert (played is not None) == (not known or knows == "his host")
    for made in malin.imports.all():
        undo = at("undo_import", malin, made.pk)
        client.post(undo, {"seen": client.get(undo).context["consequences"].seen})
    assert Player.objects.filter(pk=player.pk, club=player.club).exists()

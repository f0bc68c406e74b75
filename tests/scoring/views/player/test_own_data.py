"""All that is kept about one person, taken away by him or for him: his own, whole, and nobody else's name."""

import json
import uuid

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories import NOW, AccountFactory, PlayerFactory, RegistrationFactory, TournamentFactory, rewrite
from tests.scoring.sheets import a_penalty, record, seated
from tests.texts import NO_BREAK
from tests.tournaments.ratings import rate
from tournaments.labels import EntryState, TournamentState
from tournaments.models import Account, Club, ClubRating, Entry, Player, Tournament
from tournaments.queries.pages.personal_links import personal_code
from tournaments.services.people.players import PlayerFacts, change_player


@pytest.fixture
def player(club: Club, the_organiser: Account) -> Player:
    """A player who took a garde against three others."""
    tournament = TournamentFactory(club=club, name="Concours", state=TournamentState.RUNNING)
    player = PlayerFactory(club=club, last_name="Zzverdier", first_name="Odile", licence="LIC42")
    RegistrationFactory(tournament=tournament, player=player, start_number=1)
    (table,) = seated(tournament)
    Player.objects.exclude(pk=player.pk).update(last_name="Zzother")
    record(table, 1, the_organiser)
    return player


def test_the_organiser_takes_all_of_a_player_and_nobody_else(as_organiser: Client, player: Player):
    content = as_organiser.get(reverse("player_data", args=[player.club_id, player.pk])).content.decode()
    data = json.loads(content)

    assert (data["player"]["licence"], data["player"]["card_consent"]) == ("LIC42", False)
    assert [entry["start_number"] for entry in data["entries"]] == [1]
    assert [place["result__points"] for place in data["places"]] == [198]
    assert [(donne["contract"], donne["taker__chair"]) for donne in data["donnes"]] == [("garde", 0)]
    assert "Zzother" not in content


def test_what_he_typed_to_enter_from_home_is_his_as_long_as_it_is_kept(
    client: Client, as_organiser: Client, player: Player
) -> None:
    Entry.objects.create(
        tournament=Tournament.objects.get(), number=1, state=EntryState.CONFIRMED, last_name="Zzverdier",
        registration=player.registrations.get(), phone="06 12", message="avec Zzother", key=uuid.uuid4(),
        entered_at=NOW,
    )  # fmt: skip
    address = reverse("player_data", args=[player.club_id, player.pk])
    (entry,) = json.loads(as_organiser.get(address).content)["online_entries"]
    assert (entry["tournament__name"], entry["phone"], entry["state"]) == ("Concours", "06 12", "confirmee")
    assert "Zzother" not in entry["message"]
    client.get(f"/j/{personal_code(player, timezone.localdate())}/")
    assert "06 12" not in client.get(reverse("own_data")).content.decode()


def test_how_a_club_rated_him_is_his(as_organiser: Client, player: Player) -> None:
    rewrite(Tournament.objects.get(), state=TournamentState.FINISHED)
    rate(ClubRating.objects.create(club=player.club, since=Tournament.objects.get().date))
    here = reverse("player_data", args=[player.club_id, player.pk])

    (rated,) = json.loads(as_organiser.get(here).content)["ratings"]

    assert (rated["evenings"], rated["value"] > 1000) == (1, True)
    assert f"Cote : {rated['value']}" in as_organiser.get(here, {"format": "csv"}).content.decode().translate(NO_BREAK)


def test_a_player_takes_his_own(client: Client, player: Player):
    client.force_login(AccountFactory(username="odile", player=player))

    data = json.loads(client.get(reverse("own_data")).content)

    assert (data["login"], data["player"]["last_name"]) == ("odile", "Zzverdier")


def test_a_reason_that_names_somebody_else_does_not_name_him_here(as_organiser: Client, player: Player) -> None:
    entry = player.registrations.get()
    other = Player.objects.exclude(pk=player.pk).filter(club=player.club).first()
    assert other is not None
    Player.objects.filter(pk=other.pk).update(last_name="Zzhidden", first_name="Aline", consent=False)
    reason = "Zzverdier a vu le jeu de Aline ZZHIDDEN, dit Zzhidden"
    a_penalty(entry.tournament, AccountFactory(), registration=entry, reason=reason)

    for query in ({}, {"format": "csv"}):
        content = as_organiser.get(reverse("player_data", args=[player.club_id, player.pk]), query).content.decode()
        assert "Zzverdier a vu le jeu de un autre joueur, dit un autre joueur" in content
        assert "zzhidden" not in content.casefold()


def test_the_journal_says_what_was_written_and_changed(as_organiser: Client, player: Player) -> None:
    facts = PlayerFacts("Zzverdier", "Odile", licence="LIC43", consent=True)
    change_player(player=player, facts=facts, by=None, at=NOW)

    data = json.loads(as_organiser.get(reverse("player_data", args=[player.club_id, player.pk])).content)

    (line,) = [line for line in data["journal"] if line["action"] == "joueur modifié"]
    assert (line["subject"], line["details"]["licence"]) == ("Zzverdier Odile", ["LIC42", "LIC43"])


@pytest.mark.parametrize("format_", ["csv", "xlsx", "ods"])
def test_it_is_taken_as_a_list_to_read(as_organiser: Client, player: Player, format_: str) -> None:
    here = reverse("player_data", args=[player.club_id, player.pk])

    answer = as_organiser.get(here, {"format": format_})

    assert answer.headers["Content-Disposition"] == f'attachment; filename="donnees-zzverdier-odile.{format_}"'
    assert "no-store" in answer.headers["Cache-Control"]
    if format_ == "csv":
        text = answer.content.decode().translate(NO_BREAK)
        assert "Fiche;;;Licence : LIC42" in text
        assert "Contrat : garde" in text
        assert "Table : 1 · Preneur : Sud · Donne : 1 ·" in text


def test_of_who_was_erased_there_is_nothing_to_take(as_organiser: Client, player: Player) -> None:
    Player.objects.filter(pk=player.pk).update(erased_at=NOW, licence="", consent=False)

    assert as_organiser.get(reverse("player_data", args=[player.club_id, player.pk])).status_code == 404

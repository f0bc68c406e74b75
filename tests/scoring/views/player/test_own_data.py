"""All that is kept about one person, taken away by him or for him: his own, whole, and nobody else's name."""

import json
import re
import uuid
from datetime import date, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.models import Incident, Penalty
from tests.factories import (
    NOW,
    AccountFactory,
    ClubFactory,
    PlayerFactory,
    RegistrationFactory,
    SeasonFactory,
    TournamentFactory,
    a_fee,
    logged_in,
    rewrite,
)
from tests.scoring.sheets import EST, a_penalty, record, seat, seated
from tests.texts import NO_BREAK, plain
from tests.tournaments.qualifying import leads
from tests.tournaments.ratings import rate
from tournaments.labels import EntryState, TournamentState
from tournaments.mail_labels import MailKind
from tournaments.models import (
    Account,
    Club,
    ClubRating,
    Declined,
    Entry,
    Mail,
    Mailbox,
    Membership,
    Player,
    Proposal,
    Table,
    Tournament,
)
from tournaments.queries.pages.personal_links import personal_code
from tournaments.queries.people.messages import digest_of
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


def test_each_board_that_he_played_is_his_once_nobody_has_it_to_play(
    as_organiser: Client, club: Club, the_organiser: Account
) -> None:
    event = TournamentFactory(
        club=club, name="Duplicate", compared_by="mean", void_donnes_count=True, donnes_per_round=2,
        state=TournamentState.RUNNING,
    )  # fmt: skip
    (table,) = seated(event)
    Table.objects.update(first_board=1, last_board=2)
    table.refresh_from_db()
    record(table, 1, the_organiser)
    player = seat(table, EST).registration.player
    here = reverse("player_data", args=[club.pk, player.pk])

    secret = json.loads(as_organiser.get(here).content)
    rewrite(event, free_rounds=1)
    free = json.loads(as_organiser.get(here).content)

    assert (secret["boards"], secret["donnes"]) == ([], [])
    assert [(place["chair"], place["result__points"]) for place in secret["places"]] == [("Est", None)]
    assert free["boards"] == [
        {
            "seat__round__tournament__name": "Duplicate", "seat__round__number": 1, "board": 1, "hand": "Est",
            "points": -66, "is_taker": False,
        }
    ]  # fmt: skip
    assert [(donne["number"], donne["chair"]) for donne in free["donnes"]] == [(1, "Est")]
    assert [place["result__points"] for place in free["places"]] == [-66]
    listed = as_organiser.get(here, {"format": "csv"}).content.decode().translate(NO_BREAK)
    assert "Étuis joués;;Duplicate;Position : 1 · Étui : 1 · Main : Est · Points : -66" in listed.replace("−", "-")


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


def test_what_was_sent_to_him_and_what_he_stopped_is_his(as_organiser: Client, player: Player) -> None:
    Player.objects.filter(pk=player.pk).update(email="z@example.org", email_consent=True)
    box = Mailbox.objects.create(club=player.club, digest=digest_of("z@example.org"), fees_stopped_at=NOW)
    event = Tournament.objects.get()
    Mail.objects.create(
        mailbox=box, kind=MailKind.CHANGED, event="x", player=player, tournament=event, made_at=NOW, due_at=NOW
    )
    there = reverse("player_data", args=[player.club_id, player.pk])
    sent, stopped = as_organiser.get(there).json()["messages"]
    assert (sent["message"], sent["state"]) == ("jour, heure ou lieu changés", "attend d’être envoyé")
    assert (plain(stopped["message"]), stopped["made_at"]) == (
        "arrêtés par vous : votre cotisation",
        "2026-11-21T20:00:00Z",
    )
    listed = as_organiser.get(there, {"format": "csv"}).content.decode().translate(NO_BREAK)
    (line,) = re.findall("Messages du club;.*jour, heure ou lieu changés.*", listed)
    assert f";{event.name};" in line


def test_that_he_does_not_come_to_a_final_is_his(as_organiser: Client, player: Player) -> None:
    final = TournamentFactory(club=player.club, name="Grande finale")
    source = TournamentFactory(club=player.club, name="Mardi")
    Declined.objects.create(qualifying=leads(source, final), player=player, at=NOW, is_own_word=True)
    told = as_organiser.get(reverse("player_data", args=[player.club_id, player.pk])).json()
    assert told["finals_declined"] == [
        {
            "qualifying__final__name": "Grande finale",
            "qualifying__league__name": None,
            "at": "2026-11-21T20:00:00Z",
            "is_own_word": True,
        }
    ]


def test_how_a_club_rated_him_is_his(as_organiser: Client, player: Player) -> None:
    rewrite(Tournament.objects.get(), state=TournamentState.FINISHED)
    rate(ClubRating.objects.create(club=player.club, since=Tournament.objects.get().date))
    here = reverse("player_data", args=[player.club_id, player.pk])

    (rated,) = json.loads(as_organiser.get(here).content)["ratings"]

    assert (rated["evenings"], rated["value"] > 1000) == (1, True)
    assert f"Cote : {rated['value']}" in as_organiser.get(here, {"format": "csv"}).content.decode().translate(NO_BREAK)


def test_what_another_club_writes_of_him_is_not_his_club_s_to_take(as_organiser: Client, player: Player) -> None:
    """He only played there once: its notes, its cash desk and its journal are its own, and his."""
    entry = RegistrationFactory(tournament=TournamentFactory(), player=player)
    Incident.objects.create(tournament=entry.tournament, text="Zzverdier, zzbruit", key=uuid.uuid4(), noted_at=NOW)
    here = reverse("player_data", args=[player.club_id, player.pk])

    refused = as_organiser.get(here, follow=True)
    assert refused.redirect_chain == [(reverse("edit_player", args=[player.club_id, player.pk]), 303)]
    assert "Ce fichier dirait aussi ce que d’autres clubs" in refused.content.decode()
    for takes in (AccountFactory(player=player), AccountFactory(is_superuser=True)):
        address = reverse("own_data") if takes.player_id else here
        assert "zzbruit" in logged_in(takes).get(address).content.decode()


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
        assert "Table : 1 · Donne : 1 · Issue : jouée · Preneur : Sud ·" in text
        assert "helem" not in text  # nobody said or made one


def test_the_list_says_each_day_each_fee_and_what_is_proposed(client: Client, player: Player) -> None:
    days = {"licence_until": date(2027, 8, 31), "erasure_asked_on": date(2026, 11, 2)}
    barred = {"suspended_from": date(2026, 10, 1), "suspended_until": date(2026, 10, 9), "suspension_reason": "cris"}
    Player.objects.filter(pk=player.pk).update(**days, **barred)
    there = ClubFactory(name="Ailleurs")
    left = Membership.objects.create(club=there, player=player, until=date(2026, 9, 30))
    a_fee(left, SeasonFactory(club=there), due=2050)
    Proposal.objects.create(
        club=there, player=player, changes={"home_club": ["", "Dole"]}, proposed_on=date(2026, 11, 3)
    )
    a_penalty(Tournament.objects.get(), AccountFactory(), registration=player.registrations.get(), reason="retard")
    Penalty.objects.update(given_at=NOW, cancelled_at=NOW + timedelta(days=3), cancel_reason="erreur")
    client.force_login(AccountFactory(player=player))

    text = client.get(reverse("own_data"), {"format": "csv"}).content.decode().translate(NO_BREAK)

    for line in (
        "Fiche;;;Fin de licence : 31 août 2027",
        "Fiche;;;Effacement demandé le : 2 novembre 2026",
        "Fiche;;;Suspendu du : 1er octobre 2026",
        "Fiche;;;Suspendu jusqu’au : 9 octobre 2026",
        "Ce que chacun de ses clubs garde pour lui;;;Club : Ailleurs · Adhésion : membre · Jusqu’au : 30 septembre",
        "Changements proposés par d’autres clubs;2026-11-03;;Club : Ailleurs · Détail : club d’origine – → Dole",
    ):
        assert line in text
    assert re.search(r"Cotisations;;;Club : Ailleurs · Saison : Saison\d+ · Tarif : Cotisation 2050 · Dû : 20,50", text)
    assert re.search(r"Paiements;2026-11-21.*Saison : Saison\d+ · Montant : 20,50 € · Moyen : par chèque", text)
    assert re.search(r"Pénalités;2026-11-21[ 0-9:]*;Concours;.*Motif : retard · Annulé le : 24 novembre 2026", text)
    assert not re.search(r"\w+_\w+ :", text), "a column without its name"


def test_of_who_was_erased_there_is_nothing_to_take(as_organiser: Client, player: Player) -> None:
    Player.objects.filter(pk=player.pk).update(erased_at=NOW, licence="", consent=False)

    assert as_organiser.get(reverse("player_data", args=[player.club_id, player.pk])).status_code == 404

"""A list read for its fees alone, by a treasurer who may not change the members."""

from django.urls import reverse

from tests.factories import (
    NOW,
    PlayerFactory,
    SeasonFactory,
    TournamentFactory,
    a_season_rate,
    logged_in,
    treasurer,
)
from tests.texts import plain
from tests.tournaments.views.people.test_player_imports import answered, send, told_fees
from tournaments.models import Club, Import, Payment, Player
from tournaments.services.people.members import end_membership

MIXED = "nom;prenom;licence;email;tarif;cotisation;payé le;mode\n" + "\n".join(
    f"{who};{more};;30;21/11/2026;chèque"
    for who, more in (("Roy;Paul", "123456;roy@example.org"), ("Petit;Zoé", ";"), ("Ancien;Luc", ";"), ("Roi;Pol", ";"))
)


def test_the_treasurer_alone_brings_in_the_fees_of_members_and_nothing_else(club: Club):
    roy, petit, gone = (
        PlayerFactory(club=club, last_name=last, first_name=first, licence="", home_club="")
        for last, first in (("Roy", "Paul"), ("Petit", "Zoé"), ("Ancien", "Luc"))
    )
    end_membership(club=club, player=gone, by=None, at=NOW)
    a_season_rate(SeasonFactory(club=club), 3000)
    before = list(Player.rows.order_by("pk").values())
    client = logged_in(treasurer(club))
    fees, door = reverse("club_fees", args=[club.pk]), reverse("import_players", args=[club.pk])
    assert door in client.get(fees).content.decode()
    evening = TournamentFactory(club=club)
    for address in (door, f"{door}?soiree={evening.pk}"):
        page = client.get(address).content.decode()
        assert "Noter les cotisations d’une liste" in page
        assert not [
            name for name in ("player_model", "club_imports", "club_players") if reverse(name, args=[club.pk]) in page
        ]
    looked_at = send(client, club, MIXED.encode())
    assert told_fees(looked_at) == [("Roy Paul", 3000), ("Petit Zoé", 3000)]
    told = plain(looked_at.content.decode())
    for line, who in ((4, "Ancien Luc"), (5, "Roi Pol")):
        assert f"Ligne {line} : « {who} » n’est pas reconnu parmi les membres du club." in told

    address = reverse("apply_import", args=[club.pk])
    forged = answered(looked_at) | {"line": ["2", "3", "4", "5"], "who-5": str(roy.pk), "consent": "oui"}
    other = client.post(address, forged | {"fingerprint": "x"})
    assert (other.status_code, Payment.objects.count()) == (409, 0)
    done = client.post(address, forged)
    assert (done.status_code, done["Location"]) == (303, fees)
    assert "2 cotisations notées (60 €)" in plain(client.get(fees).content.decode())
    assert set(Payment.objects.values_list("fee__membership__player", "amount")) == {(roy.pk, 3000), (petit.pk, 3000)}
    assert list(Player.rows.order_by("pk").values()) == before
    assert (club.players.count(), Import.objects.count(), evening.registrations.count()) == (2, 0, 0)
    assert client.post(address, forged)["Location"] == fees  # a double click
    assert Payment.objects.count() == 2


def test_the_treasurer_is_told_that_a_list_says_nothing_of_fees(club: Club):
    a_season_rate(SeasonFactory(club=club))
    page = send(logged_in(treasurer(club)), club, b"nom;prenom;licence\nRoy;Paul;1\n")
    assert "Aucune colonne de cette liste ne dit une cotisation" in plain(page.content.decode())

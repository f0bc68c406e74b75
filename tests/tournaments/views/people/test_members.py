"""A member as his club knows him, and the page on which the fees of a season are noted."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import NOW, PlayerFactory, RegistrationFactory, SeasonFactory, TournamentFactory
from tests.texts import words
from tournaments.models import Club, Fee, Player

DAY = NOW.date()


def test_a_member_s_page_says_how_he_is_reached_what_he_paid_and_where_he_played(as_organiser: Client, club: Club):
    season = SeasonFactory(club=club, name="2026-2027")
    player = PlayerFactory(
        club=club, email="zoe@exemple.fr", email_consent=True, federal_series="2e série", licence_until=DAY
    )
    RegistrationFactory(tournament=TournamentFactory(club=club, name="Ici"), player=player)
    RegistrationFactory(tournament=TournamentFactory(name="Ailleurs"), player=player)
    address = reverse("member", args=[club.pk, player.pk])
    page = words(as_organiser.get(address))
    assert "zoe@exemple.fr" in page
    assert "2e série" in page
    assert "2026-2027 à payer" in page
    assert "1 soirée dans ce club" in page
    assert "Ailleurs" not in page
    Fee.objects.create(membership=player.memberships.get(), season=season, paid_on=DAY, amount=2000)
    assert "payée le 21 novembre 2026, 20 €" in words(as_organiser.get(address))


def test_a_suspension_that_is_over_is_told_no_more(as_organiser: Client, club: Club):
    days = {"suspended_from": DAY - timedelta(90), "suspended_until": DAY - timedelta(60)}
    player = PlayerFactory(club=club, suspension_reason="triche", **days)
    assert "suspendu" not in words(as_organiser.get(reverse("member", args=[club.pk, player.pk]))).lower()


def test_the_ticked_members_paid_and_the_others_owe(as_organiser: Client, club: Club):
    season = SeasonFactory(club=club, name="2026-2027", fee=1500)
    paying, owing = PlayerFactory(club=club, last_name="PAIE"), PlayerFactory(club=club, last_name="DOIT")
    address = reverse("club_fees", args=[club.pk])
    assert 'value="15"' in as_organiser.get(address).content.decode()
    sent = {"player": paying.pk, "amount": "12,50", "paid_on": DAY.isoformat()}
    assert as_organiser.post(address, sent).status_code == 303
    assert as_organiser.post(address, sent).status_code == 303
    fee = season.fees.get()
    assert (fee.membership.player, fee.amount) == (paying, 1250)
    page = as_organiser.get(address)
    assert f'value="{owing.pk}"' in page.content.decode()
    assert f'value="{paying.pk}"' not in page.content.decode()
    paid = words(as_organiser.get(f"{address}?liste=payees"))
    assert "PAIE" in paid
    assert "12,50 €" in paid
    cancel = reverse("cancel_fee", args=[club.pk, fee.pk])
    assert as_organiser.post(cancel, {"reason": ""}).status_code == 422
    as_organiser.post(cancel, {"reason": "rendu"})
    assert not season.fees.exists()


@pytest.mark.parametrize(("amount", "day"), [("-5", ""), ("", DAY.isoformat()), ("2000", DAY.isoformat()), ("5", "x")])
def test_a_wrong_amount_or_day_writes_nothing(as_organiser: Client, club: Club, amount: str, day: str):
    SeasonFactory(club=club)
    player = PlayerFactory(club=club)
    sent = {"player": player.pk, "amount": amount, "paid_on": day}
    assert as_organiser.post(reverse("club_fees", args=[club.pk]), sent).status_code == 422
    assert not Fee.objects.exists()


def test_a_club_without_a_season_is_told_to_make_one(as_organiser: Client, club: Club):
    assert "créez-la" in words(as_organiser.get(reverse("club_fees", args=[club.pk])))


def test_players_are_listed_by_what_is_wrong_with_their_licence(as_organiser: Client, club: Club):
    PlayerFactory(club=club, last_name="SANS", licence="")
    PlayerFactory(club=club, last_name="VIEUX", licence_until=DAY - timedelta(9999))
    PlayerFactory(club=club, last_name="PUNI", suspended_from=DAY - timedelta(1), suspension_reason="triche")
    for kind, name in (("aucune", "SANS"), ("expiree", "VIEUX"), ("suspendue", "PUNI")):
        listed = as_organiser.get(reverse("club_players", args=[club.pk]), {"licence": kind}).content.decode()
        assert [each for each in ("SANS", "VIEUX", "PUNI") if each in listed] == [name]


def test_the_file_of_the_club_says_a_suspension_and_keeps_what_was_typed(as_organiser: Client, club: Club):
    player = PlayerFactory(club=club, last_name="ROY", first_name="Paul", licence="")
    address = reverse("edit_player", args=[club.pk, player.pk])
    sent = {"last_name": "ROY", "first_name": "Paul", "category": "senior", "email": "roy@exemple.fr"}
    refused = as_organiser.post(address, sent)
    assert refused.status_code == 422
    assert "roy@exemple.fr" in refused.content.decode()
    sent |= {"email_consent": "on", "suspended_from": "2026-01-01", "suspension_reason": "propos injurieux"}
    assert as_organiser.post(address, sent).status_code == 303
    player = Player.objects.get(pk=player.pk)
    assert (player.email, player.suspension_reason) == ("roy@exemple.fr", "propos injurieux")
    assert "ROY Paul est suspendu depuis le 1er janvier 2026" in words(as_organiser.get(address))


def test_everybody_is_registered_but_who_is_suspended_and_the_page_names_him(as_organiser: Client, club: Club):
    tournament = TournamentFactory(club=club, date=DAY)
    PlayerFactory(club=club, last_name="BON")
    PlayerFactory(club=club, last_name="PUNI", suspended_from=DAY, suspension_reason="triche")
    told = as_organiser.post(reverse("register_players", args=[tournament.pk]), {"everybody": "1"}, follow=True)
    page = words(told)
    assert "1 joueur inscrit" in page
    assert "PUNI" in page
    assert "(triche)" in page

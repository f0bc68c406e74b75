"""A member as his club knows him, and the page on which the fees of a season are noted."""

import re
import uuid
from datetime import date, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import (
    NOW,
    AccountFactory,
    ClubFactory,
    PlayerFactory,
    RegistrationFactory,
    SeasonFactory,
    TournamentFactory,
    a_fee,
    a_season_rate,
)
from tests.texts import words
from tournaments.labels import EndReason, JobKind, RoleName
from tournaments.models import Appointment, Club, Fee, Mail, Membership, Payment, Player, SeasonRate
from tournaments.services.people.members import end_membership

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
    assert "à payer" not in page  # nobody has said yet what the season costs
    for one in (
        season,
        SeasonFactory(club=club, name="2020-2021", starts_on=date(2020, 9, 1), ends_on=date(2021, 8, 31)),
    ):
        a_season_rate(one, 2000)
    page = words(as_organiser.get(address))
    assert "2026-2027 à payer" in page
    assert "2020-2021" not in page  # it was over before anybody asked him
    assert "1 soirée dans ce club" in page
    assert "Ailleurs" not in page
    a_fee(player.memberships.get(), season)
    assert "payée le 21 novembre 2026, 20 €" in words(as_organiser.get(address))
    visitor = PlayerFactory(club=club, home_club="Ailleurs")
    assert "à payer" not in words(as_organiser.get(reverse("member", args=[club.pk, visitor.pk])))


def test_a_suspension_that_is_over_is_told_no_more(as_organiser: Client, club: Club):
    days = {"suspended_from": DAY - timedelta(90), "suspended_until": DAY - timedelta(60)}
    player = PlayerFactory(club=club, suspension_reason="triche", **days)
    assert "suspendu" not in words(as_organiser.get(reverse("member", args=[club.pk, player.pk]))).lower()


def sent(*players: Player, **said: str) -> dict[str, object]:
    """Return what the form of the fees sends for these ticked members."""
    ids = [player.pk for player in players]
    return {"player": ids, "method": "cheque", "paid_on": DAY.isoformat(), "key": str(uuid.uuid4())} | said


def test_the_ticked_members_paid_and_the_others_owe(as_organiser: Client, club: Club):
    season = SeasonFactory(club=club, name="2026-2027")
    a_season_rate(season, 1500)
    paying, owing = PlayerFactory(club=club, last_name="PAIE"), PlayerFactory(club=club, last_name="DOIT")
    address = reverse("club_fees", args=[club.pk])
    form = sent(paying, amount="12,50")
    assert as_organiser.post(address, form).status_code == 303
    assert as_organiser.post(address, form).status_code == 303
    payment = Payment.objects.get()
    assert (payment.owed.player, payment.amount, payment.method) == (paying, 1250, "cheque")
    assert "12,50 € reçus ; 2 membres doivent encore 17,50 €" in words(as_organiser.get(address))
    as_organiser.post(address, sent(paying))
    page = as_organiser.get(address).content.decode()
    assert f'id="player-{owing.pk}"' in page
    assert f'id="player-{paying.pk}"' not in page
    paid = words(as_organiser.get(f"{address}?liste=payees"))
    assert "PAIE" in paid
    assert "15 €" in paid


def test_a_member_s_page_takes_gives_back_and_strikes(as_organiser: Client, club: Club):
    season = SeasonFactory(club=club, name="2026-2027")
    a_season_rate(season, 1500)
    couple = SeasonRate.objects.create(season=season, code="couple", label="Couple", amount=1000, place=2)
    player = PlayerFactory(club=club, last_name="PAIE")
    address = reverse("member_fee", args=[season.pk, player.pk])
    assert as_organiser.post(address, sent(amount="99")).status_code == 422
    assert as_organiser.post(address, sent()).status_code == 303
    payment = Payment.objects.get()
    back = reverse("give_fee_back", args=[club.pk, payment.pk])
    assert as_organiser.post(back, sent(amount="3", reason="")).status_code == 422
    assert as_organiser.post(back, sent(amount="3", reason="couple")).status_code == 303
    assert as_organiser.post(address, {"rate": couple.pk}).status_code == 422
    assert as_organiser.post(back, sent(amount="2", reason="couple")).status_code == 303
    assert as_organiser.post(address, {"rate": couple.pk}).status_code == 303
    page = words(as_organiser.get(address))
    assert "tarif « Couple »" in page
    assert "rendu : « couple »" in page
    wrong = payment.refunded.first()
    cancel = reverse("cancel_fee_payment", args=[club.pk, wrong.pk])
    assert as_organiser.post(cancel, {"reason": ""}).status_code == 422
    assert as_organiser.post(cancel, {"reason": "pas lui"}).status_code == 303
    page = words(as_organiser.get(address))
    assert "« pas lui »" in page
    assert "Il a payé plus que son tarif" in page


def test_the_rates_of_a_season_are_those_of_the_season_before_at_first(as_organiser: Client, club: Club):
    before = SeasonFactory(club=club, name="2025-2026", starts_on=date(2025, 9, 1), ends_on=date(2026, 8, 31))
    a_season_rate(before, 1500)
    season = SeasonFactory(club=club, name="2026-2027")
    address = reverse("season_rates", args=[season.pk])
    assert "n’a pas encore de tarif" in words(as_organiser.get(reverse("club_fees", args=[club.pk])))
    page = as_organiser.get(address)
    assert "Voici les tarifs de la saison 2025-2026" in words(page)
    form = page.context["form"]
    typed = {name: form[name].value() for name in form.fields if form[name].value() is not None}
    assert (
        as_organiser.post(address, typed | {"label_1": "Jeune", "code_1": "jeune", "amount_1": "0"}).status_code == 303
    )
    assert [(rate.code, rate.amount) for rate in season.rates.all()] == [("adulte", 1500), ("jeune", 0)]


def test_the_ticked_get_another_rate(as_organiser: Client, club: Club):
    season = SeasonFactory(club=club)
    a_season_rate(season, 1500)
    free = SeasonRate.objects.create(season=season, code="gratuit", label="Gratuit", amount=0, place=2)
    player = PlayerFactory(club=club)
    address = reverse("club_fees", args=[club.pk])
    assert as_organiser.post(address, sent(player, do="rate", rate="0")).status_code == 422
    assert as_organiser.post(address, sent(player, do="rate", rate=str(free.pk))).status_code == 303
    assert season.fees.get().rate == free
    assert "Tous les membres ont payé" in words(as_organiser.get(address))


def test_a_letter_and_a_receipt_are_asked_for_where_they_are_needed(as_organiser: Client, club: Club):
    season = SeasonFactory(club=club, name="2026-2027")
    half, paid = PlayerFactory(club=club), PlayerFactory(club=club)
    a_fee(half.memberships.get(), season, paid=500)
    a_fee(paid.memberships.get(), season)
    address = reverse("club_fees", args=[club.pk])
    refused = as_organiser.post(address, sent(half, do="letter", message="au club " * 100))
    assert refused.status_code == 422
    assert "au club au club" in refused.content.decode()
    assert "Cochez au moins un membre" in words(as_organiser.post(address, sent(paid, do="letter", message="")))
    letter = as_organiser.post(address, sent(half, do="letter", message="Par chèque."), follow=True)
    assert f"{address}?saison=2026-2027" in letter.content.decode()
    receipt = as_organiser.post(reverse("make_fee_receipts", args=[season.pk]), {"player": paid.pk}, follow=True)
    assert f"{address}?saison=2026-2027" in receipt.content.decode()
    asked = [(job.kind, job.wanted["players"]) for job in season.jobs.order_by("pk")]
    assert asked == [(JobKind.FEE_LETTERS, [half.pk]), (JobKind.FEE_RECEIPTS, [paid.pk])]
    as_organiser.post(reverse("make_fee_receipts", args=[season.pk]))
    assert sorted(season.jobs.latest("pk").wanted["players"]) == sorted([half.pk, paid.pk])


def test_a_message_goes_to_the_ticked_and_who_gets_none_is_ticked_for_a_letter(
    as_organiser: Client, club: Club, settings: Any
):
    """Nobody writes to who has left or died, though he still owes a rest of what he began to pay."""
    season = SeasonFactory(club=club, name="2026-2027")
    contact = {"email": "zoe@example.org", "email_consent": True}
    reached, silent, gone, dead = (
        PlayerFactory(club=club, last_name=name, **columns)
        for name, columns in (("JOINT", contact), ("MUET", {}), ("PARTI", contact), ("MORT", contact))
    )
    for player in (reached, silent, gone, dead):
        a_fee(player.memberships.get(), season, paid=500)
    for player, reason in ((gone, EndReason.RESIGNED), (dead, EndReason.DIED)):
        end_membership(club=club, player=player, reason=reason, by=None, at=NOW)
    address = reverse("club_fees", args=[club.pk])
    assert 'value="mail"' not in as_organiser.get(address).content.decode()

    settings.SENDS_MAIL, settings.PUBLIC_ADDRESS = True, "https://tarot.example.org"
    assert 'value="mail"' in as_organiser.get(address).content.decode()
    answer = as_organiser.post(address, sent(reached, silent, gone, dead, do="mail"), follow=True)
    said = words(answer)
    assert "Un message part à 1 membre, un par jour au plus." in said
    assert "Aucun message ne peut aller à MUET Prénom" in said
    assert [message.details for message in Mail.objects.filter(player=reached)] == [
        {"season": "2026-2027", "due": 1500, "whole": 2000}
    ]
    assert Mail.objects.count() == 1
    left = answer.redirect_chain[-1][0]
    for _reload in range(2):
        page = as_organiser.get(left).content.decode()
        assert re.findall(r'id="player-(\d+)"\s+checked', page) == [str(silent.pk)]
        assert re.search(r"<details open>\s*<summary>Écrire une lettre", page)
    as_organiser.post(left, sent(silent, gone, dead, do="letter"))
    assert season.jobs.get().wanted["players"] == [silent.pk]
    assert " checked" not in as_organiser.get(left).content.decode()  # their letters are made
    assert "Rien n’est envoyé : cochez" in words(as_organiser.post(address, sent(gone, do="mail"), follow=True))


def test_the_list_of_who_owes_has_the_contacts_of_this_club_alone(as_organiser: Client, club: Club):
    """Another club keeps the file of a member, with the address and number that he gave to that club."""
    a_season_rate(SeasonFactory(club=club))
    both = {"email_consent": True, "phone_consent": True}
    member = PlayerFactory(club=ClubFactory(), email="theirs@example.org", phone="06 99", **both)
    Membership.objects.create(club=club, player=member, email="ours@example.org", email_consent=True)
    PlayerFactory(club=club, email="file@example.org", phone="06 11", **both)
    for order in ("", "&sort=email"):
        file = as_organiser.get(reverse("club_fees", args=[club.pk]) + f"?format=csv{order}").content.decode()
        assert "theirs@example.org" not in file
        assert "06 99" not in file
        for kept in ("ours@example.org", "file@example.org", "06 11"):
            assert kept in file


def test_who_paid_last_season_and_not_this_one(as_organiser: Client, club: Club):
    before = SeasonFactory(club=club, starts_on=date(2025, 9, 1), ends_on=date(2026, 8, 31))
    season = SeasonFactory(club=club)
    a_season_rate(season)
    faithful, new, half = (PlayerFactory(club=club, last_name=name) for name in ("FIDELE", "NOUVEAU", "MOITIE"))
    a_fee(faithful.memberships.get(), before)
    a_fee(half.memberships.get(), season, paid=500)
    address = reverse("club_fees", args=[club.pk])
    for said, name in (
        ({"paid": "avant"}, "FIDELE"),
        ({"paid": "partie"}, "MOITIE"),
        ({"q": new.last_name}, "NOUVEAU"),
    ):
        listed = as_organiser.get(address, said).content.decode()
        assert [each for each in ("FIDELE", "NOUVEAU", "MOITIE") if each in listed] == [name]


@pytest.mark.parametrize("people", [1, 3])
@pytest.mark.parametrize("listed", ["", "payees"])
def test_the_fees_ask_as_much_of_one_as_of_three(
    as_organiser: Client, club: Club, django_assert_num_queries: Any, people: int, listed: str
):
    season = SeasonFactory(club=club)
    for player in PlayerFactory.create_batch(people, club=club):
        a_fee(player.memberships.get(), season, paid=2000 if listed else 500)
    as_organiser.get(reverse("club_fees", args=[club.pk]))
    with django_assert_num_queries(12):
        as_organiser.get(reverse("club_fees", args=[club.pk]), {"liste": listed})


@pytest.mark.parametrize(("amount", "day"), [("-5", ""), ("2000", DAY.isoformat()), ("5", "x"), ("5", "2019-01-01")])
def test_a_wrong_amount_or_day_writes_nothing(as_organiser: Client, club: Club, amount: str, day: str):
    a_season_rate(SeasonFactory(club=club))
    player = PlayerFactory(club=club)
    address = reverse("club_fees", args=[club.pk])
    refused = as_organiser.post(address, sent(player, amount=amount, paid_on=day))
    assert refused.status_code == 422
    assert f'value="{amount}"' in refused.content.decode()
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


def test_a_treasurer_does_and_reads_all_of_it_without_the_journal(club: Club):
    season = SeasonFactory(club=club)
    a_season_rate(season)
    player = PlayerFactory(club=club)
    account = AccountFactory()
    Appointment.objects.create(account=account, role=RoleName.TREASURER, club=club)
    client = Client()
    client.force_login(account)
    page = reverse("member_fee", args=[season.pk, player.pk])
    assert client.post(page, sent(amount="5")).status_code == 303
    paid = Payment.objects.get()
    client.post(reverse("give_fee_back", args=[club.pk, paid.pk]), sent(amount="2", reason="trop"))
    client.post(reverse("cancel_fee_payment", args=[club.pk, paid.refunded.get().pk]), {"reason": "pas lui"})
    told = words(client.get(page))
    assert f"rendu : « trop » · annulé par {account} : « pas lui »" in told
    for name in ("season_rates", "season_books"):
        assert client.get(reverse(name, args=[season.pk])).status_code == 200
    assert client.get(page, {"format": "csv"}).status_code == 200

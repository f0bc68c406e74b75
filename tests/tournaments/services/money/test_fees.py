"""The fees of a season: who owes what, what several pay at once, one payment after the other, given back."""

import re
import uuid
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from scoring.services.undo.imports import undo_import
from tests.factories import NOW, AccountFactory, ClubFactory, PlayerFactory, SeasonFactory, a_fee, a_season_rate
from tests.refusals import refusal_of
from tests.texts import plain
from tournaments.labels import Category, EndReason, ImportKind, PaymentMethod, RateCode
from tournaments.models import Club, Fee, Import, Membership, Payment, Player, Season, SeasonRate
from tournaments.queries.money.fees import fees_owing, fees_settled, fees_total, member_fees, season_to_pay
from tournaments.queries.people.merging import merging_players
from tournaments.services.money.fees import ListedFee, TakenFees, owe_fees, take_fees, take_listed_fees
from tournaments.services.money.payments import cancel_payment, give_back
from tournaments.services.money.rates import RateFacts, set_rates
from tournaments.services.people.members import end_membership
from tournaments.services.people.merging import merge_players
from tournaments.services.undo.undoing import delete_player, delete_season

pytestmark = pytest.mark.django_db
DAY = NOW.date()
CHEQUE = PaymentMethod.CHEQUE


@pytest.fixture
def season(club: Club) -> Season:
    return SeasonFactory(club=club)


@pytest.fixture
def rate(season: Season) -> SeasonRate:
    return a_season_rate(season)


def asked(season: Season, *players: Player, **said: Any) -> dict[str, Any]:
    """Return what the form of these members sends."""
    ids = [player.pk for player in players]
    return {"season": season, "players": ids, "method": CHEQUE, "key": uuid.uuid4(), "by": None, "at": NOW} | said


def pay(season: Season, *players: Player, **said: Any) -> TakenFees:
    return take_fees(**asked(season, *players, **said))


def account(season: Season, player: Player) -> tuple[int, int, int]:
    row: Any = member_fees(season).get(pk=player.pk)
    return row.due, row.paid, row.rest


def test_a_fee_is_paid_in_parts_by_members_alone(club: Club, season: Season, rate: SeasonRate) -> None:
    one, two, stranger = PlayerFactory(club=club), PlayerFactory(club=club), PlayerFactory()
    assert [payment.amount for payment in pay(season, one, stranger, amount=1500).payments] == [1500]
    assert account(season, one) == (2000, 1500, 500)
    assert account(season, two) == (2000, 0, 2000)
    total = fees_total(season)
    assert (total.paid, total.amount, total.owing, total.rest) == (0, 1500, 2, 2500)
    assert [payment.amount for payment in pay(season, one, two).payments] == [500, 2000]
    assert not fees_owing(season).exists()
    assert club.journal.filter(action="cotisation payée").count() == 2


def test_the_same_form_sent_twice_is_one_payment(club: Club, season: Season, rate: SeasonRate) -> None:
    one, two = PlayerFactory(club=club), PlayerFactory(club=club)
    sent = asked(season, one, amount=500)
    assert take_fees(**sent) == take_fees(**sent)
    assert Payment.objects.count() == 1
    assert refusal_of(take_fees, **sent | {"players": [one.pk, two.pk]}).code == "stale_fees"
    assert refusal_of(take_fees, **sent | {"amount": 600}).code == "stale_fees"
    assert Payment.objects.count() == 1


def test_the_second_treasurer_is_told_who_took_it_and_when(club: Club, season: Season, rate: SeasonRate) -> None:
    one, two = PlayerFactory(club=club, last_name="DUPONT"), PlayerFactory(club=club)
    pay(season, one, by=AccountFactory(username="paule"))
    refused = refusal_of(take_fees, **asked(season, one))
    assert refused.code == "paid_already"
    assert "DUPONT" in str(refused)
    assert "chèque, 21\u00a0novembre 2026, paule" in str(refused)
    taken = pay(season, one, two)
    assert [payment.owed.player for payment in taken.payments] == [two]
    assert ["DUPONT" in sentence for sentence in taken.paid_before] == [True]
    assert Payment.objects.count() == 2


@pytest.mark.parametrize("amount", [-500, 0, 2001])
def test_an_amount_that_one_of_them_does_not_owe_takes_nothing(
    club: Club, season: Season, rate: SeasonRate, amount: int
) -> None:
    refused = refusal_of(take_fees, **asked(season, PlayerFactory(club=club), amount=amount))
    assert (refused.code, list(refused.fields)) == ("wrong_amount", ["amount"])
    assert not Fee.objects.exists()


@pytest.mark.parametrize("day", [DAY + timedelta(1), date(2019, 1, 1), date(2025, 8, 30)])
def test_a_day_on_which_nothing_can_have_been_paid(club: Club, season: Season, rate: SeasonRate, day: date) -> None:
    player = PlayerFactory(club=club)
    refused = refusal_of(take_fees, **asked(season, player, paid_on=day, amount=2001))
    assert list(refused.fields) == ["amount", "paid_on"] or list(refused.fields) == ["paid_on", "amount"]
    first = date(2025, 8, 31)  # the day that the refusal names
    assert pay(season, player, paid_on=first).payments[0].paid_on == first


def test_today_is_the_day_of_the_club_after_midnight_too(club: Club, season: Season, rate: SeasonRate) -> None:
    at = datetime(2026, 11, 21, 23, 30, tzinfo=UTC)  # half past midnight in the club's hall
    assert pay(season, PlayerFactory(club=club), paid_on=date(2026, 11, 22), at=at).payments


def test_without_rates_nothing_is_taken(club: Club, season: Season) -> None:
    player = PlayerFactory(club=club)
    assert not fees_owing(season).exists()
    assert refusal_of(take_fees, **asked(season, player)).code == "without_a_rate"


def test_who_left_the_club_pays_it_no_fee(club: Club, season: Season, rate: SeasonRate) -> None:
    former = Membership.objects.create(club=club, player=PlayerFactory(), until=DAY).player
    assert pay(season, former).payments == ()


def test_visitors_and_who_was_erased_owe_nothing(club: Club, season: Season, rate: SeasonRate) -> None:
    PlayerFactory(club=club, home_club="Ailleurs")
    PlayerFactory(club=club, erased_at=NOW, consent=False, licence="")
    assert not fees_owing(season).exists()


def test_what_is_given_back_is_a_line_of_its_own_and_owed_again(club: Club, season: Season, rate: SeasonRate) -> None:
    player, by = PlayerFactory(club=club), AccountFactory()
    (payment,) = pay(season, player).payments
    back = {"payment": payment, "method": CHEQUE, "by": by, "at": NOW}
    key = uuid.uuid4()
    first = give_back(**back, amount=500, reason="arrivé en mars", key=key)
    assert give_back(**back, amount=500, reason="arrivé en mars", key=key) == first
    assert (first.amount, first.refunds, first.reason) == (-500, payment, "arrivé en mars")
    assert account(season, player) == (2000, 1500, 500)
    too_much = refusal_of(give_back, **back, amount=1501, reason=" ", key=uuid.uuid4(), paid_on=DAY - timedelta(1))
    assert set(too_much.fields) == {"amount", "reason", "paid_on"}
    assert refusal_of(cancel_payment, payment=payment, reason="x", by=by, at=NOW).code == "given_back_already"
    assert refusal_of(give_back, **back | {"payment": first}, reason="x", key=uuid.uuid4()).code == "not_paid"
    give_back(**back, reason="parti", key=uuid.uuid4())
    assert account(season, player) == (2000, 0, 2000)
    assert refusal_of(give_back, **back, reason="x", key=uuid.uuid4()).code == "given_back_already"
    cancel_payment(payment=first, reason="pas lui", by=by, at=NOW)
    assert account(season, player) == (2000, 500, 1500)
    assert club.journal.filter(action="remboursement").count() == 2
    assert give_back(**back, reason="parti", key=uuid.uuid4()).amount == -500  # what was cancelled is there again


@pytest.mark.parametrize(
    "columns", [{"amount": 0}, {"amount": -5}, {"amount": 100_001}, {"fee": None}, {"method": "troc"}]
)
def test_the_database_refuses_an_impossible_payment(
    club: Club, season: Season, rate: SeasonRate, columns: dict[str, Any]
) -> None:
    (payment,) = pay(season, PlayerFactory(club=club)).payments
    with pytest.raises(IntegrityError), transaction.atomic():
        Payment.objects.filter(pk=payment.pk).update(**columns)


def test_another_rate_is_chosen_for_one_or_for_several(club: Club, season: Season, rate: SeasonRate) -> None:
    couple = SeasonRate.objects.create(season=season, code=RateCode.COUPLE, label="Couple", amount=1500, place=2)
    one, two = PlayerFactory(club=club), PlayerFactory(club=club)
    pay(season, one)
    chosen = {"season": season, "rate": couple.pk, "by": None, "at": NOW}
    refused = refusal_of(owe_fees, **chosen, players=[one.pk, two.pk])
    assert (refused.code, Fee.objects.count()) == ("paid_more", 1)
    assert [fee.player for fee in owe_fees(**chosen, players=[two.pk])] == [two]
    assert owe_fees(**chosen, players=[two.pk]) == []
    assert account(season, two) == (1500, 0, 1500)
    assert refusal_of(owe_fees, **chosen | {"rate": 0}, players=[two.pk]).code == "rate_is_gone"
    half = PlayerFactory(club=club)
    pay(season, half, amount=1500)
    assert [fee.player for fee in owe_fees(**chosen, players=[half.pk])] == [half]
    assert account(season, half) == (1500, 1500, 0)


def test_a_rate_is_proposed_by_last_season_and_for_the_young(club: Club, season: Season, rate: SeasonRate) -> None:
    for place, (code, label) in enumerate([(RateCode.COUPLE, "Couple"), (RateCode.YOUTH, "Jeune")], 2):
        SeasonRate.objects.create(season=season, code=code, label=label, amount=1000 + place, place=place)
    before = SeasonFactory(club=club, name="avant", starts_on=date(2025, 9, 1), ends_on=date(2026, 8, 31))
    couple = SeasonRate.objects.create(season=before, code=RateCode.COUPLE, label="Couple", amount=1200, place=1)
    adult, young, paired = PlayerFactory.create_batch(3, club=club)
    Player.objects.filter(pk=young.pk).update(category=Category.YOUTH)
    Fee.objects.create(membership=paired.memberships.get(), season=before, rate=couple)
    later = SeasonFactory(club=club, name="après", starts_on=date(2027, 9, 1), ends_on=date(2028, 8, 31))
    alone = SeasonRate.objects.create(season=later, code=RateCode.ADULT, label="Jeune", amount=1200, place=1)
    Fee.objects.create(membership=paired.memberships.get(), season=later, rate=alone)
    assert [account(season, player)[0] for player in (adult, young, paired)] == [2000, 1003, 1002]
    made = owe_fees(season=season, players=[adult.pk, young.pk, paired.pk], by=None, at=NOW)
    assert sorted(fee.rate.amount for fee in made) == [1002, 1003, 2000]


def test_who_is_of_two_clubs_owes_the_fee_of_the_one_that_asks(club: Club, season: Season, rate: SeasonRate) -> None:
    both = PlayerFactory()
    here = Membership.objects.create(club=club, player=both)
    assert [fee.membership for fee in owe_fees(season=season, players=[both.pk], by=None, at=NOW)] == [here]


def test_on_the_last_day_of_a_season_a_member_is_renewed_still(club: Club) -> None:
    ending = SeasonFactory(club=club, starts_on=DAY - timedelta(300), ends_on=DAY)
    a_season_rate(ending)
    assert owe_fees(season=ending, players=[PlayerFactory(club=club).pk], by=None, at=NOW)


def test_of_a_season_that_is_over_a_rest_is_taken_and_nobody_renewed(club: Club) -> None:
    over = SeasonFactory(club=club, starts_on=date(2025, 9, 1), ends_on=date(2026, 8, 31))
    rate = a_season_rate(over)
    late, other = PlayerFactory(club=club), PlayerFactory(club=club)
    a_fee(late.memberships.get(), over, paid=500)
    assert pay(over, late).payments[0].amount == 1500
    refused = refusal_of(owe_fees, season=over, players=[other.pk], rate=rate.pk, by=None, at=NOW)
    assert refused.code == "season_is_over"


def test_rates_that_some_have_paid_already(club: Club, season: Season, rate: SeasonRate) -> None:
    player = PlayerFactory(club=club)
    pay(season, player)
    lower = [RateFacts("Adulte", 1500, RateCode.ADULT, rate.pk)]
    assert refusal_of(set_rates, of=season, rates=lower, by=None, at=NOW).code == "paid_more"
    assert refusal_of(set_rates, of=season, rates=[], by=None, at=NOW).code == "rate_in_use"
    set_rates(of=season, rates=[RateFacts("Adulte", 2500, RateCode.ADULT, rate.pk)], by=None, at=NOW)
    assert account(season, player) == (2500, 2000, 500)
    assert club.journal.filter(action="tarifs de la saison").count() == 1


def test_a_merge_keeps_what_both_paid(club: Club, season: Season, rate: SeasonRate) -> None:
    keep, drop = PlayerFactory(club=club, licence=""), PlayerFactory(club=club, licence="")
    earlier = SeasonFactory(club=club, name="avant", starts_on=DAY - timedelta(900), ends_on=DAY - timedelta(600))
    a_season_rate(earlier)
    pay(season, keep, drop)
    pay(earlier, drop)
    told = [plain(each) for each in merging_players(keep, drop).touches if "cotisation" in each]
    assert len(told) == 1
    assert f"de la saison « {season.name} », 40 € en tout : rendez" in told[0]
    merge_players(keep=keep, drop=drop, by=None, at=NOW)
    assert account(season, keep) == (2000, 4000, 0)
    assert account(earlier, keep) == (2000, 2000, 0)


def test_what_was_paid_keeps_the_member_and_the_season(club: Club, season: Season, rate: SeasonRate) -> None:
    player, unpaid = PlayerFactory(club=club), PlayerFactory(club=club)
    (payment,) = pay(season, player).payments
    owe_fees(season=season, players=[unpaid.pk], by=None, at=NOW)
    cancel_payment(payment=payment, reason="erreur", by=AccountFactory(), at=NOW)
    assert "attaché" in str(refusal_of(delete_player, player=player, by=None, at=NOW))
    assert "ont payé leur cotisation" in str(refusal_of(delete_season, season=season, by=None, at=NOW))
    made = Import.objects.create(club=club, kind=ImportKind.SEASON, at=NOW)
    Season.objects.filter(pk=season.pk).update(imported_by=made)
    assert "ont payé leur cotisation" in str(refusal_of(undo_import, made=made, by=None, at=NOW))
    delete_player(player=unpaid, by=None, at=NOW)
    Payment.objects.all().delete()
    delete_season(season=season, by=None, at=NOW)
    assert not Fee.objects.exists()


def test_the_season_of_a_day_else_the_latest(club: Club, season: Season) -> None:
    assert season_to_pay(club, DAY) == season
    assert season_to_pay(club, DAY + timedelta(9999)) == season
    assert season_to_pay(ClubFactory(), DAY) is None


def test_a_visitor_who_was_given_a_rate_owes_it_until_he_leaves(club: Club, season: Season) -> None:
    player = PlayerFactory(club=club, home_club="Ailleurs")
    fee = a_fee(player.memberships.get(), season, paid=0)
    assert list(fees_owing(season)) == [player]
    Membership.objects.filter(pk=fee.membership_id).update(until=DAY)
    assert not fees_owing(season).exists()


@pytest.mark.parametrize("reason", [EndReason.DIED, EndReason.RESIGNED])
def test_who_is_no_member_any_more_owes_no_rest_and_his_page_stays(
    as_organiser: Client, club: Club, season: Season, rate: SeasonRate, reason: EndReason
) -> None:
    """Nobody writes to the dead, or to who left, for the half that he had not paid, or that was given back."""
    part, back, never, wrong = (PlayerFactory(club=club) for _each in range(4))
    pay(season, part, amount=500)
    (whole,) = pay(season, back).payments
    (mistake,) = pay(season, wrong).payments
    owe_fees(season=season, players=[never.pk], by=None, at=NOW)
    for player in (part, back, never, wrong):
        end_membership(club=club, player=player, reason=reason, by=None, at=NOW)
    give_back(payment=whole, reason="parti", method=CHEQUE, key=uuid.uuid4(), by=None, at=NOW)
    cancel_payment(payment=mistake, reason="erreur", by=AccountFactory(), at=NOW)

    assert not fees_owing(season).exists()
    assert list(fees_settled(season)) == [part]
    assert fees_total(season).paid == 1
    assert (account(season, part), account(season, back)) == ((500, 500, 0), (0, 0, 0))
    for player in (part, back, never, wrong):
        page = as_organiser.get(reverse("member", args=[club.pk, player.pk])).content.decode()
        assert ("à payer" in page, " payés, reste" in page) == (False, False)
        for address in re.findall(r'href="(/saisons/[^"]*)"', page):
            assert as_organiser.get(address).status_code == 200
    page = as_organiser.get(reverse("member_fee", args=[season.pk, wrong.pk]))
    assert page.status_code == 200


def test_a_rate_that_only_who_left_without_paying_had_is_removed(club: Club, season: Season, rate: SeasonRate) -> None:
    gone, there = PlayerFactory(club=club), PlayerFactory(club=club)
    other = a_season_rate(season, 3000)
    owe_fees(season=season, players=[gone.pk], rate=rate.pk, by=None, at=NOW)
    owe_fees(season=season, players=[there.pk], rate=other.pk, by=None, at=NOW)
    end_membership(club=club, player=gone, by=None, at=NOW)
    kept = [RateFacts(other.label, 3000, other.code, other.pk)]
    set_rates(of=season, rates=kept, by=None, at=NOW)
    assert list(season.rates.all()) == [other]
    assert list(season.fees.values_list("membership__player", flat=True)) == [there.pk]


def test_what_a_list_says_is_refused_where_it_cannot_be(club: Club, season: Season, rate: SeasonRate) -> None:
    roy = PlayerFactory(club=club)
    said = {"season": season, "by": None, "at": NOW}
    stranger = ListedFee(PlayerFactory().pk, rate.pk, 2000)
    assert take_listed_fees(listed=[stranger], **said) == []
    above = ListedFee(roy.pk, rate.pk, 2001)
    assert refusal_of(take_listed_fees, listed=[above], **said).code == "wrong_amount"
    late = ListedFee(roy.pk, rate.pk, 2000, paid_on=date(2150, 1, 1))
    assert refusal_of(take_listed_fees, listed=[late], **said).code == "wrong_day"
    gone = ListedFee(roy.pk, rate.pk + 999, 2000)
    assert refusal_of(take_listed_fees, listed=[gone], **said).code == "rate_is_gone"
    with pytest.raises(ValueError, match="no ways to pay"):
        take_listed_fees(listed=[ListedFee(roy.pk, rate.pk, 2000, "troc")], **said)
    assert not Payment.objects.exists()


def test_a_total_of_a_list_pays_what_is_missing_once(club: Club, season: Season, rate: SeasonRate) -> None:
    one, two = PlayerFactory(club=club), PlayerFactory(club=club)
    pay(season, one, amount=500)
    listed = [ListedFee(one.pk, rate.pk, 1500, CHEQUE, DAY), ListedFee(two.pk, rate.pk)]
    said: dict[str, Any] = {"season": season, "listed": listed, "by": None, "at": NOW}
    assert [payment.amount for payment in take_listed_fees(**said)] == [1000]
    assert take_listed_fees(**said) == []
    assert (account(season, one), account(season, two)) == ((2000, 1500, 500), (2000, 0, 2000))

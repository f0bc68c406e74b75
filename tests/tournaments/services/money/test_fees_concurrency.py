"""Two treasurers at once: one payment is taken, or given back, once; the second is told, or nothing is left for him."""

import uuid
from typing import Any

import pytest
from django.db.models import Sum
from django.utils import timezone

from tests.concurrency import at_once, codes
from tests.factories import (
    ClubFactory,
    PlayerFactory,
    RegistrationFactory,
    SeasonFactory,
    TournamentFactory,
    a_fee,
    a_season_rate,
)
from tournaments.labels import PaymentMethod
from tournaments.models import Payment, Rate, Season
from tournaments.services.money.fees import ListedFee, take_fees, take_listed_fees
from tournaments.services.money.payments import give_all_back, give_back, take_payment

pytestmark = pytest.mark.django_db(transaction=True)
TURNS = 6


@pytest.fixture
def season() -> Season:
    season = SeasonFactory(club=ClubFactory())
    a_season_rate(season)
    return season


def said(**more: Any) -> dict[str, Any]:
    """Return what each of two forms sends; each has a key of its own."""
    return {"method": PaymentMethod.CASH, "key": uuid.uuid4(), "by": None, "at": timezone.now()} | more


def paid(season: Season) -> int:
    return Payment.objects.filter(fee__season=season).aggregate(cents=Sum("amount"))["cents"] or 0


def test_one_fee_is_paid_once(season: Season) -> None:
    for turn in range(1, TURNS + 1):
        player = PlayerFactory(club=season.club)
        fee = a_fee(player.memberships.get(), season, paid=0)
        asked = [said(owed=fee), said(owed=fee)]
        answers = at_once(*[lambda each=each: take_payment(**each) for each in asked])
        assert codes(answers) == ["paid_already"]
        assert paid(season) == 2000 * turn


def test_two_parts_are_never_more_than_the_fee(season: Season) -> None:
    fee = a_fee(PlayerFactory(club=season.club).memberships.get(), season, paid=0)
    asked = [said(owed=fee, amount=1500), said(owed=fee, amount=1500)]
    assert codes(at_once(*[lambda each=each: take_payment(**each) for each in asked])) == ["wrong_amount"]
    assert paid(season) == 1500


def test_the_same_members_are_ticked_by_both_and_pay_once(season: Season) -> None:
    one, two, three = (PlayerFactory(club=season.club).pk for _each in range(3))
    asked = [said(season=season, players=some) for some in ([one, two], [two, three])]
    answers = at_once(*[lambda each=each: take_fees(**each) for each in asked])
    assert codes(answers) == []
    assert sorted(len(answer.payments) for answer in answers) == [1, 2]
    assert sorted(len(answer.paid_before) for answer in answers) == [0, 1]
    assert paid(season) == 3 * 2000
    again = [said(season=season, players=[one]), said(season=season, players=[one])]
    assert codes(at_once(*[lambda each=each: take_fees(**each) for each in again])) == ["paid_already"] * 2


def test_a_payment_is_given_back_once(season: Season) -> None:
    for _turn in range(TURNS):
        payment = a_fee(PlayerFactory(club=season.club).memberships.get(), season).payments.get()
        asked = [said(payment=payment, reason="parti") for _each in range(2)]
        assert codes(at_once(*[lambda each=each: give_back(**each) for each in asked])) == ["given_back_already"]
        assert sum(line.amount for line in payment.fee.payments.all()) == 0


def test_a_whole_evening_is_given_back_once() -> None:
    for _turn in range(TURNS):
        tournament = TournamentFactory()
        rate = Rate.objects.create(tournament=tournament, label="Entrée", amount=500, place=1)
        entries = RegistrationFactory.create_batch(3, tournament=tournament, rate=rate)
        paid = [take_payment(owed=entry, **said()).pk for entry in entries]
        asked = [said(tournament=tournament, payments=some, reason="annulée") for some in (paid[:2], paid[1:])]
        answers = at_once(*[lambda each=each: give_all_back(**each) for each in asked])
        assert codes(answers) == []
        assert sorted(len(lines) for lines in answers) == [1, 2]
        assert sum(payment.amount for payment in Payment.objects.filter(registration__in=entries)) == 0


def test_a_list_read_in_twice_at_once_and_a_treasurer_pay_once(season: Season) -> None:
    players, rate = [PlayerFactory(club=season.club).pk for _each in range(4)], season.rates.get().pk
    listed = [ListedFee(player, rate, 2000) for player in players]
    bring = lambda: take_listed_fees(season=season, listed=listed, by=None, at=timezone.now())  # noqa: E731
    take = said(season=season, players=players)
    at_once(bring, bring, lambda: take_fees(**take))
    assert paid(season) == 4 * 2000
    assert season.fees.count() == 4

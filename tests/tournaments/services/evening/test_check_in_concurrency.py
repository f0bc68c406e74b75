"""Two people at two doors at once: each player is let in once and pays once, whoever is first."""

import uuid
from string import ascii_uppercase

import pytest

from tests.concurrency import TURNS, again_and_again
from tests.factories import NOW, ClubFactory, PlayerFactory, RegistrationFactory, TournamentFactory
from tests.needs import on_postgresql
from tests.tournaments.services.locks import while_waiting
from tournaments.labels import PaymentMethod, Status
from tournaments.models import Payment, Rate, Tournament
from tournaments.services.evening.check_in import Arrival, arrive, come_unknown
from tournaments.services.money.rates import RateFacts, rates_of, set_rates
from tournaments.services.people.players import PlayerFacts

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def rate() -> Rate:
    return Rate.objects.create(tournament=TournamentFactory(club=ClubFactory()), label="Adhérent", amount=500, place=1)


def test_the_same_queue_at_two_doors(rate: Rate) -> None:
    tournament = rate.tournament
    queue = PlayerFactory.create_batch(TURNS, club=tournament.club)

    def check_in(turn: int) -> Arrival:
        return arrive(
            tournament=tournament,
            player=queue[turn - 1],
            rate=rate.pk,
            method=PaymentMethod.CASH,
            key=uuid.uuid4(),
            by=None,
            at=NOW,
        )

    again_and_again(check_in, check_in)

    assert list(tournament.registrations.values_list("start_number", flat=True)) == list(range(1, TURNS + 1))
    assert set(tournament.registrations.values_list("status", flat=True)) == {Status.PRESENT}
    paid = Payment.objects.values_list("registration__player", "amount")
    assert sorted(paid) == [(player.pk, 500) for player in queue]


def test_the_same_newcomers_at_two_doors_are_each_one_player(rate: Rate) -> None:
    tournament = rate.tournament

    def check_in(turn: int) -> Arrival:
        return come_unknown(
            tournament=tournament,
            facts=PlayerFacts(last_name=ascii_uppercase[turn] * 6),  # no name near another
            rate=rate.pk,
            method=PaymentMethod.CASH,
            key=uuid.uuid4(),
            by=None,
            at=NOW,
        )

    again_and_again(check_in, check_in)

    assert tournament.club.known.count() == tournament.registrations.count() == Payment.objects.count() == TURNS


def test_rates_removed_while_people_pay_never_take_the_rate_of_who_paid(rate: Rate) -> None:
    tournament = rate.tournament
    queue = PlayerFactory.create_batch(TURNS, club=tournament.club)
    entries = [RegistrationFactory(tournament=tournament, player=player) for player in queue]

    def check_in(turn: int) -> Arrival:
        return arrive(
            tournament=tournament,
            player=queue[turn - 1],
            rate=rates_of(tournament)[0].pk if turn % 2 else rate.pk,
            method=PaymentMethod.CASH,
            key=uuid.uuid4(),
            by=None,
            at=NOW,
        )

    def desk(turn: int) -> object:
        rates = [RateFacts(f"Tarif {turn}", 500)] if turn % 2 else [*rates_of(tournament), RateFacts("Autre", 700)]
        return set_rates(of=tournament, rates=rates, by=None, at=NOW)

    again_and_again(check_in, desk)

    paid = Payment.objects.values_list("registration", "amount", "registration__rate__amount")
    assert [(entry, amount) for entry, amount, _rate in paid if amount != 500] == []
    assert {rate for _entry, _amount, rate in paid} <= {500}
    assert tournament.registrations.filter(pk__in=[entry.pk for entry in entries]).count() == TURNS


@on_postgresql
def test_who_waits_behind_the_other_door_sees_what_it_did(rate: Rate) -> None:
    tournament: Tournament = rate.tournament
    player = PlayerFactory(club=tournament.club)

    def first() -> None:
        entry = RegistrationFactory(tournament=tournament, player=player, rate=rate)
        Payment.objects.create(
            key=uuid.uuid4(), registration=entry, amount=500, method=PaymentMethod.CASH, paid_on=NOW.date(), at=NOW
        )

    _seen, second = while_waiting(
        lambda: arrive(
            tournament=tournament,
            player=player,
            rate=rate.pk,
            method=PaymentMethod.CARD,
            key=uuid.uuid4(),
            by=None,
            at=NOW,
        ),
        on=tournament,
        meanwhile=first,
    )

    assert isinstance(second, Arrival)
    assert (second.was_there, second.paid, Payment.objects.count()) == (True, 0, 1)

"""What a tournament costs: rates written as a whole, and all that is wrong with them said at once."""

import uuid
from dataclasses import replace

import pytest

from tests.factories import NOW, RegistrationFactory, TournamentFactory, organiser
from tests.refusals import refusal_of
from tournaments.labels import PaymentMethod, RateCode
from tournaments.models import JournalEntry, Rate, Tournament
from tournaments.refusals import Refusal
from tournaments.services.money.payments import cancel_payment, take_payment
from tournaments.services.money.rates import MOST_RATES, RateFacts, give_rate, rates_of, set_rates

MEMBER, VISITOR = RateFacts("Adhérent", 500, RateCode.MEMBER), RateFacts("Visiteur", 800, RateCode.VISITOR)


def writes(tournament: Tournament, *rates: RateFacts) -> list[Rate]:
    return set_rates(of=tournament, rates=rates, by=None, at=NOW)


def test_rates_exchange_their_names_and_one_leaves(tournament: Tournament):
    first, second = writes(tournament, MEMBER, VISITOR)

    writes(tournament, RateFacts("Visiteur", 500, pk=first.pk), RateFacts("Adhérent", 800, pk=second.pk))
    assert list(tournament.rates.values_list("pk", "label", "amount")) == [
        (first.pk, "Visiteur", 500),
        (second.pk, "Adhérent", 800),
    ]

    writes(tournament, RateFacts("Adhérent", 800, pk=second.pk))
    assert list(tournament.rates.values_list("pk", "place")) == [(second.pk, 1)]


def test_nothing_is_noted_when_nothing_changes(tournament: Tournament):
    writes(tournament, MEMBER)
    before = JournalEntry.objects.count()

    writes(tournament, *rates_of(tournament))

    assert JournalEntry.objects.count() == before == 1


def test_everything_that_is_wrong_is_said_at_once(tournament: Tournament):
    rates = [RateFacts("", -500), RateFacts("Visiteur", 100_001), RateFacts("VISITEUR", 0)]

    assert set(refusal_of(writes, tournament, *rates).fields) == {"label_0", "amount_0", "amount_1", "label_2"}
    many = [RateFacts(f"Tarif {number}", 500) for number in range(MOST_RATES + 1)]
    assert refusal_of(writes, tournament, *many).code == "too_many_rates"
    assert not tournament.rates.exists()
    assert len(writes(tournament, *many[1:])) == MOST_RATES


def test_a_rate_that_somebody_has_stays(tournament: Tournament):
    (rate,) = writes(tournament, MEMBER)
    RegistrationFactory(tournament=tournament, rate=rate)

    with pytest.raises(Refusal, match="celui de 1 joueur") as refused:
        writes(tournament, VISITOR)

    assert refused.value.code == "rate_in_use"


def test_another_tournament_has_its_own(tournament: Tournament):
    writes(tournament, MEMBER, VISITOR)
    other = TournamentFactory(club=tournament.club)

    writes(other, *rates_of(tournament, as_new=True))

    assert [rate.label for rate in other.rates.all()] == ["Adhérent", "Visiteur"]
    with pytest.raises(Refusal, match="n’existe plus"):
        writes(other, RateFacts("Adhérent", 1, pk=tournament.rates.first().pk))


def test_nobody_has_a_rate_below_what_he_paid(tournament: Tournament):
    member, visitor = writes(tournament, MEMBER, VISITOR)
    entry = RegistrationFactory(tournament=tournament, rate=visitor)
    take_payment(owed=entry, method=PaymentMethod.CASH, key=uuid.uuid4(), by=None, at=NOW)

    with pytest.raises(Refusal, match="a déjà payé 8") as refused:
        give_rate(tournament=tournament, registration=entry.pk, rate=member.pk, by=None, at=NOW)

    assert refused.value.code == "paid_more"


def test_one_row_is_one_rate(tournament: Tournament):
    (rate,) = writes(tournament, RateFacts("Adhérent", 500))
    with pytest.raises(Refusal) as refused:
        writes(tournament, RateFacts("Adhérent", 500, pk=rate.pk), RateFacts("Visiteur", 800, pk=rate.pk))
    assert refused.value.code == "rate_is_gone"


def test_who_was_taken_out_of_the_list_meanwhile_is_said(tournament: Tournament):
    assert refusal_of(give_rate, tournament=tournament, registration=0, rate=None, by=None, at=NOW).code == "gone"


def test_a_rate_does_not_fall_below_what_somebody_paid_for_it(tournament: Tournament):
    member, visitor = writes(tournament, MEMBER, VISITOR)
    entry = RegistrationFactory(tournament=tournament, rate=visitor)
    RegistrationFactory(tournament=tournament, rate=member)
    payment = take_payment(owed=entry, method=PaymentMethod.CASH, key=uuid.uuid4(), by=None, at=NOW)
    cheaper = [replace(MEMBER, amount=300, pk=member.pk), replace(VISITOR, amount=799, pk=visitor.pk)]

    with pytest.raises(Refusal, match="1 joueur a déjà payé plus de 7,99") as refused:
        writes(tournament, *cheaper)
    assert (refused.value.code, set(refused.value.fields)) == ("paid_more", {"amount_1"})

    boss = organiser(tournament.club)
    cancel_payment(payment=payment, reason="trop", by=boss, at=NOW)
    assert [rate.amount for rate in writes(tournament, *cheaper)] == [300, 799]


def test_a_rate_falls_to_what_was_paid_for_it(tournament: Tournament):
    (visitor,) = writes(tournament, VISITOR)
    entry = RegistrationFactory(tournament=tournament, rate=visitor)
    take_payment(owed=entry, amount=500, method=PaymentMethod.CASH, key=uuid.uuid4(), by=None, at=NOW)
    assert [rate.amount for rate in writes(tournament, replace(VISITOR, amount=500, pk=visitor.pk))] == [500]


def test_a_rate_becomes_dearer_whoever_paid(tournament: Tournament):
    (visitor,) = writes(tournament, VISITOR)
    entry = RegistrationFactory(tournament=tournament, rate=visitor)
    take_payment(owed=entry, method=PaymentMethod.CASH, key=uuid.uuid4(), by=None, at=NOW)
    assert [rate.amount for rate in writes(tournament, replace(VISITOR, amount=900, pk=visitor.pk))] == [900]

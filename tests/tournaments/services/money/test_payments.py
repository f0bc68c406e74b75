"""Payments and the cash box: taken once, never above what is owed, never deleted."""

import uuid
from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction

from tests.factories import DAY, NOW, AccountFactory, RegistrationFactory, TournamentFactory
from tests.refusals import refusal_of
from tests.texts import NO_BREAK
from tournaments.labels import PaymentMethod, PrizeMethod, RateCode, Status
from tournaments.models import (
    CashCount,
    JournalEntry,
    Payment,
    Player,
    Prize,
    PrizeGiven,
    PrizePlan,
    Rate,
    Registration,
    Round,
    Seat,
    Tournament,
)
from tournaments.queries.money.takings import CashBox, cash_box, debts, receipts, takings
from tournaments.refusals import Refusal
from tournaments.services.money.payments import cancel_payment, count_cash, give_all_back, give_back, take_payment

CASH, CHEQUE = PaymentMethod.CASH, PaymentMethod.CHEQUE


@pytest.fixture
def entry(tournament: Tournament, rate: Rate) -> Registration:
    return RegistrationFactory(tournament=tournament, rate=rate, player__last_name="DUPONT")


def pays(entry: Registration, amount: int | None = None, method: str = CASH, key: uuid.UUID | None = None) -> Payment:
    return take_payment(
        owed=entry,
        amount=amount,
        method=method,
        key=key or uuid.uuid4(),
        by=None,
        at=NOW,
    )


def test_what_is_paid_is_what_is_left(entry: Registration):
    assert [pays(entry, 200).amount, pays(entry).amount] == [200, 300]


def test_the_same_tap_sent_twice_is_one_payment(entry: Registration):
    key = uuid.uuid4()

    assert pays(entry, key=key) == pays(entry, key=key)
    assert Payment.objects.count() == 1


def test_who_paid_already_is_told_who_took_his_money(entry: Registration):
    take_payment(
        owed=entry,
        method=CASH,
        key=uuid.uuid4(),
        by=AccountFactory(username="paul"),
        at=NOW,
    )

    with pytest.raises(Refusal, match=r"DUPONT.*a déjà payé 5.€ \(espèces, 21.h.00, paul\)") as refused:
        pays(entry)

    assert refused.value.code == "paid_already"


@pytest.mark.parametrize("amount", [-500, 0, 501])
def test_an_amount_that_is_not_owed_is_refused(entry: Registration, amount: int):
    with pytest.raises(Refusal, match="doit encore 5") as refused:
        pays(entry, amount)

    assert (refused.value.code, list(refused.value.fields)) == ("wrong_amount", ["amount"])
    assert not Payment.objects.exists()


def test_without_a_rate_or_with_a_free_one_nothing_is_taken(tournament: Tournament, rate: Rate):
    entry = RegistrationFactory(tournament=tournament)
    assert refusal_of(pays, entry).code == "without_a_rate"

    Rate.objects.update(amount=0)
    tournament.registrations.update(rate=rate)
    assert refusal_of(pays, entry).code == "owes_nothing"


def test_a_cancelled_payment_stays_and_is_owed_again(entry: Registration):
    payment = pays(entry)

    def cancels(reason: str) -> None:
        cancel_payment(payment=payment, reason=reason, by=AccountFactory(), at=NOW)

    with pytest.raises(Refusal):
        cancels("  ")
    cancels("rendu")
    cancels("rendu encore")

    payment.refresh_from_db()
    assert payment.cancel_reason == "rendu"
    assert [debt.owed for debt in debts(entry.tournament)] == [500]
    assert receipts(entry.tournament) == []
    assert pays(entry).amount == 500


def test_what_was_given_back_is_not_told_as_paid(entry: Registration):
    payment = pays(entry)
    cancel_payment(payment=payment, reason="rendu", by=AccountFactory(), at=NOW)
    Rate.objects.update(amount=0)

    assert refusal_of(pays, entry).code == "owes_nothing"


def test_who_owes_nothing_is_told_of_a_payment_and_of_no_refund(entry: Registration):
    give_back(payment=pays(entry), amount=200, reason="trop", method=CASH, key=uuid.uuid4(), by=None, at=NOW)
    Rate.objects.update(amount=300)

    assert "a déjà payé 5" in str(refusal_of(pays, entry))


def test_a_receipt_leaves_out_what_was_given_back(entry: Registration):
    given_back, _kept = pays(entry, 200), pays(entry, 300)
    cancel_payment(payment=given_back, reason="rendu", by=AccountFactory(), at=NOW)

    (receipt,) = receipts(entry.tournament)

    assert [payment.amount for payment in receipt.payments.all()] == [300]


def test_takings_count_who_came_and_keep_what_the_others_paid(tournament: Tournament, rate: Rate):
    owing, paid, gone, unsaid = RegistrationFactory.create_batch(4, tournament=tournament, rate=rate)
    absent = RegistrationFactory(tournament=tournament, rate=rate)
    for entry in (paid, absent):
        pays(entry)
    pays(gone, method=PaymentMethod.CHEQUE)
    Registration.objects.filter(pk=gone.pk).update(status=Status.WITHDRAWN)
    Registration.objects.filter(pk=absent.pk).update(status=Status.ABSENT)
    Registration.objects.filter(pk=unsaid.pk).update(rate=None)

    seen = takings(tournament)

    assert (seen.due, seen.paid, seen.owed, seen.people) == (2_500, 1_500, 1_000, 4)
    assert [(line.rate, line.people, line.due) for line in seen.by_rate] == [(rate, 3, 2_000), (None, 1, 500)]
    assert seen.without_rate == 1
    assert cash_box(tournament) == CashBox(paid=1_000, prizes=0)
    assert [(line.method, line.payments) for line in seen.by_method] == [(CASH, 2), (PaymentMethod.CHEQUE, 1)]
    assert {debt.registration: debt.owed for debt in debts(tournament)} == {owing: 500, unsaid: 500}

    said = {"reason": "absent", "method": CASH, "key": uuid.uuid4(), "by": None, "at": NOW}
    give_back(payment=absent.payments.get(), amount=200, **said)
    in_cash = takings(tournament).by_method[0]
    assert (in_cash.payments, in_cash.paid) == (2, 800)  # what was given back is no payment more


def test_who_has_no_rate_owes_what_he_is_likely_to_pay(tournament: Tournament, rate: Rate):
    visitor = Rate.objects.create(tournament=tournament, label="Visiteur", amount=800, place=2, code=RateCode.VISITOR)
    last_week = TournamentFactory(club=tournament.club, date=tournament.date - timedelta(days=7))
    cheap = Rate.objects.create(tournament=last_week, label="Jeune", amount=100, place=1)
    Rate.objects.create(tournament=tournament, label="Jeune", amount=200, place=3)
    entries = RegistrationFactory.create_batch(3, tournament=tournament, rate=None)
    Player.objects.filter(pk=entries[1].player_id).update(home_club="Albi")
    RegistrationFactory(tournament=last_week, player=entries[2].player, rate=cheap)
    assert {debt.registration: debt.owed for debt in debts(tournament)} == dict(
        zip(entries, (rate.amount, visitor.amount, 200), strict=True)
    )
    assert takings(tournament).due == 1_500


def test_who_withdrew_before_he_came_owes_nothing(tournament: Tournament, rate: Rate):
    played = RegistrationFactory(tournament=tournament, status=Status.PRESENT)
    stayed_away, left_early, excluded = (
        RegistrationFactory(tournament=tournament, status=status)
        for status in (Status.WITHDRAWN, Status.WITHDRAWN, Status.EXCLUDED)
    )
    round_ = Round.objects.create(tournament=tournament, number=1, published_at=NOW)
    Seat.objects.create(round=round_, registration=left_early)
    owing = {debt.registration for debt in debts(tournament)}
    assert owing >= {played, left_early, excluded}
    assert stayed_away not in owing
    assert (takings(tournament).without_rate, takings(tournament).due) == (3, 3 * rate.amount)


def test_a_tournament_without_rates_takes_nothing(tournament: Tournament):
    RegistrationFactory(tournament=tournament)
    assert (takings(tournament).due, debts(tournament)) == (0, [])


def counts(tournament: Tournament, **given: object) -> CashCount:
    return count_cash(tournament=tournament, key=uuid.uuid4(), by=None, at=NOW, **{"opening": 0} | given)


def test_the_box_is_counted_against_the_cash_alone(entry: Registration, rate: Rate):
    pays(entry)
    pays(RegistrationFactory(tournament=entry.tournament, rate=rate), method=PaymentMethod.CARD)

    count = counts(entry.tournament, opening=2_000, pieces={1_000: 2, 200: 2, 50: 0}, remark=" un  trou ")

    assert (count.expected, count.counted, count.difference) == (2_500, 2_400, -100)
    assert (count.pieces, count.remark) == ({"1000": 2, "200": 2}, "un trou")


def given(tournament: Tournament, entry: Registration, amount: int, method: PrizeMethod, place: int) -> PrizeGiven:
    plan, _new = PrizePlan.objects.get_or_create(tournament=tournament)
    prize = Prize.objects.create(plan=plan, number=place, place=place, amount=amount)
    return PrizeGiven.objects.create(prize=prize, registration=entry, amount=amount, method=method, at=NOW)


def test_what_is_given_in_cash_leaves_the_box_until_it_is_taken_back(entry: Registration):
    pays(entry)
    in_cash = given(entry.tournament, entry, 300, PrizeMethod.CASH, 1)
    for place, method in enumerate((PrizeMethod.TRANSFER, PrizeMethod.CHEQUE, PrizeMethod.KIND), start=2):
        given(entry.tournament, entry, 1_000, method, place)

    count = counts(entry.tournament, opening=2_000, counted=2_200)

    assert (count.expected, count.difference) == (2_200, 0)
    assert JournalEntry.objects.latest("pk").details["prizes"] == 300
    PrizeGiven.objects.filter(pk=in_cash.pk).update(cancelled_at=NOW, cancel_reason="erreur")
    assert counts(entry.tournament, opening=2_000, counted=2_500).difference == 0


def test_prizes_are_not_paid_from_an_empty_box(entry: Registration):
    pays(entry)
    given(entry.tournament, entry, 800, PrizeMethod.CASH, 1)

    refused = refusal_of(counts, entry.tournament, opening=200)

    assert (refused.code, list(refused.fields)) == ("prizes_above_the_box", ["opening"])
    assert "8 €, et il n’y avait que 7 €" in str(refused).translate(NO_BREAK)
    assert not CashCount.objects.exists()
    assert counts(entry.tournament, opening=300).difference == 0


def test_a_whole_evening_is_given_back_once_each_as_it_was_paid(entry: Registration):
    cash, cheque = pays(entry), pays(RegistrationFactory(tournament=entry.tournament, rate=entry.rate), method=CHEQUE)
    in_part, all_given = (pays(RegistrationFactory(tournament=entry.tournament, rate=entry.rate)) for _each in range(2))
    struck = pays(RegistrationFactory(tournament=entry.tournament, rate=entry.rate))
    elsewhere = Payment.objects.create(
        registration=RegistrationFactory(), amount=9, method=CASH, paid_on=DAY, at=NOW, key=uuid.uuid4()
    )
    cancel_payment(payment=struck, reason="deux fois", by=AccountFactory(), at=NOW)
    for payment, amount in ((in_part, 200), (all_given, None)):
        give_back(payment=payment, amount=amount, reason="parti", method=CASH, key=uuid.uuid4(), by=None, at=NOW)
    every = [payment.pk for payment in (cash, cheque, in_part, all_given, struck, elsewhere)]
    said = {"tournament": entry.tournament, "payments": every, "reason": "annulée", "by": None, "at": NOW}
    key = uuid.uuid4()

    lines = give_all_back(**said, key=key)

    assert [(line.refunds_id, line.amount, line.method) for line in lines] == [
        (cash.pk, -500, CASH), (cheque.pk, -500, CHEQUE), (in_part.pk, -300, CASH)
    ]  # fmt: skip
    assert give_all_back(**said, key=key) == lines
    assert refusal_of(give_all_back, **said, key=uuid.uuid4()).code == "given_back_already"
    assert takings(entry.tournament).paid == 0


def test_nobody_owes_for_an_evening_that_is_called_off(entry: Registration):
    """Who was checked in and had his money back was named as somebody who still owes."""
    Registration.objects.update(status=Status.PRESENT)
    assert [debt.owed for debt in debts(entry.tournament)] == [500]
    payment = pays(entry)
    entry.tournament.called_off = "salle fermée"
    assert (takings(entry.tournament).due, takings(entry.tournament).owed) == (500, 0)
    give_back(payment=payment, reason="annulée", method=CASH, key=uuid.uuid4(), by=None, at=NOW)
    assert (takings(entry.tournament).due, debts(entry.tournament)) == (0, [])


def test_of_a_whole_evening_all_is_given_back_or_nothing(entry: Registration):
    paid = [pays(entry), pays(RegistrationFactory(tournament=entry.tournament, rate=entry.rate))]
    said = {"tournament": entry.tournament, "payments": [one.pk for one in paid], "by": None, "at": NOW}
    assert refusal_of(give_all_back, **said, reason=" ", key=uuid.uuid4()).code == "change_without_reason"
    before = {"paid_on": paid[1].paid_on - timedelta(1), "reason": "annulée"}
    assert refusal_of(give_all_back, **said, **before, key=uuid.uuid4()).code == "wrong_day"
    assert not Payment.objects.exclude(refunds=None).exists()


def test_cash_that_was_given_back_for_a_cheque_came_from_somewhere(entry: Registration):
    payment = pays(entry, method=PaymentMethod.CHEQUE)
    give_back(payment=payment, reason="malade", method=CASH, key=uuid.uuid4(), by=None, at=NOW)

    refused = refusal_of(counts, entry.tournament, opening=200)

    assert (refused.code, list(refused.fields)) == ("given_back_above_the_box", ["opening"])
    assert "prix payés" not in str(refused)
    assert "5 € au moins en tout" in str(refused).translate(NO_BREAK)
    assert counts(entry.tournament, opening=500).difference == 0


@pytest.mark.parametrize("method", ["especes", "virement", "troc"])
def test_a_thing_alone_is_in_kind_and_nothing_is_paid_otherwise_than_is_known(entry: Registration, method: str):
    with pytest.raises(IntegrityError), transaction.atomic():
        given(entry.tournament, entry, 0 if method != "troc" else 500, method, 1)


@pytest.mark.parametrize(
    ("given", "fields"),
    [
        ({"opening": -1, "counted": -5}, ["opening", "counted"]),
        ({"counted": 10_000_001}, ["counted"]),
        ({"pieces": {500: -1, 3: 1}}, ["piece_500", "piece_3"]),
        ({"pieces": {50_000: 10_000}}, []),
    ],
)
def test_a_count_that_cannot_be_is_refused_for_all_its_reasons(
    tournament: Tournament, given: dict[str, object], fields: list[str]
):
    assert list(refusal_of(counts, tournament, **given).fields) == fields
    assert not CashCount.objects.exists()


@pytest.mark.parametrize("amount", [0, 100_001])
def test_the_database_itself_holds_no_such_payment(entry: Registration, amount: int):
    with pytest.raises(IntegrityError), transaction.atomic():
        Payment.objects.create(
            key=uuid.uuid4(), registration=entry, amount=amount, method=CASH, paid_on=NOW.date(), at=NOW
        )

"""The cash desk: rates, debts, a payment taken back, the box counted, receipts asked for."""

import re
import uuid
from datetime import timedelta

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tests.factories import DAY, NOW, RegistrationFactory, TournamentFactory
from tests.texts import plain
from tournaments.labels import JobKind, PaymentMethod, PrizeMethod, RateCode, TournamentState
from tournaments.models import (
    CashCount,
    Club,
    Job,
    Payment,
    Prize,
    PrizeGiven,
    PrizePlan,
    Rate,
    Registration,
    Tournament,
)


@pytest.fixture
def rate(tournament: Tournament) -> Rate:
    return Rate.objects.create(tournament=tournament, code=RateCode.MEMBER, label="Adhérent", amount=550, place=1)


@pytest.fixture
def payment(tournament: Tournament, rate: Rate) -> Payment:
    entry = RegistrationFactory(tournament=tournament, rate=rate, player__last_name="DUPONT")
    return Payment.objects.create(
        key=uuid.uuid4(),
        registration=entry,
        amount=550,
        method=PaymentMethod.CASH,
        paid_on=NOW.date(),
        at=NOW,
        by_name="paul",
    )


def read(answer) -> str:
    return plain(answer.content.decode())


def rates_page(tournament: Tournament) -> str:
    return reverse("rates", args=[tournament.pk])


def line(row: int, code: str = "", label: str = "", amount: str = "", pk: object = "") -> dict[str, object]:
    return {f"code_{row}": code, f"label_{row}": label, f"amount_{row}": amount, f"pk_{row}": pk}


def test_amounts_alone_make_the_usual_rates(as_organiser: Client, tournament: Tournament):
    page = as_organiser.get(rates_page(tournament))
    shown = [field["code"].value() for field in page.context["form"].lines]
    assert shown == ["membre", "licencie", "visiteur", "etudiant", "autre", "autre"]

    sent = as_organiser.post(
        rates_page(tournament),
        line(0, "membre", amount="5")
        | line(1, "licencie")
        | line(2, "visiteur", "Invité", "7,5 €")
        | line(3, "etudiant", amount="0"),
    )

    assert sent.url == reverse("check_in", args=[tournament.pk])
    assert list(tournament.rates.values_list("code", "label", "amount")) == [
        ("membre", "Adhérent", 500),
        ("visiteur", "Invité", 750),
        ("etudiant", "Étudiant", 0),
    ]


@pytest.mark.parametrize(
    ("typed", "field", "words"),
    [
        (line(0, "membre", amount="-5"), "amount_0", "ne peut pas être négatif"),
        (line(0, "membre", amount="−5"), "amount_0", "ne peut pas être négatif"),
        (line(0, "membre", amount="1000,01"), "amount_0", "1 000 € au plus"),
        (line(0, "membre", amount="cinq"), "amount_0", "par exemple 5 ou 7,50"),
        (line(0, "membre", amount="5,555"), "amount_0", "par exemple 5 ou 7,50"),
        (line(0, "membre", amount="٥"), "amount_0", "par exemple 5 ou 7,50"),
        (line(0, "membre", "Adhérent"), "amount_0", "Écrivez le montant"),
        (line(1, "autre", "A", "5") | line(4, "autre", "à", "6"), "label_4", "est là deux fois"),
        (line(0, "pirate", "A", "5"), "code_0", "Sélectionnez un choix valide"),
    ],
)
def test_a_wrong_rate_is_refused_at_its_field(
    as_organiser: Client, tournament: Tournament, typed: dict, field: str, words: str
):
    answer = as_organiser.post(rates_page(tournament), typed)

    assert answer.status_code == 422
    said = plain(answer.context["form"].errors[field][0])
    assert words in said
    assert not tournament.rates.exists()


def test_the_rates_of_last_time_are_proposed(as_organiser: Client, tournament: Tournament, rate: Rate):
    next_one = TournamentFactory(club=tournament.club, date=DAY)

    page = as_organiser.get(rates_page(next_one))

    first = page.context["form"].lines[0]
    assert [first[name].value() for name in ("pk", "label", "amount")] == [None, "Adhérent", "5,50"]
    assert 'value="5,50"' in page.content.decode()
    assert not next_one.rates.exists()


def test_the_desk_says_who_owes_and_what_came_in(
    as_organiser: Client, tournament: Tournament, rate: Rate, payment: Payment
):
    RegistrationFactory(tournament=tournament, rate=rate, player__last_name="ROY", player__first_name="Zoé")

    page = read(as_organiser.get(reverse("cash_desk", args=[tournament.pk])))

    assert "payé 5,50 € sur 11 €" in page
    assert "1 joueur doit encore" in page
    assert page.index("ROY Zoé") < page.index("DUPONT")


def test_once_everybody_has_paid_the_desk_and_the_door_say_so(
    as_organiser: Client, tournament: Tournament, rate: Rate, payment: Payment
):
    pages = [reverse(name, args=[tournament.pk]) for name in ("cash_desk", "check_in")]
    assert all("tous ont payé" in read(as_organiser.get(page)) for page in pages)
    RegistrationFactory(tournament=tournament, rate=rate)
    assert not any("tous ont payé" in read(as_organiser.get(page)) for page in pages)


def test_a_reason_that_must_be_given_is_marked_so(as_organiser: Client, tournament: Tournament, payment: Payment):
    asked = read(as_organiser.get(reverse("cancel_payment", args=[tournament.pk, payment.pk])))
    assert "Pourquoi ? <small>(obligatoire)</small>" in asked.replace("\u00a0", " ")


def test_the_box_is_counted_by_its_coins(as_organiser: Client, tournament: Tournament, payment: Payment):
    address = reverse("cash_desk", args=[tournament.pk])
    typed = {"opening": "20", "piece_1000": "2", "piece_500": "1", "piece_50": "1", "key": str(uuid.uuid4())}

    as_organiser.post(address, typed)
    as_organiser.post(address, typed)

    count = CashCount.objects.get()
    assert (count.counted, count.expected, count.opening) == (2_550, 2_550, 2_000)
    assert "Le compte est bon." in read(as_organiser.get(address))


@pytest.mark.parametrize(
    ("typed", "field"),
    [
        ({"opening": "0"}, "counted"),
        ({"opening": "-20", "counted": "5"}, "opening"),
        ({"opening": "0", "counted": "-5"}, "counted"),
        ({"opening": "0", "piece_500": "-1"}, "piece_500"),
        ({"opening": "0", "piece_500": "beaucoup"}, "piece_500"),
        ({"opening": "0", "piece_500": "10001"}, "piece_500"),
        ({"opening": "", "counted": "5"}, "opening"),
    ],
)
def test_a_wrong_count_is_refused_at_its_field(
    as_organiser: Client, tournament: Tournament, typed: dict[str, str], field: str
):
    answer = as_organiser.post(reverse("cash_desk", args=[tournament.pk]), typed | {"key": str(uuid.uuid4())})

    assert (answer.status_code, list(answer.context["form"].errors)) == (422, [field])
    assert not CashCount.objects.exists()


def test_a_payment_is_taken_back_with_a_reason(as_organiser: Client, tournament: Tournament, payment: Payment):
    address = reverse("cancel_payment", args=[tournament.pk, payment.pk])

    assert as_organiser.post(address, {"reason": ""}).status_code == 422
    as_organiser.post(address, {"reason": "rendu"})

    page = read(as_organiser.get(reverse("cash_desk", args=[tournament.pk])))
    assert "« rendu »" in page
    assert "payé 0 € sur 5,50 €" in page
    assert Registration.objects.get().payments.count() == 1
    assert "déjà annulé" in read(as_organiser.get(address))


@pytest.mark.parametrize("name", ["make_receipt", "make_receipts"])
def test_receipts_are_asked_for(as_organiser: Client, tournament: Tournament, payment: Payment, name: str):
    places = [tournament.pk, payment.registration_id] if name == "make_receipt" else [tournament.pk]

    asked = as_organiser.post(reverse(name, args=places))

    job = Job.objects.get(kind=JobKind.RECEIPTS)
    assert asked.url == reverse("job", args=[job.pk])
    assert job.wanted["registration"] == (payment.registration_id if name == "make_receipt" else None)


def test_nothing_paid_makes_no_receipt(as_organiser: Client, tournament: Tournament):
    answer = as_organiser.post(reverse("make_receipts", args=[tournament.pk]), follow=True)

    assert "il n’y a pas de reçu" in read(answer)
    assert not Job.objects.exists()


def test_the_desk_says_what_must_be_in_the_box_and_when_to_count_again(
    as_organiser: Client, tournament: Tournament, payment: Payment
):
    desk = reverse("cash_desk", args=[tournament.pk])
    assert ("Prix remis en espèces" in read(as_organiser.get(desk))) is False
    as_organiser.post(desk, {"key": uuid.uuid4(), "opening": "20", "counted": "25,50"})
    assert "comptez de nouveau" not in read(as_organiser.get(desk))

    prize = Prize.objects.create(plan=PrizePlan.objects.create(tournament=tournament), number=1, amount=300)
    PrizeGiven.objects.create(
        prize=prize, registration=payment.registration, amount=300, method=PrizeMethod.CASH, at=NOW
    )

    page = as_organiser.get(desk)
    assert (page.context["opening"], page.context["expected"]) == (2_000, 2_250)
    assert "−3 €" in read(page)
    assert "comptez de nouveau" in read(page)
    as_organiser.post(desk, {"key": uuid.uuid4(), "opening": "20", "counted": "22,50"})
    assert CashCount.objects.latest("pk").difference == 0
    assert "comptez de nouveau" not in read(as_organiser.get(desk))


@pytest.mark.parametrize("state", ["first", "as before", "free", "written"])
def test_rates_are_asked_before_the_door_opens(as_organiser: Client, club: Club, state: str):
    tournament = TournamentFactory(club=club)
    if state != "first":
        before = TournamentFactory(club=club, state=TournamentState.FINISHED, date=DAY - timedelta(days=7))
        for of in {"as before": [before], "free": [], "written": [before, tournament]}[state]:
            Rate.objects.create(tournament=of, label="Adhérent", amount=500, place=1)
    page = read(as_organiser.get(reverse("tournament_desk", args=[tournament.pk])))
    assert ("Écrivez les tarifs avant d’ouvrir la porte" in page) == (state in ("first", "as before"))


def test_who_came_without_a_rate_is_told_where_there_are_rates(as_organiser: Client, tournament: Tournament):
    RegistrationFactory(tournament=tournament)
    desk = reverse("cash_desk", args=[tournament.pk])
    assert "sans tarif" in read(as_organiser.get(desk))
    assert "joueur présent n’a pas encore de tarif" not in read(as_organiser.get(desk))

    Rate.objects.create(tournament=tournament, label="Adhérent", amount=500, place=1)

    assert "1 joueur présent n’a pas encore de tarif" in read(as_organiser.get(desk))


def test_the_end_leads_to_the_prizes_and_to_the_cash_box_where_there_are_any(
    as_organiser: Client, tournament: Tournament
):
    Tournament.objects.update(state=TournamentState.FINISHED)
    desk, prizes, box = (reverse(name, args=[tournament.pk]) for name in ("tournament_desk", "prizes", "cash_desk"))

    def led() -> list[bool]:
        page = as_organiser.get(desk).content.decode()
        return [f'class="button" href="{address}' in " ".join(page.split()) for address in (prizes, f"{box}#")]

    assert led() == [False, False]
    Rate.objects.create(tournament=tournament, label="Adhérent", amount=500, place=1)
    assert led() == [False, True]
    Prize.objects.create(plan=PrizePlan.objects.create(tournament=tournament), number=1, lot="jambon")
    assert led() == [True, True]


def ticks(page: HttpResponse) -> list[bool]:
    """Return, for each payment that may be given back with others, whether it is ticked."""
    boxes = re.findall(r'<input type="checkbox"\s+name="payment"[^>]*>', page.content.decode())
    return [" checked" in box for box in boxes]


def test_a_called_off_evening_is_given_back_from_its_cash_desk(
    as_organiser: Client, tournament: Tournament, payment: Payment
):
    address = reverse("cash_desk", args=[tournament.pk])
    page = as_organiser.get(address)
    assert ticks(page) == [False]
    assert ticks(as_organiser.get(address, {"rendre": "tous"})) == [True]
    Tournament.objects.update(called_off="salle fermée")
    page = as_organiser.get(address)
    assert (ticks(page), "<details open>" in page.content.decode()) == ([True], True)
    sent = {
        "do": "refund", "key": page.context["refund"]["key"].value(), "payment": payment.pk, "method": "",
        "paid_on": NOW.date(), "reason": "",
    }  # fmt: skip
    refused = as_organiser.post(address, sent)
    assert (refused.status_code, ticks(refused), tournament.cash_counts.count()) == (422, [True], 0)
    sent["reason"] = "annulée"
    nothing = as_organiser.post(address, sent | {"payment": ""}, follow=True)
    assert "Rien n’est rendu : cochez au moins un paiement." in read(nothing)
    for _twice in range(2):
        told = as_organiser.post(address, sent, follow=True)
        assert "1 remboursement est noté (5,50 €), sur une ligne à lui." in read(told)
    assert [line.amount for line in payment.refunded.all()] == [-550]
    assert ticks(as_organiser.get(address)) == []
    sent |= {"key": uuid.uuid4()}
    assert "Tout est déjà rendu" in read(as_organiser.post(address, sent))
    other = Payment.objects.create(
        key=uuid.uuid4(), registration=payment.registration, amount=550, method="cheque", paid_on=NOW.date(), at=NOW
    )
    told = as_organiser.post(address, sent | {"payment": [payment.pk, other.pk]}, follow=True)
    assert "1 paiement coché était déjà rendu, ou barré." in read(told)
    assert other.refunded.get().method == "cheque"

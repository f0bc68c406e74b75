"""The books of a season: the sums by what they were for and how they were paid, and a line for each movement."""

import uuid
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import (
    NOW,
    AccountFactory,
    PlayerFactory,
    RegistrationFactory,
    SeasonFactory,
    TournamentFactory,
    a_fee,
)
from tests.texts import words
from tests.tournaments.views.test_exports import rows_at
from tournaments.labels import PaymentMethod, PrizeMethod
from tournaments.models import CashCount, Club, Payment, Prize, PrizeGiven, PrizePlan, Season
from tournaments.queries.money.books import books
from tournaments.services.money.payments import cancel_payment, give_back

CASH, CHEQUE = PaymentMethod.CASH, PaymentMethod.CHEQUE


def a_year(club: Club, *, members: int, evenings: int) -> Season:
    """Return a season: each member paid 20 €, one player 5 € at each evening, of which he was given 2 € back."""
    season = SeasonFactory(club=club, name="2026-2027")
    people = PlayerFactory.create_batch(members, club=club)
    for player in people:
        a_fee(player.memberships.get(), season)
    for number in range(evenings):
        evening = TournamentFactory(club=club, season=season, name=f"Soirée {number}")
        entry = RegistrationFactory(tournament=evening, player=people[0])
        paid = {"registration": entry, "amount": 500, "method": CASH, "paid_on": NOW.date(), "at": NOW}
        payment = Payment.objects.create(**paid, key=uuid.uuid4())
        give_back(payment=payment, amount=200, reason="parti", method=CASH, key=uuid.uuid4(), by=None, at=NOW)
        wrong = Payment.objects.create(**paid, key=uuid.uuid4())
        cancel_payment(payment=wrong, reason="deux fois", by=AccountFactory(), at=NOW)
        plan = PrizePlan.objects.create(tournament=evening)
        for place, method in enumerate((PrizeMethod.CASH, PrizeMethod.KIND), 1):
            prize = Prize.objects.create(plan=plan, number=place, place=place, amount=1000)
            PrizeGiven.objects.create(prize=prize, registration=entry, amount=1000, method=method, at=NOW)
        for counted in (100, 290):
            CashCount.objects.create(key=uuid.uuid4(), tournament=evening, counted=counted, expected=300, at=NOW)
    return season


def test_the_sums_of_a_season_are_told_by_kind_and_method(club: Club) -> None:
    season = a_year(club, members=2, evenings=1)
    trial = TournamentFactory(club=club, season=season, is_trial=True)
    entry = RegistrationFactory(tournament=trial)
    Payment.objects.create(registration=entry, amount=9, method=CASH, paid_on=NOW.date(), at=NOW, key=uuid.uuid4())
    a_fee(PlayerFactory(club=club).memberships.get(), SeasonFactory(club=club, starts_on=NOW.date() - timedelta(800)))
    told = books(season)
    assert told.methods == (CASH, CHEQUE)
    assert {line.kind.value: line.by_method for line in told.kinds} == {
        "cotisations": (0, 4000), "soirees": (500, 0), "rendu": (-200, 0), "prix": (-1000, 0)
    }  # fmt: skip
    assert (told.by_method, told.cents, told.difference) == ((-700, 4000), 3300, -10)


def test_the_page_and_the_file_say_each_movement(as_organiser: Client, club: Club) -> None:
    season = a_year(club, members=1, evenings=1)
    player = club.players.get()
    address = reverse("season_books", args=[season.pk])
    page = words(as_organiser.get(address))
    assert "Remboursements −2 € −2 € 0 €" in page
    assert "Écart : −0,10 €" in page
    headings, *rows = rows_at(as_organiser, f"{address}?format=csv")
    assert headings == ["Jour", "Nature", "Qui", "Pour", "Moyen", "Entrée (€)", "Sortie (€)", "Noté par"]
    day, who = "2026-11-21", player.full_name
    assert sorted(rows) == sorted(
        [
            [day, "Cotisations", who, "2026-2027", "chèque", "20,00", "", "aline"],
            [day, "Soirées", who, "Soirée 0", "espèces", "5,00", "", ""],
            [day, "Remboursements", who, "Soirée 0", "espèces", "", "2,00", ""],
            [day, "Prix remis", who, "Soirée 0", "espèces", "", "10,00", ""],
        ]
    )


@pytest.mark.parametrize("number", [1, 3])
@pytest.mark.parametrize("kind", ["", "csv", "xlsx"])
def test_the_books_ask_as_much_of_one_as_of_three(
    as_organiser: Client, club: Club, django_assert_max_num_queries: Any, number: int, kind: str
) -> None:
    address = reverse("season_books", args=[a_year(club, members=number, evenings=number).pk])
    as_organiser.get(address)
    with django_assert_max_num_queries(12):
        as_organiser.get(address, {"format": kind} if kind else {})


def test_nothing_paid_says_what_to_do(as_organiser: Client, club: Club) -> None:
    address = reverse("season_books", args=[SeasonFactory(club=club).pk])
    assert "Rien n’est encore payé" in words(as_organiser.get(address))

"""The books of a season: the sums by what they were for and how they were paid, and a line for each movement."""

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
)
from tests.texts import words
from tests.tournaments.views.test_exports import rows_at
from tournaments.labels import PaymentMethod, PrizeMethod
from tournaments.models import CashCount, Club, Payment, Prize, PrizeGiven, PrizePlan, Season, Tournament
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


def paid_at_an_evening(club: Club, **evening: Any) -> Tournament:
    """Return an evening at which one player paid 5 € and was given 3 € as a prize, in cash; 2 € were counted."""
    evening_ = TournamentFactory(club=club, **evening)
    entry = RegistrationFactory(tournament=evening_)
    paid = {"amount": 500, "method": CASH, "paid_on": NOW.date(), "at": NOW}
    Payment.objects.create(registration=entry, **paid, key=uuid.uuid4())
    prize = Prize.objects.create(plan=PrizePlan.objects.create(tournament=evening_), number=1, place=1, amount=300)
    PrizeGiven.objects.create(prize=prize, registration=entry, amount=300, method=PrizeMethod.CASH, at=NOW)
    CashCount.objects.create(key=uuid.uuid4(), tournament=evening_, counted=100, expected=200, at=NOW)
    return evening_


def test_an_evening_without_a_season_is_in_the_books_of_its_day(as_organiser: Client, club: Club) -> None:
    this, last = (
        SeasonFactory(club=club, name=f"{year}-{year + 1}", starts_on=date(year, 9, 1), ends_on=date(year + 1, 6, 30))
        for year in (2026, 2025)
    )
    paid_at_an_evening(club, season=None, date=date(2026, 9, 1), name="Rentrée")
    paid_at_an_evening(club, season=last, date=date(2026, 9, 1))  # its own season, whatever the day
    for left_out in ({"is_trial": True}, {"club": ClubFactory()}):
        paid_at_an_evening(**({"club": club, "season": None, "date": date(2026, 9, 1)} | left_out))
    told = books(this)
    assert {line.kind.value: line.cents for line in told.kinds} == {"soirees": 500, "prix": -300}
    assert ([each.evening.name for each in told.by_date], told.cents_by_date) == (["Rentrée"], 200)
    assert (told.difference, told.nowhere, books(last).by_date, books(last).cents) == (-100, (), (), 200)
    address = reverse("season_books", args=[this.pk])
    assert "1 soirée sans saison est comptée ici, par sa date : 2 €." in words(as_organiser.get(address))
    rows = rows_at(as_organiser, f"{address}?format=csv")[1:]
    assert [row[3] for row in rows] == ["Rentrée (sans saison)"] * 2


def test_money_that_is_in_the_books_of_no_season_is_said(as_organiser: Client, club: Club) -> None:
    season = SeasonFactory(club=club, starts_on=date(2026, 9, 1), ends_on=date(2027, 6, 30))
    summer = paid_at_an_evening(club, season=None, date=date(2026, 7, 14), name="Bastille")
    told = books(season)
    assert (told.kinds, told.by_date, told.cents_nowhere) == ((), (), 200)
    page = as_organiser.get(reverse("season_books", args=[season.pk]))
    assert "1 soirée du club n’a pas de saison" in words(page)
    assert "ses 2 € ne sont dans aucun compte" in words(page)
    assert reverse("cash_desk", args=[summer.pk]) in page.content.decode()


def test_a_day_that_two_seasons_share_is_in_the_books_of_one(club: Club) -> None:
    days = {"starts_on": date(2026, 9, 1), "ends_on": date(2027, 6, 30)}
    both = [SeasonFactory(club=club, name=name, **days) for name in ("A", "B")]  # as before that was refused
    paid_at_an_evening(club, season=None, date=date(2026, 9, 4))
    assert sorted(books(season).cents for season in both) == [0, 200]


@pytest.mark.parametrize("number", [1, 3])
@pytest.mark.parametrize("kind", ["", "csv", "xlsx"])
def test_the_books_ask_as_much_of_one_as_of_three(
    as_organiser: Client, club: Club, django_assert_max_num_queries: Any, number: int, kind: str
) -> None:
    season = a_year(club, members=number, evenings=number)
    for day in (season.starts_on, season.starts_on - timedelta(1000)):
        for _number in range(number):
            paid_at_an_evening(club, season=None, date=day)
    address = reverse("season_books", args=[season.pk])
    as_organiser.get(address)
    with django_assert_max_num_queries(12):
        as_organiser.get(address, {"format": kind} if kind else {})


def test_nothing_paid_says_what_to_do(as_organiser: Client, club: Club) -> None:
    address = reverse("season_books", args=[SeasonFactory(club=club).pk])
    assert "Rien n’est encore payé" in words(as_organiser.get(address))

"""A club's year: the files that anybody takes away give its league again, by nothing but sums."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from scoring.services.sheets.results import differences
from tests.factories import AccountFactory, logged_in
from tests.tournaments.views.test_exports import rows_at
from tests.tournaments.years import FEE, PAID, ClubYear, a_club_year
from tournaments.models import League
from tournaments.queries.money.fees import fees_total
from tournaments.standings import LeagueRule

pytestmark = pytest.mark.django_db
Rows = list[list[str]]


def points_of(cell: str) -> float:
    return float(cell.replace("\u2212", "-").replace(",", ".").replace("\u202f", "").replace("\xa0", ""))


def evening_totals(client: Client, year: ClubYear) -> dict[str, list[float]]:
    """Return what the file of each evening's standings says that each name brought."""
    totals: dict[str, list[float]] = {}
    for evening in year.evenings:
        for row in rows_at(client, f"/tournois/{evening.pk}/classement/?format=csv")[1:]:
            totals.setdefault(row[1], []).append(points_of(row[4]))
    return totals


def league_totals(rows: Rows) -> dict[str, float]:
    at = rows[0].index("Total")
    return {row[1]: points_of(row[at]) for row in rows[1:] if row[at]}


@pytest.mark.parametrize("best", [None, 6])
def test_the_league_is_the_sum_of_the_files_of_its_evenings(client: Client, best: int | None) -> None:
    year = a_club_year(members=20, evenings=10, came=12)
    League.objects.update(rule=LeagueRule(best_of=best).data)
    counted = {
        name: sum(sorted(brought, reverse=True)[:best]) for name, brought in evening_totals(client, year).items()
    }
    league = rows_at(client, f"/saisons/{year.season.pk}/?format=csv")
    assert league_totals(league) == counted
    places = [int(row[0]) for row in league[1:] if re.fullmatch(r"\d+", row[0])]
    assert places == [1 + sum(other > total for other in counted.values()) for total in sorted(counted.values())[::-1]]


def test_the_year_is_what_it_says_it_is() -> None:
    """Each evening sums to zero and follows from its sheets; the same seed is the same year."""
    year, again = (a_club_year(members=16, evenings=3, came=8, seed=7) for _time in range(2))
    assert [sum(brought.values()) for brought in year.brought.values()] == [0, 0, 0]
    assert [list(differences(evening)) for evening in year.evenings] == [[], [], []]
    assert [list(one.values()) for one in year.brought.values()] == [
        list(one.values()) for one in again.brought.values()
    ]
    assert sum(year.taken.values()) == 3 * 7 * PAID
    assert year.club.known.count() == 16


@pytest.mark.parametrize(("members", "evenings"), [(16, 3), (40, 12)])
def test_the_page_of_the_season_asks_as_much_for_a_year_as_for_a_month(
    client: Client, django_assert_num_queries, members: int, evenings: int
) -> None:
    year = a_club_year(members=members, evenings=evenings, came=12)
    with django_assert_num_queries(16):
        client.get(f"/saisons/{year.season.pk}/")
    boss = logged_in(AccountFactory(is_superuser=True))
    of_season = [year.season.pk]
    for address, most in (
        (reverse("season_books", args=of_season), 9),
        (f"{reverse('season_books', args=of_season)}?format=csv", 6),
        (reverse("renew_members", args=of_season), 10),
        (reverse("club_fees", args=[year.club.pk]), 12),
    ):
        with django_assert_num_queries(most):
            assert boss.get(address).status_code == 200


def test_the_fees_of_a_year_are_those_that_its_books_tell(client: Client) -> None:
    """Of ten members seven paid all, two a part and one nothing."""
    year = a_club_year(members=20, evenings=2, came=12)
    total = fees_total(year.season)
    assert (total.paid, total.owing) == (14, 6)
    assert total.amount == 2 * (7 * FEE + 1000 + 2000)
    assert total.amount + total.rest == 20 * FEE
    boss = logged_in(AccountFactory(is_superuser=True))
    rows = rows_at(boss, f"{reverse('season_books', args=[year.season.pk])}?format=csv")
    assert len(rows) == 1 + 18 + 2 * 11

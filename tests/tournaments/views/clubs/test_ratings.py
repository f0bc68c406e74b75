"""The pages of a club's rating: who is shown and at which place, when it was counted, and where it is switched on."""

import datetime
import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.formats import number_format
from pytest_django import DjangoAssertNumQueries

from tests.factories import NOW, AccountFactory, PlayerFactory, SeasonFactory, logged_in
from tests.tournaments.ratings import rate
from tests.tournaments.rounds import evening
from tournaments.labels import JobKind
from tournaments.models import Account, Club, ClubRating, Job, Player, Rating
from tournaments.queries.standings.ratings import SHOWN, rating_table, ratings_of
from tournaments.services.locks import raise_revision
from tournaments.standings import Formula

OCTOBER = datetime.date(2026, 10, 1)
LABEL = "Cote du club, calculée par le club\xa0: ce n’est pas un classement de la fédération."


@pytest.fixture
def people(club: Club) -> list[Player]:
    """Ada, Bob and Zed agreed to a card; Cyr, who is second, to his name alone."""
    agreed = {"consent": True, "card_consent": True, "first_name": ""}
    return [
        PlayerFactory(club=club, last_name="ADA", **agreed),
        PlayerFactory(club=club, last_name="CYR", first_name="", consent=True),
        PlayerFactory(club=club, last_name="BOB", **agreed),
        PlayerFactory(club=club, last_name="ZED", **agreed),
    ]


@pytest.fixture
def rating(club: Club, people: list[Player]) -> ClubRating:
    season = SeasonFactory(club=club)
    for day in (2, 9):
        evening(season, day, dict(zip(people, (30, 10, -10, -30), strict=True)))
    rating = ClubRating.objects.create(club=club, since=OCTOBER)
    rate(rating)
    rating.refresh_from_db()
    return rating


def page(club: Club) -> str:
    answer = Client().get(reverse("club_rating", args=[club.slug]))
    assert answer.status_code == 200
    return answer.content.decode()


def test_who_agreed_to_a_card_is_shown_and_nobody_else_is_counted(club: Club, rating: ClubRating) -> None:
    table = rating_table(rating)
    assert [(line.place, line.name, line.last.evenings) for line in table.lines] == [
        (1, "ADA", 2),
        (2, "BOB", 2),
        (3, "ZED", 2),
    ]
    html = page(club)
    assert "CYR" not in html
    assert LABEL in html
    assert "noindex" in html
    assert "provisoire" not in html


def test_the_page_tells_its_formula_with_the_numbers_of_the_code(club: Club, rating: ClubRating) -> None:
    told = " ".join(re.sub(r"<[^>]+>", "", page(club)).split())
    of = Formula()
    assert f"cote = {of.at_first} + {of.points:.0f} × (μ − {of.less} σ), avec μ = {of.mu:.0f} et σ = 8,33 avant" in told
    for letter, value in (("τ =", f"{of.tau:.3f}"), ("β =", f"{of.beta:.2f}"), ("au moins", f"{of.kappa:.4f}")):
        assert f"{letter} {value}".replace(".", ",") in told
    assert "c = √ Σj (σj² + β²)" in told


def test_equal_values_share_a_place(club: Club, rating: ClubRating) -> None:
    Rating.objects.filter(is_last=True).update(value=1000)
    assert [(line.place, line.shared, line.name) for line in rating_table(rating).lines] == [
        (1, True, "ADA"),
        (1, True, "BOB"),
        (1, True, "ZED"),
    ]


def test_the_page_says_when_it_is_of_before_a_change(club: Club, rating: ClubRating) -> None:
    raise_revision(Rating.objects.earliest("pk").tournament)
    assert "provisoire" in page(club)


def test_one_and_many_cost_the_same(rating: ClubRating, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    with django_assert_num_queries(2):
        rating_table(rating)
    Player.objects.filter(last_name__in=["BOB", "ZED"]).update(card_consent=False)
    with django_assert_num_queries(2):
        rating_table(rating)


def test_a_club_without_a_rating_has_no_such_page(club: Club, people: list[Player]) -> None:
    assert Client().get(reverse("club_rating", args=[club.slug])).status_code == 404
    address = reverse("club_rating", args=[club.slug])
    assert address not in Client().get(reverse("club", args=[club.slug])).content.decode()
    ClubRating.objects.create(club=club, since=OCTOBER)
    assert address in Client().get(reverse("club", args=[club.slug])).content.decode()
    assert "Personne n’a encore de cote" in page(club)


def test_the_card_has_his_rating_its_history_and_its_curve(people: list[Player], rating: ClubRating) -> None:
    html = Client().get(reverse("player_card", args=[people[0].key])).content.decode()
    last = Rating.objects.get(player=people[0], is_last=True)
    assert f"Cote de {rating.club}\xa0: {number_format(last.value)}" in html
    assert f'id="rating-{rating.club.slug}-title"' in html
    assert "2 soirées comptées" in html


def test_a_card_is_fresh_once_its_rating_was_counted_again(people: list[Player], rating: ClubRating) -> None:
    client, address = Client(), reverse("player_card", args=[people[0].key])
    tag = client.get(address)["ETag"]
    assert client.get(address, headers={"If-None-Match": tag}).status_code == 304
    ClubRating.objects.update(counted_at=NOW + datetime.timedelta(hours=1))
    assert client.get(address, headers={"If-None-Match": tag}).status_code == 200


def test_his_own_page_has_it_without_a_card(people: list[Player], rating: ClubRating) -> None:
    me = logged_in(AccountFactory(player=people[1]))
    assert "2 soirées comptées" in me.get("/moi/").content.decode()


def test_the_table_of_a_card_has_the_latest_evenings_and_its_curve_all(
    club: Club, people: list[Player], rating: ClubRating
) -> None:
    season = SeasonFactory(club=club)
    for day in range(10, 10 + SHOWN):
        evening(season, day, dict(zip(people, (30, 10, -10, -30), strict=True)))
    rate(rating)
    (own,) = ratings_of(people[0])
    assert (len(own.shown), own.last.evenings, own.shown[-1].evenings) == (SHOWN, SHOWN + 2, 3)
    assert own.curve is not None
    assert len(own.curve.curves[0].points.split()) == SHOWN + 3


def test_the_organiser_switches_it_on_and_follows_its_count(
    club: Club, the_organiser: Account, people: list[Player]
) -> None:
    evening(SeasonFactory(club=club), 2, dict(zip(people, (30, 10, -10, -30), strict=True)))
    client, address = logged_in(the_organiser), reverse("edit_rating", args=[club.pk])
    answer = client.post(address, {"since": "2026-10-01", "frozen_on": ""})
    job = Job.objects.get(kind=JobKind.RATING)
    assert (answer.status_code, answer["Location"]) == (303, reverse("job", args=[job.pk]))
    assert club.name in client.get(answer["Location"]).content.decode()
    assert client.post(reverse("recount_rating", args=[club.pk])).status_code == 303
    assert "Recompter" in client.get(address).content.decode()
    answer = client.post(address, {"since": "", "frozen_on": ""}, follow=True)
    assert "ne calcule pas de cote" in answer.content.decode()


def test_a_last_day_without_a_first_is_refused_at_its_field(club: Club, the_organiser: Account) -> None:
    address = reverse("edit_rating", args=[club.pk])
    answer = logged_in(the_organiser).post(address, {"since": "", "frozen_on": "2026-10-01"})
    assert answer.status_code == 422
    assert "dites depuis quel jour" in answer.content.decode()
    answer = logged_in(the_organiser).post(reverse("recount_rating", args=[club.pk]), follow=True)
    assert "Ce club ne calcule pas de cote" in answer.content.decode()

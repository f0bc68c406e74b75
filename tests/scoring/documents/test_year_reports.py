"""The report of a season: its figures and its names, from the page of the club to the paper."""

import datetime
import uuid
from collections import Counter

import pytest
from django.test import Client
from django.urls import reverse

from scoring.queries.seasons import season_figures
from tests.factories import (
    DAY,
    NOW,
    PlayerFactory,
    RegistrationFactory,
    SeasonFactory,
    TournamentFactory,
    a_fee,
    arbiter,
    other_league,
    rewrite,
)
from tests.texts import plain
from tests.tournaments.documents.printing import made, pages, words_set
from tests.tournaments.rounds import evening
from tournaments.labels import EndReason, JobKind, PaymentMethod, TournamentState
from tournaments.models import Club, Job, Payment, Player, Season, SeatResult
from tournaments.services.people.members import end_membership

pytestmark = pytest.mark.django_db


@pytest.fixture
def season(club: Club) -> Season:
    """Two evenings of six and one of two; NOM1, who won the last, is not named."""
    season = SeasonFactory(club=club, name="2026-2027")
    people = [PlayerFactory(club=club, last_name=f"NOM{number}", first_name="Ada") for number in range(6)]
    for day in (1, 8):
        evening(season, day, {player: 50 - 20 * number for number, player in enumerate(people)})
    evening(season, 15, {people[0]: -5, people[1]: 5})
    Player.objects.filter(last_name="NOM1").update(consent=False)
    return season


def told(season: Season, client: Client) -> str:
    client.post(reverse("make_year_report", args=[season.pk]))
    printed = pages(made(Job.objects.latest("pk")))
    assert len(printed) <= 3
    return plain(" ".join(" ".join(printed).split()))


def test_it_tells_the_season_and_names_nobody_who_did_not_agree(season: Season, as_organiser: Client) -> None:
    other_league(season)
    words = told(season, as_organiser)
    figures = "3soirées 6joueurs 14venues en tout 5joueurs par soirée, en moyenne 3positions"
    days = "Première soirée le 1er octobre 2026, dernière le 15"
    head = ("2026-2027", "Bilan provisoire de la saison", figures, days, "1er NOM0 Ada +95")
    found = [words.index(word) for word in (*head, "Le plus de soirées", "A NOM0 Ada", "Les soirées")]
    assert found == sorted(found)
    assert words.count("NOM0 Ada +95") == 3  # two podiums, the key of the curve
    assert "8 octobre 2026" in words.split("Les soirées")[-1]
    assert "nom non montré" in words
    assert "NOM1" not in words
    assert "donne" not in words


def test_who_holds_the_money_reads_the_books_of_the_season_in_it(season: Season, as_organiser: Client) -> None:
    assert "Les comptes" not in told(season, as_organiser)
    a_fee(Player.objects.earliest("pk").memberships.get(), season)
    assert "Les comptes Nature Chèque Total Cotisations 20 € 20 € Total 20 € 20 €" in told(season, as_organiser)
    entry = RegistrationFactory(tournament=TournamentFactory(club=season.club, season=None, date=season.starts_on))
    paid = {"amount": 500, "method": PaymentMethod.CASH, "paid_on": DAY, "at": NOW}
    Payment.objects.create(registration=entry, key=uuid.uuid4(), **paid)
    assert "1 soirée sans saison est comptée ici, par sa date : 5 €." in told(season, as_organiser)
    as_arbiter = Client()
    as_arbiter.force_login(arbiter(season.club))
    assert "Les comptes" not in told(season, as_arbiter)


def test_it_is_provisional_until_the_season_and_its_evenings_are_over(season: Season, as_organiser: Client) -> None:
    Season.objects.update(ends_on=datetime.date(2026, 10, 31))
    assert "provisoire" not in told(season, as_organiser)
    rewrite(season.tournaments.earliest("pk"), state=TournamentState.RUNNING)
    words = told(season, as_organiser)
    assert "provisoire" in words
    assert "pas encore terminée" in words


@pytest.mark.parametrize(("contracts", "rows"), [(None, [5]), (2345, [3, 3])])
def test_its_figures_stand_in_even_rows(
    season: Season, as_organiser: Client, contracts: int | None, rows: list[int]
) -> None:
    """Five stood 4 + 1."""
    SeatResult.objects.update(contracts=contracts)
    as_organiser.post(reverse("make_year_report", args=[season.pk]))
    heights = [words.top for words in words_set(made(Job.objects.latest("pk"))) if words.size == 20]
    assert list(Counter(heights).values()) == rows


def test_it_counts_the_members_of_the_club(season: Season, as_organiser: Client) -> None:
    PlayerFactory.create_batch(2, club=season.club)
    stopped = Player.objects.get(last_name="NOM5")
    end_membership(club=season.club, player=stopped, reason=EndReason.MOVED, until=DAY, by=None, at=NOW)
    words = told(season, as_organiser)
    assert "Les membres du club 7 membres au" in words
    assert "1 a arrêté (est parti dans un autre club : 1)" in words
    assert "senior : 7" in words


def test_a_season_without_a_result_says_so(club: Club, as_organiser: Client) -> None:
    assert "rien à raconter" in told(SeasonFactory(club=club), as_organiser)


def test_contracts_are_told_when_all_are_known(season: Season) -> None:
    SeatResult.objects.update(contracts=2)
    figures = season_figures(season)
    assert figures is not None
    assert (figures.contracts, figures.donnes) == (28, None)
    SeatResult.objects.filter(pk=SeatResult.objects.earliest("pk").pk).update(contracts=None)
    figures = season_figures(season)
    assert figures is not None
    assert figures.contracts is None


def test_as_many_queries_for_every_season(season: Season, django_assert_num_queries) -> None:
    with django_assert_num_queries(6):
        season_figures(season)
    people = list(Player.objects.all())
    for day in range(16, 31):
        evening(season, day, dict.fromkeys(people, 1))
    with django_assert_num_queries(6):
        figures = season_figures(season)
    assert figures is not None
    assert (len(figures.evenings), figures.players) == (18, 6)


def test_an_organiser_asks_for_it(season: Season, as_organiser: Client) -> None:
    address = reverse("make_year_report", args=[season.pk])
    for page in (reverse("club_seasons", args=[season.club_id]), reverse("edit_league", args=[season.main_league.pk])):
        assert f'formaction="{address}"' in as_organiser.get(page).content.decode()

    as_organiser.post(address)

    job = Job.objects.get()
    assert (job.kind, job.season) == (JobKind.YEAR_REPORT, season)
    assert "bilan de la saison" in as_organiser.get(reverse("job", args=[job.pk])).content.decode()

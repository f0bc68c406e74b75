"""A tournament opened again, corrected and ended is told of like any correction, wherever its figures are read."""

import datetime

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import NOW, ClubFactory, PlayerFactory, SeasonFactory, other_league
from tests.texts import words
from tests.tournaments.documents.printing import claimed, pages
from tests.tournaments.monitors import Listening
from tests.tournaments.rounds import evening
from tournaments.labels import JobKind
from tournaments.models import Club, Document, LeagueGuest, Season, Seat, Tournament
from tournaments.services.evening.tournaments import finish, reopen
from tournaments.services.results import Result, set_penalty_points, set_results
from tournaments.services.work import jobs
from tournaments.tasks import WORKS

pytestmark = pytest.mark.django_db
LATER = NOW + datetime.timedelta(days=9)
TOLD = "Corrigé le 30 novembre 2026 : mal compté"


@pytest.fixture
def season(club: Club) -> Season:
    return SeasonFactory(club=club, name="2026-2027")


@pytest.fixture
def played(club: Club, season: Season) -> Tournament:
    people = [PlayerFactory(club=club, last_name=name, first_name="Anne") for name in ("Alix", "Bob", "Cleo")]
    return evening(season, 1, dict(zip(people, (50, 20, -70), strict=True)))


def corrected(tournament: Tournament, act) -> None:
    reopen(tournament=tournament, reason="mal compté", by=None, at=NOW)
    act()
    finish(tournament=tournament, by=None, at=LATER)


def by_sheet(tournament: Tournament, *points: int) -> None:
    seats = Seat.objects.filter(round__tournament=tournament).order_by("registration__start_number")
    set_results([Result(seat, brought, donnes=4) for seat, brought in zip(seats, points, strict=True)])


def by_penalty(tournament: Tournament) -> None:
    set_penalty_points({tournament.registrations.get(start_number=1).pk: -40})


def addresses(season: Season) -> list[str]:
    """Return where the tournament or a league of it is read: one of its season, one of another club's."""
    of_season = other_league(season)
    elsewhere = other_league(SeasonFactory(club=ClubFactory(name="Hôte")))
    LeagueGuest.objects.create(league=elsewhere, season=season, agreed_at=NOW)
    pk = season.tournaments.get().pk
    return [
        reverse("tournament", args=[pk]),
        reverse("standings", args=[pk]),
        *(league.get_absolute_url() for league in (season.main_league, of_season, elsewhere)),
    ]


@pytest.mark.parametrize("act", [lambda each: by_sheet(each, 50, -70, 20), by_penalty])
def test_it_is_told_on_every_page_and_paper_and_to_programs(client: Client, season: Season, played, act) -> None:
    where = addresses(season)
    corrected(played, lambda: act(played))
    for address in where:
        told = words(client.get(address))
        assert TOLD in told, address
        assert "tournoi rouvert" not in told
    assert f"{TOLD} ({played.name})" in words(client.get(where[2]))
    (line,) = client.get(reverse("api_league", args=[season.pk])).json()["corrections"]
    assert (line["event"], line["what"], line["reason"]) == (played.pk, "", "mal compté")
    job = claimed(JobKind.LEAGUE, season=season)
    answer = WORKS[JobKind.LEAGUE](job, Listening())
    jobs.finish(job=job, result=answer, at=NOW)
    paper = " ".join(" ".join(pages(Document.objects.get(pk=answer["document"]))).split())
    assert "mal compté" in paper


def test_nothing_is_told_where_no_figure_changed_nor_while_it_is_open(client: Client, season: Season, played) -> None:
    where = addresses(season)
    corrected(played, lambda: None)
    assert not [address for address in where if "Corrigé le" in words(client.get(address))]
    reopen(tournament=played, reason="mal compté", by=None, at=NOW)
    by_penalty(played)
    assert not [address for address in where if "Corrigé le" in words(client.get(address))]
    finish(tournament=played, by=None, at=LATER)
    corrected(played, lambda: by_sheet(played, 0, 50, -50))
    assert words(client.get(where[2])).count("Corrigé le") == 2  # each with its own reason
    season.tournaments.update(hidden_rounds=1, rounds_planned=2)
    assert not [address for address in where if "Corrigé le" in words(client.get(address))]

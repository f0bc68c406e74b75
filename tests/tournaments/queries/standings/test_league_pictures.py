"""The pictures of a league: totals evening after evening, who met whom; of who is named, and of what is shown alone."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import PlayerFactory, SeasonFactory, rewrite
from tests.tournaments.rounds import evening, mark, publish
from tournaments.labels import TournamentState
from tournaments.models import Club, Player, Season
from tournaments.queries.standings.league_pictures import (
    MOST_CURVES,
    MOST_MET,
    Meetings,
    Progress,
    meetings_of,
    progress_of,
)
from tournaments.queries.standings.leagues import league_standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def people(club: Club) -> list[Player]:
    return [PlayerFactory(club=club, last_name=name, first_name="Anne") for name in ("Alix", "Bob", "Cleo", "Dana")]


@pytest.fixture
def season(club: Club, people: list[Player]) -> Season:
    """Two evenings at one table; Dana, who is not named, is second."""
    season = SeasonFactory(club=club)
    a, b, c, d = people
    evening(season, 1, {a: 40, b: -10, d: 30, c: -60})
    evening(season, 8, {a: 20, b: 0, d: -20})
    Player.objects.filter(pk=d.pk).update(consent=False)
    return season


def progress(season: Season) -> Progress | None:
    return progress_of(league_standings(season.main_league))


def meetings(season: Season) -> Meetings | None:
    return meetings_of(league_standings(season.main_league))


def met(season: Season) -> dict[tuple[str, str], int]:
    drawn = meetings(season)
    assert drawn is not None
    return {
        (drawn.people[one].name, drawn.people[other].name): times for (one, other), times in sorted(drawn.times.items())
    }


def test_the_totals_of_who_is_named(season: Season) -> None:
    drawn = progress(season)
    assert drawn is not None
    assert [line.name for line, _curve in drawn.rows] == ["Alix Anne", "Bob Anne", "Cleo Anne"]
    assert (drawn.chart.least, drawn.chart.most) == (-60, 60)
    assert progress(SeasonFactory(club=season.club, starts_on="2025-09-01", ends_on="2026-06-30")) is None


def test_who_met_whom_of_who_is_named(season: Season) -> None:
    assert met(season) == {
        ("Alix Anne", "Bob Anne"): 2,
        ("Alix Anne", "Cleo Anne"): 1,
        ("Bob Anne", "Cleo Anne"): 1,
    }
    drawn = meetings(season)
    assert drawn is not None
    assert [line.name for line in drawn.most_often] == ["Alix Anne", "Bob Anne"]


def test_nothing_of_a_hidden_round(season: Season, people: list[Player]) -> None:
    last = season.tournaments.latest("date")
    entries = {entry.player_id: entry for entry in last.registrations.all()}
    a, b = entries[people[0].pk], entries[people[1].pk]
    mark(publish(last, 2, [[a, b]]), {a: 700, b: -700})
    assert met(season)["Alix Anne", "Bob Anne"] == 3

    rewrite(last, state=TournamentState.RUNNING, hidden_rounds=1, rounds_planned=2)
    last.refresh_from_db()
    assert last.last_shown_round == 1
    drawn = progress(season)
    assert drawn is not None
    assert drawn.chart.most == 60
    assert met(season)["Alix Anne", "Bob Anne"] == 2


def test_the_page_draws_both_and_names_nobody_else(client: Client, season: Season) -> None:
    page = client.get(reverse("season", args=[season.pk])).content.decode()
    drawings = "".join(re.findall(r"<details class=\"card\">.*?</details>", page, flags=re.DOTALL))
    assert drawings.count('role="img"') == 2
    assert "<title>Alix Anne et Bob Anne\N{NO-BREAK SPACE}: 2 fois à la même table</title>" in drawings
    assert "Dana" not in page
    assert "anonyme" not in drawings


def test_names_are_escaped(client: Client, season: Season) -> None:
    Player.objects.filter(last_name="Bob").update(last_name="<b>{0} %s")
    page = client.get(reverse("season", args=[season.pk])).content.decode()
    assert "<b>{" not in page
    assert "Alix Anne et &lt;b&gt;{0} %s Anne" in page


def test_so_many_at_most_in_the_same_number_of_queries(season: Season, django_assert_num_queries) -> None:
    drawn = league_standings(season.main_league)
    with django_assert_num_queries(1):
        assert progress_of(drawn)
        assert meetings_of(drawn)

    for day in range(9, 31):
        crowd = [PlayerFactory(club=season.club) for _number in range(2)]
        evening(season, day, dict.fromkeys(crowd, 100))
    drawn = league_standings(season.main_league)
    with django_assert_num_queries(1):
        curves, cells = progress_of(drawn), meetings_of(drawn)
    assert curves is not None
    assert cells is not None
    assert (len(curves.lines), len(cells.people)) == (MOST_CURVES, MOST_MET)

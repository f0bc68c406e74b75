"""Who is not named is not followed from evening to evening: what everybody reads of a season does not join them."""

import datetime
import json
import re
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import NOW, PlayerFactory, RegistrationFactory, SeasonFactory, TournamentFactory
from tests.texts import plain, told_by
from tests.tournaments.documents.printing import claimed, pages
from tests.tournaments.monitors import Listening
from tests.tournaments.rounds import mark, publish
from tournaments.labels import JobKind, TournamentState
from tournaments.models import Club, Document, Season
from tournaments.queries.standings.standings import standings
from tournaments.services.work import jobs
from tournaments.standings import LeagueRule
from tournaments.tasks import WORKS

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).parents[4]
NAMELESS = {"Zed": (-317, 214), "Yves": (145, -268)}
NAMED = {"Anne": (89, 26), "Bob": (83, 28)}
ALL = {True: NAMED, False: NAMELESS}


@pytest.fixture
def season(club: Club) -> Season:
    """Two evenings of four players, two of them without consent, one of whom missed neither."""
    season = SeasonFactory(club=club, rule=LeagueRule(minimum=2))
    people = {
        name: PlayerFactory(club=club, last_name=name, consent=name in NAMED, sharing_consent=name in NAMED)
        for name in (*NAMED, *NAMELESS)
    }
    for index, day in enumerate((10, 20)):
        event = TournamentFactory(
            club=club, season=season, date=datetime.date(2026, 10, day), state=TournamentState.FINISHED
        )
        points = {
            RegistrationFactory(tournament=event, player=people[name], start_number=number): both[index]
            for number, (name, both) in enumerate({**NAMED, **NAMELESS}.items(), start=1)
        }
        mark(publish(event, 1, [list(points)]), points)
    return season


def printed(season: Season) -> str:
    job = claimed(JobKind.LEAGUE, season=season)
    answer = WORKS[JobKind.LEAGUE](job, Listening())
    jobs.finish(job=job, result=answer, at=NOW)
    return " ".join(pages(Document.objects.get(pk=answer["document"])))


def test_no_part_of_a_league_is_the_total_of_a_nameless_player_in_an_evening(client: Client, season: Season) -> None:
    page, api = reverse("season", args=[season.pk]), f"/api/v1/seasons/{season.pk}/league/"
    addresses = [page, api, *(f"{page}?format={name}" for name in ("csv", "xlsx", "ods", "json"))]
    told = {address: plain(told_by(client.get(address).content)) for address in addresses}
    told[page] = re.sub(r"<svg.*?</svg>", "", told[page], flags=re.DOTALL)  # where it is drawn is no figure
    told["PDF"] = plain(printed(season))
    totals = {
        is_named: {
            str(abs(line.total))
            for event in season.tournaments.all()
            for line in standings(event).lines
            if line.is_named is is_named
        }
        for is_named in (True, False)
    }
    sums = {is_named: {str(abs(sum(both))) for both in people.values()} for is_named, people in ALL.items()}

    for where, text in told.items():
        figures = set(re.findall(r"(?<![\w.])\d+(?![\w.])", text))
        assert figures >= totals[True] | sums[True], where
        assert not figures & (totals[False] | sums[False]), where
        assert "2 joueurs qui ne sont pas nommés" in text or where == api


def test_programs_read_how_many_are_not_named_and_nothing_else(client: Client, season: Season) -> None:
    told = json.loads(client.get(f"/api/v1/seasons/{season.pk}/league/").content)
    assert [(line["name"].split()[0], line["place"], line["total"]) for line in told["lines"]] == [
        ("Anne", 1, 115),
        ("Bob", 2, 111),
    ]
    assert told["unnamed"] == 2


ALL_THE_PEOPLE = {
    # who reads a league with everybody in it, and why he may
    "tournaments/queries/clubs/season_end.py": "whether what is published is still so; it names nobody",
    "tournaments/queries/standings/known_leagues.py": "a player his own place, a club who played at its evenings",
    "tournaments/queries/standings/league_previews.py": "who composes a rule",
    "tournaments/queries/standings/leagues.py": "where it is made, and what everybody reads is made of it",
    "tournaments/queries/standings/place_changes.py": "who corrects an evening; others are only counted",
    "tournaments/queries/standings/qualifying.py": "who is qualified, by the true order: everybody reads `shown_stage`",
    "tournaments/services/clubs/leagues.py": "what is published, by the true order",
}
ALL_THE_QUALIFIED = {
    # who reads a stage with everybody in it, and why he may
    "tournaments/api/views.py": "for `shown_stage`",
    "tournaments/documents/standings/rankings.py": "for `shown_stage`",
    "tournaments/queries/draws/drafts.py": "who sits where, by rank of those who are entered",
    "tournaments/queries/standings/qualifying.py": "where it is made",
    "tournaments/services/clubs/qualifying.py": "who is entered, and who declines",
    "tournaments/views/clubs/qualifying.py": "who hosts the final, by names he may read; a player his own place",
    "tournaments/views/public.py": "for `shown_stage`",
    "tournaments/queries/standings/own_finals.py": "a player his own place",
    "tournaments/services/draws/matches.py": "which teams meet, by rank of those that are entered",
    "tarot_club/demo/season.py": "makes the demonstration",
    "tarot_club/demo/championship.py": "makes the demonstration",
}


def read_in(names: str) -> set[str]:
    return {
        str(path.relative_to(ROOT))
        for app in ("scoring", "tournaments", "tarot_club")
        for path in (ROOT / app).rglob("*.py")
        if re.search(rf"\b(?:{names})\b", path.read_text())
    }


def test_a_league_with_everybody_in_it_is_read_where_it_may_be() -> None:
    assert read_in("league_standings|standings_of_leagues") == ALL_THE_PEOPLE.keys()


def test_a_stage_with_everybody_in_it_is_read_where_it_may_be() -> None:
    assert read_in("stage_of|stages_of|stage_of_row") == ALL_THE_QUALIFIED.keys()

"""A league of teams: a team is the same under one name, and its league has the pages and papers of any other."""

import uuid

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import NOW, ClubFactory, PlayerFactory, SeasonFactory, rewrite
from tests.refusals import refusal_of
from tests.texts import plain, words
from tests.tournaments.compared import IN_PERCENT
from tests.tournaments.documents.printing import claimed, pages
from tests.tournaments.monitors import Listening
from tests.tournaments.qualifying import leads
from tests.tournaments.rounds import evening
from tests.tournaments.teams import a_team
from tournaments.labels import JobKind, TournamentState
from tournaments.models import Account, Club, Document, League, Player, Season, Tournament
from tournaments.queries.standings.honours import honours
from tournaments.queries.standings.known_leagues import known_league, own_leagues
from tournaments.queries.standings.league_events import events_of, leagues_of
from tournaments.queries.standings.league_pictures import meetings_of, progress_of
from tournaments.queries.standings.league_places import league_place_of
from tournaments.queries.standings.league_previews import preview
from tournaments.queries.standings.league_words import league_words
from tournaments.queries.standings.leagues import league_standings, public_league
from tournaments.queries.standings.place_changes import place_changes, place_changes_in_league
from tournaments.queries.standings.publications import shown_publication
from tournaments.queries.standings.standings import StandingsChange
from tournaments.services.clubs.leagues import LeagueFacts, change_league, create_league, publish_league
from tournaments.services.clubs.qualifying import add_source, announce_final
from tournaments.standings import Brings, Cut, LeagueRule
from tournaments.tasks import WORKS

pytestmark = pytest.mark.django_db
ACT = {"by": None, "at": NOW}
OF_TEAMS = LeagueRule(of_teams=True)


@pytest.fixture
def season(club: Club) -> Season:
    return SeasonFactory(club=club, name="2026-2027")


@pytest.fixture
def people(club: Club) -> list[Player]:
    return [PlayerFactory(club=club, last_name=f"N{n}", first_name="Anne", consent=n > 1) for n in range(8)]


@pytest.fixture
def league(season: Season) -> League:
    return create_league(season=season, facts=LeagueFacts("Paires", OF_TEAMS), **ACT)


def pairs(season: Season, day: int, teams: dict[str, tuple[Player, Player, int]], **columns: object) -> Tournament:
    """Play an evening of pairs: (captain, other, what each brings) by name."""
    points = {player: brought for one, other, brought in teams.values() for player in (one, other)}
    played = evening(season, day, points, state=TournamentState.RUNNING, **columns)
    rewrite(played, team_size=2)
    entries = {entry.player_id: entry for entry in played.registrations.all()}
    for name, (one, other, _brought) in teams.items():
        a_team(name, entries[one.pk], entries[other.pk])
    rewrite(played, state=TournamentState.FINISHED)
    return played


@pytest.fixture
def two(season: Season, people: list[Player]) -> tuple[Tournament, Tournament]:
    """Two evenings of pairs: « Ane » has another second player in the second one, and « Boa » is written « BOÀ »."""
    a, b, c, d, e, f, *_others = people
    first = pairs(season, 1, {"Ane": (a, b, 20), "Boa": (c, d, 10), "Daim": (e, f, -30)})
    return first, pairs(season, 8, {"Ane": (a, f, -5), "BOÀ": (c, d, 5)})


def told(league: League) -> list[tuple[int | None, str, object, int]]:
    return [(line.place, line.name, line.total, line.played) for line in league_standings(league).lines]


def test_a_team_is_added_up_under_its_name(league: League, two: tuple[Tournament, Tournament]) -> None:
    assert told(league) == [(1, "Ane", 30, 2), (1, "BOÀ", 30, 2), (3, "Daim", -60, 1)]
    line = league_standings(league).lines[0]
    assert [mark.points for mark in line.marks] == [40, -10]
    assert (line.key, line.is_named) == (two[0].teams.get(name="Ane").pk, True)


def test_the_league_of_players_stays_as_it_is(season: Season, league: League, two: object) -> None:
    of_players = [(line.name, line.total) for line in league_standings(season.main_league).lines]
    assert len(of_players) == 6
    assert of_players[0][1] == 20


def test_a_team_of_the_same_name_of_another_club_is_another_team(
    season: Season, league: League, two: object, people: list[Player]
) -> None:
    away = PlayerFactory.create_batch(2, club=ClubFactory(name="Bollène"), consent=True)
    pairs(season, 15, {"Ane": (away[0], away[1], 100), "Daim": (people[4], people[5], -100)})
    lines = [(name, total) for _place, name, total, _played in told(league)]
    assert lines == [("Ane", 200), ("Ane", 30), ("BOÀ", 30), ("Daim", -260)]


def test_only_evenings_of_teams_count_and_no_percentage_is_added_to_points(
    season: Season, league: League, two: tuple[Tournament, Tournament], people: list[Player]
) -> None:
    alone = evening(season, 15, {people[0]: 10, people[1]: -10})
    assert leagues_of(alone) == [season.main_league]
    assert set(events_of(league)) == set(two)
    assert len(league_standings(league).events) == 2
    rewrite(two[1], **IN_PERCENT)
    assert [event.pk for event in league_standings(league).left_out] == [two[1].pk]


def test_teams_bring_points_by_place(season: Season, two: object) -> None:
    rule = LeagueRule(of_teams=True, brings=Brings.TABLE, table=(10, 6, 3), bonus=1, club_best=1)
    league = create_league(season=season, facts=LeagueFacts("Aux points", rule), **ACT)
    assert told(league) == [(1, "Ane", 18, 2), (1, "BOÀ", 18, 2), (3, "Daim", 4, 1)]
    [club] = league_standings(league).clubs
    assert club.total == 20
    by_field = LeagueRule(of_teams=True, brings=Brings.FIELD)
    field = create_league(season=season, facts=LeagueFacts("Au nombre", by_field), **ACT)
    assert [line[2] for line in told(field)] == [4, 4, 1]
    assert "un de plus par équipe classée derrière" in plain(" ".join(league_words(field.ranking_rule)))


def test_everybody_reads_it_and_why(
    client: Client, league: League, two: tuple[Tournament, Tournament], people: list[Player]
) -> None:
    page = words(client.get(reverse("league", args=[league.pk])))
    assert "Équipe Total" in page
    assert "Les équipes sont classées" in page
    assert "N0" not in page  # a member who is not named
    line = public_league(league).lines[1]
    explained = league_place_of(league, line.key)
    assert explained is not None
    assert [step.total for step in explained.steps] == [20, 30]
    assert words(client.get(reverse("league_place", args=[league.pk, line.key]))).count("BOÀ") > 0
    assert client.get(reverse("league_place", args=[league.pk, people[7].pk + 10_000])).status_code == 404
    table = client.get(reverse("league", args=[league.pk]), {"format": "json"}).json()
    assert table["columns"][1] == "Équipe"
    assert [row[1] for row in table["rows"]] == ["Ane", "BOÀ", "Daim"]


def test_programs_read_it_where_it_is_the_league_of_a_season(client: Client, season: Season, two: object) -> None:
    facts = LeagueFacts(season.main_league.name, OF_TEAMS)
    change_league(league=season.main_league, facts=facts, reason="vote", **ACT)
    said = client.get(reverse("api_league", args=[season.pk])).json()
    assert [(one["place"], one["name"], one["total"]) for one in said["lines"]] == [
        (1, "Ane", 30),
        (1, "BOÀ", 30),
        (3, "Daim", -60),
    ]
    assert "Ane" in words(client.get(reverse("season", args=[season.pk])))
    assert "Ane" in words(client.get(reverse("home")))


def test_its_papers_name_the_teams(season: Season, league: League, two: object) -> None:
    for kind in (JobKind.LEAGUE, JobKind.LEAGUE_POSTER):
        done = WORKS[kind](claimed(kind, season=season, league=league.pk), Listening())
        (paper,) = pages(Document.objects.get(pk=done["document"]))
        told = " ".join(paper.split())
        assert "BOÀ" in told, kind


def test_pictures_honours_and_own_pages_are_the_team_s(league: League, two: object, people: list[Player]) -> None:
    standings = public_league(league)
    assert meetings_of(standings) is None
    assert progress_of(standings) is not None
    assert "Ane, BOÀ" in [honour.names for honour in honours(standings)]
    own = {one.league.pk: one.line.name for one in own_leagues(people[1])}
    assert own[league.pk] == "Ane"
    known = known_league(league, league.club)
    assert [name for _place, _shared, _line, name in known.lines] == ["Ane", "BOÀ", "Daim"]


def test_a_published_league_keeps_the_names_of_its_teams(
    client: Client, league: League, two: tuple[Tournament, Tournament]
) -> None:
    publication = publish_league(league=league, key=uuid.uuid4(), **ACT)
    two[1].teams.filter(name="BOÀ").update(name="Autre")
    shown = shown_publication(publication)
    assert [name for _place, _shared, _line, name in shown.lines] == ["Ane", "BOÀ", "Daim"]
    assert (shown.unnamed, shown.of_teams) == (0, True)
    page = words(client.get(reverse("published_league", args=[publication.pk])))
    assert "Équipe" in page
    assert "BOÀ" in page


def test_who_moves_by_another_rule_and_by_a_correction(
    league: League, two: tuple[Tournament, Tournament], people: list[Player]
) -> None:
    by_best = LeagueRule(of_teams=True, best_of=1)
    change = StandingsChange(points={(two[1].registrations.get(player=people[2]).pk, 1): 50})
    effect = place_changes(two[1], change)
    assert effect is not None
    titles = dict(effect.leagues)
    moved = titles[league.title]
    assert [line.name for line in (*moved.lines, *moved.others)] == ["BOÀ", "Ane"]
    assert moved.how_many == 1
    moves = place_changes_in_league(league, by_best).standings
    assert [line.name for line in moves.lines if line.place_before != line.place_after] == ["BOÀ"]
    seen = preview(league, by_best, None)
    assert ([one.name for one in seen.lines], seen.of_teams, seen.moved) == (["Ane", "BOÀ", "Daim"], True, 1)


def test_a_league_of_teams_leads_to_no_final(
    season: Season, league: League, two: tuple[Tournament, Tournament]
) -> None:
    final = two[1]
    for to in (final, evening(season, 20, {})):
        assert refusal_of(add_source, final=to, origin=league, cut=Cut(first=2), **ACT).code == "other_form"
    assert refusal_of(announce_final, league=league, cut=Cut(first=2), final=None, **ACT).code == "other_form"
    leads(season.main_league)
    facts = LeagueFacts(season.main_league.name, OF_TEAMS)
    refused = refusal_of(change_league, league=season.main_league, facts=facts, reason="vote", **ACT)
    assert list(refused.fields) == ["of_teams"]


def test_an_organiser_makes_one(as_organiser: Client, season: Season, the_organiser: Account) -> None:
    address = reverse("new_league", args=[season.pk])
    assert "Classer les équipes, et non les joueurs" in words(as_organiser.get(address))
    typed = {"name": "Paires", "brings": "scores", "adds": "sum", "of_teams": "on", "table": ""}
    assert as_organiser.post(address, typed).status_code == 303
    assert League.objects.get(name="Paires").ranking_rule == OF_TEAMS

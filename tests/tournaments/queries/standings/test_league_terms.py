"""A league of some evenings of a season, or where some count more: the rule in words, in figures and on every page."""

import csv
import datetime
import io
import re
from dataclasses import replace
from fractions import Fraction

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import NOW, ClubFactory, PlayerFactory, SeasonFactory, TournamentFactory, other_league, rewrite
from tests.texts import plain, words
from tests.tournaments.documents.printing import claimed, pages
from tests.tournaments.rounds import evening
from tournaments.labels import JobKind, TournamentState
from tournaments.models import Club, Document, League, LeagueGuest, LeaguePublication, Player, Season, Tournament
from tournaments.queries.standings.honours import honours
from tournaments.queries.standings.league_events import events_of, leagues_of
from tournaments.queries.standings.league_places import league_place_of
from tournaments.queries.standings.league_words import changed_league_words, league_words, times_text
from tournaments.queries.standings.leagues import league_standings
from tournaments.seating import Monitor
from tournaments.services.clubs.leagues import publish_league
from tournaments.standings import Adds, Brings, LeagueRule
from tournaments.tasks import WORKS

pytestmark = pytest.mark.django_db
DAYS = (2, 9, 16, 23)


@pytest.fixture
def people(club: Club) -> list[Player]:
    return [PlayerFactory(club=club, last_name=name, first_name="Anne") for name in ("Alix", "Bob", "Cleo", "Dora")]


@pytest.fixture
def season(club: Club, people: list[Player]) -> Season:
    """Four evenings, each won by another: Alix on the 2nd, Bob on the 9th, Cleo on the 16th, Dora on the 23rd."""
    season = SeasonFactory(club=club, name="2026-2027")
    for first, day in enumerate(DAYS):
        points = dict(zip([*people[first:], *people[:first]], (101, 20, -40, -81), strict=True))
        evening(season, day, points, name=f"Soirée {day}")
    return season


@pytest.fixture
def events(season: Season) -> list[int]:
    return list(season.tournaments.order_by("date").values_list("pk", flat=True))


def ruled(season: Season, **rule: object) -> League:
    league = season.main_league
    league.rule = replace(LeagueRule(), **rule).data
    league.save()
    return League.objects.select_related("season__club").get(pk=league.pk)


def totals(league: League) -> dict[str, object]:
    return {line.name[0]: line.total for line in league_standings(league).lines}


def test_a_term_counts_the_evenings_of_its_days(season: Season, events: list[int]) -> None:
    term = ruled(season, starts_on=datetime.date(2026, 10, 9), ends_on=datetime.date(2026, 10, 16))
    year = other_league(season, LeagueRule())
    assert [event.pk for event in league_standings(term).events] == events[1:3]
    assert totals(term) == {"A": -121, "B": 20, "C": 121, "D": -20}
    assert set(events_of(term).values_list("pk", flat=True)) == {*events[1:3]}
    assert [[one.pk for one in leagues_of(event)] for event in season.tournaments.order_by("date")] == [
        [year.pk],
        [term.pk, year.pk],
        [term.pk, year.pk],
        [year.pk],
    ]
    assert plain(league_words(term.ranking_rule)[0]) == (
        "Championnat : tous les résultats s’additionnent. Comptent les soirées du 9 octobre 2026 au 16 octobre 2026."
    )
    assert "depuis le 9 octobre" in plain(league_words(replace(term.ranking_rule, ends_on=None))[0])
    assert "jusqu’au 16 octobre" in plain(league_words(replace(term.ranking_rule, starts_on=None))[0])


def test_terms_that_part_a_season_add_up_to_it(season: Season, people: list[Player]) -> None:
    year = totals(season.main_league)
    first = totals(ruled(season, ends_on=datetime.date(2026, 10, 9)))
    second = totals(ruled(season, starts_on=datetime.date(2026, 10, 10)))
    assert {name: first[name] + second[name] for name in year} == year


def test_one_evening_is_left_out_and_others_are_chosen(season: Season, events: list[int]) -> None:
    out = ruled(season, weights=((events[1], 0),))
    assert [event.pk for event in league_standings(out).events] == [events[0], *events[2:]]
    assert [plain(sentence) for sentence in league_words(out.ranking_rule)[1:]] == [
        "Ne compte pas : « Soirée 9 » (9 octobre 2026)."
    ]
    assert leagues_of(Tournament.objects.get(pk=events[1])) == []

    chosen = ruled(season, only_chosen=True, weights=((events[1], 100), (events[3], 150)))
    assert [event.pk for event in league_standings(chosen).events] == [events[1], events[3]]
    assert [plain(sentence) for sentence in league_words(chosen.ranking_rule)[1:]] == [
        "Seules comptent les soirées choisies : « Soirée 9 » (9 octobre 2026), « Soirée 23 » (23 octobre 2026).",
        "Compte 1,5 fois : « Soirée 23 » (23 octobre 2026).",
    ]
    assert set(events_of(chosen).values_list("pk", flat=True)) == {events[1], events[3]}
    none_of_it = ruled(season, only_chosen=True, weights=((events[0], 0), (events[1], 100)))
    assert [event.pk for event in events_of(none_of_it)] == [events[1]]
    chosen = ruled(season, only_chosen=True, weights=((events[1], 100), (events[3], 150)))
    evening(season, 30, {PlayerFactory(club=season.club): 5})
    assert len(league_standings(chosen).events) == 2
    nothing = ruled(season, only_chosen=True)
    assert league_standings(nothing).events == ()
    assert "aucune encore" in league_words(nothing.ranking_rule)[1]


def test_nobody_is_told_of_a_draft(season: Season, events: list[int]) -> None:
    rule = LeagueRule(weights=((events[3], 200),))
    rewrite(Tournament.objects.get(pk=events[3]), state=TournamentState.DRAFT)
    assert league_words(rule) == league_words(LeagueRule())


def test_many_evenings_are_told_by_the_first_ones(season: Season) -> None:
    made = [TournamentFactory(club=season.club, season=season, state=TournamentState.ANNOUNCED) for _each in range(14)]
    words_of = league_words(LeagueRule(weights=tuple((event.pk, 0) for event in made)))[1]
    assert words_of.count("«") == 12
    assert plain(words_of).endswith(", 2 autres.")


def test_the_evenings_of_a_rule_take_one_query(season: Season, events: list[int], django_assert_num_queries) -> None:
    for count in (1, 4):
        with django_assert_num_queries(1):
            league_words(LeagueRule(weights=tuple((event, 200) for event in events[:count])))
    with django_assert_num_queries(0):
        league_words(LeagueRule())
    league = season.main_league
    for weights in ((), ((events[0], 0),), tuple((event, 200) for event in events)):
        league.rule = LeagueRule(weights=weights).data
        with django_assert_num_queries(5):
            league_standings(league)


def test_a_weight_is_told_in_the_rule_the_heads_the_cells_and_the_reasons(
    season: Season, events: list[int], people: list[Player], client: Client
) -> None:
    league = ruled(season, weights=((events[2], 50), (events[3], 200)))
    assert totals(league) == {"D": 91, "A": 40, "B": Fraction(1, 2), "C": Fraction(-263, 2)}
    page = words(client.get(reverse("season", args=[season.pk])))
    assert "Compte double : « Soirée 23 » (23 octobre 2026). Compte pour moitié : « Soirée 16 »" in page
    assert "23/10 ×2" in page
    assert "16/10 ×0,5" in page
    assert "+202 +101 ×2" in page  # Dora, who won it
    assert "+50,50 +101 ×0,5" in page
    why = words(client.get(reverse("league_place", args=[league.pk, people[3].pk])))
    assert "compte double : +101 ×2" in why
    assert "compte pour moitié : +20 ×0,5" in why
    file = client.get(reverse("season", args=[season.pk]) + "?format=csv").content.decode("utf-8-sig")
    head, *rows = csv.reader(io.StringIO(file), delimiter=";")
    assert head[4:8] == [
        "2026-10-02 Soirée 2",
        "2026-10-09 Soirée 9",
        "2026-10-16 Soirée 16 ×0,5",
        "2026-10-23 Soirée 23 ×2",
    ]
    assert [row[3:8] for row in rows[1:3]] == [
        ["40", "101", "-81", "-20", "40"],
        ["0,50", "20", "101", "-40,50", "-80"],
    ]


@pytest.mark.parametrize(
    "rule",
    [
        LeagueRule(),
        LeagueRule(best_of=2, drops=1),
        LeagueRule(brings=Brings.TABLE, table=(5, 3), bonus=2),
        LeagueRule(adds=Adds.AVERAGE, best_of=3),
    ],
)
def test_totals_are_those_counted_from_the_file_alone(
    season: Season, events: list[int], client: Client, rule: LeagueRule
) -> None:
    """By plain code: each column says how often it counts, and the last one names what does not."""
    ruled(season, **{**rule.__dict__, "weights": ((events[0], 0), (events[1], 150), (events[3], 200))})
    file = client.get(reverse("season", args=[season.pk]) + "?format=json").json()
    columns = file["columns"]
    held = [number for number, name in enumerate(columns) if re.match(r"\d{4}-", name)]
    assert [columns[number].partition(" ×")[2] for number in held] == ["1,5", "", "2"]
    for row in file["rows"]:
        out = row[-1] or ""
        counted = [number for number in held if row[number] is not None and columns[number] not in out]
        weights = [float((columns[number].partition(" ×")[2] or "1").replace(",", ".")) for number in counted]
        total = sum(row[number] for number in counted)
        if rule.adds is Adds.AVERAGE:
            total = round(total / sum(weights) + 1e-9, 2)
        assert row[3] == pytest.approx(total + rule.bonus * row[-2], abs=0.006)
        assert len(counted) == min(rule.counting(3), 3)


def test_the_best_evening_is_what_was_scored_there(season: Season, events: list[int], people: list[Player]) -> None:
    """Its weight is the league's."""
    evening(season, 28, dict(zip(people, (150, -50, -50, -50), strict=True)))
    told = honours(league_standings(ruled(season, weights=((events[3], 300),))))
    (best,) = [honour for honour in told if honour.title == "La meilleure soirée"]
    assert (best.names, best.words) == (people[0].full_name, "+150")


def test_the_paper_says_it_too(season: Season, events: list[int]) -> None:
    ruled(season, weights=((events[3], 200),), ends_on=datetime.date(2026, 12, 31))
    job = claimed(JobKind.LEAGUE, season=season, site="https://club.example")
    (page,) = pages(Document.objects.get(pk=WORKS[JobKind.LEAGUE](job, Monitor())["document"]))
    told = plain(" ".join(page.split()))
    assert "Comptent les soirées jusqu’au 31 décembre 2026." in told
    assert "Compte double : « Soirée 23 » (23 octobre 2026)." in told
    assert "23/10 ×2" in told


def test_what_an_average_needs_is_not_said_where_weights_differ(
    season: Season, events: list[int], people: list[Player]
) -> None:
    for adds, weights, is_said in (
        (Adds.SUM, ((events[3], 200),), True),
        (Adds.AVERAGE, (), True),
        (Adds.AVERAGE, ((events[3], 200),), False),
    ):
        why = league_place_of(ruled(season, adds=adds, best_of=2, weights=weights), people[3].pk)
        assert why is not None
        assert (why.to_beat is not None) == is_said
        assert why.steps[-1].total == why.line.total


def test_evenings_of_another_club_are_left_out_too(season: Season, people: list[Player]) -> None:
    guest = SeasonFactory(club=ClubFactory(), name="Ailleurs")
    LeagueGuest.objects.create(league=season.main_league, season=guest, agreed_at=NOW)
    there = evening(guest, 12, {people[0]: 7, people[1]: -7})
    assert there.pk in events_of(ruled(season)).values_list("pk", flat=True)
    out = ruled(season, weights=((there.pk, 0),))
    assert there.pk not in events_of(out).values_list("pk", flat=True)
    assert leagues_of(there) == [guest.main_league]
    late = ruled(season, starts_on=datetime.date(2026, 10, 13))
    assert there not in league_standings(late).events


def test_a_publication_keeps_its_rule_and_its_totals(season: Season, events: list[int], client: Client) -> None:
    league = ruled(season, weights=((events[3], 200),))
    publish_league(league=league, key="7f9bdc34-6d34-4c5a-9c5e-5b5c7c1f3c11", by=None, at=NOW)
    before = {line.player_id: line.total for line in LeaguePublication.objects.get().lines.all()}
    ruled(season, weights=((events[3], 0),))
    published = LeaguePublication.objects.get()
    assert {line.player_id: line.total for line in published.lines.all()} == before
    page = words(client.get(reverse("published_league", args=[published.pk])))
    assert "Compte double : « Soirée 23 » (23 octobre 2026)." in page
    assert "Ne compte pas" not in page


def test_what_changed_is_told_before_and_after(season: Season, events: list[int]) -> None:
    before = LeagueRule(weights=((events[3], 200),))
    after = LeagueRule(starts_on=datetime.date(2026, 10, 9), weights=((events[3], 0),))
    old, new = map(plain, changed_league_words(before, after))
    assert old == (
        "Championnat : tous les résultats s’additionnent. Aucune soirée n’est écartée. "
        "Compte double : « Soirée 23 » (23 octobre 2026)."
    )
    assert new == (
        "Championnat : tous les résultats s’additionnent. Comptent les soirées depuis le 9 octobre 2026. "
        "Ne compte pas : « Soirée 23 » (23 octobre 2026). Chaque soirée compte une fois."
    )


def test_weights_in_words() -> None:
    weights = (Fraction(1, 4), Fraction(3, 2), 4, 10)
    assert [times_text(weight) for weight in weights] == ["0,25", "1,5", "4", "10"]

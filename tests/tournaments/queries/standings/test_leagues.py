"""A league adds up the evenings of a season person by person, by the rule of that season."""

import datetime
import html
import json
from dataclasses import replace

import pytest
from django.urls import reverse

from tests.factories import ClubFactory, PlayerFactory, RegistrationFactory, SeasonFactory, TournamentFactory
from tests.texts import NO_BREAK
from tests.tournaments.compared import IN_PERCENT, lines_compared, share
from tests.tournaments.qualifying import leads
from tests.tournaments.rounds import evening, mark, publish
from tournaments.api.serializers import LeagueSerializer
from tournaments.kit.text import signed
from tournaments.labels import Group, Sex, TournamentState
from tournaments.models import Registration, SeatResult, Tournament
from tournaments.queries.standings.known_leagues import known_names, name_read_by
from tournaments.queries.standings.league_events import leagues_of
from tournaments.queries.standings.league_previews import preview
from tournaments.queries.standings.league_words import beyond_words, league_words
from tournaments.queries.standings.leagues import EventMark, league_standings
from tournaments.standings import Adds, Brings, LeagueRule, Unfinished

pytestmark = pytest.mark.django_db


@pytest.fixture
def season(club):
    return SeasonFactory(club=club)


def test_evenings_are_added_up_person_by_person(season):
    anne, bob, cleo = PlayerFactory.create_batch(3, club=season.club)
    second = evening(season, 20, {cleo: 30, anne: -30})
    first = evening(season, 10, {anne: 100, bob: -40, cleo: -60}, state=TournamentState.RUNNING)
    Registration.objects.filter(tournament=second, player=cleo).update(penalty_points=-5)

    found = league_standings(season.main_league)

    assert found.events == (first, second)
    assert [(line.place, line.name, line.total, line.played, line.marks) for line in found.lines] == [
        (1, anne.full_name, 70, 2, (EventMark(100, won=True), EventMark(-30))),
        (2, cleo.full_name, -35, 2, (EventMark(-60), EventMark(25, won=True))),
        (3, bob.full_name, -40, 1, (EventMark(-40), EventMark())),
    ]


def test_the_final_counts_for_no_league(season):
    final = TournamentFactory(club=season.club, season=season)
    assert leagues_of(final) == [season.main_league]
    leads(season.main_league, final)
    assert leagues_of(final) == []


def test_two_evenings_of_a_day_have_columns_of_their_own(season, client):
    anne, bob = PlayerFactory.create_batch(2, club=season.club)
    evening_of_day = evening(season, 10, {anne: 1, bob: -1})
    afternoon, alone = evening(season, 10, {anne: 2, bob: -2}), evening(season, 20, {anne: 3, bob: -3})
    columns = [(event.pk, day, apart) for event, day, apart in league_standings(season.main_league).columns]
    assert columns == [(evening_of_day.pk, "10/10", "(1)"), (afternoon.pk, "10/10", "(2)"), (alone.pk, "20/10", "")]

    Tournament.objects.filter(pk=evening_of_day.pk).update(starts_at=datetime.time(20, 15))
    Tournament.objects.filter(pk=afternoon.pk).update(starts_at=datetime.time(14))
    columns = [(event.pk, apart) for event, _day, apart in league_standings(season.main_league).columns]
    assert columns == [(afternoon.pk, "14\u00a0h\u00a000"), (evening_of_day.pk, "20\u00a0h\u00a015"), (alone.pk, "")]
    page = client.get(reverse("season", args=[season.pk]), headers={"accept-language": "fr"}).content.decode()
    assert "10/10 <small>14\u00a0h\u00a000</small></a>" in page
    told = client.get(f"/api/v1/seasons/{season.pk}/league/").json()["events"]
    assert [event["starts_at"] for event in told] == ["14:00:00", "20:15:00", None]

    Tournament.objects.update(starts_at=datetime.time(14))
    columns = [(event.pk, apart) for event, _day, apart in league_standings(season.main_league).columns]
    assert columns == [(evening_of_day.pk, "(1)"), (afternoon.pk, "(2)"), (alone.pk, "")]


def test_only_the_best_count_when_the_season_says_so(season):
    season.main_league.rule = LeagueRule(best_of=1).data
    anne, bob = PlayerFactory.create_batch(2, club=season.club)
    evening(season, 10, {anne: 100, bob: -100})
    evening(season, 20, {anne: -10, bob: 10})
    found = league_standings(season.main_league)
    assert [(line.total, line.marks) for line in found.lines] == [
        (100, (EventMark(100, won=True), EventMark(-10, dropped=True))),
        (10, (EventMark(-100, dropped=True), EventMark(10, won=True))),
    ]


def test_a_penalty_counts_though_nothing_was_played_yet(season):
    anne, bob = PlayerFactory.create_batch(2, club=season.club)
    tournament = TournamentFactory(club=season.club, season=season, state=TournamentState.RUNNING)
    for number, (player, penalty) in enumerate(((anne, -20), (bob, 0)), start=1):
        RegistrationFactory(tournament=tournament, player=player, start_number=number, penalty_points=penalty)
    publish(tournament, 1, [list(tournament.registrations.all())])
    assert [(line.name, line.total) for line in league_standings(season.main_league).lines] == [(anne.full_name, -20)]


def test_a_correction_in_an_old_evening_moves_the_league(season):
    anne, bob = PlayerFactory.create_batch(2, club=season.club)
    evening(season, 10, {anne: 100, bob: -100})
    evening(season, 20, {anne: 10, bob: -10})
    SeatResult.objects.filter(points=100).update(points=-100)
    SeatResult.objects.filter(points=-100, seat__registration__player=bob).update(points=100)
    assert [(line.name, line.total) for line in league_standings(season.main_league).lines] == [
        (bob.full_name, 90),
        (anne.full_name, -90),
    ]


def test_an_evening_that_only_has_its_first_tables_drawn_counts_for_nothing(season):
    tournament = TournamentFactory(club=season.club, season=season, state=TournamentState.RUNNING)
    publish(tournament, 1, [[RegistrationFactory(tournament=tournament, start_number=1)]])
    found = league_standings(season.main_league)
    assert (found.events, found.lines) == ((), ())


def test_who_withheld_consent_is_anonymous_without_a_club(season):
    evening(season, 10, {PlayerFactory(club=season.club, consent=False): 10})
    (line,) = league_standings(season.main_league).lines
    assert (line.name, line.club) == ("Joueur anonyme", "")


def test_a_minimum_of_evenings_holds_once_there_are_as_many(season):
    season.main_league.rule = LeagueRule(minimum=2).data
    anne, bob, cleo = PlayerFactory.create_batch(3, club=season.club)
    evening(season, 10, {anne: -10, bob: 10})
    assert [line.place for line in league_standings(season.main_league).lines] == [1, 2]
    evening(season, 20, {anne: -40, bob: -60, cleo: 100})
    found = league_standings(season.main_league)
    assert [(line.name, line.place, line.total) for line in found.lines] == [
        (anne.full_name, 1, -50),
        (bob.full_name, 1, -50),
        (cleo.full_name, None, 100),
    ]
    assert (found.required, [line.name for line in found.ranked]) == (2, [anne.full_name, bob.full_name])


def test_an_evening_somebody_left_is_marked_and_out_of_its_ranking_counts_for_nothing(season):
    anne, bob = PlayerFactory.create_batch(2, club=season.club)
    played = evening(season, 10, {anne: 100, bob: -100})
    stayed = Registration.objects.get(tournament=played, player=bob)
    mark(publish(played, 2, [[stayed]]), {stayed: 20})
    left = EventMark(100, left=True, won=True)
    assert [(line.name, line.total, line.marks) for line in league_standings(season.main_league).lines] == [
        (anne.full_name, 100, (left,)),
        (bob.full_name, -80, (EventMark(-80),)),
    ]
    out = replace(left, left=False, ranked=False)
    assert [one.is_special for one in (EventMark(-80), EventMark(), left, out)] == [False, False, True, True]
    type(played).objects.filter(pk=played.pk).update(unfinished_rule=Unfinished.OUT)
    assert [
        (line.name, line.place, line.total, line.played, line.marks)
        for line in league_standings(season.main_league).lines
    ] == [
        (bob.full_name, 1, -80, 1, (EventMark(-80, won=True),)),
        (anne.full_name, None, 0, 0, (replace(left, ranked=False, won=False),)),
    ]


def test_the_league_of_a_group(season):
    anne, bob, cleo = PlayerFactory.create_batch(3, club=season.club)
    evening(season, 10, {anne: 100, bob: -40, cleo: -60})
    for player in (anne, cleo):
        player.sex = Sex.WOMAN
        player.save()
    found = league_standings(season.main_league)
    assert found.groups == [Group.LADIES]  # seniors are everybody
    assert [(line.name, line.place, line.overall) for line in found.of_group(Group.LADIES).lines] == [
        (anne.full_name, 1, 1),
        (cleo.full_name, 2, 3),
    ]
    firsts = [(group, [(line.name, line.place) for line in lines]) for group, lines in found.firsts]
    assert firsts == [(Group.LADIES, [(anne.full_name, 1)])]


@pytest.mark.parametrize("count", [1, 30])
def test_five_queries_whatever_the_number_of_evenings_and_players(season, count, django_assert_num_queries):
    players = PlayerFactory.create_batch(min(count, 5), club=season.club)
    for index in range(count):
        evening(season, 1 + index, dict.fromkeys(players, 0))
    league = season.main_league
    with django_assert_num_queries(5):
        found = league_standings(league)
    assert (len(found.events), len(found.lines)) == (count, len(players))


def test_a_tournament_in_preparation_counts_for_nothing(season):
    """A penalty can be given before the start: it is nobody's result yet."""
    anne, bob = PlayerFactory.create_batch(2, club=season.club)
    played = evening(season, 10, {anne: 100, bob: -100})
    evening(season, 20, {anne: 50, bob: -50}, state=TournamentState.OPEN)
    Registration.objects.filter(tournament__state=TournamentState.OPEN).update(penalty_points=-20)

    found = league_standings(season.main_league)

    assert found.events == (played,)
    assert [(line.name, line.total, line.played) for line in found.lines] == [
        (anne.full_name, 100, 1),
        (bob.full_name, -100, 1),
    ]


def test_it_is_provisional_while_an_evening_runs(client, season):
    anne, bob = PlayerFactory.create_batch(2, club=season.club)
    evening(season, 10, {anne: 100, bob: -100})
    running = evening(season, 20, {anne: 10, bob: -10}, state=TournamentState.RUNNING)
    address = reverse("season", kwargs={"season_id": season.pk})
    assert league_standings(season.main_league).running == (running,)
    assert "provisoire" in client.get(address, headers={"accept-language": "fr"}).content.decode()

    running.state = TournamentState.FINISHED
    running.save()
    assert league_standings(season.main_league).running == ()
    assert "provisoire" not in client.get(address, headers={"accept-language": "fr"}).content.decode()


ALL = "Championnat : tous les résultats s’additionnent."


@pytest.mark.parametrize(
    ("rule", "told"),
    [
        (LeagueRule(), [ALL]),
        (LeagueRule(best_of=1), ["Championnat : seul le meilleur résultat de chacun compte."]),
        (LeagueRule(best_of=1, adds=Adds.AVERAGE), ["Championnat : seul le meilleur résultat de chacun compte."]),
        (LeagueRule(best_of=3), ["Championnat : les 3 meilleurs résultats de chacun comptent."]),
        (LeagueRule(adds=Adds.AVERAGE), ["Championnat : la moyenne des résultats de chacun."]),
        (
            LeagueRule(adds=Adds.AVERAGE, best_of=2),
            ["Championnat : la moyenne des 2 meilleurs résultats de chacun."],
        ),
        (LeagueRule(drops=1), [f"{ALL} Le plus mauvais résultat est retiré, une soirée manquée d’abord."]),
        (
            LeagueRule(brings=Brings.FIELD),
            [ALL, "Chaque soirée rapporte selon la place : un point, et un de plus par joueur classé derrière."],
        ),
        (
            LeagueRule(brings=Brings.TABLE, table=tuple(range(12, 0, -1))),
            [ALL, "Chaque soirée rapporte selon la place : 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, puis rien."],
        ),
        (
            LeagueRule(brings=Brings.TABLE, table=tuple(range(13, 0, -1)), after_table=1),
            [ALL, "Chaque soirée rapporte selon la place : 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2…, puis 1."],
        ),
        (
            LeagueRule(minimum=2),
            [ALL, "Il faut 2 soirées pour être classé, dès que la saison en compte autant."],
        ),
        (LeagueRule(bonus=5), [ALL, "Chaque soirée où l’on est classé ajoute +5."]),
        (LeagueRule(club_best=2), [ALL, "À chaque soirée les 2 meilleurs de chaque club comptent pour lui."]),
        (LeagueRule(qualified=4), [ALL, "Les 4 premiers vont en finale, où chacun repart de zéro."]),
        (LeagueRule(qualified=4, carries=True), [ALL, "Les 4 premiers vont en finale, avec ce qu’ils ont."]),
    ],
)
def test_each_part_of_a_rule_is_told_in_a_sentence(rule, told):
    assert [sentence.translate(NO_BREAK) for sentence in league_words(rule)] == told


@pytest.mark.parametrize(
    ("rule", "least"), [(LeagueRule(best_of=3), 3), (LeagueRule(drops=2), 3), (LeagueRule(minimum=3), 3)]
)
def test_a_rule_that_asks_for_more_evenings_than_there_are_says_so(rule, least):
    assert [len(beyond_words(rule, held)) for held in range(least + 2)] == [0, *[1] * (least - 1), 0, 0]


def test_a_club_reads_the_names_of_its_members_and_of_who_played_there(season):
    own, met = PlayerFactory(club=season.club, consent=False), PlayerFactory(consent=False)
    evening(season, 10, {own: 40, met: -40})
    found = league_standings(season.main_league)
    assert known_names(found, season.club) == {player.pk: player.full_name for player in (own, met)}
    assert known_names(found, met.club) == {met.pk: met.full_name}
    assert known_names(found, ClubFactory()) == {}


def test_a_club_keeps_the_full_name_of_who_is_known_to_it_and_of_others_what_the_public_reads(club):
    known, stranger = (PlayerFactory(club=at, public_name="Zaza") for at in (club, ClubFactory()))
    assert (name_read_by(club, known), name_read_by(club, stranger)) == (known.full_name, "Zaza")


def test_a_league_of_points_counts_no_evening_in_percent_and_says_so(season, client):
    anne, bob = PlayerFactory.create_batch(2, club=season.club, consent=True)
    evening(season, 10, {anne: 100, bob: -100})
    compared = evening(season, 20, {anne: 40, bob: 60}, **IN_PERCENT)
    Tournament.objects.filter(pk=compared.pk).update(name="Le duplicate")
    league = season.main_league

    found = league_standings(league, results_of=lines_compared)

    assert [(line.name, line.total, line.played) for line in found.lines] == [
        (anne.full_name, 100, 1),
        (bob.full_name, -100, 1),
    ]
    assert found.left_out_text.startswith("Le duplicate ne compte pas ici\u00a0: ce championnat additionne")
    assert leagues_of(Tournament.objects.get(pk=compared.pk)) == []
    page = html.unescape(client.get(reverse("season", args=[season.pk])).content.decode())
    assert found.left_out_text in page
    assert f"/tournois/{compared.pk}/" in page  # it is one of the season's all the same
    told = preview(league, LeagueRule(), None)
    assert (told.events, told.warnings) == (1, [found.left_out_text])


@pytest.mark.parametrize("brings", [Brings.TABLE, Brings.FIELD])
def test_a_league_by_place_counts_an_evening_in_percent_as_any_other(season, brings):
    season.leagues.update(rule=LeagueRule(brings, table=(9, 6)).data)
    anne, bob = PlayerFactory.create_batch(2, club=season.club, consent=True)
    evening(season, 10, {anne: 100, bob: -100})
    compared = evening(season, 20, {anne: 40, bob: 60}, **IN_PERCENT)
    league = season.main_league

    found = league_standings(league, results_of=lines_compared)

    first, second = (9, 6) if brings is Brings.TABLE else (2, 1)
    assert [(line.total, [(mark.points, mark.score) for mark in line.marks]) for line in found.lines] == [
        (first + second, [(first, 100), (second, share(40))]),
        (first + second, [(second, -100), (first, share(60))]),
    ]
    assert [signed(mark.score) for mark in found.lines[0].marks] == ["+100", "40,25\u00a0%"]
    assert (found.left_out, leagues_of(compared)) == ((), [league])
    assert preview(league, league.ranking_rule, None).warnings == []
    marks = json.loads(json.dumps(LeagueSerializer(found).data))["lines"][0]["marks"]
    assert [(mark["points"], mark["score"]) for mark in marks] == [(first, 100), (second, 40.25)]


def test_a_season_in_percent_alone_is_no_league_of_points(season):
    anne, bob = PlayerFactory.create_batch(2, club=season.club)
    compared = evening(season, 20, {anne: 40, bob: 60}, **IN_PERCENT)
    found = league_standings(season.main_league, results_of=lines_compared)
    assert (found.events, found.lines, found.left_out) == ((), (), (compared,))

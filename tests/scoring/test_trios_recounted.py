"""Evenings of teams of three, recounted from their file alone by the plainest counting there is."""

import random
from collections import defaultdict
from fractions import Fraction

import pytest

from scoring.imports.event_files import event_file
from scoring.services.sheets.results import differences
from scoring.services.sheets.sheets import close_sheet
from tests.factories import NOW
from tests.scoring.duplicates import tables_of
from tests.scoring.imports.test_events import load
from tests.scoring.sheets import garde, record
from tests.scoring.test_matches_recounted import ranked_teams, rows_of_file
from tests.tournaments.trios import trios_published
from tournaments.labels import Status
from tournaments.models import Account, BoardResult, Club, Registration, Tournament
from tournaments.queries.draws.certificate import certificate_words
from tournaments.queries.standings.boards import steps_of
from tournaments.queries.standings.standings import standings

pytestmark = pytest.mark.django_db


def play(evening: Tournament, number: int, by: Account, rng: random.Random) -> None:
    for table in tables_of(evening, number):
        for board in table.boards:
            record(table, board, by, garde(bouts=rng.choice([1, 2, 3]), points=str(rng.randrange(30, 62))))
        close_sheet(table=table, by=by, at=NOW)


def a_whole_evening(club: Club, by: Account, teams: int, **settings: object) -> Tournament:
    rng = random.Random(teams)
    evening = trios_published(club, by, teams, **settings)
    for number in range(1, evening.rounds_planned + 1):
        play(evening, number, by, rng)
    return Tournament.objects.get(pk=evening.pk)


def marks_of_file(evening: Tournament) -> tuple[dict[int, list[tuple[int, int, int]]], int]:
    """Return for each board (team that took, team that defended, marks of the taker) by table, and boards a round."""
    tables, lines, seats, registrations, teams = (
        rows_of_file(evening, name)
        for name in (
            "tournaments.Table",
            "scoring.SheetLine",
            "tournaments.Seat",
            "tournaments.Registration",
            "tournaments.Team",
        )
    )
    marks = defaultdict(list)
    for line in lines.values():
        if not line["current"]:
            continue
        of = {
            seat["chair"]: teams[registrations[seat["registration"]]["team"]]["number"]
            for seat in seats.values()
            if seat["table"] == line["table"]
        }
        assert len({of[chair] for chair in (1, 2, 3)}) == 1
        assert of[0] != of[1]
        assert seats[line["taker"]]["chair"] == 0
        marks[line["number"]].append((of[0], of[1], line["marque"]["scores"]["0"]))
    first = next(iter(tables.values()))
    return marks, first["last_board"] - first["first_board"] + 1


@pytest.mark.parametrize("teams", [6, 8, 12])
def test_by_match_points_each_team_has_what_its_lines_bring_counted_again(
    club: Club, the_organiser: Account, teams: int
) -> None:
    evening = a_whole_evening(club, the_organiser, teams)
    marks, _boards = marks_of_file(evening)

    won, possible = defaultdict(int), defaultdict(int)
    for at_tables in marks.values():
        assert len({takes for takes, _defends, _mark in at_tables}) == len(at_tables) >= 3
        assert len({defends for _takes, defends, _mark in at_tables}) == len(at_tables)
        for place, (takes, defends, mark) in enumerate(at_tables):
            others = [other for number, (_t, _d, other) in enumerate(at_tables) if number != place]
            of_taker = sum(2 * (other < mark) + (other == mark) for other in others)
            for team, points in ((takes, of_taker), (defends, 2 * len(others) - of_taker)):
                won[team] += points
                possible[team] += 2 * len(others)

    told = {team.start_number: team.total for team in ranked_teams(evening)}
    assert told == {team: Fraction(100 * won[team], possible[team]) for team in range(1, teams + 1)}
    assert sum(told.values()) == 50 * teams
    assert differences(evening) == []
    places = [team.place for team in ranked_teams(evening)]
    assert places == sorted(places)


@pytest.mark.parametrize("teams", [6, 8, 12])
def test_by_difference_a_taker_wins_what_the_defence_of_three_loses(
    club: Club, the_organiser: Account, teams: int
) -> None:
    evening = a_whole_evening(club, the_organiser, teams, compared_by="mean")
    marks, boards = marks_of_file(evening)

    won = defaultdict(Fraction)
    for at_tables in marks.values():
        whole = sum(mark for _takes, _defends, mark in at_tables)
        for takes, defends, mark in at_tables:
            difference = mark - Fraction(whole - mark, len(at_tables) - 1)
            won[takes] += difference
            won[defends] -= difference
    told = {team.start_number: team.total for team in ranked_teams(evening)}
    assert told == {team: won[team] for team in range(1, teams + 1)}
    assert boards == 2
    assert sum(told.values()) == 0


def test_each_player_has_his_own_and_the_three_of_a_defence_the_same(club: Club, the_organiser: Account) -> None:
    evening = a_whole_evening(club, the_organiser, 6)
    for table in tables_of(evening, 1):
        seats = list(table.seats.order_by("chair"))
        told = [[step.told for step in steps_of(evening, seat.registration_id) if step.round == 1] for seat in seats]
        assert told[1] == told[2] == told[3]
        assert [one + other for one, other in zip(told[0], told[1], strict=True)] == [100, 100]
    assert {line.rounds_played for line in standings(evening).lines} == {4}


def test_a_team_that_waits_is_exempt_and_is_not_lacking(club: Club, the_organiser: Account) -> None:
    evening = a_whole_evening(club, the_organiser, 6)
    for team in ranked_teams(evening):
        assert sum(mark.exempt for mark in team.marks) == 2
        assert sum(mark.missed for mark in team.marks) == 0
        assert (team.is_ranked, team.short_rounds) == (True, ())


def test_what_is_adjusted_for_one_of_a_defence_counts_once_for_its_team(club: Club, the_organiser: Account) -> None:
    evening = a_whole_evening(club, the_organiser, 6)
    table = tables_of(evening, 1)[0]
    board = table.boards[0]
    team = table.seats.get(chair=2).registration.team
    assert team is not None

    BoardResult.objects.filter(seat__table=table, board=board, seat__chair=2).update(adjusted=100)
    everything = {line.start_number: line for line in ranked_teams(evening)}[team.number]
    BoardResult.objects.filter(seat__table=table, board=board, seat__chair=2).update(adjusted=0)
    nothing = {line.start_number: line for line in ranked_teams(evening)}[team.number]
    assert everything.points is not None
    assert nothing.points is not None
    assert sum(everything.points.sheet.possible) == sum(nothing.points.sheet.possible) == 6 * 2 * 4
    assert everything.total - nothing.total == Fraction(100 * 4, 6 * 2 * 4)


def test_until_three_have_played_a_board_it_is_an_average(club: Club, the_organiser: Account) -> None:
    evening = trios_published(club, the_organiser, 8)
    for table in tables_of(evening, 1)[:2]:  # the two tables of set 1
        assert list(table.boards) == [1, 2]
        record(table, 1, the_organiser, garde(points="61" if table.number == 1 else "35"))
    assert {team.total for team in ranked_teams(evening) if team.is_ranked} == {50}


def test_an_evening_comes_back_from_its_file_with_its_plan_and_its_ranking(club: Club, the_organiser: Account) -> None:
    evening = a_whole_evening(club, the_organiser, 8)
    copy = load(club, event_file(evening, at=NOW), name="Copie")
    assert copy.plays_trios
    draw, was = copy.draws.get(), evening.draws.get()
    assert certificate_words(draw) == certificate_words(was)
    assert [(line.place, line.name, line.total) for line in ranked_teams(copy)] == [
        (line.place, line.name, line.total) for line in ranked_teams(evening)
    ]
    assert list(differences(copy)) == []


def test_a_penalty_of_who_was_excluded_is_told_where_it_counts(club: Club, the_organiser: Account) -> None:
    evening = trios_published(club, the_organiser, 6)
    play(evening, 1, the_organiser, random.Random(1))
    out = tables_of(evening, 1)[0].seats.get(chair=1).registration
    before = next(line.total for line in ranked_teams(evening) if line.has(out.pk))
    Registration.objects.filter(pk=out.pk).update(status=Status.EXCLUDED, penalty_points=-2)
    line = next(line for line in ranked_teams(evening) if line.has(out.pk))
    assert (line.penalties, line.total < before) == (-2, True)

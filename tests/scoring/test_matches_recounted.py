"""Evenings of matches of teams, recounted from their file alone by the plainest counting there is."""

import gzip
import json
import random
from collections import defaultdict
from typing import Any

import pytest

from scoring.imports.event_files import event_file
from scoring.services.sheets.results import differences
from scoring.services.sheets.sheets import close_sheet
from tests.factories import NOW
from tests.scoring.duplicates import tables_of
from tests.scoring.sheets import garde, record
from tests.tournaments.matches import drawn_matches, matches_published, of_matches
from tournaments.labels import TournamentState
from tournaments.models import Account, BoardResult, Club, Tournament
from tournaments.queries.standings.boards import steps_of
from tournaments.queries.standings.matches import match_scores
from tournaments.queries.standings.standings import standings
from tournaments.queries.standings.teams import TeamLine, team_standings

pytestmark = pytest.mark.django_db


def play_round(evening: Tournament, number: int, by: Account, rng: random.Random) -> None:
    """Write every board at every table, in the order in which it is played, and close the sheets."""
    for table in tables_of(evening, number):
        for board in table.board_order:
            donne = garde(bouts=rng.choice([1, 2, 3]), points=str(rng.randrange(30, 62)))
            record(table, board, by, donne)
        close_sheet(table=table, by=by, at=NOW)


def a_whole_evening(club: Club, by: Account, teams: int, **settings: object) -> Tournament:
    rng = random.Random(teams)
    evening = of_matches(club, teams, members=5, **settings)
    for number in range(1, evening.rounds_planned + 1):
        evening = matches_published(evening, number, by)
        play_round(evening, number, by, rng)
    return Tournament.objects.get(pk=evening.pk)


def ranked_teams(evening: Tournament) -> list[TeamLine]:
    return [line for line in team_standings(standings(evening)).lines if isinstance(line, TeamLine)]


def rows_of_file(evening: Tournament, name: str) -> dict[int, dict[str, Any]]:
    content = json.loads(gzip.decompress(event_file(evening, at=NOW)))
    return {row["id"]: row for row in content["event"]["rows"][name]}


def recounted(evening: Tournament, method: str) -> dict[tuple[int, int], int]:
    """Return what each team brought in each round by its takers' marks alone: {(team number, round): points}."""
    tables, rounds, matches, teams, lines, seats = (
        rows_of_file(evening, name)
        for name in (
            "tournaments.Table",
            "tournaments.Round",
            "tournaments.Match",
            "tournaments.Team",
            "scoring.SheetLine",
            "tournaments.Seat",
        )
    )
    marks: dict[tuple[int, int], dict[int, int]] = defaultdict(dict)  # (match, board): {team: marks of its taker}
    for line in lines.values():
        if not line["current"]:
            continue
        table = tables[line["table"]]
        match = matches[table["match"]]
        assert seats[line["taker"]]["chair"] == 0
        team = match["one"] if table["number"] % 2 else match["other"]
        marks[match["id"], line["number"]][team] = line["marque"]["scores"]["0"]
    brought: dict[tuple[int, int], int] = defaultdict(int)
    for (match_id, _board), by_team in marks.items():
        (one, own), (other, theirs) = by_team.items()
        number = matches[match_id]["round_number"]
        difference = own - theirs
        if method == "matchpoints":
            difference = (difference > 0) - (difference < 0)  # a board won, lost or equal
        brought[teams[one]["number"], number] += difference
        brought[teams[other]["number"], number] -= difference
    assert len(rounds) == evening.rounds_planned
    return brought


@pytest.mark.parametrize("teams", [4, 5])
def test_an_evening_by_difference_is_what_its_lines_bring_counted_again(
    club: Club, the_organiser: Account, teams: int
) -> None:
    evening = a_whole_evening(club, the_organiser, teams)

    told = {
        (team, score.match.round_number): score.points_of(pk).points
        for score in match_scores(evening)
        for team, pk in zip(
            [score.match.one.number, *([score.match.other.number] if score.match.other else [])],
            score.match.team_ids,
            strict=True,
        )
        if score.bye is None
    }
    by_plain_counting = recounted(evening, "mean")
    assert told == by_plain_counting
    assert len(told) == 3 * (teams - teams % 2)
    assert differences(evening) == []

    totals = {team.start_number: team.total for team in ranked_teams(evening)}
    assert totals == {
        number: sum(points for (team, _round), points in by_plain_counting.items() if team == number)
        for number in range(1, teams + 1)
    }
    assert [team.place for team in ranked_teams(evening)] == sorted(team.place for team in ranked_teams(evening))
    assert sum(totals.values()) == 0


def test_boards_won_are_two_points_each_and_one_when_equal(club: Club, the_organiser: Account) -> None:
    evening = a_whole_evening(club, the_organiser, 4, compared_by="matchpoints")

    brought = recounted(evening, "matchpoints")
    for score in match_scores(evening):
        for pk, team in zip(score.match.team_ids, (score.match.one, score.match.other), strict=True):
            assert team is not None
            # won − lost boards, of four: 2 for each won and 1 for each equal are 4 + won − lost
            assert score.points_of(pk).points == 4 + brought[team.number, score.match.round_number]
            assert score.points_of(pk).possible == 8
    # Of one evening nobody sat out, so a player's share is his team's.
    of_teams = {team.total for team in ranked_teams(evening)}
    assert {line.total for line in standings(evening).lines if line.rounds_played == 3} <= of_teams


def test_all_four_of_a_team_have_what_their_taker_brought(club: Club, the_organiser: Account) -> None:
    evening = matches_published(of_matches(club, 2, rounds_planned=1), 1, the_organiser)
    play_round(evening, 1, the_organiser, random.Random(3))

    (score,) = match_scores(evening)
    ranked = {line.registration_id: line.total for line in standings(evening).lines}
    for pk, team in zip(score.match.team_ids, (score.match.one, score.match.other), strict=True):
        assert team is not None
        assert {ranked[member.pk] for member in team.members.all()} == {score.points_of(pk).points}


def test_why_a_place_tells_the_takers_marks_that_were_compared(club: Club, the_organiser: Account) -> None:
    evening = matches_published(of_matches(club, 2, rounds_planned=1), 1, the_organiser)
    play_round(evening, 1, the_organiser, random.Random(5))
    evening.refresh_from_db()

    (score,) = match_scores(evening)
    for pk, side in zip(score.match.team_ids, ("marks", "other_marks"), strict=True):
        told = [
            [(step.board, step.marks, step.told) for step in steps_of(evening, member)]
            for member in evening.registrations.filter(team=pk).values_list("pk", flat=True)
        ]
        brought = [
            (board.board, getattr(board, side), board.one.points if side == "marks" else board.other.points)
            for board in score.boards
        ]
        assert told == [brought] * 4


def test_what_an_arbiter_adjusts_for_the_defence_counts_for_the_team(club: Club, the_organiser: Account) -> None:
    evening = matches_published(of_matches(club, 2, rounds_planned=1), 1, the_organiser)
    play_round(evening, 1, the_organiser, random.Random(6))
    first, second = tables_of(evening, 1)
    defence = BoardResult.objects.filter(seat__table=second, board=1, seat__chair=2)
    defence.update(adjusted=35)

    (score,) = match_scores(evening)
    board = next(each for each in score.boards if each.board == 1)
    assert board.one.points == 35
    assert board.other.points == 0  # their own result stands, and has no other to be compared with
    BoardResult.objects.filter(seat__table=first, board=1, seat__chair=0).update(adjusted=20)
    (score,) = match_scores(evening)
    assert next(each for each in score.boards if each.board == 1).one.points == 20


def test_a_board_that_one_table_alone_has_played_brings_nobody_anything(club: Club, the_organiser: Account) -> None:
    evening = matches_published(of_matches(club, 2, rounds_planned=1), 1, the_organiser)
    first, _second = tables_of(evening, 1)
    record(first, 1, the_organiser, garde())
    (score,) = match_scores(evening)
    assert score.boards == ()
    assert not score.is_over
    assert score.winner is None
    assert all(line.rounds_played == 0 for line in standings(evening).lines)


def test_who_won_is_said_once_both_sheets_are_closed_and_of_rounds_asked_for(
    club: Club, the_organiser: Account
) -> None:
    evening = matches_published(of_matches(club, 3, rounds_planned=2), 1, the_organiser)
    for table, points in zip(tables_of(evening, 1), ("61", "41"), strict=True):
        for board in table.board_order:
            record(table, board, the_organiser, garde(points=points))
        scores = {score.match.is_bye: score for score in match_scores(evening)}
        assert [score.is_over for score in scores.values()] == [False, False]
        assert scores[False].winner is None
        close_sheet(table=table, by=the_organiser, at=NOW)
    scores = {score.match.is_bye: score for score in match_scores(evening)}
    assert [score.is_over for score in scores.values()] == [True, True]
    assert scores[False].winner == scores[False].match.one  # its taker had the 61 points
    assert scores[True].winner is None

    evening = matches_published(evening, 2, the_organiser)
    assert [score.match.round_number for score in match_scores(evening)] == [1, 1, 2, 2]
    assert [score.match.round_number for score in match_scores(evening, 1)] == [1, 1]
    Tournament.objects.filter(pk=evening.pk).update(state=TournamentState.FINISHED)
    assert all(score.is_over for score in match_scores(Tournament.objects.get(pk=evening.pk)))


def test_a_match_drawn_has_no_winner(club: Club, the_organiser: Account) -> None:
    evening = matches_published(of_matches(club, 2, rounds_planned=1), 1, the_organiser)
    for table in tables_of(evening, 1):
        for board in table.board_order:
            record(table, board, the_organiser, garde())
        close_sheet(table=table, by=the_organiser, at=NOW)
    (score,) = match_scores(evening)
    assert (score.is_over, score.winner, score.told) == (True, None, "0,00 – 0,00")


def test_a_bye_brings_what_a_drawn_match_does_or_what_the_settings_say(club: Club, the_organiser: Account) -> None:
    for settings, told in [
        ({}, 0),
        ({"bye_points": 30}, 30),
        ({"compared_by": "matchpoints"}, 50),
        ({"compared_by": "matchpoints", "bye_points": 60}, 60),
    ]:
        evening = matches_published(of_matches(club, 3, rounds_planned=1, **settings), 1, the_organiser)
        play_round(evening, 1, the_organiser, random.Random(1))
        (bye,) = [score.match.one_id for score in match_scores(evening) if score.match.is_bye]
        assert {team.team_id: team.total for team in ranked_teams(evening)}[bye] == told


def test_all_teams_meet_once_and_takers_turn(club: Club, the_organiser: Account) -> None:
    evening = of_matches(club, 4, rounds_planned=3)
    drawn_matches(evening, the_organiser)
    for number in (1, 2, 3):
        evening = matches_published(evening, number, the_organiser)
    assert {frozenset(match.team_ids) for match in evening.matches.all()} == {
        frozenset([one.pk, other.pk]) for one in evening.teams.all() for other in evening.teams.all() if one != other
    }
    takers = [seat.registration_id for table in tables_of(evening, 1) for seat in table.seats.filter(chair=0)]
    takers += [seat.registration_id for table in tables_of(evening, 2) for seat in table.seats.filter(chair=0)]
    assert len(set(takers)) == len(takers)

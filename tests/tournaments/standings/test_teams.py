"""Teams: what members bring is added up; substitutes, those who lack, the rule for them, exact percentages."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.standings import Away, Missed, PlayerPoints, Rule, Tie, Unfinished, rank, team_points, team_rule
from tournaments.standings.teams import Given

MISSED, EXEMPT = Away.MISSED, Away.EXEMPT


def nothing(sheet: PlayerPoints) -> Given:
    return (None,) * len(sheet.rounds)


def team(number: int, size: int, *sheets: PlayerPoints, is_gone: bool = False):
    return team_points(number, size, [(sheet, nothing(sheet)) for sheet in sheets], is_gone=is_gone)


def test_a_pair_has_the_sum_of_both() -> None:
    points = team(1, 2, PlayerPoints(1, (120, -30, 50), -20), PlayerPoints(2, (-60, EXEMPT, 10)))
    assert points.sheet.rounds == (60, -30, 60)
    assert points.sheet.short == (False, False, False)
    assert points.sheet.total == 70


def test_a_substitute_plays_for_the_team_and_nobody_counts_twice() -> None:
    left, came = PlayerPoints(1, (40, MISSED), is_gone=True), PlayerPoints(3, (MISSED, 25))
    average = [(left, (None, 40)), (came, (25, None)), (PlayerPoints(2, (10, -5)), (None, None))]
    points = team_points(1, 2, average, is_gone=False)
    assert (points.sheet.rounds, points.sheet.short, points.given) == ((50, 20), (False, False), (None, None))


def test_for_one_who_lacks_the_rule_gives_what_it_gives_him() -> None:
    left, other = PlayerPoints(1, (40, MISSED), is_gone=True), PlayerPoints(2, (10, -5))
    points = team_points(1, 2, [(left, (None, 40)), (other, (None, None))], is_gone=True)
    assert (points.sheet.rounds, points.sheet.short, points.given) == ((50, -5), (False, True), (None, 40))


def test_an_exempt_takes_part_and_comes_before_one_who_is_away() -> None:
    away, exempt, seated = PlayerPoints(1, (MISSED,)), PlayerPoints(2, (EXEMPT,)), PlayerPoints(3, (30,))
    points = team_points(1, 2, [(away, (7,)), (exempt, (5,)), (seated, (None,))], is_gone=False)
    assert (points.sheet.rounds, points.sheet.short, points.given) == ((30,), (False,), (5,))


def test_who_is_out_brings_his_team_nothing() -> None:
    points = team(1, 2, PlayerPoints(1, (90, 10), -20, is_out=True), PlayerPoints(2, (10, 20)))
    assert (points.sheet.total, points.sheet.short) == (30, (True, True))


def test_a_percentage_is_the_sum_won_of_the_sum_possible() -> None:
    one = PlayerPoints(1, (Fraction(3), Fraction(5)), possible=(4, 8), whole=100)
    other = PlayerPoints(2, (Fraction(1), MISSED), possible=(4, 0), whole=100)
    assert team(1, 2, one, other).sheet.total == Fraction(900, 16)


def test_a_round_that_is_being_played_is_neither_missed_nor_short() -> None:
    points = team(1, 2, PlayerPoints(1, (30, None)), PlayerPoints(2, (None, None)))
    assert (points.sheet.rounds, points.sheet.short) == ((30, None), (False, False))


@pytest.mark.parametrize(
    ("rule", "placed"),
    [
        (Rule(), [(2, 1), (1, 2)]),
        (Rule(Unfinished.OUT), [(1, 1), (2, None)]),
        (Rule(Unfinished.MINIMUM, minimum=1), [(2, 1), (1, 2)]),
    ],
    ids=["all", "all rounds", "a minimum"],
)
def test_a_team_that_was_short_is_ranked_as_the_rule_says(rule: Rule, placed: list[tuple[int, int | None]]) -> None:
    whole = team(1, 2, PlayerPoints(1, (10, 10)), PlayerPoints(2, (10, 10)))
    short = team(2, 2, PlayerPoints(3, (90, 10)), PlayerPoints(4, (10, MISSED), is_gone=True), is_gone=True)
    teams = {each.sheet.key: each for each in (whole, short)}
    ranking = rank(
        [each.sheet for each in teams.values()],
        team_rule(rule),
        planned=2,
        given={key: each.given for key, each in teams.items()},
    )
    assert [(row.sheet.key, row.place) for row in ranking] == placed


def test_tables_played_together_decide_nothing_between_teams() -> None:
    assert team_rule(Rule(ties=(Tie.DIRECT, Tie.POSITION))).ties == (Tie.POSITION,)
    assert team_rule(Rule(missed=Missed.FIXED, points=-5)) == Rule(missed=Missed.FIXED, points=-5)


tables = st.lists(st.lists(st.integers(-99, 99), min_size=4, max_size=4), min_size=2, max_size=8)


@given(tables, st.integers(1, 4))
def test_teams_bring_together_what_their_players_bring(rows: list[list[int]], size: int) -> None:
    sheets = [PlayerPoints(number, tuple(rounds), -number) for number, rounds in enumerate(rows, 1)]
    groups = [sheets[first : first + size] for first in range(0, len(sheets), size)]
    teams = [team(number, size, *group).sheet for number, group in enumerate(groups, 1)]
    assert sum(each.total for each in teams) == sum(sheet.total for sheet in sheets)


@given(tables, st.integers(0, 3), st.permutations(range(3)))
def test_where_a_substitute_begins_changes_no_total(rows: list[list[int]], start: int, order: list[int]) -> None:
    """His line and the leaver's, cut at any round, bring the team what one line does; in whatever order."""
    whole = [PlayerPoints(number, tuple(rounds)) for number, rounds in enumerate(rows[:2], 1)]
    first = whole[0].rounds
    cut = [
        PlayerPoints(1, (*first[:start], *[MISSED] * (4 - start))),
        PlayerPoints(3, (*[MISSED] * start, *first[start:])),
        whole[1],
    ]
    points = team(1, 2, *(cut[index] for index in order)).sheet
    assert (points.total, points.rounds, points.short) == (
        team(1, 2, *whole).sheet.total,
        team(1, 2, *whole).sheet.rounds,
        (False,) * 4,
    )

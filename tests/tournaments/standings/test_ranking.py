"""The laws of a ranking: places by total, the order of the input indifferent, and a published one found again."""

import csv

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.needs import shared
from tests.tournaments.standings.events import results_of
from tournaments.standings import Away, LeagueRule, Missed, PlayerPoints, Rule, Unfinished, add_up, rank

brought = st.none() | st.sampled_from(Away) | st.integers(-9, 9)
lines = st.integers(0, 5).flatmap(
    lambda count: st.lists(
        st.tuples(st.lists(brought, min_size=count, max_size=count), st.integers(-3, 0), st.booleans()), max_size=12
    )
)
sheets = lines.map(
    lambda drawn: [
        PlayerPoints(key, tuple(rounds), penalties, is_gone)
        for key, (rounds, penalties, is_gone) in enumerate(drawn, start=1)
    ]
)
rules = st.builds(
    Rule, st.sampled_from(Unfinished), st.none() | st.integers(1, 6), st.sampled_from(Missed), st.integers(-20, 20)
)
planned = st.none() | st.integers(0, 7)

EVENING = [
    PlayerPoints(1, (120, -30, 50), -20),
    PlayerPoints(2, (-60, 90, 10)),
    PlayerPoints(3, (40, Away.EXEMPT, 0)),
    PlayerPoints(4, (-100, -60, -60)),
]


def test_the_worked_example():
    ranking = rank(EVENING)
    assert [(row.place, row.shared, row.sheet.key, row.sheet.total) for row in ranking] == [
        (1, False, 1, 120),
        (2, True, 2, 40),
        (2, True, 3, 40),
        (4, False, 4, -220),
    ]


def test_a_round_without_points_is_not_a_zero():
    assert PlayerPoints(3, (40, None, 0)).rounds_played == 2


def test_nobody_played():
    assert rank([]) == ()


def test_a_player_has_one_sheet():
    with pytest.raises(ValueError, match="two sheets for 1"):
        rank([PlayerPoints(1, (4,)), PlayerPoints(1, (5,))])


def test_a_penalty_never_gives_points():
    with pytest.raises(ValueError, match="never give points"):
        PlayerPoints(1, (4,), 10)


def test_sheets_of_one_event_have_as_many_rounds():
    with pytest.raises(ValueError, match="as many rounds"):
        rank([PlayerPoints(1, (4,)), PlayerPoints(2, (5, 6))])


@given(sheets, st.randoms(), rules, planned)
def test_the_order_of_the_input_changes_nothing(some, random, rule, planned):
    shuffled = random.sample(some, len(some))
    assert rank(shuffled, rule, planned=planned) == rank(some, rule, planned=planned)


@given(sheets, rules, planned)
def test_a_place_is_one_more_than_the_number_of_better_totals(some, rule, planned):
    ranking = rank(some, rule, planned=planned)
    assert sorted(row.sheet.key for row in ranking) == sorted(sheet.key for sheet in some)
    ranked = [row for row in ranking if row.is_ranked]
    totals = [row.total for row in ranked]
    for row in ranked:
        assert row.place == 1 + sum(total > row.total for total in totals)
        assert row.shared == (totals.count(row.total) > 1)
    assert [row.place for row in ranked] == sorted(row.place for row in ranked)
    assert ranking[: len(ranked)] == tuple(ranked)


@given(sheets)
def test_a_league_of_one_event_ranks_like_the_event(some):
    league = add_up(results_of({sheet.key: {1: sheet.total} for sheet in some}), LeagueRule())
    assert [(row.key, row.place, row.shared, row.total) for row in league.rows] == [
        (row.sheet.key, row.place, row.shared, row.sheet.total) for row in rank(some)
    ]


def test_carbay_2019_comes_out_as_published():
    with shared("data/carbay_2019_sequences.csv").open(newline="", encoding="utf-8") as file:
        lines = list(csv.DictReader(file))
    columns = ("seq_A_60min", "seq_B_60min", "seq_C_60min")
    ranking = rank(
        PlayerPoints(int(line["entry_number"]), tuple(int(line[name]) for name in columns)) for line in lines
    )
    # The organisers of 2019 printed 36 and 37 for the two players on −122; equal totals share a place here.
    expected = {
        int(line["entry_number"]): (
            36 if line["published_total"] == "-122" else int(line["published_rank"]),
            int(line["published_total"]),
        )
        for line in lines
    }
    assert len(ranking) == 42
    assert {row.sheet.key: (row.place, row.sheet.total) for row in ranking} == expected
    assert [row.sheet.total for row in ranking if row.shared] == [-122, -122]

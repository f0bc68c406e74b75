"""Who counts in the ranking of an event: leavers, late players, exempts, and what a round missed brings."""

import pytest
from hypothesis import given

from tests.tournaments.standings.test_ranking import planned, rules, sheets
from tournaments.standings import Away, Missed, PlayerPoints, Rule, Unfinished, rank

MISSED, EXEMPT = Away.MISSED, Away.EXEMPT
OUT, HALF, THREE = Rule(Unfinished.OUT), Rule(Unfinished.MINIMUM), Rule(Unfinished.MINIMUM, 3)
AVERAGE = Rule(missed=Missed.AVERAGE)

# An evening of five rounds: the winner of the first two left, somebody came for the third, somebody was exempt.
LEAVER, STAYED, LATE, EXEMPTED = 1, 2, 3, 4
EVENING = [
    PlayerPoints(LEAVER, (391, 391, MISSED, MISSED, MISSED), is_gone=True),
    PlayerPoints(STAYED, (-91, 10, 20, 30, 40)),
    PlayerPoints(LATE, (MISSED, MISSED, 60, -20, 10)),
    PlayerPoints(EXEMPTED, (100, 100, -80, EXEMPT, -50)),
]


def placed(rule, some=EVENING, *, planned=None):
    """Return the place of each by his key."""
    return {row.sheet.key: row.place for row in rank(some, rule, planned=planned)}


@pytest.mark.parametrize(
    ("rule", "places"),
    [
        (Rule(), {LEAVER: 1, EXEMPTED: 2, LATE: 3, STAYED: 4}),
        (HALF, {EXEMPTED: 1, LATE: 2, STAYED: 3, LEAVER: None}),
        (THREE, {EXEMPTED: 1, LATE: 2, STAYED: 3, LEAVER: None}),
        (Rule(Unfinished.MINIMUM, 4), {EXEMPTED: 1, STAYED: 2, LEAVER: None, LATE: None}),
        (OUT, {EXEMPTED: 1, STAYED: 2, LEAVER: None, LATE: None}),
    ],
)
def test_who_did_not_play_all_is_ranked_as_the_event_says(rule, places):
    assert placed(rule) == places
    assert list(placed(rule)) == list(places)  # who is out stands last


def test_the_worked_example_of_the_leaver():
    now = [
        PlayerPoints(1, (120, -30, None), -20),
        PlayerPoints(2, (-60, 90, None)),
        PlayerPoints(3, (40, MISSED, None), is_gone=True),
        PlayerPoints(4, (-100, -60, None)),
    ]
    for rule, place, total in ((Rule(), 2, 40), (HALF, None, 40), (AVERAGE, 1, 80)):
        (row,) = (row for row in rank(now, rule, planned=3) if row.sheet.key == 3)
        assert (row.place, row.total) == (place, total)


def test_somebody_is_out_as_soon_as_he_left_and_no_sooner_when_he_came_late():
    """Two rounds of five are played: the late one, who has one, may still reach three."""
    now = [
        PlayerPoints(1, (50, 30, None), is_gone=True),
        PlayerPoints(2, (MISSED, -10, None)),
        PlayerPoints(3, (-50, -20, None)),
    ]
    assert placed(THREE, now, planned=5) == {2: 1, 3: 2, 1: None}
    assert placed(OUT, now, planned=5) == {3: 1, 1: None, 2: None}


def test_an_event_ended_early_requires_no_more_than_was_played():
    ended = [PlayerPoints(1, (10, MISSED), is_gone=True), PlayerPoints(2, (-10, 4))]
    assert placed(THREE, ended) == {2: 1, 1: None}
    assert placed(Rule(Unfinished.MINIMUM, 1), ended) == {1: 1, 2: 2}
    assert placed(THREE, [PlayerPoints(1, (10,), is_gone=True)]) == {1: 1}


def test_a_sheet_that_is_not_in_yet_is_waited_for():
    """Nobody is put out because the other table was quicker, be it that he has left since."""
    now = [PlayerPoints(1, (10, 10)), PlayerPoints(2, (20, None), is_gone=True)]
    assert placed(OUT, now, planned=2) == {1: 1, 2: 1}


@pytest.mark.parametrize(
    ("rule", "given"),
    [
        (Rule(), 0),
        (AVERAGE, 18),  # 100 + 100 - 80 - 50 over 4 is 17.5: a half goes away from zero
        (Rule(missed=Missed.FIXED, points=-30), -30),
    ],
)
def test_an_exempt_round_brings_what_the_rule_says(rule, given):
    (row,) = (row for row in rank(EVENING, rule) if row.sheet.key == EXEMPTED)
    assert row.given == (None, None, None, given, None)
    assert row.total == 70 + given


def test_an_average_leaves_penalties_out_and_is_nothing_of_nothing():
    rows = rank(
        [PlayerPoints(1, (-5, EXEMPT, -2), -40), PlayerPoints(2, (EXEMPT, MISSED, EXEMPT)), PlayerPoints(3, (0, 0, 0))],
        AVERAGE,
    )
    assert {row.sheet.key: row.total for row in rows} == {1: -7 - 40 - 4, 2: 0, 3: 0}


def test_an_average_is_the_nearest_number_on_both_sides_of_nothing():
    brought = [AVERAGE.brings(rounds) for rounds in ((10, 10, 11), (-10, -10, -11), (10, 11), (-10, -11))]
    assert brought == [10, -10, 11, -11]


def test_a_round_that_has_not_begun_brings_nothing():
    """All rounds may be drawn at once: who is to be exempt in the third has nothing of it yet."""
    (row,) = rank([PlayerPoints(1, (10, EXEMPT))], Rule(missed=Missed.FIXED, points=50), planned=2)
    assert (row.total, row.given) == (10, (None, None))


def test_it_says_who_came_late_and_who_left():
    told = {
        row.sheet.key: (row.presence.attended, row.presence.arrived, row.presence.left, row.presence.last)
        for row in rank(EVENING)
    }
    assert told == {
        LEAVER: (2, None, True, 1),
        STAYED: (5, None, False, 4),
        LATE: (3, 2, False, 4),
        EXEMPTED: (5, None, False, 4),
    }


def test_who_goes_home_after_the_last_round_has_not_left():
    (row,) = rank([PlayerPoints(1, (10, 20), is_gone=True)], OUT, planned=2)
    assert (row.presence.left, row.place) == (False, 1)
    (row,) = rank([PlayerPoints(1, (10, 20), is_gone=True)], OUT, planned=3)
    assert (row.presence.left, row.place) == (True, None)


def test_a_minimum_is_at_least_one_round():
    with pytest.raises(ValueError, match="at least one"):
        Rule(Unfinished.MINIMUM, 0)


@given(sheets, rules, planned)
def test_who_took_part_in_everything_and_stayed_is_ranked(some, rule, planned):
    for row in rank(some, rule, planned=planned):
        if not row.presence.missed and not row.sheet.is_gone:
            assert row.is_ranked


@given(sheets, rules, planned)
def test_what_a_rule_gives_stands_beside_what_was_played(some, rule, planned):
    for row in rank(some, rule, planned=planned):
        assert row.total == row.sheet.total + sum(given or 0 for given in row.given)
        assert all(
            (given is None) or isinstance(brought, Away)
            for given, brought in zip(row.given, row.sheet.rounds, strict=True)
        )

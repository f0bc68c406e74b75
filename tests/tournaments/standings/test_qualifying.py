"""Who is qualified from several rankings, who is a reserve, and what is carried: laws and examples."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.kit.text import Percent
from tournaments.standings import Cut, CutRanking, by_rank, select, with_carried

CLUBS = st.sampled_from(["", "Bollène", "Dijon"])
cuts = st.builds(Cut, first=st.integers(1, 6), club_most=st.none() | st.integers(1, 3)) | st.builds(
    Cut, share=st.integers(1, 100), club_most=st.none() | st.integers(1, 3)
)
fields = st.builds(
    lambda clubs, order, cut: CutRanking(order[: len(clubs)], cut, dict(zip(order, clubs, strict=False))),
    st.lists(CLUBS, max_size=12),
    st.permutations(range(1, 13)),
    cuts,
)


@given(st.lists(fields, max_size=3), st.sets(st.integers(1, 12)))
def test_nobody_goes_twice_and_nobody_before_him_waits_for_a_place(sources, out):
    picked = select(sources, out)
    going = [key for one in picked for key in one.going]
    assert len(set(going)) == len(going)
    assert not out & set(going)
    for source, one in zip(sources, picked, strict=True):
        told = [*one.going, *one.reserves, *one.over]
        assert len(one.going) <= one.places == source.cut.places(len(source.ranked))
        assert set(told) == {key for key in source.ranked if key not in out} - (set(going) - set(one.going))
        for part in (one.going, one.reserves, one.over):
            assert list(part) == [key for key in source.ranked if key in part]
        of_club = [source.club_of[key] for key in one.going if source.club_of[key]]
        most = source.cut.club_most
        assert most is None or all(of_club.count(club) <= most for club in set(of_club))
        # A reserve stands behind every place that is taken, and a place stays free only without a reserve.
        assert not one.reserves or len(one.going) == one.places
        assert all(of_club.count(source.club_of[key]) == most for key in one.over)


@given(st.lists(fields, max_size=3), st.sets(st.integers(1, 12)), st.integers(1, 12))
def test_who_declines_takes_the_place_of_nobody_else_in_his_ranking(sources, out, player):
    for source in sources[:1]:
        before, after = (select([source], gone)[0] for gone in (out, out | {player}))
        if source.cut.club_most is None:
            assert set(before.going) - {player} <= set(after.going)


@given(st.integers(0, 400), st.integers(1, 100))
def test_a_share_is_rounded_up_to_whole_players(ranked, share):
    places = Cut(share=share).places(ranked)
    assert Fraction(ranked * share, 100) <= places < Fraction(ranked * share, 100) + 1


def test_a_club_sends_no_more_than_its_most_and_the_next_goes():
    clubs = {1: "Dijon", 2: "Dijon", 3: "Bollène", 4: "Dijon", 5: "", 6: "Bollène"}
    (one,) = select([CutRanking([1, 2, 3, 4, 5, 6], Cut(first=3, club_most=1), clubs)])
    assert (one.going, one.reserves, one.over) == ((1, 3, 5), (), (2, 4, 6))
    (one,) = select([CutRanking([1, 2, 3, 4, 5, 6], Cut(first=3, club_most=1), clubs)], {1})
    assert one.going == (2, 3, 5)


def test_who_is_qualified_by_the_first_ranking_takes_no_place_of_the_second():
    one, two = select([CutRanking([1, 2, 3], Cut(first=1), {}), CutRanking([1, 3, 4, 2], Cut(first=2), {})])
    assert (one.going, two.going) == ((1,), (3, 4))
    assert (one.reserves, two.reserves) == ((2,), (2,))  # who goes by the second waits for no place of the first
    assert by_rank([one, two]) == [1, 3, 4]


def test_the_leaders_come_first_the_second_of_each_after_them():
    sources = [CutRanking([1, 2, 3], Cut(first=3), {}), CutRanking([11, 12], Cut(first=2), {})]
    assert by_rank(select(sources)) == [1, 11, 2, 12, 3]


def test_a_final_adds_to_what_was_carried_or_begins_at_nothing():
    totals, final = {1: 100, 2: 40, 3: 10}, {1: -30, 2: 50, 9: 5}
    assert with_carried(final, totals) == [(2, 1, False, 90), (1, 2, False, 70), (9, 3, False, 5)]
    assert with_carried(final, {}) == [(2, 1, False, 50), (9, 2, False, 5), (1, 3, False, -30)]


def test_a_share_of_a_total_is_exact_and_percentages_stay_percentages():
    assert Cut(first=1, carried=50).kept(41) == Fraction(41, 2)
    assert type(Cut(first=1, carried=50).kept(40)) is int
    ((_key, _place, _shared, total),) = with_carried({1: Percent(60)}, {1: Fraction(45, 2)})
    assert (type(total), total) == (Percent, Fraction(165, 2))


@pytest.mark.parametrize(
    "cut",
    [
        {},
        {"first": 2, "share": 50},
        {"share": 0},
        {"share": 101},
        {"first": 0},
        {"first": 1, "club_most": 0},
        {"first": 1, "carried": 101},
        {"first": 1, "carried": -1},
    ],
)
def test_a_cut_that_says_nothing_or_too_much_does_not_exist(cut):
    with pytest.raises(ValueError, match=r"cut|share|percent"):
        Cut(**cut)

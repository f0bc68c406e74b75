"""Who wins what: places, groups, equal totals, one prize a person."""

from hypothesis import given
from hypothesis import strategies as st

from tournaments.standings import Ranked, Winnable, award

RANKING = [
    Ranked(1, 300),
    Ranked(2, 200, frozenset({"dames"})),
    Ranked(3, 100, frozenset({"dames", "jeune"})),
    Ranked(4, 100),
    Ranked(5, -50, frozenset({"jeune"})),
]


def won(*prizes: Winnable, takings: int = 0, one_each: bool = False) -> list[tuple[tuple[int, ...], int]]:
    return [(each.winners, each.amount) for each in award(RANKING, prizes, takings=takings, one_each=one_each)]


def test_a_place_wins_its_prize() -> None:
    assert won(Winnable(1, "tous", 1, amount=5_000), Winnable(2, "tous", 2)) == [((1,), 5_000), ((2,), 0)]


def test_a_group_has_places_of_its_own_and_the_last_counts_from_the_end() -> None:
    assert won(Winnable(1, "dames", 2), Winnable(2, "dernier", 1), Winnable(3, "dernier", 5)) == [
        ((3,), 0),
        ((5,), 0),
        ((1,), 0),
    ]


def test_one_prize_a_person_goes_on_to_the_next_of_the_group() -> None:
    prizes = [Winnable(1, "tous", 1), Winnable(2, "tous", 2), Winnable(3, "dames", 1), Winnable(4, "dames", 2)]
    assert won(*prizes) == [((1,), 0), ((2,), 0), ((2,), 0), ((3,), 0)]
    assert won(*prizes, one_each=True) == [((1,), 0), ((2,), 0), ((3,), 0), ((), 0)]


def test_equal_totals_share_the_money_of_each_place_they_hold() -> None:
    prizes = [Winnable(1, "tous", 3, amount=1_001), Winnable(2, "tous", 4, amount=500)]
    assert won(*prizes) == [((3, 4), 500), ((3, 4), 250)]


def test_those_who_share_stand_in_the_order_of_the_ranking_also_from_the_end() -> None:
    assert won(Winnable(1, "dernier", 2), Winnable(2, "tous", 3)) == [((3, 4), 0), ((3, 4), 0)]


def test_a_percentage_of_the_takings_is_paid_out_in_coins() -> None:
    assert won(Winnable(1, "tous", 1, percent=25), takings=9_010) == [((1,), 2_250)]


def test_a_place_that_nobody_holds_gives_nothing() -> None:
    assert won(Winnable(1, "tous", 6, amount=100), Winnable(2, "veteran", 1, amount=100)) == [((), 0), ((), 0)]


groups = st.sampled_from(["tous", "dames", "jeune", "dernier"])
lists = st.lists(st.tuples(groups, st.integers(1, 7), st.integers(0, 900)), max_size=8, unique_by=lambda each: each[:2])


@given(lists, st.booleans(), st.lists(st.integers(-3, 3), max_size=7))
def test_nobody_wins_more_than_there_is(prizes: list[tuple[str, int, int]], one_each: bool, totals: list[int]) -> None:
    """What is paid out is never above what the prizes are worth; one prize each is one group each."""
    ranking = [
        Ranked(key, total, frozenset({"dames"} if key % 2 else {"jeune"}))
        for key, total in enumerate(sorted(totals, reverse=True))
    ]
    wanted = [Winnable(key, group, place, amount) for key, (group, place, amount) in enumerate(prizes)]
    answer = award(ranking, wanted, takings=0, one_each=one_each)
    assert [each.prize for each in answer] == wanted
    for each in answer:
        assert each.amount * len(each.winners) <= each.prize.amount
        assert len({ranking[key].place for key in each.winners}) <= 1
    if one_each:
        groups_of = {(key, each.prize.group) for each in answer for key in each.winners}
        assert len(groups_of) == len({key for key, _group in groups_of})

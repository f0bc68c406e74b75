"""Equal totals: what is asked of them, in which order, and that it never depends on the order of the input."""

import itertools
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.standings import Away, PlayerPoints, Rule, Tie, Tried, decided, lot_of, rank

ORDERS = st.permutations([tie for tie in Tie if tie is not Tie.LOTS]).flatmap(
    lambda order: st.integers(0, len(order)).map(lambda many: tuple(order[:many]))
)


def table_of(key: int, *rounds: tuple[int, int, int], penalties: int = 0) -> PlayerPoints:
    """Return a sheet whose rounds are (points, table, contracts made)."""
    points, tables, contracts = zip(*rounds, strict=True)
    return PlayerPoints(key, points, penalties, tables=tables, contracts=contracts)


def placed(sheets: list[PlayerPoints], *ties: Tie, lots: int = 0) -> list[tuple[int, int | None]]:
    return [(row.sheet.key, row.place) for row in rank(sheets, Rule(ties=ties, lots=lots))]


ONE = table_of(1, (40, 1, 1), (10, 2, 3), penalties=-10)
TWO = table_of(2, (20, 1, 0), (20, 3, 5))
THREE = table_of(3, (0, 4, 2), (40, 2, 2))


def test_without_a_criterion_the_place_is_shared() -> None:
    assert placed([ONE, TWO, THREE]) == [(1, 1), (2, 1), (3, 1)]


@pytest.mark.parametrize(
    ("tie", "places"),
    [
        (Tie.POSITION, [(1, 1), (3, 1), (2, 3)]),  # +40, +40, +20
        (Tie.PENALTIES, [(2, 1), (3, 1), (1, 3)]),
        (Tie.CONTRACTS, [(2, 1), (1, 2), (3, 2)]),  # 5, 4, 4
    ],
)
def test_each_criterion_puts_the_better_first(tie: Tie, places: list[tuple[int, int]]) -> None:
    assert placed([ONE, TWO, THREE], tie) == places


def test_the_next_criterion_is_asked_of_those_who_stay_equal() -> None:
    assert placed([ONE, TWO, THREE], Tie.POSITION, Tie.PENALTIES) == [(3, 1), (1, 2), (2, 3)]
    first, second, _third = rank([ONE, TWO, THREE], Rule(ties=(Tie.POSITION, Tie.PENALTIES)))
    assert [tried.tie for tried in first.tried] == [Tie.POSITION, Tie.PENALTIES]
    told = decided(first, second)
    assert told is not None
    assert (told.tie, told.value, told.other) == (Tie.PENALTIES, 0, -10)


def test_the_direct_table_counts_when_all_of_them_met() -> None:
    one, two = table_of(1, (10, 7, 0), (30, 1, 0)), table_of(2, (25, 7, 0), (15, 2, 0))
    assert placed([one, two], Tie.DIRECT) == [(2, 1), (1, 2)]
    three = table_of(3, (40, 8, 0), (0, 3, 0))  # met nobody
    assert placed([one, two, three], Tie.DIRECT) == [(1, 1), (2, 1), (3, 1)]


def test_contracts_that_are_not_known_of_one_decide_nothing() -> None:
    unknown = PlayerPoints(2, (40,), tables=(1,), contracts=(None,))
    assert placed([table_of(1, (40, 1, 3)), unknown], Tie.CONTRACTS) == [(1, 1), (2, 1)]


def test_lots_are_the_same_under_their_seed_and_leave_nobody_equal() -> None:
    sheets = [PlayerPoints(key, (10,)) for key in range(1, 30)]
    drawn = placed(sheets, Tie.LOTS, lots=5)
    assert drawn == placed(sheets[::-1], Tie.LOTS, lots=5)
    assert [place for _key, place in drawn] == list(range(1, 30))
    assert [key for key, _place in drawn] != [key for key, _place in placed(sheets, Tie.LOTS, lots=6)]
    assert [key for key, _place in drawn] == sorted(range(1, 30), key=lambda key: -lot_of(key, 5))


@pytest.mark.parametrize("ties", [(Tie.POSITION, Tie.POSITION), (Tie.LOTS, Tie.POSITION)])
def test_an_order_that_makes_no_sense_is_no_rule(ties: tuple[Tie, ...]) -> None:
    with pytest.raises(ValueError, match=r"once|after the lots"):
        Rule(ties=ties)


rounds = st.tuples(st.integers(-3, 3), st.integers(1, 3), st.integers(0, 2))
fields = st.lists(st.tuples(rounds, rounds, st.integers(-2, 0)), min_size=1, max_size=8)


@given(fields, ORDERS, st.randoms())
def test_criteria_only_separate_equal_totals_whatever_the_order(field: list, ties: tuple[Tie, ...], chance) -> None:
    sheets = [table_of(key, first, second, penalties=taken) for key, (first, second, taken) in enumerate(field, 1)]
    plain = {row.sheet.key: row for row in rank(sheets)}
    ranking = rank(sheets, Rule(ties=ties))
    shuffled = chance.sample(sheets, len(sheets))
    assert rank(shuffled, Rule(ties=ties)) == ranking
    assert [row.total for row in ranking] == sorted((row.total for row in ranking), reverse=True)
    for above, below in itertools.pairwise(ranking):
        assert below.place == above.place or below.place == 1 + sum(row.place < below.place for row in ranking)
        if above.total != below.total:
            assert above.place < below.place
    for row in ranking:
        assert plain[row.sheet.key].place <= row.place
        assert row.shared == (sum(other.place == row.place for other in ranking) > 1)


def test_who_is_out_of_the_ranking_is_asked_nothing() -> None:
    there = [PlayerPoints(1, (10, 5)), PlayerPoints(2, (15, Away.MISSED))]
    first, out = rank(there, Rule(minimum=2, unfinished="minimum", ties=(Tie.POSITION,)))
    assert (first.tried, out.place, out.tried) == ((), None, ())


def test_two_rows_that_were_asked_nothing_were_put_apart_by_nothing() -> None:
    """A place of before a rule was changed: different places, equal totals, no criterion that was asked."""
    first, second = rank([table_of(1, (50, 1, 0)), table_of(2, (50, 2, 0))], Rule())
    assert decided(first, replace(second, place=2)) is None
    asked = replace(first, tried=(Tried(Tie.POSITION, 50),))
    assert decided(asked, replace(second, place=2)) is None

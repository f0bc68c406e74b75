"""A published plan after somebody came or left: as few changes of place as can be, then as few harms."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, permutations, product
from math import comb

import pytest

from tournaments.seating import (
    Apart,
    BoardsHeld,
    Demand,
    ImpossibleDemand,
    Plan,
    Remainder,
    Wishes,
    draw,
    least_moved,
    problems,
    repaired,
    tell,
)
from tournaments.seating.repair import Place, Published

Places = dict[int, Place]


def places_of(tables: object, exempts: object) -> Places:
    seated: Places = dict.fromkeys(exempts)  # type: ignore[call-overload]
    for at, table in enumerate(tables):  # type: ignore[arg-type]
        seated |= {player: (at, chair) for chair, player in enumerate(table)}
    return seated


def after(
    players: int,
    rounds: int,
    *,
    gone: tuple[int, ...] = (),
    come: tuple[int, ...] = (),
    played: int = 0,
    size: int = 4,
    remainder: Remainder = Remainder.EXEMPT,
    wishes: Wishes | None = None,
) -> tuple[Demand, Published]:
    """Return what is asked after these left and came, and the rounds that were published and not begun."""
    everybody = tuple(range(1, players + 1))
    first = draw(Demand(everybody, rounds, 1, table_size=size, remainder=remainder))
    demand = Demand(
        tuple(player for player in everybody if player not in gone) + come,
        rounds - played,
        1,
        table_size=size,
        remainder=remainder,
        past=first.rounds[:played],
        past_exempts=first.exempts[:played],
        wishes=wishes or Wishes(),
    )
    return demand, list(zip(first.rounds, first.exempts, strict=True))[played:]


def moved(before: Places, now: Places) -> set[int]:
    return {player for player in before if player in now and before[player] != now[player]}


def harms(demand: Demand, published: Published, rounds: list[Places]) -> tuple[int, ...]:
    """Return new second exemptions, changes of place, all second exemptions, and the sum of C(meetings, 2)."""
    then = [places_of(*seated) for seated in published]
    was_out = Counter(player for seated in then for player, place in seated.items() if place is None)
    out = Counter(player for seated in rounds for player, place in seated.items() if place is None)
    for earlier in demand.past_exempts:
        was_out.update(earlier)
        out.update(earlier)
    met: Counter[tuple[int, int]] = Counter()
    for seated in rounds:
        met.update(
            pair
            for pair in combinations(sorted(seated), 2)
            if (one := seated[pair[0]]) is not None and (other := seated[pair[1]]) is not None and one[0] == other[0]
        )
    for tables in demand.past:
        met.update(pair for table in tables for pair in combinations(sorted(table), 2))
    return (
        sum(max(0, comb(count, 2) - comb(was_out[player], 2)) for player, count in out.items()),
        sum(len(moved(before, now)) for before, now in zip(then, rounds, strict=True)),
        sum(comb(count, 2) for count in out.values()),
        sum(comb(count, 2) for count in met.values()),
    )


def every_way(demand: Demand, number: int, before: Places, most: int) -> Iterator[Places]:
    """Yield each way to seat a round in which at most so many change place."""
    layout = demand.layouts[number]
    for order in {tuple(sorted(layout.tables, key=lambda size: size != first)) for first in layout.tables}:
        where: list[Place] = [(at, chair) for at, size in enumerate(order) for chair in range(size)]
        where += [None] * layout.exempts
        for people in permutations(demand.players):
            now = dict(zip(people, where, strict=True))
            if len(moved(before, now)) <= most:
                yield now


@pytest.mark.parametrize(
    ("players", "gone", "come"),
    [(7, (2,), ()), (8, (2,), ()), (8, (3, 5), ()), (6, (2,), ()), (7, (), (8,)), (6, (), (7,)), (7, (1,), (9,))],
)
def test_no_way_at_all_is_nearer_to_what_was_published(
    players: int, gone: tuple[int, ...], come: tuple[int, ...]
) -> None:
    """Every way to seat two small rounds is counted: none moves fewer, nor as few with less harm."""
    demand, published = after(players, 2, gone=gone, come=come, size=3)
    found = repaired(demand, published)
    assert not problems(found, demand)
    mended = [places_of(*seated) for seated in zip(found.rounds, found.exempts, strict=True)]
    then = [places_of(*seated) for seated in published]
    most = max(len(moved(before, now)) for before, now in zip(then, mended, strict=True))
    ways = [list(dict.fromkeys(map(_frozen, every_way(demand, at, then[at], most)))) for at in range(2)]
    best = min(harms(demand, published, [dict(one), dict(other)]) for one, other in product(*ways))
    assert harms(demand, published, mended) == best
    assert best[0] or best[1] >= least_moved(demand, published)


def _frozen(seated: Places) -> tuple[tuple[int, Place], ...]:
    return tuple(sorted(seated.items(), key=lambda item: item[0]))


def changes(demand: Demand, published: Published, plan: Plan) -> list[int]:
    return [
        len(moved(places_of(*before), places_of(*now)))
        for before, now in zip(published, zip(plan.rounds, plan.exempts, strict=True), strict=True)
    ]


def test_an_exempt_of_each_round_takes_the_chair_of_one_who_leaves() -> None:
    demand, published = after(39, 4, gone=(5,), played=1)
    plan = repaired(demand, published)
    assert changes(demand, published, plan) == [0 if 5 in out else 1 for _tables, out in published]
    assert least_moved(demand, published) == sum(changes(demand, published, plan)) > 0
    assert plan.certificate.repeats == 0
    assert not problems(plan, demand)
    assert repaired(demand, published) == plan
    assert any("le moins de changements de place" in sentence for sentence in tell(plan.certificate))


def test_one_who_leaves_a_full_hall_has_no_table_fall_apart_where_tables_of_three_will_do() -> None:
    exempts, published = after(40, 4, gone=(5,), played=1)
    smaller, _same = after(40, 4, gone=(5,), played=1, remainder=Remainder.SMALLER)
    assert least_moved(smaller, published) == 3 < least_moved(exempts, published)
    plan = repaired(smaller, published)
    assert changes(smaller, published, plan) == [1, 1, 1]
    assert not problems(plan, smaller)


def test_the_short_table_is_the_one_where_the_last_chair_is_free() -> None:
    _whole, published = after(40, 1)
    gone = published[0][0][3][-1]
    demand, _same = after(40, 1, gone=(gone,), remainder=Remainder.SMALLER)
    plan = repaired(demand, published)
    assert changes(demand, published, plan) == [0]
    assert [len(table) for table in plan.rounds[0]].index(3) == 3


@pytest.mark.parametrize("chair", [0, 1, 2, 3])
def test_who_slides_in_beside_another_has_the_chair_that_he_needs(chair: int) -> None:
    _whole, published = after(18, 1)
    (tables, (exempt, _other)) = published[0]
    others = [player for at, player in enumerate(tables[0]) if at != chair]
    gone = (tables[0][chair], others[0])
    demand, _same = after(18, 1, gone=gone, wishes=Wishes(fixed_seats=((exempt, chair),)))
    plan = repaired(demand, published)
    assert changes(demand, published, plan) == [2]
    assert not problems(plan, demand)
    assert any(table.index(exempt) == chair for table in plan.rounds[0] if exempt in table)


def test_one_who_comes_late_is_exempt_once_and_then_plays_in_place_of_somebody_who_was_not() -> None:
    demand, published = after(38, 4, come=(39,), played=1)
    plan = repaired(demand, published)
    assert sum(39 in out for out in plan.exempts) == 1
    assert sorted(changes(demand, published, plan)) == [0, 1, 1]
    out = Counter(player for exempts in (*demand.past_exempts, *plan.exempts) for player in exempts)
    assert set(out.values()) == {1}


def test_where_somebody_is_exempt_again_whatever_is_done_as_few_move_as_can_be() -> None:
    """Of six at tables of four two are exempt each time, where of five it was one."""
    demand, published = after(5, 4, come=(50,))
    assert sum(changes(demand, published, repaired(demand, published))) == 2


def test_who_comes_as_another_leaves_sits_where_he_sat() -> None:
    demand, published = after(37, 5, gone=(3,), come=(40,), played=1)
    assert changes(demand, published, repaired(demand, published)) == [0, 0, 0, 0]


def test_wishes_come_before_few_changes() -> None:
    """The one exempt of round 1 and somebody at the leaver's table never meet: another slides in, and he there."""
    plain, published = after(37, 1, gone=(5,))
    (tables, (exempt,)) = published[0]
    table = next(table for table in tables if 5 in table)
    mate = next(player for player in table if player != 5)
    demand, _same = after(37, 1, gone=(5,), wishes=Wishes(apart=(Apart((exempt, mate), hard=True),)))
    plan = repaired(demand, published)
    assert changes(plain, published, repaired(plain, published)) == [1]
    assert changes(demand, published, plan) == [2]
    assert not problems(plan, demand)


def test_a_wish_that_no_small_change_keeps_is_refused() -> None:
    """Who was exempt may sit with two of the seven others alone."""
    plain, published = after(9, 1, gone=(5,))
    (exempt,) = published[0][1]
    never = [player for player in plain.players if player != exempt][:5]
    wishes = Wishes(apart=tuple(Apart((exempt, player), hard=True) for player in never))
    demand, _same = after(9, 1, gone=(5,), wishes=wishes)
    with pytest.raises(ImpossibleDemand) as refused:
        repaired(demand, published)
    assert refused.value.code == "no_small_change"


def test_a_sector_keeps_to_its_own_exempts_and_tables() -> None:
    published: Published = [(((1, 2, 3, 4), (6, 7, 8, 9)), (5, 10)), (((5, 1, 2, 3), (10, 6, 7, 8)), (4, 9))]
    sectors = Wishes(sectors=((2, 3, 4, 5), (6, 7, 8, 9, 10)))
    demand = Demand(tuple(range(2, 11)), 2, 1, wishes=sectors)
    plan = repaired(demand, published)
    assert not problems(plan, demand)
    assert changes(demand, published, plan) == [1, 1]
    assert plan.rounds[0] == ((5, 2, 3, 4), (6, 7, 8, 9))
    more = Wishes(sectors=((1, 2, 3, 4, 5, 11, 12, 13), (6, 7, 8, 9, 10)))
    with pytest.raises(ImpossibleDemand) as refused:
        repaired(Demand(tuple(range(1, 14)), 2, 1, wishes=more), published)
    assert refused.value.code == "sector_has_other_tables"


def travelling(players: int, rounds: int, gone: tuple[int, ...], come: tuple[int, ...]) -> tuple[Demand, Published]:
    everybody = tuple(range(1, players + 1))
    plan = draw(Demand(everybody, rounds, 1, sets=players // 4))
    demand = Demand(tuple(p for p in everybody if p not in gone) + come, rounds, 1, sets=players // 4)
    return demand, list(zip(plan.rounds, plan.exempts, strict=True))


SETS_OF_FIVE = BoardsHeld(sets=((1, 2, 3, 4, 5),) * 3)


@pytest.mark.parametrize(("gone", "come"), [((), (21,)), ((3,), ()), ((3, 8), (21,)), ((), (21, 22, 23))])
def test_where_boards_travel_nobody_takes_a_chair_whose_boards_he_meets_elsewhere(
    gone: tuple[int, ...], come: tuple[int, ...]
) -> None:
    demand, published = travelling(20, 3, gone, come)
    plan = repaired(demand, published, boards=SETS_OF_FIVE)
    met = Counter(
        (player, held)
        for tables, sets in zip(plan.rounds, plan.sets, strict=True)
        for table, held in zip(tables, sets, strict=True)
        for player in table
    )
    assert set(met.values()) == {1}
    assert {len(sets) for sets in plan.sets} == {len(demand.players) // 4}
    assert plan.certificate.set_repeats == 0
    assert [problem for problem in problems(plan, demand) if "chair" not in problem and "table" not in problem] == []


def test_what_somebody_met_before_counts_too_and_is_told() -> None:
    """The newcomer has met four of five sets: he plays the fifth once, and sits out twice."""
    demand, published = travelling(20, 3, (), (21,))
    seen = BoardsHeld(sets=SETS_OF_FIVE.sets, met={21: frozenset({1, 2, 3, 4})})
    with pytest.raises(ImpossibleDemand) as refused:
        repaired(Demand((*range(2, 21), 21), 3, 1, sets=5), published, boards=seen)
    assert refused.value.code == "small_change_meets_boards"
    assert {player for player, _held in refused.value.values["again"]} == {21}  # type: ignore[attr-defined]
    plan = repaired(demand, published, boards=seen)
    assert sum(21 in table for tables in plan.rounds for table in tables) == 1


def test_a_table_more_has_no_boards() -> None:
    demand, published = travelling(20, 3, (), (21, 22, 23, 24))
    with pytest.raises(ImpossibleDemand) as refused:
        repaired(demand, published, boards=SETS_OF_FIVE)
    assert refused.value.code == "no_boards_for_a_table"

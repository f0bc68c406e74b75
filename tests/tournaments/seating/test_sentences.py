"""No certificate says what a count of the seats refutes."""

import inspect
import re
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from tests.tournaments.seating.laws import laws, quick
from tests.tournaments.seating.recount import refuted
from tournaments.seating import (
    Apart,
    Demand,
    ImpossibleDemand,
    Remainder,
    Turns,
    Wishes,
    by_standings,
    designs,
    draw,
    possible_layouts,
    repeats_words,
    swapped,
    tell,
    verdict,
)
from tournaments.seating.sentences import method_words

IN_SECTIONS = Wishes(sectors=(tuple(range(1, 14)),))
SIZES = st.sampled_from((3, 4, 4, 4, 5))


@st.composite
def wished(draw_one, players, rounds, tables, size):
    """Wishes of several kinds at once, as people have them."""
    some = st.lists(st.sampled_from(players), unique=True, max_size=6)
    kinds = draw_one(st.sets(st.sampled_from(("table", "chair", "apart", "team", "active", "lines")), max_size=3))
    pairs = draw_one(some.filter(lambda chosen: len(chosen) > 3)) if kinds & {"apart", "team"} else []
    return Wishes(
        apart=(Apart(tuple(pairs[:3]), name="Dijon"),) if "apart" in kinds else (),
        teams=((pairs[0], pairs[3]),) if "team" in kinds else (),
        fixed_tables=tuple((p, draw_one(st.integers(0, tables - 1))) for p in draw_one(some)[:3])
        if "table" in kinds
        else (),
        fixed_seats=tuple((p, draw_one(st.integers(0, min(size, 3) - 1))) for p in draw_one(some)[:3])
        if "chair" in kinds
        else (),
        active=tuple((p, min(1, rounds - 1), rounds - 1) for p in draw_one(some)[:2])
        if "active" in kinds and "lines" not in kinds
        else (),
        sectors=(tuple(players[: len(players) // 2]),) if "lines" in kinds else (),
    )


@st.composite
def evenings(draw_one):
    """A demand like those of an evening: any size of table, wishes, and sometimes rounds already played."""
    size, count, rounds = draw_one(SIZES), draw_one(st.integers(6, 33)), draw_one(st.integers(1, 7))
    ways = possible_layouts(count, size)
    assume(ways)
    asked = {"seed": draw_one(st.integers(0, 99)), "table_size": size}
    remainder = draw_one(st.sampled_from(sorted(ways)))
    turns = draw_one(st.sampled_from(Turns))
    players = tuple(range(1, count + 1))
    played = draw_one(st.integers(0, 2))
    past = {}
    if played:  # one or two were not there yet, and one has gone home since
        before = (*players[draw_one(st.integers(0, 2)) :], 99)
        earlier = possible_layouts(len(before), size)
        assume(earlier)
        first = draw(Demand(before, played, remainder=min(earlier), **asked))
        past = {"past": first.rounds, "past_exempts": first.exempts}
    wishes = draw_one(wished(players, rounds, len(ways[remainder].tables), size))
    try:
        return Demand(players, rounds, remainder=remainder, wishes=wishes, turns=turns, **past, **asked)
    except ImpossibleDemand:
        assume(False)


@quick
@settings(laws, max_examples=12)
@given(evenings())
@example(Demand(tuple(range(14)), 3, seed=1, remainder=Remainder.SMALLER))
@example(Demand(tuple(range(26)), 3, seed=1, remainder=Remainder.LARGER))
@example(Demand(tuple(range(31)), 5, seed=1, remainder=Remainder.LARGER))
@example(Demand(tuple(range(9)), 3, seed=1, remainder=Remainder.SMALLER, wishes=Wishes(fixed_tables=((7, 2), (4, 2)))))
@example(Demand(tuple(range(52)), 2, 1, remainder=Remainder.LARGER, wishes=Wishes(sectors=(tuple(range(26)),))))
def test_nothing_is_said_to_be_the_least_that_other_turns_or_no_wishes_go_below(demand):
    """Proved, or unavoidable: of the turns that were chosen and of these wishes, unless nothing is said of them."""
    repeats = cache(lambda turns, wishes: draw(replace(demand, turns=turns, wishes=wishes)).certificate.repeats)
    said = draw(demand).certificate
    free = replace(demand.wishes, apart=(), teams=(), fixed_tables=(), fixed_seats=(), sectors=())
    for words, equal_turns, these_wishes in (
        (verdict(said), "à passages égaux", "avec ces souhaits"),
        (verdict(said, "en"), "with equal turns", "with these wishes"),
        (repeats_words(said)[-1 if not said.repeats else 0], "à passages égaux", "avec ces souhaits"),
    ):
        all_turns = (demand.turns,) if equal_turns in words else Turns
        all_wishes = (demand.wishes,) if these_wishes in words else (demand.wishes, free)
        others = {(turns, wishes) for turns in all_turns for wishes in all_wishes}
        assert min(repeats(*other) for other in others) >= said.lower_bound
        assert ("on ne peut faire moins" in words) <= (len(others) >= 2 and said.proven_optimal)


@quick
def test_what_the_other_choice_of_turns_would_cost_is_told_also_beside_wishes():
    asked = Demand(tuple(range(26)), 3, seed=1, remainder=Remainder.LARGER)
    other = "L’autre choix, peu de répétitions avant l’égalité des passages, n’en fait aucune à un essai rapide."
    assert repeats_words(draw(asked).certificate)[0] == "4 rencontres répétées\xa0: prouvé optimal à passages égaux."
    assert other in repeats_words(draw(asked).certificate)
    pinned = replace(asked, wishes=Wishes(fixed_tables=((0, 0),)))  # the bound knows nothing of turns then
    said = draw(pinned).certificate
    assert (said.for_turns, said.turns_last_reached) == (0, 0)
    assert other in tell(said)
    assert draw(replace(asked, turns=Turns.LAST)).certificate.turns_last_reached is None


@quick
@settings(laws, max_examples=60)
@given(evenings(), st.data())
def test_every_sentence_is_what_a_count_finds(demand, data):
    try:
        plan = draw(demand)
    except ImpossibleDemand:
        assume(False)
    assert refuted(plan, demand) == []
    number = data.draw(st.integers(0, demand.rounds - 1))
    here = sorted({player for table in plan.rounds[number] for player in table})
    one, other = data.draw(st.sampled_from(here)), data.draw(st.sampled_from(here))
    assert refuted(swapped(plan, demand, number, one, other), demand) == []


@quick
@pytest.mark.parametrize(
    ("players", "rounds", "asked"),
    [
        (24, 8, {"seed": 3, "wishes": Wishes(fixed_tables=((7, 3),))}),
        (24, 6, {"seed": 3, "wishes": Wishes(fixed_seats=((7, 2),))}),
        (27, 6, {"seed": 5, "table_size": 3}),
        (25, 5, {"seed": 1, "table_size": 5}),
        (13, 4, {"seed": 1, "table_size": 5, "remainder": Remainder.SMALLER}),
        (31, 5, {"seed": 1, "remainder": Remainder.LARGER}),
        (26, 5, {"seed": 1, "remainder": Remainder.SMALLER}),
        (41, 5, {"seed": 1, "remainder": Remainder.SMALLER, "wishes": Wishes(active=((41, 1, 4),))}),
        (30, 6, {"seed": 1, "wishes": Wishes(sectors=(tuple(range(1, 10)),))}),
        (26, 3, {"seed": 1, "remainder": Remainder.LARGER, "turns": Turns.LAST}),
        (30, 4, {"seed": 1, "remainder": Remainder.LARGER, "turns": Turns.LAST, "wishes": IN_SECTIONS}),
    ],
)
def test_the_certificates_that_were_found_wrong(players, rounds, asked):
    demand = Demand(tuple(range(1, players + 1)), rounds, **asked)
    assert refuted(draw(demand), demand) == []


@quick
def test_a_round_by_standings_says_what_a_count_finds():
    demand = Demand(tuple(range(1, 19)), 1, seed=1, remainder=Remainder.SMALLER)
    for _ in range(5):
        plan = by_standings(demand, ranking=demand.players, rounds_left=2).plan
        assert refuted(plan, demand) == []
        demand = replace(demand, past=(*demand.past, *plan.rounds))


@cache
def told_of_everything(*, is_uneven):
    """Return a plan of a short search whose certificate has something to say of everything, or of odd tables."""
    asked = {"rounds": 7, "seed": 3, "remainder": Remainder.SMALLER if is_uneven else Remainder.EXEMPT}
    wishes = Wishes() if is_uneven else Wishes(fixed_tables=((7, 1),), fixed_seats=((5, 2), (6, 1)))
    demand = Demand(tuple(range(1, 19)), wishes=wishes, **asked)
    return demand, draw(demand)


@quick
@pytest.mark.parametrize(
    ("figure", "wrong"),
    [
        ("repeats", 1),
        ("players", 17),
        ("rounds", 3),
        ("seats_spread", 0),
        ("seats_without", ()),
        ("tables_most", 1),
        ("tables_most", 9),
        ("tables_again", 0),
        ("tables_without", ()),
        ("same_right_most", 7),
        ("exempts_spread", 0),
        ("odd_tables_spread", 0),
        ("chairs", 5),
        ("most_meetings", 9),
    ],
)
def test_a_wrong_figure_is_found(figure, wrong):
    """The recount must be able to fail: each figure by itself, on a plan where they all say something."""
    demand, plan = told_of_everything(is_uneven=figure.startswith("odd"))
    assert refuted(plan, demand) == []
    assert getattr(plan.certificate, figure) != wrong
    assert refuted(replace(plan, certificate=replace(plan.certificate, **{figure: wrong})), demand) != []


def test_one_is_said_of_one():
    plan = draw(Demand(tuple(range(1, 17)), 1, seed=1))
    one = {"repeats": 1, "lower_bound": 1, "for_turns": 1, "tables_most": 2, "tables_again": 1}
    again = replace(plan.certificate, proven_optimal=False, **one)
    told = " ".join(tell(again)).replace("\u00a0", " ")
    assert "16 joueurs, 1 position. 1 répétition, au moins 1 inévitable à passages égaux." in told
    assert "1 répétition au moins tient au partage" in told
    assert "en tout, 1 passage de plus qu’à parts égales." in told
    in_english = " ".join(tell(again, "en"))
    assert "16 players, 1 round. 1 repeat, at least 1 unavoidable with equal turns." in in_english
    assert "At least 1 repeat comes from sharing out" in in_english
    assert "more than twice; in all, 1 visit more than by equal shares." in in_english


@pytest.mark.parametrize("language", ["fr", "en"])
def test_how_a_plan_was_found_is_told_without_the_words_of_mathematics(language):
    found = set(re.findall(r'Design\(\s*"([a-z ]+)"', inspect.getsource(designs)))
    told = {method: method_words(method, language) for method in found}

    assert len(found) == 5
    assert set(told.values()).isdisjoint(found)
    assert not [
        words for words in told.values() if re.search("class|mouvement|movement|corps|field|jump|design", words)
    ]

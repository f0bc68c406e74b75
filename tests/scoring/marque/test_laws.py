"""Laws that hold for every donne."""

import dataclasses
import json

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from scoring.marque import Camp, ImpossibleDonne, Variant, as_mapping, count, parse, read, score, to_line
from scoring.marque.bareme import FFT_2012
from tests.strategies import donnes

law = settings(deadline=None, max_examples=60)


@law
@given(donnes())
def test_scores_sum_to_zero_and_the_mort_marks_nothing(donne):
    scored = score(donne)
    assert sum(scored.scores.values()) == 0
    assert tuple(scored.scores) == donne.players
    assert [scored.scores[player] for player in donne.sits_out] == [0] * len(donne.sits_out)
    assert {scored.scores[player] for player in donne.defenders} == {-scored.marque.per_defender}


@law
@given(donnes())
def test_the_partner_marks_half_of_the_taker(donne):
    scores = score(donne).scores
    if donne.partner is not None:
        assert scores[donne.taker] == 2 * scores[donne.partner]


@law
@given(donnes())
def test_parts_make_the_amount(donne):
    marque = count(donne)
    assert sum(part.points for part in marque.parts) == marque.per_defender
    assert marque.won == (donne.half_points >= FFT_2012.required[donne.bouts])


@law
@given(donnes(), st.data())
def test_more_points_never_pay_less(donne, data):
    other = data.draw(donnes(variants=(donne.variant,)).filter(lambda drawn: drawn.half_points >= donne.half_points))
    try:
        better = dataclasses.replace(donne, half_points=other.half_points)
    except ImpossibleDonne:
        assume(False)
    assert count(better).per_defender >= count(donne).per_defender


@law
@given(donnes(), st.integers(0, 4))
def test_turning_the_table_turns_the_scores(donne, turn):
    turn %= len(donne.players)
    turned = dataclasses.replace(donne, players=donne.players[turn:] + donne.players[:turn])
    assert score(turned).scores == score(donne).scores


@law
@given(donnes())
def test_the_petit_follows_the_camp_and_is_multiplied(donne):
    assume(donne.petit_au_bout is not None)
    without = count(dataclasses.replace(donne, petit_au_bout=None)).per_defender
    sign = 1 if donne.petit_au_bout is Camp.ATTAQUE else -1
    assert count(donne).per_defender - without == sign * 10 * FFT_2012.multipliers[donne.contract]


@law
@given(donnes())
def test_poignees_go_to_the_camp_that_wins_the_contract(donne):
    marque = count(donne)
    without = count(dataclasses.replace(donne, poignees=())).per_defender
    primes = sum(FFT_2012.poignees[poignee.size] for poignee in donne.poignees)
    assert marque.per_defender - without == (primes if marque.won else -primes)


@law
@given(donnes())
def test_a_line_of_notation_reads_back(donne):
    line = to_line(donne)
    assert len(line.splitlines()) == 1
    assert parse(line) == donne


@law
@given(donnes())
def test_an_object_reads_back(donne):
    assert read(json.loads(json.dumps(as_mapping(donne)))) == donne


@law
@given(donnes(variants=(Variant.FOUR,)), st.data())
def test_problems_are_all_found_at_once(donne, data):
    """Each spoiled key is answered for, alone or with the others."""
    spoilers = {
        "taker": ({"taker": "\x00nobody"}, "player_unknown"),
        "partner": ({"partner": donne.players[0]}, "partner_forbidden"),
        "contract": ({"contract": "petite"}, "code_unknown"),
        "bouts": ({"bouts": "2"}, "wrong_type"),
        "points": ({"points": 46.25}, "points_fraction"),
        "petit_au_bout": ({"petit_au_bout": "Est"}, "code_unknown"),
        "poignees": ({"poignees": [{"player": donne.players[0], "trumps": 11}]}, "poignee_trumps"),
        "chelem": ({"chelem": {"announced": 1}}, "wrong_type"),
        "sits_out": ({"sits_out": donne.players[0]}, "sits_out_forbidden"),
        "options": ({"options": {"pousse": "add"}}, "option_unavailable"),
        "colour": ({"colour": 1}, "key_unknown"),
    }
    fields = data.draw(st.sets(st.sampled_from(sorted(spoilers)), min_size=1))
    mapping = as_mapping(donne)
    for field in fields:
        mapping |= spoilers[field][0]
    try:
        read(mapping)
    except ImpossibleDonne as impossible:
        found = {(problem.code, problem.field) for problem in impossible.problems}
    assert {(spoilers[field][1], field) for field in fields} <= found


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


@law
@given(donnes(), st.data())
def test_anything_at_all_is_either_a_donne_or_sentences(donne, data):
    mapping = as_mapping(donne)
    for key in data.draw(st.sets(st.sampled_from([*sorted(mapping), "options", "defense_points"]), min_size=1)):
        mapping[key] = data.draw(json_values)
    try:
        score(read(mapping))
    except ImpossibleDonne as impossible:
        for language in ("fr", "en"):
            for problem in impossible.as_json(language)["problems"]:
                assert problem["message"].endswith(".")

"""Laws that hold for every donne."""

import json

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from scoring.marque import (
    FFT_2012,
    Camp,
    Contract,
    HouseRules,
    ImpossibleDonne,
    PetitChelem,
    PousseReading,
    Variant,
    as_mapping,
    count,
    oddities,
    parse,
    read,
    score,
    to_line,
)
from scoring.marque.feasible import exact_counts
from scoring.marque.problems import WARNINGS
from tests.strategies import OFFICIAL, changed, donnes
from tournaments.kit.text import signed

law = settings(deadline=None)


@law
@given(donnes())
def test_scores_sum_to_zero_and_who_sits_out_marks_nothing(donne):
    scored = score(donne)
    assert sum(scored.scores.values()) == 0
    assert tuple(scored.scores) == donne.players
    assert [scored.scores[player] for player in donne.sits_out] == [0] * len(donne.sits_out)


@law
@given(donnes())
def test_without_misere_each_defender_marks_the_amount_of_the_marque(donne):
    scored = score(changed(donne, miseres=()))
    assert {scored.scores[player] for player in donne.defenders} == {-scored.marque.per_defender}


@law
@given(donnes())
def test_the_partner_marks_half_of_the_taker_and_a_team_mate_as_much(donne):
    scores = score(changed(donne, miseres=())).scores
    if donne.partner is not None:
        assert scores[donne.taker] == (1 if donne.variant.teams else 2) * scores[donne.partner]


@law
@given(donnes())
def test_a_misere_moves_its_value_from_every_other_player_who_plays(donne):
    without = score(changed(donne, miseres=())).scores
    value = donne.house.misere_value
    paid = dict.fromkeys(donne.players, 0)
    for misere in donne.miseres:
        for player in donne.playing:
            paid[player] += value * (len(donne.playing) - 1) if player == misere.player else -value
    scores = score(donne).scores
    assert {player: scores[player] - without[player] for player in donne.players} == paid


@law
@given(donnes())
def test_parts_make_the_amount(donne):
    marque = count(donne)
    assert sum(part.points for part in marque.parts if part.player is None) == marque.per_defender
    assert [part.player for part in marque.parts if part.player] == [misere.player for misere in donne.miseres]
    assert marque.won == (donne.half_points >= FFT_2012.required[donne.bouts])


@law
@given(donnes(), st.data())
def test_more_points_never_pay_less(donne, data):
    other = data.draw(donnes(variants=(donne.variant,)).filter(lambda drawn: drawn.half_points >= donne.half_points))
    try:
        better = changed(donne, half_points=other.half_points)
    except ImpossibleDonne:
        assume(False)
    assert count(better).per_defender >= count(donne).per_defender


@law
@given(donnes(), st.integers(0, 7))
def test_turning_the_table_turns_the_scores(donne, turn):
    turn %= len(donne.players)
    turned = changed(donne, players=donne.players[turn:] + donne.players[:turn])
    assert score(turned).scores == score(donne).scores


@law
@given(donnes())
def test_the_petit_follows_the_camp_and_is_multiplied(donne):
    assume(donne.petit_au_bout is not None)
    without = count(changed(donne, petit_au_bout=None)).per_defender
    sign = 1 if donne.petit_au_bout is Camp.ATTAQUE else -1
    times = {
        None: FFT_2012.multipliers.get(donne.contract),
        PousseReading.ADD: 1,
        PousseReading.TIMES: 2 ** list(Contract).index(donne.contract),
    }[donne.house.pousse]
    assert count(donne).per_defender - without == sign * 10 * times


@law
@given(donnes())
def test_poignees_go_to_the_camp_that_wins_the_contract(donne):
    marque = count(donne)
    without = count(changed(donne, poignees=())).per_defender
    primes = sum(FFT_2012.poignees[poignee.size] for poignee in donne.poignees)
    assert marque.per_defender - without == (primes if marque.won else -primes)


@law
@given(donnes())
def test_a_petit_chelem_counts_when_it_was_announced_and_no_other(donne):
    without = changed(donne, petit_chelem=PetitChelem())
    moved = count(donne).per_defender - count(without).per_defender
    assert moved == ((300 if donne.petit_chelem.made else -150) if donne.petit_chelem.announced else 0)


@law
@given(donnes())
def test_only_what_the_cards_allow_is_accepted(donne):
    but_one = donne.petit_chelem.made
    exact = exact_counts(donne.variant, donne.contract, donne.bouts, donne.chelem.made, petit_chelem=but_one)
    won = donne.half_points >= FFT_2012.required[donne.bouts]
    rounded = {found + (1 if won else -1) for found in exact if found % 2}  # R8
    assert donne.half_points in exact | rounded


@law
@given(donnes())
def test_the_house_rules_are_named_when_there_are_some(donne):
    answer = score(donne).as_json()
    named = answer.get("house_rules", [])
    assert named == list(donne.house_rules)
    assert ("variant" in named) is (donne.variant not in OFFICIAL)
    assert ("pousse" in named) is (donne.house.pousse is not None)
    assert ("misere" in named) is bool(donne.miseres)
    assert ("petit_chelem" in named) is (donne.petit_chelem != PetitChelem())


@law
@given(donnes(), st.sampled_from(["fr", "en"]))
def test_it_is_told_in_whole_sentences_that_end_with_what_everybody_marks(donne, language):
    scored = score(donne)
    told = scored.why(language)
    assert all(sentence.endswith(".") for sentence in told)
    assert told[-1].endswith(", ".join(f"{player} {signed(mark)}" for player, mark in scored.scores.items()) + ".")
    assert scored.as_json(language, why=True) == scored.as_json(language) | {"why": list(told)}


@law
@given(donnes())
def test_a_warning_is_a_whole_sentence(donne):
    for warning in oddities(donne):
        assert warning.code in WARNINGS
        assert (warning.message("fr")[-1], warning.message("en")[-1]) == (".", ".")


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
@given(donnes(house=st.just(HouseRules(petit_chelem=True, petit_chelem_made=500, miseres=True, misere_value=7))))
def test_an_object_and_a_line_read_back_under_the_club_s_own_figures(donne):
    club = HouseRules(petit_chelem=True, petit_chelem_made=500, miseres=True, misere_value=7)
    assert read(as_mapping(donne), house=club) == donne
    assert parse(to_line(donne), house=club) == donne


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
        "options": ({"options": {"pousse": "double"}}, "code_unknown"),
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

"""A club's own barème: what composes, what is refused, and how it differs from the règlement."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.marque import (
    FFT_2012,
    NO_HOUSE_RULES,
    Contract,
    HouseRules,
    ImpossibleBareme,
    PoigneeSize,
    PousseReading,
    as_composed,
    compose,
    count,
    departures,
    read,
    score,
)
from scoring.marque.problems import FIGURE_PROBLEMS

from .donnes import FOUR, SIX, THREE

law = settings(deadline=None)
figures = st.integers(0, 10_000)
contracts = [contract.value for contract in FFT_2012.multipliers]
pousses = st.fixed_dictionaries({}, optional={contract.value: figures for contract in Contract})
ladders = st.lists(st.integers(0, 91), min_size=4, max_size=4, unique=True).map(
    lambda points: dict(zip("0123", sorted(points, reverse=True), strict=True))
)
composed = st.fixed_dictionaries(
    {},
    optional={
        "base": figures,
        "required": ladders,
        "multipliers": st.fixed_dictionaries({}, optional=dict.fromkeys(contracts, figures)),
        "petit_au_bout": figures,
        "poignees": st.fixed_dictionaries({}, optional={size.value: figures for size in PoigneeSize}),
        "chelem_made": figures,
        "chelem_announced_made": figures,
        "chelem_announced_failed": figures,
        "chelem_inflicted": figures,
        "house": st.fixed_dictionaries(
            {},
            optional={
                "pousse": st.sampled_from([None, "add"]),
                "pousse_values": pousses,
                "petit_chelem": st.booleans(),
                "petit_chelem_made": figures,
                "petit_chelem_failed": figures,
                "miseres": st.booleans(),
                "misere_value": figures,
                "mouche": st.booleans(),
                "mouche_ante": figures,
                "mouche_values": pousses,
                "flambeuse": st.booleans(),
            },
        ),
    },
)


def refused(mapping: object) -> list[tuple[str, str]]:
    try:
        compose(mapping, edition="club")
    except ImpossibleBareme as impossible:
        return [(problem.code, problem.field) for problem in impossible.problems]
    return []


def test_nothing_changed_is_the_reglement_under_another_name():
    own = compose({}, edition="club")
    assert departures(own) == ()
    assert as_composed(own) == as_composed(FFT_2012)
    assert (own.edition, own.house) == ("club", NO_HOUSE_RULES)
    assert compose({}, edition="fft-2012") == FFT_2012


@law
@given(composed)
def test_what_is_composed_reads_back(mapping):
    own = compose(mapping, edition="club")
    again = compose(json.loads(json.dumps(as_composed(own))), edition="club")
    assert again == own
    assert hash(again) == hash(own)


@law
@given(composed)
def test_a_bareme_without_departure_is_the_official_one_and_the_other_way_round(mapping):
    own = compose(mapping, edition="fft-2012")
    told = departures(own)
    if own == FFT_2012:
        assert told == ()
    figures_differ = as_composed(own) | {"house": None} != as_composed(FFT_2012) | {"house": None}
    assert bool(told) is (figures_differ or own.house.any)
    for departure in told:
        assert departure.value != departure.official
        assert departure.text("fr") != departure.text("en") or departure.key == "petit_au_bout"


@law
@given(composed)
def test_scores_sum_to_zero_by_any_bareme(mapping):
    own = compose(mapping, edition="club")
    for donne in (FOUR, THREE, SIX):
        assert sum(score(read(donne, house=own.house), own).scores.values()) == 0


def test_a_club_counts_by_its_own_figures():
    own = compose(
        {
            "base": 30,
            "required": {"2": 40},
            "multipliers": {"garde": 3},
            "petit_au_bout": 20,
            "poignees": {"simple": 25},
            "chelem_announced_failed": 100,
        },
        edition="club",
    )
    played = {"petit_au_bout": "attaque", "poignees": [{"player": "Sud", "size": "simple"}]}
    marque = count(read(FOUR | played | {"chelem": {"announced": True}}), own)
    assert [part.points for part in marque.parts] == [(30 + 6) * 3, 20 * 3, 25, -100]
    assert marque.parts[0].text() == "(30 + 6) × 3"


def test_a_club_counts_by_its_own_house_figures():
    own = compose(
        {
            "house": {
                "pousse": "x",
                "pousse_values": {"prise": 20, "pousse": 20, "garde": 60, "garde_sans": 80, "garde_contre": 160},
                "petit_chelem": True,
                "petit_chelem_failed": 50,
                "miseres": True,
                "misere_value": 5,
            }
        },
        edition="club",
    )
    options = {"petit_chelem": {"announced": True}, "miseres": [{"player": "Sud", "kind": "tete"}]}
    donne = read(FOUR | {"options": options}, house=own.house)
    marque = count(donne, own)
    assert [part.points for part in marque.parts] == [(20 + 5) * 3, -50, 5]
    assert donne.house == HouseRules(
        pousse=PousseReading.TIMES,
        pousse_values=own.house.pousse_values,
        petit_chelem=True,
        petit_chelem_failed=50,
        miseres=True,
        misere_value=5,
    )


def test_a_donne_keeps_the_house_rules_that_marked_it_and_no_other():
    everything = HouseRules(petit_chelem=True, miseres=True, mouche=True, flambeuse=True)
    assert read(FOUR, house=everything) == read(FOUR)
    assert read(FOUR, house=everything).house == NO_HOUSE_RULES


REFUSED = [
    (None, ("figures_not_object", "")),
    ([], ("figures_not_object", "")),
    ({"colour": 1}, ("figure_unknown", "colour")),
    ({"base": "25"}, ("figure_type", "base")),
    ({"base": 25.0}, ("figure_type", "base")),
    ({"base": True}, ("figure_type", "base")),
    ({"base": float("nan")}, ("figure_type", "base")),
    ({"base": -1}, ("figure_range", "base")),
    ({"base": 10_001}, ("figure_range", "base")),
    ({"required": [56, 51, 41, 36]}, ("figures_not_object", "required")),
    ({"required": {"4": 30}}, ("figure_unknown", "required.4")),
    ({"required": {"0": 92}}, ("figure_range", "required.0")),
    ({"required": {"0": "56"}}, ("figure_type", "required.0")),
    ({"required": {"1": 56}}, ("required_order", "required.1")),
    ({"required": {"3": 42}}, ("required_order", "required.3")),
    ({"multipliers": {"pousse": 2}}, ("figure_unknown", "multipliers.pousse")),
    ({"multipliers": {"garde": -2}}, ("figure_range", "multipliers.garde")),
    ({"poignees": {"quadruple": 50}}, ("figure_unknown", "poignees.quadruple")),
    ({"poignees": {"simple": 20.5}}, ("figure_type", "poignees.simple")),
    ({"house": True}, ("figures_not_object", "house")),
    ({"house": {"cagnotte": True}}, ("figure_unknown", "house.cagnotte")),
    ({"house": {"pousse": True}}, ("pousse_reading", "house.pousse")),
    ({"house": {"pousse": "fois"}}, ("pousse_reading", "house.pousse")),
    ({"house": {"pousse_values": {"petite": 10}}}, ("figure_unknown", "house.pousse_values.petite")),
    ({"house": {"pousse": "x", "pousse_values": {"garde": 45}}}, ("pousse_multiple", "house.pousse_values.garde")),
    ({"house": {"pousse": "x", "pousse_values": {"prise": 0}}}, ("pousse_multiple", "house.pousse_values.prise")),
    ({"house": {"miseres": 1}}, ("switch_type", "house.miseres")),
    ({"house": {"misere_value": -1}}, ("figure_range", "house.misere_value")),
    ({"house": {"mouche_values": {"garde": 10**9}}}, ("figure_range", "house.mouche_values.garde")),
]


@pytest.mark.parametrize(("mapping", "problem"), REFUSED)
def test_refused_with_code_and_field_in_whole_sentences(mapping, problem):
    assert problem in refused(mapping)
    with pytest.raises(ImpossibleBareme) as impossible:
        compose(mapping, edition="club")
    for found in impossible.value.problems:
        french, english = found.message("fr"), found.message("en")
        assert french != english
        assert (french[-1], english[-1]) == (".", ".")


def test_a_contract_may_ask_for_every_point_in_the_pack():
    assert compose({"required": {"0": 91}}, edition="club").required[0] == 182


@pytest.mark.parametrize(
    ("mapping", "sentence"),
    [
        (None, "“barème” must be an object, got null. Write its figures between braces."),
        (
            {"required": {"1": 56}},
            "With 1 bout fewer points are needed than with one less: 56 cannot follow 56. Correct one of them.",
        ),
        (
            {"required": {"3": 42}},
            "With 3 bouts fewer points are needed than with one less: 42 cannot follow 41. Correct one of them.",
        ),
        ({"poignees": 3}, "“poignees” must be an object, got 3. Write its figures between braces."),
        ({"base": 10_001}, "“base” must be from 0 to 10000, got 10001. Correct this figure."),
        (
            {"house": {"pousse": "x", "pousse_values": {"garde": 45}}},
            (
                "When the pousse multiplies, every contract is a whole number of times the prise (10): garde at 45 "
                "will not do. Correct one of them."
            ),
        ),
    ],
)
def test_a_sentence_about_a_figure_quotes_it_and_what_it_stands_beside(mapping, sentence):
    with pytest.raises(ImpossibleBareme) as impossible:
        compose(mapping, edition="club")
    assert [problem.message("en") for problem in impossible.value.problems] == [sentence]


def test_every_sentence_about_a_figure_is_used_by_a_case():
    assert {problem[0] for _, problem in REFUSED} == set(FIGURE_PROBLEMS)


def test_everything_that_is_wrong_is_said_at_once():
    spoiled = {"base": -1, "required": {"0": "x"}, "house": {"miseres": "oui", "mouche_ante": 1.5}, "x": 0}
    assert sorted(refused(spoiled)) == [
        ("figure_range", "base"),
        ("figure_type", "house.mouche_ante"),
        ("figure_type", "required.0"),
        ("figure_unknown", "x"),
        ("switch_type", "house.miseres"),
    ]


def test_a_figure_left_empty_is_the_reglement_s():
    empty = {"base": None, "required": {"0": None}, "poignees": None, "house": {"pousse": None, "miseres": None}}
    assert compose(empty, edition="fft-2012") == FFT_2012
    assert compose({"house": None}, edition="fft-2012") == FFT_2012


@pytest.mark.parametrize(
    "rule", [{"pousse": "add"}, {"petit_chelem": True}, {"miseres": True}, {"mouche": True}, {"flambeuse": True}]
)
def test_a_bareme_says_whether_anything_hors_reglement_is_in_force(rule):
    assert compose({"house": rule}, edition="club").house.any
    assert not compose({"house": {"misere_value": 20}}, edition="club").house.any

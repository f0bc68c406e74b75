"""Each bad input is answered with its code and its field."""

from fractions import Fraction

import pytest

from scoring.marque import (
    Chelem,
    Contract,
    Donne,
    ImpossibleDonne,
    Problem,
    Variant,
    parse,
    read,
)
from scoring.marque.catalogue import PROBLEMS

from .donnes import FIVE, FOUR, MORT, NAMED, THREE, refused

NAN, INFINITY = float("nan"), float("inf")


def shown(*sizes: str) -> list[dict[str, str]]:
    return [{"player": player, "size": size} for player, size in zip(FOUR["players"], sizes, strict=False)]


@pytest.mark.parametrize("variant", sorted(NAMED))
def test_plain_donnes_are_possible(variant):
    assert refused(NAMED[variant]) == []


REFUSED = [
    (FOUR, {"colour": "red"}, ("key_unknown", "colour")),
    (FOUR, {"points": None}, ("key_missing", "points")),
    (FOUR, {"variant": 4}, ("wrong_type", "variant")),
    (FOUR, {"variant": "9"}, ("code_unknown", "variant")),
    (FOUR, {"players": "Nord"}, ("wrong_type", "players")),
    (FOUR, {"players": ["Nord", "Est", 3, "Sud"]}, ("wrong_type", "players")),
    (FOUR, {"players": ["Nord", "Est", "Sud"]}, ("players_count", "players")),
    (FOUR, {"players": ["Nord", "Est", "Sud", "Sud"]}, ("players_twice", "players")),
    (FOUR, {"players": ["Nord", "Est", "Sud", " "]}, ("player_unnamed", "players")),
    (FOUR, {"taker": "Zoé"}, ("player_unknown", "taker")),
    (FOUR, {"taker": ["Est"]}, ("wrong_type", "taker")),
    (FOUR, {"partner": "Sud"}, ("partner_forbidden", "partner")),
    (FOUR, {"partner": "Est"}, ("partner_forbidden", "partner")),
    (THREE, {"partner": "Sud"}, ("partner_forbidden", "partner")),
    (MORT, {"partner": "Sud"}, ("partner_forbidden", "partner")),
    (FIVE, {"partner": "Paul"}, ("player_unknown", "partner")),
    (FIVE, {"partner": 2}, ("wrong_type", "partner")),
    (MORT, {"sits_out": None}, ("mort_missing", "sits_out")),
    (MORT, {"sits_out": ["Zoé", "Sud"]}, ("mort_missing", "sits_out")),
    (MORT, {"sits_out": "Paul"}, ("player_unknown", "sits_out")),
    (MORT, {"sits_out": 5}, ("wrong_type", "sits_out")),
    (MORT, {"taker": "Zoé"}, ("player_sits_out", "taker")),
    (MORT, {"poignees": [{"player": "Zoé", "size": "simple"}]}, ("player_sits_out", "poignees")),
    (FOUR, {"sits_out": "Nord"}, ("sits_out_forbidden", "sits_out")),
    (FOUR, {"contract": "petite"}, ("code_unknown", "contract")),
    (FOUR, {"contract": 2}, ("wrong_type", "contract")),
    (FOUR, {"bouts": "2"}, ("wrong_type", "bouts")),
    (FOUR, {"bouts": True}, ("wrong_type", "bouts")),
    (FOUR, {"bouts": 2.0}, ("wrong_type", "bouts")),
    (FOUR, {"bouts": 4}, ("bouts_range", "bouts")),
    (FOUR, {"bouts": -1}, ("bouts_range", "bouts")),
    (FOUR, {"points": True}, ("wrong_type", "points")),
    (FOUR, {"points": [46]}, ("wrong_type", "points")),
    (FOUR, {"points": "quarante"}, ("points_unreadable", "points")),
    (FOUR, {"points": ""}, ("points_unreadable", "points")),
    (FOUR, {"points": "1e2"}, ("points_unreadable", "points")),
    (FOUR, {"points": "٤٦"}, ("points_unreadable", "points")),
    (FOUR, {"points": NAN}, ("points_unreadable", "points")),
    (FOUR, {"points": "NaN"}, ("points_unreadable", "points")),
    (FOUR, {"points": INFINITY}, ("points_unreadable", "points")),
    (FOUR, {"points": 10**5000}, ("points_unreadable", "points")),
    (FOUR, {"points": 1e9}, ("points_range", "points")),
    (FOUR, {"points": -1}, ("points_range", "points")),
    (FOUR, {"points": 91.5}, ("points_range", "points")),
    (FOUR, {"points": 46.25}, ("points_fraction", "points")),
    (FOUR, {"points": "46,25"}, ("points_fraction", "points")),
    (FOUR, {"points": 46.3}, ("points_fraction", "points")),
    (FOUR, {"points": 46.5}, ("points_half", "points")),
    (MORT, {"points": 46.5}, ("points_half", "points")),
    (FOUR, {"points": 12}, ("points_bouts", "points")),
    (FOUR, {"points": 86}, ("points_bouts", "points")),
    (FOUR, {"points": 88}, ("points_bouts", "points")),
    (FOUR, {"bouts": 3, "points": 0}, ("points_bouts", "points")),
    (FOUR, {"bouts": 3, "points": 90}, ("points_bouts", "points")),
    (FOUR, {"bouts": 0, "points": 78}, ("points_bouts", "points")),
    (FOUR, {"bouts": 3, "points": 91}, ("chelem_unsaid", "chelem")),
    (FOUR, {"points": 87}, ("chelem_unsaid", "chelem")),
    (FOUR, {"bouts": 0, "points": 3}, ("chelem_unsaid", "chelem")),
    (FOUR, {"bouts": 3, "points": 89, "chelem": {"made": "attaque"}}, ("points_chelem", "points")),
    (FOUR, {"bouts": 1, "points": 60, "chelem": {"made": "attaque"}}, ("chelem_bouts", "bouts")),
    (FOUR, {"bouts": 2, "points": 20, "chelem": {"made": "defense"}}, ("chelem_bouts", "bouts")),
    (FOUR, {"defense_points": 46}, ("defense_points", "defense_points")),
    (FOUR, {"defense_points": "x"}, ("points_unreadable", "defense_points")),
    (FOUR, {"petit_au_bout": "Est"}, ("code_unknown", "petit_au_bout")),
    (FOUR, {"petit_au_bout": True}, ("wrong_type", "petit_au_bout")),
    (FOUR, {"bouts": 0, "petit_au_bout": "attaque"}, ("petit_bouts", "petit_au_bout")),
    (FOUR, {"bouts": 3, "petit_au_bout": "defense"}, ("petit_bouts", "petit_au_bout")),
    (
        FOUR,
        {"points": 87, "petit_au_bout": "defense", "chelem": {"made": "attaque"}},
        ("petit_chelem", "petit_au_bout"),
    ),
    (FOUR, {"poignees": {"player": "Est"}}, ("wrong_type", "poignees")),
    (FOUR, {"poignees": ["Est"]}, ("wrong_type", "poignees")),
    (FOUR, {"poignees": [{"player": "Est"}]}, ("key_missing", "poignees")),
    (FOUR, {"poignees": [{"size": "simple"}]}, ("key_missing", "poignees")),
    (FOUR, {"poignees": [{"player": "Est", "size": "quadruple"}]}, ("code_unknown", "poignees")),
    (FOUR, {"poignees": [{"player": "Est", "size": "simple", "cards": 1}]}, ("key_unknown", "poignees")),
    (FOUR, {"poignees": [{"player": "Paul", "size": "simple"}]}, ("player_unknown", "poignees")),
    (FOUR, {"poignees": [{"player": "Est", "trumps": 11}]}, ("poignee_trumps", "poignees")),
    (FOUR, {"poignees": [{"player": "Est", "trumps": 8}]}, ("poignee_trumps", "poignees")),
    (FOUR, {"poignees": [{"player": "Est", "trumps": "10"}]}, ("wrong_type", "poignees")),
    (FOUR, {"poignees": [{"player": "Est", "trumps": 10, "size": "double"}]}, ("poignee_sizes_differ", "poignees")),
    (FOUR, {"poignees": shown("simple") * 2}, ("poignee_twice", "poignees")),
    (FOUR, {"poignees": shown("simple", "double")}, ("poignees_trumps", "poignees")),
    (THREE, {"poignees": shown("simple", "simple")}, ("poignees_trumps", "poignees")),
    (FIVE, {"poignees": shown("simple", "simple", "simple")}, ("poignees_trumps", "poignees")),
    (FIVE, {"poignees": shown("double", "triple")}, ("poignees_trumps", "poignees")),
    (FOUR, {"chelem": True}, ("wrong_type", "chelem")),
    (FOUR, {"chelem": {"announced": "oui"}}, ("wrong_type", "chelem")),
    (FOUR, {"chelem": {"made": "Est"}}, ("code_unknown", "chelem")),
    (FOUR, {"chelem": {"won": True}}, ("key_unknown", "chelem")),
    (FOUR, {"chelem": {"announced": True, "announced_by": "Sud"}}, ("chelem_announcer", "chelem")),
    (FIVE, {"chelem": {"announced": True, "announced_by": "Sud"}}, ("chelem_announcer", "chelem")),
    (FOUR, {"chelem": {"announced": True, "announced_by": "Paul"}}, ("player_unknown", "chelem")),
    (FOUR, {"chelem": {"announced": False, "announced_by": "Est"}}, ("chelem_not_announced", "chelem")),
    (FOUR, {"options": {"pousse": "x"}}, ("option_unavailable", "options")),
    (FOUR, {"options": {"miseres": [{"player": "Est", "kind": "tete"}]}}, ("option_unavailable", "options")),
    (FOUR, {"options": {"petit_chelem": {"announced": True, "made": False}}}, ("option_unavailable", "options")),
    (FOUR, {"options": {"cagnotte": 1}}, ("key_unknown", "options")),
    (FOUR, {"options": "pousse"}, ("wrong_type", "options")),
    (FOUR, {"contract": "pousse"}, ("contract_unavailable", "contract")),
    *((FOUR, {"variant": code}, ("variant_unavailable", "variant")) for code in ("5_flambeuse", "2_mort", "6", "8")),
]


@pytest.mark.parametrize(("donne", "change", "problem"), REFUSED)
def test_refused_with_code_and_field(donne, change, problem):
    assert problem in refused(donne | change)


@pytest.mark.parametrize(("donne", "change", "problem"), REFUSED)
def test_said_in_whole_sentences(donne, change, problem):
    with pytest.raises(ImpossibleDonne) as impossible:
        read(donne | change)
    for found in impossible.value.problems:
        french, english = found.message("fr"), found.message("en")
        assert french != english
        assert french.endswith(".")
        assert english.endswith(".")


def test_every_sentence_of_the_catalogue_is_used_by_a_case():
    from_lines = {"not_json", "key_twice", "not_object", "notation"}
    warnings = {"chelem_inflicted_on_announcer", "poignee_without_trick"}
    elsewhere = {"partner_missing"}
    assert {problem[0] for _, _, problem in REFUSED} | from_lines | warnings | elsewhere == set(PROBLEMS)


@pytest.mark.parametrize("missing", sorted(FOUR))
def test_each_required_key(missing):
    assert refused({key: value for key, value in FOUR.items() if key != missing}) == [("key_missing", missing)]


def test_at_five_the_partner_is_asked_for():
    assert refused({key: value for key, value in FIVE.items() if key != "partner"}) == [("partner_missing", "partner")]


@pytest.mark.parametrize("value", [None, [], "donne", 4])
def test_not_an_object(value):
    assert refused(value) == [("not_object", "")]


def test_all_problems_at_once_shape_and_facts_together():
    spoiled = FOUR | {
        "players": ["Nord", "Est", "Est", "Ouest"],
        "bouts": "2",
        "points": 95,
        "poignees": shown("triple", "triple"),
        "chelem": {"announced": False, "made": "attaque"},
        "petit_au_bout": "defense",
    }
    assert sorted(refused(spoiled)) == [
        ("petit_chelem", "petit_au_bout"),
        ("players_twice", "players"),
        ("poignees_trumps", "poignees"),
        ("points_range", "points"),
        ("wrong_type", "bouts"),
    ]


@pytest.mark.parametrize("points", [46, 46.0, "46", "46.0", "46,0", " 46 ", "+46"])
def test_ways_to_write_a_count(points):
    assert read(FOUR | {"points": points}).half_points == 92


@pytest.mark.parametrize("points", [40.5, "40.5", "40,5", "40,50"])
def test_ways_to_write_a_half(points):
    donne = read(THREE | {"points": points, "defense_points": "50,5"})
    assert (donne.half_points, donne.points) == (81, Fraction(81, 2))


@pytest.mark.parametrize(
    "off", [None, {}, {"pousse": None, "miseres": [], "petit_chelem": {"announced": False, "made": False}}]
)
def test_options_left_off_say_nothing(off):
    assert refused(FOUR | {"options": off}) == []


@pytest.mark.parametrize(
    ("donne", "trumps"), [(THREE, (13, 15, 18)), (FOUR, (10, 13, 15)), (FIVE, (8, 10, 13)), (MORT, (10, 13, 15))]
)
def test_poignee_by_its_number_of_trumps(donne, trumps):
    for number, size in zip(trumps, ("simple", "double", "triple"), strict=True):
        (poignee,) = read(donne | {"poignees": [{"player": "Est", "trumps": number}]}).poignees
        assert poignee.size == size


@pytest.mark.parametrize(
    ("donne", "sizes"),
    [(FOUR, "SS"), (FIVE, "SS"), (FIVE, "SD"), (FIVE, "DD"), (FIVE, "ST")],
)
def test_poignees_that_22_trumps_allow(donne, sizes):
    words = {"S": "simple", "D": "double", "T": "triple"}
    assert refused(donne | {"poignees": shown(*(words[size] for size in sizes))}) == []


def test_messages_name_the_figures_and_are_typeset():
    values = {"points": Fraction(173, 2), "bouts": 0, "contract": Contract.GARDE_SANS, "hands": 3}
    problem = Problem("points_bouts", "points", values | {"range": (Fraction(9, 2), Fraction(155, 2))})
    assert problem.message() == (
        "Avec 0 bout en garde sans le chien à 3 joueurs, l’attaque a de 4,5 à 77,5 points\u00a0: 86,5 est "
        "impossible. Vérifiez les points et les bouts."
    )
    assert "from 4.5 to 77.5 points: 86.5 is impossible" in problem.message("en")
    assert Problem("player_unnamed", "players").message("de") == Problem("player_unnamed", "players").message("fr")


def test_a_long_value_is_cut():
    with pytest.raises(ImpossibleDonne) as impossible:
        read(FOUR | {"contract": "x" * 10_000})
    assert len(impossible.value.problems[0].message()) < 200


def test_a_donne_made_by_hand_refuses_too():
    players = ("Nord", "Est", "Sud", "Ouest")
    with pytest.raises(ImpossibleDonne) as impossible:
        Donne(Variant.FOUR, players, "Paul", None, Contract.GARDE, 3, 0)
    assert [problem.code for problem in impossible.value.problems] == ["player_unknown", "points_bouts"]
    assert "Paul n’est pas à cette table" in str(impossible.value)


def test_floats_never_become_a_count():
    players = ("Nord", "Est", "Sud", "Ouest")
    with pytest.raises(TypeError):
        Donne(Variant.FOUR, players, "Est", None, Contract.GARDE, 2, 92.0)


def test_two_ways_to_say_the_same_make_the_same_donne():
    assert read(FIVE | {"partner": "Est"}) == read(FIVE | {"partner": None})
    announced = FOUR | {"chelem": {"announced": True, "announced_by": "Est"}}
    assert read(announced).chelem == Chelem(announced=True)
    assert hash(read(announced)) == hash(read(FOUR | {"chelem": {"announced": True}}))


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("", "notation"),
        ("4 Nord,Est,Sud,Ouest garde Est", "notation"),
        ("4 Nord,Est,Sud,Ouest garde Est 46", "notation"),
        ("4 Nord,Est,Sud,Ouest garde Est 46/deux", "notation"),
        ("4 Nord,Est,Sud,Ouest garde Est+Sud+Nord 46/2", "notation"),
        ("4 Nord,Est,Sud,Ouest garde Est 46/2 petit=", "notation"),
        ("4 Nord,Est,Sud,Ouest garde Est 46/2 petit=attaque petit=defense", "notation"),
        ("4 Nord,Est,Sud,Ouest garde Est 46/2 poignee=Est", "notation"),
        ("4 Nord,Est,Sud,Ouest garde Est 46/2 soleil", "notation"),
        ("4 Nord,Est,Sud,Ouest garde Est+Sud 46/2", "partner_forbidden"),
        ("4 Nord,Est,Sud,Ouest garde Est 46/2 chelem=annonce:", "notation"),
        ("4 Nord,Est,Sud,Ouest garde Est 46/2 chelem=annoncee", "notation"),
        ("4 Nord,Est,Sud,Ouest garde Est 46,5/2", "points_half"),
    ],
)
def test_notation_that_cannot_be_read(line, code):
    with pytest.raises(ImpossibleDonne) as impossible:
        parse(line)
    assert [problem.code for problem in impossible.value.problems] == [code]
    assert impossible.value.problems[0].message("fr").endswith(".")

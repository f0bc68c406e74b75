"""Each bad input is answered with its code and its field."""

import dataclasses
from fractions import Fraction

import pytest

from scoring.marque import (
    Chelem,
    Contract,
    Donne,
    ImpossibleDonne,
    Misere,
    MisereKind,
    PetitChelem,
    Problem,
    Variant,
    parse,
    read,
)
from scoring.marque.catalogue import ASKED, IMPOSSIBLE

from .donnes import EIGHT, FIVE, FLAMBEUSE, FOUR, MORT, NAMED, SEVEN, SIX, THREE, TIRETTE, refused

NAN, INFINITY = float("nan"), float("inf")


def shown(*sizes: str) -> list[dict[str, str]]:
    return [{"player": player, "size": size} for player, size in zip(FOUR["players"], sizes, strict=False)]


def notation_refused(line: str) -> list[str]:
    with pytest.raises(ImpossibleDonne) as impossible:
        parse(line)
    return [problem.code for problem in impossible.value.problems]


@pytest.mark.parametrize("variant", sorted(NAMED))
def test_plain_donnes_are_possible(variant):
    assert refused(NAMED[variant]) == []


def without(kind: str, *players: str) -> list[dict[str, str]]:
    return [{"player": player, "kind": kind} for player in players]


ALSO = {("player_unknown", "chelem"): [("chelem_announcer", "chelem")]}  # somebody else is not the taker either
CALLED = {"petit_chelem": {"announced": True}}
BUT_ONE = {"petit_chelem": {"made": True}}
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
    (FOUR, {"options": {"cagnotte": 1}}, ("key_unknown", "options")),
    (FOUR, {"options": "pousse"}, ("wrong_type", "options")),
    (FOUR, {"contract": "pousse"}, ("pousse_not_in_force", "contract")),
    (FOUR, {"options": {"pousse": "double"}}, ("code_unknown", "options")),
    (FOUR, {"options": {"pousse": True}}, ("wrong_type", "options")),
    (FOUR, {"options": {"petit_chelem": True}}, ("wrong_type", "options")),
    (FOUR, {"options": {"petit_chelem": {"announced": "oui"}}}, ("wrong_type", "options")),
    (FOUR, {"options": {"petit_chelem": {"made": "defense"}}}, ("wrong_type", "options")),
    (FOUR, {"options": {"petit_chelem": {"won": True}}}, ("key_unknown", "options")),
    (FOUR, {"options": {"petit_chelem": {"made": True}}}, ("points_petit_chelem", "points")),
    (TIRETTE | {"bouts": 0}, {"options": {"petit_chelem": {"made": True}}}, ("petit_chelem_bouts", "bouts")),
    (FOUR | {"points": 87, "chelem": {"made": "attaque"}}, {"options": BUT_ONE}, ("petit_chelem_made", "options")),
    (FOUR | {"chelem": {"announced": True}}, {"options": CALLED}, ("petit_chelem_and_chelem", "options")),
    (
        FOUR | {"points": 87, "chelem": {"made": "attaque"}},
        {"options": CALLED},
        ("petit_chelem_and_chelem", "options"),
    ),
    (
        FOUR | {"points": 85, "chelem": {"announced": True}},
        {"options": BUT_ONE},
        ("petit_chelem_and_chelem", "options"),
    ),
    (
        FOUR | {"bouts": 0, "points": 3, "chelem": {"made": "defense"}},
        {"options": BUT_ONE},
        ("petit_chelem_made", "options"),
    ),
    (FOUR, {"options": {"miseres": "Est"}}, ("wrong_type", "options")),
    (FOUR, {"options": {"miseres": ["Est"]}}, ("wrong_type", "options")),
    (FOUR, {"options": {"miseres": [{"player": "Est"}]}}, ("key_missing", "options")),
    (FOUR, {"options": {"miseres": [{"kind": "atout"}]}}, ("key_missing", "options")),
    (FOUR, {"options": {"miseres": [{"player": "Est", "kind": "coeur"}]}}, ("code_unknown", "options")),
    (FOUR, {"options": {"miseres": [{"player": 3, "kind": "atout"}]}}, ("wrong_type", "options")),
    (FOUR, {"options": {"miseres": [{"player": "Est", "kind": "atout", "x": 1}]}}, ("key_unknown", "options")),
    (FOUR, {"options": {"miseres": [{"player": "Paul", "kind": "atout"}]}}, ("player_unknown", "options")),
    (MORT, {"options": {"miseres": [{"player": "Zoé", "kind": "tete"}]}}, ("player_sits_out", "options")),
    (FOUR, {"options": {"miseres": without("atout", "Est", "Est")}}, ("misere_twice", "options")),
    (
        FOUR | {"poignees": shown("simple")},
        {"options": {"miseres": without("atout", "Nord")}},
        ("misere_poignee", "options"),
    ),
    (FOUR, {"options": {"miseres": without("atout", "Nord", "Est", "Sud", "Ouest")}}, ("miseres_cards", "options")),
    (FOUR, {"options": {"miseres": without("tete", "Nord", "Est", "Sud", "Ouest")}}, ("miseres_cards", "options")),
    (
        FIVE,
        {"options": {"miseres": without("atout", "Nord", "Sud", "Ouest", "Zoé")}},
        ("miseres_cards", "options"),
    ),
    (
        FOUR,
        {"options": {"miseres": [*without("atout", "Est", "Sud", "Ouest"), *without("tete", "Est", "Sud", "Ouest")]}},
        ("miseres_cards", "options"),
    ),
    (FOUR, {"options": {"misere_value": "10"}}, ("wrong_type", "options")),
    (FOUR, {"options": {"misere_value": True}}, ("wrong_type", "options")),
    (FOUR, {"options": {"misere_value": 0}}, ("misere_value", "options")),
    (FOUR, {"options": {"misere_value": 10**9}}, ("misere_value", "options")),
    (FLAMBEUSE, {"partner": "Sud"}, ("partner_forbidden", "partner")),
    (FLAMBEUSE, {"poignees": shown("simple", "simple", "simple")}, ("poignees_trumps", "poignees")),
    (FLAMBEUSE, {"sits_out": "Zoé"}, ("sits_out_forbidden", "sits_out")),
    (TIRETTE, {"partner": "Nord"}, ("partner_forbidden", "partner")),
    (TIRETTE, {"points": 46.5}, ("points_half", "points")),
    (TIRETTE, {"poignees": [{"player": "Est", "trumps": 10}]}, ("poignee_by_level", "poignees")),
    (SIX, {"partner": None}, ("team_mate_missing", "partner")),
    (SIX, {"partner": "A"}, ("team_mate_missing", "partner")),
    (SIX, {"partner": "Z"}, ("player_unknown", "partner")),
    (SIX, {"points": 46.5}, ("points_half", "points")),
    (SIX, {"sits_out": "F"}, ("sits_out_forbidden", "sits_out")),
    (SIX, {"poignees": [{"player": "A", "trumps": 8}]}, ("poignee_by_level", "poignees")),
    (SEVEN, {"sits_out": None}, ("dealer_missing", "sits_out")),
    (SEVEN, {"sits_out": ["F", "G"]}, ("dealer_missing", "sits_out")),
    (SEVEN, {"sits_out": ["G", "G"]}, ("dealer_missing", "sits_out")),
    (SEVEN, {"sits_out": "B"}, ("player_sits_out", "partner")),
    (EIGHT, {"sits_out": "H"}, ("team_missing", "sits_out")),
    (EIGHT, {"sits_out": ["H", "H"]}, ("sits_out_twice", "sits_out")),
    (EIGHT, {"sits_out": ["A", "H"]}, ("player_sits_out", "taker")),
]


@pytest.mark.parametrize(("donne", "change", "problem"), REFUSED)
def test_refused_with_code_and_field_and_for_nothing_else(donne, change, problem):
    assert refused(donne | change) == [problem, *ALSO.get(problem, [])]


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
    elsewhere = {"partner_missing", "petit_chelem_not_in_force", "miseres_not_in_force"}
    elsewhere |= {"chelem_poignees", "petit_chelem_poignees"}  # in test_beaten
    # The warnings and the figures of a barème have tests of their own.
    assert {problem[0] for _, _, problem in REFUSED} | from_lines | elsewhere == set(ASKED) | set(IMPOSSIBLE)


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
        ("chelem_poignees", "poignees"),
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
    "off",
    [
        None,
        {},
        {"pousse": None, "miseres": [], "petit_chelem": {"announced": False, "made": False}},
        {"pousse": False, "miseres": None, "petit_chelem": None, "misere_value": None},
        {"pousse": "", "miseres": {}, "petit_chelem": {}, "misere_value": False},
        {"misere_value": 20},
    ],
)
def test_options_left_off_say_nothing(off):
    assert read(FOUR | {"options": off}) == read(FOUR)


def test_house_rules_that_are_not_in_force_are_refused_where_they_are_used():
    players = ("Nord", "Est", "Sud", "Ouest")
    with pytest.raises(ImpossibleDonne) as impossible:
        Donne(
            Variant.FOUR,
            players,
            "Est",
            None,
            Contract.POUSSE,
            2,
            92,
            petit_chelem=PetitChelem(announced=True),
            miseres=(Misere("Est", MisereKind.ATOUT),),
        )
    assert [(problem.code, problem.field) for problem in impossible.value.problems] == [
        ("pousse_not_in_force", "contract"),
        ("petit_chelem_not_in_force", "options"),
        ("miseres_not_in_force", "options"),
    ]


@pytest.mark.parametrize(
    ("facts", "problem"),
    [
        ({"contract": Contract.POUSSE}, ("pousse_not_in_force", "contract")),
        ({"petit_chelem": PetitChelem(announced=True)}, ("petit_chelem_not_in_force", "options")),
        ({"half_points": 170, "petit_chelem": PetitChelem(made=True)}, ("petit_chelem_not_in_force", "options")),
        ({"miseres": (Misere("Est", MisereKind.ATOUT),)}, ("miseres_not_in_force", "options")),
    ],
)
def test_a_house_rule_alone_is_refused_where_it_is_not_in_force(facts, problem):
    with pytest.raises(ImpossibleDonne) as impossible:
        dataclasses.replace(read(FOUR), **facts)
    assert [(found.code, found.field) for found in impossible.value.problems] == [problem]


@pytest.mark.parametrize(
    "other",
    [
        {"petit_au_bout": "attaque"},
        {"options": {"petit_chelem": {"announced": True}}},
        {"options": {"petit_chelem": {"made": True}}, "points": 85},
    ],
)
def test_a_chelem_that_cannot_be_read_contradicts_nothing(other):
    assert refused(FOUR | other | {"chelem": {"made": "tous"}}) == [("code_unknown", "chelem")]


def test_sixteen_face_cards_need_room_beside_the_poignees():
    """One against four: three hands without any, two with ten trumps and four cards more, and the dog of eight."""
    nobody = without("tete", "Nord", "Est", "Sud")
    tens = [{"player": player, "size": "double"} for player in ("Ouest", "Zoé")]
    assert refused(FLAMBEUSE | {"poignees": tens, "options": {"miseres": nobody}}) == []
    bigger = [{"player": "Ouest", "size": "triple"}, {"player": "Zoé", "size": "simple"}]
    assert refused(FLAMBEUSE | {"poignees": bigger, "options": {"miseres": nobody}}) == [("miseres_cards", "options")]
    # At three, nine cards beside a double poignée and six in the dog are one too few.
    fifteen = {"poignees": [{"player": "Sud", "size": "double"}], "options": {"miseres": nobody[:2]}}
    assert refused(THREE | fifteen) == [("miseres_cards", "options")]


def test_twenty_one_trumps_need_a_hand():
    """One against four: a hand of fourteen and the dog of eight hold the trumps, but not the face cards as well."""
    others = without("atout", "Est", "Sud", "Ouest", "Zoé")
    assert refused(FLAMBEUSE | {"options": {"miseres": others}}) == []
    both = [*others, *without("tete", "Sud", "Ouest", "Zoé")]
    assert refused(FLAMBEUSE | {"options": {"miseres": both}}) == [("miseres_cards", "options")]


def test_a_misere_badly_written_is_no_misere():
    twice = {"options": {"miseres": without("coeur", "Est", "Est")}}
    assert refused(FOUR | twice) == [("code_unknown", "options"), ("code_unknown", "options")]


def test_a_poignee_badly_written_hides_nothing_about_the_others():
    shown_by = [{"player": "Est", "size": "petite"}, {"player": "Paul", "size": "simple"}]
    assert refused(FOUR | {"poignees": shown_by}) == [("code_unknown", "poignees"), ("player_unknown", "poignees")]
    assert refused(SIX | {"partner": None, "bouts": "2"}) == [("wrong_type", "bouts"), ("team_mate_missing", "partner")]
    assert refused(SIX | {"partner": 2}) == [("wrong_type", "partner")]


@pytest.mark.parametrize(("taker", "partner"), [("A", "B"), ("B", "A"), ("F", "C")])
def test_a_team_is_any_two_players(taker, partner):
    pair = {"taker": taker, "partner": partner}
    assert refused(SIX | pair) == []
    assert refused(SIX | pair | {"bouts": 4}) == [("bouts_range", "bouts")]


@pytest.mark.parametrize(
    "word", ["mort=Est", "poignee=Est:simple", "chelem=annonce", "petit_chelem=annonce", "misere=Est:tete"]
)
@pytest.mark.parametrize("key", ["a", "z"])
def test_what_a_word_says_is_not_read_under_another_key(word, key):
    _, value = word.split("=")
    assert notation_refused(f"4 Nord,Est,Sud,Ouest garde Est 46/2 {key}={value}") == ["notation"]
    assert notation_refused(f"4 Nord,Est,Sud,Ouest garde Est 46/2 {key}=10") == ["notation"]


@pytest.mark.parametrize(("value", "problems"), [(1, []), (10_000, []), (10_001, [("misere_value", "options")])])
def test_a_misere_is_worth_one_point_at_least_and_ten_thousand_at_most(value, problems):
    assert refused(FOUR | {"options": {"miseres": without("tete", "Est"), "misere_value": value}}) == problems


def test_a_petit_chelem_made_by_the_attack_is_one_made_and_one_announced_is_not_said_by_a_camp():
    made = FOUR | {"points": 85, "options": {"petit_chelem": {"made": "attaque"}}}
    assert read(made).petit_chelem == PetitChelem(made=True)
    assert refused(FOUR | {"options": {"petit_chelem": {"announced": "attaque"}}}) == [("wrong_type", "options")]


@pytest.mark.parametrize(
    ("size", "trumps", "problems"),
    [
        ("double", 13, []),
        ("double", 10, [("poignee_sizes_differ", "poignees")]),
        ("simple", 13, [("poignee_sizes_differ", "poignees")]),
        ("triple", 10, [("poignee_sizes_differ", "poignees")]),
    ],
)
def test_a_size_and_a_number_of_trumps_have_to_agree(size, trumps, problems):
    assert refused(FOUR | {"poignees": [{"player": "Est", "size": size, "trumps": trumps}]}) == problems


@pytest.mark.parametrize(("points", "code"), [(10**12, "points_unreadable"), (10**12 - 1, "points_range")])
def test_a_number_is_read_as_far_as_any_slip_of_the_pen_goes(points, code):
    assert refused(FOUR | {"points": points}) == [(code, "points")]
    assert refused(FOUR | {"points": -points}) == [(code, "points")]
    assert refused(FOUR | {"points": float(points)}) == [(code, "points")]


@pytest.mark.parametrize(
    ("donne", "options"),
    [
        (FOUR | {"points": 86, "bouts": 3}, BUT_ONE),
        (FOUR | {"points": 85}, {"petit_chelem": {"announced": True, "made": "attaque"}}),
        (FOUR, CALLED),
        (FOUR | {"poignees": shown("triple")}, {"miseres": without("atout", "Est", "Sud", "Ouest")}),
        (FOUR, {"miseres": without("atout", "Est") + without("tete", "Est")}),
        (FOUR | {"poignees": shown("simple")}, {"miseres": without("tete", "Nord")}),
        (FOUR | {"contract": "pousse"}, {"pousse": "x"}),
        (SEVEN | {"contract": "pousse"}, {"pousse": "add"}),
        (FLAMBEUSE | {"points": 46.5}, {}),
        (FLAMBEUSE | {"poignees": [{"player": "Est", "trumps": 13}]}, {}),
        (TIRETTE | {"poignees": shown("triple", "triple")}, {}),
    ],
)
def test_house_rules_that_are_asked_for_are_possible(donne, options):
    assert refused(donne | {"options": options}) == []


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
    values = {"points": Fraction(173, 2), "bouts": 0, "contract": Contract.GARDE_SANS, "playing": 3}
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
        ("4 Nord,Est,Sud,Ouest pousse Est 46/2", "pousse_not_in_force"),
        ("4 Nord,Est,Sud,Ouest garde Est 46/2 pousse=", "notation"),
        ("4 Nord,Est,Sud,Ouest garde Est 46/2 pousse=add pousse=x", "notation"),
        ("4 Nord,Est,Sud,Ouest garde Est 46/2 petit_chelem=attaque", "notation"),
        ("4 Nord,Est,Sud,Ouest garde Est 46/2 misere=Est", "notation"),
        ("4 Nord,Est,Sud,Ouest garde Est 46/2 misere=Est:coeur", "code_unknown"),
        ("4 Nord,Est,Sud,Ouest garde Est 46/2 valeur_misere=dix", "notation"),
        ("6 A,B,C,D,E,F garde A 46/2", "team_mate_missing"),
        ("4 Nord,Est,Sud,Ouest garde Est 46/2 poignee=Est:simple:double", "notation"),
        ("4 Nord,Est,Sud,Ouest garde Est 46/2 misere=Est:atout:tete", "notation"),
    ],
)
def test_notation_that_cannot_be_read(line, code):
    with pytest.raises(ImpossibleDonne) as impossible:
        parse(line)
    assert [problem.code for problem in impossible.value.problems] == [code]
    assert impossible.value.problems[0].message("fr").endswith(".")

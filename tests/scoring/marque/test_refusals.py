"""Each bad input is answered with its code and its field."""

import pytest

from scoring.marque import (
    ImpossibleDonne,
    read,
)
from scoring.marque.problems import ASKED, IMPOSSIBLE

from .donnes import (
    BUT_ONE,
    CALLED,
    EIGHT,
    FIVE,
    FLAMBEUSE,
    FOUR,
    MORT,
    NAMED,
    SEVEN,
    SIX,
    THREE,
    TIRETTE,
    refused,
    shown,
    without,
)

NAN, INFINITY = float("nan"), float("inf")


@pytest.mark.parametrize("variant", sorted(NAMED))
def test_plain_donnes_are_possible(variant):
    assert refused(NAMED[variant]) == []


ALSO = {("player_unknown", "chelem"): [("chelem_announcer", "chelem")]}  # somebody else is not the taker either
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

"""The ways to write a donne as an object: what they come to, and how far they are read."""

from fractions import Fraction

import pytest

from scoring.marque import (
    Chelem,
    Contract,
    Donne,
    Facts,
    ImpossibleDonne,
    Misere,
    MisereKind,
    PetitChelem,
    Problem,
    Variant,
    read,
)
from tests.strategies import changed

from .donnes import (
    BUT_ONE,
    CALLED,
    FIVE,
    FLAMBEUSE,
    FOUR,
    MORT,
    SEVEN,
    SIX,
    THREE,
    TIRETTE,
    refused,
    shown,
    without,
)


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
        {"pousse": None, "miseres": None, "petit_chelem": None, "misere_value": None},
        {"petit_chelem": {}},
        {"misere_value": 20},
    ],
)
def test_options_left_off_say_nothing(off):
    assert read(FOUR | {"options": off}) == read(FOUR)


@pytest.mark.parametrize("key", ["pousse", "miseres", "petit_chelem", "misere_value"])
@pytest.mark.parametrize("value", [False, ""])
def test_an_option_is_left_off_by_null_and_not_by_another_nothing(key, value):
    with pytest.raises(ImpossibleDonne, match=key):
        read(FOUR | {"options": {key: value}})


def test_house_rules_that_are_not_in_force_are_refused_where_they_are_used():
    players = ("Nord", "Est", "Sud", "Ouest")
    with pytest.raises(ImpossibleDonne) as impossible:
        Donne.of(
            Facts(
                variant=Variant.FOUR,
                taker=1,
                contract=Contract.POUSSE,
                bouts=2,
                half_points=92,
                petit_chelem=PetitChelem(announced=True),
                miseres=(Misere(1, MisereKind.ATOUT),),
            ),
            players,
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
        changed(read(FOUR), **facts)
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
    players = ("Nord", "Est", "Sud", "Ouest", "Paul")
    facts = Facts(variant=Variant.FOUR, taker=4, contract=Contract.GARDE, bouts=3, half_points=0, players=4)
    with pytest.raises(ImpossibleDonne) as impossible:
        Donne.of(facts, players)
    assert [problem.code for problem in impossible.value.problems] == ["player_unknown", "points_bouts"]
    assert "Paul n’est pas à cette table" in str(impossible.value)


def test_two_ways_to_say_the_same_make_the_same_donne():
    assert read(FIVE | {"partner": "Est"}) == read(FIVE | {"partner": None})
    announced = FOUR | {"chelem": {"announced": True, "announced_by": "Est"}}
    assert read(announced).chelem == Chelem(announced=True)
    assert hash(read(announced)) == hash(read(FOUR | {"chelem": {"announced": True}}))

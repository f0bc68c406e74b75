"""What is wrong, in whole sentences: the names and the figures they quote are those of the donne."""

import pytest

from scoring.marque import ImpossibleDonne, read

from .donnes import EIGHT, FIVE, FOUR, MORT, SEVEN, SIX, TIRETTE


def shown(*sizes: tuple[str, str]) -> dict[str, list[dict[str, str]]]:
    return {"poignees": [{"player": player, "size": size} for player, size in sizes]}


def without(*kinds: tuple[str, str]) -> dict[str, dict[str, object]]:
    return {"options": {"miseres": [{"player": player, "kind": kind} for player, kind in kinds]}}


SLAM = {"announced": False, "made": "attaque"}
BUT_ONE = {"options": {"petit_chelem": {"made": True}}}
TOLD = [
    # The people.
    (FOUR, {"players": ["Nord", "Est", "Sud"]}, "There must be 4 players, 3 given: complete or correct the list."),
    (
        FOUR,
        {"players": [*FOUR["players"], "Paul"]},
        "There must be 4 players, 5 given: complete or correct the list.",
    ),
    (
        FIVE,
        {"players": ["Nord", "Est", "Nord", "Est", "Sud"]},
        "A name stands more than once (Nord, Est): give every player a different name.",
    ),
    (
        FIVE,
        {"players": ["Nord", "Est", "Nord", "Nord", "Sud"]},
        "A name stands more than once (Nord): give every player a different name.",
    ),
    (FOUR, {"taker": "Paul"}, "Paul is not at this table: choose one of Nord, Est, Sud, Ouest."),
    (MORT, {"taker": "Zoé"}, "Zoé sits this deal out and holds no cards: choose another player."),
    (FOUR, {"partner": "Sud"}, "With 4 players the taker plays alone: take Sud out as partner."),
    (SIX, {"partner": None}, "With 6 players one plays in teams of two: name the taker's team-mate."),
    (SEVEN, {"partner": "A"}, "With 6 players one plays in teams of two: name the taker's team-mate."),
    (
        SEVEN,
        {"sits_out": ["F", "G"]},
        "With seven players the dealer does not play: name that one player as sitting out (got 2).",
    ),
    (
        EIGHT,
        {"sits_out": []},
        "With eight players the dealing team does not play: name its two players as sitting out (got 0).",
    ),
    (EIGHT, {"sits_out": ["H", "H"]}, "H is named twice as sitting out: name both players of the dealing team."),
    (
        MORT,
        {"sits_out": None},
        "With five players and a mort, name the one player who sits this deal out (got 0).",
    ),
    (FOUR, {"sits_out": ["Nord", "Sud"]}, "In this variant everyone plays: take Nord, Sud out of those who sit out."),
    # The count.
    (FOUR, {"bouts": 4}, "There are three bouts in the pack, the attack cannot hold 4: give 0 to 3."),
    (FOUR, {"bouts": -1}, "There are three bouts in the pack, the attack cannot hold -1: give 0 to 3."),
    (FOUR, {"points": 91.5}, "There are 91 points in the pack, the attack cannot have 91.5: count again."),
    (FOUR, {"points": "-0.5"}, "There are 91 points in the pack, the attack cannot have −0.5: count again."),
    (
        FOUR,
        {"points": 46.5},
        ("The attack cannot have 46.5 points with 4 players: its cards make 46 or 47. Count the points again."),
    ),
    (
        TIRETTE,
        {"points": "40,5"},
        "The attack cannot have 40.5 points with 2 players: its cards make 40 or 41. Count the points again.",
    ),
    (
        FOUR,
        {"points": 12},
        (
            "With 2 bouts in a garde with 4 players, the attack has from 13 to 85 points: 12 is impossible. "
            "Check the points and the bouts."
        ),
    ),
    (
        FOUR,
        {"points": 85.5},
        (
            "With 2 bouts in a garde with 4 players, the attack has from 13 to 85 points: 85.5 is impossible. "
            "Check the points and the bouts."
        ),
    ),
    (
        MORT,
        {"points": 12, "contract": "garde_contre", "bouts": 3},
        (
            "With 3 bouts in a garde contre le chien with 4 players, the attack has from 14 to 86 points: 12 is "
            "impossible. Check the points and the bouts."
        ),
    ),
    (
        FOUR,
        {"points": 89, "bouts": 3, "chelem": SLAM},
        (
            "A slam made by the attack with 3 bouts in a garde leaves the attack 91 points: 89 is impossible. "
            "Check the slam, the points and the bouts."
        ),
    ),
    (
        FOUR,
        {"points": 60, "bouts": 1, "chelem": SLAM},
        "A slam made by the attack in a garde cannot leave the attack with 1 bout: check the slam and the bouts.",
    ),
    (
        FOUR,
        {"defense_points": 44.5},
        (
            "The two counts make 90.5 points instead of 91 (46 for the attack, 44.5 for the defence): "
            "count both piles again."
        ),
    ),
    (
        FOUR,
        {"points": 0},
        (
            "With 2 bouts in a garde with 4 players, the attack has from 13 to 85 points: 0 is impossible. "
            "Check the points and the bouts."
        ),
    ),
    # The primes.
    (
        FOUR,
        {"bouts": 0, "petit_au_bout": "attaque"},
        "The petit au bout cannot go to the attack when the attack holds 0 bouts: correct one or the other.",
    ),
    (
        FOUR,
        {"points": 87, "chelem": SLAM, "petit_au_bout": "defense"},
        "The petit au bout cannot go to the defence when the attack takes every trick: correct one or the other.",
    ),
    (
        FOUR,
        {"bouts": 1, "points": 10, "chelem": {"made": "defense"}, "petit_au_bout": "attaque"},
        "The petit au bout cannot go to the attack when the defence takes every trick: correct one or the other.",
    ),
    (
        FIVE,
        shown(("Sud", "simple"), ("Est", "simple"), ("Sud", "simple")),
        "Sud shows only one poignée in a deal: keep the biggest.",
    ),
    (
        FIVE,
        shown(("Sud", "double"), ("Est", "triple")),
        (
            "With 5 players these poignées need 23 trumps and there are only 22, the Excuse included: "
            "check the poignées."
        ),
    ),
    (
        FOUR,
        without(("Est", "atout"), ("Sud", "tete"), ("Est", "atout")),
        "Est shows the same misère d'atout twice: keep only one.",
    ),
    (
        FOUR,
        shown(("Nord", "simple")) | without(("Nord", "atout")),
        ("Nord shows a poignée and a misère d'atout: the latter needs a hand without trumps, take one of them out."),
    ),
    (
        FOUR,
        without(("Nord", "tete"), ("Est", "tete"), ("Sud", "tete"), ("Ouest", "tete")),
        ("With 4 players the 78 cards do not allow all these misères at once: check the misères and the poignées."),
    ),
    (
        TIRETTE,
        {"bouts": 0, "points": 80} | BUT_ONE,
        "A petit chelem made in a garde cannot leave the attack with 0 bouts: check it and the bouts.",
    ),
    (
        FOUR,
        {"bouts": 3, "points": 72} | BUT_ONE,
        (
            "A petit chelem made with 3 bouts in a garde gives the attack from 73 to 89 points: 72 is impossible. "
            "Check the petit chelem, the points and the bouts."
        ),
    ),
    (
        FOUR,
        {"bouts": 0, "points": 3, "chelem": {"made": "defense"}} | BUT_ONE,
        (
            "A petit chelem is all the tricks but one, and the slam by the defence takes them all: "
            "keep one or the other."
        ),
    ),
    (
        FOUR,
        {"chelem": {"announced": True, "announced_by": "Nord"}},
        "Only the taker (Est) may announce a slam: take out the announcement by Nord.",
    ),
    (
        FOUR | {"taker": "Sud"},
        {"chelem": {"announced": True, "announced_by": "Est"}},
        "Only the taker (Sud) may announce a slam: take out the announcement by Est.",
    ),
    (
        FOUR,
        {"chelem": {"announced_by": "Est"}},
        "The slam is said not to be announced, yet announced by Est: correct one or the other.",
    ),
    (FOUR, {"options": {"misere_value": 0}}, "A misère is worth 1 to 10000 points, got 0. Correct this value."),
    # What was written.
    (FOUR, {"contract": 2}, "“contract” must be a text, got 2. Correct this value."),
    (
        FOUR,
        {"contract": "petite"},
        '“contract” cannot be "petite": choose one of prise, pousse, garde, garde_sans or garde_contre.',
    ),
    (FOUR, {"taker": ["Est"]}, '“taker” must be a name, got ["Est"]. Correct this value.'),
    (FOUR, {"chelem": "attaque"}, '“chelem” must be an object, got "attaque". Correct this value.'),
    (FOUR, {"poignees": [{"player": "Est", "size": 1}]}, "“size” must be a text, got 1. Correct this value."),
    (
        FOUR,
        {"poignees": [{"player": "Est", "size": "petite"}]},
        '“size” cannot be "petite": choose one of simple, double or triple.',
    ),
    (FOUR, {"poignees": [{"player": 1, "size": "simple"}]}, "“player” must be a name, got 1. Correct this value."),
    (
        FOUR,
        {"poignees": [{"player": "Est", "trumps": 11}]},
        "A poignée is shown with exactly 10, 13 or 15 trumps in this variant, got 11. Give the number of trumps shown.",
    ),
    (
        FOUR,
        {"poignees": [{"player": "Est", "trumps": 13, "size": "simple"}]},
        "The poignée is called simple and 13 trumps do not make a simple one: correct one or the other.",
    ),
    (FOUR, {"options": {"petit_chelem": "x"}}, '“petit_chelem” must be an object, got "x". Correct this value.'),
    (FOUR, {"options": 3}, "“options” must be an object, got 3. Correct this value."),
    (
        FOUR,
        {"points": 46.25},
        "Cards are counted in halves, 46.25 will not do for “points”: give a whole number or a half.",
    ),
]


def test_in_french_what_was_typed_stands_between_guillemets():
    with pytest.raises(ImpossibleDonne) as impossible:
        read(FOUR | {"contract": 'très "petite"'})
    (problem,) = impossible.value.problems
    assert problem.message("fr").replace("\u00a0", " ") == (
        '« contract » ne peut pas valoir « très \\"petite\\" » : choisissez parmi prise, pousse, garde, garde_sans ou '
        "garde_contre."
    )
    assert problem.message("en-gb") == problem.message("en")


def test_what_is_quoted_is_cut_to_eighty_characters():
    (sentence,) = english(FOUR | {"contract": "x" * 200})
    assert sentence.split("“contract” cannot be ")[1].split(": choose")[0] == '"' + "x" * 78 + "…"
    (whole,) = english(FOUR | {"contract": "x" * 78})
    assert whole.split("“contract” cannot be ")[1].split(": choose")[0] == '"' + "x" * 78 + '"'


def english(mapping: object) -> list[str]:
    with pytest.raises(ImpossibleDonne) as impossible:
        read(mapping)
    return [problem.message("en") for problem in impossible.value.problems]


@pytest.mark.parametrize(("donne", "change", "sentence"), TOLD)
def test_a_sentence_quotes_what_was_written_and_what_could_be(donne, change, sentence):
    assert english(donne | change) == [sentence]

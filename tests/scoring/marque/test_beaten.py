"""A slam against a poignée: trump by trump, one could have been made, or the donne is refused."""

import pytest

from scoring.marque import ImpossibleDonne, parse

TABLES = {"3": "Nord,Est,Sud", "4": "Nord,Est,Sud,Ouest", "5": "Nord,Est,Sud,Ouest,Zoé"}
SLAM = {"attaque": "91/3 chelem=attaque", "defense": "{low}/0 chelem=defense", "petit": "{high}/3 petit_chelem=reussi"}
COUNTS = {"3": ("10", "86.5"), "4": ("10", "87"), "5": ("5", "86.5")}
SIZES = {"3": (13, 15, 18), "4": (10, 13, 15), "5": (8, 10, 13)}


def codes(variant, slam, *poignees):
    low, high = COUNTS[variant]
    attack = "Est+Zoé" if variant == "5" else "Est"
    shown = " ".join(f"poignee={player}:{size}" for player, size in poignees)
    try:
        parse(f"{variant} {TABLES[variant]} garde {attack} {SLAM[slam].format(low=low, high=high)} {shown}")
    except ImpossibleDonne as impossible:
        return [problem.code for problem in impossible.problems]
    return []


def can_be_beaten(*numbers, won=0):
    """
    Deal the lowest trumps to who shows them, the Excuse to the first, and beat them one by one.

    The hands that show lose a trump each to the same trick; `won` tricks are theirs. Every trick takes the lowest trump
    of the others that is high enough; nothing else could be spared better.
    """
    trumps = list(range(1, 22))
    hands = []
    for index, number in enumerate(numbers):
        real = number - (index == 0)  # the Excuse stands for a trump
        hands.append(trumps[:real])
        del trumps[:real]
    falls = [max(falling) for falling in zip(*(hand + [0] * (22 - len(hand)) for hand in hands), strict=True)]
    falls = sorted((fall for fall in falls if fall), reverse=True)[won:]
    return len(falls) <= len(trumps) and all(fall < beat for fall, beat in zip(falls, reversed(trumps), strict=False))


@pytest.mark.parametrize("variant", list(TABLES))
@pytest.mark.parametrize("index", range(3))
@pytest.mark.parametrize(("slam", "loser", "won"), [("attaque", "Sud", 0), ("defense", "Est", 0), ("petit", "Sud", 1)])
def test_one_poignee_against_a_slam(variant, index, slam, loser, won):
    size = ("simple", "double", "triple")[index]
    code = "petit_chelem_poignees" if slam == "petit" else "chelem_poignees"
    expected = [] if can_be_beaten(SIZES[variant][index], won=won) else [code]
    assert codes(variant, slam, (loser, size)) == expected


@pytest.mark.parametrize("variant", ["4", "5"])
def test_two_poignees_of_the_camp_that_takes_no_trick(variant):
    assert not can_be_beaten(SIZES[variant][0], SIZES[variant][0])
    assert codes(variant, "attaque", ("Nord", "simple"), ("Sud", "simple")) == ["chelem_poignees"]


def test_two_poignees_one_in_each_camp():
    assert codes("4", "attaque", ("Est", "simple"), ("Sud", "simple")) == []
    assert codes("5", "defense", ("Est", "simple"), ("Zoé", "simple")) == ["chelem_poignees"]
    assert codes("5", "attaque", ("Est", "double"), ("Zoé", "double")) == []


def test_the_sentence_says_how_many_trumps_are_left():
    with pytest.raises(ImpossibleDonne) as refused:
        parse("4 Nord,Est,Sud,Ouest garde Est 91/3 chelem=attaque poignee=Sud:double")
    assert str(refused.value) == (
        "Un chelem réussi par l’attaque est impossible contre 13 atouts montrés\u00a0: il n’en reste que 9 pour les "
        "prendre. Vérifiez le chelem et les poignées."
    )


def test_a_slam_but_for_one_trick_leaves_it_to_two_poignees_of_eight():
    """Six trumps are left: enough for the six tricks that are not theirs, the Excuse apart, and not for seven."""
    assert codes("5", "petit", ("Nord", "simple"), ("Sud", "simple")) == []
    assert codes("5", "attaque", ("Nord", "simple"), ("Sud", "simple")) == ["chelem_poignees"]
    assert codes("4", "petit", ("Nord", "simple"), ("Sud", "simple")) == ["petit_chelem_poignees"]


def test_the_poignee_of_the_camp_that_takes_every_trick_is_beaten_by_nobody():
    assert codes("4", "defense", ("Sud", "triple")) == []
    assert codes("4", "attaque", ("Est", "triple")) == []


def test_poignees_that_the_pack_does_not_hold_are_told_once():
    assert codes("4", "attaque", ("Nord", "simple"), ("Sud", "double")) == ["poignees_trumps"]

"""The glance that lets nearly every donne through says what the checks say, and a donne stays what it was."""

import copy
import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.marque import (
    FFT_2012,
    NO_HOUSE_RULES,
    Camp,
    Chelem,
    Contract,
    Donne,
    HouseRules,
    ImpossibleDonne,
    Misere,
    MisereKind,
    PetitChelem,
    Poignee,
    PoigneeSize,
    PousseReading,
    Problem,
    Turn,
    Variant,
    compose,
    departures,
    ledger,
    parse,
    score,
)
from scoring.marque.checks import problems_in
from scoring.marque.glance import is_clear
from tests.strategies import donnes

from .test_laws import law

ALL = HouseRules(pousse=PousseReading.ADD, petit_chelem=True, miseres=True)


def spoilers(donne: Donne) -> dict[str, st.SearchStrategy]:
    """Return other facts for a donne, possible or not, nearly all of them about the people who are there."""
    players = donne.players
    someone = st.sampled_from([*players, players[0], "nobody"])
    several = st.lists(someone, max_size=3).map(tuple)
    return {
        "variant": st.sampled_from(Variant),
        "players": st.sampled_from(
            [players[1:], players[::-1], players[:1] * len(players), (" ", *players[1:]), (*players, "another")]
        ),
        "taker": someone,
        "partner": someone | st.none(),
        "contract": st.sampled_from(Contract),
        "bouts": st.integers(-1, 4),
        "half_points": st.integers(-1, 184),
        "petit_au_bout": st.sampled_from([None, *Camp]),
        "poignees": st.lists(st.builds(Poignee, someone, st.sampled_from(PoigneeSize)), max_size=3).map(tuple),
        "chelem": st.builds(Chelem, st.booleans(), st.sampled_from([None, *Camp]), st.none() | someone),
        "sits_out": several,
        "petit_chelem": st.builds(PetitChelem, st.booleans(), st.booleans()),
        "miseres": st.lists(st.builds(Misere, someone, st.sampled_from(MisereKind)), max_size=3).map(tuple),
        "house": st.sampled_from([NO_HOUSE_RULES, ALL, HouseRules(miseres=True)]),
    }


@law
@given(donnes(), st.data())
def test_a_donne_is_refused_for_what_the_checks_find_and_for_nothing_else(donne, data):
    changes = spoilers(donne)
    changed = data.draw(st.sets(st.sampled_from(sorted(changes)), min_size=1, max_size=3))
    facts = vars(donne) | {name: data.draw(changes[name], name) for name in sorted(changed)}
    wrong = problems_in(**facts)
    try:
        Donne(**facts)
        found = []
    except ImpossibleDonne as impossible:
        found = list(impossible.problems)
    assert found == wrong


@law
@given(donnes())
def test_a_possible_donne_is_let_through_at_a_glance(donne):
    assert is_clear(donne)


def test_a_slam_with_a_poignee_of_its_own_camp_is_let_through_at_a_glance():
    assert is_clear(parse("4 Nord,Est,Sud,Ouest garde Est 91/3 chelem=attaque poignee=Est:triple"))


FACTS = [
    parse("4 Nord,Est,Sud,Ouest garde Est 46/2"),
    Poignee("Est", PoigneeSize.SIMPLE),
    Chelem(),
    PetitChelem(),
    Misere("Est", MisereKind.ATOUT),
    Problem("not_json", ""),
    NO_HOUSE_RULES,
    FFT_2012,
    departures(compose({"base": 35}, edition="club"))[0],
    Turn("Est"),
    ledger(["Est", "Sud"], [Turn("Est")], NO_HOUSE_RULES),
    ledger(["Est", "Sud"], [Turn("Est")], NO_HOUSE_RULES).rows[0],
]


@pytest.mark.parametrize("fact", FACTS, ids=[type(fact).__name__ for fact in FACTS])
def test_a_fact_cannot_be_changed(fact):
    assert hash(fact) == hash(copy.copy(fact))
    name = dataclasses.fields(fact)[0].name
    for change in (lambda: setattr(fact, name, "other"), lambda: delattr(fact, name)):
        with pytest.raises(dataclasses.FrozenInstanceError):
            change()


def test_a_marque_and_its_parts_cannot_be_changed():
    scored = score(parse("4 Nord,Est,Sud,Ouest garde Est 46/2"))
    for fact, name in ((scored, "marque"), (scored.marque, "won"), (scored.marque.parts[0], "points")):
        with pytest.raises(AttributeError):
            setattr(fact, name, 0)


@law
@given(donnes())
def test_a_copy_of_a_donne_is_the_same_donne(donne):
    for other in (copy.copy(donne), dataclasses.replace(donne), Donne(**vars(donne))):
        assert (other, hash(other)) == (donne, hash(donne))

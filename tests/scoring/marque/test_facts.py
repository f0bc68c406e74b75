"""What facts say is wrong is what a donne is refused for, and a donne stays what it was."""

import copy
import dataclasses
from dataclasses import replace

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
    Facts,
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
    problems_in,
    recall,
    score,
)
from scoring.marque.checks import naming
from tests.strategies import donne_of, donnes, facts_by_chair

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


def by_chair(donne: Donne) -> tuple[Facts, list[str]]:
    """Return the facts of a donne, and everybody it names."""
    return facts_by_chair(vars(donne))


@law
@given(donnes(), st.data())
def test_a_donne_is_refused_for_what_its_facts_say_and_for_nothing_else(donne, data):
    changes = spoilers(donne)
    changed = data.draw(st.sets(st.sampled_from(sorted(changes)), min_size=1, max_size=3))
    told = vars(donne) | {name: data.draw(changes[name], name) for name in sorted(changed)}
    facts, people = facts_by_chair(told)
    wrong = [*naming(facts.variant, told["players"]), *problems_in(facts, told["house"])]
    try:
        donne_of(**told)
        found = []
    except ImpossibleDonne as impossible:
        found = list(impossible.problems)
    assert found == [problem.named(people) for problem in wrong]


@law
@given(donnes())
def test_the_facts_of_a_donne_make_it_again(donne):
    facts, players = by_chair(donne)
    assert problems_in(facts, donne.house) == []
    assert Donne.of(facts, players, donne.house) == Donne.unchecked(facts, players, donne.house) == donne


@law
@given(donnes())
def test_a_stored_donne_is_told_again_as_it_was_scored(donne):
    scored = score(donne)
    facts, players = by_chair(donne)
    assert recall(
        facts, list(scored.scores.values()), players, replace(FFT_2012, house=donne.house)
    ) == scored._replace(bareme=replace(FFT_2012, house=donne.house))


def test_nothing_is_known_of_a_donne_yet():
    told = [(problem.code, problem.field) for problem in problems_in(Facts())]
    assert told == [("key_missing", key) for key in ("variant", "taker", "contract", "bouts", "points")]


def test_what_could_not_be_read_is_not_said_to_be_missing_as_well():
    unread = Problem("points_unreadable", "points", {"key": "points", "value": "x"})
    facts = Facts(variant=Variant.FOUR, taker=1, contract=Contract.GARDE, players=4, noted=(unread,))
    assert [problem.code for problem in problems_in(facts)] == ["points_unreadable", "key_missing"]


def test_a_problem_has_chairs_until_its_people_are_named():
    facts = Facts(
        variant=Variant.FIVE_MORT, taker=4, contract=Contract.GARDE, bouts=2, half_points=92, sits_out=(4,), players=5
    )
    (problem,) = problems_in(facts)
    assert problem.values == {"player": 4}
    assert problem.named(["Anne", "Bob", "Chloé", "Dan", "Eve"]).values == {"player": "Eve"}


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

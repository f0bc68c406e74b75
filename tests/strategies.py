"""Hypothesis strategies: donnes that can happen, and the parts of them."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from hypothesis import strategies as st

from scoring.marque import (
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
    Variant,
)
from scoring.marque.checks import naming
from scoring.marque.donne import NamesByChair
from scoring.marque.feasible import beaten, counts

SHOWN = {  # poignées that may fall together in one donne, 22 trumps between them [R13]; where sizes are unstated, two
    3: ["", "S", "D", "T"],
    4: ["", "S", "D", "T", "SS"],
    5: ["", "S", "D", "T", "SS", "SD", "DS", "DD", "ST", "TS"],
    2: ["", "S", "D", "T", "SS"],
    6: ["", "S", "D", "T", "SS", "SD"],
}
SIZES = {"S": PoigneeSize.SIMPLE, "D": PoigneeSize.DOUBLE, "T": PoigneeSize.TRIPLE}
OFFICIAL = tuple(variant for variant in Variant if variant.official)

names = st.text(min_size=1, max_size=8).filter(str.strip)
houses = st.just(NO_HOUSE_RULES) | st.builds(
    HouseRules,
    pousse=st.sampled_from([None, None, *PousseReading]),
    petit_chelem=st.booleans(),
    miseres=st.booleans(),
    misere_value=st.integers(1, 50),
)


def facts_by_chair(told: Mapping[str, Any]) -> tuple[Facts, list[str]]:
    """Return the facts of what is told by names, as `Donne` has it, and everybody it names: the chairs, then others."""
    people = NamesByChair(told["players"])
    chelem = told["chelem"]
    facts = Facts(
        variant=told["variant"],
        taker=people.chair_of(told["taker"]),
        partner=None if told["partner"] is None else people.chair_of(told["partner"]),
        contract=told["contract"],
        bouts=told["bouts"],
        half_points=told["half_points"],
        petit_au_bout=told["petit_au_bout"],
        poignees=tuple(Poignee(people.chair_of(shown.player), shown.size) for shown in told["poignees"]),
        chelem=Chelem(
            chelem.announced,
            chelem.made,
            None if chelem.announced_by is None else people.chair_of(chelem.announced_by),
        ),
        sits_out=tuple(people.chair_of(player) for player in told["sits_out"]),
        petit_chelem=told["petit_chelem"],
        miseres=tuple(Misere(people.chair_of(shown.player), shown.kind) for shown in told["miseres"]),
        players=len(told["players"]),
    )
    return facts, people.names


def donne_of(**told: Any) -> Donne:
    """Return the donne of what is told by names. Raises `ImpossibleDonne`, the names' own problems first."""
    facts, people = facts_by_chair(told)
    noted = tuple(naming(facts.variant, told["players"]))
    return Donne.of(replace(facts, noted=noted), people, told["house"])


def changed(donne: Donne, **told: Any) -> Donne:
    """Return a donne with other facts, told by names. Raises `ImpossibleDonne`."""
    return donne_of(**vars(donne) | told)


@st.composite
def donnes(
    draw: st.DrawFn,
    variants: tuple[Variant, ...] = tuple(Variant),
    naming: st.SearchStrategy[str] = names,
    house: st.SearchStrategy[HouseRules] = houses,
):
    """Draw a possible donne: chelems, poignées and the house rules in force included."""
    variant = draw(st.sampled_from(variants))
    rules = draw(house)
    players = draw(st.lists(naming, min_size=variant.seats, max_size=variant.seats, unique=True).map(tuple))
    sits_out = tuple(draw(st.permutations(players))[: variant.resting])
    playing = [player for player in players if player not in sits_out]
    taker = draw(st.sampled_from(playing))
    partner = None
    if variant is Variant.FIVE:
        partner = draw(st.sampled_from([*playing, None]))
    elif variant.teams:
        partner = draw(st.sampled_from([player for player in playing if player != taker]))
    contract = draw(st.sampled_from([bid for bid in Contract if rules.pousse or bid is not Contract.POUSSE]))
    chelem = Chelem(draw(st.booleans()), draw(st.sampled_from([None, None, None, *Camp])))
    petit_chelem = PetitChelem()
    if rules.petit_chelem and chelem == Chelem():
        petit_chelem = PetitChelem(draw(st.booleans()), draw(st.booleans()))
    but_one = petit_chelem.made
    possible = {
        bouts: found
        for bouts in range(4)
        if (found := sorted(counts(variant, contract, bouts, chelem.made, petit_chelem=but_one)))
    }
    bouts = draw(st.sampled_from(sorted(possible)))
    owned = [camp for camp in Camp if bouts != (0 if camp is Camp.ATTAQUE else 3) and chelem.made in {None, camp}]
    sizes = draw(st.sampled_from(SHOWN[variant.playing]))
    showing = draw(st.permutations(playing))[: len(sizes)]
    poignees = tuple(Poignee(player, SIZES[size]) for player, size in zip(showing, sizes, strict=True))
    slam = chelem.made or (Camp.ATTAQUE if but_one else None)
    if slam and any(beaten(variant, (taker, partner), poignees, slam, but_one=but_one)):
        poignees = ()
    donne = donne_of(
        variant=variant,
        players=players,
        taker=taker,
        partner=partner,
        contract=contract,
        bouts=bouts,
        half_points=draw(st.sampled_from(possible[bouts])),
        petit_au_bout=draw(st.sampled_from([None, *owned])),
        poignees=poignees,
        chelem=chelem,
        sits_out=sits_out,
        petit_chelem=petit_chelem,
        miseres=(),
        house=rules,
    )
    return with_miseres(donne, draw(miseres(playing)), rules) if rules.miseres else donne


@st.composite
def miseres(draw: st.DrawFn, playing: list[str]) -> tuple[Misere, ...]:
    """Draw the misères of one or two players."""
    kinds = st.builds(Misere, st.sampled_from(playing), st.sampled_from(MisereKind))
    return tuple(draw(st.lists(kinds, max_size=2, unique=True)))


def with_miseres(donne: Donne, shown: tuple[Misere, ...], rules: HouseRules) -> Donne:
    """Return the donne with these misères, or without any where the cards do not allow them."""
    try:
        return changed(donne, miseres=shown, house=rules)
    except ImpossibleDonne:
        return donne

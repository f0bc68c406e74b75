"""Hypothesis strategies: donnes that can happen, and the parts of them."""

from hypothesis import strategies as st

from scoring.marque import Camp, Chelem, Contract, Donne, Poignee, PoigneeSize, Variant
from scoring.marque.feasible import counts

SHOWN = {  # poignées that may fall together in one donne, 22 trumps between them [R13]
    3: ["", "S", "D", "T"],
    4: ["", "S", "D", "T", "SS"],
    5: ["", "S", "D", "T", "SS", "SD", "DS", "DD", "ST", "TS"],
}
SIZES = {"S": PoigneeSize.SIMPLE, "D": PoigneeSize.DOUBLE, "T": PoigneeSize.TRIPLE}

names = st.text(min_size=1, max_size=8).filter(str.strip)


@st.composite
def donnes(draw: st.DrawFn, variants: tuple[Variant, ...] = tuple(Variant), naming: st.SearchStrategy[str] = names):
    """Draw a possible donne, chelems and poignées included."""
    variant = draw(st.sampled_from(variants))
    players = draw(st.lists(naming, min_size=variant.seats, max_size=variant.seats, unique=True).map(tuple))
    sits_out = (draw(st.sampled_from(players)),) if variant is Variant.FIVE_MORT else ()
    playing = [player for player in players if player not in sits_out]
    taker = draw(st.sampled_from(playing))
    partner = draw(st.sampled_from([*playing, None])) if variant is Variant.FIVE else None
    contract = draw(st.sampled_from(Contract))
    chelem = Chelem(draw(st.booleans()), draw(st.sampled_from([None, None, None, *Camp])))
    possible = {b: found for b in range(4) if (found := sorted(counts(variant.hands, contract, b, chelem.made)))}
    bouts = draw(st.sampled_from(sorted(possible)))
    owned = [camp for camp in Camp if bouts != (0 if camp is Camp.ATTAQUE else 3) and chelem.made in {None, camp}]
    sizes = draw(st.sampled_from(SHOWN[variant.hands]))
    showing = draw(st.permutations(playing))[: len(sizes)]
    return Donne(
        variant=variant,
        players=players,
        taker=taker,
        partner=partner,
        contract=contract,
        bouts=bouts,
        half_points=draw(st.sampled_from(possible[bouts])),
        petit_au_bout=draw(st.sampled_from([None, *owned])),
        poignees=tuple(Poignee(player, SIZES[size]) for player, size in zip(showing, sizes, strict=True)),
        chelem=chelem,
        sits_out=sits_out,
    )

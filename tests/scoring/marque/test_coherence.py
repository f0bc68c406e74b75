"""A line without card points: what our marque counted is never found wrong, a changed figure always is."""

import csv

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.marque import NO_HOUSE_RULES, Contract, MarkedLine, attack_of, contradictions, score
from tests.needs import shared
from tests.strategies import OFFICIAL, donnes
from tests.texts import plain

law = settings(deadline=None)
plain_donnes = donnes(variants=OFFICIAL, house=st.just(NO_HOUSE_RULES))
FAILED_SAYS_THE_LINE = (
    "La ligne dit le contrat chuté, les points le disent réussi (l’attaque gagne 35 par défenseur) : "
    "corrigez l’un ou l’autre."
)
NAMES = ("P1", "P2", "P3", "P4", "P5")


def line_of(donne) -> MarkedLine:
    """Return what a sheet without card points would hold of a donne."""
    scored = score(donne)
    playing = donne.playing
    partner = None if donne.partner is None else playing.index(donne.partner)
    scores = tuple(scored.scores[player] for player in playing)
    return MarkedLine(scores, playing.index(donne.taker), partner, donne.contract, scored.marque.won)


def said(*scores: int, taker: int = 0, partner: int | None = None, contract=Contract.GARDE, made=True) -> list[str]:
    line = MarkedLine(scores, taker, partner, contract, made)
    return [plain(problem.named(NAMES).message()) for problem in contradictions(line)]


@law
@given(plain_donnes)
def test_a_line_that_our_marque_counted_is_never_found_wrong(donne):
    assert contradictions(line_of(donne)) == []


@law
@given(plain_donnes, st.data())
def test_a_changed_mark_always_is(donne, data):
    line = line_of(donne)
    who = data.draw(st.integers(0, len(line.scores) - 1))
    by = data.draw(st.integers(-500, 500).filter(bool))
    scores = tuple(mark + by * (index == who) for index, mark in enumerate(line.scores))
    assert "line_sum" in {problem.code for problem in contradictions(line._replace(scores=scores))}


@law
@given(plain_donnes, st.data())
def test_points_moved_between_two_players_are_found_too(donne, data):
    line = line_of(donne)
    one, other = data.draw(st.permutations(range(len(line.scores))))[:2]
    by = data.draw(st.integers(1, 500))
    moved = tuple(mark + by * ((index == one) - (index == other)) for index, mark in enumerate(line.scores))
    told = attack_of(moved)
    assert contradictions(line._replace(scores=moved)) or told == attack_of(line.scores)


@law
@given(plain_donnes.filter(lambda donne: donne.variant == "5"), st.data())
def test_another_attack_than_the_one_that_played_is_found(donne, data):
    line = line_of(donne)
    if not any(line.scores):  # a chelem announced and missed may leave nothing to anybody
        return
    taker, partner = data.draw(st.permutations(range(5)))[:2]
    alone = data.draw(st.booleans())
    other = line._replace(taker=taker, partner=None if alone else partner)
    is_same = (taker, other.partner) == (line.taker, line.partner)
    assert bool(contradictions(other)) is not is_same


def test_each_contradiction_says_what_would_make_it_right():
    assert said(-112, 56, -56, 56, 56, partner=4, made=False) == [
        "La ligne dit partenaire P5, les points disent P3 : corrigez l’un ou l’autre."
    ]
    assert said(70, 35, -35, -35, -35, partner=1, contract=Contract.PRISE, made=False) == [FAILED_SAYS_THE_LINE]
    assert said(-162, 41, 41, 41, 41, contract=Contract.PRISE, made=False) == [
        "La somme des points fait +2, elle doit faire 0 : corrigez la marque qui est fausse.",
        "À 41 par défenseur, P1 doit marquer −164, la ligne dit −162 : corrigez cette marque.",
    ]
    assert said(45, -45, 45, 45, -90, taker=4, partner=4, contract=Contract.PRISE, made=False) == [
        "La ligne dit P5 son propre partenaire, les points disent P2 : corrigez l’un ou l’autre."
    ]
    assert said(45, -45, 45, 45, -90, taker=4, contract=Contract.PRISE, made=False) == [
        "La ligne dit le preneur seul, les points disent partenaire P2 : corrigez l’un ou l’autre."
    ]
    assert said(200, -50, -50, -50, -50, partner=1) == [
        "La ligne dit partenaire P2, les points disent P1 seul contre quatre : corrigez l’un ou l’autre."
    ]
    assert said(-50, 150, -50, -50) == ["La ligne dit preneur P1, les points disent P2 : corrigez l’un ou l’autre."]


def test_an_amount_that_no_such_contract_brings_is_told_with_the_nearest_and_the_contracts_that_do():
    assert said(153, -51, -51, -51) == [
        (
            "+51 par défenseur ne peut pas venir d’une garde, mais d’une prise ; au plus près ce serait +50 ou +52 : "
            "corrigez le contrat ou les marques."
        )
    ]
    assert said(6, -3, -3, contract=Contract.PRISE) == [
        "+3 par défenseur ne peut pas venir d’une prise ; au plus près ce serait +15 ou +16 : corrigez les marques."
    ]


@pytest.mark.parametrize(
    ("scores", "taker", "made", "codes"),
    [
        ((-50, 151, -50, -50), 1, False, ["line_sum", "line_share", "line_made"]),
        ((66, -33, -33), 1, False, ["line_taker", "line_made", "line_other_contract"]),
        ((10, 20, -30), 0, True, ["line_shares_3"]),
        ((40, -10, -20, -10, 0), 0, True, ["line_share", "line_share"]),
    ],
)
def test_all_that_is_wrong_is_told_at_once(scores, taker, made, codes):
    line = MarkedLine(scores, taker, None, Contract.GARDE, made)
    assert [problem.code for problem in contradictions(line)] == codes


def test_only_at_five_is_somebody_called():
    assert said(150, -50, -50, -50, partner=1) == ["À 4 joueurs le preneur joue seul : retirez P2 comme partenaire."]
    with pytest.raises(ValueError, match="6"):
        contradictions(MarkedLine((0,) * 6, 0, None, Contract.GARDE, made=True))


CODES = {"Petite": "prise", "Garde": "garde", "Garde sans": "garde_sans", "Garde contre": "garde_contre"}


def test_six_of_640_donnes_contradict_themselves_and_are_the_six_that_are_known():
    with shared("data/sunday_league_5p_640_deals.csv").open() as file:
        rows = list(csv.DictReader(file))
    with shared("data/sunday_league_5p_known_anomalies.csv").open() as file:
        known = [int(row["csv_line_in_source"]) for row in csv.DictReader(file)]
    found = []
    for number, row in enumerate(rows, 2):
        taker = NAMES.index(row["taker"].removesuffix("_alias"))
        partner = None if row["partner"] == "ALONE" else NAMES.index(row["partner"])
        scores = tuple(int(row[name]) for name in NAMES)
        line = MarkedLine(scores, taker, partner, Contract(CODES[row["contract"]]), row["made"] == "1")
        found += [number] if contradictions(line) else []
    assert (len(rows), found) == (640, known)

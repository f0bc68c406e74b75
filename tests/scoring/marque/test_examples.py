"""Worked examples of the règlement and of the books, each with its passage."""

import csv
import json
import re
from pathlib import Path

import pytest

from scoring.marque import EDITIONS, Camp, Contract, Variant, count, parse, read, score, to_line
from scoring.marque.bareme import FFT_2012
from scoring.marque.feasible import counts
from tests.needs import shared

from .donnes import EIGHT, FIVE, FOUR, MORT, NAMED, SEVEN, SIX, THREE

CONTRACTS = {"Petite": "prise", "Garde": "garde", "Garde sans": "garde_sans", "Garde contre": "garde_contre"}


def rows(name: str) -> list[dict[str, str]]:
    with shared(f"data/{name}").open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


def simple(player: str) -> list[dict[str, str]]:
    return [{"player": player, "size": "simple"}]


MADE = {"announced": True, "made": "attaque"}
EXAMPLES = json.loads((Path(__file__).parents[2] / "data" / "marque_examples.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    "example", EXAMPLES, ids=[f"{example['source']}: {example['passage']}" for example in EXAMPLES]
)
def test_printed_example(example):
    scored = score(parse(example["donne"]))
    assert scored.marque.per_defender == example["per_defender"]
    assert scored.scores == example["scores"]


def test_every_example_says_where_it_stands_and_why_it_is_settled_so():
    for example in EXAMPLES:
        assert {"source", "passage", "rules", "donne", "per_defender", "scores"} <= set(example)
        assert "printed" not in example or example["note"]


@pytest.mark.parametrize(
    ("donne", "points", "bouts", "scores"),
    [
        (THREE, "40.5", 2, {"Nord": 52, "Est": -104, "Sud": 52}),  # R8: 40, failed by 1
        (THREE, "41.5", 2, {"Nord": -52, "Est": 104, "Sud": -52}),  # R8: 42, made by 1
        (FIVE, 41, 2, {"Nord": -50, "Est": 100, "Sud": 50, "Ouest": -50, "Zoé": -50}),
        (FIVE | {"partner": None}, 41, 2, {"Nord": -50, "Est": 200, "Sud": -50, "Ouest": -50, "Zoé": -50}),
        (FIVE | {"partner": "Est"}, 41, 2, {"Nord": -50, "Est": 200, "Sud": -50, "Ouest": -50, "Zoé": -50}),
        (MORT, 41, 2, {"Nord": -50, "Est": 150, "Sud": -50, "Ouest": -50, "Zoé": 0}),
    ],
)
def test_split(donne, points, bouts, scores):
    scored = score(read(donne | {"points": points, "bouts": bouts}))
    assert scored.scores == scores
    assert list(scored.scores) == donne["players"]


@pytest.mark.parametrize("variant", ["3", "5"])
@pytest.mark.parametrize(("exact", "rounded"), [("40.5", 40), ("41.5", 42), ("50.5", 51), ("30.5", 30)])
def test_count_before_or_after_the_stray_half_is_given_away_marks_the_same(variant, exact, rounded):
    counted, written = (count(read(NAMED[variant] | {"points": points})) for points in (exact, rounded))
    assert counted == written


def test_answer_names_the_house_rules_and_the_player_of_a_misere():
    options = {"pousse": "add", "miseres": [{"player": "C", "kind": "atout"}], "petit_chelem": {"announced": True}}
    assert score(read(SEVEN | {"contract": "pousse", "options": options})).as_json("en") == {
        "scores": {"A": -260, "B": -260, "C": 175, "D": 115, "E": 115, "F": 115, "G": 0},
        "per_defender": -125,
        "won": True,
        "parts": [
            {"reason": "contract", "points": 25, "text": "20 + 5"},
            {"reason": "petit_chelem", "points": -150, "text": "petit chelem announced and failed"},
            {"reason": "misere", "points": 10, "text": "misère d'atout shown by C, 10 from each", "player": "C"},
        ],
        "house_rules": ["pousse", "petit_chelem", "misere", "variant"],
    }


def test_answer_has_the_shape_of_the_contract():
    donne = read(FOUR | {"poignees": simple("Est"), "chelem": {"announced": False, "made": None}})
    assert score(donne).as_json() == {
        "scores": {"Nord": -80, "Est": 240, "Sud": -80, "Ouest": -80},
        "per_defender": 80,
        "won": True,
        "parts": [
            {"reason": "contract", "points": 60, "text": "(25 + 5) × 2"},
            {"reason": "poignee", "points": 20, "text": "poignée simple"},
        ],
    }


def test_parts_are_in_words_in_both_languages():
    played = {"points": 36, "petit_au_bout": "attaque", "poignees": simple("Sud")}
    marque = count(read(FOUR | played | {"chelem": {"announced": True}}))
    assert [part.text("fr") for part in marque.parts] == [
        "−(25 + 5) × 2",
        "petit au bout pour l’attaque, 10 × 2",
        "poignée simple",
        "chelem annoncé et chuté",
    ]
    assert [part.text("en") for part in marque.parts] == [
        "−(25 + 5) × 2",
        "petit au bout for the attack, 10 × 2",
        "simple poignée",
        "slam announced and failed",
    ]


def test_a_misere_says_which_one_it_was():
    shown = [{"player": "Sud", "kind": kind} for kind in ("tete", "atout")]
    parts = count(read(FOUR | {"options": {"miseres": shown}})).parts
    assert [part.text("en") for part in parts[1:]] == [
        "misère de figure shown by Sud, 10 from each",
        "misère d'atout shown by Sud, 10 from each",
    ]


def test_official_examples_of_2012():
    """The five donnes printed by the federation; a gap without points is taken from two bouts, whose need is 41."""
    camps = {"attack": "Est", "defence": "Sud"}
    for row in rows("fft2012_official_marque_examples.csv"):
        donne = read(
            FOUR
            | {
                "contract": row["contract"],
                "bouts": int(row["taker_oudlers"] or 2),
                "points": row["taker_points"] or 41 + int(row["margin"]),
                "poignees": simple(camps[row["poignee_side"]]) if row["poignee"] == "simple" else [],
                "petit_au_bout": {"attack": "attaque", "defence": "defense", "none": None}[row["petit_au_bout_side"]],
                "chelem": MADE if row["chelem"] == "announced_made" else None,
            }
        )
        scored = score(donne)
        assert scored.marque.won == (row["made"] == "1")
        assert scored.scores["Est"] == int(row["taker_scores"])
        assert {scored.scores[player] for player in donne.defenders} == {int(row["each_defender_scores"])}


def reachable(contract: Contract) -> dict[bool, set[int]]:
    """Return every amount a five-player donne without chelem can come to, by whether the contract is made."""
    amounts: dict[bool, set[int]] = {True: set(), False: set()}
    multiplier = FFT_2012.multipliers[contract]
    for bouts in range(4):
        petits = [0, *([10] if bouts else []), *([-10] if bouts < 3 else [])]
        for half_points in counts(Variant.FIVE, contract, bouts, None):
            margin = half_points - FFT_2012.required[bouts]
            sign = 1 if margin >= 0 else -1
            for petit in petits:
                played = (sign * (25 + (abs(margin) + 1) // 2) + petit) * multiplier
                amounts[margin >= 0] |= {played + sign * shown for shown in (0, 20, 30, 40, 50, 60)}
    return amounts


def test_real_five_player_donnes_are_split_as_we_split_and_come_to_amounts_we_can_reach():
    anomalies = {int(row["csv_line_in_source"]) for row in rows("sunday_league_5p_known_anomalies.csv")}
    amounts = {contract: reachable(contract) for contract in FFT_2012.multipliers}
    seats = [f"P{number}" for number in range(1, 6)]
    seen, strange = 0, set()
    for line, row in enumerate(rows("sunday_league_5p_640_deals.csv"), start=2):
        taker = row["taker"].removesuffix("_alias")
        partner = row["partner"] if row["partner"] in seats and row["partner"] != taker else None
        recorded = {seat: int(row[seat]) for seat in seats}
        contract, won = Contract(CONTRACTS[row["contract"]]), row["made"] == "1"
        amount = -next(recorded[seat] for seat in seats if seat not in {taker, partner})
        attackers = {taker: amount * (4 if partner is None else 2)} | ({partner: amount} if partner else {})
        ours = dict.fromkeys(seats, -amount) | attackers
        if recorded != ours or amount not in amounts[contract][won]:
            strange.add(line)
        seen += 1
    assert seen == 640
    assert strange == anomalies


def test_an_edition_is_found_by_its_name():
    assert EDITIONS["fft-2012"] is FFT_2012


def test_a_donne_knows_who_is_on_which_side():
    donne = read(FIVE)
    assert (donne.attackers, donne.defenders, donne.alone) == (("Est", "Sud"), ("Nord", "Ouest", "Zoé"), False)
    mort = read(MORT | {"petit_au_bout": "attaque"})
    assert (mort.attackers, mort.defenders, mort.alone) == (("Est",), ("Nord", "Sud", "Ouest"), True)
    assert mort.petit_au_bout is Camp.ATTAQUE


def test_the_worked_example_of_the_readme():
    line = "4 Nord,Est,Sud,Ouest garde Est 46/2 poignee=Est:simple"
    donne = parse(line)
    assert to_line(donne) == line
    scored = score(donne)
    assert [(part.text(), part.points) for part in scored.marque.parts] == [
        ("(25 + 5) × 2", 60),
        ("poignée simple", 20),
    ]
    assert scored.scores == {"Nord": -80, "Est": 240, "Sud": -80, "Ouest": -80}
    readme = Path(__file__).parents[3] / "scoring" / "marque" / "README.md"
    assert line in readme.read_text(encoding="utf-8")


def test_the_notation_of_the_readme_reads_and_prints():
    readme = (Path(__file__).parents[3] / "scoring" / "marque" / "README.md").read_text(encoding="utf-8")
    lines = [line.strip() for line in readme.splitlines() if re.match(r"    [0-9]\S* \w+,", line)]
    assert [to_line(parse(line)) for line in lines] == lines
    assert len(lines) == 4


@pytest.mark.parametrize(
    ("mapping", "line"),
    [
        (SIX | {"contract": "pousse", "options": {"pousse": "x"}}, "6 A,B,C,D,E,F pousse A+B 46/2 pousse=x"),
        (SEVEN, "7 A,B,C,D,E,F,G garde A+B 46/2 repos=G"),
        (EIGHT, "8 A,B,C,D,E,F,G,H garde A+B 46/2 repos=G repos=H"),
        (
            FOUR | {"points": 85, "options": {"petit_chelem": {"announced": True, "made": True}}},
            "4 Nord,Est,Sud,Ouest garde Est 85/2 petit_chelem=annonce:reussi",
        ),
        (
            FOUR | {"options": {"miseres": [{"player": "Sud", "kind": "tete"}], "misere_value": 10}},
            "4 Nord,Est,Sud,Ouest garde Est 46/2 misere=Sud:tete",
        ),
        (
            FOUR | {"options": {"miseres": [{"player": "Sud", "kind": "atout"}], "misere_value": 25}},
            "4 Nord,Est,Sud,Ouest garde Est 46/2 misere=Sud:atout valeur_misere=25",
        ),
        (
            FOUR | {"options": {"miseres": [{"player": "Sud", "kind": "tete"}], "misere_value": 5}},
            "4 Nord,Est,Sud,Ouest garde Est 46/2 misere=Sud:tete valeur_misere=5",
        ),
        (FIVE, "5 Nord,Est,Sud,Ouest,Zoé garde Est+Sud 46/2"),
        (FIVE | {"partner": None, "points": 40.5}, "5 Nord,Est,Sud,Ouest,Zoé garde Est 40.5/2"),
        (MORT, "5_mort Nord,Est,Sud,Ouest,Zoé garde Est 46/2 mort=Zoé"),
        (
            FOUR | {"players": ["Nord", "Est", "Jean-Paul D.", "A+B"], "points": 87, "chelem": MADE},
            "4 Nord,Est,Jean-Paul%20;D.,A%2B;B garde Est 87/2 chelem=annonce:attaque",
        ),
        (FOUR | {"petit_au_bout": "defense", "points": 45}, "4 Nord,Est,Sud,Ouest garde Est 45/2 petit=defense"),
    ],
)
def test_notation(mapping, line):
    assert to_line(read(mapping)) == line
    assert parse(line) == read(mapping)

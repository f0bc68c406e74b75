"""What is possible and yet odd enough for a person to look twice."""

import csv

import pytest

from scoring.marque import oddities, parse
from scoring.marque.oddities import FAILED_BY, MADE_BY
from scoring.marque.problems import WARNINGS
from tests.needs import shared

TABLE = "4 Nord,Est,Sud,Ouest"

ODD = [
    (f"{TABLE} garde Est 46/2", []),
    (f"{TABLE} garde Est 86/3", [("made_by_far", "points")]),
    (f"{TABLE} garde Est 81/3", []),
    (f"{TABLE} garde Est 82/3", [("made_by_far", "points")]),
    (f"{TABLE} garde Est 20/0", [("failed_by_far", "points")]),
    (f"{TABLE} garde Est 21/0", []),
    (f"{TABLE} garde_sans Est 60/0", [("bold_without_bout", "bouts")]),
    (f"{TABLE} garde_contre Est 60/0", [("bold_without_bout", "bouts")]),
    (f"{TABLE} garde Est 60/0", []),
    (f"{TABLE} garde Est 91/3 chelem=attaque", [("chelem_rare", "chelem")]),
    (f"{TABLE} garde Est 91/3 chelem=annonce:attaque poignee=Est:simple", [("chelem_rare", "chelem")]),
    (f"{TABLE} garde Est 10/0 chelem=defense", [("chelem_rare", "chelem")]),
    (f"{TABLE} garde Est 10/0 chelem=annonce:defense", [("chelem_inflicted_on_announcer", "chelem")]),
    (f"{TABLE} garde Est 46/2 chelem=annonce", []),
    (f"{TABLE} prise Est 46/2 chelem=annonce", [("chelem_on_prise", "chelem")]),
    (f"{TABLE} garde Est 85/2 petit_chelem=reussi", [("petit_chelem_rare", "options")]),
    (f"{TABLE} garde Est 46/2 petit_chelem=annonce", []),
    (
        f"{TABLE} garde Est 10/0 chelem=defense petit_chelem=annonce",
        [("chelem_rare", "chelem"), ("petit_chelem_inflicted", "options")],
    ),
    (
        f"{TABLE} garde Est 91/3 chelem=attaque poignee=Sud:simple",
        [("chelem_rare", "chelem"), ("poignee_without_trick", "poignees")],
    ),
    (
        f"{TABLE} garde Est 10/0 chelem=defense poignee=Est:simple",
        [("chelem_rare", "chelem"), ("poignee_without_trick", "poignees")],
    ),
    (f"{TABLE} garde_sans Est 46/2 poignee=Sud:double", [("poignee_against_bid", "poignees")]),
    (f"{TABLE} garde Est 10/0 chelem=defense poignee=Sud:simple", [("chelem_rare", "chelem")]),
    (f"{TABLE} garde_sans Est 46/2 poignee=Sud:triple", [("poignee_against_bid", "poignees")]),
    (f"{TABLE} garde_sans Est 46/2 poignee=Sud:simple", []),
    (f"{TABLE} garde_sans Est 46/2 poignee=Est:double", []),
    (f"{TABLE} garde Est 46/2 poignee=Sud:double", []),
    (f"{TABLE} garde Est 46/2 misere=Est:atout", [("misere_of_taker", "options")]),
    (f"{TABLE} garde Est 46/2 misere=Est:tete misere=Sud:atout", []),
    (f"{TABLE} garde Sud 46/2 misere=Est:atout", []),
]


@pytest.mark.parametrize(("line", "found"), ODD)
def test_odd_donnes_are_accepted_with_a_warning_that_names_its_field(line, found):
    assert [(warning.code, warning.field) for warning in oddities(parse(line))] == found


@pytest.mark.parametrize(
    ("line", "distance"),
    [(f"{TABLE} garde Est 82/3", 46), ("3 A,B,C garde A 82.5/3", 47), (f"{TABLE} garde Est 20/0", 36)],
)
def test_a_margin_that_surprises_is_told_with_its_whole_points(line, distance):
    (warning,) = oddities(parse(line))
    assert warning.values["distance"] == distance


def test_every_warning_of_the_catalogue_is_used_by_a_case():
    assert {code for _, found in ODD for code, _ in found} == set(WARNINGS)


def test_the_margins_surprise_on_less_than_one_real_donne_in_a_hundred():
    """The sheets do not keep the points: they are what each amount comes from when no petit au bout explains it."""
    deals, anomalies = (shared(f"data/sunday_league_5p_{name}.csv") for name in ("640_deals", "known_anomalies"))
    with anomalies.open(encoding="utf-8", newline="") as lines:
        strange = {int(row["csv_line_in_source"]) for row in csv.DictReader(lines)}
    times = {"Petite": 1, "Garde": 2, "Garde sans": 4, "Garde contre": 6}
    seats = [f"P{number}" for number in range(1, 6)]
    seen = surprising = 0
    with deals.open(encoding="utf-8", newline="") as lines:
        for number, row in enumerate(csv.DictReader(lines), start=2):
            if number in strange:
                continue
            attack = {row["taker"].removesuffix("_alias"), row["partner"]}
            amount = abs(int(next(row[seat] for seat in seats if seat not in attack)))
            shown = (20, 30, 40) if row["poignee_by"] else (0,)
            explained = [
                (petit != 0, distance)
                for prime in shown
                for petit in (0, 10, -10)
                for distance, rest in [divmod(amount - prime - petit * times[row["contract"]], times[row["contract"]])]
                if not rest and 0 <= distance - 25 <= 55
            ]
            distance = min(explained)[1] - 25
            seen += 1
            surprising += distance > (MADE_BY if row["made"] == "1" else FAILED_BY)
    assert (seen, surprising) == (634, 6)

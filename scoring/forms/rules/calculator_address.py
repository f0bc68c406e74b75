"""The address of the calculator: its default answers, and the way from a query to facts and back."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from scoring.forms.facts import ALONE, facts_from
from scoring.marque import (
    NO_HOUSE_RULES,
    Camp,
    Donne,
    Facts,
    HouseRules,
    MisereKind,
    PetitChelem,
    PousseReading,
    Problem,
    Variant,
)
from scoring.marque.checks import naming
from scoring.marque.fields import coded, misere_value_in
from tournaments.kit.text import points_text
from tournaments.labels import SEAT_NAMES

USUAL = {"variant": Variant.FOUR, "counted_by": Camp.ATTAQUE, "misere_value": str(NO_HOUSE_RULES.misere_value)}


def usual_names(variant: Variant) -> list[str]:
    """Return the default names of the players, in playing order."""
    if variant.seats == 2:
        return [str(SEAT_NAMES[0]), str(SEAT_NAMES[2])]
    if variant.seats <= len(SEAT_NAMES):
        return [str(name) for name in SEAT_NAMES[: variant.seats]]
    return [_("Joueur %(number)d") % {"number": number} for number in range(1, variant.seats + 1)]


def with_usual_answers(query: QueryDict) -> QueryDict:
    """Return the query of an address, with the default answer for each question it leaves out."""
    answers = query.copy()
    for name, value in USUAL.items():
        if not answers.get(name):
            answers[name] = value
    return answers


def facts_in(answers: Mapping[str, Any], called: Sequence[str]) -> tuple[Facts, HouseRules]:
    """
    Return the facts and the house rules in cleaned answers; `called` are the names of the players.

    A fact that was not answered is None: the marque says what is missing.
    """
    chairs = range(len(called))
    variant, resting = coded(Variant, answers.get("variant")), answers.get("sits_out") or ()
    miseres = [(chair, MisereKind(kind)) for chair in chairs for kind in answers.get(f"misere_{chair}", ())]
    unsaid = variant is Variant.FIVE and not answers.get("partner")
    facts = facts_from(
        answers,
        variant=variant,
        chairs=len(called),
        miseres=miseres,
        noted=[Problem("partner_missing", "partner")] if unsaid else [],
    )
    noted = list(facts.noted)
    house = HouseRules(
        pousse=coded(PousseReading, answers.get("pousse")),
        petit_chelem=facts.petit_chelem != PetitChelem(),
        miseres=bool(miseres),
        misere_value=misere_value_in(answers.get("misere_value") if miseres else None, noted),
    )
    sits_out = tuple(int(chair) for chair in ([resting] if isinstance(resting, str) else resting))
    return replace(facts, sits_out=sits_out, noted=(*noted, *naming(variant, called))), house


def query_of(donne: Donne) -> QueryDict:
    """Return the calculator's query for a donne: the reverse of `CalculatorForm`."""
    query = QueryDict(mutable=True)
    players = list(donne.players)
    query["variant"] = donne.variant
    for chair, (name, usual) in enumerate(zip(players, usual_names(donne.variant), strict=True)):
        if name != usual:
            query[f"name_{chair}"] = name.encode(errors="replace").decode()  # half a character has no UTF-8
    query["taker"] = str(players.index(donne.taker))
    if donne.partner is not None:
        query["partner"] = str(players.index(donne.partner))
    elif donne.variant is Variant.FIVE:
        query["partner"] = ALONE
    query.setlist("sits_out", [str(players.index(name)) for name in donne.sits_out])
    query["contract"] = donne.contract
    query["bouts"] = str(donne.bouts)
    query["points"] = points_text(donne.half_points)
    query["petit_au_bout"] = donne.petit_au_bout or ""
    for poignee in donne.poignees:
        query[f"poignee_{players.index(poignee.player)}"] = poignee.size
    query["chelem_announced"] = "on" if donne.chelem.announced else ""
    query["chelem_made"] = donne.chelem.made or ""
    query["pousse"] = donne.house.pousse or ""
    query["petit_chelem_announced"] = "on" if donne.petit_chelem.announced else ""
    query["petit_chelem_made"] = "on" if donne.petit_chelem.made else ""
    for misere in donne.miseres:
        query.appendlist(f"misere_{players.index(misere.player)}", misere.kind)
    query["misere_value"] = str(donne.house.misere_value)
    return with_usual_answers(query)

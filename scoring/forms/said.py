"""What the address of the calculator says of a donne: what goes without saying, to the exchange format, and back."""

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from scoring.labels import CampChoice
from scoring.marque import Donne, Variant
from scoring.marque.house import NO_HOUSE_RULES
from tournaments.labels import SEAT_NAMES

ALONE = "seul"
POINTS = 91  # of the whole pack
COUNT = re.compile(r"[0-9]{1,9}([.,][0-9]{1,9})?")
USUAL = {"variant": Variant.FOUR, "counted_by": CampChoice.ATTACK, "misere_value": str(NO_HOUSE_RULES.misere_value)}


def usual_names(variant: Variant) -> list[str]:
    """Return what the players are called until somebody types their names, in playing order."""
    if variant.seats == 2:
        return [str(SEAT_NAMES[0]), str(SEAT_NAMES[2])]
    if variant.seats <= len(SEAT_NAMES):
        return [str(name) for name in SEAT_NAMES[: variant.seats]]
    return [_("Joueur %(number)d") % {"number": number} for number in range(1, variant.seats + 1)]


def typed(query: QueryDict) -> QueryDict:
    """Return what an address says, with what goes without saying."""
    said = query.copy()
    for name, value in USUAL.items():
        if not said.get(name):
            said[name] = value
    return said


def exchange_of(said: Mapping[str, Any], called: Sequence[str]) -> dict[str, Any]:
    """
    Return what was said (the cleaned answers) as an object of the exchange format, the players under these names.

    What was not said stays out of it: the marque says what is missing.
    """

    def name(chair: str | None) -> str | None:
        return called[int(chair)] if chair else None

    donne: dict[str, Any] = {
        "variant": said.get("variant"),
        "players": list(called),
        "taker": name(said.get("taker")),
        "contract": said.get("contract") or None,
        "bouts": said.get("bouts"),
        "points": _attack_points(said),
        "petit_au_bout": said.get("petit_au_bout") or None,
        "poignees": [
            {"player": player, "size": said[f"poignee_{chair}"]}
            for chair, player in enumerate(called)
            if said.get(f"poignee_{chair}")
        ],
        "chelem": {"announced": bool(said.get("chelem_announced")), "made": said.get("chelem_made") or None},
        "options": _options(said, called),
    }
    if said.get("partner"):
        donne["partner"] = None if said["partner"] == ALONE else name(said["partner"])
    if resting := said.get("sits_out"):
        donne["sits_out"] = [name(chair) for chair in ([resting] if isinstance(resting, str) else resting)]
    return donne


def _options(said: Mapping[str, Any], called: Sequence[str]) -> dict[str, Any]:
    options: dict[str, Any] = {}
    if said.get("pousse"):
        options["pousse"] = said["pousse"]
    petit_chelem = {key: bool(said.get(f"petit_chelem_{key}")) for key in ("announced", "made")}
    if any(petit_chelem.values()):
        options["petit_chelem"] = petit_chelem
    miseres = [
        {"player": player, "kind": kind}
        for chair, player in enumerate(called)
        for kind in said.get(f"misere_{chair}", ())
    ]
    if miseres:
        options |= {"miseres": miseres, "misere_value": said.get("misere_value")}
    return options


def _attack_points(said: Mapping[str, Any]) -> str | None:
    """Return the attack's count as it was typed, or what the defence's own leaves to the attack."""
    points = (said.get("points") or "").strip()
    if said.get("counted_by") == CampChoice.DEFENCE and COUNT.fullmatch(points):
        return str(POINTS - Decimal(points.replace(",", ".")))
    return points or None  # the marque says what it cannot read


def said_of(donne: Donne) -> QueryDict:
    """Return what this page would have been told of a donne: the other way round of `CalculatorForm`."""
    said = QueryDict(mutable=True)
    players = list(donne.players)
    whole, half = divmod(donne.half_points, 2)
    said["variant"] = donne.variant
    for chair, (name, usual) in enumerate(zip(players, usual_names(donne.variant), strict=True)):
        if name != usual:
            said[f"name_{chair}"] = name.encode(errors="replace").decode()  # half a character has no UTF-8
    said["taker"] = str(players.index(donne.taker))
    if donne.partner is not None:
        said["partner"] = str(players.index(donne.partner))
    elif donne.variant is Variant.FIVE:
        said["partner"] = ALONE
    said.setlist("sits_out", [str(players.index(name)) for name in donne.sits_out])
    said["contract"] = donne.contract
    said["bouts"] = str(donne.bouts)
    said["points"] = f"{whole},5" if half else str(whole)
    said["petit_au_bout"] = donne.petit_au_bout or ""
    for poignee in donne.poignees:
        said[f"poignee_{players.index(poignee.player)}"] = poignee.size
    said["chelem_announced"] = "on" if donne.chelem.announced else ""
    said["chelem_made"] = donne.chelem.made or ""
    said["pousse"] = donne.house.pousse or ""
    said["petit_chelem_announced"] = "on" if donne.petit_chelem.announced else ""
    said["petit_chelem_made"] = "on" if donne.petit_chelem.made else ""
    for misere in donne.miseres:
        said.appendlist(f"misere_{players.index(misere.player)}", misere.kind)
    said["misere_value"] = str(donne.house.misere_value)
    return typed(said)

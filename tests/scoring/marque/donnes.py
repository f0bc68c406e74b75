"""A plain donne as an object of the exchange format, to be varied by each test."""

from scoring.marque import ImpossibleDonne, read

FOUR = {
    "variant": "4",
    "players": ["Nord", "Est", "Sud", "Ouest"],
    "taker": "Est",
    "contract": "garde",
    "bouts": 2,
    "points": 46,
}
THREE = FOUR | {"variant": "3", "players": ["Nord", "Est", "Sud"]}
FIVE = FOUR | {"variant": "5", "players": ["Nord", "Est", "Sud", "Ouest", "Zoé"], "partner": "Sud"}
MORT = FOUR | {"variant": "5_mort", "players": FIVE["players"], "sits_out": "Zoé"}
FLAMBEUSE = FIVE | {"variant": "5_flambeuse", "partner": None}
TIRETTE = FOUR | {"variant": "2_tirette", "players": ["Nord", "Est"]}
TWO_MORT = TIRETTE | {"variant": "2_mort"}
DECOUVERTE = TIRETTE | {"variant": "2_decouverte"}
SIX = FOUR | {"variant": "6", "players": list("ABCDEF"), "taker": "A", "partner": "B"}
SEVEN = SIX | {"variant": "7", "players": list("ABCDEFG"), "sits_out": "G"}
EIGHT = SIX | {"variant": "8", "players": list("ABCDEFGH"), "sits_out": ["G", "H"]}
OFFICIAL = {"3": THREE, "4": FOUR, "5": FIVE, "5_mort": MORT}
HOUSE = {
    "5_flambeuse": FLAMBEUSE,
    "2_tirette": TIRETTE,
    "2_mort": TWO_MORT,
    "2_decouverte": DECOUVERTE,
    "6": SIX,
    "7": SEVEN,
    "8": EIGHT,
}
NAMED = OFFICIAL | HOUSE
CALLED = {"petit_chelem": {"announced": True}}
BUT_ONE = {"petit_chelem": {"made": True}}


def refused(mapping: object) -> list[tuple[str, str]]:
    """Return the (code, field) of every problem, an empty list when the donne is possible."""
    try:
        read(mapping)
    except ImpossibleDonne as impossible:
        return [(problem.code, problem.field) for problem in impossible.problems]
    return []


def shown(*sizes: str) -> list[dict[str, str]]:
    """Return poignées of these sizes, shown by Nord, then Est …"""
    return [{"player": player, "size": size} for player, size in zip(FOUR["players"], sizes, strict=False)]


def without(kind: str, *players: str) -> list[dict[str, str]]:
    """Return the misères of one kind that these players show."""
    return [{"player": player, "kind": kind} for player in players]

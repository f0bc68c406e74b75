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
NAMED = {"3": THREE, "4": FOUR, "5": FIVE, "5_mort": MORT}


def refused(mapping: object) -> list[tuple[str, str]]:
    """Return the (code, field) of every problem, an empty list when the donne is possible."""
    try:
        read(mapping)
    except ImpossibleDonne as impossible:
        return [(problem.code, problem.field) for problem in impossible.problems]
    return []

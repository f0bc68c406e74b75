"""The settings of teams of three: what they cannot be played with, and what they leave no choice about."""

from typing import Any

from django.utils.translation import gettext as _

from tournaments.seating import IN_TRIO, LEAST_RESULTS, ROUNDS_OF_TRIOS

# Who takes is prescribed and a defence is one result: its three scores are not compared apart, nor shared out.
FIXED_BY_TRIOS: dict[str, Any] = {
    "team_size": IN_TRIO,
    "boards_travel": True,
    "compared_least": LEAST_RESULTS,
    "compared_trim": 0,
    "compared_per_opponent": False,
}


def wrong_trios_in_libre(*, plays_trios: bool) -> dict[str, list[str]]:
    """Return the error of teams of three without a comparison; {} without them."""
    sentence = _("Des triplettes se jouent en duplicate : choisissez comment les étuis sont comparés.")
    return {"plays_trios": [sentence]} if plays_trios else {}


def wrong_trios(*, plays_matches: bool, rounds_planned: int) -> dict[str, list[str]]:
    """Return errors by setting: what teams of three cannot be played with."""
    wrong: dict[str, list[str]] = {}
    if plays_matches:
        wrong["plays_trios"] = [_("On joue par matchs ou par triplettes : gardez une seule des deux formules.")]
    if rounds_planned not in ROUNDS_OF_TRIOS:
        wrong["rounds_planned"] = [
            _("Par triplettes on joue quatre positions, ou six à six équipes : prévoyez-en 4 ou 6.")
        ]
    return wrong

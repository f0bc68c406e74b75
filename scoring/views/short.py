"""The marks of a donne in one line, for the bar at the bottom of a phone."""

from collections.abc import Mapping

from django.utils.translation import gettext as _

from scoring.marque import Donne


def in_short(donne: Donne, scores: Mapping[str, int]) -> list[tuple[str, int]]:
    """Return (name, points) of who marks: the attack, then the defence as one when they all mark the same."""
    attack = [(name, scores[name]) for name in donne.attackers]
    defence = [(name, scores[name]) for name in donne.defenders]
    if len(defence) > 1 and len({points for _name, points in defence}) == 1:
        defence = [(_("chaque défenseur"), defence[0][1])]
    return attack + defence

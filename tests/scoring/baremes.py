"""Barèmes that a club composes, for tests."""

from typing import Any

from scoring.marque import FFT_2012, as_composed
from scoring.models import ClubBareme
from scoring.queries.rules.baremes import flat
from scoring.services.rules.baremes import compose_bareme
from tests.factories import NOW
from tournaments.models import Club

DOUBLED = {"poignees": {"simple": 40}, "house": {"miseres": True}}


def a_bareme(club: Club, name: str = "Vendredi", figures: dict[str, Any] = DOUBLED, **said: Any) -> ClubBareme:
    """Return a barème composed by the club."""
    return compose_bareme(club=club, name=name, figures=figures, **({"by": None, "at": NOW} | said))


def typed(**changes: Any) -> dict[str, Any]:
    """Return what a browser sends: the règlement's figures, but for these (`poignees__double=40`)."""
    figures = {key.replace(".", "__"): value for key, value in flat(as_composed(FFT_2012)).items()}
    sent = {name: "" if value is None else value for name, value in figures.items() if value is not False}
    return {"name": "Vendredi"} | sent | changes

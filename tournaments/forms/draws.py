"""Asking for a draw."""

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.labels import RemainderChoice
from tournaments.queries.draws import Choice, Forecast
from tournaments.seating import Remainder

BIGGEST_SEED = 2_147_483_647  # what the column holds


class DrawForm(forms.Form):
    """How to seat everybody, each way with what it means, and the number that makes the draw repeatable."""

    remainder = forms.TypedChoiceField(label=_("Comment placer tout le monde"), coerce=Remainder)
    seed = forms.IntegerField(
        label=_("Numéro du tirage"),
        min_value=0,
        max_value=BIGGEST_SEED,
        help_text=_("Le même numéro, avec les mêmes joueurs, redonne le même tirage : chacun peut le vérifier."),
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )

    def __init__(self, *args: Any, way: str, forecast: Forecast, seed: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        remainder = self.fields["remainder"]
        remainder.choices = [(way.remainder.value, _choice(way)) for way in forecast.choices]
        ways = [way.remainder.value for way in forecast.choices]
        remainder.initial = way if way in ways else next(iter(ways), None)
        # Nothing to choose when the tables come out even; the field stays, so that the answer is always said.
        remainder.widget = forms.HiddenInput() if forecast.is_even else forms.RadioSelect(choices=remainder.choices)
        self.fields["seed"].initial = seed


def _choice(way: Choice) -> str:
    """Return « Des tables plus petites : 3 tables de 4, 1 table de 3 »."""
    return gettext("%(way)s : %(tables)s") % {
        "way": str(RemainderChoice(way.remainder).label).capitalize(),
        "tables": way.sentence,
    }

"""Asking for a draw."""

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.labels import DrawMode, RemainderChoice
from tournaments.queries.draws import Choice, Forecast
from tournaments.seating import Remainder

BIGGEST_SEED = 2_147_483_647  # what the column holds

MODES_TOLD = {
    DrawMode.ROTATION: _(
        "Toutes les positions d’un coup : deux joueurs ne se rencontrent jamais deux fois tant que c’est possible."
    ),
    DrawMode.RANDOM: _("Une position à la fois, au hasard, en évitant ceux qu’on a déjà rencontrés."),
    DrawMode.SWISS: _("Une position à la fois : les mieux classés ensemble, sans revanche tant que c’est possible."),
    DrawMode.DANISH: _("Une position à la fois : les mieux classés ensemble, même s’ils se sont déjà rencontrés."),
}


def seed_field() -> forms.IntegerField:
    """Return the field of the number that makes a draw repeatable."""
    return forms.IntegerField(
        label=_("Numéro du tirage"),
        min_value=0,
        max_value=BIGGEST_SEED,
        help_text=_("Le même numéro, avec les mêmes joueurs, redonne le même tirage : chacun peut le vérifier."),
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
        error_messages={
            "required": _("Écrivez un numéro, n’importe lequel."),
            "invalid": _("Écrivez le numéro en chiffres."),
            "min_value": _("Écrivez un numéro à partir de %(limit_value)s."),
            "max_value": _("Écrivez un numéro de %(limit_value)s au plus."),
        },
    )


def still_open(sheets: str) -> str:
    """Say which sheets the standings still wait for."""
    return gettext("Feuilles encore ouvertes : %(sheets)s. Le classement peut encore changer.") % {"sheets": sheets}


class DrawForm(forms.Form):
    """
    How the rounds are drawn, how to seat everybody, each way with what it means, and the number that makes the draw
    repeatable.
    """

    mode = forms.TypedChoiceField(
        label=_("Façon de tirer"),
        choices=DrawMode.choices,
        coerce=DrawMode,
        empty_value=DrawMode.ROTATION,
        required=False,
        widget=forms.RadioSelect,
    )
    remainder = forms.TypedChoiceField(label=_("Comment placer tout le monde"), coerce=Remainder)
    by_rule = forms.BooleanField(
        label=_("Déplacements par règle, s’il en existe une"),
        required=False,
        help_text=_("« Sud reste, Est avance d’une table… » : chacun sait où aller sans lire la liste."),
    )
    anyway = forms.BooleanField(label=_("Tirer quand même"), required=False)
    seed = seed_field()

    fields: dict[str, Any]  # fields of choices are filled in below

    def __init__(self, *args: Any, last: dict[str, Any], forecast: Forecast, **kwargs: Any) -> None:
        """Propose what the last draw was asked: `last` has its `mode`, `remainder`, `by_rule` and the next `seed`."""
        super().__init__(*args, **kwargs)
        remainder = self.fields["remainder"]
        remainder.choices = [(way.remainder.value, _choice(way)) for way in forecast.choices]
        ways = [way.remainder.value for way in forecast.choices]
        remainder.initial = last["remainder"] if last["remainder"] in ways else next(iter(ways), None)
        # Nothing to choose when the tables come out even; the field stays, so that the answer is always said.
        remainder.widget = forms.HiddenInput() if forecast.is_even else forms.RadioSelect(choices=remainder.choices)
        for name in ("mode", "by_rule", "seed"):
            self.fields[name].initial = last[name]
        if forecast.begun:  # a movement starts with the first round
            del self.fields["by_rule"]
        if not forecast.missing:
            del self.fields["anyway"]
        else:
            self.fields["anyway"].help_text = still_open(forecast.waited_for)

    @property
    def modes(self) -> list[tuple[forms.boundfield.BoundWidget, str]]:
        """Each way of drawing with what it means."""
        return [(radio, str(MODES_TOLD[DrawMode(radio.data["value"])])) for radio in self["mode"]]


def _choice(way: Choice) -> str:
    """Return « Des tables plus petites : 3 tables de 4, 1 table de 3 »."""
    return gettext("%(way)s : %(tables)s") % {
        "way": str(RemainderChoice(way.remainder).label).capitalize(),
        "tables": way.sentence,
    }

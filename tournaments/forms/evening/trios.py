"""What the form of a tournament asks about teams of three."""

from django import forms
from django.utils.translation import gettext_lazy as _


class TriosAsked(forms.Form):
    """Asks whether teams of three play; the settings then fix what follows from it."""

    plays_trios = forms.BooleanField(
        label=_("Par triplettes, preneur imposé"),
        required=False,
        help_text=_(
            "En duplicate, à 6 équipes (6 positions), à 8 ou à tout multiple de quatre (4 positions) : une équipe de "
            "trois défend ensemble contre un preneur d’une autre ; chacune prend et défend autant. Les étuis voyagent."
        ),
    )

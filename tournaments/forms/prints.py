"""What to print of a rotation."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.labels import PRINTS, JobKind, Paper

MOST = 9_999  # far beyond any evening, and within every column


class PrintForm(forms.Form):
    """A document, and for those about one position which one; none is all of them."""

    kind = forms.TypedChoiceField(
        choices=[(kind.value, kind.label) for kind in PRINTS],
        coerce=JobKind,
        error_messages=dict.fromkeys(("required", "invalid_choice"), _("Choisissez un document de la liste.")),
    )
    position = forms.IntegerField(
        min_value=1,
        max_value=MOST,
        required=False,
        error_messages=dict.fromkeys(("invalid", "min_value", "max_value"), _("Choisissez une position de la liste.")),
    )
    paper = forms.TypedChoiceField(
        choices=Paper.choices,
        coerce=Paper,
        required=False,
        empty_value=Paper.A4,
        error_messages={"invalid_choice": _("Choisissez le papier : A4 ou A3.")},
    )

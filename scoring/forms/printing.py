"""Which sheets to print."""

from django import forms
from django.utils.translation import gettext_lazy as _

MOST = 9_999  # far beyond any hall, and within every column
UNREADABLE = _("Écrivez un numéro de table de la position, ou rien pour toutes les tables.")


class SheetsForm(forms.Form):
    """A position, and one of its tables or none for all of them."""

    position = forms.IntegerField(
        min_value=1,
        max_value=MOST,
        error_messages=dict.fromkeys(
            ("required", "invalid", "min_value", "max_value"), _("Choisissez une position de la liste.")
        ),
    )
    table = forms.IntegerField(
        min_value=1,
        max_value=MOST,
        required=False,
        error_messages=dict.fromkeys(("invalid", "min_value", "max_value"), UNREADABLE),
    )

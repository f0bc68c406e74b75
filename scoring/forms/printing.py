"""Which sheets to print."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

MOST = 9_999  # far beyond any hall, and within every column
MOST_ID = 2**63 - 1
UNKNOWN = _("Cette feuille n’est pas celle d’une position annulée : rouvrez-la.")
UNREADABLE = _("Écrivez un numéro de table de la position, ou rien pour toutes les tables.")


class SheetsForm(forms.Form):
    """A position, and one of its tables or none for all of them; `cancelled` is the round of one that was set aside."""

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
    cancelled = forms.IntegerField(
        min_value=1,
        max_value=MOST_ID,
        required=False,
        widget=forms.HiddenInput,
        error_messages=dict.fromkeys(("invalid", "min_value", "max_value"), UNKNOWN),
    )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("cancelled") and not cleaned.get("table") and not self.errors:
            self.add_error("table", UNKNOWN)
        return cleaned

"""What is asked of somebody who opens the page of his table."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.base import RefusableForm
from tournaments.forms.fields import TableField


class FindTableForm(RefusableForm):
    """The code of the evening and the number of a table, for a phone without a camera."""

    code = forms.CharField(
        label=_("Code de la soirée"),
        max_length=20,
        error_messages={"required": _("Écrivez les cinq lettres du code de la soirée.")},
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false", "size": 8}
        ),
    )
    table = TableField(label=_("Table"))

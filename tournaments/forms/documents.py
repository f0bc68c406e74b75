"""What is asked of a ranking that is printed."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.base import RefusableForm
from tournaments.labels import Group


class GroupForm(RefusableForm):
    """Whose ranking: one group's, or everybody's when none is chosen."""

    group = forms.ChoiceField(
        choices=Group.choices,
        required=False,
        error_messages={"invalid_choice": _("Choisissez une catégorie de la liste.")},
    )

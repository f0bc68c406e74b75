"""Forms about a comité: its name, its clubs, who answers for it."""

from typing import Any

from django import forms
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.forms.base import RefusableForm
from tournaments.forms.fields import NameField
from tournaments.models import Club, Committee


class NewCommitteeForm(RefusableForm):
    """A new comité."""

    name = NameField(
        label=_("Nom du comité"), max_length=100, error_messages={"required": _("Écrivez le nom du comité.")}
    )


class CommitteeForm(NewCommitteeForm):
    """The name of a comité, and its clubs: those of no other one are offered."""

    clubs = forms.ModelMultipleChoiceField(
        label=_("Clubs"), queryset=Club.objects.none(), required=False, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, data: Any = None, *, committee: Committee) -> None:
        members = committee.clubs.values_list("pk", flat=True)
        super().__init__(data, initial={"name": committee.name, "clubs": list(members)})
        self.fields["clubs"].queryset = Club.objects.filter(Q(committee=None) | Q(committee=committee))


class ResponsibleForm(RefusableForm):
    """Who answers for a comité, by the login he has."""

    username = forms.CharField(
        label=_("Identifiant"),
        max_length=150,
        help_text=_("Celui de quelqu’un qui se connecte déjà ici."),
        error_messages={"required": _("Écrivez un identifiant.")},
        widget=forms.TextInput(attrs={"autocapitalize": "none", "autocomplete": "off"}),
    )

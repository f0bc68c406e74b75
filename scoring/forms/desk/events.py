"""A whole event imported from its file."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.fields import NameField
from tournaments.forms.imports import KeptFileForm


class EventForm(KeptFileForm):
    """The file of an event, and its name here."""

    file = forms.FileField(
        label=_("Fichier du tournoi"),
        allow_empty_file=True,
        widget=forms.ClearableFileInput(attrs={"accept": ".gz"}),
        error_messages={"required": _("Choisissez un fichier."), "invalid": _("Choisissez un fichier.")},
        help_text=_("Celui que donne « Tout le tournoi dans un fichier », sur la page du tournoi."),
    )
    name = NameField(
        label=_("Nom du tournoi ici"),
        required=False,
        max_length=100,
        help_text=_("Laissez vide pour garder celui du fichier."),
    )

"""Files taken in at the desk: an event's, a list of past results."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.imports.past_results import PastConcours
from tournaments.forms.fields import DayField, NameField
from tournaments.forms.imports import SpreadsheetForm, WaitingFileForm
from tournaments.models import Club, Season


class EventForm(WaitingFileForm):
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


class PastResultsForm(SpreadsheetForm):
    """Which concours, and its file."""

    name = NameField(
        label=_("Nom du concours"), max_length=100, error_messages={"required": _("Écrivez le nom du concours.")}
    )
    date = DayField(
        label=_("Date"),
        error_messages={"required": _("Écrivez la date du concours."), "invalid": _("Écrivez une date entière.")},
    )
    season = forms.ModelChoiceField(
        label=_("Saison"),
        queryset=Season.objects.none(),
        required=False,
        empty_label=_("aucune"),
        help_text=_("Avec une saison, ces résultats comptent dans son championnat."),
    )
    field_order = ("name", "date", "season", "file", "pasted")

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["season"].queryset = club.seasons.all()

    @property
    def past(self) -> PastConcours:
        """The concours. Only for a valid form."""
        return PastConcours(self.cleaned_data["name"], self.cleaned_data["date"], self.cleaned_data["season"])

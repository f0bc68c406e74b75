"""The results of a past concours: a spreadsheet, and what it is called."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.imports.past_results import Past
from tournaments.models import Club


class PastResultsForm(forms.Form):
    """Which concours, and its file."""

    name = forms.CharField(
        label=_("Nom du concours"), max_length=100, error_messages={"required": _("Écrivez le nom du concours.")}
    )
    date = forms.DateField(
        label=_("Date"),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        error_messages={"required": _("Écrivez la date du concours."), "invalid": _("Écrivez une date entière.")},
    )
    season: "forms.ModelChoiceField[Any]" = forms.ModelChoiceField(
        label=_("Saison"),
        queryset=None,
        required=False,
        empty_label=_("aucune"),
        help_text=_("Avec une saison, ces résultats comptent dans son championnat."),
    )
    file = forms.FileField(
        label=_("Fichier des résultats"),
        help_text=_("XLSX ou CSV, 1 Mo au plus. Rien n’est enregistré avant votre accord."),
        widget=forms.ClearableFileInput(attrs={"accept": ".csv,.xlsx,.txt,.tsv"}),
        allow_empty_file=True,  # the reader says it better
        error_messages={"required": _("Choisissez un fichier."), "invalid": _("Choisissez un fichier.")},
    )

    fields: dict[str, Any]

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["season"].queryset = club.seasons.all()

    @property
    def past(self) -> Past:
        """The concours. Ask only a valid form."""
        return Past(" ".join(self.cleaned_data["name"].split()), self.cleaned_data["date"], self.cleaned_data["season"])

    def content(self) -> bytes:
        file: Any = self.cleaned_data["file"]
        return file.read()

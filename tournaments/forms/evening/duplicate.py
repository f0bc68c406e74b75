"""What the form of a tournament asks about duplicate: how results of the same étuis are compared."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.base import RefusableForm
from tournaments.forms.fields import WHOLE_NUMBER, DayField, NameField
from tournaments.labels import methods
from tournaments.models.tournaments import MOST_LEAST, MOST_TRIMMED

FORMULAS = [("", _("libre : les marques s’additionnent")), *methods()]
MOST_OF_A_SCALE = 4_000  # bytes


class DuplicateAsked(RefusableForm):
    """Asks for the formula, and for what a method of comparison needs; a file may bring the lines of a scale."""

    compared_by = forms.ChoiceField(
        label=_("Formule"),
        choices=FORMULAS,
        required=False,
        widget=forms.RadioSelect,
        help_text=_(
            "En duplicate toutes les tables jouent les mêmes étuis : chacun n’est comparé qu’à qui a tenu son jeu."
        ),
    )
    boards_travel = forms.BooleanField(
        label=_("Les étuis voyagent"),
        required=False,
        help_text=_(
            "En duplicate, avec un seul exemplaire de chaque étui, à partir de cinq tables : une table joue d’autres "
            "étuis à chaque position, et le classement paraît à la fin. Sinon toutes jouent les mêmes à la fois."
        ),
    )
    compared_trim = forms.IntegerField(
        label=_("Résultats écartés de chaque côté"),
        required=False,
        min_value=0,
        max_value=MOST_TRIMMED,
        error_messages=WHOLE_NUMBER,
        help_text=_(
            "En duplicate par écart : autant des meilleurs et des pires des autres ne comptent pas dans la moyenne."
        ),
    )
    compared_per_opponent = forms.BooleanField(
        label=_("Un résultat est divisé par le nombre d’adversaires"),
        required=False,
        help_text=_("En duplicate par écart : le preneur en a trois, un défenseur un seul."),
    )
    compared_least = forms.IntegerField(
        label=_("Résultats sans lesquels un étui rapporte une moyenne"),
        required=False,
        min_value=1,
        max_value=MOST_LEAST,
        error_messages=WHOLE_NUMBER,
        help_text=_("En duplicate : un étui qui en a moins ne départage personne. 1 : il compte toujours."),
    )
    compared_small_fields = forms.BooleanField(
        label=_("Peu de tables d’un étui aux mains changées en ont 60 pour cent, plus ou moins 5 par point"),
        required=False,
        help_text=_(
            "En duplicate par rang : l’option de la fédération anglaise de bridge (EBU), pour trois tables au plus. "
            "Sinon leur rang est ramené au nombre usuel de résultats (Neuberg)."
        ),
    )
    compared_scale_name = NameField(
        label=_("Nom de l’échelle"),
        max_length=100,
        required=False,
        help_text=_("En duplicate à travers une échelle : de qui elle est. Le classement la nomme."),
    )
    compared_scale_on = DayField(label=_("Échelle du"), required=False)
    compared_scale = forms.CharField(
        label=_("Paliers de l’échelle"),
        required=False,
        max_length=2_000,
        widget=forms.Textarea(attrs={"rows": 5, "placeholder": "0 : 0\n10 : 1\n30 : 2"}),
        help_text=_("Un par ligne, en montant : l’écart à partir duquel il compte, puis ses points."),
    )
    scale_file = forms.FileField(
        label=_("Ou un fichier qui a ces lignes"),
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".csv,.txt"}),
    )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        if cleaned.get("scale_file") is not None:
            cleaned["compared_scale"] = self._scale_in(cleaned["scale_file"])
        return cleaned

    def _scale_in(self, file: Any) -> str:
        """Return the lines of a file, and show them where they are typed: the form may ask before it saves."""
        content = file.read(MOST_OF_A_SCALE + 1)
        if len(content) > MOST_OF_A_SCALE:
            self.add_error("scale_file", _("Ce fichier est trop long pour être une échelle : un palier par ligne."))
            return ""
        try:
            text = content.decode("utf-8-sig")
        except UnicodeDecodeError:
            text = content.decode("cp1252", errors="replace")
        self.data = self.data.copy()
        self.data["compared_scale"] = text
        return text

    def clean_compared_trim(self) -> int:
        """Return how many results are left out at each end; 0 for an empty box."""
        return self.cleaned_data["compared_trim"] or 0

    def clean_compared_least(self) -> int:
        """Return of how many results a board is compared; 1, of any, for an empty box."""
        return self.cleaned_data["compared_least"] or 1

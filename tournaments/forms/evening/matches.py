"""What a tournament asks of its matches of teams: what one brings, and a bye."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.fields import WHOLE_NUMBER, DayField, NameField
from tournaments.match_labels import victories

USUAL_RESULTS = {"victory_win": 2, "victory_draw": 1, "victory_loss": 0}


class MatchSettings(forms.Form):
    """The fields about what a match brings, of the settings of a tournament."""

    bye_points = forms.IntegerField(
        label=_("Points d’une équipe exempte"),
        required=False,
        error_messages=WHOLE_NUMBER,
        help_text=_(
            "Par matchs, quand le nombre d’équipes est impair. Laissez vide pour ce que rapporte un match nul : "
            "zéro par écart, la moitié par rang."
        ),
    )
    victory_by = forms.ChoiceField(
        label=_("Un match rapporte à une équipe"),
        choices=[("", _("ce que rapportent ses étuis, additionné")), *victories()],
        required=False,
        widget=forms.RadioSelect,
        help_text=_("Par matchs : les équipes sont classées par leur somme."),
    )
    victory_win = forms.IntegerField(label=_("Match gagné"), required=False, min_value=0, error_messages=WHOLE_NUMBER)
    victory_draw = forms.IntegerField(label=_("Match nul"), required=False, min_value=0, error_messages=WHOLE_NUMBER)
    victory_loss = forms.IntegerField(label=_("Match perdu"), required=False, min_value=0, error_messages=WHOLE_NUMBER)
    victory_scale_name = NameField(
        label=_("Nom de la table de points"),
        max_length=100,
        required=False,
        help_text=_("Par matchs, selon l’écart : de qui elle est. Le classement la nomme."),
    )
    victory_scale_on = DayField(label=_("Table de points du"), required=False)
    victory_scale = forms.CharField(
        label=_("Paliers de la table de points"),
        required=False,
        max_length=2_000,
        widget=forms.Textarea(attrs={"rows": 5, "placeholder": "0 : 10 – 10\n10 : 14 – 6\n60 : 20 – 0"}),
        help_text=_(
            "Un par ligne, en montant depuis 0 : l’écart du match comme sa page le dit, puis les points du gagnant et "
            "du perdant. Sans ceux du perdant, les deux équipes ont ensemble ce que rapporte un match nul."
        ),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, points in USUAL_RESULTS.items():
            if self.initial.get(name) is None:  # shown beside the choice before it is made, and left out without it
                self.initial[name] = points

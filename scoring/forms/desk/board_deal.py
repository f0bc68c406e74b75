"""Forms about the étuis of a duplicate: how they are dealt, whose they are, which paper about them is printed."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.queries.desk.boards import sharing_etuis
from tournaments.forms.base import RefusableForm
from tournaments.forms.fields import ListedNumberField
from tournaments.labels import OF_BOARDS, JobKind
from tournaments.models import Tournament

NO_PAPER = _("Choisissez un papier de la liste.")
NO_TOURNAMENT = _("Choisissez un tournoi de la liste.")


class DealForm(RefusableForm):
    """Asks how the étuis are dealt."""

    keeps_petit_sec = forms.BooleanField(
        label=_("Garder les donnes où un joueur a le petit sec"),
        help_text=_(
            "La première table qui ouvre l’étui redistribue alors : les mains imprimées ne sont plus les siennes."
        ),
        required=False,
    )


class ShareDealForm(RefusableForm):
    """Asks whose étuis the tournament plays, too."""

    other = forms.ModelChoiceField(
        label=_("Tournoi dont celui-ci joue les étuis"),
        queryset=Tournament.objects.none(),
        empty_label=None,
        error_messages=dict.fromkeys(("required", "invalid_choice"), NO_TOURNAMENT),
    )

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["other"].queryset = sharing_etuis(tournament)


class BoardPaperForm(RefusableForm):
    """Asks which paper about the étuis is printed and, for hands that were played, of which round."""

    kind = forms.TypedChoiceField(
        choices=[(kind.value, kind.value) for kind in OF_BOARDS],
        coerce=JobKind,
        error_messages=dict.fromkeys(("required", "invalid_choice"), NO_PAPER),
    )
    position = ListedNumberField(_("Choisissez une position de la liste."), required=False)

"""What an arbiter is asked when two devices say two things of a donne."""

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.labels import Kept
from tournaments.forms.base import AnchoredForm
from tournaments.forms.fields import ReasonField


class SettleForm(AnchoredForm):
    """Which version is kept, by the button that is pressed, and why: what is true most often is written already."""

    kept = forms.ChoiceField(
        choices=Kept.offered,
        error_messages=dict.fromkeys(("required", "invalid_choice"), _("Touchez la version qui est juste.")),
    )
    seen = forms.IntegerField(required=False, min_value=1, widget=forms.HiddenInput)
    reason = ReasonField(label=_("Comment le savez-vous ?"), initial=_("vérifié avec la table"), max_length=500)

    def shown_again(self, seen: int | None) -> None:
        """After a refusal the form is about what the sheet says now."""
        self.data = self.data.copy()
        self.data["seen"] = "" if seen is None else str(seen)

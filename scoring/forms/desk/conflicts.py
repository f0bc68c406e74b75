"""The form with which an arbiter settles a donne that two devices wrote differently."""

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.labels import Kept
from tournaments.forms.base import AnchoredForm
from tournaments.forms.fields import ReasonField


class SettleForm(AnchoredForm):
    """Which version is kept, by the button that is pressed, and why: the most frequent reason is filled in."""

    kept = forms.ChoiceField(
        choices=Kept.offered,
        error_messages=dict.fromkeys(("required", "invalid_choice"), _("Touchez la version qui est juste.")),
    )
    seen = forms.IntegerField(required=False, min_value=1, widget=forms.HiddenInput)
    reason = ReasonField(label=_("Comment le savez-vous ?"), initial=_("vérifié avec la table"), max_length=500)

    def shown_again(self, seen: int | None) -> None:
        """Renew the form after a refusal: it is now about the line with the id `seen`."""
        self.data = self.data.copy()
        self.data["seen"] = "" if seen is None else str(seen)

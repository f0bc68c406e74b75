"""Where a donne that was typed at the wrong place belongs, and why."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.forms.calls import PlaceForm
from scoring.forms.parts import ConfirmableForm, DonneNumberField, ReasonForm
from scoring.models import SheetLine
from tournaments.models import Round


class MoveForm(ConfirmableForm, ReasonForm, PlaceForm):
    """The position, the table and the number where the donne was really played; `seen` is the line that was shown."""

    number = DonneNumberField(label=_("Donne"))
    seen = forms.CharField(max_length=16, required=False, widget=forms.HiddenInput(attrs={"autocomplete": "off"}))

    field_order = ["position", "table", "number", "reason", "seen", "key"]

    def __init__(self, *args: Any, line: SheetLine, rounds: list[Round], **kwargs: Any) -> None:
        self.line = line
        start = {"position": line.table.round.number, "number": line.number, "seen": line.pk}
        super().__init__(*args, rounds=rounds, initial=start, **kwargs)
        del self.fields["reason"].widget.attrs["autofocus"]
        self.fields["table"].widget.attrs["autofocus"] = True

    def sealed(self) -> str:
        answers = self.cleaned_data
        return repr((answers["position"], answers["table"], answers["number"], self.line.pk))

"""Where a donne that was typed at the wrong place belongs, and why."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.forms.calls import PlaceForm
from scoring.forms.parts import ConfirmableForm, ReasonForm
from scoring.models import SheetLine
from tournaments.models import Round, Table, Tournament


class MoveForm(ConfirmableForm, ReasonForm, PlaceForm):
    """The position, the table and the number where the donne was really played; `seen` is the line that was shown."""

    number = forms.IntegerField(
        label=gettext_lazy("Donne"),
        min_value=1,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "size": 4, "class": "num", "autocomplete": "off"}),
        error_messages={
            "required": gettext_lazy("Écrivez le numéro de la donne."),
            "invalid": gettext_lazy("Écrivez le numéro de la donne, par exemple 3."),
            "min_value": gettext_lazy("Les donnes se comptent à partir de 1."),
        },
    )
    seen = forms.CharField(max_length=16, required=False, widget=forms.HiddenInput(attrs={"autocomplete": "off"}))

    field_order = ["position", "table", "number", "reason", "seen", "key"]

    def __init__(self, *args: Any, line: SheetLine, rounds: list[Round], **kwargs: Any) -> None:
        self.line = line
        start = {"position": line.table.round.number, "number": line.number, "seen": line.pk}
        super().__init__(*args, rounds=rounds, initial=start, **kwargs)
        del self.fields["reason"].widget.attrs["autofocus"]
        self.fields["table"].widget.attrs["autofocus"] = True

    def table_meant(self, tournament: Tournament) -> Table | None:
        """Return the table asked for; one that does not exist is said at its field. Call it on a valid form."""
        said = self.cleaned_data
        table = (
            Table.objects.select_related("round")
            .filter(round__tournament=tournament, round__number=said["position"], number=said["table"])
            .first()
        )
        if table is None:
            self.add_error(
                "table",
                _("La position %(position)d n’a pas de table %(table)d. Vérifiez le numéro.") % said,
            )
        else:
            table.round.tournament = tournament
        return table

    def sealed(self) -> str:
        said = self.cleaned_data
        return repr((said["position"], said["table"], said["number"], self.line.pk))

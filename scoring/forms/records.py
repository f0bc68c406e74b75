"""A whole donne card by card, pasted or as a file."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.cards.record import Record
from scoring.forms.parts import CorrectionForm, RefusedForm
from scoring.forms.written_records import LONGEST, read_record, refuse_too_long
from tournaments.labels import SEAT_NAMES
from tournaments.refusals import Refusal


class RecordForm(RefusedForm):
    """
    Asks for a record. Once valid, `record` is what it says; what was pasted stays where it was pasted.

    A file counts before a text, and its text is shown again when something in it cannot be read.
    """

    releve = forms.CharField(
        label=gettext_lazy("Le relevé"),
        required=False,
        strip=False,
        widget=forms.Textarea(
            attrs={"rows": 8, "class": "codes", "autocomplete": "off", "spellcheck": "false", "maxlength": LONGEST}
        ),
    )
    fichier = forms.FileField(
        label=gettext_lazy("ou son fichier"),
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".json,.txt,.csv,application/json,text/plain"}),
    )

    def __init__(self, *args: Any, only_play: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.only_play = only_play
        self.record: Record | None = None

    def clean(self) -> dict[str, Any]:
        said = super().clean()
        if self.errors:
            return said
        try:
            text = self._text(said)
            self.record = read_record(text, only_play=self.only_play)
        except Refusal as refusal:
            self.refuse(refusal)
        return said

    def _text(self, said: dict[str, Any]) -> str:
        """Return what was pasted or sent; a file's text takes the place of what was pasted."""
        file: Any = said.get("fichier")
        if not file:
            return str(said.get("releve") or "")
        refuse_too_long(file.size)
        text = file.read().decode("utf-8-sig", "replace")
        if "\x00" in text:
            raise Refusal("", code="record_unreadable", fields={"fichier": [_("Ce fichier n’est pas un texte.")]})
        self.data = self.data.copy()
        self.data["releve"] = text
        return text


class AttachForm(RecordForm, CorrectionForm):
    """Asks for the record of one donne of a sheet, and for whatever a first look at it left open."""

    premier = forms.ChoiceField(
        label=gettext_lazy("Le premier joueur du relevé est assis en"),
        choices=[("", gettext_lazy("d’après les noms")), *((str(seat), name) for seat, name in enumerate(SEAT_NAMES))],
        required=False,
        widget=forms.RadioSelect,
    )
    quand_meme = forms.BooleanField(
        label=gettext_lazy("C’est bien ce qui s’est passé à la table : rattacher quand même"), required=False
    )

    shown_at = {"record": "releve"}

    def __init__(self, *args: Any, chairs: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.asks_anyway = False
        self.fields["premier"].choices = self.fields["premier"].choices[: chairs + 1]

    @property
    def first_chair(self) -> int | None:
        chosen = self.cleaned_data.get("premier")
        return int(chosen) if chosen else None

    def ask_anyway(self) -> None:
        """Show the box that says the faults in the record really happened."""
        self.asks_anyway = True

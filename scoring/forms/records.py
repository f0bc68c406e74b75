"""A whole donne card by card, pasted or as a file."""

import dataclasses
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.cards import Card
from scoring.cards.record import Record
from scoring.forms.cards import NEVER_CALLED, ONE_CALLED, CardsField, may_be_called
from scoring.forms.parts import CorrectionForm, ReasonForm, RefusedForm
from scoring.forms.written_records import LONGEST, read_record, refuse_too_long
from scoring.marque import Variant
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

    only_play = False

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.record: Record | None = None

    @property
    def valid_record(self) -> Record:
        """The record: only to be asked of a valid form."""
        assert self.record is not None
        return self.record

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


class PlayForm(RecordForm):
    """
    Asks for the cards in the order in which they fell, and for the called card where they do not say it.

    At five the first lead is judged by it [R21]; `asks_called` says that it is not known.
    """

    only_play = True

    carte_appelee = CardsField(
        label=gettext_lazy("À cinq joueurs, la carte appelée"),
        required=False,
        help_text=gettext_lazy("La première entame n’est pas dans sa couleur, sauf si c’est elle."),
    )

    @property
    def asks_called(self) -> bool:
        return self.record is not None and self.record.variant is Variant.FIVE and self.record.called is None

    def clean_carte_appelee(self) -> Card | None:
        called = self.cleaned_data["carte_appelee"]
        if len(called) > 1:
            raise forms.ValidationError(ONE_CALLED)
        if called and not may_be_called(called[0]):
            raise forms.ValidationError(NEVER_CALLED)
        return called[0] if called else None

    def clean(self) -> dict[str, Any]:
        said = super().clean()
        if self.asks_called and self.record is not None:
            self.record = dataclasses.replace(self.record, called=said["carte_appelee"])
        return said


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


class WithdrawForm(ReasonForm):
    """Asks why a record is withdrawn; `record` is the one its writer saw."""

    record = forms.IntegerField(widget=forms.HiddenInput(attrs={"autocomplete": "off"}))

"""
Base classes of the forms of both apps.

A `RefusableForm` shows why a service refused. An `IdempotentForm` writes once, however often it is sent. A
`ConfirmableForm` may ask for a confirmation. A `CorrectionForm` replaces stored rows. A `ReasonForm` asks for a reason.
A `SeenForm` confirms what its page showed: used to undo something.
"""

import hashlib
import uuid
from abc import abstractmethod
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.fields import HeardOnField, ReasonField
from tournaments.refusals import Refusal


class RefusableForm(forms.Form):
    """A form that shows why a service refused: each sentence at the field that the sentence is about."""

    fields: dict[str, Any]
    data: Any  # the request's, which can be copied and changed
    shown_at: dict[str, str] = {}  # where a sentence of the service belongs on this form, when the names differ
    # Each field has an anchor (#f-name) for the list of problems above the form, and a place (#err-name) for its
    # errors that htmx can fill.
    anchored = False

    @property
    def problems(self) -> list[tuple[str, str]]:
        """Return (name of the field, sentence) for every error; the name is "" for an error of the whole form."""
        return [(name if name != "__all__" else "", str(text)) for name, texts in self.errors.items() for text in texts]

    def clean(self) -> dict[str, Any]:
        return super().clean() or self.cleaned_data

    def refuse_the_rest(self, refusal: Refusal) -> None:
        """Add the sentences of a refusal to the fields without an error, so that all reasons are shown at once."""
        for field, sentences in refusal.fields.items():
            name = self.shown_at.get(field, field)
            if name in self.fields and name not in self.errors:
                self.add_error(name, [str(sentence) for sentence in sentences])

    def refuse(self, refusal: Refusal) -> None:
        """Put each sentence of a refusal at its field; a sentence without a field here belongs to the whole form."""
        for field, sentences in refusal.fields.items():
            name = self.shown_at.get(field, field)
            self.add_error(name if name in self.fields else None, [str(sentence) for sentence in sentences])
        if not any(refusal.fields.values()):
            self.add_error(None, str(refusal))


def fields_of_rows(rows: Iterable[int], names: Iterable[str]) -> dict[str, str]:
    """
    Return `shown_at` for a form of numbered lines: {"name_line of the service": "name_row of the form"}.

    `rows` are the filled rows of the form, in order; the service numbers only these, from 0.
    """
    return {f"{name}_{line}": f"{name}_{row}" for line, row in enumerate(rows) for name in names}


class AnchoredForm(RefusableForm):
    """A form of the arbiter's desk. Each field has an HTML anchor: the form is long, or checked while people type."""

    anchored = True


class IdempotentForm(RefusableForm):
    """A form that writes once, however often it is sent: the server makes its `key` (a UUID) when the form is shown."""

    key = forms.UUIDField(
        widget=forms.HiddenInput(attrs={"autocomplete": "off"}),
        error_messages={
            "required": _("Ce formulaire est incomplet. Rechargez la page et saisissez de nouveau."),
            "invalid": _("Ce formulaire est abîmé. Rechargez la page et saisissez de nouveau."),
        },
    )

    def __init__(self, *args: Any, initial: dict[str, Any] | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs | {"initial": {"key": uuid.uuid4()} | (initial or {})})

    def renew(self, **values: str) -> None:
        """Give the form a new key and these values (by field name); keep everything else that was typed."""
        self.data = self.data.copy()
        for name, value in ({"key": str(uuid.uuid4())} | values).items():
            self.data[name] = value


@dataclass(frozen=True)
class OddBox:
    """The box that confirms something odd: `value` is what the browser sends when the box is ticked."""

    value: str
    title: str
    sentences: tuple[str, ...]
    is_ticked: bool


class ConfirmableForm(RefusableForm):
    """A form that may ask for a confirmation: a box, labelled `confirms`, confirms exactly what was typed."""

    confirms = _("J’ai vérifié : c’est bien ce qui s’est passé")
    confirmed = forms.CharField(required=False, max_length=500)
    confirmation: OddBox | None = None

    @abstractmethod
    def sealed(self) -> str:
        """Return, as one text, the values that the box confirms. Call this on a valid form."""

    def confirmed_codes(self) -> frozenset[str]:
        """Return the codes that the box confirms; none once a typed value has changed. Call this on a valid form."""
        seal, _colon, codes = self.cleaned_data["confirmed"].partition(":")
        return frozenset(codes.split(",")) if codes and seal == self._seal() else frozenset()

    def ask_to_confirm(self, title: str, sentences: Iterable[str], *, codes: Collection[str]) -> None:
        """Show these sentences and a box that confirms their codes. Call this on a valid form."""
        self.confirmation = OddBox(
            value=f"{self._seal()}:{','.join(sorted(codes))}",
            title=title,
            sentences=tuple(sentences),
            is_ticked=self.confirmed_codes().issuperset(codes),
        )
        for field in self.fields.values():
            field.widget.attrs.pop("autofocus", None)  # the box has the focus

    def _seal(self) -> str:
        """Return a digest of the typed values: a box that was ticked for other values confirms nothing."""
        return hashlib.sha256(self.sealed().encode()).hexdigest()[:16]


class ConfirmableEntryForm(ConfirmableForm, AnchoredForm, IdempotentForm):
    """A form in which an arbiter writes something once, and confirms it when it is odd."""


class CorrectionForm(AnchoredForm, IdempotentForm):
    """A form that may replace stored rows, and then asks for a reason. `replaces`: the ids that the page showed."""

    reason = ReasonField(
        label=_("Pourquoi cette correction ?"),
        required=False,
        is_compulsory=True,
        max_length=500,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    replaces = forms.RegexField(
        r"^[0-9,]{0,200}$", required=False, widget=forms.HiddenInput(attrs={"autocomplete": "off"})
    )

    @property
    def is_correction(self) -> bool:
        return bool(self["replaces"].value())

    def replaced(self) -> list[int]:
        """Return the ids of the rows that the page showed and that this form replaces. Call this on a valid form."""
        return [int(pk) for pk in self.cleaned_data["replaces"].split(",") if pk]


class ReasonForm(AnchoredForm):
    """Asks for the reason of an undo or of a reopening. `autofocus=False` where there is something to read first."""

    reason = ReasonField(
        label=_("Pourquoi ?"),
        required=False,
        is_compulsory=True,
        max_length=500,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autofocus": True, "required": True}),
    )

    def __init__(self, *args: Any, autofocus: bool = True, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not autofocus:
            del self.fields["reason"].widget.attrs["autofocus"]


class SeenForm(RefusableForm):
    """Confirms what its page showed: `seen` is a digest of it, so that nobody undoes something that changed unseen."""

    seen = forms.CharField(max_length=16, required=False, widget=forms.HiddenInput(attrs={"autocomplete": "off"}))

    def show(self, seen: str) -> None:
        """Put the digest `seen` of what the page shows now into the hidden field."""
        if self.is_bound:
            self.data = self.data.copy()
            self.data["seen"] = seen
        else:
            self.initial["seen"] = seen


class SeenReasonForm(ReasonForm, SeenForm):
    """Confirms what its page showed, and asks for a reason."""

    def reason_for(self, shown: object) -> str:
        """Return the reason of a valid form: "" unless the page showed `shown`. The form then shows `shown`."""
        seen = hashlib.sha256(repr(shown).encode()).hexdigest()[:16]
        reason: str = self.cleaned_data["reason"] if self.cleaned_data["seen"] == seen else ""
        self.show(seen)
        return reason


class ConfirmationForm(SeenForm):
    """Confirms what its page showed, without a reason."""

    @property
    def answers(self) -> dict[str, Any]:
        """Return the arguments for the service; for an invalid form only an empty `seen`, which confirms nothing."""
        return {"seen": "", **(self.cleaned_data if self.is_valid() else {})}


class ErasingForm(ConfirmationForm):
    """Confirms the erasure of a player who did not ask on his own page, and says on which day the player asked."""

    heard_on = HeardOnField()


class MeetingForm(SeenReasonForm, ConfirmationForm):
    """Confirms that two players who met are one person, and asks for a reason."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, autofocus=False, **kwargs)
        self.fields["reason"].label = _("Pourquoi est-ce une seule personne ?")

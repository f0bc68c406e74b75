"""
What the forms of both apps are built on.

A form shows what a service refused (`RefusableForm`); it may write once however often it is sent (`IdempotentForm`),
ask to be confirmed (`ConfirmableForm`), replace what is written (`CorrectionForm`), ask why (`ReasonForm`).
What takes something back confirms what was shown.
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
    """A form that can show why a service refused it, each sentence at its field."""

    fields: dict[str, Any]
    data: Any  # the request's, which can be copied and changed
    shown_at: dict[str, str] = {}  # where a sentence of the service belongs on this form, when the names differ
    # Each field has an anchor (#f-name) for the list of problems above the form, and a place (#err-name) for its
    # errors that htmx can fill.
    anchored = False

    @property
    def problems(self) -> list[tuple[str, str]]:
        """Return every sentence with the name of the field it belongs to ("" for the form as a whole)."""
        return [(name if name != "__all__" else "", str(text)) for name, texts in self.errors.items() for text in texts]

    def clean(self) -> dict[str, Any]:
        return super().clean() or self.cleaned_data

    def refuse_the_rest(self, refusal: Refusal) -> None:
        """Add to a form that has errors already what a refusal says of its other fields: every reason at once."""
        for field, sentences in refusal.fields.items():
            name = self.shown_at.get(field, field)
            if name in self.fields and name not in self.errors:
                self.add_error(name, [str(sentence) for sentence in sentences])

    def refuse(self, refusal: Refusal) -> None:
        """Put each sentence of a refusal at its field; what has no field here belongs to the form as a whole."""
        for field, sentences in refusal.fields.items():
            name = self.shown_at.get(field, field)
            self.add_error(name if name in self.fields else None, [str(sentence) for sentence in sentences])
        if not any(refusal.fields.values()):
            self.add_error(None, str(refusal))


def fields_of_rows(rows: Iterable[int], names: Iterable[str]) -> dict[str, str]:
    """Return `shown_at` for a form of lines, some left empty: the service's third line may be the fourth row here."""
    return {f"{name}_{line}": f"{name}_{row}" for line, row in enumerate(rows) for name in names}


class AnchoredForm(RefusableForm):
    """A form of the arbiter's desk: long, or checked while people type, so that each field has its anchor."""

    anchored = True


class IdempotentForm(RefusableForm):
    """A form that writes once however often it is sent: its `key` is made when it is shown."""

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
        """Make this a new form, with everything typed in it, and with these values in place of what they were."""
        self.data = self.data.copy()
        for name, value in ({"key": str(uuid.uuid4())} | values).items():
            self.data[name] = value


@dataclass(frozen=True)
class OddBox:
    """The box that says yes to what is odd; `value` is what it sends."""

    value: str
    title: str
    sentences: tuple[str, ...]
    is_ticked: bool


class ConfirmableForm(RefusableForm):
    """A form that may ask to be confirmed: a box says yes to exactly what was typed, in the words of `confirms`."""

    confirms = _("J’ai vérifié : c’est bien ce qui s’est passé")
    confirmed = forms.CharField(required=False, max_length=500)
    confirmation: OddBox | None = None

    @abstractmethod
    def sealed(self) -> str:
        """Return what the box says yes to, as one text. Called on a valid form."""

    def confirmed_codes(self) -> frozenset[str]:
        """Return the codes that the box says yes to; none once what was typed has changed. Call it on a valid form."""
        seal, _colon, codes = self.cleaned_data["confirmed"].partition(":")
        return frozenset(codes.split(",")) if codes and seal == self._seal() else frozenset()

    def ask_to_confirm(self, title: str, sentences: Iterable[str], *, codes: Collection[str]) -> None:
        """Show these sentences and a box that confirms their codes. Call it on a valid form."""
        self.confirmation = OddBox(
            value=f"{self._seal()}:{','.join(sorted(codes))}",
            title=title,
            sentences=tuple(sentences),
            is_ticked=self.confirmed_codes().issuperset(codes),
        )
        for field in self.fields.values():
            field.widget.attrs.pop("autofocus", None)  # the box has the focus

    def _seal(self) -> str:
        """Return a digest of what was typed: a box ticked for something else confirms nothing."""
        return hashlib.sha256(self.sealed().encode()).hexdigest()[:16]


class ConfirmableEntryForm(ConfirmableForm, AnchoredForm, IdempotentForm):
    """What an arbiter writes, once, and confirms when it is odd."""


class CorrectionForm(AnchoredForm, IdempotentForm):
    """A form that may replace what is written, and then asks why: `replaces` is what its writer saw there."""

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
        """Return the ids of what the writer saw. Call it on a valid form."""
        return [int(pk) for pk in self.cleaned_data["replaces"].split(",") if pk]


class ReasonForm(AnchoredForm):
    """Asks why something is taken back or opened again. Without `autofocus` where there is something to read first."""

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
    """Confirms what its page showed: `seen` is a digest of it, so that nobody takes back what he did not see."""

    seen = forms.CharField(max_length=16, required=False, widget=forms.HiddenInput(attrs={"autocomplete": "off"}))

    def show(self, seen: str) -> None:
        """Have the form confirm what is shown now."""
        if self.is_bound:
            self.data = self.data.copy()
            self.data["seen"] = seen
        else:
            self.initial["seen"] = seen


class SeenReasonForm(ReasonForm, SeenForm):
    """Confirms what its page showed, and asks why."""

    def reason_for(self, shown: object) -> str:
        """Return the reason typed, none unless the page showed this; it does so now. Call it on a valid form."""
        seen = hashlib.sha256(repr(shown).encode()).hexdigest()[:16]
        reason: str = self.cleaned_data["reason"] if self.cleaned_data["seen"] == seen else ""
        self.show(seen)
        return reason


class ConfirmationForm(SeenForm):
    """Confirms what is shown."""

    @property
    def answers(self) -> dict[str, Any]:
        """What the service is called with; nothing was seen where the form is broken."""
        return {"seen": "", **(self.cleaned_data if self.is_valid() else {})}


class ErasingForm(ConfirmationForm):
    """Confirms an erasure that he did not ask for on his own page, and says when he did."""

    heard_on = HeardOnField()


class MeetingForm(SeenReasonForm, ConfirmationForm):
    """Confirms that two who met are one person, and asks why."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, autofocus=False, **kwargs)
        self.fields["reason"].label = _("Pourquoi est-ce une seule personne ?")

"""What the forms of the desk share."""

import hashlib
import re
import uuid
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.labels import SEAT_LETTERS
from tournaments.refusals import Refusal

# Each part follows another of its own, none can be read two ways: the time grows as the text.
COUNT = re.compile(r"([+-])?([0-9]{1,9})(?:([.,][0-9]{1,9})|[ \u00a0]?(½|1/2))?(?:[ \u00a0]?(?:points?|pts?)\.?)?")
MINUS_SIGNS = str.maketrans({"−": "-", "–": "-", "\u00a0": None, "\u202f": None, " ": None})


class Keyed(forms.widgets.ChoiceWidget):
    """A group of big buttons, each answering to one key while the group has the focus."""

    def __init__(
        self, keys: Mapping[str, str] | Mapping[Any, str] | None = None, attrs: dict[str, Any] | None = None
    ) -> None:
        super().__init__(attrs)
        self.keys = keys or {}

    def create_option(self, name: str, value: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        option = super().create_option(name, value, *args, **kwargs)
        if key := self.keys.get(str(value)):
            option["attrs"]["data-key"] = key
        return option


class KeyedRadios(Keyed, forms.RadioSelect):
    """Of these, one: its key chooses it."""


class KeyedBoxes(Keyed, forms.CheckboxSelectMultiple):
    """Of these, any: a key ticks and unticks."""


def chair_keys() -> dict[str, str]:
    """Return the key that chooses each chair: the letter it is called by, here and now."""
    return {str(chair): str(letter).lower() for chair, letter in enumerate(SEAT_LETTERS)}


class TypedNumberField(forms.IntegerField):
    """The number of a table or of a donne: typed in a small box, from 1 on."""

    def __init__(self, **kwargs: Any) -> None:
        box = {"inputmode": "numeric", "size": 4, "class": "num", "autocomplete": "off"}
        super().__init__(min_value=1, widget=forms.TextInput(attrs=box), **kwargs)


class TableField(TypedNumberField):
    """Which table."""

    default_error_messages = {
        "required": _("Écrivez le numéro de la table."),
        "invalid": _("Écrivez le numéro de la table, par exemple 12."),
        "min_value": _("Les tables se comptent à partir de 1."),
    }


class DonneNumberField(TypedNumberField):
    """Which donne of a table."""

    default_error_messages = {
        "required": _("Écrivez le numéro de la donne."),
        "invalid": _("Écrivez le numéro de la donne, par exemple 3."),
        "min_value": _("Les donnes se comptent à partir de 1."),
    }


class PointsField(forms.IntegerField):
    """A whole number as people write it by hand: « −120 » with a true minus, « +1 250 »."""

    default_error_messages = {"invalid": _("Écrivez un nombre entier, par exemple −120 ou 340.")}

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            **kwargs, widget=forms.TextInput(attrs={"inputmode": "text", "autocomplete": "off", "class": "num"})
        )

    def to_python(self, value: Any) -> int | None:
        if isinstance(value, str):
            value = value.strip().translate(MINUS_SIGNS).removeprefix("+")
        return super().to_python(value)


class CardPointsField(forms.CharField):
    """
    A count of card points as people write it: « 46 », « 40,5 », « 41½ », « 48 points »; read as the marque writes it.

    What it cannot read stays as it was typed.
    """

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"required": False, "max_length": 20} | kwargs)

    def to_python(self, value: Any) -> str:
        text = super().to_python(value) or ""
        read = COUNT.fullmatch(text)
        if read is None:
            return text
        sign, whole, decimals, half = read.groups()
        return f"{sign or ''}{whole}{',5' if half else decimals or ''}"


class RefusedForm(forms.Form):
    """A form that can show why a service refused it, each sentence at its field."""

    fields: dict[str, Any]
    data: Any  # the request's, which can be copied and changed
    shown_at: dict[str, str] = {}  # where a sentence of the service belongs on this form, when the names differ

    @property
    def problems(self) -> list[tuple[str, str]]:
        """Return every sentence with the name of the field it belongs to ("" for the form as a whole)."""
        return [(name if name != "__all__" else "", str(text)) for name, texts in self.errors.items() for text in texts]

    def clean(self) -> dict[str, Any]:
        return super().clean() or self.cleaned_data

    def refuse_the_rest(self, refusal: Refusal) -> None:
        """Add to a form that is wrong already what a refusal says of its other fields: every reason at once."""
        for field, sentences in refusal.fields.items():
            name = self.shown_at.get(field, field)
            if name in self.fields and name not in self.errors:
                self.add_error(name, [str(sentence) for sentence in sentences])

    def refuse(self, refusal: Refusal) -> None:
        """Put the sentences of a refusal at their fields."""
        for field, sentences in refusal.fields.items():
            name = self.shown_at.get(field, field)
            self.add_error(name if name in self.fields else None, [str(sentence) for sentence in sentences])
        if not any(refusal.fields.values()):
            self.add_error(None, str(refusal))


class KeyedForm(RefusedForm):
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
class Confirmation:
    """One box that says yes to what is odd; `value` is what it sends, `given` whether it is ticked."""

    value: str
    title: str
    sentences: tuple[str, ...]
    given: bool


class ConfirmableForm(KeyedForm):
    """A form whose answer may have to be looked at again: a box says yes to it, for exactly what was typed."""

    confirmed = forms.CharField(required=False, max_length=500)
    confirmation: Confirmation | None = None

    def sealed(self) -> str:
        """Return what the box says yes to, in one text: each form has its own. Called on a valid form."""
        raise NotImplementedError

    def confirmed_codes(self) -> frozenset[str]:
        """Return what the box says yes to, as long as the form still says what it was shown for. On a valid form."""
        seal, _colon, codes = self.cleaned_data["confirmed"].partition(":")
        return frozenset(codes.split(",")) if codes and seal == self._seal() else frozenset()

    def ask_to_confirm(self, title: str, sentences: Iterable[str], *, codes: Collection[str]) -> None:
        """Show these sentences and the box that confirms them, by their codes. Call it on a valid form."""
        self.confirmation = Confirmation(
            value=f"{self._seal()}:{','.join(sorted(codes))}",
            title=title,
            sentences=tuple(sentences),
            given=self.confirmed_codes().issuperset(codes),
        )
        for field in self.fields.values():
            field.widget.attrs.pop("autofocus", None)  # the box has the focus

    def _seal(self) -> str:
        """Return what stands for what was typed: a box ticked for something else confirms nothing."""
        return hashlib.sha256(self.sealed().encode()).hexdigest()[:16]


class CorrectionForm(KeyedForm):
    """A form that may replace what is written: `replaces` is what its writer saw there, and then it asks why."""

    reason = forms.CharField(
        label=_("Pourquoi cette correction ?"),
        required=False,  # the service refuses an empty one, in its own words
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


class ReasonForm(RefusedForm):
    """Asks why: for whatever is taken back or opened again."""

    reason = forms.CharField(
        label=_("Pourquoi ?"),
        required=False,  # the service refuses an empty one, in its own words
        max_length=500,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autofocus": True, "required": True}),
    )


class SeenReasonForm(ReasonForm):
    """Asks why; `seen` says what stood there when its page was made, so that nobody takes back what he did not see."""

    seen = forms.CharField(max_length=16, required=False, widget=forms.HiddenInput(attrs={"autocomplete": "off"}))

    def show(self, seen: str) -> None:
        """Have the form confirm what is shown now."""
        if self.is_bound:
            self.data = self.data.copy()
            self.data["seen"] = seen
        else:
            self.initial["seen"] = seen

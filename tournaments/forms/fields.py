"""Fields and widgets of the forms: numbers, amounts, days, spreadsheets, reasons, choices, as people fill them in."""

import datetime
import re
from collections.abc import Mapping
from typing import Any

from django import forms
from django.forms.renderers import BaseRenderer
from django.forms.utils import flatatt
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from tournaments.kit.languages import current_language
from tournaments.kit.text import PHONE, euros, plain_minus, tidy, typed_number, without_pictures
from tournaments.labels import SEAT_LETTERS

YEARS = range(1900, 2200)
WHOLE_NUMBER = {"invalid": _("Écrivez un nombre entier."), "required": _("Écrivez un nombre.")}


class KeyedChoices(forms.widgets.ChoiceWidget):
    """
    A group of big buttons; each answers to one key while the group has the focus.

    `step` makes the group a stop of the quick entry by keyboard.
    """

    def __init__(
        self,
        keys: Mapping[str, str] | Mapping[Any, str] | None = None,
        attrs: dict[str, Any] | None = None,
        *,
        step: bool = False,
    ) -> None:
        super().__init__(attrs)
        self.keys = keys or {}
        self.step = step

    def create_option(self, name: str, value: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        option = super().create_option(name, value, *args, **kwargs)
        if key := self.keys.get(str(value)):
            option["attrs"]["data-key"] = key
        return option

    def _render(self, template_name: str, context: dict[str, Any], renderer: BaseRenderer | None = None) -> SafeString:
        """Return the HTML of one button without Django's template, for speed: the form of a donne has forty."""
        option = context["widget"]
        if template_name != self.option_template_name or option["wrap_label"]:
            return super()._render(template_name, context, renderer)  # type: ignore[misc]
        return format_html(
            '<input type="{}" name="{}" value="{}"{}>',
            option["type"],
            option["name"],
            option["value"],
            flatatt(option["attrs"]),
        )


class KeyedRadios(KeyedChoices, forms.RadioSelect):
    """Radio buttons: a key chooses one."""


class KeyedBoxes(KeyedChoices, forms.CheckboxSelectMultiple):
    """Boxes: a key ticks or unticks one."""


def chair_keys() -> dict[str, str]:
    """Return, for each chair, the key that chooses the chair: the chair's letter in the language of the page."""
    return {str(chair): str(letter).lower() for chair, letter in enumerate(SEAT_LETTERS)}


class ExplainedRadios(forms.RadioSelect):
    """Radio buttons with an explanation under each: `meanings` gives the explanation by value."""

    def __init__(
        self, meanings: Mapping[str, Any] | Mapping[Any, Any] | None = None, attrs: dict[str, Any] | None = None
    ) -> None:
        super().__init__(attrs)
        self.meanings = meanings or {}

    def create_option(self, name: str, value: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        return super().create_option(name, value, *args, **kwargs) | {"meaning": self.meanings[str(value)]}


class NameField(forms.CharField):
    """A name or a title; invisible characters are removed, and emoji too from the name of a person."""

    def __init__(self, *, of_person: bool = False, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.of_person = of_person

    def to_python(self, value: Any) -> str:
        text = super().to_python(value) or ""
        return without_pictures(text) if self.of_person else tidy(text)


class TypedNumberField(forms.IntegerField):
    """The number of a table or of a donne, typed in a small box: from 1."""

    def __init__(self, **kwargs: Any) -> None:
        attrs = {"inputmode": "numeric", "size": 4, "class": "num", "autocomplete": "off"}
        super().__init__(min_value=1, widget=forms.TextInput(attrs=attrs), **kwargs)


class TableField(TypedNumberField):
    """The number of a table: from 1."""

    default_error_messages = {
        "required": _("Écrivez le numéro de la table."),
        "invalid": _("Écrivez le numéro de la table, par exemple 12."),
        "min_value": _("Les tables se comptent à partir de 1."),
    }


class DonneNumberField(TypedNumberField):
    """The number of a donne at a table: from 1."""

    default_error_messages = {
        "required": _("Écrivez le numéro de la donne."),
        "invalid": _("Écrivez le numéro de la donne, par exemple 3."),
        "min_value": _("Les donnes se comptent à partir de 1."),
    }


class ListedNumberField(forms.IntegerField):
    """A number that the page offers; any other value is refused with the sentence `refused`."""

    def __init__(self, refused: Any, *, max_value: int = 9_999, **kwargs: Any) -> None:
        sentences = dict.fromkeys(("required", "invalid", "min_value", "max_value"), refused)
        super().__init__(min_value=1, max_value=max_value, error_messages=sentences, **kwargs)


class PointsField(forms.IntegerField):
    """A whole number as people write it by hand: « −120 » with a true minus, « +1 250 »."""

    default_error_messages = {"invalid": _("Écrivez un nombre entier, par exemple −120 ou 340.")}

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            **kwargs, widget=forms.TextInput(attrs={"inputmode": "text", "autocomplete": "off", "class": "num"})
        )

    def to_python(self, value: Any) -> int | None:
        number = typed_number(value) if isinstance(value, str) else None
        return super().to_python(value if number is None else number)


class EurosField(forms.Field):
    """An amount as people write it, « 7,50 », « 5.5 € »; its value is in cents, never below zero."""

    default_error_messages = {
        "required": _("Écrivez un montant en euros, par exemple 5 ou 7,50."),
        "invalid": _("Écrivez un montant en euros, par exemple 5 ou 7,50."),
        "negative": _("Un montant ne peut pas être négatif : écrivez 0 ou plus."),
        "too_much": _("Ce montant est trop grand : %(most)s au plus."),
    }

    def __init__(self, *, most: int, **kwargs: Any) -> None:
        self.most = most
        attrs = {"inputmode": "decimal", "autocomplete": "off", "class": "num", "size": 8}
        super().__init__(widget=forms.TextInput(attrs=attrs), **kwargs)

    def prepare_value(self, value: Any) -> Any:
        """Return an amount in cents as people write it: 750 is 7,50 (7.50 in English)."""
        if not isinstance(value, int):
            return value
        written = f"{value // 100}" + (f",{value % 100:02d}" if value % 100 else "")
        return written.replace(",", ".") if current_language() == "en" else written

    def to_python(self, value: Any) -> int | None:
        text = plain_minus(str(value or "")).replace("€", "").removeprefix("+")
        if not text:
            return None
        amount = re.fullmatch(r"(-?)([0-9]{1,9})(?:[.,]([0-9]{1,2}))?", text, re.ASCII)
        if amount is None:
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid")
        cents = int(amount[2]) * 100 + int((amount[3] or "").ljust(2, "0"))
        if amount[1] and cents:
            raise forms.ValidationError(self.error_messages["negative"], code="negative")
        if cents > self.most:
            most = euros(self.most, current_language())
            raise forms.ValidationError(self.error_messages["too_much"], code="too_much", params={"most": most})
        return cents


class MailField(forms.EmailField):
    """An e-mail address; may be left empty."""

    default_error_messages = {"invalid": _("Écrivez une adresse comme jeanne@exemple.fr, ou laissez vide.")}

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=200, required=False, **kwargs)


class PhoneField(forms.RegexField):
    """A telephone number as people write it; may be left empty."""

    default_error_messages = {"invalid": _("Écrivez un numéro comme 06 12 34 56 78, ou laissez vide.")}

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(PHONE, max_length=40, required=False, **kwargs)
        self.widget.input_type = "tel"


class HourField(forms.TimeField):
    """The hour at which something begins."""

    default_error_messages = {"invalid": _("Écrivez l’heure ainsi : 20:30.")}

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs, widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"))


class DayField(forms.DateField):
    """A day, chosen in the browser's calendar."""

    default_error_messages = {
        "required": _("Choisissez une date."),
        "invalid": _("Cette date n’existe pas."),
        "far": _("Choisissez une date de 1900 à 2199."),
    }

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs, widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"))

    def to_python(self, value: Any) -> datetime.date | None:
        day: datetime.date | None = super().to_python(value)
        if day is not None and day.year not in YEARS:
            raise forms.ValidationError(self.error_messages["far"], code="far")
        return day


class HeardOnField(DayField):
    """The day on which a person gave a consent aloud or on paper, as the user who notes it says."""

    default_error_messages = {"to_come": _("Ce jour n’est pas encore venu.")}

    def __init__(self) -> None:
        super().__init__(label=_("Il me l’a dit le"), required=False)

    def to_python(self, value: Any) -> datetime.date | None:
        day = super().to_python(value)
        if day is not None and day > timezone.localdate():
            raise forms.ValidationError(self.error_messages["to_come"], code="to_come")
        return day


class MomentField(forms.DateTimeField):
    """A day and an hour in the club's time zone."""

    default_error_messages = {
        "invalid": _("Écrivez le jour et l’heure, par exemple 24/11/2026 20:00."),
        "far": _("Choisissez une date de 1900 à 2199."),
    }

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")
        formats = ["%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S", "%d/%m/%Y %H:%M"]
        super().__init__(**kwargs, widget=widget, input_formats=formats)

    def to_python(self, value: Any) -> datetime.datetime | None:
        try:
            moment: datetime.datetime | None = super().to_python(value)
        except OverflowError:  # a day so far that no clock has it
            raise forms.ValidationError(self.error_messages["far"], code="far") from None
        if moment is not None and moment.year not in YEARS:
            raise forms.ValidationError(self.error_messages["far"], code="far")
        return moment


class SpreadsheetField(forms.FileField):
    """The upload of a spreadsheet. The field accepts any content, also an empty file: the importer judges it."""

    default_error_messages = {"required": _("Choisissez un fichier."), "invalid": _("Choisissez un fichier.")}

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.ClearableFileInput(attrs={"accept": ".csv,.xlsx,.ods,.txt,.tsv"})
        super().__init__(**kwargs, allow_empty_file=True, widget=widget)


class FilesInput(forms.ClearableFileInput):
    """An upload of several files at once."""

    allow_multiple_selected = True


class SpreadsheetsField(SpreadsheetField):
    """An upload of several spreadsheets or zips; its value is a list of at least one file."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.widget = FilesInput(attrs={"accept": ".csv,.xlsx,.ods,.txt,.tsv,.zip", "multiple": True})
        self.widget.is_required = self.required

    def clean(self, data: Any, initial: Any = None) -> Any:
        files = data if isinstance(data, (list, tuple)) else [data]
        return [super(SpreadsheetsField, self).clean(file, initial) for file in files or [None]]


class ReasonField(forms.CharField):
    """
    The reason of a change, kept in the journal.

    Where the service itself refuses an empty reason, `required` is False and `is_compulsory` True: the label then says
    that the reason is needed.
    """

    default_error_messages = {"required": _("Dites pourquoi : le journal en garde la trace.")}

    def __init__(
        self, *, label: Any = None, max_length: int = 200, is_compulsory: bool | None = None, **kwargs: Any
    ) -> None:
        super().__init__(label=label or _("Pourquoi"), max_length=max_length, **kwargs)
        self.is_compulsory = self.required if is_compulsory is None else is_compulsory


def suspension_fields(*, required: bool, read_by: Promise) -> tuple[DayField, DayField, NameField]:
    """Return the fields of a suspension: first day, last day, reason. `read_by` tells who reads the reason."""
    until = _("Ce jour compris. Laissez vide si personne ne l’a dit.")
    return (
        DayField(label=_("Suspendu du"), required=required),
        DayField(label=_("Suspendu jusqu’au"), required=False, help_text=until),
        NameField(
            label=_("Motif de la suspension"),
            max_length=200,
            required=required,
            error_messages={"required": _("Écrivez le motif de la suspension.")},
            help_text=read_by,
        ),
    )

"""The values of a form in words: for its folded parts, and for settings that can no longer change."""

import datetime
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext

from tournaments.forms.tie_breaks import TieBreaksField
from tournaments.kit.days import french_day

# Values that say nothing, by the field that has them.
SAYS_NOTHING: dict[str, int | str] = {"hidden_rounds": 0, "compared_trim": 0, "compared_least": 1}
SAYS_NOTHING |= {"victory_win": 2, "victory_draw": 1, "victory_loss": 0, "victory_by": ""}


@dataclass(frozen=True)
class Fold:
    """A folded part of a form: its `summary` in words; it is open when something in it is wrong."""

    summary: str
    is_open: bool


def folded(form: forms.Form, names: Iterable[str]) -> Fold:
    """Return these fields as a folded part; names that the form does not have are left out."""
    names = [name for name in names if name in form.fields]
    summary = " · ".join(filter(None, (_field_in_words(form, name) for name in names)))
    return Fold(summary, is_open=any(name in form.errors for name in names))


def initial_in_words(form: forms.Form, names: Collection[str]) -> list[tuple[str, str]]:
    """Return the initial values of these fields, in the order of the form: (label, value in words)."""
    rows = []
    for name, field in form.fields.items():
        value = form.initial.get(name)
        if name not in names or value is None:
            continue
        if isinstance(field, forms.BooleanField):
            text = gettext("oui") if value else gettext("non")
        elif isinstance(field, TieBreaksField):
            text = field.in_words(value) or gettext("place partagée")
        else:
            text = str(dict(getattr(field, "choices", ())).get(value, value))
        rows.append((str(field.label), text))
    return rows


def _field_in_words(form: forms.Form, name: str) -> str:
    """Return a field's value in words: the label of a choice, the label of a ticked box, "" for an empty value."""
    field, value = form.fields[name], form[name].value()
    if isinstance(field, forms.BooleanField):
        return str(field.label) if value else ""
    if isinstance(field, TieBreaksField):
        return field.in_words(value)
    if isinstance(value, datetime.date):
        value = french_day(value)
    if not isinstance(field, forms.ChoiceField):
        is_told = value not in (None, "") and str(SAYS_NOTHING.get(name, "")) != str(value)
        return f"{field.label} {value}" if is_told else ""
    if name in SAYS_NOTHING and SAYS_NOTHING[name] == (value or ""):
        return ""
    value = getattr(value, "pk", value)
    choices: Iterable[tuple[Any, Any]] = getattr(field, "choices", ())
    return str(next((label for code, label in choices if str(code) == str(value or "")), ""))

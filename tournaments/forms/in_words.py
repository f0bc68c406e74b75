"""What a form says now, in words: for its folded parts, and for what can no longer change."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext

from tournaments.forms.tie_breaks import TieBreaksField


@dataclass(frozen=True)
class Fold:
    """A part of a form that is folded: what it says now, in words, and whether something in it is wrong."""

    told: str
    is_open: bool


def folded(form: forms.Form, names: Iterable[str]) -> Fold:
    """Return the part of a form that holds these fields, of those that it has."""
    names = [name for name in names if name in form.fields]
    words = " · ".join(filter(None, (_told(form, name) for name in names)))
    return Fold(words, is_open=any(name in form.errors for name in names))


def settled(form: forms.Form, names: Collection[str]) -> list[tuple[str, str]]:
    """Return the initial values of these fields, in the order of the form: (label, value in words)."""
    words = []
    for name, field in form.fields.items():
        value = form.initial.get(name)
        if name not in names or value is None:
            continue
        if isinstance(field, forms.BooleanField):
            shown = gettext("oui") if value else gettext("non")
        elif isinstance(field, TieBreaksField):
            shown = field.told(value) or gettext("place partagée")
        else:
            shown = str(dict(getattr(field, "choices", ())).get(value, value))
        words.append((str(field.label), shown))
    return words


def _told(form: forms.Form, name: str) -> str:
    """Return what a field says now: the choice in words, a tick by its label, nothing of what is empty."""
    field, value = form.fields[name], form[name].value()
    if isinstance(field, forms.BooleanField):
        return str(field.label) if value else ""
    if isinstance(field, TieBreaksField):
        return field.told(value)
    if not isinstance(field, forms.ChoiceField):
        return f"{field.label} {value}" if value not in (None, "") and (name, value) != ("hidden_rounds", 0) else ""
    value = getattr(value, "pk", value)
    choices: Iterable[tuple[Any, Any]] = getattr(field, "choices", ())
    return str(next((words for code, words in choices if str(code) == str(value or "")), ""))

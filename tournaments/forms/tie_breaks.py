"""The tie-breaks of a ranking in their order, chosen without a script."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.labels import TIE_WORDS, Words, choices_of

NONE = ("", _("rien de plus"))


class TieBreaksWidget(forms.MultiWidget):
    """One list of choices per criterion: the first list is the criterion that decides first."""

    use_fieldset = True

    def __init__(self, words: Words, attrs: dict[str, Any] | None = None) -> None:
        choices = [NONE, *choices_of(words)]
        super().__init__([forms.Select(choices=choices) for _tie in words], attrs)

    def decompress(self, value: str | None) -> list[str]:
        return (value or "").split(",")

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        context: dict[str, Any] = super().get_context(name, value, attrs)
        for number, widget in enumerate(context["widget"]["subwidgets"], 1):
            widget["attrs"]["aria-label"] = gettext("Critère n° %(number)d") % {"number": number}
        return context

    def value_from_datadict(self, data: Mapping[str, Any], files: MultiValueDict[str, Any], name: str) -> list[Any]:
        """Return the codes chosen, in order. Without these boxes, the value is the stored order, sent as `name`."""
        chosen: list[str | None] = super().value_from_datadict(data, files, name)
        return [*self.decompress(data.get(name))] if set(chosen) == {None} else chosen


class TieBreaksField(forms.MultiValueField):
    """
    The codes of the criteria in their order, joined by commas; empty choices are skipped.

    Refuses a criterion chosen twice.
    """

    def __init__(self, words: Words = TIE_WORDS, **kwargs: Any) -> None:
        self.words = words
        fields = [forms.ChoiceField(choices=[NONE, *choices_of(words)], required=False) for _tie in words]
        super().__init__(fields, require_all_fields=False, widget=TieBreaksWidget(words), **kwargs)

    def compress(self, values: list[str]) -> str:
        codes = [code for code in values if code]
        if len({*codes}) < len(codes):
            raise forms.ValidationError(gettext("Un critère de départage se choisit une fois."))
        return ",".join(codes)

    def in_words(self, value: str | list[str] | None) -> str:
        """Return an order of criteria in words; "" for no criterion."""
        codes = value if isinstance(value, list) else (value or "").split(",")
        words = {str(tie): text for tie, text in self.words.items()}
        return gettext(", puis ").join(str(words[code]) for code in codes if code in words)

"""Forms of the check-in: one tap on a person's line, or a person who is not in the list."""

from enum import StrEnum
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.base import IdempotentForm
from tournaments.forms.fields import ListedNumberField
from tournaments.forms.people.players import WalkInForm
from tournaments.kit.text import MOST_ID, tidy, whole_number
from tournaments.labels import PaymentMethod

GONE = _("Ce bouton n’existe plus. Rechargez la page.")


class Tap(StrEnum):
    """What a button of a line does. A button for a rate ends with the rate's id: « paye-12 »."""

    PAY = "paye"  # present, and pays this rate
    COME = "present"  # present, and pays nothing now; what he will owe may be named
    RATE = "tarif"
    LATE = "retard"
    STAND_IN = "remplacant"
    AWAITED = "inscrit"
    ABSENT = "absent"
    LEAVE = "retire"


OF_A_RATE, MAY_NAME_A_RATE = (Tap.PAY, Tap.RATE), (Tap.PAY, Tap.RATE, Tap.COME)


class TapForm(IdempotentForm):
    """One tap on a person's line."""

    player = ListedNumberField(GONE, max_value=MOST_ID)
    do = forms.CharField(max_length=40, error_messages={"required": GONE})
    method = forms.ChoiceField(choices=PaymentMethod.choices, required=False, error_messages={"invalid_choice": GONE})

    def clean_do(self) -> tuple[Tap, int | None]:
        """Return what the button does, and the id of the rate in its value or None."""
        return read_tap(self.cleaned_data["do"])

    def clean_method(self) -> str:
        return self.cleaned_data["method"] or PaymentMethod.CASH


def read_tap(text: str) -> tuple[Tap, int | None]:
    """Return what a button does, and the id of its rate or None. Raises ValidationError for an unknown button."""
    code, dash, rate = text.partition("-")
    number = whole_number(rate)
    if (
        code not in list(Tap)
        or (number is not None) != bool(dash)
        or (dash and code not in MAY_NAME_A_RATE)
        or (not dash and code in OF_A_RATE)
    ):
        raise forms.ValidationError(GONE, code="unknown_tap")
    return Tap(code), number


class CheckInForm(IdempotentForm, WalkInForm):
    """Asks for a person who is not in the list, in three fields; the button pressed says what the person pays."""

    do = forms.CharField(max_length=40, required=False, widget=forms.HiddenInput)
    method = forms.ChoiceField(label=_("Payé en"), choices=PaymentMethod.choices, required=False)

    field_order = ("who", "last_name", "first_name", "licence", "consent", "card_consent")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("last_name", "first_name", "licence"):
            self.fields[name].widget.attrs["autocomplete"] = "off"

    def clean_do(self) -> tuple[Tap, int | None]:
        tap = read_tap(self.cleaned_data["do"] or Tap.COME)
        if tap[0] not in (Tap.PAY, Tap.COME, Tap.RATE):
            raise forms.ValidationError(GONE, code="unknown_tap")
        return tap

    @classmethod
    def for_typed(cls, typed: str) -> "CheckInForm":
        """Return the form filled in from the search box: a first word is the family name, a number the licence."""
        last_name, _space, first_name = tidy(typed).partition(" ")
        if any(letter.isdecimal() for letter in typed):
            return cls(initial={"licence": typed.strip()[:20]})
        return cls(initial={"last_name": last_name[:80], "first_name": first_name[:80]})

"""Amounts as people write them, and the big buttons of a form."""

import pytest
from django import forms
from django.core.exceptions import ValidationError
from django.test.html import parse_html
from django.utils.translation import override

from tournaments.forms.fields import DayField, EurosField, KeyedBoxes, KeyedRadios, NameField


@pytest.mark.parametrize(
    ("typed", "cents"),
    [("5", 500), ("5,5", 550), ("7.50 €", 750), (" 1 000 ", 100_000), ("+3", 300), ("0", 0), ("-0", 0), ("", None)],
)
def test_an_amount_is_read_as_people_write_it(typed: str, cents: int | None) -> None:
    assert EurosField(most=100_000, required=False).clean(typed) == cents


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("-5", "negative"),
        ("−5", "negative"),
        ("-0,01", "negative"),
        ("1000,01", "too_much"),
        ("9" * 400, "invalid"),
        ("1e3", "invalid"),
        ("5,", "invalid"),
        ("5,555", "invalid"),
        ("٥", "invalid"),
        ("NaN", "invalid"),
        ("", "required"),
    ],
)
def test_what_is_no_amount_is_refused(typed: str, code: str) -> None:
    with pytest.raises(ValidationError) as refused:
        EurosField(most=100_000).clean(typed)
    assert [error.code for error in refused.value.error_list] == [code]


def test_cents_are_written_back_with_the_mark_of_the_language() -> None:
    field = EurosField(most=100_000)
    assert [field.prepare_value(value) for value in (750, 500, "sept", None)] == ["7,50", "5", "sept", None]
    with override("en"):
        assert field.prepare_value(750) == "7.50"


@pytest.mark.parametrize(
    ("typed", "code"), [("9999-12-31", "far"), ("1899-12-31", "far"), ("2026-02-30", "invalid"), ("", "required")]
)
def test_a_day_is_one_of_our_time(typed: str, code: str) -> None:
    with pytest.raises(ValidationError) as refused:
        DayField().clean(typed)
    assert [error.code for error in refused.value.error_list] == [code]
    assert DayField().clean("2026-11-21").year == 2026


class KeyedForm(forms.Form):
    """Buttons with everything that a template could have written wrong: one chosen, one that wants quoting, numbers."""

    CHOICES = (("", "aucune"), ("a&b", "l’un"), (3, "trois"))

    one = forms.ChoiceField(choices=CHOICES, widget=KeyedRadios({"a&b": '"', "3": "3"}, step=True))
    plain = forms.ChoiceField(choices=CHOICES, widget=forms.RadioSelect)
    any = forms.MultipleChoiceField(choices=CHOICES, widget=KeyedBoxes({}), disabled=True)
    plain_any = forms.MultipleChoiceField(choices=CHOICES, widget=forms.CheckboxSelectMultiple, disabled=True)


def test_a_button_is_the_one_that_django_writes() -> None:
    form = KeyedForm(initial={"one": "a&b", "plain": "a&b", "any": [3], "plain_any": [3]}, auto_id="%s")
    form.fields["one"].widget.attrs["autofocus"] = form.fields["plain"].widget.attrs["autofocus"] = True
    keyed = {key: form.fields["one"].widget.keys.get(key) for key in ("a&b", "3")}
    for mine, django in (("one", "plain"), ("any", "plain_any")):
        for button, expected in zip(form[mine], form[django], strict=True):
            key = keyed.get(str(button.data["value"])) if mine == "one" else None
            if key:
                expected.data["attrs"]["data-key"] = key
            html = str(expected.tag()).replace(f'"{django}', f'"{mine}')
            assert parse_html(str(button.tag())) == parse_html(html)


def test_a_name_of_nothing_one_can_see_is_empty() -> None:
    with pytest.raises(ValidationError) as refused:
        NameField().clean("\u200b\u202e")
    assert [error.code for error in refused.value.error_list] == ["required"]
    assert NameField().clean(" RO\u200bY \u202e 5 ♥") == "ROY 5 ♥"
    assert NameField(of_person=True).clean("♥ ROY") == "ROY"

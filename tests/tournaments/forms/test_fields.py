"""Amounts, days and numbers as people write them, and the big buttons of a form."""

import datetime

import pytest
from django import forms
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test.html import parse_html
from django.utils import timezone
from django.utils.translation import gettext_lazy, override

from tests.texts import plain
from tournaments.forms.fields import (
    DayField,
    DonneNumberField,
    EurosField,
    HeardOnField,
    HourField,
    KeyedBoxes,
    KeyedRadios,
    ListedNumberField,
    MailField,
    MomentField,
    NameField,
    PhoneField,
    PointsField,
    ReasonField,
    SpreadsheetsField,
    TableField,
    chair_keys,
    suspension_fields,
)


def said_of(field: forms.Field, typed: object) -> list[str]:
    """Return what a field says of what was typed; nothing where it takes it."""
    try:
        field.clean(typed)
    except ValidationError as refused:
        return [plain(sentence) for sentence in refused.messages]
    return []


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
    ("typed", "code"),
    [
        ("9999-12-31", "far"),
        ("1899-12-31", "far"),
        ("2200-01-01", "far"),
        ("2026-02-30", "invalid"),
        ("", "required"),
    ],
)
def test_a_day_is_one_of_our_time(typed: str, code: str) -> None:
    with pytest.raises(ValidationError) as refused:
        DayField().clean(typed)
    assert [error.code for error in refused.value.error_list] == [code]
    assert [DayField().clean(f"{year}-11-21").year for year in (1900, 2026, 2199)] == [1900, 2026, 2199]


LISTED = "Choisissez une position de la liste."


@pytest.mark.parametrize(
    ("field", "typed", "sentence"),
    [
        (TableField(), "", "Écrivez le numéro de la table."),
        (TableField(), "douze", "Écrivez le numéro de la table, par exemple 12."),
        (TableField(), "0", "Les tables se comptent à partir de 1."),
        (DonneNumberField(), "", "Écrivez le numéro de la donne."),
        (DonneNumberField(), "trois", "Écrivez le numéro de la donne, par exemple 3."),
        (DonneNumberField(), "0", "Les donnes se comptent à partir de 1."),
        (ListedNumberField(LISTED), "", LISTED),
        (ListedNumberField(LISTED), "x", LISTED),
        (ListedNumberField(LISTED), "0", LISTED),
        (ListedNumberField(LISTED), "10000", LISTED),
        (PointsField(), "douze", "Écrivez un nombre entier, par exemple −120 ou 340."),
        (EurosField(most=100_000), "1000,01", "Ce montant est trop grand : 1 000 € au plus."),
        (MailField(), "jeanne", "Écrivez une adresse comme jeanne@exemple.fr, ou laissez vide."),
        (PhoneField(), "zéro six", "Écrivez un numéro comme 06 12 34 56 78, ou laissez vide."),
        (HourField(), "20 heures", "Écrivez l’heure ainsi : 20:30."),
        (MomentField(), "demain", "Écrivez le jour et l’heure, par exemple 24/11/2026 20:00."),
        (MomentField(), "2200-01-01T00:00", "Choisissez une date de 1900 à 2199."),
        (ReasonField(), "", "Dites pourquoi : le journal en garde la trace."),
        (SpreadsheetsField(), [], "Choisissez un fichier."),
    ],
)
def test_what_cannot_be_read_is_told_with_an_example(field: forms.Field, typed: object, sentence: str) -> None:
    assert said_of(field, typed) == [sentence]


@pytest.mark.parametrize(
    ("field", "typed"),
    [
        (TableField(), "1"),
        (DonneNumberField(), "1"),
        (ListedNumberField(LISTED), "1"),
        (ListedNumberField(LISTED), "9999"),
        (EurosField(most=100_000), "1000"),
        (MailField(), ""),
        (MailField(), "jeanne@exemple.fr"),
        (PhoneField(), ""),
        (PhoneField(), "06 12 34 56 78"),
        (HourField(), "20:30"),
        (MomentField(), "24/11/2026 20:00"),
        (MomentField(), "2026-11-24T20:00:30"),
        (HeardOnField(), ""),
        (SpreadsheetsField(), [SimpleUploadedFile("vide.csv", b"")]),
    ],
)
def test_what_can_be_read_is_taken(field: forms.Field, typed: object) -> None:
    assert said_of(field, typed) == []


def test_somebody_gave_his_word_today_at_the_latest() -> None:
    today = timezone.localdate()
    assert said_of(HeardOnField(), str(today)) == []
    assert said_of(HeardOnField(), str(today + datetime.timedelta(days=1))) == ["Ce jour n’est pas encore venu."]


def test_each_of_several_files_is_taken() -> None:
    files = [SimpleUploadedFile(name, b"a") for name in ("un.csv", "deux.csv")]
    assert SpreadsheetsField().clean(files) == files
    assert SpreadsheetsField().clean(files[0]) == files[:1]


def test_a_reason_that_the_service_asks_is_marked_as_compulsory_too() -> None:
    assert [
        ReasonField().is_compulsory,
        ReasonField(required=False).is_compulsory,
        ReasonField(required=False, is_compulsory=True).is_compulsory,
    ] == [True, False, True]


@pytest.mark.parametrize("required", [True, False])
def test_only_the_end_of_a_suspension_may_always_stay_unsaid(required: bool) -> None:
    asked = suspension_fields(required=required, read_by=gettext_lazy("oui"))
    assert [field.required for field in asked] == [required, False, required]


def test_a_chair_is_chosen_by_its_letter() -> None:
    assert chair_keys() == {"0": "s", "1": "e", "2": "n", "3": "o", "4": "5"}
    with override("en"):
        assert chair_keys()["3"] == "w"


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
    keyed = {"a&b": '"', "3": "3"}
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

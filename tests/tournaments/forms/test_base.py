"""The bases of the forms: where a refusal is shown, what makes a form write once, and how a field is drawn."""

import uuid

from django import forms
from django.template.loader import render_to_string

from tests.texts import plain
from tournaments.forms.base import (
    AnchoredForm,
    ConfirmableEntryForm,
    ConfirmationForm,
    CorrectionForm,
    IdempotentForm,
    OddBox,
    ReasonForm,
    RefusableForm,
    SeenReasonForm,
)
from tournaments.forms.fields import ExplainedRadios, PointsField, ReasonField
from tournaments.forms.people.imports import WaitingFileForm
from tournaments.refusals import Refusal


class Plain(RefusableForm):
    name = forms.CharField(label="Nom", help_text="Le vôtre.")
    reason = ReasonField()
    shown_at = {"last_name": "name"}


class Anchored(AnchoredForm, Plain):
    pass


class Explained(RefusableForm):
    way = forms.ChoiceField(
        label="Façon", choices=[("a", "à la main")], widget=ExplainedRadios({"a": "Chacun choisit."})
    )


class WaitingFile(WaitingFileForm):
    file = forms.FileField()


class Odd(ConfirmableEntryForm):
    points = forms.CharField()

    def sealed(self) -> str:
        return self.cleaned_data["points"]


def box(*codes: str, points: str = "10", confirmed: str = "") -> OddBox:
    """Return the box of a form that was sent with these points and this box, and is odd by these codes."""
    form = Odd({"key": str(uuid.uuid4()), "points": points, "confirmed": confirmed})
    assert form.is_valid()
    form.ask_to_confirm("Rare", ["Vérifiez."], codes=codes)
    assert form.confirmation is not None
    return form.confirmation


def drawn(field: forms.BoundField) -> str:
    return " ".join(field.as_field_group().split()).replace("> <", "><")


def test_each_sentence_of_a_refusal_stands_at_its_field() -> None:
    form = Plain({"name": "Zoé", "reason": "oui"})
    form.refuse(Refusal("Non.", code="no", fields={"last_name": ["Trop court.", "Déjà pris."], "table": ["Pleine."]}))
    assert form.problems == [("name", "Trop court."), ("name", "Déjà pris."), ("", "Pleine.")]


def test_a_refusal_of_no_field_belongs_to_the_form() -> None:
    form = Plain({"name": "Zoé", "reason": "oui"})
    form.refuse(Refusal("Le tournoi est terminé.", code="finished"))
    assert form.problems == [("", "Le tournoi est terminé.")]


def test_the_rest_of_a_refusal_leaves_alone_what_is_wrong_already() -> None:
    form = Plain({"name": "", "reason": "oui"})
    form.refuse_the_rest(Refusal("Non.", code="no", fields={"name": ["Trop court."], "reason": ["Trop long."]}))
    assert form.problems == [("name", "Ce champ est obligatoire."), ("reason", "Trop long.")]


def test_a_form_shown_again_is_a_new_one_with_what_was_typed() -> None:
    key = IdempotentForm()["key"].value()
    assert uuid.UUID(str(key)).version == 4
    sent = CorrectionForm({"key": str(key), "replaces": "", "reason": "Erreur"}.copy())
    assert (sent.is_valid(), sent.is_correction) == (True, False)
    sent.renew(replaces="3,4")
    assert (sent.data["key"] != str(key), sent.data["reason"], sent.is_correction) == (True, "Erreur", True)


def test_a_form_that_is_shown_with_values_has_a_key_too() -> None:
    assert uuid.UUID(str(CorrectionForm(initial={"replaces": "3"})["key"].value())).version == 4
    assert CorrectionForm(initial={"key": "one"})["key"].value() == "one"


def test_a_box_says_yes_to_what_it_was_shown_for_and_to_nothing_else() -> None:
    shown = box("odd", "rare")
    assert not shown.is_ticked
    assert box("odd", "rare", confirmed=shown.value) == OddBox(shown.value, "Rare", ("Vérifiez.",), is_ticked=True)
    assert box("rare", confirmed=shown.value).is_ticked
    assert not box("odd", "rare", "uncalled", confirmed=shown.value).is_ticked
    assert not box("odd", "rare", points="11", confirmed=shown.value).is_ticked


def test_a_form_shown_again_is_about_what_stands_there_now() -> None:
    asked, sent = SeenReasonForm(), SeenReasonForm({"reason": "", "seen": "3"}.copy())
    for form in (asked, sent):
        form.show("4")
    assert [form["seen"].value() for form in (asked, sent)] == ["4", "4"]


def test_a_reason_counts_only_for_what_its_page_showed() -> None:
    first = SeenReasonForm({"reason": "Erreur", "seen": ""}.copy())
    assert first.is_valid()
    assert first.reason_for("l’effet") == ""
    again = SeenReasonForm({"reason": "Erreur", "seen": first["seen"].value()}.copy())
    assert again.is_valid()
    assert again.reason_for("l’effet") == "Erreur"
    assert again.reason_for("un autre effet") == ""


def test_a_confirmation_that_is_broken_confirms_nothing() -> None:
    assert ConfirmationForm({"seen": "3"}).answers == {"seen": "3"}
    assert ConfirmationForm({"seen": "3" * 17}).answers == {"seen": ""}


def test_a_correction_replaces_what_its_writer_saw() -> None:
    form = CorrectionForm({"key": str(uuid.uuid4()), "replaces": "3,41"})
    assert form.is_valid()
    assert form.replaced() == [3, 41]
    assert not CorrectionForm({"key": str(uuid.uuid4()), "replaces": "3;41"}).is_valid()


def test_a_file_that_waits_need_not_be_chosen_again() -> None:
    assert WaitingFile({}, waiting=None).problems == [("file", "Ce champ est obligatoire.")]
    waits, pasted = WaitingFile({}, waiting="liste.csv"), WaitingFile({}, waiting="")
    assert (waits.is_valid(), waits.keeps_list) == (True, True)
    assert "« liste.csv »" in plain(waits["file"].help_text)
    assert "« Liste collée »" in plain(pasted["file"].help_text)
    assert WaitingFile().fields["file"].required  # each form has its own


def test_the_box_takes_the_focus_from_what_was_typed() -> None:
    form = Odd({"key": str(uuid.uuid4()), "points": "10"})
    form.fields["points"].widget.attrs["autofocus"] = True
    assert form.is_valid()
    form.ask_to_confirm("Rare", ["Vérifiez."], codes={"odd"})
    assert "autofocus" not in str(form["points"])


def test_a_reason_takes_the_focus_unless_something_is_to_be_read_first() -> None:
    assert "autofocus" in str(ReasonForm()["reason"])
    assert "autofocus" not in str(ReasonForm(autofocus=False)["reason"])
    assert "autofocus" in str(ReasonForm()["reason"])  # each form has its own


def test_points_are_read_as_people_write_them() -> None:
    assert [PointsField().clean(text) for text in ("−120", "+1 250", " 0 ", "–5")] == [-120, 1250, 0, -5]


def test_a_field_is_drawn_with_its_help_and_what_is_wrong() -> None:
    assert drawn(Plain({"name": "", "reason": "oui"})["name"]) == (
        '<div class="field"><label for="id_name">Nom</label><input type="text" name="name" required '
        'aria-invalid="true" aria-describedby="id_name_helptext id_name_error" id="id_name">'
        '<p class="help" id="id_name_helptext">Le vôtre.</p>'
        '<ul class="errorlist" id="id_name_error"><li>Ce champ est obligatoire.</li></ul></div>'
    )


def test_a_field_of_an_anchored_form_is_led_to_and_its_errors_have_a_place() -> None:
    assert drawn(Anchored()["reason"]) == (
        '<div class="field" id="f-reason"><label for="id_reason">Pourquoi <small>(obligatoire)</small></label>'
        '<input type="text" name="reason" maxlength="200" required id="id_reason"><div id="err-reason"></div></div>'
    )
    problems = render_to_string("forms/problems.html", {"form": Anchored({"name": "Zoé", "reason": ""})})
    assert '<a href="#f-reason">' in problems


def test_each_button_is_explained() -> None:
    assert drawn(Explained()["way"]) == (
        '<fieldset class="field" id="field-way" ><legend>Façon</legend><div class="choices told">'
        '<label for="id_way_0"><input type="radio" name="way" value="a" id="id_way_0" required>'
        "<span><b>À la main</b><small>Chacun choisit.</small></span></label></div></fieldset>"
    )

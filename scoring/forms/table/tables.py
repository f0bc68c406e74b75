"""The forms on the page of a table."""

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.labels import CallAbout, ProtestAbout
from scoring.services.sheets.donnes import MOST_NUMBER
from tournaments.forms.base import AnchoredForm, IdempotentForm, RefusableForm
from tournaments.forms.fields import DonneNumberField, ReasonField, TableField


class FindTableForm(RefusableForm):
    """Asks for the code of the evening and the number of a table, on a phone that does not read the printed code."""

    code = forms.CharField(
        label=_("Code de la soirée"),
        max_length=20,
        error_messages={"required": _("Écrivez les cinq lettres du code de la soirée.")},
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false", "size": 8}
        ),
    )
    table = TableField(label=_("Table"))


class ContestForm(IdempotentForm):
    """Asks a table what it contests, in its own words."""

    about = forms.ChoiceField(
        label=_("Ce qui ne va pas"),
        choices=[
            (ProtestAbout.SEATS, _("quelqu’un n’est pas à sa place")),
            (ProtestAbout.DONNE, _("une donne est fausse")),
            (ProtestAbout.SHEET, _("autre chose sur la feuille")),
        ],
        widget=forms.RadioSelect,
        error_messages={"required": _("Choisissez ce qui ne va pas.")},
    )
    number = DonneNumberField(label=_("Quelle donne"), required=False, help_text=_("Si c’est une donne."))
    reason = ReasonField(label=_("Dites-le à l’arbitre en quelques mots"), required=False, max_length=500)

    @property
    def arguments(self) -> dict[str, Any]:
        """Return the arguments of `contest`. Call it on a valid form."""
        return {name: self.cleaned_data[name] for name in ("about", "number", "reason", "key")}

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        number = cleaned.get("number")
        is_named = number is not None and number <= MOST_NUMBER
        if cleaned.get("about") == ProtestAbout.DONNE and not is_named and "number" not in self.errors:
            self.add_error("number", _("Écrivez le numéro de la donne."))
        if cleaned.get("about") == ProtestAbout.SEATS and not cleaned.get("reason"):
            cleaned["reason"] = gettext("Quelqu’un n’est pas à sa place.")
        return cleaned


class CallForm(IdempotentForm):
    """Asks why a table calls the arbiter: a button for each reason, or its own words."""

    about = forms.ChoiceField(
        label=_("Pourquoi"),
        choices=CallAbout.choices,
        error_messages={
            "required": _("Touchez pourquoi vous appelez l’arbitre."),
            "invalid_choice": _("Touchez pourquoi vous appelez l’arbitre."),
        },
    )
    reason = ReasonField(label=_("En quelques mots, si vous voulez"), required=False, max_length=300)


class ExtraMinutesForm(RefusableForm):
    """Asks how many minutes a table plays longer than the others, and why."""

    minutes = forms.IntegerField(
        label=_("Minutes de plus"),
        error_messages={"required": _("Écrivez un nombre de minutes."), "invalid": _("Écrivez un nombre de minutes.")},
        help_text=_("En tout, pour cette table et cette position. 0 les reprend."),
        widget=forms.TextInput(attrs={"inputmode": "numeric", "size": 4, "class": "num", "autocomplete": "off"}),
    )
    reason = ReasonField(required=False)


class NoteForm(RefusableForm):
    """Asks an arbiter for an optional note about a call that is settled."""

    answer = ReasonField(label=_("Une note, si vous voulez"), required=False, max_length=300)


class ProtestAnswerForm(AnchoredForm):
    """Asks an arbiter for the answer to a protest."""

    upheld = forms.TypedChoiceField(
        label=_("La table a-t-elle raison ?"),
        choices=[("1", _("oui")), ("0", _("non"))],
        coerce=lambda value: value == "1",
        widget=forms.RadioSelect,
        error_messages={"required": _("Dites si la table a raison.")},
    )
    answer = ReasonField(label=_("Votre réponse, que la table lit"), required=False, max_length=500)

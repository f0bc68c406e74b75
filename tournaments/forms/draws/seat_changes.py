"""Forms about seats changed by hand: an exchange of two players, or a replacement of one player, and why."""

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.forms.base import IdempotentForm, RefusableForm
from tournaments.forms.fields import NameField, ReasonField
from tournaments.forms.people.players import WalkInForm
from tournaments.labels import Status
from tournaments.models import Club, Player, Registration
from tournaments.queries.draws.seat_changes import Leaving
from tournaments.queries.draws.seating import Places, described
from tournaments.queries.people.names import full_name_apart
from tournaments.services.people.players import PlayerFacts

NEW = "nouveau"


class SwapForm(RefusableForm):
    """Asks which two players of a round exchange seats. Sent by GET: the address of the answer can be shared."""

    one = forms.TypedChoiceField(label=_("Ce joueur"), coerce=int, empty_value=None)
    other = forms.TypedChoiceField(label=_("prend la place de"), coerce=int, empty_value=None)

    def __init__(self, *args: Any, people: list[Registration], seats: Places, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offered = [
            (
                entry.pk,
                gettext("%(name)s · %(place)s") % {"name": full_name_apart(entry), "place": described(seats[entry.pk])},
            )
            for entry in people
        ]
        for field in self.fields.values():
            field.choices = [("", _("choisissez un joueur")), *offered]
            field.error_messages["required"] = _("Choisissez un joueur.")

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        if cleaned.get("one") is not None and cleaned.get("one") == cleaned.get("other"):
            self.add_error("other", _("Choisissez deux joueurs différents."))
        return cleaned


class ConfirmSwapForm(IdempotentForm):
    """Confirms the exchange that the page showed with its price; `seen` is a digest of the seats at that time."""

    one = forms.IntegerField(widget=forms.HiddenInput)
    other = forms.IntegerField(widget=forms.HiddenInput)
    seen = forms.CharField(max_length=16, widget=forms.HiddenInput)
    reason = ReasonField(
        help_text=_("Par exemple « mari et femme à la même table ». Lu par ceux qui tiennent le tournoi."),
    )

    field_order = ["one", "other", "seen", "key", "reason"]


class LeavingForm(RefusableForm):
    """Asks which player leaves, and from which round on. Sent by GET."""

    leaver = forms.TypedChoiceField(label=_("Joueur"), coerce=int, empty_value=None)
    number = forms.TypedChoiceField(label=_("À partir de"), coerce=int, empty_value=None)

    def __init__(self, *args: Any, people: list[Registration], rounds: list[int], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["leaver"].choices = [
            ("", _("choisissez un joueur")),
            *((entry.pk, full_name_apart(entry)) for entry in people),
        ]
        self.fields["number"].choices = [
            (number, gettext("position %(number)d") % {"number": number}) for number in rounds
        ]
        self.fields["leaver"].error_messages["required"] = _("Choisissez qui s’en va.")
        self.fields["number"].error_messages["required"] = _("Choisissez une position.")


class ReplacementForm(IdempotentForm, WalkInForm):
    """Asks who replaces a player who leaves: an entered player or a new one; and which wishes pass to that player."""

    comer = forms.ChoiceField(label=_("Joueur"), error_messages={"required": _("Choisissez qui prend sa place.")})
    last_name = NameField(of_person=True, label=_("Nom"), max_length=80, required=False)
    reason = ReasonField(
        help_text=_("Par exemple « souffrant, rentre chez lui ». Lu par ceux qui tiennent le tournoi."),
    )
    wishes = forms.TypedMultipleChoiceField(label=_("Ses souhaits"), coerce=int, required=False)

    def __init__(self, *args: Any, leaving: Leaving, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        entered = [(str(entry.pk), _name_and_status(entry)) for entry in leaving.comers]
        self.fields["comer"].choices = [
            ("", _("choisissez un joueur")),
            (NEW, _("quelqu’un qui arrive à la porte")),
            *entered,
        ]
        self.fields["comer"].initial = NEW if not entered else ""
        self.fields["wishes"].choices = [(wish.wish.pk, wish.text) for wish in leaving.wishes]
        self.fields["wishes"].initial = [wish.wish.pk for wish in leaving.wishes]

    @property
    def at_the_door(self) -> list[forms.BoundField]:
        return [self[name] for name in WalkInForm.base_fields]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        if cleaned.get("comer") == NEW and not cleaned.get("last_name"):
            self.add_error("last_name", _("Écrivez le nom de la personne qui arrive."))
        return cleaned

    @property
    def ticked(self) -> list[str]:
        """Return the ids (as text) of the ticked wishes; at first all are ticked."""
        return [str(pk) for pk in self["wishes"].value() or []]

    def chosen_comer(self, club: Club) -> int | Player | PlayerFacts:
        """Return an entered player's registration id; of a new player, the club's known player or the typed facts."""
        if self.cleaned_data["comer"] != NEW:
            return int(self.cleaned_data["comer"])
        return self.known_player(club) or self.facts


def _name_and_status(entry: Registration) -> str:
    """Return a person's name, with the status unless the person is present: « Petit Zoé (n° 61), absent »."""
    if entry.status == Status.PRESENT:
        return full_name_apart(entry)
    return gettext("%(name)s, %(status)s") % {"name": full_name_apart(entry), "status": entry.get_status_display()}

"""Form of a team: its name, who is in it, and who speaks for it."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.base import IdempotentForm
from tournaments.forms.fields import NameField
from tournaments.models import Registration
from tournaments.queries.people.names import full_name_apart
from tournaments.services.people.teams import LONGEST_NAME


class TeamForm(IdempotentForm):
    """Asks for a team; `people` are the registrations that it may have, those of no other team."""

    name = NameField(
        label=_("Nom de l’équipe"),
        max_length=LONGEST_NAME,
        error_messages={"required": _("Donnez un nom à l’équipe : c’est lui que le classement montre.")},
        help_text=_("Tout le monde le lit. N’y mettez le nom de personne qui n’ait donné son accord."),
    )
    players = forms.TypedMultipleChoiceField(label=_("Joueurs"), coerce=int, required=False)
    captain = forms.TypedChoiceField(
        label=_("Capitaine"),
        coerce=int,
        required=False,
        empty_value=None,
        help_text=_("Un des joueurs cochés ; sans rien dire, le premier d’entre eux."),
    )
    shown_at = {"members": "players"}

    def __init__(self, *args: Any, people: list[Registration], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.people = people
        choices = [(entry.pk, full_name_apart(entry)) for entry in people]
        self.fields["players"].choices = choices
        self.fields["captain"].choices = [("", _("le premier coché")), *choices]

    @property
    def ticked(self) -> list[str]:
        """Return the ids (as text) of the ticked players, to tick them again when the form has errors."""
        return [str(pk) for pk in self["players"].value() or []]

    @property
    def team(self) -> dict[str, Any]:
        """Return what the services of teams take. Call this on a valid form."""
        members: list[int] = self.cleaned_data["players"]
        captain = self.cleaned_data["captain"] or next(iter(members), 0)
        return {"name": self.cleaned_data["name"], "members": members, "captain": captain}

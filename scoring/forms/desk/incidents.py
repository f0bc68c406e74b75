"""The form of the incident book: what happened, where, and who was there."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.forms.desk.places import PlacedForm
from scoring.forms.desk.sheets import seat_choices
from scoring.services.decisions.incidents import LONGEST
from tournaments.forms.fields import KeyedBoxes, chair_keys
from tournaments.models import Registration, Tournament

MOST_PLAYERS = 20


class IncidentForm(PlacedForm):
    """A ruling without points. Players are typed by number or name, with commas between, or ticked on their sheet."""

    text = forms.CharField(
        label=gettext_lazy("Ce qui s’est passé, et ce que vous avez décidé"),
        required=False,  # the service refuses an empty one, in its own words
        max_length=LONGEST,
        widget=forms.Textarea(attrs={"rows": 4, "autofocus": True}),
    )
    players = forms.CharField(
        label=gettext_lazy("Joueurs"),
        required=False,
        max_length=400,
        help_text=gettext_lazy("Numéros de départ ou noms, séparés par des virgules."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    field_order = ("text", "position", "table", "donne", "players", "key")

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, tournament=tournament, **kwargs)
        if self.sheet is not None:
            self.fields["seated"] = forms.TypedMultipleChoiceField(
                label=_("Joueurs de la table"),
                choices=seat_choices(self.sheet),
                coerce=int,
                required=False,
                widget=KeyedBoxes(chair_keys()),
            )
            self.fields["players"].label = _("D’autres joueurs")

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        cleaned["place"] = self.place(cleaned, is_needed=True)
        cleaned["people"] = self._people(cleaned)
        return cleaned

    def _people(self, cleaned: dict[str, Any]) -> list[Registration]:
        typed = [text.strip() for text in cleaned.get("players", "").split(",") if text.strip()]
        if len(typed) > MOST_PLAYERS:
            self.add_error("players", _("Écrivez au plus %(most)d joueurs.") % {"most": MOST_PLAYERS})
            return []
        players = [self.player_meant(text, "players") for text in typed]
        chairs = set(cleaned.get("seated") or ())
        seated = [seat.registration for seat in self.sheet.seats if seat.chair_index in chairs] if self.sheet else []
        return [*seated, *(player for player in players if player is not None)]

    def arguments(self) -> dict[str, Any]:
        """Return the arguments of `note_incident`. Call it on a valid form."""
        answers = self.cleaned_data
        return {name: answers[name] for name in ("text", "donne", "key")} | {
            "table": answers["place"],
            "players": answers["people"],
        }

"""The form that corrects a result which came in from a file."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.imports.past_files import MOST_POINTS
from scoring.queries.desk.imported import ImportedEntry, others_known
from tournaments.forms.base import CorrectionForm
from tournaments.forms.fields import PointsField
from tournaments.kit.text import whole_number
from tournaments.models import Tournament
from tournaments.queries.evening.round_names import round_title


class ImportedResultForm(CorrectionForm):
    """Asks for the total of each round that an entry played, and for whose result it is."""

    player = forms.ChoiceField(label=_("Ce résultat est celui de"), required=False)
    replaces = forms.RegexField(
        r"^[0-9,]{0,600}$", required=False, widget=forms.HiddenInput(attrs={"autocomplete": "off"})
    )

    def __init__(self, *args: Any, tournament: Tournament, entry: ImportedEntry, **kwargs: Any) -> None:
        self.entry = entry
        start: dict[str, Any] = {_round_field(number): total.points for number, total in entry.totals.items()}
        start["replaces"] = ",".join(str(total.pk) for total in entry.totals.values())
        super().__init__(*args, initial=start, **kwargs)
        numbers = sorted(entry.totals)
        for number in numbers:
            self.fields[_round_field(number)] = PointsField(
                label=_("Total") if numbers == [1] else round_title(tournament, number),
                min_value=-MOST_POINTS,
                max_value=MOST_POINTS,
                error_messages={"required": _("Écrivez le total, 0 s’il n’a rien.")},
            )
        others = others_known(tournament).order_by("search_text", "pk")
        names = [(str(player.pk), player.full_name) for player in others]
        self.fields["player"].choices = [("", entry.registration.player.full_name), *names]
        self.order_fields([*map(_round_field, numbers), "player", "reason"])

    @property
    def cells(self) -> list[forms.BoundField]:
        return [self[_round_field(number)] for number in sorted(self.entry.totals)]

    def arguments(self) -> dict[str, Any]:
        """Return the arguments of `correct_imported`. Call it on a valid form."""
        return {
            "registration": self.entry.registration.pk,
            "points": {number: self.cleaned_data[_round_field(number)] for number in self.entry.totals},
            "player": whole_number(self.cleaned_data["player"]),
            "key": self.cleaned_data["key"],
            "replaces": self.replaced(),
            "reason": self.cleaned_data["reason"],
        }


def _round_field(number: int) -> str:
    """Return the name of the field of a round."""
    return f"round_{number}"

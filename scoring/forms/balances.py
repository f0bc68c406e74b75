"""The entry form of a table's balances, where only they are kept."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.forms.parts import CorrectionForm, PointsField
from scoring.queries.sheets import Sheet


class BalancesForm(CorrectionForm):
    """One number a player. `replaces` are the totals that its writer saw, so that two arbiters cannot cross."""

    def __init__(self, *args: Any, sheet: Sheet, **kwargs: Any) -> None:
        self.sheet = sheet
        start: dict[str, Any] = {"replaces": self._seen()}
        start |= {f"chair_{chair}": balance.points for chair, balance in sheet.balances.items()}
        super().__init__(*args, initial=start, **kwargs)
        for seat in sheet.seats:
            self.fields[f"chair_{seat.chair_index}"] = PointsField(
                label=f"{seat.letter} · {seat.registration.player.full_name}",
                min_value=-100_000,
                max_value=100_000,
                error_messages={
                    "required": _("Écrivez le bilan de ce joueur, 0 s’il n’a rien."),
                },
            )
        self.fields[f"chair_{sheet.seats[0].chair_index}"].widget.attrs["autofocus"] = not self.is_bound

    @property
    def chairs(self) -> list[forms.BoundField]:
        return [self[f"chair_{seat.chair_index}"] for seat in self.sheet.seats]

    def balances(self) -> dict[int, int]:
        """Return chair → whole points. Call it on a valid form."""
        return {seat.chair_index: self.cleaned_data[f"chair_{seat.chair_index}"] for seat in self.sheet.seats}

    def becomes_correction(self) -> None:
        """Turn a stale form into a correction of what stands there now: everything typed stays, and it asks why."""
        self.renew(replaces=self._seen())

    def _seen(self) -> str:
        return ",".join(str(balance.pk) for balance in self.sheet.balances.values())

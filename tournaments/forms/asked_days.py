"""Base of the forms that give an evening its day: a day that looks like a mistake has to be confirmed."""

import datetime
from abc import abstractmethod
from collections.abc import Iterator
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.forms.base import ConfirmableForm
from tournaments.kit.days import french_day
from tournaments.models import Club
from tournaments.queries.clubs.series import evenings_beside

FAR = "far"
TAKEN = "taken"
YEARS_NEAR = 1  # from this one: an evening of another year is a slip of the finger


class AskedDayForm(ConfirmableForm):
    """A form with a `date`. Asks to confirm an unusual year, and a day on which the club has an evening already."""

    confirms = gettext_lazy("Oui, c’est bien ce jour")
    club: Club

    def sealed(self) -> str:
        """Return the chosen day as a text."""
        return str(self.cleaned_data["date"])

    @abstractmethod
    def beside(self) -> dict[str, Any]:
        """Return the arguments for `evenings_beside`: the hour of this evening, and which evenings to leave out."""

    def asks(self) -> bool:
        """Return True when the day must still be confirmed, and add the box for it. Call this on a valid form."""
        odd = dict(self._odd())
        if self.confirmed_codes() >= odd.keys():
            return False
        self.ask_to_confirm(_("Est-ce bien ce jour ?"), odd.values(), codes=odd.keys())
        return True

    def _odd(self) -> Iterator[tuple[str, str]]:
        day: datetime.date = self.cleaned_data["date"]
        if day == self.initial.get("date"):
            return
        if abs(day.year - timezone.localdate().year) > YEARS_NEAR:
            yield FAR, _("Le %(day)s est loin d’aujourd’hui.") % {"day": french_day(day)}
        for evening in evenings_beside(self.club, day, **self.beside())[:1]:
            yield TAKEN, _("Le club a déjà « %(name)s » le %(day)s.") % {"name": evening.name, "day": french_day(day)}

"""The form by which an arbiter says which tables played a board with other hands."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.forms.base import ConfirmableEntryForm, ReasonForm
from tournaments.models import Table

MOVES = "standings_move"


class FouledBoardForm(ConfirmableEntryForm, ReasonForm):
    """Asks which of these tables had other hands of a board than the first ones, and what happened."""

    confirms = gettext_lazy("J’ai lu ce qui change : ces tables sont comparées à part")
    tables = forms.TypedMultipleChoiceField(
        label=gettext_lazy("Tables qui l’ont joué avec d’autres mains"),
        coerce=int,
        required=False,  # the service refuses none, in its own words
        widget=forms.CheckboxSelectMultiple,
        error_messages={"invalid_choice": gettext_lazy("Choisissez des tables de la liste.")},
    )

    field_order = ("tables", "reason", "key")

    def __init__(self, *args: Any, playing: Sequence[Table], **kwargs: Any) -> None:
        super().__init__(*args, autofocus=False, **kwargs)
        self.playing = {table.pk: table for table in playing}
        is_one_round = len({table.round_id for table in playing}) == 1
        self.fields["tables"].choices = [
            (table.pk, str(table.number) if is_one_round else _told(table)) for table in playing
        ]

    def chosen(self) -> list[Table]:
        """Return the tables that were ticked. Call it on a valid form."""
        return [self.playing[pk] for pk in self.cleaned_data["tables"]]

    def sealed(self) -> str:
        return repr(sorted(self.cleaned_data["tables"]))


def _told(table: Table) -> str:
    return _("position %(round)d, table %(table)d") % {"round": table.round.number, "table": table.number}

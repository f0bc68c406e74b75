"""Form of a line-up: who takes for a team, and who defends at the other table."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.base import IdempotentForm
from tournaments.models import Registration


class LineUpForm(IdempotentForm):
    """Asks who plays a match; `people` may play for the team, with their `names` as the reader may read them."""

    taker = forms.TypedChoiceField(
        label=_("Qui prend"),
        coerce=int,
        required=False,
        empty_value=None,
        widget=forms.RadioSelect,
        help_text=_("En Sud contre trois de l’autre équipe, à tous les étuis de la position."),
    )
    defence = forms.TypedMultipleChoiceField(
        label=_("Qui défend, à l’autre table"),
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Trois joueurs, contre celui qui prend pour l’autre équipe."),
    )

    def __init__(self, *args: Any, people: Sequence[Registration], names: Sequence[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(member.pk, name) for member, name in zip(people, names, strict=True)]
        self.fields["taker"].choices = choices
        self.fields["defence"].choices = choices

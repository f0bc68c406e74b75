"""Forms of a captain: who takes for his team and who defends at the other table, and whom he calls as a stand-in."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.base import IdempotentForm, RefusableForm
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


class StandInForm(RefusableForm):
    """Asks whom a captain calls; `people` are of no team, with their `names` as everybody may read them."""

    registration = forms.IntegerField(  # whoever is free no more is refused by the service, which says why
        label=_("Appeler un remplaçant"),
        required=False,
        widget=forms.Select,
        help_text=_(
            "Quelqu’un qui est inscrit et n’a pas d’équipe. Qui n’est pas inscrit s’inscrit d’abord auprès de "
            "l’organisateur."
        ),
    )

    def __init__(self, *args: Any, people: Sequence[Registration], names: Sequence[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(entry.pk, name) for entry, name in zip(people, names, strict=True)]
        self.fields["registration"].widget.choices = [("", _("choisissez")), *choices]

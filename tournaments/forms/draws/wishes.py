"""Form of a wish: whose wish, what it asks for, and why."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.base import RefusableForm
from tournaments.forms.fields import NameField, ReasonField
from tournaments.labels import SEAT_NAMES, WishKind
from tournaments.models import Registration

MOST_TABLES = 1250


class WishForm(RefusableForm):
    """Asks for the fields of each kind of wish; `people` are the players whom a wish may be about."""

    players = forms.TypedMultipleChoiceField(label=_("Joueurs"), coerce=int, required=False)
    name = NameField(label=_("Nom du secteur"), max_length=60, required=False)
    hard = forms.TypedChoiceField(
        label=_("À quel point"),
        choices=[("1", _("jamais à la même table")), ("0", _("le moins souvent possible"))],
        coerce=lambda value: value == "1",
        empty_value=True,  # type: ignore[arg-type]
        initial="1",
        required=False,
        widget=forms.RadioSelect,
        help_text=_("« Jamais » passe avant tout ; « le moins souvent possible » cède s’il le faut."),
    )
    table = forms.IntegerField(
        label=_("Table"),
        min_value=1,
        max_value=MOST_TABLES,
        required=False,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
        error_messages={
            "invalid": _("Écrivez le numéro de la table en chiffres."),
            "min_value": _("Les tables se comptent à partir de 1."),
            "max_value": _("Aucune salle n’a tant de tables : écrivez un numéro de 1 à %(limit_value)s."),
        },
        help_text=_("Laissez vide si seule la place compte."),
    )
    chair = forms.TypedChoiceField(label=_("Place"), coerce=int, empty_value=None, required=False)
    reason = ReasonField(
        required=False,
        help_text=_("« Ne monte pas les marches », « mari et femme »… Seuls les organisateurs le lisent."),
    )

    FIELDS = {
        WishKind.APART: ("players", "hard", "reason"),
        WishKind.TEAM: ("players", "reason"),
        WishKind.PLACE: ("players", "table", "chair", "reason"),
        WishKind.SECTOR: ("name", "players", "reason"),
        WishKind.CLUB: ("hard", "reason"),
    }

    def __init__(self, *args: Any, kind: WishKind, people: list[Registration], table_size: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.kind = kind
        self.people = people
        for name in set(self.fields).difference(self.FIELDS[kind]):
            del self.fields[name]
        self.order_fields(self.FIELDS[kind])
        if "players" in self.fields:
            self.fields["players"].choices = [(str(entry.pk), entry.player.full_name) for entry in people]
        if "chair" in self.fields:
            chairs = list(enumerate(SEAT_NAMES[:table_size]))
            self.fields["chair"].choices = [("", _("peu importe")), *chairs]
            self.fields["chair"].widget = forms.RadioSelect(choices=self.fields["chair"].choices)
            self.fields["chair"].initial = ""

    @property
    def ticked(self) -> list[str]:
        """Return the ids (as text) of the ticked players, to tick them again when the form has errors."""
        value = self["players"].value() if "players" in self.fields else None
        return [str(pk) for pk in value or []]

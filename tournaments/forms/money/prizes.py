"""Forms about the prizes of a tournament."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.base import AnchoredForm, RefusableForm, fields_of_rows
from tournaments.forms.fields import EurosField, ListedNumberField
from tournaments.kit.text import MOST_ID, tidy, whole_number
from tournaments.labels import Group, PrizeGroup, PrizeMethod, prize_groups
from tournaments.models.money import MOST_CENTS, MOST_COUNTED
from tournaments.services.money.prize_checks import LONGEST_LOT, MOST_PLACE, MOST_PRIZES, PrizeFacts

# What most clubs give, proposed where there are none yet: only their worth is to be written.
USUAL = (
    PrizeFacts(PrizeGroup.EVERYBODY, 1),
    PrizeFacts(PrizeGroup.EVERYBODY, 2),
    PrizeFacts(PrizeGroup.EVERYBODY, 3),
    PrizeFacts(Group.LADIES, 1),
    PrizeFacts(PrizeGroup.LAST, 1),
)
FREE = 1  # lines below those that are written; another one is a tap away
COLUMNS = ("group", "place", "lot", "amount", "percent")
WORTH = ("lot", "amount", "percent")
GONE = _("Ce bouton n’existe plus. Rechargez la page.")


class GiveForm(RefusableForm):
    """Records that one prize is given to one winner, or every prize that is left; and how money is paid."""

    prize = ListedNumberField(GONE, max_value=MOST_ID, required=False)
    registration = ListedNumberField(GONE, max_value=MOST_ID, required=False)
    method = forms.ChoiceField(
        choices=PrizeMethod.choices,
        required=False,
        error_messages={"invalid_choice": _("Dites comment le prix est payé : choisissez dans la liste.")},
    )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        if not self.errors and (cleaned["prize"] is None) is not (cleaned["registration"] is None):
            self.add_error(None, GONE)
        return cleaned

    @property
    def arguments(self) -> dict[str, Any]:
        """Return the arguments for the service, of a valid form; `prize` and `registration` only for a single prize."""
        values = {name: value for name, value in self.cleaned_data.items() if value is not None}
        return values | {"method": values["method"] or PrizeMethod.CASH.value}


class PrizesForm(AnchoredForm):
    """Asks for the prizes of a tournament in their order, one a line; a line without any value is ignored."""

    one_each = forms.BooleanField(
        label=_("Un seul prix par personne"),
        required=False,
        help_text=_(
            "Qui gagne déjà un prix plus haut dans la liste laisse les suivants : mettez les plus beaux d’abord."
        ),
    )
    club_adds = EurosField(
        label=_("Le club ajoute"),
        most=MOST_COUNTED,
        required=False,
        help_text=_("En plus de ce qui est payé à la porte. Les prix ne dépassent pas la somme des deux."),
    )

    def __init__(self, *args: Any, proposed: Sequence[PrizeFacts], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        start = list(proposed) or list(USUAL)
        for row in range(MOST_PRIZES):
            self._add_line(row, start[row] if row < len(start) else None)
        self.shown_first = len(start)

    def _add_line(self, row: int, facts: PrizeFacts | None) -> None:
        self.fields[f"group_{row}"] = forms.ChoiceField(
            label=_("Classement"),
            choices=prize_groups(),
            required=False,
            initial=facts.group if facts else PrizeGroup.EVERYBODY,
        )
        self.fields[f"place_{row}"] = forms.IntegerField(
            label=_("Place"),
            required=False,
            min_value=1,
            max_value=MOST_PLACE,
            initial=facts.place if facts else None,
            error_messages=dict.fromkeys(("invalid", "min_value", "max_value"), _("Écrivez une place, par exemple 1.")),
            widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "class": "num", "size": 3}),
        )
        self.fields[f"lot_{row}"] = forms.CharField(
            label=_("Lot"),
            required=False,
            max_length=LONGEST_LOT,
            initial=facts.lot if facts else "",
            widget=forms.TextInput(attrs={"autocomplete": "off"}),
        )
        self.fields[f"amount_{row}"] = EurosField(
            label=_("Montant"), most=MOST_CENTS, required=False, initial=(facts.amount if facts else 0) or None
        )
        self.fields[f"percent_{row}"] = forms.IntegerField(
            label=_("% de la recette"),
            required=False,
            min_value=0,
            max_value=100,
            initial=(facts.percent if facts else 0) or None,
            error_messages=dict.fromkeys(
                ("invalid", "min_value", "max_value"), _("Écrivez un pourcentage entier, de 0 à 100.")
            ),
            widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "class": "num", "size": 3}),
        )

    @property
    def lines(self) -> list[dict[str, Any]]:
        """Return the fields of each line: lines filled in, proposed or added by the button `more`, and an empty one."""
        written = [
            row
            for row in range(MOST_PRIZES)
            if any(self[f"{name}_{row}"].value() not in (None, "") for name in ("place", *WORTH))
        ]
        line_count = max([self.shown_first, *(row + 1 for row in written)]) + FREE
        shown_before = whole_number(self.data.get("lines", ""), digits=3) or 0
        line_count = max(line_count, shown_before + ("more" in self.data))
        return [{name: self[f"{name}_{row}"] for name in COLUMNS} for row in range(min(line_count, MOST_PRIZES))]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        for row in self._written(cleaned):
            if f"place_{row}" in cleaned and cleaned[f"place_{row}"] is None:
                self.add_error(f"place_{row}", _("Écrivez une place, par exemple 1."))
        return cleaned

    @property
    def prizes(self) -> list[PrizeFacts]:
        """Return the prizes typed, in order. Call this on a valid form."""
        cleaned = self.cleaned_data
        return [
            PrizeFacts(
                group=cleaned[f"group_{row}"] or PrizeGroup.EVERYBODY.value,
                place=cleaned[f"place_{row}"],
                lot=tidy(cleaned[f"lot_{row}"]),
                amount=cleaned[f"amount_{row}"] or 0,
                percent=cleaned[f"percent_{row}"] or 0,
            )
            for row in self._written(cleaned)
        ]

    def refused_at(self) -> dict[str, str]:
        """Return `shown_at`: the field of this form for each field that the service names in a refusal."""
        return fields_of_rows(self._written(self.cleaned_data), COLUMNS)

    def _written(self, cleaned: dict[str, Any]) -> list[int]:
        return [row for row in range(MOST_PRIZES) if any(cleaned.get(f"{name}_{row}") for name in WORTH)]

"""Forms about money: the rates of a tournament, fees, the count of the cash box."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.base import AnchoredForm, IdempotentForm, RefusableForm, fields_of_rows
from tournaments.forms.fields import DayField, EurosField, ReasonField
from tournaments.kit.languages import current_language
from tournaments.kit.text import MOST_ID, euros, tidy
from tournaments.labels import PaymentMethod, RateCode
from tournaments.models import Season
from tournaments.models.money import MOST_CENTS, MOST_COUNTED
from tournaments.money_labels import OF_AN_EVENING
from tournaments.services.money.payments import MOST_PIECES, PIECES
from tournaments.services.money.rates import LONGEST_LABEL, MOST_RATES, RateFacts
from tournaments.services.work.documents import LONGEST_MESSAGE

# What most clubs ask for, proposed where a tournament has no rates yet.
USUAL = (RateCode.MEMBER, RateCode.LICENSED, RateCode.VISITOR, RateCode.STUDENT)
USUAL_OF_A_SEASON = (RateCode.ADULT, RateCode.COUPLE, RateCode.YOUTH)
RATE_GONE = _("Choisissez un tarif de la liste.")
IN_A_BOX = tuple(piece for piece in PIECES if 10 <= piece <= 10_000)  # cents; others are counted as a sum
NOTE = 500  # the smallest note, in cents


class RatesForm(AnchoredForm):
    """
    Asks for the rates of a tournament or a season, one a line; a line without a name and an amount is ignored.

    Where there are no rates yet, the `usual` ones are proposed without amounts; `codes` says whom a rate may be for.
    An unnamed rate is named after its code.
    """

    def __init__(
        self,
        *args: Any,
        proposed: Sequence[RateFacts],
        usual: Sequence[RateCode] = USUAL,
        codes: Sequence[RateCode] = OF_AN_EVENING,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.codes = [(code.value, code.label) for code in codes]
        self.rows = range(max(MOST_RATES, len(proposed)))
        shown = [facts.code for facts in proposed] or list(usual)
        shown += [RateCode.OTHER] * (len(self.rows) - len(shown))
        for row, code in zip(self.rows, shown, strict=True):
            self._add_line(row, code, proposed[row] if row < len(proposed) else None)

    def _add_line(self, row: int, code: str, facts: RateFacts | None) -> None:
        self.fields[f"pk_{row}"] = forms.IntegerField(
            required=False,
            initial=facts.pk if facts else None,
            widget=forms.HiddenInput,
            min_value=1,
            max_value=MOST_ID,
        )
        self.fields[f"code_{row}"] = forms.ChoiceField(
            label=_("Pour qui"), choices=self.codes, required=False, initial=code
        )
        self.fields[f"label_{row}"] = forms.CharField(
            label=_("Nom du tarif"), max_length=LONGEST_LABEL, required=False, initial=facts.label if facts else ""
        )
        self.fields[f"amount_{row}"] = EurosField(
            label=_("Montant"), most=MOST_CENTS, required=False, initial=facts.amount if facts else None
        )

    @property
    def lines(self) -> list[dict[str, Any]]:
        """Return the fields of each line: the lines that are filled in or proposed, and two empty ones."""
        filled = [
            row
            for row in self.rows
            if self[f"code_{row}"].value() not in (None, "", RateCode.OTHER)
            or any(self[f"{name}_{row}"].value() not in (None, "") for name in ("label", "amount"))
        ]
        last = max(filled, default=-1)
        return [
            {name: self[f"{name}_{row}"] for name in ("pk", "code", "label", "amount")}
            for row in self.rows
            if row <= last + 2
        ]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        for row in self._written(cleaned):
            if f"amount_{row}" in cleaned and cleaned[f"amount_{row}"] is None:
                self.add_error(f"amount_{row}", _("Écrivez le montant de ce tarif ; 0 s’il est gratuit."))
        return cleaned

    @property
    def rates(self) -> list[RateFacts]:
        """Return the rates typed, in order. Call this on a valid form."""
        cleaned = self.cleaned_data
        return [
            RateFacts(
                label=tidy(cleaned[f"label_{row}"]) or _usual_label(cleaned[f"code_{row}"]),
                amount=cleaned[f"amount_{row}"],
                code=cleaned[f"code_{row}"] or RateCode.OTHER,
                pk=cleaned[f"pk_{row}"],
            )
            for row in self._written(cleaned)
        ]

    def refused_at(self) -> dict[str, str]:
        """Return `shown_at`: the field of this form for each field that the service names in a refusal."""
        return fields_of_rows(self._written(self.cleaned_data), ("label", "amount"))

    def _written(self, cleaned: dict[str, Any]) -> list[int]:
        return [row for row in self.rows if cleaned.get(f"label_{row}") or cleaned.get(f"amount_{row}") is not None]


def _usual_label(code: str) -> str:
    return str(RateCode(code or RateCode.OTHER).label).capitalize()


class PaymentForm(IdempotentForm):
    """Asks how much was paid for a season, how, and when; the amount may be left empty for all that is owed."""

    amount = EurosField(
        label=_("Montant"), most=MOST_CENTS, required=False, help_text=_("Laissez vide s’il paie tout ce qu’il doit.")
    )
    method = forms.ChoiceField(label=_("Moyen"), choices=PaymentMethod.choices, initial=PaymentMethod.CHEQUE)
    paid_on = DayField(label=_("Payé le"))


class LapseForm(RefusableForm):
    """Asks for the last day of members who did not renew."""

    until = DayField(label=_("Leur dernier jour"))


class FeesForm(PaymentForm):
    """Asks what each ticked member paid for a season."""

    amount = EurosField(
        label=_("Montant payé par chacun"),
        most=MOST_CENTS,
        required=False,
        help_text=_("Laissez vide si chacun paie tout ce qu’il doit."),
    )


class RefundForm(PaymentForm):
    """Asks how much of a payment is given back, how, when and why."""

    amount = EurosField(
        label=_("Montant rendu"), most=MOST_CENTS, required=False, help_text=_("Laissez vide pour tout rendre.")
    )
    paid_on = DayField(label=_("Rendu le"))
    reason = ReasonField(label=_("Pourquoi ?"), max_length=200)


class RefundsForm(RefundForm):
    """Asks how, when and why all that is left of the ticked payments is given back."""

    amount = None  # type: ignore[assignment]
    method = forms.ChoiceField(
        label=_("Moyen"), choices=[("", _("comme chacun a payé")), *PaymentMethod.choices], required=False
    )


class FeeLetterForm(RefusableForm):
    """Asks what a letter to the members ticked says about how to pay."""

    message = forms.CharField(
        label=_("Comment payer"),
        required=False,
        max_length=LONGEST_MESSAGE,
        help_text=_("Par exemple « par chèque à l’ordre du club, un vendredi soir »."),
        widget=forms.Textarea(attrs={"rows": 3}),
    )


class FeeRateForm(RefusableForm):
    """Asks for the rate of a member, or of those ticked."""

    rate = forms.ChoiceField(label=_("Tarif"), error_messages={"invalid_choice": RATE_GONE, "required": RATE_GONE})

    def __init__(self, *args: Any, season: Season, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        language = current_language()
        self.fields["rate"].choices = [
            (rate.pk, f"{rate.label}, {euros(rate.amount, language)}") for rate in season.rates.all()
        ]


class CashForm(IdempotentForm):
    """Asks what is in the cash box: how many of each note and coin, or the sum."""

    opening = EurosField(
        label=_("Fond de caisse"),
        most=MOST_COUNTED,
        initial=0,
        help_text=_("Ce qu’il y avait avant le premier joueur."),
    )
    counted = EurosField(
        label=_("Somme comptée"),
        most=MOST_COUNTED,
        required=False,
        help_text=_("Inutile si vous comptez les pièces et les billets."),
    )
    remark = forms.CharField(
        label=_("Remarque"),
        max_length=200,
        required=False,
        help_text=_("D’où vient l’écart, par exemple."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for piece in IN_A_BOX:
            self.fields[f"piece_{piece}"] = forms.IntegerField(
                label=euros(piece, current_language()),
                required=False,
                min_value=0,
                max_value=MOST_PIECES,
                error_messages=dict.fromkeys(
                    ("invalid", "min_value", "max_value"),
                    _("Écrivez combien il y en a, de 0 à %(most)d.") % {"most": MOST_PIECES},
                ),
                widget=forms.TextInput(
                    attrs={
                        "inputmode": "numeric",
                        "autocomplete": "off",
                        "class": "num",
                        "size": 4,
                        "data-piece": piece,
                    }
                ),
            )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        if not self.errors and cleaned.get("counted") is None and not self.pieces:
            self.add_error("counted", _("Comptez les pièces et les billets, ou écrivez la somme."))
        return cleaned

    @property
    def pieces(self) -> dict[int, int]:
        """Return how many there are of each note and coin: {value in cents: count}."""
        written = {piece: self.cleaned_data.get(f"piece_{piece}") for piece in IN_A_BOX}
        return {piece: count for piece, count in written.items() if count}

    def notes(self) -> list[Any]:
        return [self[f"piece_{piece}"] for piece in reversed(IN_A_BOX) if piece >= NOTE]

    def coins(self) -> list[Any]:
        return [self[f"piece_{piece}"] for piece in reversed(IN_A_BOX) if piece < NOTE]

    def others(self) -> list[Any]:
        return [self[name] for name in ("opening", "counted", "remark")]

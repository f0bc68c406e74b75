"""The form of one donne: to enter a new one, or to correct the current line."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import cached_property
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.forms.desk.sheets import ChairsForm, seat_choices
from scoring.forms.facts import (
    ALONE,
    BOUTS,
    CAMP_KEYS,
    CONTRACT_KEYS,
    COUNT,
    OUTCOME_KEYS,
    POIGNEE_KEYS,
    FactsForm,
    facts_from,
)
from scoring.labels import OF_A_BOARD, POIGNEE_WORDS, TURNED, CalledWhen, CallOutcome, Outcome
from scoring.marque import (
    Camp,
    Contract,
    Facts,
    MisereKind,
    Variant,
    problems_in,
)
from scoring.marque.facts import COLUMNS, FactKind, columns_of
from scoring.models import Phone, Writer
from scoring.queries.table.lines import Oddity
from scoring.queries.table.sheet_texts import names_read_by
from scoring.queries.table.sheets import PlayingTable, Sheet
from scoring.services.sheets.donnes import SentDonne
from scoring.services.sheets.lines import DEALT_ANEW, PRESCRIBED, SUD_TAKES, impossible
from tournaments.forms.base import ConfirmableEntryForm, CorrectionForm
from tournaments.forms.fields import KeyedBoxes, KeyedChoices, KeyedRadios, chair_keys
from tournaments.kit.text import points_text
from tournaments.labels import choices_of
from tournaments.models import Seat, Table

MISERES = {"misere_atout": MisereKind.ATOUT, "misere_tete": MisereKind.TETE}
MISERE_LABELS = {"misere_atout": gettext_lazy("Misère d’atout"), "misere_tete": gettext_lazy("Misère de figure")}
POIGNEES = [("", gettext_lazy("aucune")), *choices_of(POIGNEE_WORDS)]
PRIMES = {"chelem_made", *MISERES, *(column.name for column in COLUMNS if column.kind is FactKind.FLAG)}
# With these variants a camp may have an odd number of cards, so a half point can be left over.
HALVES = {Variant.THREE, Variant.FIVE, Variant.FIVE_FLAMBEUSE}
MADE = {CallOutcome.MADE: Camp.ATTAQUE, CallOutcome.INFLICTED: Camp.DEFENSE}


class DonneAnswers(FactsForm, ChairsForm, ConfirmableEntryForm, CorrectionForm):
    """
    The answers about donne `number` of a table, as plain values without the labels of a page.

    `names` are the labels of the chairs, where a page shows them. The form refuses only what cannot be read. The marque
    refuses what is missing or impossible, with all the reasons at once.
    """

    outcome = forms.ChoiceField(
        label=gettext_lazy("Donne"),
        choices=[
            (Outcome.PLAYED, gettext_lazy("Jouée")),
            (Outcome.PASSED, gettext_lazy("Passée")),
            (Outcome.PETIT_SEC, gettext_lazy("Petit sec")),
            (Outcome.MISDEAL, gettext_lazy("Fausse donne")),
            (Outcome.ANNULLED, gettext_lazy("Annulée")),
        ],
        widget=KeyedRadios(OUTCOME_KEYS),
        initial=Outcome.PLAYED,
    )
    petit_chelem_announced = forms.BooleanField(
        label=gettext_lazy("Petit chelem annoncé par le preneur"), required=False
    )
    petit_chelem_made = forms.BooleanField(
        label=gettext_lazy("Petit chelem réussi : tous les plis sauf un"), required=False
    )
    shown_at = {"poignees": "poignee_0", "miseres": "misere_atout"}

    def __init__(
        self, *args: Any, place: PlayingTable, number: int, names: Sequence[str] | None = None, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.place, self.number = place, number
        self.house = place.rules.bareme.house
        self.counts_halves = place.rules.variant in HALVES
        chairs = [(str(chair), name) for chair, name in enumerate(names or [""] * len(place.seats))]
        is_prescribed = place.table.is_taken_by_sud
        takers = chairs[PRESCRIBED : PRESCRIBED + 1] if is_prescribed else chairs
        self.fields["taker"] = self._chair(gettext_lazy("Preneur"), takers)
        if place.rules.variant is Variant.FIVE_MORT:
            self.fields["mort"] = self._chair(gettext_lazy("Mort (ne joue pas cette donne)"), chairs)
        if place.rules.variant is Variant.FIVE:
            alone = (ALONE, gettext_lazy("seul"))
            self.fields["partner"] = self._chair(gettext_lazy("Partenaire"), [alone, *chairs])
        for chair, _name in chairs:
            self.fields[f"poignee_{chair}"] = forms.ChoiceField(choices=POIGNEES, required=False)
        if place.table.boards:
            self._ask_of_board()
        if is_prescribed:
            self._ask_of_sud()
        if self.house.pousse is None:
            contract = self.fields["contract"]
            contract.choices = [choice for choice in contract.choices if choice[0] != Contract.POUSSE]
        if not self.house.petit_chelem:
            del self.fields["petit_chelem_announced"], self.fields["petit_chelem_made"]
        if self.house.miseres:
            for name, label in MISERE_LABELS.items():
                self.fields[name] = forms.TypedMultipleChoiceField(
                    label=label, choices=chairs, coerce=int, required=False
                )

    def _ask_of_board(self) -> None:
        """Offer what can become of a board, and ask the desk how its étui lay. A phone leaves that unsaid."""
        outcome = self.fields["outcome"]
        outcome.choices = [choice for choice in outcome.choices if choice[0] in OF_A_BOARD]
        outcome.error_messages["invalid_choice"] = DEALT_ANEW
        self.fields["turn"] = forms.TypedChoiceField(
            label=gettext_lazy("Étui tourné"),
            choices=list(TURNED.items()),
            coerce=int,
            empty_value=None,
            widget=forms.RadioSelect,
            required=False,
        )

    def _ask_of_sud(self) -> None:
        """Offer Sud alone as the taker, and not that all passed."""
        outcome, taker = self.fields["outcome"], self.fields["taker"]
        outcome.choices = [choice for choice in outcome.choices if choice[0] != Outcome.PASSED]
        taker.initial = PRESCRIBED
        for field in (outcome, taker):
            field.error_messages["invalid_choice"] = SUD_TAKES

    def tables_shown(self) -> Iterable[tuple[Table, Iterable[Seat]]]:
        return [(self.place.table, self.place.seats)]

    def clean_points(self) -> str:
        """Return the count as typed. Refuses a text that is no number, with an example that fits this table."""
        text = self.cleaned_data["points"]
        if text and not COUNT.fullmatch(text):
            example = _("46 ou 40,5") if self.counts_halves else "46"
            raise forms.ValidationError(
                _("« %(text)s » n’est pas un nombre de points : écrivez des chiffres, par exemple %(example)s.")
                % {"text": text, "example": example}
            )
        return text

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        if cleaned.get("outcome") == Outcome.PLAYED and "partner" in self.fields and cleaned.get("partner") is None:
            # In the exchange format no partner means a taker alone; on a form it is an oversight.
            self.add_error("partner", _("Dites qui est avec le preneur, ou « seul »."))
        return cleaned

    @cached_property
    def entry(self) -> Facts | Outcome:
        """Return the facts that were typed, or the outcome of a donne not played. Call it on a valid form."""
        outcome = Outcome(self.cleaned_data["outcome"])
        return self.facts() if outcome is Outcome.PLAYED else outcome

    def facts(self) -> Facts:
        """Return the facts that could be read, also from an invalid form."""
        answers = self.cleaned_data
        return facts_from(
            answers,
            variant=self.place.rules.variant,
            chairs=len(self.place.seats),
            miseres=[(chair, kind) for name, kind in MISERES.items() for chair in answers.get(name, ())],
        )

    def what_else(self) -> None:
        """Add what the marque finds wrong to the errors of reading, so that one refusal tells everything."""
        if self.cleaned_data.get("outcome") == Outcome.PLAYED and (problems := problems_in(self.facts(), self.house)):
            self.refuse_the_rest(impossible(problem.named(self.place.rules.names) for problem in problems))

    def sent(self, *, by: Writer, at: datetime) -> SentDonne:
        """Return the donne to write. Call it on a valid form."""
        return SentDonne(
            self.place.table,
            self.number,
            self.entry,
            self.cleaned_data["key"],
            by,
            at,
            replaces=next(iter(self.replaced()), None),
            reason=self.cleaned_data["reason"],
            confirmed=self.confirmed_codes(),
            turn=None if isinstance(by, Phone) else self.cleaned_data.get("turn"),
        )

    def sealed(self) -> str:
        return repr((self.entry, self.cleaned_data.get("turn")))

    @staticmethod
    def _chair(label: Any, chairs: Sequence[tuple[str, str | Promise]]) -> forms.TypedChoiceField:
        return forms.TypedChoiceField(
            label=label,
            choices=chairs,
            coerce=lambda value: value if value == ALONE else int(value),
            empty_value=None,
            required=False,
        )


class DonneForm(DonneAnswers):
    """
    `DonneAnswers` for a page, with the whole sheet: it shows who sits on each chair, and the line to correct.

    `names` are the players by chair, as those who run the event read them.
    """

    looked_at = ""  # the key that it was sent under before it became a correction

    def __init__(self, *args: Any, sheet: Sheet, number: int, **kwargs: Any) -> None:
        self.sheet = sheet
        self.line, self.call = sheet.lines.get(number), sheet.calls.get(number)
        self.names = names_read_by(sheet.seats, None)
        chairs = [told for _chair, told in seat_choices(sheet, self.names)]
        start = self._start(sheet, number)
        super().__init__(*args, place=sheet, number=number, names=chairs, initial=start, **kwargs)
        self._draw()
        for seat, name in zip(sheet.seats, self.names, strict=True):
            self.fields[f"poignee_{seat.chair_index}"].label = name
        if sheet.rules.variant is Variant.FIVE_FLAMBEUSE:
            self.fields["taker"].help_text = _("Hors règlement : flambeuse, le preneur joue seul contre quatre.")
        if self.house.pousse is not None:
            self.fields["contract"].help_text = _("Hors règlement : la pousse, et avec elle le prix de chaque contrat.")
        first = "outcome" if self.line else "taker"
        self.fields[first].widget.attrs["autofocus"] = True

    @property
    def turn(self) -> int:
        """By how many chairs the étui was turned; where nobody was asked, as it was written, or not turned."""
        typed = self.cleaned_data.get("turn")
        written = self.line.turn if self.line is not None else 0
        return written if typed is None else int(typed)

    @property
    def poignees(self) -> list[forms.BoundField]:
        return [self[f"poignee_{seat.chair_index}"] for seat in self.sheet.seats]

    @property
    def answerable(self) -> list[forms.BoundField]:
        """Return the fields that show their own errors."""
        aside = {"reason", "confirmed", "counted_by"} | {field.name for field in self.poignees[1:]}
        return [field for field in self.visible_fields() if field.name not in aside]

    @property
    def miseres(self) -> list[forms.BoundField]:
        return [self[name] for name in MISERES if name in self.fields]

    @property
    def primes_answered(self) -> bool:
        """Return whether a poignée or another prime is filled in: the page then opens the block of primes."""
        names = {f"poignee_{seat.chair_index}" for seat in self.sheet.seats} | PRIMES
        return any(self[name].value() or self[name].errors for name in names & set(self.fields))

    @property
    def only_lacks_a_partner(self) -> bool:
        """Return whether the missing partner is the only error of the form."""
        return set(self.errors) == {"partner"} and not self["partner"].value()

    def ask(self, odd: Sequence[Oddity]) -> None:
        """Show what is odd about the typed donne, and the box that confirms it. Call it on a valid form."""
        self.ask_to_confirm(
            _("Cette donne est possible, mais rare :"),
            [oddity.sentence for oddity in odd],
            codes={oddity.code for oddity in odd},
        )

    def becomes_correction(self) -> None:
        """
        Turn a stale form into a correction of the current line: it keeps what was typed, and asks for a reason.

        The device keeps what it sent under the old key (`looked_at`). It does not send that again while somebody
        compares both versions.
        """
        self.looked_at = str(self["key"].value())
        self.renew(replaces=str(self.line.pk) if self.line else "")

    def _draw(self) -> None:
        """Give each question its buttons; on a keyboard, a key chooses a button."""
        keys = chair_keys()
        widgets: dict[str, KeyedChoices] = {
            "contract": KeyedRadios(CONTRACT_KEYS, step=True),
            "bouts": KeyedRadios({str(number): str(number) for number, _name in BOUTS}, step=True),
            "petit_au_bout": KeyedRadios(CAMP_KEYS),
            "chelem_made": KeyedRadios(CAMP_KEYS),
        }
        widgets |= {
            name: KeyedRadios(keys | {ALONE: "a"}, step=name != "mort") for name in ("taker", "partner", "mort")
        }
        widgets |= {f"poignee_{chair}": KeyedRadios(POIGNEE_KEYS) for chair in range(len(self.sheet.seats))}
        widgets |= {name: KeyedBoxes(keys) for name in MISERES}
        for name in widgets.keys() & self.fields.keys():
            widgets[name].choices = self.fields[name].choices
            self.fields[name].widget = widgets[name]

    def _start(self, sheet: Sheet, number: int) -> dict[str, Any]:
        """Return the first values of the form: the line to correct, or what the sheet and a chelem call already say."""
        start: dict[str, Any] = {"petit_au_bout": "", "chelem_made": "", "counted_by": Camp.ATTAQUE}
        start |= {f"poignee_{seat.chair_index}": "" for seat in sheet.seats}
        if sheet.rules.variant is Variant.FIVE_MORT:
            start["mort"] = sheet.mort_offered(number)
        if sheet.table.boards:
            start["turn"] = self.line.turn if self.line is not None else 0
        if self.line is not None:
            start |= {"outcome": self.line.outcome, "replaces": self.line.pk}
            if self.line.outcome == Outcome.PLAYED:
                start |= self._answers_of(self.line.facts)
        elif self.call is not None and self.call.announced == CalledWhen.BEFORE_CARD:
            start |= {
                "taker": self.call.caller.chair_index,
                "chelem_announced": True,
                "chelem_made": MADE.get(CallOutcome(self.call.outcome), ""),
            }
        return start

    @staticmethod
    def _answers_of(facts: Facts) -> dict[str, Any]:
        """Return the form's answers for the facts of a line: the reverse of `facts`."""
        values = columns_of(facts)
        return values | {
            "partner": ALONE if facts.partner is None else facts.partner,
            "mort": values["sits_out"],
            "points": points_text(facts.half_points or 0),
            **{f"poignee_{poignee.player}": poignee.size for poignee in facts.poignees},
            **{
                name: [misere.player for misere in facts.miseres if misere.kind is kind]
                for name, kind in MISERES.items()
            },
        }

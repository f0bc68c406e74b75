"""A grid to type a whole paper sheet: a row of short codes for each donne, read by the entry form of a donne."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django import forms
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.forms.desk.donnes import DonneAnswers
from scoring.forms.desk.sheets import ChairsForm
from scoring.forms.facts import ALONE, CONTRACT_KEYS, CardPointsField, attack_points
from scoring.labels import Outcome
from scoring.marque import Camp, Contract, HouseRules, PoigneeSize, Variant
from scoring.models import SheetLine
from scoring.queries.table.boards import number_told
from scoring.queries.table.lines import line_text, odd_about
from scoring.queries.table.sheets import Sheet
from scoring.queries.table.turns import odd_here
from scoring.services.sheets.donnes import MOST_DONNES
from scoring.services.sheets.lines import score_line
from tournaments.forms.base import ConfirmableEntryForm
from tournaments.forms.fields import ReasonField, chair_keys
from tournaments.refusals import Refusal

NOT_PLAYED = {"-": Outcome.PASSED, "ps": Outcome.PETIT_SEC, "fd": Outcome.MISDEAL, "an": Outcome.ANNULLED}
CAMPS = {"": "", "n": "", "a": Camp.ATTAQUE, "d": Camp.DEFENSE}
SIZES = {"1": PoigneeSize.SIMPLE, "2": PoigneeSize.DOUBLE, "3": PoigneeSize.TRIPLE}
CHELEM = {"ca": ("chelem_announced", "on"), "cr": ("chelem_made", Camp.ATTAQUE), "cd": ("chelem_made", Camp.DEFENSE)}
# Hors règlement: read only where the barème has them.
PETIT_CHELEM = {"pa": ("petit_chelem_announced", "on"), "pr": ("petit_chelem_made", "on")}
MISERE_CODES = {"ma": "misere_atout", "mt": "misere_tete"}  # after a chair
BY_DEFENCE = re.compile(r"(?:d\s*(?P<after>[^d]+)|(?P<before>[^d]+?)\s*d)", re.IGNORECASE)
DIFFERS, MOVES = "typings_differ", "line_moves"  # the codes that the box confirms
SPARE = 8  # rows to fill in where the clock ends the round
LABELS = {
    "taker": gettext_lazy("Preneur"),
    "partner": gettext_lazy("Appelé"),
    "mort": gettext_lazy("Mort"),
    "contract": gettext_lazy("Contrat"),
    "bouts": gettext_lazy("Bouts"),
    "points": gettext_lazy("Points"),
    "petit_au_bout": gettext_lazy("Petit"),
    "primes": gettext_lazy("Primes"),
}
# Where the entry form of a donne says what is wrong → the cell of the grid.
SHOWN_AT = {"outcome": "taker", "chelem_announced": "primes", "chelem_made": "primes"}


class PaperForm(ChairsForm, ConfirmableEntryForm):
    """
    The donnes of a sheet that are still missing, a row for each. A row left empty is entered later.

    On a valid form, `lines` are the scored lines by number of donne, not saved. One box confirms three things for the
    whole sheet: what is odd, where a second typing differs from the first, and who changes place after the end.
    """

    reason = ReasonField(
        label=gettext_lazy("Pourquoi cette correction ?"),
        required=False,
        is_compulsory=True,
        max_length=500,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, *args: Any, sheet: Sheet, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.sheet = sheet
        self.lines: dict[int, SheetLine] = {}
        last = min(len(sheet.rows) + SPARE, MOST_DONNES) if sheet.takes_another else len(sheet.rows)
        self.numbers = [*sheet.missing, *range(len(sheet.rows) + 1, last + 1)]
        self.cells = ["taker", "contract", "bouts", "points", "petit_au_bout", "primes"]
        if sheet.rules.variant is Variant.FIVE:
            self.cells.insert(1, "partner")
        if sheet.rules.variant is Variant.FIVE_MORT:
            self.cells.insert(0, "mort")
        self.keys = {key: chair for chair, key in chair_keys().items() if int(chair) < len(sheet.seats)}
        too_long = _("Donne %(number)s : c’est trop long pour cette case. Écrivez un code, ou un nombre.")
        for number in self.numbers:
            for name in self.cells:
                self.fields[f"{name}_{number}"] = forms.CharField(
                    label=LABELS[name],
                    required=False,
                    max_length=40 if name == "primes" else 10,
                    error_messages={"max_length": too_long % {"number": number_told(sheet.table, number)}},
                    widget=forms.TextInput(
                        attrs={"class": "num", "autocomplete": "off", "autocapitalize": "off", "spellcheck": "false"}
                    ),
                )
        if self.numbers and not self.is_bound:
            self.fields[f"{self.cells[0]}_{self.numbers[0]}"].widget.attrs["autofocus"] = True

    def rows(self) -> list[tuple[int, list[forms.BoundField]]]:
        """Return (number of the donne, its fields) for each row."""
        return [(number, [self[f"{name}_{number}"] for name in self.cells]) for number in self.numbers]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        for number in self.numbers:
            typed = {name: cleaned.get(f"{name}_{number}", "").strip().lower() for name in self.cells}
            if any(text for name, text in typed.items() if name != "mort"):
                self._read_row(number, typed)
        if not self.lines and not self.errors:
            self.add_error(None, _("Rien n’est encore écrit : recopiez au moins une donne."))
        return cleaned

    def sealed(self) -> str:
        return repr([(number, line.entry) for number, line in sorted(self.lines.items())])

    @cached_property
    def odd(self) -> Mapping[str, list[str]]:
        """Return code → sentences about odd donnes; each sentence names its donne. Call it on a valid form."""
        odd: dict[str, list[str]] = {}
        sheet = replace(self.sheet, lines={**self.sheet.lines, **self.lines})
        for number, line in sorted(self.lines.items()):
            line_in_words = line_text(line, tournament=self.sheet.tournament, names=self.sheet.rules.names)
            here = odd_here(line, sheet, names=self.sheet.rules.names)
            for oddity in (*odd_about(line_in_words, line, self.sheet.calls.get(number)), *here):
                sentence = _("Donne %(number)s : %(why)s") % {
                    "number": number_told(self.sheet.table, number),
                    "why": oddity.sentence,
                }
                odd.setdefault(oddity.code, []).append(sentence)
        return odd

    def ask(self, differing: Sequence[str] = (), *, moves: bool = False) -> None:
        """
        Show what is odd or differs, and the box that confirms it. Call it on a valid form.

        With `moves`, the box also confirms who changes place; the page shows that beside the box.
        """
        odd = [sentence for sentences in self.odd.values() for sentence in sentences]
        title = _("Les deux saisies diffèrent :") if differing else _("Ces donnes sont possibles, mais rares :")
        if moves and not differing and not odd:
            title = _("Voyez qui bouge au classement avant d’enregistrer.")
        codes = {*self.odd, *({DIFFERS} if differing else ()), *({MOVES} if moves else ())}
        self.ask_to_confirm(title, [*differing, *odd], codes=codes)

    def _read_row(self, number: int, typed: Mapping[str, str]) -> None:
        """
        Read one row with the entry form of its donne, and add the errors to the cells of the row.

        When a cell cannot be read, the other cells are still checked; the unread cell gets no further error.
        """
        answers = {"key": str(self["key"].value()), "replaces": ""} | self._answers(number, typed)
        unread = {f"{name}_{number}" for name in self.cells} & self.errors.keys()
        donne = DonneAnswers(answers, place=self.sheet, number=number)
        if not donne.is_valid() or unread:
            donne.what_else()
            for name, sentences in donne.errors.items():
                if self._cell(number, name) not in unread:
                    self._wrong(number, name, [str(sentence) for sentence in sentences])
            return
        try:
            self.lines[number] = score_line(donne.entry, place=self.sheet, number=number)
        except Refusal as refusal:
            for name, texts in refusal.fields.items():
                self._wrong(number, name, [str(text) for text in texts])

    def _answers(self, number: int, typed: Mapping[str, str]) -> dict[str, str | list[str]]:
        """Return the codes of a row as the answers of the entry form."""
        taker = typed["taker"]
        if taker in NOT_PLAYED:
            return {"outcome": NOT_PLAYED[taker]}
        contracts = {key: contract.value for contract, key in CONTRACT_KEYS.items()}
        if self.house.pousse is None:
            del contracts[CONTRACT_KEYS[Contract.POUSSE]]
        by_defence = BY_DEFENCE.fullmatch(typed["points"])
        points = by_defence["after"] or by_defence["before"] if by_defence else typed["points"]
        counted = {
            "points": CardPointsField().clean(points.strip()),
            "counted_by": Camp.DEFENSE if by_defence else Camp.ATTAQUE,
        }
        mort = typed.get("mort", "") or chair_keys().get(str(self.sheet.expected_mort(number)), "")
        return {
            "outcome": Outcome.PLAYED,
            "taker": self._code(number, "taker", taker, self.keys),
            "partner": self._code(number, "partner", typed.get("partner", ""), self.keys | {"a": ALONE}),
            "mort": self._code(number, "mort", mort, self.keys) if "mort" in typed else "",
            "contract": self._code(number, "contract", typed["contract"], contracts),
            "bouts": typed["bouts"],
            "points": attack_points(counted),
            "petit_au_bout": self._code(number, "petit_au_bout", typed["petit_au_bout"], CAMPS),
            **self._primes(number, typed["primes"]),
        }

    def _primes(self, number: int, text: str) -> dict[str, str | list[str]]:
        """
        Return the answers for the primes' codes: a poignée (« s1 »: simple, Sud) and the chelem (« ca », « cr », « cd
        »).

        Where the barème has them, also the petit chelem (« pa », « pr ») and misères (« sma »: Sud has no trump).
        """
        answers: dict[str, str | list[str]] = {}
        known_codes = CHELEM | (PETIT_CHELEM if self.house.petit_chelem else {})
        miseres: dict[str, list[str]] = {name: [] for name in MISERE_CODES.values()} if self.house.miseres else {}
        for code in text.replace(",", " ").split():
            if code in known_codes:
                name, value = known_codes[code]
                answers[name] = value
            elif len(code) == 2 and code[0] in self.keys and code[1] in SIZES:
                answers[f"poignee_{self.keys[code[0]]}"] = SIZES[code[1]].value
            elif miseres and code[0] in self.keys and code[1:] in MISERE_CODES:
                miseres[MISERE_CODES[code[1:]]].append(self.keys[code[0]])
            else:
                self._unread(number, "primes", code, self.expected_primes)
        return answers | {name: chairs for name, chairs in miseres.items() if chairs}

    @property
    def house(self) -> HouseRules:
        return self.sheet.rules.bareme.house

    @property
    def expected_primes(self) -> str:
        """Return the sentence that explains the codes of the column of primes."""
        codes = _("s1 pour une poignée simple de Sud, s2, s3, ca, cr, cd")
        codes += _(", pa et pr pour le petit chelem annoncé et réussi") if self.house.petit_chelem else ""
        return codes + (_(", sma et smt pour les misères d’atout et de figure de Sud") if self.house.miseres else "")

    def _code(self, number: int, name: str, text: str, codes: Mapping[str, Any]) -> str:
        if not text or text in codes:
            return str(codes.get(text, ""))
        self._unread(number, name, text, ", ".join(code for code in codes if code))
        return ""

    def _unread(self, number: int, name: str, text: str, expected: str) -> None:
        sentence = _("« %(text)s » ne se lit pas ici. On attend : %(expected)s.")
        self._wrong(number, name, [sentence % {"text": text, "expected": expected}])

    def _wrong(self, number: int, name: str, sentences: Sequence[str]) -> None:
        told = number_told(self.sheet.table, number)
        messages = [_("Donne %(number)s : %(why)s") % {"number": told, "why": sentence} for sentence in sentences]
        self.add_error(self._cell(number, name), messages)

    def _cell(self, number: int, name: str) -> str:
        """Return the name of the cell that shows an error of this field of the entry form."""
        cell = SHOWN_AT.get(name, "primes" if name.startswith(("poignee", "petit_chelem", "misere")) else name)
        return f"{cell if cell in self.cells else 'taker'}_{number}"

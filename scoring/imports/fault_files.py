"""A club's catalogue of faults as a spreadsheet: its columns, and what a row says."""

from collections import Counter
from collections.abc import Callable
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.labels import PenaltyTarget, Sanction
from scoring.services.rules.catalogues import MOST_FAULTS, FaultFacts, problems
from tournaments.imports.columns import NOTHING_SAID, ReadTable
from tournaments.imports.headings import Column, Meanings
from tournaments.imports.spreadsheets import CellSheet
from tournaments.kit.days import NBSP
from tournaments.kit.text import fold, tidy, typed_number
from tournaments.refusals import Refusal

MOST_BYTES = 1024 * 1024
TEAM = "equipe"
TARGETS = {
    fold(word): code
    for code, words in (
        (PenaltyTarget.PLAYER, ("joueur", "un joueur", "player", "donneur", "preneur")),
        (PenaltyTarget.CAMP, ("camp", "un camp", "side")),
        (PenaltyTarget.TABLE, ("table", "toute la table")),
        (PenaltyTarget.DONNE, ("donne", "la donne", "deal")),
    )
    for word in words
}


def _target(cell: str) -> str:
    if fold(cell).startswith((TEAM, "team")):
        raise ValueError(_("il n’y a pas encore de tournois par équipes : écrivez joueur, camp, table ou donne."))
    if fold(cell) not in TARGETS:
        raise ValueError(_("« %(value)s » est inconnu. Écrivez : joueur, camp, table ou donne.") % {"value": cell[:40]})
    return str(TARGETS[fold(cell)])


def _sanction(cell: str) -> str:
    """Return the sanction in a cell, by its words or its code; empty for « l’arbitre décide »."""
    codes = {fold(str(label)): code for code, label in Sanction.choices} | {
        fold(code): code for code in Sanction.values
    }
    if fold(cell) in {fold("l’arbitre décide"), fold(_("l’arbitre décide")), "-", "?"}:
        return ""
    if fold(cell) not in codes:
        raise ValueError(
            _("la sanction « %(value)s » est inconnue. Écrivez : %(known)s ; ou rien, et l’arbitre décide.")
            % {"value": cell[:40], "known": ", ".join(str(label) for label in Sanction.labels)}
        )
    return str(codes[fold(cell)])


def _whole(sentence: str | Promise) -> Callable[[str], int]:
    """Return a function that reads a whole number and raises ValueError with this sentence for anything else."""

    def value(cell: str) -> int:
        number = typed_number(cell)
        if number is None or abs(number) >= 10**7:
            raise ValueError(str(sentence) % {"value": cell[:40]})
        return number

    return value


def _points(cell: str) -> int:
    """Return the points taken as a negative number: « 20 » and « −20 » both take 20 away."""
    return -abs(_whole(gettext_lazy("« %(value)s » n’est pas un nombre entier de points."))(cell))


def _unbroken(text: str) -> str:
    """Return a French text with no-break spaces inside guillemets again: a spreadsheet loses them."""
    return text.replace("« ", f"«{NBSP}").replace(" »", f"{NBSP}»")


class FaultFile(ReadTable[FaultFacts]):
    """A catalogue of faults, a row each. What follows a second time is a row of its own, with 2 under « fois »."""

    columns = (
        Column("name", ("faute", "libelle", "nom", "fault", "name", "intitule"), gettext_lazy("faute")),
        Column("code", ("code",), gettext_lazy("code"), lambda cell: fold(cell).replace(" ", "_")),
        Column("reference", ("reference", "article", "regle", "source"), gettext_lazy("référence")),
        Column("target", ("porte sur", "qui", "sur qui", "scope", "cible"), gettext_lazy("porte sur"), _target),
        Column("step", ("fois", "recidive", "time", "step"), gettext_lazy("fois"),
               _whole(gettext_lazy("« %(value)s » ne dit pas la combientième fois : écrivez 1, 2…"))),
        Column("sanction", ("sanction", "suite", "penalite"), gettext_lazy("sanction"), _sanction),
        Column("points", ("points", "montant", "points retires"), gettext_lazy("points"), _points),
    )  # fmt: skip
    naming = ("name",)
    most_lines = MOST_FAULTS
    most_problems = 100
    has_too_many_lines = gettext_lazy("Ce fichier a trop de lignes : ce n’est sans doute pas un catalogue de fautes.")
    nothing_below = gettext_lazy("Ce fichier n’a que sa ligne de titres : il n’y a aucune faute dessous.")

    def check_columns(self) -> None:
        if not self.has("name"):
            self.wrong(0, _("Il manque la colonne « faute » : le nom de chaque faute."))

    def row(self, line: int, values: dict[str, Any]) -> FaultFacts:
        facts = FaultFacts(
            name=_unbroken(tidy(values.get("name") or "")),
            code=values.get("code") or "",
            reference=tidy(values.get("reference") or ""),
            target=values.get("target") or PenaltyTarget.PLAYER,
            step=1 if values.get("step") is None else values["step"],
            sanction=values.get("sanction") or "",
            points=values.get("points"),
        ).with_code
        labels = {column.name: column.label for column in self.columns}
        for field, sentences in problems(facts).items():
            self.wrong_cell(line, labels[field], sentences[0])
        return facts

    def check_rows(self) -> None:
        counts = Counter((facts.code, facts.step) for facts in self.rows)
        for (code, step), count in counts.items():
            name = next(facts.name for facts in self.rows if facts.code == code)
            if count > 1:
                self.wrong(0, _("« %(fault)s » est écrite deux fois : gardez-en une.") % {"fault": name})
            if step > 1 and (code, step - 1) not in counts:
                sentence = _("« %(fault)s », %(step)de fois : écrivez d’abord ce qui suit la fois d’avant.")
                self.wrong(0, sentence % {"fault": name, "step": step})


def open_faults(content: bytes, meanings: Meanings = NOTHING_SAID) -> CellSheet:
    """Return the sheet that holds the faults. Refuses a file that is no spreadsheet or too big."""
    if len(content) > MOST_BYTES:
        raise Refusal(_("Ce fichier dépasse 1 Mo : ce n’est sans doute pas un catalogue."), code="file_too_big")
    return FaultFile.open(content, meanings)

"""
The results of a finished concours in a spreadsheet: bytes → rows, or every problem as a sentence.

This module does not know the database. Each timed sequence has a column with the players' balances. Published totals
and places are read only to be compared.
"""

import re
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.imports.footers import MAY_BE_PEOPLE, is_label, says_columns
from tournaments.imports import cells
from tournaments.imports.columns import BROKEN, NOTHING_SAID, ReadTable
from tournaments.imports.headings import Column, Meanings, heading_key
from tournaments.imports.names import (
    FIRST_NAME_FIRST_PATTERN,
    FIRST_NAME_FIRST_TITLES,
    FIRST_NAMES,
    NAME_PATTERN,
    NAME_TITLES,
    is_shouted,
    is_whole_name,
    reads_first_name_first,
    split_name,
    without_civility,
    without_number,
)
from tournaments.imports.spreadsheets import CellSheet, Line, named
from tournaments.kit.text import fold, signed, typed_number
from tournaments.refusals import Refusal
from tournaments.services.people.players import LENGTHS

MOST_BYTES = 1024 * 1024
MOST_SEQUENCES = 30
MOST_POINTS = 100_000
NAMES = {"player", "first_then_last", "first_name"}
LEAST_PEOPLE = 5  # named, before one without a first name is no player
SEQUENCE = "sequence"  # the kind of column of which a file has several
SEQUENCE_TITLES = (
    r"^(\d+ ?(re|ere|e|eme|er)? )?(seq|position|manche|tour|round|partie)"
    r"|^[pmst] ?\d{1,2}$|^(points?|score|bilan) \d{1,2}$"
)
TWO_PEOPLE = re.compile(r"[^\W\d]\s*[/&+]\s*[^\W\d]|[^\W\d] et [^\W\d]")  # « DUPONT Jean / MARTIN Luc »
IN_BRACKETS = re.compile(r"\(\s*([\d\s.,]+?)\s*\)")  # how accountants write a number below zero
LAST_MINUS = re.compile(r"^\s*(\d[\d\s.,]*?)\s*[-−–]\s*$")
UNIT = re.compile(r"(?<=\d)\s*(?:pts?|points?)\.?$", re.IGNORECASE)
MINUTES = re.compile(r"(\d+)\s*(min|mn)")


@dataclass(frozen=True)
class PastRow:
    """The row of one player. `points` has one value for each sequence, None when he did not play it."""

    line: int
    last_name: str
    first_name: str
    licence: str
    number: int
    points: tuple[int | None, ...]
    published_total: int | None
    published_rank: int | None

    @property
    def name(self) -> str:
        return f"{self.last_name} {self.first_name}".strip()


def points_of(cell: str) -> int:
    """Return whole points: « −120 », « (120) », « 120- », « 120 pts » too. Raises ValueError for anything else."""
    bare = LAST_MINUS.sub(r"-\1", IN_BRACKETS.sub(r"-\1", UNIT.sub("", cell)))
    value = typed_number(bare)
    if value is None or abs(value) > MOST_POINTS:
        sentence = _("« %(text)s » n’est pas un nombre entier de points.")
        if re.fullmatch(r"[-−–+]?\d+[.,]\d+", cell):
            sentence = _("« %(text)s » n’est pas un nombre entier de points : multipliez tout par 10, par exemple.")
        raise ValueError(sentence % {"text": cell[:20]})
    return value


STAYED_AWAY = {
    *("", "a", "ab", "abs", "absent", "absente", "x", "nj", "n j", "np", "n p", "ex", "exc", "excuse", "excusee"),
    *("nc", "n c", "f", "forfait", "neant", "non joue", "non jouee", "n a"),
}
SAYS_WHY = re.compile(r"(?:abs|absente?|exc|excusee?|forfait)\b\W")


def points_or_away(cell: str) -> int | None:
    """Return the points in a cell; None for a word that says the player did not come, with its reason too."""
    words = " ".join(fold(cell).replace(".", " ").split()).strip(" -–—−/")
    return None if words in STAYED_AWAY or SAYS_WHY.match(words) else points_of(cell)


def _rank(cell: str) -> int | None:
    place = re.match(r"\d{1,6}", cell)
    return int(place[0]) if place else None


class PastFile(ReadTable[PastRow]):
    """
    A file of results; `sequences` are titles, `minutes` is the length that all their titles give, None without one.

    An unknown column is left out, with a notice. Without start numbers, rows are numbered in their order.
    """

    columns: ClassVar[tuple[Column, ...]] = (
        Column("player", ("nom", "noms", "nom de famille", "last name", *NAME_TITLES), gettext_lazy("joueur"),
               pattern=NAME_PATTERN),
        Column("first_then_last", FIRST_NAME_FIRST_TITLES, gettext_lazy("prénom et nom ensemble"),
               pattern=FIRST_NAME_FIRST_PATTERN),
        Column("first_name", ("prenom", "prenoms", "first name"), gettext_lazy("prénom")),
        Column("licence", ("licence", "n° licence", "numero de licence", "n° de licence", "no licence", "license"),
               gettext_lazy("licence"), cells.licence),
        Column("number", ("numero", "entry number", "n°", "no", "number", "start number", "dossard"),
               gettext_lazy("numéro"), points_of),
        Column("rank", ("place", "rang", "rank", "published rank", "classement", "clt", "cl"),
               gettext_lazy("place"), _rank),
        Column("total", ("total", "published total", "points", "total general", "total points", "score"),
               gettext_lazy("total"), points_of),
        Column(SEQUENCE, (), gettext_lazy("séquence"), points_or_away, SEQUENCE_TITLES, several=True),
    )  # fmt: skip
    naming = ("player", "first_then_last", "first_name", "licence")
    most_lines = 2_000
    most_problems = 100
    has_too_many_lines = gettext_lazy("Ce fichier a plus de 2 000 lignes : ce ne sont sans doute pas des résultats.")

    def __init__(self) -> None:
        super().__init__()
        self.minutes: int | None = None
        self.is_one_total = False  # a column of points, and none of sequences
        self.is_below_total = False  # of the line being read

    @property
    def sequences(self) -> list[str]:
        return [heading.title for heading in self.headings if heading.column == SEQUENCE]

    @property
    def is_one(self) -> bool:
        """Return whether the file has columns of results."""
        return bool(self.sequences)

    @property
    def has_numbers(self) -> bool:
        return self.has("number")

    def infer(
        self, names: dict[int, str], chosen: Collection[int], titles: Sequence[str], lines: Sequence[Line]
    ) -> None:
        """Read the points of an evening of which the file says only what each brought."""
        self.infer_names(names, chosen, titles, lines)
        total = next((index for index, name in names.items() if name == "total"), None)
        self.is_one_total = SEQUENCE not in names.values() and total is not None and total not in chosen
        if self.is_one_total and total is not None:
            names[total] = SEQUENCE

    def infer_names(
        self, names: dict[int, str], chosen: Collection[int], titles: Sequence[str], lines: Sequence[Line]
    ) -> None:
        """
        Read the words beside the names as first names where that column has no title, and whole names as they stand:
        « Jean Dupont » under « Joueur » too.
        """
        place = next((index for index, name in names.items() if name == "player"), None)
        if place is None or {"first_name", "first_then_last"} & {*names.values()}:
            return
        beside = [cells[place + 1] for _line, cells in lines if len(cells) > place + 1 and cells[place + 1]]
        is_untitled = place + 1 not in {*names, *chosen} and not (titles[place + 1 :] or [""])[0]
        if is_untitled and beside and all(cell.replace("-", " ").replace(" ", "").isalpha() for cell in beside):
            names[place + 1] = "first_name"
        elif place not in chosen:
            whole = (cells[place] for _line, cells in lines if len(cells) > place)
            if reads_first_name_first(name for name in whole if not any(map(is_shouted, name.split()))):
                names[place] = "first_then_last"

    def check_columns(self) -> None:
        if not any(self.has(name) for name in ("player", "first_then_last", "licence")):
            self.wrong(0, _("Il manque la colonne « joueur » : le nom ou la licence de chacun."))
        if not 1 <= len(self.sequences) <= MOST_SEQUENCES:
            self.wrong(
                0,
                _(
                    "Il faut de 1 à 30 colonnes de séquences, dont le titre commence par « séquence », « position », "
                    "« manche » ou « tour » : ce fichier en a %(count)d."
                )
                % {"count": len(self.sequences)},
            )
        minutes = {int(match[1]) for title in self.sequences if (match := MINUTES.search(fold(title)))}
        if len(minutes) == 1 and 1 <= min(minutes) <= 600:
            self.minutes = minutes.pop()
        elif minutes:
            self.notices.append(_("Les séquences n’ont pas toutes la même durée : le tournoi n’en retiendra aucune."))

    def row(self, line: int, values: dict[str, Any]) -> PastRow:
        reversed_name, licence = values.get("first_then_last") or "", values.get("licence") or ""
        player, _sex = without_civility(without_number(values.get("player") or reversed_name))
        last_name, first_name = split_name(player, first_name_first=bool(reversed_name))
        if "first_name" in values:
            last_name, first_name = player, values["first_name"] or ""
        was_wrong = any(self.has(name) and name not in values for name in ("player", "licence"))
        if not last_name and not licence and not was_wrong:
            self.wrong(line, _("Ligne %(line)d : il n’y a ni nom ni licence.") % {"line": line})
        if TWO_PEOPLE.search(player):
            sentence = _("Ligne %(line)d : « %(name)s » nomme deux personnes. Écrivez une ligne pour chacune.")
            self.wrong(line, sentence % {"line": line, "name": player[:60]})
        lengths = {"last_name": last_name, "first_name": first_name, "licence": licence}
        if any(len(text) > LENGTHS[name] for name, text in lengths.items()):
            self.wrong(line, _("Ligne %(line)d : le nom ou la licence est trop long.") % {"line": line})
        number = values.get("number", len(self.rows) + 1)
        if number is None or number < 1:
            self.wrong(line, _("Ligne %(line)d : il faut le numéro du joueur, à partir de 1.") % {"line": line})
        is_named = first_name and (values.get("first_name") or is_whole_name(player) or _has_first_name(player))
        has_points = any(values.get(name) is not None for name in self._named_sequences())
        if self.is_below_total and has_points and not is_named and not licence and last_name:
            sentence = _(
                "Ligne %(line)d : « %(name)s » est sous un total : est-ce un joueur ? Mettez-le au-dessus, ou retirez "
                "la ligne."
            )
            self.wrong(line, sentence % {"line": line, "name": player[:60]})
        self.refuse_empty(line, values)
        sequences = self._named_sequences()
        points = tuple(values.get(name) for name in sequences)
        return PastRow(
            line, last_name, first_name, licence, number or 0, points, values.get("total"), values.get("rank")
        )

    def is_total(self, cells: Sequence[str]) -> bool:
        """Return whether a line names nobody, by its label or its figures. What stands below it must show a name."""
        name, licence = (self._text(cells, names) for names in (NAMES, {"licence"}))
        points = [index for index, column in self.known.items() if column.name.startswith(f"{SEQUENCE} ")]
        is_one = super().is_total(["" if BROKEN.fullmatch(cell) else cell for cell in cells])
        if not is_one and not licence:
            may_be = not name or heading_key(name) in MAY_BE_PEOPLE
            brought = [[row.points[place] for row in self.rows] for place in range(len(points))]
            above = [[each for each in column if each is not None] for column in brought]
            is_one = is_label(name) or (may_be and says_columns([self._text(cells, {i}) for i in points], above))
        self.is_below_total = self.is_below_total or (is_one and bool(self.rows))
        return is_one

    def _text(self, cells: Sequence[str], names: Collection[str | int]) -> str:
        """Return the text of a line in these columns, by their names or their places."""
        found = [cells[i] for i, column in self.known.items() if {i, column.name} & {*names} and i < len(cells)]
        return " ".join(filter(None, found))

    def _refuse_nobody(self) -> None:
        """Note a problem for a last line that has no first name where all others have: it may be no player."""
        if len(self.rows) > LEAST_PEOPLE and all(row.first_name for row in self.rows[:-1]):
            last = self.rows[-1]
            if not any(map(str.isalpha, last.first_name)) and not last.licence and " " not in last.last_name:
                sentence = _(
                    "Ligne %(line)d : « %(name)s » n’a pas de prénom, et tous les autres en ont un. Ajoutez-le si "
                    "c’est un joueur, sinon retirez la ligne."
                )
                self.wrong(last.line, sentence % {"line": last.line, "name": last.name})

    def _named_sequences(self) -> list[str]:
        return [_sequence(index) for index in range(1, len(self.sequences) + 1)]

    def refuse_empty(self, line: int, values: dict[str, Any]) -> None:
        """Note a problem for a row without any balance."""
        if self.is_one_total:
            return
        if all(name in values and values[name] is None for name in self._named_sequences()):
            self.wrong(line, _("Ligne %(line)d : aucun bilan n’est écrit.") % {"line": line})

    def check_rows(self) -> None:
        self._refuse_nobody()
        if self.is_one_total and (away := [row for row in self.rows if row.points == (None,)]):
            self.rows = [row for row in self.rows if row not in away]
            sentence = ngettext(
                "Ligne %(lines)s : sans points, la personne n’est pas venue.",
                "Lignes %(lines)s : sans points, ces personnes ne sont pas venues.",
                len(away),
            )
            self.notices.append(sentence % {"lines": named([row.line for row in away])})
        for number, count in Counter(row.number for row in self.rows).items():
            if count > 1:
                last = [row for row in self.rows if row.number == number][-1]
                sentence = _("Ligne %(line)d : le numéro %(number)d est déjà celui d’un autre joueur.")
                self.wrong(last.line, sentence % {"line": last.line, "number": number})
        self.tell_sums()

    def tell_sums(self) -> None:
        """Note the sequences that do not sum to zero: a published list often ends with the prizes."""
        sums = [(title, sum(row.points[i] or 0 for row in self.rows)) for i, title in enumerate(self.sequences)]
        wrong = [f"« {title} » {signed(total)}" for title, total in sums if total]
        if wrong:
            self.notices.append(
                _(
                    "La somme des bilans d’une séquence devrait être 0, elle ne l’est pas : %(sums)s. La liste publiée "
                    "est sans doute incomplète. Les résultats entrent tels quels."
                )
                % {"sums": ", ".join(wrong)}
            )


def _has_first_name(name: str) -> bool:
    return not FIRST_NAMES.isdisjoint(fold(name).replace("-", " ").split())


def _sequence(number: int) -> str:
    """Return the title of the column of a sequence; the first is 1."""
    return f"{SEQUENCE} {number}"


def open_past_results(content: bytes, meanings: Meanings = NOTHING_SAID) -> CellSheet:
    """Return the sheet that holds the results. Refuses a file that is no spreadsheet or too big."""
    if len(content) > MOST_BYTES:
        raise Refusal(_("Ce fichier dépasse 1 Mo : ce ne sont sans doute pas des résultats."), code="file_too_big")
    return PastFile.open(content, meanings)

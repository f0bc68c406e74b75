"""
A club's spreadsheet of players, read: bytes → rows, or every problem as a sentence that names line and column.

Nothing here knows the database.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from tournaments.labels import Category
from tournaments.queries.names import fold
from tournaments.refusals import Refusal
from tournaments.services.players import LENGTHS, clean_licence
from tournaments.services.spreadsheets import MOST_LINES, Line, column_letter, open_spreadsheet

MOST_PROBLEMS = 200  # after that many, the file itself is wrong

# Column → the headings that name it, folded. The first one is the one we print.
HEADINGS: dict[str, tuple[str, ...]] = {
    "licence": ("licence", "n° licence", "no licence", "numero de licence", "numero licence", "n° de licence",
                "license", "licence number", "license number", "licence no"),
    "last_name": ("nom", "nom de famille", "last name", "lastname", "surname", "family name"),
    "first_name": ("prenom", "first name", "firstname", "given name"),
    "category": ("categorie", "category"),
    "public_name": ("nom public", "nom affiche", "pseudo", "pseudonyme", "public name", "display name"),
    "consent": ("consentement", "accord", "consent"),
    "club": ("club",),
}  # fmt: skip
REQUIRED = ("last_name", "first_name")

CATEGORIES = {fold(word): code for code, word in (
    ("senior", "senior"), ("senior", "seniors"),
    ("veteran", "vétéran"), ("veteran", "vétérans"), ("veteran", "veteran"),
    ("jeune", "jeune"), ("jeune", "jeunes"), ("jeune", "youth"), ("jeune", "junior"),
)}  # fmt: skip
YES = {"oui", "o", "yes", "y", "vrai", "true", "1", "x"}
NO = {"non", "n", "no", "faux", "false", "0"}


@dataclass(frozen=True)
class Problem:
    """What is wrong, where; line 0 is the file as a whole."""

    line: int
    sentence: str


@dataclass(frozen=True)
class Row:
    """
    A line of the file. None where the file says nothing: an empty cell leaves a known player as he is.

    `licence` and `last_name` are cleaned; `line` is the spreadsheet's own number.
    """

    line: int
    last_name: str
    first_name: str | None = None
    licence: str | None = None
    category: str | None = None
    public_name: str | None = None
    consent: bool | None = None
    club: str | None = None


@dataclass
class PlayerFile:
    """A file as read: its good rows, what is wrong, and what the reader should know."""

    rows: list[Row] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    notices: list[str] = field(default_factory=list)

    def wrong(self, line: int, sentence: str) -> None:
        if len(self.problems) < MOST_PROBLEMS:
            self.problems.append(Problem(line, sentence))


def headings() -> dict[str, str]:
    """Return column → the heading to print."""
    return {
        "licence": _("licence"),
        "last_name": _("nom"),
        "first_name": _("prénom"),
        "category": _("catégorie"),
        "public_name": _("nom public"),
        "consent": _("consentement"),
        "club": _("club"),
    }


def read_player_file(content: bytes) -> PlayerFile:
    """Return what the file holds. Problems of lines and columns are collected; what is no spreadsheet is refused."""
    read = PlayerFile()
    lines = open_spreadsheet(content, read.notices)
    first = next(lines, None)
    if first is None:
        raise Refusal(_("Ce fichier est vide : ses cellules ne contiennent rien."), code="file_empty")
    columns = _columns(first[1], read)
    if columns:
        _read_lines(lines, columns, read)
    return read


def _read_lines(lines: Iterable[Line], columns: dict[int, str], read: PlayerFile) -> None:
    seen: dict[str, int] = {}
    number = 0
    for number, (line, cells) in enumerate(lines, 1):
        if number > MOST_LINES:
            raise Refusal(
                _("Ce fichier a plus de 20 000 lignes : partagez-le en plusieurs fichiers."), code="too_many_lines"
            )
        row = _row(line, cells, columns, seen, read)
        if row is not None:
            read.rows.append(row)
    if not number:
        read.wrong(0, _("Ce fichier n’a que sa ligne de titres : il n’y a aucun joueur dessous."))


def _row(line: int, cells: list[str], columns: dict[int, str], seen: dict[str, int], read: PlayerFile) -> Row | None:
    """Return the line as a row, or None with its problems told; `seen` is licence → the line that has it."""
    values: dict[str, Any] = {}
    wrong: list[tuple[str, str]] = []
    for index, cell in enumerate(cells):
        column = columns.get(index)
        if column is None:
            if cell:
                letter = column_letter(index)
                wrong.append(
                    (letter, _("« %(value)s » est hors des colonnes qui ont un titre.") % {"value": cell[:40]})
                )
            continue
        value, sentence = _value(column, cell)
        values[column] = value
        if sentence:
            wrong.append((headings()[column], sentence))
    if values.get("last_name", "") == "":
        wrong.append((headings()["last_name"], _("le nom est vide.")))
    licence = values.get("licence")
    if licence and seen.setdefault(licence, line) != line:
        sentence = _("%(licence)s est déjà à la ligne %(first)d.") % {"licence": licence, "first": seen[licence]}
        wrong.append((headings()["licence"], sentence))
    for column, sentence in wrong:
        read.wrong(
            line,
            _("Ligne %(line)d, colonne « %(column)s » : %(sentence)s")
            % {"line": line, "column": column, "sentence": sentence},
        )
    return None if wrong else Row(line=line, **values)


def _value(column: str, cell: str) -> tuple[Any, str]:
    """Return a cell's value, and what is wrong with it or nothing."""
    if not cell:
        return ("" if column == "last_name" else None), ""
    if column == "licence":
        cell = clean_licence(re.sub(r"^(\d+)[.,]0+$", r"\1", cell))  # spreadsheets keep numbers as 12345.0
    if column in LENGTHS and len(cell) > LENGTHS[column]:
        return None, _("« %(value)s… » est trop long (%(most)d caractères au plus).") % {
            "value": cell[:40],
            "most": LENGTHS[column],
        }
    if column == "category":
        code = CATEGORIES.get(fold(cell))
        known = ", ".join(str(word) for word in Category.labels)
        return code, "" if code else _("la catégorie « %(value)s » est inconnue. Écrivez : %(known)s.") % {
            "value": cell[:40],
            "known": known,
        }
    if column == "consent":
        word = fold(cell)
        if word in YES | NO:
            return word in YES, ""
        return None, _("« %(value)s » n’est ni oui ni non.") % {"value": cell[:40]}
    return cell, ""


def _columns(titles: list[str], read: PlayerFile) -> dict[int, str]:
    """Return index → column, or nothing when a column is unknown, missing or there twice."""
    names = {fold(heading): column for column, known in HEADINGS.items() for heading in known}
    columns: dict[int, str] = {}
    known = ", ".join(headings().values())
    for index, title in enumerate(titles):
        if not title:
            continue
        column = names.get(fold(title))
        if column is None:
            read.wrong(
                1,
                _("La colonne « %(title)s » est inconnue. Colonnes connues : %(known)s. Renommez-la ou supprimez-la.")
                % {"title": title[:40], "known": known},
            )
        elif column in columns.values():
            read.wrong(1, _("La colonne « %(title)s » est là deux fois.") % {"title": title})
        else:
            columns[index] = column
    for column in REQUIRED:
        if column not in columns.values():
            read.wrong(
                1,
                _("Il manque la colonne « %(column)s ». La première ligne doit donner les titres : %(known)s.")
                % {"column": headings()[column], "known": known},
            )
    return {} if read.problems else columns

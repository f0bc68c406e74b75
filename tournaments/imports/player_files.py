"""A club's players as a spreadsheet: read line by line, and written under the same headings."""

import io
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.imports.columns import Column, Table
from tournaments.imports.spreadsheets import CONTROL, MOST_LINES, column_letter
from tournaments.labels import Category
from tournaments.models import Player
from tournaments.services.players import FIELDS, LENGTHS, clean_licence
from tournaments.text import fold

MOST_PROBLEMS = 200
CATEGORIES = {fold(word): code for code, word in (
    ("senior", "senior"), ("senior", "seniors"),
    ("veteran", "vétéran"), ("veteran", "vétérans"), ("veteran", "veteran"),
    ("jeune", "jeune"), ("jeune", "jeunes"), ("jeune", "youth"), ("jeune", "junior"),
)}  # fmt: skip
YES = {"oui", "o", "yes", "y", "vrai", "true", "1", "x"}
NO = {"non", "n", "no", "faux", "false", "0"}
TEXT = "s"  # how a workbook marks a cell that is read and never computed


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


def _short(name: str) -> Callable[[str], str]:
    """Return what takes the cells of this field of a player: no longer than it may be."""

    def value(cell: str) -> str:
        if len(cell) > LENGTHS[name]:
            sentence = _("« %(value)s… » est trop long (%(most)d caractères au plus).")
            raise ValueError(sentence % {"value": cell[:40], "most": LENGTHS[name]})
        return cell

    return value


def _licence(cell: str) -> str:
    cell = re.sub(r"^(\d+)[.,]0+$", r"\1", cell)  # spreadsheets keep numbers as 12345.0
    return _short("licence")(clean_licence(cell))


def _category(cell: str) -> str:
    if fold(cell) not in CATEGORIES:
        sentence = _("la catégorie « %(value)s » est inconnue. Écrivez : %(known)s.")
        raise ValueError(sentence % {"value": cell[:40], "known": ", ".join(str(word) for word in Category.labels)})
    return CATEGORIES[fold(cell)]


def _consent(cell: str) -> bool:
    if fold(cell) not in YES | NO:
        raise ValueError(_("« %(value)s » n’est ni oui ni non.") % {"value": cell[:40]})
    return fold(cell) in YES


class PlayerFile(Table[Row]):
    """A list of players: a column that we do not know is a problem, and so is a cell outside of them."""

    columns = (
        Column(
            "licence",
            ("licence", "n° licence", "no licence", "numero de licence", "numero licence", "n° de licence",
             "license", "licence number", "license number", "licence no"),
            gettext_lazy("licence"),
            _licence,
        ),
        Column("last_name", ("nom", "nom de famille", "last name", "lastname", "surname", "family name"),
               gettext_lazy("nom"), _short("last_name")),
        Column("first_name", ("prenom", "first name", "firstname", "given name"),
               gettext_lazy("prénom"), _short("first_name")),
        Column("category", ("categorie", "category"), gettext_lazy("catégorie"), _category),
        Column("public_name", ("nom public", "nom affiche", "pseudo", "pseudonyme", "public name", "display name"),
               gettext_lazy("nom public"), _short("public_name")),
        Column("consent", ("consentement", "accord", "consent"), gettext_lazy("consentement"), _consent),
        Column("club", ("club",), gettext_lazy("club")),
    )  # fmt: skip
    most_lines = MOST_LINES
    most_problems = MOST_PROBLEMS
    has_too_many_lines = gettext_lazy("Ce fichier a plus de 20 000 lignes : partagez-le en plusieurs fichiers.")
    has_column_twice = gettext_lazy("La colonne « %(title)s » est là deux fois.")

    def __init__(self) -> None:
        super().__init__()
        self.line_of_licence: dict[str, int] = {}

    def unknown_column(self, index: int, title: str) -> None:
        sentence = _(
            "La colonne « %(title)s » est inconnue. Colonnes connues : %(known)s. Renommez-la ou supprimez-la."
        )
        self.wrong(1, sentence % {"title": title[:40], "known": ", ".join(headings().values())})

    def check_columns(self) -> None:
        for name in ("last_name", "first_name"):
            if not self.has(name):
                sentence = _(
                    "Il manque la colonne « %(column)s ». La première ligne doit donner les titres : %(known)s."
                )
                self.wrong(1, sentence % {"column": headings()[name], "known": ", ".join(headings().values())})

    def stray_cell(self, line: int, index: int, cell: str) -> None:
        sentence = _("« %(value)s » est hors des colonnes qui ont un titre.") % {"value": cell[:40]}
        self.wrong_cell(line, column_letter(index), sentence)

    def row(self, line: int, values: dict[str, Any]) -> Row:
        if "last_name" in values and not values["last_name"]:
            self.wrong_cell(line, headings()["last_name"], _("le nom est vide."))
        licence = values.get("licence")
        first = self.line_of_licence.setdefault(licence, line) if licence else line
        if first != line:
            sentence = _("%(licence)s est déjà à la ligne %(first)d.") % {"licence": licence, "first": first}
            self.wrong_cell(line, headings()["licence"], sentence)
        values.setdefault("last_name", "")  # it was wrong, and told
        return Row(line=line, **values)


def headings() -> dict[str, str]:
    """Return column → the heading to print."""
    return {column.name: str(column.label) for column in PlayerFile.columns}


def read_player_file(content: bytes) -> PlayerFile:
    """Return what the file holds, its problems collected. Refuses what is no spreadsheet."""
    return PlayerFile.read(content)


def players_workbook(players: Iterable[Player]) -> bytes:
    """Return an XLSX. Every cell is text, also one that begins like a formula; what no workbook holds is left out."""
    from openpyxl import Workbook  # a third of a start, for a file now and then
    from openpyxl.styles import Font
    from openpyxl.utils import get_column_letter

    names = headings()
    lines = [[names[name] for name in FIELDS], *map(_cells, players)]
    book = Workbook()
    sheet = book.active
    sheet.title, sheet.freeze_panes = "Joueurs", "A2"
    for row, line in enumerate(lines, 1):
        for column, text in enumerate(line, 1):
            cell = sheet.cell(row, column, text)
            if text:
                cell.data_type = TEXT
            cell.quotePrefix = text.startswith("=")  # and it stays text when somebody edits it
    for column in range(1, len(FIELDS) + 1):
        sheet.cell(1, column).font = Font(bold=True)
        widest = max(len(line[column - 1]) for line in lines)
        sheet.column_dimensions[get_column_letter(column)].width = widest + 2
    content = io.BytesIO()
    book.save(content)
    return content.getvalue()


def _cells(player: Player) -> list[str]:
    cells = (
        player.licence,
        player.last_name,
        player.first_name,
        str(player.get_category_display()),
        player.public_name,
        "oui" if player.consent else "non",
    )
    return [CONTROL.sub("", cell) for cell in cells]

"""A club's players as a workbook, under the headings that the import reads."""

import io
from collections.abc import Iterable

from tournaments.models import Player
from tournaments.services.player_files import headings
from tournaments.services.spreadsheets import CONTROL

COLUMNS = ("licence", "last_name", "first_name", "category", "public_name", "consent")
TEXT = "s"  # how a workbook marks a cell that is read and never computed


def players_workbook(players: Iterable[Player]) -> bytes:
    """Return an XLSX. Every cell is text, also one that begins like a formula; what no workbook holds is left out."""
    from openpyxl import Workbook  # a third of a start, for a file now and then
    from openpyxl.styles import Font
    from openpyxl.utils import get_column_letter

    names = headings()
    lines = [[names[column] for column in COLUMNS], *map(_cells, players)]
    book = Workbook()
    sheet = book.active
    sheet.title, sheet.freeze_panes = "Joueurs", "A2"
    for row, line in enumerate(lines, 1):
        for column, text in enumerate(line, 1):
            cell = sheet.cell(row, column, text)
            if text:
                cell.data_type = TEXT
            cell.quotePrefix = text.startswith("=")  # and it stays text when somebody edits it
    for column in range(1, len(COLUMNS) + 1):
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

"""A club's players as a workbook, under the headings that the import reads."""

from collections.abc import Iterable

import tablib

from tournaments.models import Player
from tournaments.services.player_files import headings
from tournaments.services.spreadsheets import CONTROL

COLUMNS = ("licence", "last_name", "first_name", "category", "public_name", "consent")


def players_workbook(players: Iterable[Player]) -> bytes:
    """Return an XLSX. What looks like a formula is plain text; what a workbook cannot hold is left out."""
    names = headings()
    sheet = tablib.Dataset(headers=[names[column] for column in COLUMNS], title="Joueurs")
    for player in players:
        cells = (
            player.licence,
            player.last_name,
            player.first_name,
            str(player.get_category_display()),
            player.public_name,
            "oui" if player.consent else "non",
        )
        sheet.append([CONTROL.sub("", cell) for cell in cells])
    return sheet.export("xlsx", escape=True)

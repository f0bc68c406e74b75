"""Documents: one query and one template each → a PDF, a spreadsheet. `pdf.py` alone knows the PDF library."""

from tournaments.documents import (
    notice,
    papers,
    player_cards,
    prizes,
    rankings,
    receipts,
    seating,
    table_cards,
)

# Declared in the registry by being imported.
__all__ = [
    "notice",
    "papers",
    "player_cards",
    "prizes",
    "rankings",
    "receipts",
    "seating",
    "table_cards",
]

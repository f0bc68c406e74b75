"""Documents: each is one query and one template, made into a PDF. `pdf.py` alone knows the PDF library."""

from tournaments.documents import notice, papers
from tournaments.documents.draws import player_cards, seating, table_cards
from tournaments.documents.money import fee_letters, prizes, receipts
from tournaments.documents.standings import rankings

# Declared in the registry by being imported.
__all__ = [
    "fee_letters",
    "notice",
    "papers",
    "player_cards",
    "prizes",
    "rankings",
    "receipts",
    "seating",
    "table_cards",
]

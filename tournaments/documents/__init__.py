"""Documents: one query and one template each → a PDF, a spreadsheet. `pdf.py` alone knows the PDF library."""

from tournaments.documents import certificate, league, player_cards, poster, ranking, seating_plan, table_cards

# Declared in the registry by being imported.
__all__ = ["certificate", "league", "player_cards", "poster", "ranking", "seating_plan", "table_cards"]

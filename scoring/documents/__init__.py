"""What is printed of the tables: sheets that were written, sheets to write on, what the arbiters decided."""

from scoring.documents import blank_sheets, decisions, sheets, year_reports

# Declared in the registry by being imported.
__all__ = ["blank_sheets", "decisions", "sheets", "year_reports"]

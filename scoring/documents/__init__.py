"""What is printed of the tables: sheets that were written, and sheets to write on."""

from scoring.documents import blank_sheets, sheets

# Declared in the registry by being imported.
__all__ = ["blank_sheets", "sheets"]

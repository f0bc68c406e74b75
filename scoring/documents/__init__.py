"""Printed documents about the tables: written sheets, empty sheets to write on, étuis, the arbiters' decisions."""

from scoring.documents import blank_sheets, board_papers, boards, decisions, match_papers, sheets, year_reports

# Declared in the registry by being imported.
__all__ = ["blank_sheets", "board_papers", "boards", "decisions", "match_papers", "sheets", "year_reports"]

"""Spreadsheets taken in, over `tournaments.imports`: nothing is written before it was shown."""

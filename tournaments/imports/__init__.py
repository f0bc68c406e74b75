"""Imports of spreadsheets: a file is read, a preview shows what would change, and only then something is written."""

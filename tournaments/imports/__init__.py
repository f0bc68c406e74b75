"""Imports of spreadsheets: read, shown what they would do, and only then applied. Nothing is written before."""

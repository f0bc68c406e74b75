"""Spreadsheets taken in: read, told what they would do, and only then applied. Nothing is written before."""

"""The forms of a table."""

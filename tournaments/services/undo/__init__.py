"""Deleting what was made by mistake."""

"""Draws requested and published; seats changed after them; wishes."""

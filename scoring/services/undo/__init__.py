"""Undoes acts, by their entries of the journal."""

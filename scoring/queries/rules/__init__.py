"""Barèmes and catalogues of faults, and their words."""

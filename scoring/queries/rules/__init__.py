"""Barèmes and catalogues, and their words."""

"""Barèmes and catalogues of penalties."""

"""Draws: what one would start from, its draft and its worth; who sits where, and who wished what."""

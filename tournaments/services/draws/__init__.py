"""Draws: requested and published; changes of seats after a draw; wishes."""

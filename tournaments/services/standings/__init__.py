"""Standings published, and hidden until the prize-giving."""

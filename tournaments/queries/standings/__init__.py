"""Standings and leagues: lines, places, why, and who would move."""

"""An evening as it runs: its stages, its door, its clock, a player's own."""

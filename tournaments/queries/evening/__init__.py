"""An evening as it runs: its stages, its check-in, its clock, a player's own."""

"""The pages that a player has for himself."""

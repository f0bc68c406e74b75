"""The pages of a player's own."""

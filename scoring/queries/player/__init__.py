"""What a player reads of himself."""

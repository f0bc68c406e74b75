"""Money: what a tournament takes, and its prizes."""

"""What a player reads about himself."""

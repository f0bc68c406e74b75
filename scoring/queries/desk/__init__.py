"""What the arbiter's desk shows."""

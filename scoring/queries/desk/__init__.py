"""What the desk of arbiters shows."""

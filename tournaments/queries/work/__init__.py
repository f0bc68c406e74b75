"""What background work asks before it acts."""

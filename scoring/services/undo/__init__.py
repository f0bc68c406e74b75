"""Taking back what was written, line by line of the journal."""

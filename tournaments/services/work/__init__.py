"""Background jobs, the documents and messages they make, and what they purge."""

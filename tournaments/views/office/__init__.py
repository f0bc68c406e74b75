"""The organiser's pages, by subject."""

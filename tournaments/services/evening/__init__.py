"""A tournament, its states, its clock and its check-in."""

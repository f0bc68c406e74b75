"""A tournament, its state, its clock and its check-in."""

"""The forms of the rules."""

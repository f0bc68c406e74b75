"""The forms of the arbiter's desk."""

"""The pages of the arbiter's desk."""

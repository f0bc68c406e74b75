"""Erasing the data of a person."""

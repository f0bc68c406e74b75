"""Faults planted on purpose, to see that the tests catch them: `python -m tests.faults`."""

"""Boards compared as other programs write them: `manage.py compare`."""

from scoring.comparison.reading import reply

__all__ = ["reply"]

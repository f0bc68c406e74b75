"""What the web process of `manage.py serve` loads: Django first, because a new process has not set it up."""

import tarot_club.wsgi  # noqa: F401
from tarot_club.embedded.awaited import application

__all__ = ["application"]

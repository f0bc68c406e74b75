"""What the web process of `manage.py serve` loads: Django first, which a process that begins anew has not got ready."""

import tarot_club.wsgi  # noqa: F401
from tarot_club.embedded.awaited import application

__all__ = ["application"]

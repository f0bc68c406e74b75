"""Duplicate: boards in words."""

from django.utils.translation import gettext as _


def boards_words(boards: range) -> str:
    """Return « étuis 7 à 9 », or « étui 7 » for one board; "" for none."""
    if not boards:
        return ""
    if len(boards) == 1:
        return _("étui %(number)d") % {"number": boards[0]}
    return _("étuis %(first)d à %(last)d") % {"first": boards[0], "last": boards[-1]}

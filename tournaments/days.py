"""A day as people write it, in the language of whoever reads it."""

import datetime

from django.utils.formats import date_format

from tournaments.languages import current_language

NBSP = "\N{NO-BREAK SPACE}"


def french_day(day: datetime.date | None) -> str:
    """Return a day without its name, which a line end never cuts after its number: « 1er septembre 2026 »."""
    if day is None:
        return ""
    number = "1er" if day.day == 1 and current_language() == "fr" else str(day.day)
    return f"{number}{NBSP}{date_format(day, 'F')} {day.year}"

"""Days and times in the reader's language, with no line break inside."""

import datetime
from collections.abc import Mapping
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format, time_format
from django.utils.translation import gettext as _

from tournaments.kit.languages import current_language

NBSP = "\N{NO-BREAK SPACE}"


def french_day(day: datetime.date | None) -> str:
    """
    Return a day without its weekday, with no line break after its number: « 1er septembre 2026 ».

    A moment gives its day in the club's time zone.
    """
    if day is None:
        return ""
    if isinstance(day, datetime.datetime) and timezone.is_aware(day):
        day = timezone.localtime(day)
    number = "1er" if day.day == 1 and current_language() == "fr" else str(day.day)
    return f"{number}{NBSP}{date_format(day, 'F')} {day.year}"


def french_moment(at: datetime.datetime) -> str:
    """Return a moment in the club's time zone: « 24 novembre 2026, 20 h 30 »; a line may break after the day only."""
    return f"{french_day(at)}, {french_hour(at)}"


def french_hour(at: datetime.datetime | datetime.time) -> str:
    """Return a time of day, in the club's time zone: « 20 h 30 » (« 20:30 » in English)."""
    if isinstance(at, datetime.datetime) and timezone.is_aware(at):
        at = timezone.localtime(at)
    return time_format(at, _("G \\h i")).replace(" ", NBSP)


def plain(columns: Mapping[str, Any]) -> dict[str, Any]:
    """Return columns as plain JSON, as the journal keeps them: a day as YYYY-MM-DD."""
    return {name: value.isoformat() if isinstance(value, datetime.date) else value for name, value in columns.items()}

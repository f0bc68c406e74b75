"""Names of evenings that contain a day: when the evening moves, the day in its name changes."""

import datetime
import re
from functools import partial
from itertools import product

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import override

from tournaments.kit.days import NBSP, french_day
from tournaments.kit.languages import current_language

LONGEST = 100  # characters of a name
LANGUAGES = ("fr", "en")
# How a day, or its month or year, may be written in a name: one that holds another comes first.
WORDS = ("j F Y", "j N Y", "j F", "j N")
FIGURES = ("d/m/Y", "j/n/Y", "d/m/y", "d.m.Y", "d-m-Y", "Y-m-d", "d/m", "j/n")
DAYS = (*(f"{weekday}{day}" for day in (*WORDS, *FIGURES) for weekday in ("l ", "")), "F Y", "Y")
NUMBERED = re.compile(r"(?<=\bn° )\d{1,4}|(?<=\bn°)\d{1,4}")
_MONTHS = "janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre"
OF_A_MONTH = re.compile(rf"\b(d)(?:[’']|e )(?=({_MONTHS}) \d{{4}}\b)", re.IGNORECASE)


def evening_name(day: datetime.date) -> str:
    """Return the name of an evening that was given none, with plain spaces, as a user would type it."""
    return _("Soirée du %(day)s") % {"day": french_day(day).replace(NBSP, " ")}


def name_on(name: str, old_day: datetime.date, new_day: datetime.date) -> str:
    """Return the name with the old day (or its month or year) replaced by the new one."""
    for day_format, language in product(DAYS if old_day != new_day else (), LANGUAGES):
        with override(language):
            for written in map(_written, _spellings(old_day, day_format)):
                if written.search(name):
                    return _elided(written.sub(partial(_like, _spellings(new_day, day_format)[0]), name))[:LONGEST]
    return name


def next_name(name: str, old_day: datetime.date, new_day: datetime.date) -> str:
    """Return the name of the next evening: with its day, and « n° 12 » becomes « n° 13 »."""
    return NUMBERED.sub(lambda match: str(int(match[0]) + 1), name_on(name, old_day, new_day))[:LONGEST]


def _spellings(day: datetime.date, day_format: str) -> list[str]:
    """Return how a day may be written, the usual way first: in French the first of a month is « 1er »."""
    plain = date_format(day, day_format)
    if day.day == 1 and "j " in day_format and current_language() == "fr":
        return [re.sub(r"\b1\b", "1er", plain, count=1), plain]
    return [plain]


def _written(day: str) -> re.Pattern[str]:
    """
    Return the pattern of a day in a name: any space between its words, no other figure beside it. A « 1/2 finale » is
    not 1 February.
    """
    words = r"\s+".join(re.escape(word) for word in day.split())
    return re.compile(rf"(?<![\w/.-]){words}(?![\w/-]|\s+(?:de )?finale)", re.IGNORECASE)


def _like(new: str, old: re.Match[str]) -> str:
    """Return a day with the capitals of the old one that it replaces."""
    if old[0].isupper():
        return new.upper()
    return new[0].upper() + new[1:] if old[0][0].isupper() else new


def _elided(name: str) -> str:
    """Return a name with the French elision of « de » before a month: « de mai 2026 », « d’août 2026 »."""
    if current_language() != "fr":
        return name
    return OF_A_MONTH.sub(lambda match: f"{match[1]}’" if match[2][0].lower() in "ao" else f"{match[1]}e ", name)

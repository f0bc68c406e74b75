"""
Sentences of packages without Django: French in the code, English in the site's own catalogue.

`makemessages` finds them by `_` or `ngettext`, as those of the pages. The module imports nothing of this project,
because the packages of both apps may import it.
"""

from functools import cache
from gettext import GNUTranslations, NullTranslations, translation
from pathlib import Path

# What follows a language where a round is called a sequence (`language_of`), as in the catalogues' names.
SEQUENCES = "-sequences"
_LOCALE = Path(__file__).parents[2] / "tarot_club" / "locale"


def gettext_noop(text: str) -> str:
    """Mark a French text for translation, and return it."""
    return text


def translated(text: str, language: str) -> str:
    """Return a marked text in English for "en" and "en-gb", otherwise in French, with the word for a round."""
    return _catalogue(_locale(language)).gettext(text)


def ngettext(singular: str, plural: str, count: int, language: str) -> str:
    """Return the singular or the plural for `count`, in French or in English: « 0 joueur », "0 players"."""
    return _catalogue(_locale(language)).ngettext(singular, plural, count)


def is_english(language: str) -> bool:
    return language[:2].lower() == "en"


def _locale(language: str) -> str:
    return ("en" if is_english(language) else "fr") + ("_Sequences" if language.endswith(SEQUENCES) else "")


@cache
def _catalogue(language: str) -> GNUTranslations | NullTranslations:
    return translation("django", _LOCALE, [language])

"""The language of the answer being made, among those that the catalogues have."""

from django.utils.translation import get_language

from tournaments.translation import is_english


def current_language() -> str:
    """Return "fr" or "en": French wherever no language was chosen."""
    return "en" if is_english(get_language() or "fr") else "fr"

"""Filters of the organiser's templates: a look-up by key, a stored value in words. Formatting only."""

import re
from collections.abc import Mapping
from datetime import date
from typing import Any

from django import template
from django.utils.translation import gettext as _

from tournaments.kit.days import french_day
from tournaments.labels import Category
from tournaments.queries.people.names import full_name_apart

DAY = re.compile(r"\d{4}-\d\d-\d\d")  # as the journal keeps one

register = template.Library()
register.filter("numbered", full_name_apart)  # for pages without a column of numbers


@register.filter
def of(mapping: Mapping[Any, Any], key: Any) -> Any:
    """Return the value of a key in a mapping; () for an unknown key."""
    return mapping.get(key, ())


@register.filter
def stored_value(value: Any) -> str:
    """Return a stored value as a page writes it: « oui », « non », a category's label, « (vide) » for nothing."""
    if isinstance(value, bool):
        return _("oui") if value else _("non")
    if value in Category.values:
        return str(Category(value).label)
    if isinstance(value, str) and DAY.fullmatch(value):
        value = date.fromisoformat(value)
    if isinstance(value, date):
        return french_day(value)
    return _("(vide)") if value is None else str(value) or _("(vide)")

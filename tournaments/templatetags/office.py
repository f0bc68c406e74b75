"""Filters of the organiser's templates: a look-up by key, a stored value in words. Formatting only."""

from collections.abc import Mapping
from typing import Any

from django import template
from django.utils.translation import gettext as _

from tournaments.labels import Category

register = template.Library()


@register.filter
def of(mapping: Mapping[Any, Any], key: Any) -> Any:
    """Return the value of a key in a mapping, else an empty tuple."""
    return mapping.get(key, ())


@register.filter
def stored_value(value: Any) -> str:
    """Return a stored value as a page writes it: « oui », « non », a category's label, « (vide) » for nothing."""
    if isinstance(value, bool):
        return _("oui") if value else _("non")
    if value in Category.values:
        return str(Category(value).label)
    return _("(vide)") if value is None else str(value) or _("(vide)")

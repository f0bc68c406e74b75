"""Links into the rulebook from a term of a marque."""

from django import template
from django.urls import reverse

from scoring.rulebook import article_for

register = template.Library()


@register.simple_tag
def article_address(reason: str) -> str:
    """Return the address of the article a term of a marque rests on: `{% article_address part.reason %}`."""
    return f"{reverse('rulebook')}#{article_for(reason)}"

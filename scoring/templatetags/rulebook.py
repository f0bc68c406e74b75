"""Links into the rulebook: from a term of a marque, and from the numbers its own sentences name."""

import re

from django import template
from django.urls import reverse
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe

from scoring.rulebook import ANCHORS, article_for

register = template.Library()

_NUMBER = re.compile(r"\b[ABCFR][0-9]+[a-z]?\b")


@register.simple_tag
def article_address(reason: str) -> str:
    """Return the address of the article a term of a marque rests on: `{% article_address part.reason %}`."""
    return f"{reverse('rulebook')}#{article_for(reason)}"


@register.filter
def linked(text: str) -> SafeString:
    """Return a sentence of the rulebook, each number of an article or of a mistake in it a link: R13, C7."""
    # The text is escaped first, and a link is made of nothing but letters and digits.
    return mark_safe(_NUMBER.sub(_link, str(conditional_escape(text))))  # noqa: S308


def _link(found: re.Match[str]) -> str:
    number = found[0]
    return f'<a href="#{ANCHORS[number]}">{number}</a>' if number in ANCHORS else number

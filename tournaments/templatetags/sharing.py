"""The tags in the head of a public page for search engines and shared links."""

from typing import Any

from django import template
from django.template.context import Context

from tournaments.queries.pages.addresses import known_site

register = template.Library()


@register.inclusion_tag("share.html", takes_context=True)
def share(context: Context, title: str, description: str, image: str = "") -> dict[str, Any]:
    """
    Return a page's description, its canonical address and the preview of a shared link; `image` is a picture's path.

    The address is the site's own, never the one that was typed: the page is cached for everybody.
    """
    return {
        "title": title,
        "description": description,
        "site": known_site(),
        "path": context["request"].path,
        "image": image,
    }

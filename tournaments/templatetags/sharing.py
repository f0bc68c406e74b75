"""What the head of a public page holds for search engines and for shared links."""

from typing import Any

from django import template
from django.template.context import Context

from tournaments.queries.pages.addresses import known_site

register = template.Library()


@register.inclusion_tag("share.html", takes_context=True)
def share(context: Context, title: str, description: str, image: str = "") -> dict[str, Any]:
    """
    Draw a page's description, its canonical address and what a shared link shows; `image` is the path of a picture.

    The address is the site's own, never the one that was typed: the page is kept for everybody.
    """
    return {
        "title": title,
        "description": description,
        "site": known_site(),
        "path": context["request"].path,
        "image": image,
    }

"""How pages show cards: rank and suit, the colour as a second sign, the full name for screen readers."""

from collections.abc import Iterable
from typing import Any

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from scoring.cards import EXCUSE, Card, Suit
from tournaments.kit.languages import current_language

register = template.Library()

RED = {Suit.COEUR, Suit.CARREAU}


@register.filter
def rank(card: Card) -> str:
    """Return the rank in a card's corner, without the suit: « R », « 10 », « 21 », « Exc. »."""
    if card is EXCUSE:
        return _("Exc.")
    return card.code.removeprefix(card.suit or "")


@register.filter
def suit(card: Card) -> str:
    """Return ♠ ♥ ♦ ♣, and nothing for a trump."""
    return card.suit.symbol if card.suit else ""


@register.filter
def look(card: Card) -> str:
    """Return the CSS classes of a card: its colour, and whether it is a bout."""
    colour = "trump" if card is EXCUSE or card.is_trump else "red" if card.suit in RED else "black"
    return f"{colour} bout" if card.is_bout else colour


@register.filter
def card_name(card: Card) -> str:
    """Return the card in words: « roi de pique », « 16 d’atout », « Excuse »."""
    return card.name(current_language())


@register.filter
def card_told(card: Card) -> str:
    """Return the card as a sentence names it: « le roi de pique », « l’Excuse »."""
    return card.with_article(current_language())


@register.filter
def sentence(fact: Any) -> str:
    """Return the sentence of a duty, a line of a count, a move or a problem, in the language of the page."""
    return fact.text(current_language()) if hasattr(fact, "text") else fact.message(current_language())


@register.simple_tag
def face(card: Card, extra: str = "") -> SafeString:
    """Return one card as HTML: `{% face card %}`; `extra` are more CSS classes."""
    return format_html(
        '<span class="pc {} {}" role="img" aria-label="{}">{}<i>{}</i></span>',
        look(card),
        extra,
        card_name(card),
        rank(card),
        suit(card),
    )


@register.simple_tag
def faces(cards: Iterable[Card]) -> SafeString:
    """Return cards as HTML, one after another."""
    return format_html_join(" ", "{}", ((face(card),) for card in cards))

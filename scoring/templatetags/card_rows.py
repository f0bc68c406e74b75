"""The evenings of a player's card as HTML, written by a function: ten years of a club make four hundred rows."""

from collections.abc import Iterable
from html import escape

from django import template
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from scoring.queries.player.player_cards import CardEvening
from tournaments.kit import text
from tournaments.kit.languages import current_language
from tournaments.templatetags.marks import ordinal

register = template.Library()


@register.simple_tag
def evening_rows(evenings: Iterable[CardEvening]) -> SafeString:
    """Return the evenings as `tr` elements, each with the place, the points and the sum of points so far."""
    language, rows = current_language(), []
    unranked = f'<abbr title="{escape(_("hors classement"))}">{escape(_("h.c."))}</abbr>'
    provisional = f" · {escape(_('provisoire'))}"
    for evening in evenings:
        event, line = evening.tournament, evening.line
        link = f'<a href="{reverse("standings", args=[event.pk])}">{escape(event.name)}</a>'
        when = f"{event.date:%d/%m/%Y}{'' if event.is_final else provisional}"
        place = unranked if line.place is None else f"{ordinal(line.place)} / {evening.of}"
        marks = "".join(
            f'<td class="marks{" minus" if points < 0 else ""}">{text.signed(points, language=language)}'
            for points in (line.total, evening.sum)
        )
        rows.append(f'<tr><th scope=row class=who>{link}<span class="under">{when}</span><td class=num>{place}{marks}')
    return mark_safe("".join(rows))  # noqa: S308 - names are escaped above

"""Filters for the lines of a league of many evenings."""

from django import template
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import ngettext

from tournaments.queries.standings.leagues import LeagueLine, LeagueStandings
from tournaments.templatetags.marks import signed

register = template.Library()
MOST_TOLD = 12  # his place's page tells all


@register.simple_tag
def own_events(league: LeagueStandings, line: LeagueLine) -> SafeString:
    """
    Return the evenings that brought a player something, the latest first: the day of each, and its points.

    Of many evenings, only those that count are shown, and the number of the others.
    """
    told = line.attended[::-1]
    if len(told) > MOST_TOLD:
        told = [(number, mark) for number, mark in told if mark.counts][:MOST_TOLD]
    parts = [
        (f"{league.events[number].date:%d/%m} {signed(mark.points) if mark.counts else f'({signed(mark.points)})'}",)
        for number, mark in told
    ]
    if more := len(line.attended) - len(told):
        parts.append((ngettext("et %(count)s autre", "et %(count)s autres", more) % {"count": more},))
    return format_html_join(" · ", "{}", parts)

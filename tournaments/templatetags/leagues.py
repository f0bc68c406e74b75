"""Filters for the lines of a league of many evenings."""

from django import template
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import ngettext

from tournaments.models import Tournament
from tournaments.queries.standings.league_words import times_text, weight_text
from tournaments.queries.standings.leagues import EventMark, LeagueLine, LeagueStandings
from tournaments.standings import Total
from tournaments.templatetags.marks import signed

register = template.Library()
MOST_TOLD = 12  # his place's page tells all


@register.simple_tag
def own_events(league: LeagueStandings, line: LeagueLine) -> SafeString:
    """
    Return the evenings that brought a player something, the latest first: the day of each, and its points.

    Of many evenings, only those that count are shown, and the number of the others.
    """
    told = [*reversed(line.attended)]
    if len(told) > MOST_TOLD:
        told = [(number, mark) for number, mark in told if mark.counts][:MOST_TOLD]
    parts = [
        (f"{league.events[number].date:%d/%m} {points if mark.counts else f'({points})'}",)
        for number, mark in told
        for points in [" ".join(filter(None, [signed(mark.points), weighed(mark)]))]
    ]
    if more := len(line.attended) - len(told):
        parts.append((ngettext("et %(count)s autre", "et %(count)s autres", more) % {"count": more},))
    return format_html_join(" · ", "{}", parts)


@register.filter
def times(weight: Total) -> str:
    """Return how often an evening counts, as a sign: « ×2 »; "" where it counts once."""
    return "" if weight == 1 else f"×{times_text(weight)}"


@register.filter
def times_in(event: Tournament, league: LeagueStandings) -> str:
    """Return the sign of how often an evening counts in a league."""
    return times(league.rule.weight_of(event.pk))


@register.filter
def weighed(mark: EventMark) -> str:
    """Return what an evening brought and how often it counts: « +120 ×2 »; "" where it counts once."""
    return f"{signed(mark.once)}\N{NO-BREAK SPACE}{times(mark.weight)}" if mark.weight != 1 else ""


register.filter("weight_words", weight_text)

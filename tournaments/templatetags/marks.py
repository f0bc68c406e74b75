"""Filters that write scores, places and dates: formatting only."""

import datetime
import re
from decimal import Decimal
from fractions import Fraction
from typing import Literal

from django import template
from django.conf import settings
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.comparison import HandPoints
from tournaments.kit import text
from tournaments.kit.days import french_day, french_hour, french_moment
from tournaments.kit.languages import current_language
from tournaments.kit.text import Percent, Total
from tournaments.models import Tournament
from tournaments.queries.standings.boards import HandBrought
from tournaments.queries.standings.words import unnamed_text

register = template.Library()


@register.simple_tag
def language_of_page() -> str:
    """Return "fr" or "en", for the attribute `lang`."""
    return current_language()


@register.simple_tag
def is_read_only() -> bool:
    """Return True when the site can only be read: it started on a full disk."""
    return bool(settings.IS_READ_ONLY)


@register.filter
def grouped(number: int) -> str:
    """Return a number with separated thousands: « 1 364 », 1,364 in English."""
    return text.grouped(int(number), current_language())


@register.filter
def signed(points: Total | Decimal | Literal[""] | None) -> str:
    """Return a score with its sign: +12, −1 364, 0, +7,50; a percentage as such: « 56,25 % »; "" without a score."""
    if points is None or points == "":
        return ""
    return text.signed(points, language=current_language())


@register.filter
def apart(gap: Total) -> str:
    """Return the distance between two totals: « à 12 points », « à 0,50 point » of averages, « à 0,50 % » of shares."""
    if isinstance(gap, Percent):
        return _("à %(share)s") % {"share": _exact(gap)}
    if isinstance(gap, int):
        return ngettext("à %(points)d point", "à %(points)d points", gap) % {"points": gap}
    return ngettext("à %(points)s point", "à %(points)s points", int(gap)) % {"points": _exact(gap)}


@register.filter
def points_ahead(gap: Total) -> str:
    """Return by how much one total is ahead of another: « 12 points », « 0,50 point », « 0,50 % »."""
    if isinstance(gap, Percent):
        return _exact(gap)
    if isinstance(gap, int):
        return ngettext("%(points)d point", "%(points)d points", gap) % {"points": gap}
    return ngettext("%(points)s point", "%(points)s points", int(gap)) % {"points": _exact(gap)}


def _exact(gap: Fraction) -> str:
    return text.signed(gap, plus=False, language=current_language())


@register.filter
def euros(cents: int | Literal[""] | None) -> str:
    """Return an amount in cents as people write it: « 7,50 € »; "" without an amount."""
    return "" if cents is None or cents == "" else text.euros(int(cents), current_language())


@register.filter
def percent(number: Total) -> str:
    """Return a percentage as people write it: « 45 % », « 56,25 % »."""
    return text.percent(number, current_language())


@register.filter(expects_localtime=True)
def hour(at: datetime.datetime | datetime.time) -> str:
    """Return a time of day: 20 h 30 (20:30 in English)."""
    return french_hour(at)


@register.filter
def moment(at: datetime.datetime) -> str:
    """Return a day and a time: « 24 novembre 2026, 20 h 30 » (« 24 November 2026, 20:30 » in English)."""
    return french_moment(at)


@register.filter
def unnamed(count: int) -> str:
    """Return the last line of a league: how many players it does not name."""
    return unnamed_text(count)


@register.filter
def ordinal(place: int) -> str:
    """Return a place as an ordinal: 1er, 2e, 3e (1st, 2nd, 3rd in English)."""
    place = int(place)
    if current_language() == "fr":
        return "1er" if place == 1 else f"{place}e"
    if place % 100 in (11, 12, 13):
        return f"{place}th"
    return f"{place}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(place % 10, 'th') }"


@register.filter
def french_date(day: datetime.date | None) -> str:
    """Return a day with its weekday, with no line break after its number: « samedi 21 novembre 2026 »."""
    return f"{date_format(day, 'l')} {french_day(day)}" if day else ""


@register.filter
def day_of_week(day: datetime.date) -> str:
    """Return a near day, without its year: « samedi 5 décembre »."""
    return french_date(day).removesuffix(f" {day.year}")


register.filter(french_day)


@register.filter
def initials(name: str) -> str:
    """Return the initials of the words with a capital, three at most: « TCR » for Tarot Club de la Rivière."""
    words = re.split(r"[\s’'-]+", name)
    return "".join(word[0] for word in words if word[:1].isupper())[:3] or name[:1].upper()


@register.filter
def french_when(event: Tournament) -> str:
    """Return the day of an event, and its hour when it has one: « jeudi 3 décembre 2026 à 14 h 00 »."""
    day = french_date(event.date)
    return _("%(day)s à %(hour)s") % {"day": day, "hour": french_hour(event.starts_at)} if event.starts_at else day


@register.filter
def when_and_where(event: Tournament) -> str:
    """Return day, hour and place of an event on one line, as far as they are known."""
    return ", ".join(filter(None, (french_when(event), event.where)))


@register.filter
def minutes(duration: datetime.timedelta | None) -> int:
    """Return a waiting time in whole minutes, rounded up."""
    return 0 if duration is None else -(-int(duration.total_seconds()) // 60)


@register.filter
def beside_others(hand: HandPoints) -> str:
    """Return how a result stands among those of the same hand: « 4 battus, 1 égal, 2 devant »."""
    if hand.beaten is None or hand.equal is None or hand.ahead is None:
        return _("ajusté par l’arbitre")
    told = [
        *([ngettext("%(n)d battu", "%(n)d battus", hand.beaten) % {"n": hand.beaten}] if hand.beaten else []),
        *([ngettext("%(n)d égal", "%(n)d égaux", hand.equal) % {"n": hand.equal}] if hand.equal else []),
        *([_("%(n)d devant") % {"n": hand.ahead}] if hand.ahead else []),
    ]
    return ", ".join(told) or _("seul résultat")


@register.filter
def which_hands(fouled: tuple[tuple[int, ...], ...]) -> str:
    """Return at which tables the hands of a board were others, ruling by ruling: « mains changées aux tables 4, 5 »."""
    return _(", puis ").join(
        ngettext("mains changées à la table %(tables)s", "mains changées aux tables %(tables)s", len(numbers))
        % {"tables": ", ".join(map(str, numbers))}
        for numbers in fouled
    )


@register.filter
def hands_changed(brought: HandBrought) -> str:
    """Return that the hands of a board were changed: « comparé à 3 autres tables : mains changées aux tables 4, 5 »."""
    if not brought.fouled:
        return ""
    changed = which_hands(brought.fouled)
    hand = brought.hand
    if hand.beaten is None or hand.equal is None or hand.ahead is None:
        return changed
    others = hand.beaten + hand.equal + hand.ahead
    compared = ngettext("comparé à %(count)d autre table", "comparé à %(count)d autres tables", others)
    return _("%(compared)s : %(changed)s") % {"compared": compared % {"count": others}, "changed": changed}

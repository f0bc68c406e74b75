"""The chart of who met whom, written by a function, not a template: it has up to nine hundred cells."""

from html import escape

from django import template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.queries.standings.league_pictures import Meetings

register = template.Library()
# In units of the drawing, 16 of which are as large as a letter of the page (`rem`).
CELL, HEAD, UNITS = 24, 128, 16
LONGEST = 16  # letters of a name
SHADES = 4  # of cells, besides the one of who never met


@register.simple_tag
def meeting_names(meetings: Meetings) -> SafeString:
    """Return the names of the rows as an SVG of its own, which stays in sight while the cells scroll."""
    names = "".join(
        f"<text x=2 y={HEAD + CELL * row + 17}>{_short(line.name)}</text>" for row, line in enumerate(meetings.people)
    )
    size = _size(HEAD, HEAD + CELL * len(meetings.people))
    return mark_safe(f'<svg class="names" aria-hidden="true" {size}>{names}</svg>')  # noqa: S308 - escaped in `_short`


@register.simple_tag
def meeting_cells(meetings: Meetings) -> SafeString:
    """Return the cells under the names of their columns as SVG elements; each has its words in a `title`."""
    heads = [
        f'<text transform="translate({CELL * column + 17} {HEAD - 4}) rotate(-90)">{_short(line.name)}</text>'
        for column, line in enumerate(meetings.people)
    ]
    names = [escape(line.name) for line in meetings.people]
    # The names, which may hold a « % », come in by themselves.
    words = {times: escape(_times_words(times)) for times in {0, *meetings.times.values()}}
    sentence = escape(_("{one} et {other} : {times}"))
    cells = []
    for row, one in enumerate(names):
        y = HEAD + CELL * row
        for column, other in enumerate(names):
            x = CELL * column
            square = f"<rect x={x + 1} y={y + 1} width={CELL - 2} height={CELL - 2} />"
            if row == column:
                cells.append(f"<g class=own>{square}</g>")
                continue
            times = meetings.times.get((min(row, column), max(row, column)), 0)
            title = sentence.format(one=one, other=other, times=words[times])
            number = f"<text class=times x={x + CELL // 2} y={y + 17}>{times}</text>" if times else ""
            cells.append(f"<g class=met-{_shade(times, meetings.most)}><title>{title}</title>{square}{number}</g>")
    return mark_safe("".join((*heads, *cells)))  # noqa: S308 - names and words are escaped above


@register.simple_tag
def meeting_size(meetings: Meetings) -> SafeString:
    """Return the size of the SVG of the cells, as attributes."""
    people = len(meetings.people)
    return mark_safe(_size(CELL * people, HEAD + CELL * people))  # noqa: S308 - numbers


def _size(width: int, height: int) -> str:
    return f'viewBox="0 0 {width} {height}" width="{width / UNITS:g}rem" height="{height / UNITS:g}rem"'


def _short(name: str) -> str:
    return escape(name if len(name) <= LONGEST else f"{name[: LONGEST - 1].rstrip()}…")


def _shade(times: int, most: int) -> int:
    """Return the shade of a cell: 0 for no meeting, else from 1 to `SHADES`, darker for more meetings."""
    return -(-SHADES * times // most)


def _times_words(times: int) -> str:
    if not times:
        return _("jamais à la même table")
    return ngettext("%(count)d fois à la même table", "%(count)d fois à la même table", times) % {"count": times}

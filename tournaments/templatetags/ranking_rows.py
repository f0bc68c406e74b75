"""
Lines of the standings, written by a function, not a template: a thousand lines take most of the page and of its time.

Each letter of a line is sent a thousand times. So end tags that HTML does not need are left out, columns are styled by
their order (`.ranking` in theme.css), and a line has one link, on its start number.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from html import escape

from django import template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from tournaments.kit import text
from tournaments.kit.languages import current_language
from tournaments.kit.text import Total
from tournaments.queries.standings.lines import Line, Mark, Standings
from tournaments.templatetags.marks import ordinal

register = template.Library()
GROUP = 25  # lines: some two screens of a phone
MOST_WITH_FIGURES = 300  # lines: a first view of a thousand has room for the arrows alone


@register.simple_tag
def ranking_rows(standings: Standings, *, office: bool = False, gained: Mapping[int, int] | None = None) -> SafeString:
    """
    Return the lines as `tr` elements in several `tbody`; the page itself opens the first `tbody`.

    In the `office` no line has a link. `gained` is {start number: places gained in the last round}.
    """
    rows = Rows(standings, office=office, gained=gained or {})
    groups = ("".join(map(rows.row, lines)) for lines in in_groups(standings.lines))
    return mark_safe("<tbody>".join(groups))  # noqa: S308 - names and remarks are escaped in `Rows`


def in_groups(lines: Sequence[Line]) -> Iterator[Sequence[Line]]:
    """Yield the lines in groups: a phone lays out only those in sight (`#standings tbody` in theme.css)."""
    for first in range(0, len(lines), GROUP):
        yield lines[first : first + GROUP]


class Rows:
    """The parts that all lines of one ranking share, in the language of the page."""

    def __init__(self, standings: Standings, *, office: bool, gained: Mapping[int, int]) -> None:
        self.office, self.gained, self.language = office, gained, current_language()
        self.has_figures, self.columns = len(standings.lines) <= MOST_WITH_FIGURES, len(standings.columns)
        self.has_clubs, self.has_penalties = standings.has_several_clubs, standings.has_penalties
        self.number, self.overall = escape(_("n° %(number)s")), escape(_("%(place)s au général"))
        self.exempt, self.missed = escape(_("ex.")), escape(_("abs."))
        self.unranked = f'<abbr title="{escape(_("hors classement"))}">{escape(_("h.c."))}</abbr>'
        self.mark_cell = cache(self._mark)  # the same mark stands in many lines

    def row(self, line: Line) -> str:
        shared = " class=shared" if line.shared else ""
        place = line.place if line.is_ranked else self.unranked
        penalties = self._penalties(line.penalties) if self.has_penalties else ""
        marks = "".join(map(self.mark_cell, reversed(line.marks[: self.columns])))
        place = f"{place}{self._arrow(line.start_number)}"
        return f"<tr><td{shared}>{place}<th>{self._name_cell(line)}{self._cell(line.total)}{marks}{penalties}"

    def _arrow(self, number: int) -> str:
        moved = self.gained.get(number, 0)
        return f"<i>{'↑' if moved > 0 else '↓'}{abs(moved) if self.has_figures else ''}</i>" if moved else ""

    def _name_cell(self, line: Line) -> str:
        """Return the cell with the name and the words under it; without consent the name is the start number."""
        name = escape(line.name)
        number = self.number % {"number": line.start_number} if line.is_named else name
        if not self.office:
            kind = "" if line.is_named else " class=nameless"
            number = f'<a{kind} href="{line.start_number}/">{number}</a>'
        elif line.is_named:
            number = f'<span class="under">{number}</span>'
        club = f'<span class="club"> · {escape(line.club)}</span>' if line.is_named and self.has_clubs else ""
        remarks = [escape(remark) for remark in line.remarks]
        if line.overall:
            remarks.append(self.overall % {"place": ordinal(line.overall)})
        under = "".join(f'<span class="remark" data-label>{remark}</span>' for remark in remarks)
        return f"{f'{name}, ' if line.is_named else ''}{number}{club}{under}"

    def _cell(self, points: Total) -> str:
        return f"<td{' class=minus' if points < 0 else ''}>{text.signed(points, language=self.language)}"

    def _penalties(self, points: Total) -> str:
        return self._cell(points) if points else "<td>"

    def _mark(self, mark: Mark) -> str:
        """Return the cell with the points of a round."""
        if mark.exempt or mark.missed:
            cell = f"<td>{self.exempt if mark.exempt else self.missed}"
        else:
            cell = "<td>·" if mark.points is None else self._cell(mark.points)
        if mark.given:
            cell += f" {text.signed(mark.given, language=self.language)}"
        return cell

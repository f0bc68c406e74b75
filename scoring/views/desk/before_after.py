"""Shows what an arbiter's ruling makes of a donne, before it is saved."""

from django.utils.translation import gettext as _

from scoring.models import SheetLine
from scoring.queries.table.lines import Oddity, line_text, odd_about
from scoring.queries.table.sheets import Sheet
from scoring.templatetags.donnes import donne_text_with_marks
from scoring.views.desk.addresses import staff_names
from tournaments.models import Tournament


def before_and_after(
    before: SheetLine | None, after: SheetLine | None, sheet: Sheet, tournament: Tournament
) -> list[str]:
    """Return sentences: the line before, the line after, what is then odd. A line is None when there is none."""
    names = staff_names(sheet.seats)
    odd: tuple[Oddity, ...] = ()
    if after is not None and not after.chelem_announced:
        line_in_words = line_text(after, tournament=tournament, names=sheet.rules.names)
        odd = odd_about(line_in_words, after, None)
    return [
        _("avant : %(line)s") % {"line": _told(before, names)},
        _("après : %(line)s") % {"line": _told(after, names)},
        *(oddity.sentence for oddity in odd),
    ]


def _told(line: SheetLine | None, names: list[str]) -> str:
    return _("rien, la donne est à saisir") if line is None else donne_text_with_marks(line, names)

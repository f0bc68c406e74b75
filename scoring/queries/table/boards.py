"""A donne as people say it: by its number, in duplicate by the étui that it was played from, and who deals it."""

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.cards.boards import dealer_of
from tournaments.labels import SEAT_NAMES
from tournaments.models import Table


def number_told(table: Table | None, number: int | None) -> str:
    """Return what follows « la donne » in a sentence about a donne of a table: « 7 », in duplicate « de l’étui 7 »."""
    return _("de l’étui %(board)d") % {"board": number} if table is not None and table.boards else str(number)


def donne_alone(table: Table | None, number: int | None) -> str:
    """Return « donne 7 » where the table is told beside it; in duplicate « étui 7 »."""
    values = {"number": number}
    return (_("étui %(number)d") if table is not None and table.boards else _("donne %(number)d")) % values


def donne_told(table: Table, number: int) -> str:
    """Return « donne 7 »; in duplicate « étui 7, donneur Est »."""
    if not table.boards:
        return _("donne %(number)d") % {"number": number}
    return _("étui %(board)d, donneur %(dealer)s") % {"board": number, "dealer": dealer_named(number)}


def donne_title(table: Table, number: int) -> str:
    """Return « Donne 7 »; in duplicate « Étui 7, donneur Est »."""
    return capfirst(donne_told(table, number))


def dealer_named(number: int) -> str | Promise:
    """Return the chair that deals a board, by its name: « Est »."""
    return SEAT_NAMES[dealer_of(number)]


def half_time_told(table: Table) -> str:
    """Return the order in which a table of a match plays its boards, and with which table it exchanges them."""
    before, after = table.halves
    other = table.number - 1 if table.is_second_of_match else table.number + 1
    if not before or not after:
        return ""
    sentence = _("%(before)s, puis échange avec la table %(table)d : %(after)s.")
    return sentence % {"before": capfirst(_span(before)), "table": other, "after": _span(after)}


def shared_told(table: Table) -> str:
    """Return with which tables of its round a table passes its boards, where boards travel; "" where with none."""
    same = Table.objects.filter(round=table.round_id, first_board=table.first_board).exclude(pk=table.pk)
    numbers = list(same.order_by("number").values_list("number", flat=True))
    if not numbers:
        return ""
    sentence = ngettext(
        "Les mêmes étuis se jouent à la table %(tables)s : passez-les-vous après chaque donne.",
        "Les mêmes étuis se jouent aux tables %(tables)s : passez-les-vous après chaque donne.",
        len(numbers),
    )
    return sentence % {"tables": ", ".join(map(str, numbers))}


def _span(boards: range) -> str:
    """Return « étui 7 », or « étuis 7 à 9 »."""
    if len(boards) == 1:
        return _("étui %(number)d") % {"number": boards[0]}
    return _("étuis %(first)d à %(last)d") % {"first": boards[0], "last": boards[-1]}


def board_not_here(table: Table, board: int) -> str:
    """Return the sentence about a board that a duplicate table does not play: it names those that it plays."""
    first, last = table.boards[0], table.boards[-1]
    if first == last:
        sentence = _(
            "La %(table)s ne joue pas l’étui %(board)d à cette position : elle joue l’étui %(first)d. Regardez le "
            "numéro sur l’étui."
        )
    else:
        sentence = _(
            "La %(table)s ne joue pas l’étui %(board)d à cette position : elle joue les étuis %(first)d à %(last)d. "
            "Regardez le numéro sur l’étui."
        )
    return sentence % {"table": table, "board": board, "first": first, "last": last}

"""Ditto marks in a list (quotes, « idem »): the cell above is meant."""

import re
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.imports.headings import Column
from tournaments.imports.spreadsheets import Line, named

DITTO = re.compile(r"-*\s*[\"'”“″〃»´`]{1,2}\s*-*|idem|id\.|ditto|dito|d°", re.IGNORECASE)


def without_dittos(
    lines: Sequence[Line], known: Mapping[int, Column], naming: Collection[str]
) -> tuple[list[Line], dict[int, str], list[str]]:
    """
    Return the lines with ditto marks replaced by the cell above, {line: reason of the doubt}, and the notices.

    A line whose name comes from the line above is in doubt. A ditto mark for a licence becomes an empty cell.
    """
    whole: list[Line] = []
    doubts: dict[int, str] = {}
    taken: dict[str, list[int]] = defaultdict(list)
    for line, cells in lines:
        above, filled = (whole[-1][1] if whole else []), list(cells)
        for index, column in known.items():
            cell = cells[index] if index < len(cells) else ""
            if not DITTO.fullmatch(cell) or index >= len(above) or not above[index]:
                continue
            filled[index] = "" if column.name == "licence" else above[index]
            taken[str(column.label)].append(line)
            if column.name in naming:
                doubts[line] = _("« %(mark)s » reprend le nom de la ligne au-dessus.") % {"mark": cell}
        whole.append((line, filled))
    sentences = [
        ngettext(
            "Colonne « %(column)s », ligne %(lines)s : un signe de répétition reprend la case au-dessus.",
            "Colonne « %(column)s », lignes %(lines)s : un signe de répétition reprend la case au-dessus.",
            len(where),
        )
        % {"column": label, "lines": named(where)}
        for label, where in taken.items()
    ]
    return whole, doubts, sentences

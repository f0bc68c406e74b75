"""Lists laid out otherwise than one person a line and one thing a cell: they become such lines before they are read."""

import re
from collections import defaultdict
from collections.abc import Sequence

from django.utils.translation import gettext as _

from tournaments.imports.headings import LINES_ABOVE, heading_key
from tournaments.imports.names import PHONE, without_number
from tournaments.imports.spreadsheets import Line, Sheet

LOOKED_AT = 40  # lines
MOST_OF_A_TEAM = 5
# A line of a PDF: a name, then a licence (or what has a figure, or an age group), then the rest.
PRINTED = re.compile(
    r"(?:(?P<code>[A-Za-z]{0,2}\d{4,12}[A-Za-z]?) )?(?P<name>[^\d\s]\D*?)"
    r"(?: (?P<licence>[A-Za-z]{0,2}\d{4,12}[A-Za-z]?))?(?: (?P<rest>(?:senior|vétéran|veteran|jeune|junior|\d).*))?",
    re.IGNORECASE,
)
PRINTED_TITLES = re.compile(
    r"(?:(?:n°|no|rang|place|numéro) )?(?P<name>(?:nom|prénom|prenom|joueur).*?)"
    r"(?: (?P<licence>(?:(?:n°|no|numéro)\s?(?:de )?)?lic\S*(?: fft)?))?(?: (?P<rest>(?:cat|âge|club|sexe|points).*))?",
    re.IGNORECASE,
)
TEAM = re.compile(r"^(équipe|equipe|triplette|doublette|table)[^:]{0,12}:\s*", re.IGNORECASE)
BETWEEN = re.compile(r"\s[/+&–-]\s|,\s")
PLACE = re.compile(r"\b(?:n ?°|no|j|joueur )?([1-5])(?:er|ere|e|eme)?\b")


def laid_out(sheet: Sheet) -> Sheet:
    """Return a sheet of one person a line: columns that single spaces part, and teams on a line, are taken apart."""
    lines = _spread(sheet.lines)
    people = _from_teams(lines)
    if people is None:
        return Sheet(lines, sheet.notices)
    sentence = _("Plusieurs joueurs sont sur une ligne : ils sont comptés l’un après l’autre, et les lignes avec eux.")
    return Sheet(people, [*sheet.notices, sentence])


def _spread(lines: list[Line]) -> list[Line]:
    """Return the lines of a text whose columns one space parts as cells; others as they are."""
    first = lines[:LOOKED_AT]
    if any(len(cells) > 1 for _line, cells in first):
        return lines
    found = [PRINTED.fullmatch(_unnumbered(cells[0])) for _line, cells in first]
    told = [match for match in found if match and " " in match["name"] and (match["code"] or match["licence"])]
    if not told or len(told) * 2 < len(first):
        return lines
    spread = []
    for line, (cell, *_more) in lines:
        match = PRINTED_TITLES.fullmatch(cell) or PRINTED.fullmatch(_unnumbered(cell))
        if match is None:
            spread.append((line, [cell]))
            continue
        parts = match.groupdict()
        spread.append((line, [parts["name"], parts["licence"] or parts.get("code") or "", parts["rest"] or ""]))
    return spread


def _unnumbered(cell: str) -> str:
    return " ".join(PHONE.sub(" ", without_number(cell)).split())


def _from_teams(lines: list[Line]) -> list[Line] | None:
    """Return the people of lines that hold several each, a line for each; None when one holds one."""
    for place, (_line, cells) in enumerate(lines[:LINES_ABOVE]):
        if groups := _groups(cells):
            above = [[cell] for _above, texts in lines[:place] if (cell := " ".join(filter(None, texts)))]
            titles = [re.sub(PLACE, "", heading_key(cells[index])).strip() or cells[index] for index in groups[0]]
            people = [[_at(texts, index) for index in group] for _team, texts in lines[place + 1 :] for group in groups]
            return _numbered([*above, titles, *people])
    split = [[TEAM.sub("", cells[0]), *cells[1:]] for _line, cells in lines]
    if all(len(cells) == 1 for cells in split):
        split = [BETWEEN.split(cells[0]) for cells in split]
    named = [[cell for cell in cells if is_whole_name(cell)] for cells in split]
    of_several = sum(1 < len(names) <= MOST_OF_A_TEAM for names in named)
    if of_several * 2 <= len(lines):
        return None
    return _numbered(
        [
            [name]
            for cells, names in zip(split, named, strict=True)
            for name in (names or [" ".join(filter(None, cells))])
        ]
    )


def _groups(cells: Sequence[str]) -> list[list[int]]:
    """Return the places of the columns of each player of a line of titles that names several, those of all in each."""
    by_title: dict[str, list[int]] = defaultdict(list)
    for index, cell in enumerate(cells):
        if not cell:
            continue
        by_title[PLACE.sub("", heading_key(cell)).strip() or "joueur"].append(index)
    repeated = {title: places for title, places in by_title.items() if len(places) > 1 and title in _NAMING}
    size = max(map(len, repeated.values()), default=0)
    has_names = ("nom" in repeated and "prenom" in repeated) or any(
        title not in ("nom", "prenom") for title in repeated
    )
    if not has_names or not 1 < size <= MOST_OF_A_TEAM:
        return []
    teams = [places for places in by_title.values() if len(places) == size]
    shared = [places[0] for title, places in by_title.items() if len(places) == 1 and title != "equipe"]
    return [sorted([*shared, *(places[number] for places in teams)]) for number in range(size)]


_NAMING = {"joueur", "nom", "prenom", "nom prenom", "prenom nom", "nom joueur", "joueur nom", "nom et prenom",
           "joueuse", "participant", "equipier", "prenom joueur", "joueur nom prenom"}  # fmt: skip


def is_whole_name(cell: str) -> bool:
    """Whether a cell holds a family name in capitals and a first name."""
    words = without_number(cell).split()
    shouted = [word for word in words if word.isupper() and len(word) > 1]
    return 0 < len(shouted) < len(words) <= 5 and not any(map(str.isdigit, cell))


def _at(cells: Sequence[str], index: int) -> str:
    return cells[index] if index < len(cells) else ""


def _numbered(rows: list[list[str]]) -> list[Line]:
    return [(number, cells) for number, cells in enumerate(rows, 1) if any(cells)]

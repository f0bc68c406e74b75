"""Lists laid out otherwise than one person a line and one thing a cell: they become such lines before they are read."""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

from tournaments.imports.headings import LINES_ABOVE, Column, Meanings, find_headings, heading_key
from tournaments.imports.names import PARTICLES, PHONE, without_number
from tournaments.imports.spreadsheets import Line, Sheet
from tournaments.kit.text import fold

Person = tuple[int, list[str], str]  # the number of his line, his cells, why he is in doubt or nothing

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
UNSURE = re.compile(r"\s[–-]\s|,\s")  # between two players, or a player and his club
CLUB_WORDS = {"club", "tarot", "amicale", "association", "asso", "ass", "foyer", "mjc", "comite", "ligue", "union"}
PLACE = re.compile(r"\b(?:n ?°|no|j|joueur )?([1-5])(?:er|ere|e|eme)?\b")


def laid_out(sheet: Sheet, columns: Sequence[Column], meanings: Meanings, naming: Collection[str]) -> Sheet:
    """Return a sheet of one person a line: columns that single spaces part, and teams on a line, are taken apart."""
    lines = _spread(sheet.lines)
    place, known = find_headings(lines, columns, meanings, naming)
    people = _from_titled_teams(lines, [place] if known else range(min(LINES_ABOVE, len(lines))))
    if people is None and (not known or all(len(cells) == 1 for _line, cells in lines)):
        people = _from_teams(lines)
    if people is None:
        return replace(sheet, lines=lines)
    sentence = _("Plusieurs joueurs sont sur une ligne : ils sont comptés l’un après l’autre, et les lignes avec eux.")
    return _numbered(sheet, people, sentence)


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


def _from_titled_teams(lines: list[Line], places: Iterable[int]) -> list[Person] | None:
    """Return the people of lines below titles that name several of them; None when no line has such titles."""
    for place in places:
        below = [cells for _line, cells in lines[place + 1 :]]
        if (groups := _groups(lines[place][1])) and all(_names_people(below, group) for group in groups):
            above = [(line, [cell], "") for line, texts in lines[:place] if (cell := " ".join(filter(None, texts)))]
            titles = [
                re.sub(PLACE, "", heading_key(_at(lines[place][1], index))).strip() or _at(lines[place][1], index)
                for index in groups[0]
            ]
            people = [
                (line, [_at(texts, index) for index in group], "")
                for line, texts in lines[place + 1 :]
                for group in groups
            ]
            return [*above, (lines[place][0], titles, ""), *people]
    return None


def _names_people(below: Sequence[Sequence[str]], group: Sequence[int]) -> bool:
    """Whether the cells of one player of a team are those of people: words, in one of two columns at least."""
    cells = [cell for texts in below for index in group if (cell := _at(texts, index))]
    words = [cell for cell in cells if len(cell) > 1 and cell[0].isalpha() and not any(map(str.isdigit, cell))]
    return bool(words) and len(words) * 3 > len(cells)


def _from_teams(lines: list[Line]) -> list[Person] | None:
    """Return the people of lines that hold several each, a line for each; None when one holds one."""
    split = [[TEAM.sub("", cells[0]), *cells[1:]] for _line, cells in lines]
    is_sure = True
    if all(len(cells) == 1 for cells in split):
        is_sure = not any(UNSURE.search(cells[0]) for cells in split)
        split = [BETWEEN.split(cells[0]) for cells in split]
    named = [[cell for cell in cells if is_whole_name(cell)] for cells in split]
    of_several = sum(1 < len(names) <= MOST_OF_A_TEAM for names in named)
    if of_several * 2 <= len(lines):
        return None
    times = Counter(fold(name) for names in named for name in names)
    sentence = _("il est écrit derrière un autre : c’est peut-être son club, ou une remarque.")
    return [
        (line, [name], sentence if number and not (is_sure and times[fold(name)] == 1 and not _is_club(name)) else "")
        for (line, _cells), cells, names in zip(lines, split, named, strict=True)
        for number, name in enumerate(names or [" ".join(filter(None, cells))])
    ]


def _is_club(name: str) -> bool:
    """Whether a name may be that of a club: « TC Angers », « Tarot Club BLOIS », « AS Tours »."""
    words = name.split()
    return bool(CLUB_WORDS & set(fold(name).split())) or any(
        word.isupper() and len(word) < 3 and fold(word) not in PARTICLES for word in words
    )


def _groups(cells: Sequence[str]) -> list[list[int]]:
    """Return the places of the columns of each player of a line of titles that names several, those of all in each."""
    by_title: dict[str, list[int]] = defaultdict(list)
    for index, cell in enumerate(cells):
        if not any(map(str.isalpha, cell)):  # a number, « - » or « ? » is no title
            continue
        title = PLACE.sub("", heading_key(cell)).strip()
        if not title and not heading_key(cell).startswith("j"):  # « 1re », « 2e » are places and series
            title = heading_key(cell)
        by_title[title or "joueur"].append(index)
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


def _numbered(sheet: Sheet, people: Sequence[Person], sentence: str) -> Sheet:
    """Return a sheet of these people, counted one after the other; a line in doubt makes its people so."""
    lines: list[Line] = []
    doubts: dict[int, str] = {}
    for number, (line, cells, doubt) in enumerate(people, 1):
        if any(cells):
            lines.append((number, cells))
            if doubt := doubt or sheet.doubts.get(line, ""):
                doubts[number] = doubt
    return replace(sheet, lines=lines, notices=[*sheet.notices, sentence], doubts=doubts)

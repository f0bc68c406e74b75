"""Lists that do not have one person a line and one value a cell: they are turned into such lines before reading."""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from tournaments.imports.doubts import is_above_others, is_heading, is_mark
from tournaments.imports.headings import LINES_ABOVE, Column, Meanings, find_headings, heading_key
from tournaments.imports.names import FIRST_NAMES, PHONE, is_whole_name, may_be_a_club, without_number
from tournaments.imports.spreadsheets import MOST_COLUMNS, CellSheet, Line
from tournaments.kit.text import fold

Person = tuple[int, list[str], str]  # the number of his line, his cells, why he is in doubt or nothing

LOOKED_AT = 40  # lines
MOST_OF_A_TEAM = 5
MOST_WORDS = 5  # of a name
# A line of a PDF: a name, then a licence (or what has a figure, or an age group), then the rest.
PRINTED = re.compile(
    r"(?:(?P<code>[A-Za-z]{0,2}\d{4,12}[A-Za-z]?) )?(?P<name>[^\d\s]\D*?)"
    r"(?: (?P<licence>[A-Za-z]{0,2}\d{4,12}[A-Za-z]?))?(?: (?P<rest>(?:senior|vétéran|veteran|jeune|junior|\d).*))?",
    re.IGNORECASE,
)
WITH_CLUB = re.compile(
    r"(?P<name>[^\d\s]\D*?) (?P<licence>[A-Za-z]{0,2}\d{4,12}[A-Za-z]?) (?P<club>\D.*?)"
    r"(?: (?P<rest>(?:senior|vétéran|veteran|jeune|junior|cadet)\S*(?: \S{1,3})?|[SVJ][HFD\d]?))?",
    re.IGNORECASE,
)
# What stands around a licence behind a name: « ROY Paul (0123459) », « ROY Paul - lic. n° 0123459 ».
BEFORE_A_LICENCE = re.compile(
    r"\s[–:(-]?\s*(?:lic(?:ence)?\b\.?\s*)?(?:n\s?°|n[o°]\.?)?\s*:?\s*([A-Za-z]{0,2}\d{5,12}[A-Za-z]?)(?:\)|\b)",
    re.IGNORECASE,
)
CLUB_TITLE = re.compile(r"\bclub\b", re.IGNORECASE)
PRINTED_TITLES = re.compile(
    r"(?:(?:n°|no|rang|place|numéro) )?(?P<name>(?:nom|prénom|prenom|joueur).*?)"
    r"(?: (?P<licence>(?:(?:n°|no|numéro)\s?(?:de )?)?lic\S*(?: fft)?))?(?: (?P<rest>(?:cat|âge|club|sexe|points).*))?",
    re.IGNORECASE,
)
# What may stand between a name and a licence, with figures of its own: a birth, a post code.
BEFORE_LICENCE = re.compile(r"\b(naissance|n[ée]e?s?|ann[ée]e|[âa]ge|cp|code postal|ddn)\b", re.IGNORECASE)
TWO_FIGURES = re.compile(r"^(\D+?) (\d\S*) ([A-Za-z]{0,2}\d{4}\S*)")
FEW_FIGURES = re.compile(r"^(\D+?) \d{4,5}$")
PERSONAL = re.compile(r"\b(lic\w*|e?mails?|mel|courriel|tel\w*|portable|mobile|naissance|nee?|sexe|civilite|adresse)\b")
IN_BRACKETS = re.compile(r"^[\[(](\d{5,12})[\])]\s*(?=\S)")  # « [0123456] DUPONT Jean »
TEAM = re.compile(r"^(équipe|equipe|triplette|doublette|table)[^:]{0,12}:\s*", re.IGNORECASE)
BETWEEN = re.compile(r"\s[/+&–-]\s|,\s")
UNSURE = re.compile(r"\s[–-]\s|,\s")  # between two players, or a player and his club
PLACE = re.compile(r"\b(?:n ?°|no|j|joueur )?([1-5])(?:er|ere|e|eme)?\b")


def laid_out(sheet: CellSheet, columns: Sequence[Column], meanings: Meanings, naming: Collection[str]) -> CellSheet:
    """Return a sheet with one person a line: columns separated by single spaces and teams on one line are split."""
    sheet = _spread(sheet)
    place, known = find_headings(sheet.lines, columns, meanings, naming)
    lines = sheet.lines if known else _whole(sheet.lines)
    sheet = replace(sheet, lines=lines)
    of_teams = any(column.name == "team" for column in columns)
    places = [place] if known else range(min(LINES_ABOVE, len(lines)))
    people = _from_titled_teams(lines, places, of_teams=of_teams)
    if people is None and (not known or all(len(cells) == 1 for _line, cells in lines)):
        people = _from_teams(lines)
    if people is None:
        return sheet
    sentence = _("Plusieurs joueurs sont sur une ligne : ils sont comptés l’un après l’autre, et les lignes avec eux.")
    return _numbered(sheet, people, sentence)


def _spread(sheet: CellSheet) -> CellSheet:
    """
    Split the lines of a text whose columns are separated by one space into cells; other lines stay as they are.

    Where a club follows the licence, only its words show where it ends: such people are in doubt.
    """
    first = sheet.lines[:LOOKED_AT]
    if sum(len(cells) > 1 for _line, cells in first) * 8 > len(first):
        return sheet
    titles = " ".join(cells[0] for _line, cells in first[:LINES_ABOVE] if PRINTED_TITLES.fullmatch(cells[0]))
    is_behind = BEFORE_LICENCE.search(titles.lower().partition("lic")[0]) is not None
    cut = {line: _cut(cells[0], is_behind=is_behind) for line, cells in sheet.lines if len(cells) == 1}
    told = [cut[line] for line, _cells in first if line in cut and cut[line].licence]
    if not told or len(told) * 2 < len(first):
        return sheet
    has_clubs = any(printed.club for printed in cut.values())
    lines: list[Line] = []
    doubts: dict[int, str] = {}
    for line, cells in sheet.lines:
        printed = cut.get(line)
        if printed is None or not printed.name:
            lines.append((line, cells))
            continue
        rest = [printed.club, printed.rest] if has_clubs else [printed.rest]
        lines.append((line, [printed.name, printed.licence, *rest]))
        if printed.club and not printed.is_title:
            doubts[line] = _("la ligne était d’un seul tenant : vérifiez où le nom finit.")
    return replace(sheet, lines=lines, doubts=doubts | sheet.doubts)


def _whole(lines: list[Line]) -> list[Line]:
    """Return the lines of a list of whole names; a name in two cells (« DUPONT » « Jean ») becomes one cell."""
    filled = [list(filter(None, cells)) for _line, cells in lines]
    halves = [
        len(cells) == 2 and cells[0].isupper() and not FIRST_NAMES.isdisjoint(fold(cells[1]).split())
        for cells in filled
    ]
    whole = [len(cells) == 1 and is_whole_name(cells[0]) for cells in filled]
    if not any(whole) or not any(halves) or max(map(len, filled)) > 2:
        return lines
    return [
        (line, [" ".join(texts)] if is_half else cells)
        for (line, cells), texts, is_half in zip(lines, filled, halves, strict=True)
    ]


@dataclass(frozen=True)
class _Printed:
    """The parts of a line of a PDF; "" for a missing part. A line that cannot be split has no name."""

    name: str = ""
    licence: str = ""
    club: str = ""
    rest: str = ""
    is_title: bool = False


def _cut(cell: str, *, is_behind: bool) -> _Printed:
    """Return the parts of a line of a PDF; `is_behind` says that the licence follows other numbers."""
    if titles := PRINTED_TITLES.fullmatch(cell):
        rest = titles["rest"] or ""
        found = CLUB_TITLE.search(rest)
        club_title, others = (found[0], " ".join(CLUB_TITLE.sub(" ", rest).split())) if found else ("", rest)
        return _Printed(titles["name"], titles["licence"] or "", club_title, others, is_title=True)
    bare = _unnumbered(cell)
    if is_behind:
        bare = FEW_FIGURES.sub(r"\1", TWO_FIGURES.sub(r"\1 \3 \2", bare))
    known = PRINTED.fullmatch(bare)
    if known and (known["code"] or known["licence"]):
        name, club = _name_and_club(known["name"]) if known["code"] else (known["name"], "")
        licence = (known["licence"] or known["code"]) if " " in name else ""
        return _Printed(name, licence, club, known["rest"] or "")
    if (longer := WITH_CLUB.fullmatch(bare)) and " " in longer["name"]:
        return _Printed(longer["name"], longer["licence"], longer["club"], longer["rest"] or "")
    return _Printed(known["name"], "", "", known["rest"] or "") if known else _Printed()


def _name_and_club(words: str) -> tuple[str, str]:
    """Return the name at the start of a text, and the rest from where a club begins: « ROY Paul TC ANGERS »."""
    parts = words.split()
    shouted = [part.isupper() and len(part) > 1 for part in parts]
    for place in range(2, len(parts)):
        if (shouted[0] and shouted[place] and not shouted[place - 1]) or may_be_a_club(parts[place]):
            return " ".join(parts[:place]), " ".join(parts[place:])
    return words, ""


def _unnumbered(cell: str) -> str:
    bare = IN_BRACKETS.sub(r"\1 ", without_number(cell))
    return " ".join(BEFORE_A_LICENCE.sub(r" \1 ", PHONE.sub(" ", bare)).split())


def _from_titled_teams(lines: list[Line], places: Iterable[int], *, of_teams: bool) -> list[Person] | None:
    """
    Return the people of lines below titles that name several people; None when no line has such titles.

    `of_teams` when the name of the team is read with each of them.
    """
    for place in places:
        below = [cells for _line, cells in lines[place + 1 :]]
        groups = _groups(_titles_of_people(lines[place][1], below), of_teams=of_teams)
        if groups and all(_names_people(below, group) for group in groups):
            above = [(line, [cell], "") for line, texts in lines[:place] if (cell := " ".join(filter(None, texts)))]
            known = [PLACE.sub("", heading_key(_at(lines[place][1], index))).strip() for index in groups[0]]
            titles = [
                "joueur" if title in _PLAYERS else title or _at(lines[place][1], index)
                for index, title in zip(groups[0], known, strict=True)
            ]
            own = [set(group).difference(*(other for other in groups if other is not group)) for group in groups]
            people = [
                (line, [_at(texts, index) for index in group] if any(_at(texts, index) for index in his) else [], "")
                for line, texts in lines[place + 1 :]
                for group, his in zip(groups, own, strict=True)
            ]
            return [*above, (lines[place][0], titles, ""), *people]
    return None


def _titles_of_people(titles: Sequence[str], below: Sequence[Sequence[str]]) -> list[str]:
    """Return the titles without those over marks: « Capitaine » over « x » or « oui » names nobody."""
    return [
        "" if heading_key(title) in _PLAYERS and all(is_mark(_at(texts, index) or "x") for texts in below) else title
        for index, title in enumerate(titles)
    ]


def _names_people(below: Sequence[Sequence[str]], group: Sequence[int]) -> bool:
    """Return True when the cells of one player of a team hold people: words in at least one of the two columns."""
    cells = [cell for texts in below for index in group if (cell := _at(texts, index))]
    words = [cell for cell in cells if len(cell) > 1 and cell[0].isalpha() and not any(map(str.isdigit, cell))]
    return bool(words) and len(words) * 3 > len(cells)


def _from_teams(lines: list[Line]) -> list[Person] | None:
    """Return one line for each person of lines that hold several people; None when a line holds one."""
    split = [[TEAM.sub("", cells[0]), *cells[1:]] for cells in _side_by_side([cells for _line, cells in lines])]
    labels = [_label(cells[0]) for cells in split]
    split = [
        [cells[0].partition(":")[2].strip() if label else cells[0], *cells[1:]]
        for cells, label in zip(split, labels, strict=True)
    ]
    is_sure = True
    if all(len(cells) == 1 for cells in split):
        is_sure = not any(UNSURE.search(cells[0]) for cells in split)
        split = [BETWEEN.split(cells[0]) for cells in split]
    named = [[cell for cell in cells if is_whole_name(cell)] for cells in split]
    if len(lines) == 1 and not named[0] and sum(map(_may_be_a_name, split[0])) > 1:
        named = split
    most = MOST_OF_A_TEAM if len(lines) > 1 else len(named[0])
    of_several = sum(1 < len(names) <= most for names in named)
    if of_several * 2 <= sum(map(bool, named)):
        return None
    times = Counter(fold(name) for names in named for name in names)
    titles = split[0]
    below = _("il est sous « %(title)s » : est-il encore de la liste ?")
    sentence = _("il est écrit derrière un autre : c’est peut-être son club, ou une remarque.")
    return [
        (
            line,
            [name],
            below % {"title": above}
            if is_above_others([above := label or _above(name, cells, titles)], answers=True)
            else sentence
            if number and not (is_sure and times[fold(name)] == 1 and not may_be_a_club(name))
            else "",
        )
        for (line, _cells), cells, names, label in zip(lines, split, named, labels, strict=True)
        for number, name in enumerate(names or [" ".join(filter(None, cells))])
    ]


def _above(name: str, cells: Sequence[str], titles: Sequence[str]) -> str:
    """Return the title above a name: « Présents », « Absents »."""
    return _at(titles, cells.index(name)) if name in cells else ""


def _label(cell: str) -> str:
    """Return the label at the start of a cell, about the people after it: « Présents : », « Excusés : »."""
    before, colon, _people = cell.partition(":")
    label = before.strip()
    return label if colon and (is_above_others([label], answers=True) or is_heading(label)) else ""


def _side_by_side(lines: Sequence[list[str]]) -> list[list[str]]:
    """Return the lines of tables on both sides of an empty column; each table becomes one cell: « DUPONT Jean »."""
    width = max(map(len, lines))
    filled = [any(_at(cells, index) for cells in lines) for index in range(width)]
    if all(filled[filled.index(True) :]):
        return list(lines)
    tables = "".join("x" if is_filled else " " for is_filled in filled)
    spans = [match.span() for match in re.finditer("x+", tables)]
    return [[" ".join(filter(None, cells[first:end])) for first, end in spans] for cells in lines]


def _may_be_a_name(cell: str) -> bool:
    """Return True when a cell may be a person's name: each word begins with a capital, « Jean Dupont »."""
    words = cell.split()
    return 1 < len(words) <= MOST_WORDS and all(word[0].isupper() and not any(map(str.isdigit, word)) for word in words)


def _groups(cells: Sequence[str], *, of_teams: bool) -> list[list[int]]:
    """
    Return the column indexes of each player, for a line of titles that names several players in the same order.

    A column for the whole team is in each group; a single licence, address or birth column belongs to the first player.
    """
    by_title: dict[str, list[int]] = defaultdict(list)
    for index, cell in enumerate(cells):
        if not any(map(str.isalpha, cell)):  # a number, « - » or « ? » is no title
            continue
        title = PLACE.sub("", heading_key(cell)).strip()
        if title != heading_key(cell):  # « Nom du joueur 2 »
            title = " ".join(word for word in title.split() if word not in _OF_PLAYERS) or title
        if not title and not heading_key(cell).startswith("j"):  # « 1re », « 2e » are places and series
            title = heading_key(cell)
        by_title["joueur" if title in _PLAYERS else title or "joueur"].append(index)
    repeated = {title: places for title, places in by_title.items() if len(places) > 1 and title in _NAMING}
    size = max(map(len, repeated.values()), default=0)
    has_names = ("nom" in repeated and "prenom" in repeated) or any(
        title not in ("nom", "prenom") for title in repeated
    )
    if not has_names or not 1 < size <= MOST_OF_A_TEAM:
        return []
    aside = set() if of_teams else {"equipe"}
    kept = sorted(places for title, places in by_title.items() if len(places) in (1, size) and title not in aside)
    alone = {places[0] for title, places in by_title.items() if len(places) == 1 and PERSONAL.search(title)}
    return [
        [MOST_COLUMNS if number and places[0] in alone else places[number % len(places)] for places in kept]
        for number in range(size)
    ]


_PLAYERS = {"joueur", "joueuse", "participant", "participante", "equipier", "equipiere", "adherent", "adherente",
            "membre", "licencie", "licenciee", "inscrit", "inscrite", "personne", "capitaine"}  # fmt: skip
_OF_PLAYERS = _PLAYERS | {"du", "de", "des", "l", "la", "le"}
_NAMING = {"joueur", "nom", "prenom", "nom prenom", "prenom nom", "nom et prenom", "prenom et nom"}


def _at(cells: Sequence[str], index: int) -> str:
    return cells[index] if index < len(cells) else ""


def _numbered(sheet: CellSheet, people: Sequence[Person], sentence: str) -> CellSheet:
    """Return a sheet of these people with new line numbers from 1; the people of a doubtful line are in doubt."""
    lines: list[Line] = []
    doubts: dict[int, str] = {}
    for number, (line, cells, doubt) in enumerate(people, 1):
        if any(cells):
            lines.append((number, cells))
            if doubt := doubt or sheet.doubts.get(line, ""):
                doubts[number] = doubt
    return replace(sheet, lines=lines, notices=[*sheet.notices, sentence], doubts=doubts)

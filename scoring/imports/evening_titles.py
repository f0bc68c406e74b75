"""
The titles of a table of players and evenings: which of them is an evening's, and which day it says.

A title may be a day (« 03/10 », « Ven. 3 oct. », « 12/09 chez Paul »), a number (« S1 », « 1re soirée »), a month. What
stands beside the points of an evening (« Pl », « Nb donnes ») is none, nor is a total at a day.
"""

import re
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import date

from scoring.imports.past_files import SEQUENCE_TITLES
from tournaments.imports.cells import DAYS_OF_A_MONTH, MONTHS, SERIAL, day
from tournaments.imports.columns import NOTHING_SAID
from tournaments.imports.headings import LINES_ABOVE, Column, heading_key, recognise
from tournaments.imports.spreadsheets import CellSheet

Days = tuple[date, date]

_MONTH = "|".join(sorted((word for word in MONTHS if len(word) > 1), key=len, reverse=True))
_WEEKDAY = r"(?:lun|mar|mer|jeu|ven|sam|dim)(?:di|credi|dredi|edi|manche|d)?"
_POINTS = r"(?:pts?|points?|scores?|bilans?|resultats?|net)"
_KIND = (
    r"(?:soirees?|soirs?|seances?|journees?|jours?|dates?|semaines?|sem|etapes?|rencontres?|concours|tournois?|[js])"
)
# What stands beside the points of an evening, or is of several.
BESIDE = (
    r"(?:pl|places?|rangs?|rgs?|rank|clt|cl|class|classements?|tota(?:l|ux)|tot|cumul\w*|general|moy\w*|nb|nbre|nombre|"
    r"(?<!\d )donnes?|parties|mises?|gains?|euros?|prix|tables?|equipes?|partenaires?|payee?s?|repas|presences?|"
    r"presente?s?|ecarts?|bonus|malus|report\w*|licences?|inscrite?s?)"
)
# As `heading_key` writes a title: « Ven. 03/10 », « Soirée du 3 octobre », « S3 2025-10-03 ».
_BEFORE = r"(?:(?:soiree|seance|journee|etape|concours|tournoi|le|du|n°|s|j)\.? ?\d{0,2} )*(?:[a-z]{2,9} )?"
_IN_WORDS = rf"(\d{{1,2}})(?:er)? (\d{{1,2}}|{_MONTH})(?: (\d{{4}}|\d\d))?"
_YEAR_FIRST = r"(\d{4}) (\d\d?) (\d\d?)(?: 00 00 00)?"
_MONTH_FIRST = rf"((?!mar )(?:{_MONTH})) (\d{{1,2}})(?: (\d{{4}}))?"  # a title merged above: « Octobre », then « 3 »
WHEN = re.compile(rf"^{_BEFORE}(?:{_IN_WORDS}|{_YEAR_FIRST}|{_MONTH_FIRST})(?: {_POINTS})?$")
# A day between other words: « Super soirée 12/09 », « 12/09 (chez Paul) »; `written_day` says whether it is one.
_WORDED = rf"\d{{1,2}}(?:er)? (?:{_MONTH})(?: 20\d\d)?"
AMONG_WORDS = re.compile(rf"\b{_WORDED}\b")
_AMONG_WORDS = rf"(?:.* )?(?:[0-3]?\d [01]?\d(?: (?:20)?\d\d)?|{_WORDED})(?: .*)?"
# Without a day: « 1re soirée », « N° 3 », « Vendredi 12 », « Septembre 2025 », « Demi-finale ».
_NUMBER = rf"(?:{_KIND} ?(?:n°? ?)?\d{{1,2}}|n° ?\d{{1,2}}|\d{{1,2}} ?(?:re|ere|er|e|eme|nde?|de)(?: {_KIND})?)"
_MONTH_ALONE = rf"(?:{_MONTH})(?: 20\d\d)?|[01]?\d 20\d\d"
_FINAL = r"(?:[a-z]+ )?(?:\d \d (?:de )?)?finales?"
UNDATED = re.compile(rf"^(?:{_POINTS} )?(?:{_NUMBER}|{_WEEKDAY} \d{{1,2}}|{_MONTH_ALONE}|{_FINAL})(?: {_POINTS})?$")
_A_SERIAL = r"[34]\d{4}(?: 0+)?"  # of a day, from 1982 on: 45933 is 3 October 2025
PATTERN = rf"^(?!.*\b{BESIDE}\b)(?:{WHEN.pattern[1:-1]}|{UNDATED.pattern[1:-1]}|{_A_SERIAL}|{_AMONG_WORDS})$"
FIGURES = re.compile(
    r"(?<![\d/.-])(?:(?P<iso>\d{4}-\d\d?-\d\d?)|(?P<day>[0-3]?\d)(?:(?P<sign>[/-])[01]?\d|\.[01]\d)"
    r"(?:[/.-](?P<year>\d{4}|\d\d))?)(?![\d/.-])(?! *(?:de )?finale)",
    re.IGNORECASE,
)
IN_BRACKETS = re.compile(r"\([^()]*[a-z][^()]*\)", re.IGNORECASE)  # « 12/09 (par équipes) »
LETTERS_AND_NUMBER = re.compile(r"([a-z]{1,9}) ?(\d{1,2})")
MOST_NUMBERED = 60
MONTHS_OF_A_YEAR = 12
LAST_BEFORE_YEARS = 19  # « Sept 12 » stands under a month; years from 2020 on look like days
YEARS = re.compile(r"(?<!\d)(20\d\d)\D{1,3}(20\d\d|\d\d)(?!\d)")
FIRST_MONTH = 9  # of a season that a file names « 2025-2026 »


def written_day(title: str) -> str:
    """Return the day that a title says, the year only when it is written; "" without one day."""
    if WHEN.search(heading_key(title)) or not (worded := AMONG_WORDS.findall(heading_key(title))):
        return _figures_of(title)
    return str(worded[0]) if len(worded) == 1 else ""


def _figures_of(title: str) -> str:
    found = list(FIGURES.finditer(title))
    if len(found) != 1:
        return ""
    numbers = [int(number) for number in re.findall(r"\d+", found[0][0])]
    place, month = (numbers[2], numbers[1]) if found[0]["iso"] else (numbers[0], numbers[1])
    return found[0][0] if 1 <= place <= DAYS_OF_A_MONTH and 1 <= month <= MONTHS_OF_A_YEAR else ""


def is_evening(title: str) -> bool:
    """Return whether a title is an evening's."""
    key = heading_key(title)
    if re.search(rf"\b{BESIDE}\b", heading_key(IN_BRACKETS.sub(" ", title))):
        return False
    return bool(says_day(title) or UNDATED.search(key) or _short(key))


def says_day(title: str) -> bool:
    """Return whether a title says a day, with or without its year."""
    return bool(SERIAL.fullmatch(title) or written_day(title) or _when(title))


def _when(title: str) -> re.Match[str] | None:
    """Return the parts of the day in a title, None without one: « Coef 1.5 » has none."""
    key = heading_key(written_day(title) or title)
    found = WHEN.search(key)
    is_a_day = found is not None and not _short(key) and (written_day(title) or not (found[2] or "").isdecimal())
    return found if is_a_day and not UNDATED.search(key) else None


def may_be_sequences(titles: Sequence[str]) -> bool:
    """Return whether these titles are those of the sequences of a concours too: « S1 », « S2 »."""
    return all(re.search(SEQUENCE_TITLES, heading_key(title)) for title in titles)


def numbered(titles: Sequence[str], taken: Collection[int]) -> list[int]:
    """Return the places of titles that only count, « 1 », « 2 » or « D1 », « D2 », from 1 on; none without two."""
    found: dict[str, list[tuple[int, int]]] = {}
    for index, title in enumerate(titles):
        letters = LETTERS_AND_NUMBER.fullmatch(heading_key(title))
        if index in taken or not (title.isdecimal() or letters) or may_be_sequences([title]):
            continue
        word, number = (letters[1], letters[2]) if letters else ("", title)
        if int(number) <= MOST_NUMBERED and not re.fullmatch(BESIDE, word):
            found.setdefault(word, []).append((index, int(number)))
    runs = [places for places in found.values() if [number for _i, number in places] == [*range(1, len(places) + 1)]]
    longest = max(runs, key=len, default=[])
    return [index for index, _number in longest] if len(longest) > 1 else []


def beside_points(titles: dict[int, str]) -> set[int]:
    """
    Return the places of titles of one day beside one that says points: « 12/09 Joker » beside « 12/09 Pts ».

    `titles` are those of evenings, by place.
    """
    days = {index: written_day(title) or heading_key(title).partition(" ")[0] for index, title in titles.items()}
    points = {index for index, title in titles.items() if re.search(rf"\b{_POINTS}\b", heading_key(title))}
    with_points = Counter(days[index] for index in points)
    return {index for index, one in days.items() if with_points[one] == 1 and index not in points}


def days_of(stem: str, season: Days | None) -> Days | None:
    """Return the first and the last day of `season`, else of the season in the file's name; None when it names none."""
    if season is not None or (years := YEARS.search(stem)) is None:
        return season
    first = int(years[1])
    if int(years[2]) % 100 != (first + 1) % 100:
        return None
    return date(first, FIRST_MONTH, 1), date(first + 1, FIRST_MONTH - 1, 31)


def day_of(title: str, within: Days | None) -> date | None:
    """Return the day in a column's title, None without one. A title without a year means a day of `within`."""
    if SERIAL.fullmatch(title):
        return _read(title)
    found = _when(title)
    if found is None:
        return None
    number, month, year, *iso, name, number_after, year_after = found.groups()
    if iso[0]:
        return _read("-".join(iso))
    number, month, year = number or number_after, month or name, year or year_after
    month = str(MONTHS.get(month, month))
    if year:
        return _read(f"{number}/{month}/{year}")
    years = {each.year for each in within} if within else set()
    days = [_read(f"{number}/{month}/{each}") for each in sorted(years)]
    return next((one for one in days if one and within and within[0] <= one <= within[1]), None)


def _short(key: str) -> bool:
    """Return whether a month stands before what may be a year: « sept-25 » is of 2025, or the 25th."""
    found = re.fullmatch(rf"(?:{_MONTH}) (\d\d)", key)
    return found is not None and int(found[1]) > LAST_BEFORE_YEARS


def _read(text: str) -> date | None:
    try:
        return day(text)[0]
    except ValueError:
        return None


def on_one_line(sheet: CellSheet, columns: Sequence[Column], naming: Collection[str]) -> CellSheet:
    """
    Return a sheet whose two lines of titles are one: months above days, days above « Pts » and « Pl ».

    A title of the first line stands over the columns to its right that have none.
    """
    lines, place = list(sheet.lines), 0
    while place < min(LINES_ABOVE, len(lines) - 1):
        (line, above), (next_line, below) = lines[place : place + 2]
        joined = _joined(above, below, columns, naming) if line < next_line <= line + 2 else None
        if joined is None:
            place += 1
        else:
            lines[place : place + 2] = [(next_line, joined)]
    return replace(sheet, lines=lines)


def _joined(
    above: Sequence[str], below: Sequence[str], columns: Sequence[Column], naming: Collection[str]
) -> list[str] | None:
    """Return two lines of titles as one; None when the second is none, or the first has all there is."""
    known = {
        index: cells
        for cells in (above, below)
        for index, name in recognise(cells, columns, NOTHING_SAID).items()
        if name in naming
    }
    if not known or any(index < len(below) and below[index] for index, cells in known.items() if cells is above):
        return None
    titles, group, joins = [], "", 0
    for index in range(max(len(above), len(below))):
        over, own = (cells[index] if index < len(cells) else "" for cells in (above, below))
        group = "" if index in known else over or group
        if index in known or not own:
            titles.append(own or over)
            continue
        title = _under(group, own)
        if title is None:
            return None
        joins += bool(group)
        titles.append(title)
    return titles if joins > 1 else None


def _under(group: str, own: str) -> str | None:
    """Return the title of a column by its two lines; None when the second is no title."""
    key, over = heading_key(own), heading_key(group)
    if written_day(own) or (over and says_day(own)):
        return own if says_day(own) else f"{group} {own}"
    if re.fullmatch(r"(?:tota(?:l|ux)|tot|cumul\w*|general|moy\w*)(?: .*)?", key):
        return own
    if re.fullmatch(rf"(?:{_POINTS}|{BESIDE})(?: .*)?", key):
        return f"{group} {own}".strip()
    if re.fullmatch(rf"(?:{_MONTH})(?: 20\d\d)?", over) and re.fullmatch(rf"(?:{_WEEKDAY} )?[0-3]?\d", key):
        return f"{own} {group}"
    return own if UNDATED.search(key) else None

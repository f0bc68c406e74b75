"""The meaning of one cell: a licence, an age group, a year, a day. A ValueError says why a cell means nothing."""

import re
from collections.abc import Callable
from datetime import date, timedelta
from typing import NamedTuple

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.imports.columns import LeftEmptyError
from tournaments.imports.names import CIVILITIES, COMES, STAYS
from tournaments.kit.licences import clean_licence
from tournaments.kit.text import PHONE, fold
from tournaments.labels import Category, Sex
from tournaments.services.people.players import LENGTHS, is_birth_year
from tournaments.services.people.teams import LONGEST_NAME

CATEGORIES = {fold(word): code for code, words in (
    (Category.SENIOR, "senior seniors s sen adulte adultes"),
    (Category.VETERAN, "vétéran vétérans veteran v vet"),
    (Category.YOUTH, "jeune jeunes youth junior juniors j cadet cadets espoir espoirs"),
) for word in words.split()}  # fmt: skip
SEXES = {"f": Sex.WOMAN, "femme": Sex.WOMAN, "féminin": Sex.WOMAN, "feminin": Sex.WOMAN, "dame": Sex.WOMAN,
         "woman": Sex.WOMAN, "female": Sex.WOMAN, "h": Sex.MAN, "homme": Sex.MAN, "masculin": Sex.MAN,
         "man": Sex.MAN, "male": Sex.MAN, "messieurs": Sex.MAN, "dames": Sex.WOMAN, "d": Sex.WOMAN,
         "femmes": Sex.WOMAN, "feminine": Sex.WOMAN, "feminines": Sex.WOMAN, "fem": Sex.WOMAN, "fille": Sex.WOMAN,
         "hommes": Sex.MAN, "masculine": Sex.MAN, "masculins": Sex.MAN, "garcon": Sex.MAN}  # fmt: skip
YES = {"oui", "o", "yes", "y", "vrai", "true", "1", "x", "ok", "v", "d accord", "accord", "✓", "✔", "☑"}
NO = {"n", "no", "faux", "false", "0", "refus", "☐"}
# In an answer of several words: « J'accepte », « n'autorise pas »; « oui, sauf la photo » is neither yes nor no.
ACCEPTS = {"oui", "accepte", "autorise", "accord", "favorable", "pour", "volontiers"}
REFUSES = {"non", "pas", "refuse", "refus", "contre", "oppose", "opposee", "defavorable", "jamais", "✗", "✘", "✖", "❌"}
LIMITS = {"sauf", "mais", "sous", "si", "sans", "uniquement", "seulement"}
NAMES = ("last_name", "first_name")
NOTHING = {"neant", "aucun", "aucune", "sans", "nc", "n c", "n/a", "na", "rien", "x", "xx"}
CAPTAINS = {"capitaine", "cap", "c", "captain"}
LOST = "\ufffd"  # stands where a letter was
YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
ROUNDED = re.compile(r"\d([.,]\d+)?E\+?\d+", re.IGNORECASE)
A_DAY = re.compile(r"\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}")
# A telephone as nobody writes a licence: a mobile, in pairs, with the code of a country; and one that has lost its 0.
A_PHONE = re.compile(r"(0|33)[67]\d{8}|\(?(\+|00)\d[\d .()/-]{7,}|0?[1-9]([ ./-]+\d\d){4}")
SEVERAL = re.compile(r"\d{5}\s*(?:ou|et|[,;/+&])\s*\d{5}", re.IGNORECASE)  # licences
BARE_PHONE = re.compile(r"[67]\d{8}")
BETWEEN_FIGURES = re.compile(r"(?<=\d)[ ./-]+(?=\d)")
DECIMALS = re.compile(r"(?<=\d)[.,]0+$")  # spreadsheets keep numbers as 12345.0
SHORT_DAY = re.compile(r"(\d{1,2})[/. -](?:\d{1,2}|[^\W\d]+\.?)[/. -](\d\d)")
JOINED_DAY = re.compile(r"(?:[0-3]\d[01]\d)?((?:19|20)\d\d)|((?:19|20)\d\d)[01]\d[0-3]\d")
YEAR_FIRST = re.compile(r"(\d{4})[-/. ](\d{1,2})[-/. ](\d{1,2})(?:[T ]\d.*)?")
DAY_FIRST = re.compile(r"(\d{1,2})(?:er)?[-/. ](\d{1,2})[-/. ](\d{4})(?: \d.*)?")
SHORT = re.compile(r"(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{1,2})")
IN_WORDS = re.compile(r"(?:[a-z]+ )?(\d{1,2})(?:er)? ([a-z]+) (\d{4})")
SERIAL = re.compile(r"\d{5}(?:[.,]\d+)?")  # of a day, as spreadsheets count: 44584 is 23 January 2022
FIRST_SERIAL = date(1899, 12, 30)
MONTHS = {word: number for number, words in enumerate((
    "janvier january janv jan", "fevrier february fevr fev feb", "mars march mar", "avril april avr apr", "mai may",
    "juin june jun", "juillet july juil jul", "aout august aug", "septembre september sept sep",
    "octobre october oct", "novembre november nov", "decembre december dec",
), 1) for word in words.split()}  # fmt: skip
YEARS = range(1900, 2200)
LONGEST_SAID = 200
DAYS_OF_A_MONTH = 31
LEAST_AGE = 4  # of who plays
AHEAD = 20  # years that the short year of a day may be ahead, but for a birth: a licence does not run longer
LETTERS = re.compile(r"([svj])([fdhm])")


def _refuse_length(cell: str, most: int) -> None:
    if len(cell) > most:
        sentence = _("« %(value)s… » est trop long (%(most)d caractères au plus).")
        raise ValueError(sentence % {"value": cell[:40], "most": most})


def short(name: str) -> Callable[[str], str | None]:
    """Return the function that reads the cells of this player field: it limits the length, and « - » becomes None."""

    def value(cell: str) -> str | None:
        _refuse_length(cell, LENGTHS[name])
        is_nothing = not any(map(str.isalnum, cell)) and LOST not in cell
        return None if is_nothing or (name not in NAMES and fold(cell) in NOTHING) else cell

    return value


def licence(cell: str) -> str | None:
    """Return a licence; None for what people write instead of one. Raises ValueError for a text without a digit."""
    cell = DECIMALS.sub("", cell)
    if ROUNDED.fullmatch(cell):
        sentence = _("« %(value)s » est un nombre que le tableur a arrondi, et non la licence entière.")
        raise LeftEmptyError(sentence % {"value": cell[:40]})
    if A_DAY.fullmatch(cell) or is_phone(cell):
        raise LeftEmptyError(
            _("« %(value)s » est un téléphone ou une date, et non une licence.") % {"value": cell[:40]}
        )
    if SEVERAL.search(cell):
        raise LeftEmptyError(_("« %(value)s » est plus d’une licence.") % {"value": cell[:40]})
    if "€" in cell:
        raise LeftEmptyError(_("« %(value)s » est un prix, et non une licence.") % {"value": cell[:40]})
    number = clean_licence(re.sub(r"(?<=\w)\s*\([^()]*\)$", "", cell))
    if number and not any(map(str.isdigit, number)):
        raise LeftEmptyError(_("« %(value)s » n’est pas une licence : il n’y a aucun chiffre.") % {"value": cell[:40]})
    return short("licence")(number)


def is_phone(cell: str) -> bool:
    """Return True when a cell holds a telephone number and not a licence."""
    return any(map(A_PHONE.fullmatch, (cell, BETWEEN_FIGURES.sub("", cell))))


def may_be_phone(cell: str) -> bool:
    """Return True when a cell may hold a telephone number, also one whose first 0 a spreadsheet removed."""
    cell = DECIMALS.sub("", cell)
    return is_phone(cell) or BARE_PHONE.fullmatch(cell) is not None


class Grouped(NamedTuple):
    """The meaning of a cell under « catégorie »: an age group, a sex or both; "" for what the cell does not say."""

    category: str | None = None
    sex: str | None = None


def category(cell: str) -> Grouped:
    """Return the age group and the sex: « Vétéran 2 », « senior H », « Dame », « VD », « F »."""
    words = fold(cell).replace("/", " ").replace("(", " ").replace(")", " ").split()
    if len(words) == 1 and (letters := LETTERS.fullmatch(words[0])):
        words = list(letters.groups())
    ages = [CATEGORIES[word] for word in words if word in CATEGORIES]
    sexes = [code for word in words if (code := SEXES.get(word) or CIVILITIES.get(word))]
    if not ages and not sexes:
        sentence = _("la catégorie « %(value)s » est inconnue. Écrivez : %(known)s.")
        raise ValueError(sentence % {"value": cell[:40], "known": ", ".join(str(word) for word in Category.labels)})
    return Grouped(str(ages[0]) if ages else None, str(sexes[0]) if sexes else None)


def said(cell: str) -> str | None:
    """Return a cell that is understood later, with what the club knows; None for « - » and « ? »."""
    _refuse_length(cell, LONGEST_SAID)
    return (cell.strip(" -–—/.?") and cell) or None


def consent(cell: str) -> bool | None:
    """Return True for yes, False for no, None for « - »."""
    said = set(re.findall(r"\w+|[✗✘✖❌]", fold(cell)))
    if fold(cell) in YES | NO:
        return fold(cell) in YES
    if not said:
        return None
    if said & LIMITS or not said & (ACCEPTS | REFUSES):
        raise ValueError(_("« %(value)s » n’est ni oui ni non.") % {"value": cell[:40]})
    return not said & REFUSES


def sex(cell: str) -> str:
    """Return the sex that a letter, a word or a civility says."""
    word = fold(cell)
    code = SEXES.get(word) or CIVILITIES.get(word)
    if code is None:
        raise ValueError(_("« %(value)s » ne dit ni femme ni homme.") % {"value": cell[:40]})
    return str(code)


def birth_year(cell: str) -> int:
    """Return a year of birth, from a day or a year. The year is not in the future: « 12/03/58 » is 1958."""
    today = timezone.localdate()
    whole_year = JOINED_DAY.fullmatch(cell) or YEAR.search(cell)
    year = int(next(filter(None, whole_year.groups()), whole_year[0])) if whole_year else 0
    if not whole_year and (day := SHORT_DAY.fullmatch(cell)):
        first, last = int(day[1]), int(day[2])
        year = _whole_year(first if first > DAYS_OF_A_MONTH else last, today.year)
    elif not whole_year and SERIAL.fullmatch(cell):
        year = _serial(cell).year
    is_season = str(year) == cell and year > today.year - LEAST_AGE  # « Année » is the licence's then
    if is_season or not is_birth_year(year):
        raise ValueError(_("« %(value)s » ne donne pas d’année de naissance.") % {"value": cell[:40]})
    return year


def day(cell: str) -> tuple[date, ...]:
    """
    Return the days that a cell may mean: 23/01/2022, 2022-01-23, « 23 janvier 2022 », 44584 (a spreadsheet's number).

    There are two when a short year may stand first (23-02-05); the first of them reads the day first. Raises ValueError
    for a cell that is no day.
    """
    found: list[tuple[int, int, int]] = []
    if numbers := YEAR_FIRST.fullmatch(cell):
        found = [(int(numbers[1]), int(numbers[2]), int(numbers[3]))]
    elif numbers := DAY_FIRST.fullmatch(cell):
        found = [(int(numbers[3]), int(numbers[2]), int(numbers[1]))]
    elif words := IN_WORDS.fullmatch(fold(cell).replace(".", "")):
        found = [(int(words[3]), MONTHS.get(words[2], 0), int(words[1]))]
    elif numbers := SHORT.fullmatch(cell):
        one, month, other = (int(number) for number in numbers.groups())
        latest = timezone.localdate().year + AHEAD
        found = [(_whole_year(other, latest), month, one)]
        found += [(_whole_year(one, latest), month, other)] * ("-" in cell)
    elif SERIAL.fullmatch(cell):
        return (_serial(cell),)
    days = tuple(dict.fromkeys(each for numbers in found if (each := _day(*numbers)) is not None))
    if not days:
        raise ValueError(_("« %(value)s » n’est pas une date. Écrivez par exemple 23/01/2022.") % {"value": cell[:40]})
    return days


def one_day(cell: str) -> date:
    """Return the day of a cell; where two are possible, the one that reads the day first."""
    return day(cell)[0]


def email(cell: str) -> str:
    try:
        validate_email(cell)
    except ValidationError as error:
        raise ValueError(_("« %(value)s » n’est pas une adresse électronique.") % {"value": cell[:40]}) from error
    return short("email")(cell) or ""


def presence(cell: str) -> bool | None:
    """Return True for a person who comes, False for one who does not, None when the cell says neither."""
    word = fold(cell).strip(" .!")
    return True if word in YES | COMES else False if word in STAYS - {"non"} else None


def team_name(cell: str) -> str | None:
    """Return the name of a team; None for « - »."""
    _refuse_length(cell, LONGEST_NAME)
    return " ".join(cell.split()) if any(map(str.isalnum, cell)) else None


def captain(cell: str) -> bool | None:
    """Return True for « oui », « x » and « capitaine », False for no, None for « - »."""
    return True if fold(cell) in CAPTAINS else consent(cell)


def phone(cell: str) -> str:
    """Return a telephone number, with the first 0 that a spreadsheet may have removed."""
    number = f"0{cell}" if re.fullmatch(r"[1-9]\d{8}", cell) else cell
    if not PHONE.fullmatch(number):
        raise ValueError(_("« %(value)s » n’est pas un numéro de téléphone.") % {"value": cell[:40]})
    return number


def _whole_year(short: int, latest: int) -> int:
    """Return the four-figure year of a two-figure one: the last possible year up to `latest`."""
    return latest - (latest - short) % 100


def _serial(cell: str) -> date:
    return FIRST_SERIAL + timedelta(days=int(cell[:5]))


def _day(year: int, month: int, number: int) -> date | None:
    try:
        return date(year, month, number) if year in YEARS else None
    except ValueError:
        return None

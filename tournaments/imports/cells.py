"""What a cell of a list of players means: a licence, an age group, a year; ValueError says why it means nothing."""

import re
from collections.abc import Callable

from django.utils.translation import gettext as _

from tournaments.imports.columns import LeftEmptyError
from tournaments.imports.names import CIVILITIES
from tournaments.kit.text import fold
from tournaments.labels import Category, Sex
from tournaments.models.clubs import FIRST_BIRTH_YEAR, LAST_BIRTH_YEAR
from tournaments.services.people.players import LENGTHS, clean_licence

CATEGORIES = {fold(word): code for code, words in (
    (Category.SENIOR, "senior seniors s sen adulte adultes"),
    (Category.VETERAN, "vétéran vétérans veteran v vet"),
    (Category.YOUTH, "jeune jeunes youth junior juniors j cadet cadets espoir espoirs"),
) for word in words.split()}  # fmt: skip
SEXES = {"f": Sex.WOMAN, "femme": Sex.WOMAN, "féminin": Sex.WOMAN, "feminin": Sex.WOMAN, "dame": Sex.WOMAN,
         "woman": Sex.WOMAN, "female": Sex.WOMAN, "h": Sex.MAN, "homme": Sex.MAN, "masculin": Sex.MAN,
         "man": Sex.MAN, "male": Sex.MAN, "messieurs": Sex.MAN, "dames": Sex.WOMAN}  # fmt: skip
YES = {"oui", "o", "yes", "y", "vrai", "true", "1", "x", "ok", "v", "d accord", "accord", "✓", "✔", "☑"}
NO = {"non", "n", "no", "faux", "false", "0", "refus", "☐"}
YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
ROUNDED = re.compile(r"\d([.,]\d+)?E\+?\d+", re.IGNORECASE)
SHORT_DAY = re.compile(r"\d{1,2}[/. -]\d{1,2}[/. -](\d\d)")
TURN_OF_THE_CENTURY = 30  # « 12/03/58 » is 1958, « 12/03/08 » 2008


def short(name: str) -> Callable[[str], str]:
    """Return what takes the cells of this field of a player: no longer than it may be."""

    def value(cell: str) -> str:
        if len(cell) > LENGTHS[name]:
            sentence = _("« %(value)s… » est trop long (%(most)d caractères au plus).")
            raise ValueError(sentence % {"value": cell[:40], "most": LENGTHS[name]})
        return cell

    return value


def licence(cell: str) -> str:
    cell = re.sub(r"^(\d+)[.,]0+$", r"\1", cell)  # spreadsheets keep numbers as 12345.0
    if ROUNDED.fullmatch(cell):
        sentence = _("« %(value)s » est un nombre que le tableur a arrondi, et non la licence entière.")
        raise LeftEmptyError(sentence % {"value": cell[:40]})
    return short("licence")(clean_licence(cell))


def category(cell: str) -> str:
    """Return the age group; « Vétéran 2 » and « senior H » say theirs with their first word."""
    word = fold(cell).split(" ")[0]
    if word not in CATEGORIES:
        sentence = _("la catégorie « %(value)s » est inconnue. Écrivez : %(known)s.")
        raise ValueError(sentence % {"value": cell[:40], "known": ", ".join(str(word) for word in Category.labels)})
    return str(CATEGORIES[word])


def consent(cell: str) -> bool:
    if fold(cell) not in YES | NO:
        raise ValueError(_("« %(value)s » n’est ni oui ni non.") % {"value": cell[:40]})
    return fold(cell) in YES


def sex(cell: str) -> str:
    """Return the sex that a letter, a word or a civility says."""
    word = fold(cell)
    code = SEXES.get(word) or CIVILITIES.get(word)
    if code is None:
        raise ValueError(_("« %(value)s » ne dit ni femme ni homme.") % {"value": cell[:40]})
    return str(code)


def birth_year(cell: str) -> int:
    """Return the year of a day of birth, or a year alone."""
    whole_year = YEAR.search(cell)
    year = int(whole_year[0]) if whole_year else 0
    if not whole_year and (day := SHORT_DAY.fullmatch(cell)):
        year = (2000 if int(day[1]) < TURN_OF_THE_CENTURY else 1900) + int(day[1])
    if not FIRST_BIRTH_YEAR <= year <= LAST_BIRTH_YEAR:
        raise ValueError(_("« %(value)s » ne donne pas d’année de naissance.") % {"value": cell[:40]})
    return year

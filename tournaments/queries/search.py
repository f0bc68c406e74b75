"""Looking for people by what somebody types: no accents, no order, no case."""

import re
import string
import unicodedata

from django.db.models import Case, CharField, Func, Q, Value, When
from django.db.models.functions import Concat, Lower, Substr
from django.db.models.lookups import In

from tournaments.models import Player
from tournaments.text import STROKES, fold

# What a plain letter may stand for in a French name; SQLite and PostgreSQL both read this as a regular expression.
VARIANTS = {
    "a": "aàâäáãå",
    "c": "cç",
    "e": "eéèêë",
    "i": "iîïíì",
    "n": "nñ",
    "o": "oôöóòõ",
    "u": "uùûüú",
    "y": "yÿý",
}
LETTERS_THAT_DECIDE = 4
LONGEST, MOST_WORDS = 80, 6  # of what is looked for: nobody types more
# The marks that follow a letter in a decomposed name.
MARKS = "[\u0300-\u036f]*"


def _spellings() -> dict[str, str]:
    """Return, for each plain letter, every Latin letter that it stands for when somebody types it."""
    spellings = {letter: letter + letter.upper() for letter in string.ascii_lowercase}
    for code in (*range(0xC0, 0x250), *range(0x1E00, 0x1F00)):
        plain = unicodedata.normalize("NFKD", chr(code).lower())[0]
        plain = STROKES.get(plain, plain)
        if plain in spellings:
            spellings[plain] += chr(code)
    return spellings


SPELLINGS = _spellings()


def words_of(typed: str) -> list[str]:
    """Return the folded words to look for, of what somebody typed in a search box or wrote in an address."""
    return fold(typed[:LONGEST]).split()[:MOST_WORDS]


def pattern(word: str) -> str:
    """Return the regular expression that finds a folded word in a name that keeps its accents."""
    found = "".join(_any(letter) for letter in word)
    for first, joined in (("o", "[œŒ]"), ("a", "[æÆ]")):
        pair = f"{_any(first)}{_any('e')}"
        found = found.replace(pair, f"({pair}|{joined})")
    return found


def in_alphabet(prefix: str = "") -> Func:
    """Return what puts people in the order of a French list; `prefix` leads to the player."""
    return Concat(folded(f"{prefix}last_name"), Value(" "), Lower(f"{prefix}first_name"))


def folded(name: str) -> Func:
    """
    Return a column as a French list orders it, Îlot between Huet and Jacob: SQLite by itself compares bytes.

    Only its first letters are looked at: they decide nearly always, and SQLite's parser is not deep.
    """
    letters = (_folded(name, place) for place in range(1, LETTERS_THAT_DECIDE + 1))
    return Concat(*letters, Value(" "), Lower(name))


def _folded(name: str, place: int) -> Case:
    letter = Substr(name, place, 1)
    plain = (
        When(In(letter, list(variants[1:] + variants[1:].upper())), then=Value(plain))
        for plain, variants in VARIANTS.items()
    )
    return Case(*plain, default=Lower(letter), output_field=CharField())


def _any(letter: str) -> str:
    return f"[{SPELLINGS[letter]}]{MARKS}" if letter in SPELLINGS else re.escape(letter)


def said_in(typed: str, *names: str) -> Q:
    """
    Return the condition « every word typed is in one of these columns », accents and case aside, on both databases.

    The one search of every list and form; SQLite's own `icontains` knows ASCII only.
    """
    found = Q()
    for word in words_of(typed):
        somewhere = Q()
        for name in names:
            somewhere |= Q(**{f"{name}__iregex": pattern(word)})
        found &= somewhere
    return found


def people(typed: str, prefix: str = "") -> Q:
    """Return the condition « every word typed is in the name or begins the licence »; `prefix` leads to the player."""
    found = Q()
    for word in words_of(typed):
        name = said_in(word, f"{prefix}last_name", f"{prefix}first_name")
        found &= name | Q(**{f"{prefix}licence__istartswith": word})
    return found


def namesakes(club_id: int, last_name: str, first_name: str) -> list[Player]:
    """Return the players of a club whose name is the same but for accents, case and hyphens."""
    name = (fold(last_name), fold(first_name))
    return [
        player
        for player in Player.objects.filter(club=club_id)
        if (fold(player.last_name), fold(player.first_name)) == name
    ]

"""Numbers and texts as people write them. No Django here: the packages of the rules use this module too."""

import re
import unicodedata
from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction

from tournaments.kit.translation import is_english

Total = int | Fraction  # points: whole, or exact where they are averages or compared

MINUS = "\N{MINUS SIGN}"
THIN = "\N{NARROW NO-BREAK SPACE}"
MOST_DIGITS = 18  # of a number that a database holds, as an id
MOST_ID = 10**MOST_DIGITS - 1
PHONE = re.compile(r"^\+?[0-9 ().\-/]{4,39}$")  # as people write a telephone number
# Letters that no decomposition makes plain.
STROKES = {"ø": "o", "ł": "l", "đ": "d", "ı": "i"}
_APART = str.maketrans(dict.fromkeys("-‐‑–_'’`´.", " "))
_MINUS_SIGNS = str.maketrans(dict.fromkeys("−–", "-"))
_WHOLE = re.compile(r"([+-]?[0-9]{1,15})(?:[.,]0+)?")
_EMOJI_LOOK = "\ufe0f"  # what a phone writes after ♥ to have it drawn in colour
# What no name holds and no database or workbook takes: NUL above all.
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
# Letters that nobody sees: joiners, fillers, marks of an emoji, and those that turn what follows round (U+202E).
_UNSEEN = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
_PICTURES = {"So", "Co", "Cn", "Me"}  # categories of Unicode: emoji, flags, hearts, signs of a font of its own
_SKINS = "\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff"
_NO_PICTURES = "°\ufffd"  # « n° »; the sign of a letter that was lost stays to be seen


class Percent(Fraction):
    """
    A share of a hundred, told « 56,25 % ». What is computed with it is a plain `Fraction`: wrap the result again.

    It is equal to the same number of points, so a cache by value has to tell their types apart.
    """

    __slots__ = ()


class WonPoints(Fraction):
    """
    Points that are won one by one, of a match or of its boards: told « 16 », « 2,50 », without a plus.

    What is computed with it is a plain `Fraction`, as of a `Percent`.
    """

    __slots__ = ()


def grouped(number: int, language: str) -> str:
    """Return a number with separated thousands: « 1 364 », 1,364 in English."""
    return str(number) if -1000 < number < 1000 else f"{number:,}".replace(",", "," if is_english(language) else THIN)


def signed(points: Total | Decimal, *, plus: bool = True, language: str | None = None) -> str:
    """
    Return points with a true minus, and with a plus unless `plus` is False: +240, −80, 0; an average: +12,50.

    A `Fraction` has two decimals even if they are zeros, so that a column of them is aligned; a `Percent` is told as
    one, without a plus, and `WonPoints` have neither a plus nor zeros. With a `language`, thousands are separated.
    """
    if isinstance(points, Percent):
        return percent(points, language or "fr")
    is_won = isinstance(points, WonPoints)
    plus = plus and not is_won
    sign = MINUS if points < 0 else "+" if plus and points else ""
    whole, hundredths = divmod(round(Fraction(points) * (-100 if points < 0 else 100)), 100)
    has_part = hundredths or (isinstance(points, Fraction) and not is_won)
    part = f"{'.' if is_english(language or 'fr') else ','}{hundredths:02d}" if has_part else ""
    return f"{sign}{whole if language is None else grouped(whole, language)}{part}"


def in_thousandths(points: Total | Decimal) -> int | Decimal:
    """Return points as they leave the product: whole, else with two decimals, or three where they need three."""
    if isinstance(points, int):
        return points
    thousandths = round(Fraction(points) * 1000)
    if thousandths % 1000 == 0:
        return thousandths // 1000
    return Decimal(thousandths // 10).scaleb(-2) if thousandths % 10 == 0 else Decimal(thousandths).scaleb(-3)


def points_text(half_points: int | Fraction, language: str = "fr", *, comma: str | None = None) -> str:
    """Return half-points as a text in points: 92 is 46; 81 is 40,5 in French, 40.5 in English or with that `comma`."""
    size = -half_points if half_points < 0 else half_points
    whole, half = size // 2, size % 2
    sign = MINUS if half_points < 0 else ""
    return f"{sign}{whole}{(comma or ('.' if is_english(language) else ',')) + '5' if half else ''}"


def euros(cents: int, language: str) -> str:
    """Return an amount in words: « 5 € », « 7,50 € »; €7.50 in English. `cents` are cents."""
    sign, whole, hundredths = MINUS if cents < 0 else "", grouped(abs(cents) // 100, language), abs(cents) % 100
    if is_english(language):
        return f"{sign}€{whole}" + (f".{hundredths:02d}" if hundredths else "")
    return f"{sign}{whole}" + (f",{hundredths:02d}" if hundredths else "") + "\N{NO-BREAK SPACE}€"


def percent(number: Total, language: str) -> str:
    """Return a percentage: « 45 % », 45% in English; of a `Fraction` with two decimals: « 56,25 % »."""
    told = signed(Fraction(number), plus=False, language=language) if isinstance(number, Fraction) else str(number)
    return f"{told}%" if is_english(language) else f"{told}\N{NO-BREAK SPACE}%"


def whole_number(text: str, *, digits: int = MOST_DIGITS) -> int | None:
    """Return the whole number in a text sent by a browser; None for anything else, or for more than `digits` digits."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= digits else None


def whole_numbers(texts: Iterable[str], *, digits: int = MOST_DIGITS) -> list[int]:
    """Return the whole numbers in texts sent by a browser; other texts are left out."""
    return [number for text in texts if (number := whole_number(text, digits=digits)) is not None]


def plain_minus(text: str) -> str:
    """Return a typed number without spaces and with an ASCII minus, for programs."""
    return "".join(text.split()).translate(_MINUS_SIGNS)


def typed_number(text: str) -> int | None:
    """Return a whole number as people and spreadsheets write it (« −1 044 », « +12 », « 12.0 »), else None."""
    whole = _WHOLE.fullmatch(plain_minus(text))
    return int(whole[1]) if whole else None


def unaccented(text: str, *, form: str = "NFKD") -> str:
    """Return a text without accents. `form` "NFD" keeps « ½ » and similar characters."""
    if text.isascii():
        return text
    return "".join(
        letter
        for letter in unicodedata.normalize(form, text)  # type: ignore[arg-type]
        if not unicodedata.combining(letter) and letter != _EMOJI_LOOK
    )


def visible(text: str) -> str:
    """Return a text without invisible characters and without those that reverse the direction of writing."""
    return _UNSEEN.sub("", text)


def tidy(text: str) -> str:
    """Return a name or a title as it is stored: on one line, one space between words, no invisible characters."""
    return " ".join(_CONTROL.sub(" ", visible(text)).split())


def without_pictures(text: str) -> str:
    """Return the name of a person as it is stored: tidy, without emoji."""
    if text.isascii():
        return tidy(text)
    return tidy("".join(" " if _is_picture(letter) else letter for letter in text))


def _is_picture(letter: str) -> bool:
    return letter in _SKINS or (unicodedata.category(letter) in _PICTURES and letter not in _NO_PICTURES)


def fold(text: str) -> str:
    """Return a name in the form for comparing names: no accents, no case, hyphens and apostrophes as spaces."""
    plain = unaccented(text.casefold().replace("œ", "oe").replace("æ", "ae"))
    return " ".join("".join(STROKES.get(letter, letter) for letter in plain).translate(_APART).split())


def searched(last_name: str, first_name: str, licence: str) -> str:
    """
    Return the text in which a player is searched, folded: a space before each word, to find the start of a word.

    A name of several words is also there as one word: « ledu » finds LE DU, « jeanpierre » Jean-Pierre.
    """
    texts = [fold(text) for text in (last_name, first_name, licence)]
    joined = [text.replace(" ", "") for text in texts if " " in text]
    return "".join(f" {text}" for text in (*texts, *joined) if text)


# How a text begins that a spreadsheet computes; the wide signs are those of Japanese keyboards.
COMPUTED = tuple("=+-@\t\r＝＋－＠")


def uncomputed(text: str) -> str:
    """Return a text with an apostrophe before it if a spreadsheet would compute it, or `as_it_was` would change it."""
    return f"'{text}" if text.lstrip("'").startswith(COMPUTED) else text


def as_it_was(cell: str) -> str:
    """Return the text that was given to `uncomputed`."""
    return cell[1:] if cell.startswith("'") and cell.lstrip("'").startswith(COMPUTED) else cell

"""
Two spellings of one value: a list that only loses accents, capitals or hyphens changes nothing. Licences get back the
leading zeros that a spreadsheet removed.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import Any

from django.utils.translation import gettext as _

from tournaments.imports.spreadsheets import named
from tournaments.kit.licences import bare_number
from tournaments.kit.text import fold

SPELLED = {"last_name", "first_name", "home_club", "public_name", "federal_series", "suspension_reason"}


def richer_of(name: str, known: Any, written: Any) -> Any:
    """
    Return the value of a player's field after a list gave `written` where `known` is stored.

    Two spellings of one name, address, telephone number or licence are equal: the richer one is kept.
    """
    if not (isinstance(known, str) and isinstance(written, str) and known and written):
        return written
    if name in SPELLED:
        return written if fold(written) != fold(known) or _is_richer(written, known) else known
    same = _SAME.get(name)
    return known if same is not None and same(known) == same(written) else written


def _is_richer(written: str, known: str) -> bool:
    """Return True when `written` has accents or hyphens that `known` lacks, and loses none of those in `known`."""
    pairs = list(zip(_marks(written), _marks(known), strict=True))
    loses = any(new < old for new, old in pairs)
    is_bare = known.islower() and not written.islower()  # typed without capitals
    return not loses and (is_bare or _plain(written) != _plain(known))


def _marks(text: str) -> tuple[int, int]:
    letters = unicodedata.normalize("NFC", text)
    return sum(letter.isalpha() and not letter.isascii() for letter in letters), len(re.findall(r"[-'’‑]", letters))


def _plain(text: str) -> str:
    return unicodedata.normalize("NFC", text.casefold()).translate(str.maketrans("’‑", "'-"))


def _digits(phone: str) -> str:
    digits = re.sub(r"\D", "", phone.replace("(0)", ""))
    return re.sub(r"^(0033|33(?=\d{9}$))", "0", digits)


_SAME = {"email": str.casefold, "phone": _digits, "licence": bare_number}


LEAST_ALIKE = 3  # licences with a zero in front tell how long they all are
MOST_ZEROS = 2
MOST_TOLD = 8  # licences that a sentence names


def zeros_lost(lines: Sequence[tuple[int, str | None]], known: Iterable[str]) -> tuple[dict[str, str], str]:
    """
    Return {licence as read: licence with its leading zeros}, and a sentence that says so or "".

    `lines` are (line number, licence). The lost zeros follow from the licences in `known`, and from the length of
    others.
    """
    whole = zeros_put_back([licence for _line, licence in lines if licence], set(known))
    found = [(line, whole[licence]) for line, licence in lines if licence in whole]
    if not found:
        return whole, ""
    sentence = _("Licence, lignes %(lines)s : le tableur a retiré le 0 du début. Il est remis : %(licences)s.")
    licences = ", ".join(licence for _line, licence in found[:MOST_TOLD])
    return whole, sentence % {"lines": named([line for line, _licence in found]), "licences": licences}


def zeros_put_back(licences: Collection[str], known: Collection[str]) -> dict[str, str]:
    """Return {licence as read: licence with its leading zeros}, for the licences that lost some."""
    by_number: dict[str, set[str]] = {}
    for licence in {*known, *licences}:
        if licence.startswith("0") and licence.isdecimal():
            by_number.setdefault(bare_number(licence), set()).add(licence)
    lengths = Counter(len(licence) for licence in {*known, *licences} if licence.isdecimal())
    length = lengths.most_common(1)[0][0] if lengths else 0
    zeros = [licence for found in by_number.values() for licence in found if len(licence) == length]
    whole = {}
    for licence in licences:
        if not licence.isdecimal() or licence.startswith("0") or licence in known:
            continue
        found = by_number.get(licence, set())
        if len(found) == 1:
            whole[licence] = next(iter(found))
        elif not found and len(zeros) >= LEAST_ALIKE and 0 < length - len(licence) <= MOST_ZEROS:
            whole[licence] = licence.zfill(length)
    return whole

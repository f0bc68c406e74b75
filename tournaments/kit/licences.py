"""Licences: the form in which they are stored, and what people write instead of one."""

import re

from tournaments.kit.text import fold, without_pictures

# What stands where somebody has no licence, word by word: « pas encore », « en cours de demande », « N.C. ».
_WORDS = (
    "neant sans aucun aucune pas encore non ni en cours nc nd nr n c a d na nan null nil none vide idem rien venir "
    "attente demande demandee demandes fait faire renouveler renouvellement renouvele inconnu inconnue ignore oublie "
    "oubliee nouveau nouvelle nouveaux x xx xxx xxxx oui o pending new unknown tbd communiquer communique communiquee "
    "preciser completer verifier voir ok de la du le"
)
_NONE = set(_WORDS.split())
_LABELS = {"licencie", "licenciee", "licence", "licences", "lic", "numero", "num", "no", "n°"}
_LEADING = re.compile(r"^(?:fft|licence|lic|numero|num|no|n°|nº|#|:|\.|-|\s)+(?=\d)", re.IGNORECASE)
_SEASON = re.compile(r"(?<=\d{5})\s*[/ -]\s*20\d\d(?:[/-]\d{2,4})?$")  # behind a licence: « 0123456/2026 »
_WHEN = re.compile(r"\b(\d{1,2}[/.]\d{1,2}([/.]\d{2,4})?|20\d\d)\b")


def clean_licence(text: str) -> str:
    """Return a licence as it is stored: capitals, no spaces or stops between figures; "" for a text like « none »."""
    if says_no_licence(text):
        return ""
    number = _LEADING.sub("", _SEASON.sub("", text.strip()))
    return re.sub(r"(?<=\d)\.(?=\d)", "", "".join(number.split())).upper()


def says_no_licence(text: str) -> bool:
    """Return True when a text says that there is no licence yet: « néant », « - », « en cours », « NC », « 0 »."""
    words = _words(text)
    if not _NONE.isdisjoint(words):
        words = _words(_WHEN.sub(" ", text))  # « demandée le 12/09 », « en cours 2026 »
    return all(word in _NONE | _LABELS or not word.strip("0") for word in words)


def bare_number(licence: str) -> str:
    """Return a licence without leading zeros: a spreadsheet removes them from a number."""
    return licence.lstrip("0") or licence


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W_]+°?", fold(without_pictures(text)))

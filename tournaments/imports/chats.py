"""
A chat of a phone, exported or copied: « [28/11/2025 17:03:45] Jo: présent », « 28/11/2025, 17:03 - Jo: oui ».

The sender of « I come » is read, in doubt, under the name in the phone. Names in capitals or in a numbered list are
read as in any list. Of a list that is posted several times, the last copy counts. Other messages are only counted.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.imports.names import is_remark, is_whole_name, plain_name
from tournaments.kit.text import fold, tidy, visible

_DATE = r"\d{1,4}[/.-]\d{1,2}[/.-]\d{2,4}"
_TIME = r"\d{1,2}[:h.]\d{2}(?:[:.]\d{2})?(?:\s?[ap]\.?\s?m\.?)?"
_WHEN = rf"(?:{_DATE},?\s+(?:à |at |um |kl\. |a las |alle )?{_TIME}|{_TIME},?\s+{_DATE})"
_SAID = r"(?:(?P<who>[^:]{1,60}?)\s?:(?:\s+(?P<said>.*))?|.*)$"
HEAD = re.compile(rf"(?:\[{_WHEN}\]\s*|{_WHEN}\s+[-–—]\s+){_SAID}", re.IGNORECASE)
TELEGRAM = re.compile(rf"(?P<who>[^,\[\]]{{1,60}}), \[{_WHEN}\]:?(?P<said>)$", re.IGNORECASE)
# What a phone writes by itself: « Jo a ajouté Anne », « Jo created group ».
SYSTEM = re.compile(
    r"\b(a|avez|ont) (ajoute|cree|change|modifie|quitte|rejoint|retire|supprime|epingle|active|desactive)\b"
    r"|\b(added|created|changed|left|joined|removed|pinned)\b|\bchiffre"
)
NUMBERED = re.compile(r"\d{1,3}\s*[.)°:/–-]")
_COMES = (
    "oui ok present presente presents presentes inscrit inscrite inscris partant partante dispo disponible yes here "
    "viens vient viendrai viendrons serai serons participe moi"
)
_STAYS = (
    "non absent absente absents forfait excuse excusee desole desolee pas no impossible malade indisponible annule "
    "desiste passe"
)
_FILLING = (
    "je j y m suis nous on bonjour bonsoir salut hello coucou merci bien sur pour ce cette soir lundi mardi mercredi "
    "jeudi vendredi samedi dimanche demain avec plaisir tous toutes le la les de du des ma part aussi et tres "
    "volontiers bises bonne soiree journee sera vais venir votres d c est super top parfait a peux pourrai cause ne n "
    "aurai sans 1 x compte moi finalement plus empechement peut pourra"
)
COMES, STAYS, FILLING = (set(words.split()) for words in (_COMES, _STAYS, _FILLING))
YES_SIGNS, NO_SIGNS = set("👍✅✔☑🙋🙌💪"), set("❌👎🚫✖😢😭")
NAMES_OF_A_LIST = 3
MOST_WORDS = 8  # of who says that he comes with somebody


@dataclass
class Message:
    """One message: its sender, and its lines that say something, with their numbers."""

    who: str
    lines: list[tuple[int, str]] = field(default_factory=list)


@dataclass
class Discussion:
    """The people whom a chat names, by line: (line, name, why the name is in doubt or ""); and the notices."""

    people: list[tuple[int, str, str]]
    notices: list[str]


def discussion_of(text: str) -> Discussion | None:
    """Return the people of a chat; None when the text is not a chat."""
    lines = [visible(line).strip() for line in text.splitlines()]
    heads = [HEAD.match(line) or TELEGRAM.match(line) for line in lines]
    filled = [place for place, line in enumerate(lines) if line]
    if not filled or not (heads[filled[0]] or sum(map(bool, heads)) * 2 > len(filled)):
        return None
    messages = _messages(lines, heads)
    people, silent = _people(messages)
    notices = [_("C’est une discussion de téléphone : vérifiez qui vient, et les noms.")]
    if silent:
        sentence = ngettext(
            "%(n)d message n’y nomme personne et ne dit pas qui vient : il n’est pas lu.",
            "%(n)d messages n’y nomment personne et ne disent pas qui vient : ils ne sont pas lus.",
            silent,
        )
        notices.append(sentence % {"n": silent})
    return Discussion(people, notices)


def _messages(lines: Sequence[str], heads: Sequence[re.Match[str] | None]) -> list[Message]:
    messages = [Message("")]
    for number, (line, head) in enumerate(zip(lines, heads, strict=True), 1):
        if head is None:
            if line:
                messages[-1].lines.append((number, line))
            continue
        who = tidy((head["who"] or "").lstrip("~ "))
        messages.append(Message("" if SYSTEM.search(fold(who)) else who))
        if who and head["said"]:
            messages[-1].lines.append((number, head["said"]))
        elif who:
            messages[-1].lines.append((number, ""))
    return [message for message in messages if message.who]


def _people(messages: Sequence[Message]) -> tuple[list[tuple[int, str, str]], int]:
    """Return the people named, and the number of messages that name nobody and do not say that the sender comes."""
    answers: dict[str, tuple[int, str, bool]] = {}
    named: dict[str, tuple[int, str, str]] = {}
    last_list: set[str] = set()
    lists = silent = 0
    for message in messages:
        names = [(number, text) for number, text in message.lines if _names_somebody(text)]
        sure = {_key(text) for _number, text in names if _is_sure(text)}
        if len(sure) >= NAMES_OF_A_LIST:
            last_list, lists = sure, lists + 1
        for number, text in names:
            doubt = "" if _is_sure(text) else _("il est nommé dans une discussion : est-ce bien un nom ?")
            if doubt == "" or _key(text) not in named:
                named[_key(text)] = (number, text, doubt)
        said = " ".join(text for _number, text in message.lines)
        comes = _comes(said) if any(map(str.isalpha, message.who)) else None
        if comes is not None:
            answers[fold(message.who)] = (message.lines[0][0], message.who, comes)
        silent += comes is None and not names
    gone = _("il n’est plus dans la dernière liste de la discussion.")
    people = [
        (number, text, gone if lists > 1 and not doubt and key not in last_list else doubt)
        for key, (number, text, doubt) in named.items()
    ]
    for number, who, comes in answers.values():
        if comes or not any(_key(who) == key for key in named):
            people.append((number, who, _answered(comes=comes)))
    return sorted({number: (number, name, doubt) for number, name, doubt in reversed(people)}.values()), silent


def _answered(*, comes: bool) -> str:
    if comes:
        return _("il écrit qu’il vient : est-ce bien son nom, ou celui que lui donne le téléphone ?")
    return _("la liste dit qu’il ne vient pas.")


def _comes(said: str) -> bool | None:
    """Return True when the sender comes, False when the sender does not come, None when the message says neither."""
    words = set(re.findall(r"\w+", fold(said)))
    signs = set(said)
    if not words:
        return False if signs & NO_SIGNS else True if signs & YES_SIGNS or "+" in signs else None
    if re.fullmatch(r"\+ ?\d", said.strip()):
        return True
    is_accompanied = "avec" in words and bool(words & COMES) and len(words) <= MOST_WORDS
    if words & STAYS and not words - COMES - STAYS - FILLING:
        return False
    is_answer = is_accompanied or not words - COMES - FILLING
    return True if words & COMES and not words & STAYS and is_answer else None


def _names_somebody(text: str) -> bool:
    name = plain_name(text).name
    words = name.split()
    if not 2 <= len(words) <= 5 or is_remark(name) or any(map(str.isdigit, name)) or _comes(text) is not None:
        return False
    return all(word[0].isupper() for word in words if len(word) > 3)


def _is_sure(text: str) -> bool:
    return is_whole_name(plain_name(text).name) or NUMBERED.match(text) is not None


def _key(text: str) -> str:
    """Return a name in the form in which names are compared: the order of its words does not matter."""
    return " ".join(sorted(fold(plain_name(text).name).split()))

"""
Decoding of text files: UTF-8, UTF-16, and the one-byte encodings of old Windows, Mac and DOS.

The encoding is the one in which the words look most like French. A text that was decoded twice is repaired.
"""

import html
import re
from functools import partial

from django.utils.translation import gettext as _

# How the older programs wrote, the likeliest first.
ONE_BYTE = {"cp1252": "Windows-1252 (Latin-1)", "mac_roman": "Mac Roman", "cp850": "MS-DOS (850)"}
FRENCH = set("àâäçéèêëîïôöùûüÿœæÀÂÄÇÉÈÊËÎÏÔÖÙÛÜŸŒÆñÑáíóúãõß°’€«»–—…\u00a0")
LOOKED_AT = 20_000  # letters beyond ASCII
ENTITY = re.compile(r"&(?:[A-Za-z]{2,8}|#\d{2,5}|#[xX][0-9A-Fa-f]{2,4});")
# What is no list though it is a text: a page of the web under another name, a letter, contacts.
_PAGE = re.compile(r"(<(!doctype|html|head|body|table|meta|div|style|p|ul|ol|span)\b|\{\\rtf)", re.IGNORECASE)
_CARDS = re.compile(r"BEGIN:V", re.IGNORECASE)
_MAIL = re.compile(
    r"(?:(?:[a-z][\w-]*: .*|[ \t]+\S.*)\r?\n)*?"
    r"(?:received|message-id|mime-version|return-path|delivered-to|content-type): ",
    re.IGNORECASE,
)
# JSON, XML, YAML, TOML, SQL, LDIF, LaTeX.
_PROGRAM = re.compile(
    r"""(?:\{\s*["}]|\[\s*["'{\[]|\[\s*\]\s*$|<\?xml\b|<[a-z][\w:.-]*(?:\s[^<>@=]*=[^<>]*)?>"""
    r"""|---[ \t\r]*\n\s*(?:-\s*)?\w+:\s|- \w+: .*\n\s+\w+: |(?:insert into|create table|begin transaction)\b"""
    r"""|dn: \S|\\(?:begin|documentclass)\b)""",
    re.IGNORECASE,
)
MOST_TIMES = 3  # that one text was decoded too often


def not_a_list(text: str) -> str:
    """Return the sentence that says why a text is no list; "" when it may be one."""
    text = text.lstrip()
    if _PAGE.match(text):
        return _(
            "Ce fichier est une page web ou une lettre, quel que soit son nom. Ouvrez-le, copiez la liste dans un "
            "tableur et enregistrez-la en XLSX ou en CSV."
        )
    if _CARDS.match(text):
        return _(
            "Ce fichier est un carnet d’adresses (vCard) ou un agenda, et non un tableau. Exportez ces contacts en CSV "
            "depuis le carnet d’adresses, ou collez ici leurs noms, un par ligne."
        )
    if _MAIL.match(text[:LOOKED_AT]):
        return _(
            "Ce fichier est un message entier, avec ses en-têtes. Ouvrez-le, copiez la seule liste dans un tableur et "
            "enregistrez-la en XLSX ou en CSV."
        )
    if _PROGRAM.match(text):
        return _(
            "Ce fichier est écrit pour un programme (JSON, XML, YAML, SQL…) : ce n’est pas un tableau. Prenez la même "
            "liste en XLSX ou en CSV."
        )
    return ""


def decoded(content: bytes) -> tuple[str, list[str]] | None:
    """Return a text and the notices about its encoding; None when the bytes are no text."""
    notices: list[str] = []
    text = _unicode(content)
    if text is None:
        if b"\x00" in content:
            return None
        text, encoding = _in_an_old_table(content)
        sentence = _("Ce fichier n’est pas en UTF-8 : il a été lu comme du %(encoding)s. Vérifiez les accents.")
        notices.append(sentence % {"encoding": ONE_BYTE[encoding]})
    if sum(ord(letter) < 32 and letter not in "\t\r\n\f\v" for letter in text[:4000]) > 4:
        return None
    whole = mended(text)
    if whole != text:
        sentence = _("Les accents de ce fichier étaient abîmés (« Ã© » pour « é ») : ils sont remis. Vérifiez-les.")
        notices.append(sentence)
    return ENTITY.sub(_letter, whole), notices


def _unicode(content: bytes) -> str | None:
    """Return a text decoded as Unicode, also UTF-16 without a mark at its start; None when it is none."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        encodings = ["utf-16"]
    elif b"\x00" in content:
        zeros = [content[half::2].count(0) * 4 > len(content) for half in (0, 1)]
        encodings = ["utf-16-be"] if zeros == [True, False] else ["utf-16-le"] if zeros == [False, True] else []
    else:
        encodings = ["utf-8-sig"]
    for encoding in encodings:
        try:
            return content.decode(encoding)
        except UnicodeDecodeError:
            continue
    return None


def _in_an_old_table(content: bytes) -> tuple[str, str]:
    """Return a text decoded from a one-byte encoding, and the encoding's name; a line in UTF-8 is decoded as such."""
    lines = [(line, _unicode(line)) for line in content.split(b"\n")]
    encoding = _likeliest(b"\n".join(line for line, text in lines if text is None))
    return "\n".join(_in(encoding, line) if text is None else text for line, text in lines), encoding


def _in(encoding: str, content: bytes) -> str:
    return _windows(content) if encoding == "cp1252" else content.decode(encoding, "replace")


def _windows(content: bytes) -> str:
    """Return a text decoded as Windows-1252, or as Latin-1 when it has one of the five bytes unknown there."""
    try:
        return content.decode("cp1252")
    except UnicodeDecodeError:
        return content.decode("latin-1")


def _likeliest(content: bytes) -> str:
    """Return the name of the one-byte encoding in which the words of a text look most like French."""
    scores = {}
    for encoding in ONE_BYTE:
        text = _in(encoding, content)
        scores[encoding] = sum(_looks(text, match.start()) for match in _beyond_ascii(text))
    return max(ONE_BYTE, key=lambda encoding: scores[encoding])


def _beyond_ascii(text: str) -> list[re.Match[str]]:
    return [match for match, _place in zip(re.finditer(r"[^\x00-\x7f]", text), range(LOOKED_AT), strict=False)]


def _looks(text: str, place: int) -> int:
    """Return from −2 to 1 how probable a non-ASCII letter is at this place of a text."""
    letter, before, after = text[place], text[place - 1 : place], text[place + 1 : place + 2]
    if letter not in FRENCH:
        return -2
    if not letter.isalpha():
        return -2 if before.isalpha() and after.isalpha() and letter != "’" else 0
    if letter.isupper() and before.islower():
        return -2
    if before.isdigit() and after.isdigit():  # the space of « 1 250 » in another table
        return -2
    if letter.islower() and before.isupper() and after.isupper():
        return -2
    return 1


def _continuing(encoding: str) -> str:
    """Return the characters that the continuation bytes of UTF-8 become in an encoding."""
    letters = {bytes([code]).decode(encoding, "replace") for code in range(0x80, 0xC0)} - {"\ufffd"}
    return "".join(letters | ({chr(code) for code in range(0x80, 0xA0)} if encoding == "cp1252" else set()))


FIRST_BYTES = (0xC2, 0xC3, 0xC4, 0xC5, 0xCC)  # of the letters of French; of an accent apart from its letter


def _twice(encoding: str) -> re.Pattern[str]:
    """Return the pattern of a French letter in UTF-8 that was decoded in this encoding by mistake."""
    first = "".join(re.escape(bytes([code]).decode(encoding)) for code in FIRST_BYTES)
    quote, more = re.escape(bytes([0xE2]).decode(encoding)), re.escape(_continuing(encoding))
    second = "".join(re.escape(bytes([code]).decode(encoding)) for code in (0x80, 0x82))
    return re.compile(f"[{first}][{more}]|{quote}[{second}][{more}]")


TWICE = {encoding: _twice(encoding) for encoding in ONE_BYTE}


def mended(text: str) -> str:
    """Return a text in which letters that were decoded twice are repaired."""
    if text.isascii():
        return text
    for encoding, pattern in TWICE.items():
        for _time in range(MOST_TIMES):
            text = pattern.sub(partial(_once, encoding), text)
    return text


def _letter(entity: re.Match[str]) -> str:
    """Return the accented letter, space or apostrophe of an HTML entity; another entity stays as it is."""
    letter = html.unescape(entity[0])
    return letter if (letter.isalpha() and not letter.isascii()) or letter in "\u00a0'’" else entity[0]


def _once(encoding: str, found: re.Match[str]) -> str:
    """Return the letter that a badly decoded sequence stands for, or else the sequence."""
    letters = found[0]
    codes = bytearray()
    for letter in letters:
        try:
            codes += letter.encode(encoding)
        except UnicodeEncodeError:
            codes += letter.encode("latin-1", "replace")
    try:
        return codes.decode()
    except UnicodeDecodeError:
        return letters

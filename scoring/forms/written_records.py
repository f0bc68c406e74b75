"""A donne card by card out of a text (JSON, or a table with a trick on each line) or of an address, and into one."""

import base64
import json
import zlib
from collections.abc import Mapping

from django.utils.translation import gettext as _

from scoring.cards.problems import ImpossibleRecord
from scoring.cards.reading import as_mapping, read
from scoring.cards.record import Record
from scoring.forms.trick_tables import LONGEST_NAME, MOST_TRICKS, TrickTable, refused
from scoring.marque import ImpossibleDonne
from scoring.marque.lines import decoded
from tournaments.languages import current_language

LONGEST = 16 * 1024  # bytes; a whole donne, indented and with long names, takes half
MOST_LINES = 100  # of a table: 24 tricks, and a few lines about them
LONGEST_LINE = 500  # letters of a table's line: five long names, or a hand


def read_record(text: str, *, only_play: bool = False) -> Record:
    """
    Return the record a text describes, `only_play` when nothing but the order of the cards is asked of it.

    Refuses, with everything that cannot be read, each sentence at the field `releve`.
    """
    refuse_too_long(len(text.encode("utf-8", "replace")))
    text = text.strip().removeprefix("\ufeff").strip()
    if not text:
        raise refused([_("Collez un relevé, ou choisissez son fichier.")])
    try:
        if text.startswith(("{", "[", '"')):
            return read(_sound(_from_json(text)))
        _refuse_long_table(text)
        table = TrickTable(text)
        return table.play() if only_play else read(_sound(table.mapping()))
    except ImpossibleRecord as impossible:
        raise refused(problem.message(current_language()) for problem in impossible.problems) from impossible


def refuse_too_long(size: int) -> None:
    """Refuse a record of more bytes than a whole donne can take."""
    if size > LONGEST:
        raise refused([_("Ce relevé est trop long : 16 ko au plus, pour une seule donne.")])


def _refuse_long_table(text: str) -> None:
    """Refuse more lines, or longer ones, than a donne has: nothing of them is read."""
    lines = text.splitlines()
    if len(lines) > MOST_LINES:
        raise refused([_("Ce relevé a trop de lignes : %(most)d au plus, un pli par ligne.") % {"most": MOST_LINES}])
    for number, line in enumerate(lines, 1):
        if len(line) > LONGEST_LINE:
            sentence = _("Ligne %(line)d : elle est trop longue, %(most)d lettres au plus. Écrivez un pli par ligne.")
            raise refused([sentence % {"line": number, "most": LONGEST_LINE}])


def _from_json(text: str) -> object:
    try:
        return decoded(text.encode("utf-8", "replace"))
    except ImpossibleDonne as impossible:
        if impossible.problems[0].code == "not_json":
            sentences = [
                _(
                    "Ce texte commence comme du JSON mais ne se lit pas : vérifiez accolades, guillemets et virgules, "
                    "et ne collez qu’une donne à la fois."
                )
            ]
        else:
            sentences = [problem.message(current_language()) for problem in impossible.problems]
        raise refused(sentences) from impossible


def _sound(mapping: object) -> object:
    """Return what was read when its texts can be kept and shown. Refuses half characters, and names without end."""
    try:
        written = json.dumps(mapping, ensure_ascii=False)
        written.encode()
    except (ValueError, RecursionError):
        raise refused([_("Ce relevé contient des caractères abîmés : copiez-le de nouveau.")]) from None
    if "\\u0000" in written:
        raise refused([_("Ce relevé contient des caractères abîmés : copiez-le de nouveau.")])
    if isinstance(mapping, Mapping):
        names = mapping.get("players")
        if isinstance(names, list) and any(len(str(name)) > LONGEST_NAME for name in names):
            raise refused([_("Un nom est trop long : %(most)d lettres au plus.") % {"most": LONGEST_NAME}])
        tricks = mapping.get("tricks")
        if isinstance(tricks, list) and len(tricks) > MOST_TRICKS:
            raise refused([_("Il y a trop de plis : une donne en a 24 au plus.")])
    return mapping


LONGEST_ADDRESS = 6_000  # letters; a whole donne takes about eight hundred


def packed(record: Record) -> str:
    """Return a record as letters and digits. Refuses one that no address can hold."""
    written = json.dumps(as_mapping(record), ensure_ascii=False, separators=(",", ":"))
    letters = base64.urlsafe_b64encode(zlib.compress(written.encode(), 9)).decode().rstrip("=")
    if len(letters) > LONGEST_ADDRESS:
        raise refused([_("Ce relevé est trop long pour être rejoué : une donne seule, et des noms courts.")])
    return letters


def unpacked(letters: str) -> Record:
    """Return the record of an address. Refuses what is none, however long it would become."""
    stream = zlib.decompressobj()
    try:
        padded = letters[:LONGEST_ADDRESS] + "=" * (-len(letters[:LONGEST_ADDRESS]) % 4)
        written = stream.decompress(base64.urlsafe_b64decode(padded), LONGEST)
        text = written.decode()
    except (ValueError, zlib.error):
        text = ""
    if not text or not stream.eof:
        raise refused([_("Cette adresse est incomplète ou abîmée : collez de nouveau le relevé.")])
    return read_record(text)

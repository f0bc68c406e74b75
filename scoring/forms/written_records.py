"""A donne card by card out of a text: the JSON of the exchange format, or a table with a trick on each line."""

import json
from collections.abc import Mapping

from django.utils.translation import gettext as _

from scoring.cards.problems import ImpossibleRecord
from scoring.cards.reading import read
from scoring.cards.record import Record
from scoring.forms.trick_tables import LONGEST_NAME, MOST_TRICKS, TrickTable, refused
from scoring.marque import ImpossibleDonne
from scoring.marque.lines import decoded
from scoring.queries.sheets import spoken

LONGEST = 64 * 1024  # bytes


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
        table = TrickTable(text)
        return table.play() if only_play else read(_sound(table.mapping()))
    except ImpossibleRecord as impossible:
        raise refused(problem.message(spoken()) for problem in impossible.problems) from impossible


def refuse_too_long(size: int) -> None:
    """Refuse a record of more bytes than a whole donne can take."""
    if size > LONGEST:
        raise refused([_("Ce relevé est trop long : 64 ko au plus, pour une seule donne.")])


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
            sentences = [problem.message(spoken()) for problem in impossible.problems]
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

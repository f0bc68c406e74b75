"""A record small enough for an address: a page of a replay can be kept, sent and opened again."""

import base64
import json
import zlib

from django.utils.translation import gettext as _

from scoring.cards.reading import as_mapping
from scoring.cards.record import Record
from scoring.forms.trick_tables import refused
from scoring.forms.written_records import LONGEST, read_record

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

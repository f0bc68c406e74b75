"""
The signed codes of tables, as they stand in an address: short, since a QR code holds them.

One is of a table of one position; the other, of a card that lies on table 3 all evening, is of whatever is played
there. Both end with a signature of what they say, the version of the codes too: raised, it revokes them.
"""

import string

from django.core.signing import Signer
from django.utils.crypto import constant_time_compare

from tournaments.models import Table, Tournament

SALT = "scoring.table"
SIGNATURE = 12  # of its 43 letters of base 64: 72 bits
LONGEST = 60
CARD = "0"  # no table has this id
DIGITS = string.digits + string.ascii_lowercase


def token_of(table: Table, tournament: Tournament) -> str:
    """Return the code of a table of one position: its id, and the versions of the tournament's codes and its own."""
    return _signed("-".join(map(_base36, (table.pk, tournament.entry_version, table.entry_version))))


def card_token_of(tournament: Tournament, number: int) -> str:
    """Return the code of the card of a table: the tournament, the version of its codes, the table's number."""
    said = map(_base36, (tournament.pk, tournament.entry_version, number))
    return _signed("-".join([CARD, *said]))


def said_by(token: str) -> tuple[bool, tuple[int, int, int]] | None:
    """Return whether a code is a card's, and its three numbers; None for one that nobody made here."""
    is_card = token.startswith(f"{CARD}-")
    parts = token.split("-", 4 if is_card else 3)
    said = parts[:-1]
    if len(token) > LONGEST or len(said) != 3 + is_card:
        return None
    if not constant_time_compare(_signed("-".join(said)), token):
        return None
    one, two, three = (int(part, 36) for part in said[-3:])
    return is_card, (one, two, three)


def _signed(said: str) -> str:
    return f"{said}-{Signer(salt=SALT).signature(said)[:SIGNATURE]}"


def _base36(number: int) -> str:
    digits = ""
    while number:
        number, digit = divmod(number, 36)
        digits = DIGITS[digit] + digits
    return digits or "0"

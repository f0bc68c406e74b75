"""Signed codes for addresses: a few small numbers and their signature, short enough for a QR code."""

import string
from dataclasses import dataclass

from django.core.signing import Signer
from django.utils.crypto import constant_time_compare

SIGNATURE = 12  # characters kept of its 43 in base 64: 72 bits
LONGEST = 60
DIGITS = string.digits + string.ascii_lowercase


@dataclass(frozen=True)
class SignedCodes:
    """The codes of one kind: a code made with another `salt` is not valid here."""

    salt: str

    def of(self, *numbers: int, mark: str = "") -> str:
        """Return the code of these numbers, none negative, after a `mark` if one is given."""
        return self._signed("-".join([*([mark] if mark else []), *map(_base36, numbers)]))

    def numbers(self, code: str, count: int) -> tuple[int, ...] | None:
        """Return the `count` numbers of a code, its mark included; None if the signature is wrong."""
        *parts, _signature = code.split("-", count)
        if len(code) > LONGEST or len(parts) != count:
            return None
        if not constant_time_compare(self._signed("-".join(parts)), code):
            return None
        return tuple(int(part, 36) for part in parts)

    def _signed(self, digits: str) -> str:
        return f"{digits}-{Signer(salt=self.salt).signature(digits)[:SIGNATURE]}"


def _base36(number: int) -> str:
    digits = ""
    while number:
        number, digit = divmod(number, 36)
        digits = DIGITS[digit] + digits
    return digits or "0"
